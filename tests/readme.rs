//! The README's commands work when they are pasted, and print what it says they print; the links of all pages lead
//! somewhere.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A command, and what the README says that it prints; nothing where it shows only the command.
struct Example {
    command: String,
    output: Vec<String>,
}

/// The commands of all blocks that show a terminal.
fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut in_block = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
        } else if let (true, Some(command)) = (in_block, line.strip_prefix("$ ")) {
            examples.push(Example {
                command: command.to_owned(),
                output: Vec::new(),
            });
        } else if in_block {
            examples.last_mut().unwrap().output.push(line.to_owned());
        }
    }
    examples
}

/// A folder with what the commands read, so that what they write doesn't stay.
fn shipped_files() -> TempDir {
    let folder = TempDir::new().unwrap();
    let games = Path::new("positions/games");
    fs::create_dir_all(folder.path().join(games)).unwrap();
    for entry in fs::read_dir(Path::new(ROOT).join(games)).unwrap() {
        let entry = entry.unwrap();
        let copy = folder.path().join(games).join(entry.file_name());
        fs::copy(entry.path(), copy).unwrap();
    }
    folder
}

/// The line without what depends on the machine: nodes a second and the time of a line of `analyze`.
fn comparable(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let is_time = |word: &&str| {
        let seconds = word.strip_suffix('s');
        seconds.is_some_and(|seconds| seconds.contains('.') && seconds.parse::<f64>().is_ok())
    };
    if words.get(5).is_some_and(is_time) {
        words.drain(4..=5);
    }
    words.join(" ")
}

#[test]
fn its_commands_work_when_pasted() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    let folder = shipped_files();
    let programs = Path::new(env!("CARGO_BIN_EXE_loxodon")).parent().unwrap();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = [programs.to_owned()]
        .into_iter()
        .chain(env::split_paths(&path));
    let path = env::join_paths(path).unwrap();
    let mut checked = 0;
    for Example { command, output } in examples(&readme) {
        if command.starts_with("cargo ") {
            // This is what has built the program.
            continue;
        }
        assert!(command.starts_with("loxodon "), "{command}");
        let ended = Command::new("sh")
            .args(["-c", &command])
            .current_dir(folder.path())
            .env("PATH", &path)
            .output()
            .unwrap();
        let printed = String::from_utf8(ended.stdout).unwrap();
        let errors = String::from_utf8(ended.stderr).unwrap();
        assert!(
            ended.status.success() && errors.is_empty(),
            "{command}: {errors}"
        );
        assert!(!printed.is_empty(), "{command}");
        if !output.is_empty() {
            let lines = |text: &[String]| -> Vec<String> {
                text.iter().map(|line| comparable(line)).collect()
            };
            let printed_lines: Vec<String> = printed.lines().map(str::to_owned).collect();
            assert_eq!(
                lines(&printed_lines),
                lines(&output),
                "{command} prints\n{printed}"
            );
        }
        checked += 1;
    }
    assert!(checked >= 8, "only {checked} commands");
}

/// The pages for readers: the README and those that it leads to.
fn pages() -> Vec<PathBuf> {
    let mut pages = [
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "positions/README.md",
        "tuning/README.md",
    ]
    .map(|page| Path::new(ROOT).join(page))
    .to_vec();
    for entry in fs::read_dir(Path::new(ROOT).join("docs")).unwrap() {
        pages.push(entry.unwrap().path());
    }
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages
}

/// Returns the name by which a link finds a heading: lower-case, with hyphens for spaces and without punctuation.
fn anchor(heading: &str) -> String {
    let kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    let heading = heading.trim_start_matches('#').trim();
    let letters = heading
        .to_lowercase()
        .chars()
        .filter(kept)
        .collect::<String>();
    letters.replace(' ', "-")
}

/// Every link leads to a file that is there, and to a heading in it where it names one.
#[test]
fn what_the_pages_link_to_is_there() {
    // A packaged library comes without the tools and their page.
    if !Path::new(ROOT).join("tuning").is_dir() {
        return;
    }
    let mut checked = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            if !heading.is_empty() {
                let found = fs::read_to_string(target).unwrap();
                let mut headings = found.lines().filter(|line| line.starts_with('#'));
                assert!(
                    headings.any(|line| anchor(line) == heading),
                    "{}: {link}",
                    page.display()
                );
            }
            checked += 1;
        }
    }
    assert!(checked >= 20, "only {checked} links");
}
