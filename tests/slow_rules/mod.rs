//! The rules of steps written a second time, slow and plain: an array of 64 cells and a loop wherever a rule speaks of
//! pieces or squares. Nothing here shares code with the engine but the order of squares (a1, b1, … h8).

use std::collections::HashSet;

/// The directions as changes of file and rank, in the engine's order: north, east, south, west.
const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// c3, f3, c6 and f6.
const TRAPS: [usize; 4] = [18, 21, 42, 45];

/// From the weakest to the strongest.
const KINDS: &str = "rcdhme";

/// Letters of pieces, `.` where there is none.
pub(crate) type Cells = [char; 64];

/// One way to understand what the last movement of the turn was part of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Reading {
    /// Nothing is open.
    Done,
    /// An own piece has stepped out of `from`: a weaker enemy piece beside it may be pulled there.
    Stepped { from: usize, strength: usize },
    /// An enemy piece has been pushed out of `from`: one of `pushers` must go there.
    Pushed { from: usize, pushers: Vec<usize> },
}

/// A position within a turn, with all readings of the movements so far.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SlowPosition {
    pub(crate) cells: Cells,
    gold_moves: bool,
    steps_left: usize,
    readings: Vec<Reading>,
}

impl SlowPosition {
    /// The start of a turn; `reading_order` has the cells from a8 to h8, … a1 to h1.
    pub(crate) fn new(reading_order: &str, gold_moves: bool) -> Self {
        let letters: Vec<char> = reading_order.chars().collect();
        let mut cells = ['.'; 64];
        for (square, cell) in cells.iter_mut().enumerate() {
            *cell = letters[(7 - square / 8) * 8 + square % 8];
        }
        Self {
            cells,
            gold_moves,
            steps_left: 4,
            readings: vec![Reading::Done],
        }
    }

    /// Whether the movement, given as square and direction, is legal here.
    pub(crate) fn allows(&self, from: usize, direction: usize) -> bool {
        !self.readings_after(from, direction).is_empty()
    }

    /// All legal movements.
    pub(crate) fn steps(&self) -> Vec<(usize, usize)> {
        let all = (0..64).flat_map(|from| (0..4).map(move |direction| (from, direction)));
        all.filter(|&(from, direction)| self.allows(from, direction))
            .collect()
    }

    /// The position after a legal movement.
    pub(crate) fn after(&self, from: usize, direction: usize) -> Self {
        let to = beside(from, direction).unwrap();
        let mut after = self.clone();
        after.readings = self.readings_after(from, direction);
        after.steps_left -= 1;
        after.cells[to] = after.cells[from];
        after.cells[from] = '.';
        let moved = after.cells;
        for trap in TRAPS {
            if moved[trap] != '.' && !has_friend_beside(&moved, trap) {
                after.cells[trap] = '.';
            }
        }
        after
    }

    /// The start of the opponent's turn.
    pub(crate) fn end_turn(&self) -> Self {
        Self {
            cells: self.cells,
            gold_moves: !self.gold_moves,
            steps_left: 4,
            readings: vec![Reading::Done],
        }
    }

    /// Whether the movements so far can be read without an open push.
    pub(crate) fn is_complete(&self) -> bool {
        let is_push = |reading: &Reading| matches!(reading, Reading::Pushed { .. });
        !self.readings.iter().all(is_push)
    }

    /// The boards to which a whole turn can lead, by trying everything.
    pub(crate) fn boards_after_turns(&self) -> HashSet<Cells> {
        let mut boards = HashSet::new();
        let mut seen = HashSet::new();
        let mut to_try = vec![self.clone()];
        while let Some(position) = to_try.pop() {
            if position.cells != self.cells && position.is_complete() {
                boards.insert(position.cells);
            }
            for (from, direction) in position.steps() {
                let after = position.after(from, direction);
                if seen.insert(after.clone()) {
                    to_try.push(after);
                }
            }
        }
        boards
    }

    /// How many lists of exactly `steps` movements there are that complete every push.
    pub(crate) fn count_lists(&self, steps: usize) -> u64 {
        if steps == 0 {
            return u64::from(self.is_complete());
        }
        let next = self.steps().into_iter();
        next.map(|(from, direction)| self.after(from, direction).count_lists(steps - 1))
            .sum()
    }

    fn readings_after(&self, from: usize, direction: usize) -> Vec<Reading> {
        let piece = self.cells[from];
        let Some(to) = beside(from, direction) else {
            return Vec::new();
        };
        if self.steps_left == 0 || piece == '.' || self.cells[to] != '.' {
            return Vec::new();
        }
        let mut after = Vec::new();
        for reading in &self.readings {
            match reading {
                Reading::Pushed {
                    from: into,
                    pushers,
                } => {
                    if to == *into && pushers.contains(&from) {
                        after.push(Reading::Done);
                    }
                }
                _ if piece.is_uppercase() == self.gold_moves => {
                    after.extend(self.step_of_own(from, direction));
                }
                reading => after.extend(self.movements_of_enemy(reading, from, to)),
            }
        }
        after
    }

    fn step_of_own(&self, from: usize, direction: usize) -> Option<Reading> {
        let backward = if self.gold_moves { 2 } else { 0 };
        let is_rabbit = self.cells[from].eq_ignore_ascii_case(&'r');
        if is_frozen(&self.cells, from) || (is_rabbit && direction == backward) {
            return None;
        }
        Some(Reading::Stepped {
            from,
            strength: strength(self.cells[from]),
        })
    }

    fn movements_of_enemy(&self, reading: &Reading, from: usize, to: usize) -> Vec<Reading> {
        let mut readings = Vec::new();
        let pushed = strength(self.cells[from]);
        if let Reading::Stepped {
            from: into,
            strength,
        } = reading
            && to == *into
            && *strength > pushed
        {
            readings.push(Reading::Done);
        }
        let can_push = |&pusher: &usize| {
            let piece = self.cells[pusher];
            piece != '.'
                && piece.is_uppercase() == self.gold_moves
                && strength(piece) > pushed
                && !is_frozen(&self.cells, pusher)
        };
        let pushers: Vec<usize> = all_beside(from).filter(can_push).collect();
        if self.steps_left >= 2 && !pushers.is_empty() {
            readings.push(Reading::Pushed { from, pushers });
        }
        readings
    }
}

fn strength(piece: char) -> usize {
    KINDS.find(piece.to_ascii_lowercase()).unwrap()
}

fn beside(square: usize, direction: usize) -> Option<usize> {
    let (east, north) = DIRECTIONS[direction];
    let file = (square % 8) as i32 + east;
    let rank = (square / 8) as i32 + north;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn all_beside(square: usize) -> impl Iterator<Item = usize> {
    (0..4).filter_map(move |direction| beside(square, direction))
}

fn has_friend_beside(cells: &Cells, square: usize) -> bool {
    all_beside(square).any(|other| cells[other] != '.' && are_friends(cells[other], cells[square]))
}

fn is_frozen(cells: &Cells, square: usize) -> bool {
    let mut beside_stronger = false;
    for other in all_beside(square) {
        beside_stronger |= cells[other] != '.'
            && !are_friends(cells[other], cells[square])
            && strength(cells[other]) > strength(cells[square]);
    }
    beside_stronger && !has_friend_beside(cells, square)
}

fn are_friends(one: char, other: char) -> bool {
    one.is_uppercase() == other.is_uppercase()
}
