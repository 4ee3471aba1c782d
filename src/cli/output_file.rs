//! Files that commands write: never over what they read, and whole or not at all.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;
use thiserror::Error;

/// A file that a command is going to write.
///
/// Its content appears at once when it is complete: it is written beside it first and takes its place then. What is no
/// ordinary file, such as `/dev/null`, is written as it is.
#[derive(Debug)]
pub struct OutputFile(PathBuf);

/// Why a file can't be written.
#[derive(Debug, Error)]
pub enum OutputFileError {
    /// It is one of the files that the command reads or writes already.
    #[error("{path} would be overwritten: it is {other}; another file is needed to write to", path = path.display())]
    InUse {
        /// The file to write.
        path: PathBuf,
        /// The same file, as a part of a sentence.
        other: String,
    },
    /// The system doesn't let it be written.
    #[error("{path} can't be written: {source}", path = path.display())]
    Failed {
        /// The file to write.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl OutputFile {
    /// Returns a file to be written by a command that reads `inputs`.
    ///
    /// # Errors
    /// Those of [`refuse_inputs`], or [`OutputFileError::Failed`] if it is plain already that the file can't be written: long
    /// work is not to be lost in the end.
    pub fn new<Inputs>(path: impl Into<PathBuf>, inputs: Inputs) -> Result<Self, OutputFileError>
    where
        Inputs: IntoIterator,
        Inputs::Item: AsRef<Path>,
    {
        let path = path.into();
        refuse_inputs(&path, inputs)?;
        match check_place(&path) {
            Ok(()) => Ok(Self(path)),
            Err(source) => Err(OutputFileError::Failed { path, source }),
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`OutputFileError::Failed`]; what was there before is still there then.
    pub fn write(&self, content: &[u8]) -> Result<(), OutputFileError> {
        write_whole(&self.0, content)
    }
}

/// Writes a file whole or not at all, as [`OutputFile`] does, whatever it is.
///
/// # Errors
/// [`OutputFileError::Failed`]; what was there before is still there then.
pub fn write_whole(path: &Path, content: &[u8]) -> Result<(), OutputFileError> {
    let written = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => replace(path, Some(&metadata), content),
        Ok(_) => OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(content)),
        Err(_) => replace(path, None, content),
    };
    written.map_err(|source| OutputFileError::Failed {
        path: path.to_owned(),
        source,
    })
}

/// Makes sure that a file to be written is none of the inputs, where `-` is standard input, nor standard output's file. An
/// input that isn't there is passed over.
///
/// # Errors
/// [`OutputFileError::InUse`] if it is one of them, by whatever name or link.
pub fn refuse_inputs<Inputs>(path: &Path, inputs: Inputs) -> Result<(), OutputFileError>
where
    Inputs: IntoIterator,
    Inputs::Item: AsRef<Path>,
{
    let in_use = |other| OutputFileError::InUse {
        path: path.to_owned(),
        other,
    };
    // A file that isn't there yet holds nothing, and what is no ordinary file keeps nothing.
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Ok(());
    }
    let Ok(written) = Handle::from_path(path) else {
        return Ok(());
    };
    for input in inputs {
        let input = input.as_ref();
        let (handle, other) = if input == "-" {
            (Handle::stdin(), "what standard input reads".to_owned())
        } else {
            let read = format!("what is read as {}", input.display());
            (Handle::from_path(input), read)
        };
        if handle.is_ok_and(|handle| handle == written) {
            return Err(in_use(other));
        }
    }
    if Handle::stdout().is_ok_and(|handle| handle == written) {
        let other = "where standard output goes".to_owned();
        return Err(in_use(other));
    }
    Ok(())
}

/// Puts a new file in the place of the one that has this metadata, if there is one.
fn replace(path: &Path, before: Option<&fs::Metadata>, content: &[u8]) -> io::Result<()> {
    let path = match before {
        Some(_) => {
            // Its folder may allow what the file itself forbids.
            OpenOptions::new().write(true).open(path)?;
            // A link stays, and what it leads to is replaced.
            path.canonicalize()?
        }
        None => path.to_owned(),
    };
    let mut new = new_file(folder(&path))?;
    new.write_all(content)?;
    if let Some(before) = before {
        new.as_file().set_permissions(before.permissions())?;
    }
    new.as_file().sync_all()?;
    new.persist(path)?;
    Ok(())
}

/// Checks that there can be a file of this name, without leaving one.
fn check_place(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(_) => OpenOptions::new().write(true).open(path).map(|_| ()),
        Err(_) if path.file_name().is_none() => Err(io::ErrorKind::InvalidFilename.into()),
        Err(_) => {
            let folder = folder(path);
            fs::metadata(folder)?;
            new_file(folder).map(|_| ())
        }
    }
}

/// Returns the folder in which a file is.
fn folder(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Returns a file in the folder, with the permissions that new files usually get.
fn new_file(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The user's mask takes away from these.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The error of the system alone: the name of the file beside it means nothing to the user.
    builder
        .tempfile_in(folder)
        .map_err(|error| match error.raw_os_error() {
            Some(code) => io::Error::from_raw_os_error(code),
            None => error.kind().into(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, inputs: &[&Path]) -> Result<(), OutputFileError> {
        OutputFile::new(path, inputs)?.write(b"new")
    }

    fn is_in_use(path: &Path, input: &Path) -> bool {
        matches!(write(path, &[input]), Err(OutputFileError::InUse { .. }))
    }

    #[test]
    fn an_input_is_not_written_over_by_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("input");
        fs::write(&input, "old").unwrap();
        let hard = folder.path().join("hard");
        fs::hard_link(&input, &hard).unwrap();
        let mut names = vec![input.clone(), folder.path().join("./input"), hard];
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&input, &link).unwrap();
            names.push(link);
        }
        for name in names {
            assert!(is_in_use(&name, &input), "{}", name.display());
            assert!(is_in_use(&input, &name), "{}", name.display());
        }
        assert_eq!(fs::read_to_string(&input).unwrap(), "old");
        write(&folder.path().join("other"), &[&input]).unwrap();
    }

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for _ in 0..2 {
            write(&path, &[Path::new("no such input")]).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        }
        let error = write(&folder.path().join("none/file"), &[]).unwrap_err();
        assert!(
            error.to_string().contains("none/file can't be written: "),
            "{error}"
        );
        write(folder.path(), &[]).unwrap_err();
        // No unfinished file is left beside it.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_stay_what_they_are() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let (plain, path, link) = ["plain", "file", "link"]
            .map(|name| folder.path().join(name))
            .into();
        fs::write(&plain, "old").unwrap();
        write(&path, &[]).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().mode();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, &[]).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(mode(&path) & 0o777, 0o640);
        write(Path::new("/dev/null"), &[]).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
