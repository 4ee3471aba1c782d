//! The two engines as the command line names them.

use std::fmt;

use anyhow::{Context, bail, ensure};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

/// What the command line says about an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct EngineSpec {
    /// What it is called in logs and tables.
    pub(crate) name: String,
    /// The program and its arguments.
    pub(crate) command: Vec<String>,
    /// AEI options, sent in this order before the first game.
    pub(crate) options: Vec<(String, String)>,
}

/// The two engines of a match.
#[derive(Clone, Debug)]
pub(super) struct Engines(pub(super) [EngineSpec; 2]);

const OPTION_PREFIX: &str = "option.";
const ACCEPTED: &str = "cmd=COMMAND, name=NAME or option.NAME=VALUE";

impl EngineSpec {
    /// Reads the words that describe an engine.
    pub(crate) fn read<'a>(
        words: impl Iterator<Item = &'a String>,
        default_name: &str,
    ) -> anyhow::Result<Self> {
        let mut spec = Self {
            name: default_name.to_owned(),
            command: Vec::new(),
            options: Vec::new(),
        };
        for word in words {
            let (key, value) = word
                .split_once('=')
                .with_context(|| format!("{word:?} is not {ACCEPTED}"))?;
            match key {
                "cmd" => spec.command = split_command(value)?,
                "name" => {
                    ensure!(!value.is_empty(), "name= needs a name after it");
                    value.clone_into(&mut spec.name);
                }
                _ => match key.strip_prefix(OPTION_PREFIX) {
                    Some(name) if is_word(name) && !value.contains(char::is_control) => {
                        spec.options.push((name.to_owned(), value.to_owned()));
                    }
                    _ => bail!("{word:?} is not {ACCEPTED}"),
                },
            }
        }
        ensure!(
            !spec.command.is_empty(),
            "an engine needs cmd=COMMAND, as in cmd='loxodon aei' name=new"
        );
        Ok(spec)
    }
}

/// Splits a command line as a shell does, without running one.
fn split_command(text: &str) -> anyhow::Result<Vec<String>> {
    shlex::split(text)
        .with_context(|| format!("cmd={text:?} has a quote or backslash that is never ended"))
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Engines {
    fn read(matches: &ArgMatches) -> anyhow::Result<Self> {
        let given: Vec<_> = matches
            .get_occurrences::<String>("engine")
            .into_iter()
            .flatten()
            .collect();
        let count = given.len();
        let given: [_; 2] = given
            .try_into()
            .map_err(|_| anyhow::anyhow!("--engine is given {count} times, a match has two"))?;
        let [first, second] = given;
        let engines = [
            EngineSpec::read(first, "A")?,
            EngineSpec::read(second, "B")?,
        ];
        ensure!(
            engines[0].name != engines[1].name,
            "both engines are called {:?}; name= tells them apart",
            engines[0].name
        );
        Ok(Self(engines))
    }
}

// By hand, since a derived argument can't tell where the words of one occurrence end.
impl Args for Engines {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new("engine")
                .long("engine")
                .num_args(1..)
                .action(ArgAction::Append)
                .required(true)
                .value_name("KEY=VALUE")
                .help("An engine, given twice: cmd='PROGRAM ARGUMENTS' [name=NAME] [option.NAME=VALUE]…"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Engines {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Self::read(matches).map_err(|error| {
            clap::Error::raw(
                clap::error::ErrorKind::ValueValidation,
                format!("{error:#}\n"),
            )
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> anyhow::Result<EngineSpec> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        EngineSpec::read(words.iter(), "A")
    }

    #[test]
    fn a_command_is_split_as_a_shell_does() {
        let spec = read(&[
            "option.depth=4",
            "cmd=nice -n 5 'my engine' \"a b\"",
            "option.x=a=b c",
        ])
        .unwrap();
        assert_eq!(spec.name, "A");
        assert_eq!(spec.command, ["nice", "-n", "5", "my engine", "a b"]);
        let options = [("depth", "4"), ("x", "a=b c")];
        assert_eq!(
            spec.options,
            options.map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
    }

    #[test]
    fn what_is_no_engine_is_refused() {
        for words in [
            &["name=a"][..],
            &["cmd="],
            &["cmd='x"],
            &["cmd=x", "name="],
            &["cmd=x", "option.=4"],
            &["cmd=x", "option.a b=4"],
            &["cmd=x", "option.a=4\nquit"],
            &["cmd=x", "depth=4"],
            &["cmd=x", "depth"],
        ] {
            assert!(read(words).is_err(), "{words:?}");
        }
    }
}
