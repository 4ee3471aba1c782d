//! The network and the file that holds one.
//!
//! A file is, in little-endian bytes: the magic `LXDN`; the version; inputs, hidden units and output buckets (32 bits
//! each); the win scale (32-bit float); the length of the provenance and its text in UTF-8; the integers of [`Layers`] in
//! the order of its fields; the CRC-32 of all that. `default.nnue` beside this file is built in.

use std::io::{self, Write};
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use super::features::INPUTS;
use super::layers::{BUCKETS, Layers, LayersError};
use crate::types::Score;

/// The bytes that a network's file begins with.
const MAGIC: [u8; 4] = *b"LXDN";
/// The version of the format that is written, and the only one that is read.
const VERSION: u32 = 1;
/// The longest provenance that is read, in bytes: many times the usual one.
const MAX_PROVENANCE: usize = 1 << 16;
/// The bytes of the network that is built in.
const DEFAULT: &[u8] = include_bytes!("default.nnue");

/// A network that evaluates positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    pub(super) layers: Layers,
    win_scale: f32,
    provenance: String,
}

/// Why bytes are no network that can be used.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The bytes don't begin as a network's file does.
    #[error("this is no network for Loxodon: a file of one begins with the letters LXDN")]
    Foreign,
    /// The format has another version.
    #[error("the format's version is {found}, only {VERSION} is read")]
    Version {
        /// The version that the file names.
        found: u32,
    },
    /// The network is for other inputs or outputs.
    #[error(
        "the network has {inputs} inputs and {buckets} output buckets, this engine needs {INPUTS} and {BUCKETS}"
    )]
    Architecture {
        /// The inputs of each view.
        inputs: u32,
        /// The output buckets.
        buckets: u32,
    },
    /// The layers can't be.
    #[error(transparent)]
    Layers(#[from] LayersError),
    /// The scale from score to win probability is no positive number.
    #[error("the win scale is {found}, it must be a positive number")]
    WinScale {
        /// The scale that the file names.
        found: f32,
    },
    /// The file has another length than its header says.
    #[error("the file has {found} bytes, by its header it must have {expected}")]
    Length {
        /// The bytes that there are.
        found: usize,
        /// The bytes that the header asks for.
        expected: usize,
    },
    /// The file is damaged.
    #[error(
        "the file is damaged: its CRC-32 is {found:08x}, that of what it holds is {computed:08x}"
    )]
    Checksum {
        /// The checksum in the file.
        found: u32,
        /// The checksum of what is before it.
        computed: u32,
    },
}

impl Network {
    /// Returns a network of these layers. The win scale is the score, in centi-rabbits, at which the odds of winning
    /// are e : 1; the provenance says how the network was made.
    ///
    /// # Errors
    /// If a layer has not the size that it must have, or the win scale is no positive number.
    pub fn new(layers: Layers, win_scale: f32, provenance: String) -> Result<Self, NetworkError> {
        layers.validate()?;
        if !(win_scale.is_finite() && win_scale > 0.0) {
            return Err(NetworkError::WinScale { found: win_scale });
        }
        Ok(Self {
            layers,
            win_scale,
            provenance,
        })
    }

    /// Returns the same network with another win scale.
    ///
    /// # Errors
    /// If the win scale is no positive number.
    pub fn with_win_scale(self, win_scale: f32) -> Result<Self, NetworkError> {
        Self::new(self.layers, win_scale, self.provenance)
    }

