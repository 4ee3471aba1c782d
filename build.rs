//! Sets `LOXODON_VERSION` to the package's version and the commit that is built, `0.1.0 (abc1234 2026-11-28)`, or to the
//! version alone where this package is no git repository, as in a packaged crate, or git can't be run.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=LOXODON_VERSION={version}");
}

/// The commit's short hash and date, in a repository whose root this package is.
fn commit() -> Option<String> {
    // A package that was unpacked somewhere inside another repository is no commit of that one.
    let root = git(&["rev-parse", "--show-toplevel"])?;
    let package = env::var("CARGO_MANIFEST_DIR").ok()?;
    if Path::new(&root).canonicalize().ok()? != Path::new(&package).canonicalize().ok()? {
        return None;
    }
    let commit = git(&["log", "-1", "--abbrev=7", "--format=%h %cs"])?;
    watch_head();
    Some(commit)
}

/// Has this script run again once another commit is checked out or made. Git knows where the files are, also in a linked
/// worktree. Cargo would take a file that isn't there for changed every time.
fn watch_head() {
    let path = |name: &str| git(&["rev-parse", "--git-path", name]).map(PathBuf::from);
    for path in ["HEAD", "packed-refs", "reftable"]
        .into_iter()
        .filter_map(path)
    {
        if path.exists() {
            watch(&path);
        }
    }
    // A detached HEAD names no branch. A branch that only stands in `packed-refs` gets its file, and its folder changes, with
    // the next commit.
    let branch = git(&["symbolic-ref", "--quiet", "HEAD"]).and_then(|name| path(&name));
    if let Some(path) = branch
        .iter()
        .flat_map(|path| path.ancestors())
        .find(|path| path.exists())
    {
        watch(path);
    }
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// What git prints, one line, if it succeeds. Paths are relative to the package's root, where build scripts are run.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(arguments)
        // A git hook that builds sets these for its own repository.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
