use super::picture_file::PictureFile;

/// What a command prints on standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Lines for people.
    Text,
    /// An object a line.
    Json,
    /// A picture alone.
    Picture,
}

impl Form {
    /// Returns the form for these arguments.
    pub(super) fn new(is_json: bool, picture: Option<&PictureFile>) -> Self {
        match picture {
            Some(PictureFile::StandardOutput) => Self::Picture,
            _ if is_json => Self::Json,
            _ => Self::Text,
        }
    }
}
