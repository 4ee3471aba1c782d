//! The command `loxodon`.

use std::process::ExitCode;

fn main() -> ExitCode {
    loxodon::cli::run(std::env::args_os())
}
