//! Where a picture goes: the argument `--svg`.

use anyhow::anyhow;
use svg::Document;

use super::failure::bad_input;
use super::output::Output;
use super::output_file::OutputFile;

/// Where a picture goes.
pub(super) enum PictureFile {
    /// To standard output, in place of all else.
    StandardOutput,
    /// To a file.
    Named(OutputFile),
}

impl PictureFile {
    /// Returns where the argument's picture goes: to standard output for `-`.
    ///
    /// # Errors
    /// If the file is one of the inputs, or JSON is wanted on standard output as well.
    pub(super) fn new<'a>(
        argument: Option<&str>,
        is_json: bool,
        inputs: impl IntoIterator<Item = &'a str>,
    ) -> anyhow::Result<Option<Self>> {
        match argument {
            None => Ok(None),
            Some("-") if is_json => Err(bad_input(anyhow!(
                "--svg - and --json both write to standard output: one of them has to go"
            ))),
            Some("-") => Ok(Some(Self::StandardOutput)),
            Some(file) => {
                let file = OutputFile::new(file, inputs).map_err(bad_input)?;
                Ok(Some(Self::Named(file)))
            }
        }
    }

    /// Returns whether nothing else is to be printed.
    pub(super) const fn is_standard_output(&self) -> bool {
        matches!(self, Self::StandardOutput)
    }

    /// Writes the picture.
    pub(super) fn write(&self, picture: &Document, out: &mut Output) -> anyhow::Result<()> {
        match self {
            Self::StandardOutput => writeln!(out, "{picture}")?,
            Self::Named(file) => file.write(picture.to_string().as_bytes())?,
        }
        Ok(())
    }
}
