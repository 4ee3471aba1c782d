//! What the build script makes of a package with and without git.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use tempfile::TempDir;

/// The build script, compiled alone, and folders in which it is run.
struct Script {
    folder: TempDir,
    program: PathBuf,
}

impl Script {
    fn compile() -> Self {
        let folder = TempDir::new().unwrap();
        let program = folder.path().join("build-script");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/build.rs");
        let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
        let compiled = Command::new(rustc)
            .args(["--edition", "2024", "-o"])
            .args([&program, Path::new(source)])
            .status();
        assert!(compiled.unwrap().success());
        Self { folder, program }
    }

    fn package(&self, name: &str) -> PathBuf {
        let package = self.folder.path().join(name);
        fs::create_dir_all(&package).unwrap();
        package
    }

    /// The version, and the files and folders whose change has the script run again.
    fn run(&self, package: &Path, path: Option<&str>) -> (String, Vec<String>) {
        let mut command = Command::new(&self.program);
        command
            .current_dir(package)
            .env("CARGO_MANIFEST_DIR", package)
            .env("CARGO_PKG_VERSION", "1.2.3");
        if let Some(path) = path {
            command.env("PATH", path);
        }
        let output = command.output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        let all = |key: &str| -> Vec<String> {
            let values = text.lines().filter_map(|line| line.strip_prefix(key));
            values.map(str::to_owned).collect()
        };
        let version = all("cargo::rustc-env=LOXODON_VERSION=").pop().unwrap();
        (version, all("cargo::rerun-if-changed="))
    }
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.org"])
        .args(arguments)
        .current_dir(folder)
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env("GIT_COMMITTER_DATE", "2026-11-28T12:00:00Z")
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

fn commit(package: &Path) -> String {
    git(package, &["commit", "--allow-empty", "--quiet", "-m", "x"]);
    git(package, &["rev-parse", "--short=7", "HEAD"])
}

#[test]
fn a_repositorys_version_names_the_commit_and_watches_it() {
    let script = Script::compile();
    let package = script.package("repository");
    git(&package, &["init", "--quiet", "-b", "main"]);
    let first = commit(&package);
    let (version, watched) = script.run(&package, None);
    assert_eq!(version, format!("1.2.3 ({first} 2026-11-28)"));
    assert_eq!(watched, ["build.rs", ".git/HEAD", ".git/refs/heads/main"]);

    // A linked worktree has a HEAD of its own; its branches are those of the repository.
    let tree = script.folder.path().join("tree");
    git(
        &package,
        &[
            "worktree",
            "add",
            "--quiet",
            "-b",
            "side",
            tree.to_str().unwrap(),
        ],
    );
    let second = commit(&tree);
    let (version, watched) = script.run(&tree, None);
    assert_eq!(version, format!("1.2.3 ({second} 2026-11-28)"));
    assert!(
        watched[1].ends_with(".git/worktrees/tree/HEAD"),
        "{watched:?}"
    );
    assert!(
        watched[2].ends_with("repository/.git/refs/heads/side"),
        "{watched:?}"
    );

    // What is watched is there: otherwise Cargo would build again every time.
    git(&package, &["pack-refs", "--all"]);
    let (_, watched) = script.run(&package, None);
    let (_, names) = watched.split_first().unwrap();
    assert!(names.contains(&".git/packed-refs".to_owned()), "{names:?}");
    assert!(
        names.iter().all(|name| package.join(name).exists()),
        "{names:?}"
    );
}

#[test]
fn a_package_without_a_repository_has_its_version_alone() {
    let script = Script::compile();
    let outside = script.package("outside");
    assert_eq!(script.run(&outside, None).0, "1.2.3");
    // Unpacked inside another repository.
    git(script.folder.path(), &["init", "--quiet"]);
    commit(script.folder.path());
    let inside = script.package("inside");
    let alone = ("1.2.3".to_owned(), vec!["build.rs".to_owned()]);
    assert_eq!(script.run(&inside, None), alone);
    // And where git can't be run.
    assert_eq!(script.run(script.folder.path(), Some("/nowhere")), alone);
}
