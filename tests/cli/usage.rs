use crate::program::run;

#[test]
fn help_says_what_there_is() {
    insta::assert_snapshot!("help", run(&["--help"]).output());
    for command in [
        "aei",
        "analyze",
        "review",
        "show",
        "replay",
        "perft",
        "bench",
        "completions",
        "man",
    ] {
        insta::assert_snapshot!(
            format!("help_{command}"),
            run(&[command, "--help"]).output()
        );
    }
}

#[test]
fn help_wraps_to_the_terminal() {
    for (columns, widest) in [("60", 60), ("300", 100)] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_loxodon"))
            .args(["analyze", "--help"])
            .env("COLUMNS", columns)
            .output()
            .unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let width = help.lines().map(|line| line.chars().count()).max();
        assert!((widest - 10..=widest).contains(&width.unwrap()), "{help}");
    }
}

#[test]
fn the_version_is_the_packages() {
    let version = run(&["--version"]).output();
    assert_eq!(version, format!("loxodon {}\n", loxodon::VERSION));
    assert!(version.starts_with(concat!("loxodon ", env!("CARGO_PKG_VERSION"))));
}

#[test]
fn wrong_usage_names_the_commands_usage() {
    for (arguments, usage) in [
        (
            &["--fast"][..],
            "usage: loxodon [OPTIONS] or loxodon <COMMAND>",
        ),
        (
            &["perft", "a", "b"],
            "usage: loxodon perft [OPTIONS] [POSITION]",
        ),
        (
            &["analyze", "--depth", "x"],
            "usage: loxodon analyze [OPTIONS] [POSITION]",
        ),
        (
            &["bench", "--hash"],
            "usage: loxodon bench [OPTIONS] [FILE]",
        ),
        (&["show"], "usage: loxodon show [OPTIONS] <POSITION>"),
        (
            &["replay"],
            "usage: loxodon replay [OPTIONS] <FILE>... or loxodon replay [OPTIONS] --from <POSITION> --moves <TURNS>",
        ),
    ] {
        run(arguments).fails(2, &[usage]);
    }
}

#[test]
fn what_is_typed_is_repeated_in_part_where_it_is_long() {
    let digits = "9".repeat(500);
    for arguments in [
        &["bench", "--hash", &digits][..],
        &["analyze", "--time", &digits],
        &[&digits],
    ] {
        let ended = run(arguments);
        assert!(
            ended.err.len() < 400 && ended.err.contains("999..."),
            "{}",
            ended.err
        );
        ended.fails(2, &["usage: "]);
    }
}

#[test]
fn wrong_usage_is_told_in_a_line() {
    let cases: [(&[&str], &[&str]); 13] = [
        (
            &["aei", "--server", "x", "--port", "0"],
            &["from 1 to 65535"],
        ),
        (&["analise"], &["'analise'", "'analyze'"]),
        (&["--fast"], &["'--fast'"]),
        (&["analyze", "--fast"], &["'--fast'"]),
        (&["perft", "a", "b"], &["'b'"]),
        (&["analyze", "--table"], &["--table"]),
        (&["show"], &["<POSITION>"]),
        (&["replay"], &["<FILE>"]),
        (&["replay", "--from", "x"], &["--moves"]),
        (&["replay", "--moves", "x"], &["--from"]),
        (
            &["replay", "file", "--from", "x", "--moves", "y"],
            &["--from"],
        ),
        (&["--server", "127.0.0.1"], &["--port"]),
        (&["aei", "--port", "1"], &["--server"]),
    ];
    for (arguments, parts) in cases {
        run(arguments).fails(2, parts);
    }
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    let cases = [
        (
            "analyze",
            "--depth",
            ["0", "-3", "1.5", "129", "many"],
            "from 1 to 128",
        ),
        (
            "analyze",
            "--time",
            ["0", "-1", "1e300", "0ms", "2 parsecs"],
            "from 0.001 to 1000000 seconds",
        ),
        (
            "analyze",
            "--nodes",
            ["0", "-1", "1e9", "99999999999999999999", "x"],
            "from 1 to",
        ),
        (
            "analyze",
            "--seed",
            ["-1", "0.5", "1e9", "18446744073709551616", "x"],
            "from 0 to",
        ),
        (
            "analyze",
            "--multipv",
            ["0", "-1", "0.5", "1001", "x"],
            "from 1 to 1000",
        ),
        (
            "analyze",
            "--jobs",
            ["0", "-1", "2.5", "257", "x"],
            "from 1 to 256",
        ),
        (
            "analyze",
            "--threads",
            ["0", "-1", "2.5", "257", "x"],
            "from 1 to 256",
        ),
        (
            "analyze",
            "--hash",
            ["0", "-1", "2.5", "1048577", "x"],
            "from 1 to 1048576",
        ),
        (
            "bench",
            "--depth",
            ["0", "-1", "2.5", "4294967296", "x"],
            "from 1 to 128",
        ),
        (
            "bench",
            "--threads",
            ["0", "-1", "2.5", "4294967296", "x"],
            "from 1 to 256",
        ),
        (
            "bench",
            "--hash",
            ["0", "-1", "2.5", "18446744073709551616", "x"],
            "from 1 to 1048576",
        ),
        (
            "perft",
            "--steps",
            ["0", "-1", "2.5", "5", "x"],
            "from 1 to 4",
        ),
    ];
    for (command, option, values, range) in cases {
        for value in values {
            run(&[command, option, value]).fails(2, &[option, value, range]);
        }
    }
}

/// `head` is gone before the program has written anything.
#[cfg(unix)]
#[test]
fn a_reader_that_has_gone_is_no_error() {
    use std::process::{Command, Stdio};

    // The first of two positions is done at once, and what is still searched is stopped.
    let over = "s [r......R.......................................................R]";
    for arguments in [
        &["analyze", "--depth", "3"][..],
        &["analyze", "--depth", "3", "--json"],
        &["analyze", over, crate::ARRAY, "--time", "60"],
        &["show", crate::ARRAY],
        &["perft", "--steps", "2"],
        &["bench", "--depth", "2"],
        &["--help"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_loxodon"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            "",
            "{arguments:?}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failed_run() {
    use std::fs::File;
    use std::process::Command;

    let output = Command::new(env!("CARGO_BIN_EXE_loxodon"))
        .args(["perft", "--steps", "1"])
        .stdout(File::options().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(
        message.starts_with("error: standard output can't be written"),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1);
}

#[test]
fn there_is_no_colour_in_a_pipe() {
    for arguments in [
        &["show", crate::ARRAY][..],
        &["analyze", "--depth", "1"],
        &["--help"],
    ] {
        assert!(!run(arguments).output().contains('\u{1b}'));
    }
}

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&["completions", shell]).output();
        assert!(script.contains("analyze"), "{shell}");
        assert!(script.contains("multipv"), "{shell}");
    }
    run(&["completions", "dos"]).fails(2, &["dos", "bash", "zsh"]);
}

#[test]
fn every_command_has_a_manual_page() {
    let page = run(&["man"]).output();
    assert!(page.starts_with(".ie"), "{page}");
    assert!(page.contains(".TH loxodon 1"), "{page}");
    for command in ["aei", "analyze", "show", "replay", "perft", "bench"] {
        assert!(page.contains(command), "{command}");
        let page = run(&["man", command]).output();
        assert!(page.contains(&format!("loxodon {command}")), "{page}");
    }
    run(&["man", "play"]).fails(2, &["\"play\"", "analyze"]);
}
