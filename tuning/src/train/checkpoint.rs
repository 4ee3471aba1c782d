//! A training that can be continued, as a file: safetensors of the weights and of what the optimiser has gathered, with the
//! rest as JSON in the metadata.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use loxodon::cli::output_file::write_whole;
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};
use serde::{Deserialize, Serialize};

use super::adam::Moments;
use super::history::History;
use super::parameters::{HIDDEN_MULTIPLE, Parameters};
use super::plan::Identity;

/// The entry of the metadata.
const PROGRESS: &str = "progress";

/// A training that has come so far.
pub(super) struct Checkpoint {
    pub(super) progress: Progress,
    pub(super) parameters: Parameters,
    pub(super) moments: Moments,
}

/// Where a training stands, its numbers aside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Progress {
    pub(super) identity: Identity,
    /// The steps made.
    pub(super) step: u64,
    pub(super) history: History,
}

impl Progress {
    /// Returns whether the last step was made.
    pub(super) fn is_finished(&self) -> bool {
        self.step >= self.identity.schedule().steps()
    }

    /// Checks that the training is that of the identity; if it is not, the error names the checkpoint's file and tells both.
    pub(super) fn check_identity(&self, identity: &Identity, path: &Path) -> anyhow::Result<()> {
        ensure!(
            self.identity == *identity,
            "{} is of a training with other options or data: continue with the same, or leave out --resume and remove the \
             file\n  then: {}\n  now:  {}",
            path.display(),
            serde_json::to_string(&self.identity)?,
            serde_json::to_string(identity)?
        );
        Ok(())
    }
}

/// Writes a checkpoint; the old one is kept until the new one is whole.
pub(super) fn write(
    path: &Path,
    progress: &Progress,
    parameters: &Parameters,
    moments: &Moments,
) -> anyhow::Result<()> {
    let sets = [
        ("parameters", parameters),
        ("mean", &moments.mean),
        ("square", &moments.square),
    ];
    let mut tensors = Vec::new();
    for (set, parameters) in sets {
        for (layer, values) in parameters.tensors() {
            let bytes = bytemuck::cast_slice(values);
            let view = TensorView::new(Dtype::F32, vec![values.len()], bytes)?;
            tensors.push((format!("{set}.{layer}"), view));
        }
    }
    let progress = serde_json::to_string(progress)?;
    let metadata = HashMap::from([(PROGRESS.to_owned(), progress)]);
    let bytes = safetensors::serialize(tensors, Some(metadata))?;
    Ok(write_whole(path, &bytes)?)
}

impl Checkpoint {
    /// Reads a checkpoint's file, if it is there.
    pub(super) fn read_file(path: &Path) -> anyhow::Result<Option<Self>> {
        match fs::read(path) {
            Ok(bytes) => Self::read(&bytes)
                .map(Some)
                .with_context(|| format!("{} is no checkpoint that can be read", path.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("{} can't be read", path.display())),
        }
    }

    pub(super) fn read(bytes: &[u8]) -> anyhow::Result<Self> {
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let tensors = SafeTensors::deserialize(bytes)?;
        let progress = metadata
            .metadata()
            .as_ref()
            .and_then(|entries| entries.get(PROGRESS))
            .ok_or_else(|| anyhow!("it has no entry {PROGRESS:?}"))?;
        let progress: Progress = serde_json::from_str(progress)?;
        let hidden = progress.identity.hidden;
        ensure!(
            hidden > 0 && hidden.is_multiple_of(HIDDEN_MULTIPLE),
            "it has {hidden} hidden units, which is no multiple of {HIDDEN_MULTIPLE}"
        );
        let read_set = |set: &str| -> anyhow::Result<Parameters> {
            let mut parameters = Parameters::zeros(hidden);
            for (layer, values) in parameters.tensors_mut() {
                let name = format!("{set}.{layer}");
                let tensor = tensors.tensor(&name)?;
                let bytes: &mut [u8] = bytemuck::cast_slice_mut(values);
                ensure!(
                    tensor.dtype() == Dtype::F32 && tensor.data().len() == bytes.len(),
                    "{name} has another type or size than it must have"
                );
                bytes.copy_from_slice(tensor.data());
            }
            Ok(parameters)
        };
        Ok(Self {
            parameters: read_set("parameters")?,
            moments: Moments {
                mean: read_set("mean")?,
                square: read_set("square")?,
            },
            progress,
        })
    }
}
