//! The same counts by the crate `arimaa_engine_step`, the rules core that is published for Rust, each in the fastest
//! way that its public functions were found to allow.
//!
//! Its states can't be changed: a step makes a new state, and going back is dropping it.

use arimaa_engine_step::{Action, GameState};
use loxodon::rules::notation::diagram;
use loxodon::rules::{KeySet, Position};

/// The steps of a whole turn.
const STEPS_PER_TURN: usize = 4;

/// The peer's state for one of our positions at the start of a turn.
pub(crate) fn state(position: &Position) -> GameState {
    let side = position.side_to_move().letter();
    format!("2{side}\n{}", diagram(position.board()))
        .parse()
        .expect("the peer reads diagrams")
}

/// The steps, without the action that ends the turn.
fn steps(state: &GameState) -> impl Iterator<Item = Action> {
    state
        .valid_actions_no_rep()
        .into_iter()
        .filter(|action| *action != Action::Pass)
}

/// The lists of exactly four steps; the last steps are counted, not made.
pub(crate) fn count_step_sequences(state: &GameState) -> u64 {
    if state.current_step() == STEPS_PER_TURN - 1 {
        return steps(state).count() as u64;
    }
    steps(state)
        .map(|step| count_step_sequences(&state.take_action(&step)))
        .sum()
}

/// The same count, with every step really made.
pub(crate) fn walk_step_sequences(state: &GameState) -> u64 {
    make_steps(state, STEPS_PER_TURN)
}

fn make_steps(state: &GameState, steps_left: usize) -> u64 {
    if steps_left == 0 {
        return 1;
    }
    steps(state)
        .map(|step| make_steps(&state.take_action(&step), steps_left - 1))
        .sum()
}

/// How many distinct boards a turn can lead to: depth first, and no further from a state that was met before.
pub(crate) fn count_distinct_turns(state: &GameState) -> u64 {
    let mut search = TurnSearch {
        met: KeySet::default(),
        ends: KeySet::default(),
    };
    let unchanged = state.take_action(&Action::Pass).transposition_hash();
    search.ends.insert(unchanged);
    search.visit(state);
    search.ends.len() as u64 - 1
}

struct TurnSearch {
    /// The states met within the turn: their keys tell the steps made and what is open apart.
    met: KeySet,
    /// The states at which the opponent can be to move, with the one that a turn may not leave.
    ends: KeySet,
}

impl TurnSearch {
    fn visit(&mut self, state: &GameState) {
        let last = state.current_step() == STEPS_PER_TURN - 1;
        for action in state.valid_actions_no_rep() {
            let after = state.take_action(&action);
            let key = after.transposition_hash();
            if last || action == Action::Pass {
                self.ends.insert(key);
            } else if self.met.insert(key) {
                self.visit(&after);
            }
        }
    }
}
