//! Which weights there are: every table of weights with its axes, in the order of the parameter file.

use super::table::{Axis, Group, Table};

const KINDS: Axis = Axis(&["rabbit", "cat", "dog", "horse", "camel", "elephant"]);
const OFFICERS: Axis = Axis(&["cat", "dog", "horse", "camel", "elephant"]);
const CAPTIVES: Axis = Axis(&["cat", "dog", "horse", "camel"]);
const TO_4: Axis = Axis(&["0", "1", "2", "3", "4"]);
const TO_5: Axis = Axis(&["0", "1", "2", "3", "4", "5"]);
const TO_8: Axis = Axis(&["0", "1", "2", "3", "4", "5", "6", "7", "8"]);
const TO_12: Axis = Axis(&[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
]);
const TO_16: Axis = Axis(&[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
]);
const FROM_1_TO_7: Axis = Axis(&["1", "2", "3", "4", "5", "6", "7"]);
const TWO_OR_MORE: Axis = Axis(&["0", "1", "2+"]);
const STEPS: Axis = Axis(&["2", "3", "4"]);
const RANKS: Axis = Axis(&["1", "2", "3", "4", "5", "6", "7", "8"]);
const FORWARD_RANKS: Axis = Axis(&["5", "6", "7", "8"]);
const RABBIT_RANKS: Axis = Axis(&["4", "5", "6", "7"]);
const FILES: Axis = Axis(&["a/h", "b/g", "c/f", "d/e"]);
const STRONGEST: Axis = Axis(&["enemy", "equal", "own"]);
const HALVES: Axis = Axis(&["own half", "enemy half"]);
const WHEN: Axis = Axis(&["at once", "soon", "later"]);
const MOVER: Axis = Axis(&["waiting", "to move"]);
const HOLDER: Axis = Axis(&["elephant", "another"]);
const CONTROL: Axis = Axis(&["-4", "-3", "-2", "-1", "0", "1", "2", "3", "4"]);
const BIG_PREY: Axis = Axis(&["dog", "horse", "camel"]);
const ON_THE_WAY: Axis = Axis(&["3", "4", "5", "6", "7"]);
const GUARDED: Axis = Axis(&[
    "1, enemies 0",
    "1, enemies 1",
    "1, enemies 2",
    "1, enemies 3",
    "2, enemies 0",
    "2, enemies 1",
    "2, enemies 2",
    "3+",
]);

/// How many levels of control the tables tell apart.
pub(super) const CONTROL_LEVELS: usize = CONTROL.len();

/// What to say of a parameter file in which a table can't be read.
macro_rules! misread {
    ($($name:literal),+) => {
        concat!("`", $($name,)+ "` is missing here, or has too few or wrong numbers")
    };
}

