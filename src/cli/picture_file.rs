//! Where a picture goes: the argument `--svg`.

use std::path::Path;

use anyhow::anyhow;
use svg::Document;

use super::failure::bad_input;
use super::output::Output;
use super::output_file::OutputFile;

/// Where a picture goes.
pub(super) enum PictureFile {
    /// To standard output, in place of all else.
    StandardOutput,
    /// To a file, as SVG.
    Svg(OutputFile),
    /// To a file, as PNG.
    #[cfg(feature = "png")]
    Png(OutputFile),
}

impl PictureFile {
    /// Returns where the argument's picture goes: to standard output for `-`.
    ///
    /// # Errors
    /// If the file is one of the inputs, JSON is wanted on standard output as well, or a PNG from a program that can't draw
    /// one.
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
                let is_png = is_png(file);
                let file = OutputFile::new(file, inputs).map_err(bad_input)?;
                if is_png {
                    return Self::png(file).map(Some);
                }
                Ok(Some(Self::Svg(file)))
            }
        }
    }

    #[cfg(feature = "png")]
    #[expect(clippy::unnecessary_wraps, reason = "without the feature it fails")]
    const fn png(file: OutputFile) -> anyhow::Result<Self> {
        Ok(Self::Png(file))
    }

    #[cfg(not(feature = "png"))]
    fn png(_: OutputFile) -> anyhow::Result<Self> {
        Err(bad_input(anyhow!(
            "this program draws no PNG: a name in .svg is needed, or a build with `--features png`"
        )))
    }

    /// Writes the picture.
    pub(super) fn write(&self, picture: &Document, out: &mut Output) -> anyhow::Result<()> {
        match self {
            Self::StandardOutput => writeln!(out, "{picture}")?,
            Self::Svg(file) => file.write(picture.to_string().as_bytes())?,
            #[cfg(feature = "png")]
            Self::Png(file) => file.write(&super::png::of(&picture.to_string())?)?,
        }
        Ok(())
    }
}

/// Returns whether a file's name ends in .png.
fn is_png(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}
