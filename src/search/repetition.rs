use crate::rules::Game;
use crate::rules::game::MOST_OCCURRENCES;

/// The number of key endings that are distinguished (223889c): many more than a game has positions, in half a KiB.
const ENDINGS: usize = 1 << 12;

/// The positions that have occurred in the game and on the path from the root to the current node.
#[derive(Clone, Debug)]
pub(super) struct Repetitions {
    /// The keys of the game's positions, sorted.
    game: Vec<u64>,
    /// A bit for each ending of a key of the game: nearly all keys that are looked up have another ending.
    endings: [u64; ENDINGS / u64::BITS as usize],
    /// The keys at the ends of turns on the path from the root of the whole search.
    path: Vec<u64>,
    /// The number of them before the root of this search.
    root: usize,
}

impl Repetitions {
    pub(super) fn new(game: &Game) -> Self {
        let mut keys: Vec<u64> = game.repetition_keys().collect();
        keys.sort_unstable();
        let mut endings = [0; ENDINGS / u64::BITS as usize];
        for &key in &keys {
            let (word, bit) = ending(key);
            endings[word] |= bit;
        }
        Self {
            game: keys,
            endings,
            path: Vec::new(),
            root: 0,
        }
    }

    /// Returns the same for a search of its own whose root is the current node, at the start of a turn.
    pub(super) fn rooted_here(&self) -> Self {
        Self {
            root: self.path.len(),
            ..self.clone()
        }
    }

    /// Returns whether a position with this key would occur for the third time.
    pub(super) fn forbid(&self, key: u64) -> bool {
        let on_path = self.path.iter().filter(|&&past| past == key).count();
        self.times_in_game(key) + on_path >= MOST_OCCURRENCES
    }

    /// Returns how often the position with this key has occurred in the game.
    fn times_in_game(&self, key: u64) -> usize {
        let (word, bit) = ending(key);
        if self.endings[word] & bit == 0 {
            return 0;
        }
        let first = self.game.partition_point(|&past| past < key);
        let same = self.game[first..].iter().take_while(|&&past| past == key);
        same.count()
    }

    /// Returns the number of turns that have ended on the path from the root of the whole search.
    pub(super) const fn turns(&self) -> usize {
        self.path.len()
    }

    /// Returns whether no turn has ended on the path from the root.
    pub(super) const fn is_at_root(&self) -> bool {
        self.path.len() == self.root
    }

    pub(super) fn push(&mut self, key: u64) {
        self.path.push(key);
    }

    pub(super) fn pop(&mut self) {
        self.path.pop();
    }
}

/// Returns the word of `endings`, and the bit in it, of a key's ending.
const fn ending(key: u64) -> (usize, u64) {
    let number = key as usize % ENDINGS;
    (
        number / u64::BITS as usize,
        1 << (number % u64::BITS as usize),
    )
}
