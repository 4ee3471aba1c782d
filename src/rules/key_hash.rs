//! Sets and maps by position key, hashed by the key itself: it is random already.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are hashed as whole numbers");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A set of position keys.
pub type KeySet = HashSet<u64, BuildHasherDefault<KeyHasher>>;

/// A map from position keys.
pub(super) type KeyMap<T> = HashMap<u64, T, BuildHasherDefault<KeyHasher>>;