    /// Returns the network that is built in.
    pub fn built_in() -> Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::read(DEFAULT);
            Arc::new(network.expect("a test reads the network that is built in"))
        });
        Arc::clone(&BUILT_IN)
    }

    /// Returns the layers.
    pub const fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Returns the score, in centi-rabbits, at which the odds of winning are e : 1.
    pub const fn win_scale(&self) -> f32 {
        self.win_scale
    }

    /// Returns how likely the side to move is to win, from 0 to 1: a logistic curve whose scale was fitted to games,
    /// with certainty where the game is decided.
    pub fn win_probability(&self, score: Score) -> f64 {
        if score.is_decided() {
            return if score > Score::ZERO { 1.0 } else { 0.0 };
        }
        1.0 / (1.0 + (-f64::from(score.0) / f64::from(self.win_scale)).exp())
    }

    /// Returns how the network was made.
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Reads a network's file.
    ///
    /// # Errors
    /// Why the bytes are no network that this engine can use.
    pub fn read(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take::<4>().ok() != Some(MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let version = reader.number()?;
        if version != VERSION {
            return Err(NetworkError::Version { found: version });
        }
        let [inputs, hidden, buckets] = [reader.number()?, reader.number()?, reader.number()?];
        if (inputs as usize, buckets as usize) != (INPUTS, BUCKETS) {
            return Err(NetworkError::Architecture { inputs, buckets });
        }
        let hidden = Layers::check_hidden(hidden as usize)?;
        let win_scale = f32::from_le_bytes(reader.take()?);
        let provenance_length = (reader.number()? as usize).min(MAX_PROVENANCE);
        let expected = reader.at + provenance_length + Layers::bytes(hidden) + size_of::<u32>();
        if bytes.len() != expected {
            let found = bytes.len();
            return Err(NetworkError::Length { found, expected });
        }
        let (content, checksum) = bytes.split_at(expected - size_of::<u32>());
        let computed = crc32fast::hash(content);
        let found = u32::from_le_bytes(checksum.try_into().unwrap_or_default());
        if found != computed {
            return Err(NetworkError::Checksum { found, computed });
        }
        let (provenance, layers) = content[reader.at..].split_at(provenance_length);
        Self::new(
            Layers::from_bytes(hidden, layers),
            win_scale,
            String::from_utf8_lossy(provenance).into_owned(),
        )
    }

    /// Writes the network's file.
    ///
    /// # Errors
    /// If `output` can't be written to.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        for number in [
            VERSION,
            INPUTS as u32,
            self.layers.hidden as u32,
            BUCKETS as u32,
        ] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.win_scale.to_le_bytes());
        let mut length = self.provenance.len().min(MAX_PROVENANCE);
        while !self.provenance.is_char_boundary(length) {
            length -= 1;
        }
        bytes.extend((length as u32).to_le_bytes());
        bytes.extend(&self.provenance.as_bytes()[..length]);
        self.layers.append_to(&mut bytes);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        output.write_all(&bytes)
    }
}

/// Reads the header's fields one after the other.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], NetworkError> {
        let end = self.at + LENGTH;
        let field = self.bytes.get(self.at..end);
        let field = field.and_then(|field| field.try_into().ok());
        self.at = end;
        field.ok_or(NetworkError::Length {
            found: self.bytes.len(),
            expected: end,
        })
    }

    fn number(&mut self) -> Result<u32, NetworkError> {
        self.take().map(u32::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(network: &Network) -> Vec<u8> {
        let mut bytes = Vec::new();
        network.write(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_network_comes_back_as_it_was() {
        let network = Network::new(Layers::random(64, 1), 320.5, "made by a test".to_owned());
        let network = network.unwrap();
        assert_eq!(Network::read(&written(&network)), Ok(network));
    }

    #[test]
    fn a_win_is_e_times_as_likely_at_the_win_scale() {
        let network = Network::new(Layers::random(64, 1), 250.0, String::new()).unwrap();
        let odds = |score| network.win_probability(score) / network.win_probability(-score);
        assert!((odds(Score(250)) - 1f64.exp()).abs() < 1e-9);
        assert!((odds(Score::ZERO) - 1.0).abs() < 1e-9);
        assert!((network.win_probability(Score::win_in(7)) - 1.0).abs() < 1e-9);
        assert!(network.win_probability(Score::loss_in(8)).abs() < 1e-9);
    }

    #[test]
    fn the_network_that_is_built_in_can_be_read() {
        let built_in = Network::built_in();
        assert_eq!(written(&built_in), DEFAULT);
        assert!(!built_in.provenance().is_empty());
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let network = Network::new(Layers::random(64, 2), 300.0, String::new()).unwrap();
        let good = written(&network);
        for place in [300, 5000, good.len() - 1] {
            let mut bytes = good.clone();
            bytes[place] ^= 1;
            let error = Network::read(&bytes);
            assert!(
                matches!(error, Err(NetworkError::Checksum { .. })),
                "{error:?}"
            );
        }
        for length in [4, 10, 27, 1000, good.len() - 1] {
            let error = Network::read(&good[..length]);
            assert!(
                matches!(error, Err(NetworkError::Length { .. })),
                "{error:?}"
            );
        }
        let with = |place: usize, number: u32| {
            let mut bytes = good.clone();
            bytes[place..place + 4].copy_from_slice(&number.to_le_bytes());
            Network::read(&bytes)
        };
        assert_eq!(with(0, 7), Err(NetworkError::Foreign));
        assert_eq!(with(4, 9), Err(NetworkError::Version { found: 9 }));
        assert!(matches!(
            with(8, 9),
            Err(NetworkError::Architecture { inputs: 9, .. })
        ));
        assert!(matches!(with(12, 100), Err(NetworkError::Layers(_))));
        assert!(matches!(with(20, 0), Err(NetworkError::Checksum { .. })));
        assert!(matches!(
            with(24, u32::MAX),
            Err(NetworkError::Length { .. })
        ));
        assert_eq!(Network::read(b""), Err(NetworkError::Foreign));
    }
}