/// Declares the tables: for each one a constant by which its term finds the weights, and one entry in `GROUPS` or two.
macro_rules! tables {
    (
        always:
        $($(#[doc = $doc:literal])+ $constant:ident = $name:literal by $a:ident, $b:ident, $c:ident;)+
        by phase:
        $($(#[doc = $p_doc:literal])+ $p_constant:ident = $p_name:literal by $p_a:ident, $p_b:ident, $p_c:ident;)+
    ) => {
        /// One place for each table, in order.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the tables")]
        enum Place { $($constant,)+ $($p_constant),+ }

        const LENGTHS: &[usize] = &[
            $($a.len() * $b.len() * $c.len(),)+
            $($p_a.len() * $p_b.len() * $p_c.len()),+
        ];

        /// How many tables have the same weights on every board.
        const ALWAYS: usize = [$(Place::$constant as usize),+].len();

        $(
            $(#[doc = $doc])+
            pub(super) const $constant: Table<{ $a.len() }, { $b.len() }, { $c.len() }> =
                Table::new(first(Place::$constant as usize));
        )+
        $(
            $(#[doc = $p_doc])+
            pub(super) const $p_constant: Table<{ $p_a.len() }, { $p_b.len() }, { $p_c.len() }> =
                Table::new(first(Place::$p_constant as usize));
        )+

        /// All tables of weights, in the order of the parameter file.
        pub static GROUPS: &[Group] = &[
            $(Group {
                name: $name,
                subject: $name,
                first: first(Place::$constant as usize),
                axes: [$a, $b, $c],
                doc: concat!($($doc),+),
                misread: misread!($name),
            },)+
            $(
                Group {
                    name: concat!($p_name, " on a full board"),
                    subject: $p_name,
                    first: WEIGHTS_OF_SLOT[first(Place::$p_constant as usize)][0],
                    axes: [$p_a, $p_b, $p_c],
                    doc: concat!($($p_doc),+),
                    misread: misread!($p_name, " on a full board"),
                },
                Group {
                    name: concat!($p_name, " on an empty board"),
                    subject: $p_name,
                    first: WEIGHTS_OF_SLOT[first(Place::$p_constant as usize)][1],
                    axes: [$p_a, $p_b, $p_c],
                    doc: "The same when few pieces are left.",
                    misread: misread!($p_name, " on an empty board"),
                },
            )+
        ];
    };
}

/// The first slot of a table.
const fn first(place: usize) -> usize {
    let mut first = 0;
    let mut index = 0;
    while index < place {
        first += LENGTHS[index];
        index += 1;
    }
    first
}

/// How many slots there are. A slot is what a term reports: its worth is a weight, or lies between two of them.
pub(super) const SLOTS: usize = first(LENGTHS.len());

/// How many slots have the same weight on every board; theirs come first.
const SLOTS_ALWAYS: usize = first(ALWAYS);

/// How many weights there are.
pub const COUNT: usize = 2 * SLOTS - SLOTS_ALWAYS;

/// The weights of each slot, on a full board and on an empty one: a table's weights for the latter follow those for the
/// former.
pub(super) static WEIGHTS_OF_SLOT: [[usize; 2]; SLOTS] = weights_of_slots();

const fn weights_of_slots() -> [[usize; 2]; SLOTS] {
    let mut weights = [[0; 2]; SLOTS];
    let mut place = 0;
    while place < LENGTHS.len() {
        let (first, end) = (first(place), first(place + 1));
        let mut slot = first;
        while slot < end {
            weights[slot] = if place < ALWAYS {
                [slot, slot]
            } else {
                [slot + first - SLOTS_ALWAYS, slot + end - SLOTS_ALWAYS]
            };
            slot += 1;
        }
        place += 1;
    }
    weights
}

/// An axis with a single entry, for tables with fewer than three.
const ONE: Axis = Axis(&[""]);

tables! {
    always:
    /// For each step that the side to move has left, or else the opponent has spent.
    UNSPENT_STEP = "unspent step" by ONE, ONE, ONE;
    /// A piece, by the number of stronger enemy pieces.
    OFFICERS_LEFT = "material by stronger enemies" by ONE, OFFICERS, TO_8;
    /// All rabbits together, by their number.
    RABBITS_LEFT = "material by rabbits left" by ONE, ONE, TO_8;
    /// All pieces together, by their number.
    PIECES_LEFT = "material by pieces left" by ONE, ONE, TO_16;
    by phase:
    /// Where a piece stands, by rank from the own side and by file.
    PLACEMENT = "placement" by KINDS, RANKS, FILES;
    /// A home trap, by whose piece beside it is the strongest, the number of own and that of enemy pieces there.
    HOME_TRAP = "home trap by strongest, own, enemies" by STRONGEST, TO_4, TO_4;
    /// A home trap, by how much more than the enemy its owner has to say about it.
    TRAP_CONTROL = "home trap by control" by ONE, ONE, CONTROL;
    /// A piece on a trap, by the number of its guards and of enemies beside the trap.
    ON_TRAP = "on a trap by guards" by ONE, KINDS, GUARDED;
    /// The only guard of a friend on a trap, which can't go away.
    TIED_GUARD = "tied to a trap" by ONE, ONE, KINDS;
    /// A piece that could be captured: by the enemy who is to move; once our last two steps are made; later. By steps.
    THREATENED = "threatened with capture by when, steps" by WHEN, STEPS, KINDS;
    /// A frozen piece.
    FROZEN = "frozen" by ONE, ONE, KINDS;
    /// A piece beside a stronger enemy that a friend keeps free.
    HELD_FREE = "held free" by ONE, ONE, KINDS;
    /// A piece beside a stronger enemy that can't be pushed, for there is no empty square around it.
    PHALANX = "not to be pushed" by ONE, ONE, KINDS;
    /// A piece held near one of the enemy's home traps, by kind, holder and other own pieces beside that trap.
    HOSTAGE_AWAY = "held near an enemy trap by holder, guards" by CAPTIVES, HOLDER, TWO_OR_MORE;
    /// The same near an own home trap.
    HOSTAGE_HOME = "held near a home trap by holder, guards" by CAPTIVES, HOLDER, TWO_OR_MORE;
    /// Having the strongest piece that is free to act, by its kind.
    STRONGEST_FREE = "strongest free piece" by ONE, ONE, KINDS;
    /// The squares that the elephant can reach in two steps.
    ELEPHANT_REACH = "elephant's reach" by ONE, ONE, TO_12;
    /// The squares beside the camel that it can step to without standing beside the enemy elephant there.
    CAMEL_STEPS = "camel's safe steps" by ONE, ONE, TO_4;
    /// For each piece but rabbits that can make a step.
    CAN_STEP = "can step" by ONE, ONE, ONE;
    /// A piece's distance to the weakest of the enemy's pieces that are stronger, by the half of the board that it is on.
    HUNTER_DISTANCE = "distance to the hunter by kind, half" by BIG_PREY, HALVES, FROM_1_TO_7;
    /// A piece in the enemy half with a stronger enemy within two squares, by rank.
    CHASED = "chased beyond the middle" by ONE, CAPTIVES, FORWARD_RANKS;
    /// A piece in the enemy half with no friend within two squares, by rank.
    LONELY = "lonely beyond the middle" by ONE, CAPTIVES, FORWARD_RANKS;
    /// The cats, dogs and rabbits beside a home trap.
    SMALL_GUARDS = "small guards of a home trap" by ONE, ONE, TO_4;
    /// A rabbit on its way, by rank and by control of the trap before it.
    RABBIT_CONTROL = "rabbit's way by rank, control" by ONE, ON_THE_WAY, CONTROL;
    /// A rabbit that has left home, by rank and the number of enemies on its way.
    RABBIT_WAY = "rabbit's way by rank, enemies" by ONE, RABBIT_RANKS, TO_5;
    /// A rabbit that has left home with a stronger friend beside it, by rank.
    ESCORTED = "escorted rabbit" by ONE, ONE, RABBIT_RANKS;
    /// The steps that a rabbit needs to its goal, less the unspent ones of the side to move.
    GOAL_DISTANCE = "goal distance by mover" by ONE, MOVER, TO_8;
    /// Pieces but rabbits on one wing more than on the other.
    OFFICERS_LOPSIDED = "pieces lopsided" by ONE, ONE, TO_8;
    /// Rabbits on one wing more than on the other.
    RABBITS_LOPSIDED = "rabbits lopsided" by ONE, ONE, TO_8;
}
