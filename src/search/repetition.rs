use crate::rules::Game;

/// How often a position may have occurred already when a turn leads to it once more.
const MOST_EARLIER: usize = 1;

/// How many endings of keys are told apart.
const ENDINGS: usize = 1 << 12;

/// Which positions have occurred, in the game and on the way from the root to the current node.
#[derive(Clone, Debug)]
pub(super) struct Repetitions {
    /// The keys of the game's positions, sorted.
    game: Vec<u64>,
    /// One bit for each number that a key of the game ends in: nearly all keys that are asked for have none.
    endings: [u64; ENDINGS / u64::BITS as usize],
    /// The keys at the ends of turns on the way from the root.
    path: Vec<u64>,
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
        }
    }

    /// Whether a position with this key would occur for the third time.
    pub(super) fn forbid(&self, key: u64) -> bool {
        let on_path = self.path.iter().filter(|&&past| past == key).count();
        self.times_in_game(key) + on_path > MOST_EARLIER
    }

    /// How often the game has come to the position with this key.
    fn times_in_game(&self, key: u64) -> usize {
        let (word, bit) = ending(key);
        if self.endings[word] & bit == 0 {
            return 0;
        }
        let first = self.game.partition_point(|&past| past < key);
        let same = self.game[first..].iter().take_while(|&&past| past == key);
        same.count()
    }

    /// How many turns have ended on the way from the root.
    pub(super) const fn turns(&self) -> usize {
        self.path.len()
    }

    /// Whether no turn has ended on the way from the root.
    pub(super) const fn is_at_root(&self) -> bool {
        self.path.is_empty()
    }

    pub(super) fn push(&mut self, key: u64) {
        self.path.push(key);
    }

    pub(super) fn pop(&mut self) {
        self.path.pop();
    }
}

/// The word and the bit in it that stand for the end of a key.
const fn ending(key: u64) -> (usize, u64) {
    let number = key as usize % ENDINGS;
    (
        number / u64::BITS as usize,
        1 << (number % u64::BITS as usize),
    )
}
