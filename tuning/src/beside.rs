use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns the path of a file beside another one: the same name with an ending more.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}
