use crate::rules::Game;

/// How often a position may have occurred already when a turn leads to it once more.
const MOST_EARLIER: usize = 1;

/// Which positions have occurred, in the game and on the way from the root to the current node.
#[derive(Clone, Debug)]
pub(super) struct Repetitions {
    /// The keys of the game's positions, sorted.
    game: Vec<u64>,
    /// The keys at the ends of turns on the way from the root.
    path: Vec<u64>,
}

impl Repetitions {
    pub(super) fn new(game: &Game) -> Self {
        let mut keys: Vec<u64> = game.repetition_keys().collect();
        keys.sort_unstable();
        Self {
            game: keys,
            path: Vec::new(),
        }
    }

    /// Whether a position with this key would occur for the third time.
    pub(super) fn forbid(&self, key: u64) -> bool {
        let first = self.game.partition_point(|&past| past < key);
        let in_game = self.game[first..]
            .iter()
            .take_while(|&&past| past == key)
            .count();
        let on_path = self.path.iter().filter(|&&past| past == key).count();
        in_game + on_path > MOST_EARLIER
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
