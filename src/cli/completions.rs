use clap::Args;
use clap_complete::Shell;

use super::output::Output;

/// Prints what a shell needs to complete this program's commands and options
///
/// For bash, for example: loxodon completions bash > ~/.local/share/bash-completion/completions/loxodon
#[derive(Args)]
pub(super) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

impl CompletionsArguments {
    pub(super) fn run(self, mut program: clap::Command, out: &mut Output) -> anyhow::Result<()> {
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        write!(out, "{}", String::from_utf8(script)?)?;
        Ok(())
    }
}
