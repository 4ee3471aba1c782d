use anyhow::anyhow;
use clap::Args;

use super::failure::bad_input;
use super::output::Output;

/// Prints the manual page, of the program or of one of its commands
///
/// To read it at once: loxodon man | man -l -
#[derive(Args)]
pub(super) struct ManArguments {
    /// The command [default: the program with the list of its commands]
    command: Option<String>,
}

impl ManArguments {
    pub(super) fn run(self, mut program: clap::Command, out: &mut Output) -> anyhow::Result<()> {
        // Has clap give the commands their full names.
        program.build();
        let page = match &self.command {
            None => program,
            Some(name) => find(&program, name)?,
        };
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text)?;
        write!(out, "{}", String::from_utf8(text)?)?;
        Ok(())
    }
}

/// Returns the command of that name.
fn find(program: &clap::Command, name: &str) -> anyhow::Result<clap::Command> {
    let found = program.find_subcommand(name).cloned();
    found.ok_or_else(|| {
        let names = program.get_subcommands().map(clap::Command::get_name);
        let names: Vec<_> = names.collect();
        bad_input(anyhow!(
            "there is no command {name:?}; there are {}",
            names.join(", ")
        ))
    })
}
