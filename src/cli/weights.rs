use clap::Args;

use super::text_source::TextSource;
use crate::eval::use_weights;

/// Which weights positions are evaluated with.
#[derive(Args)]
pub(super) struct WeightsArguments {
    /// Evaluate with the weights of this file, as `loxodon-tuning` writes them, instead of those built in
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
}

impl WeightsArguments {
    /// The file that they are read from, if they are.
    pub(super) fn file(&self) -> Option<&str> {
        self.weights.as_deref()
    }

    /// Makes the evaluation use them.
    pub(super) fn choose(&self) -> anyhow::Result<()> {
        let Some(path) = &self.weights else {
            return Ok(());
        };
        let source = TextSource::read(path)?;
        use_weights(&source.text).map_err(|error| source.error(error))
    }
}
