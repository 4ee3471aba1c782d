//! The approach to the goal: how near a side is to one, should the opponent do nothing, and which steps bring it nearer.
//!
//! Steps of an attack gain little for the evaluation before the last of them threatens a goal.

use std::cell::OnceCell;

use super::{goal, walk};
use crate::rules::turn::STEPS_PER_TURN;
use crate::rules::{Position, Step};

/// Goals that take more steps are too far away for a step to be an attack (61905a2).
const MOST_STEPS: u8 = 5;

/// How near the side to move is to its goal, found out when it is first asked for.
#[derive(Debug)]
pub(crate) struct Approach<'a> {
    position: &'a Position,
    /// None if it is far from it.
    steps: OnceCell<Option<u8>>,
}

impl<'a> Approach<'a> {
    /// Returns how near the side to move is to its goal in a position within its turn, with no push open.
    pub(crate) const fn of(position: &'a Position) -> Self {
        Self {
            position,
            steps: OnceCell::new(),
        }
    }

    /// Returns whether a legal step brings the goal nearer, if it is near already.
    pub(crate) fn is_advanced_by(&self, step: Step) -> bool {
        let Some(steps) = *self.steps.get_or_init(|| steps_to_goal(self.position)) else {
            return false;
        };
        let mut after = *self.position;
        after.play_unchecked(step);
        !after.pending().is_push() && steps_to_goal(&after).is_some_and(|nearer| nearer < steps)
    }
}

/// Returns in how many steps, up to [`MOST_STEPS`], the side to move could reach its goal if it had as many as it takes: four
/// at most if others have to help the rabbit.
fn steps_to_goal(position: &Position) -> Option<u8> {
    let side = position.side_to_move();
    if walk::runners(position.board(), side, MOST_STEPS).is_empty() {
        return None;
    }
    let next = position.with_steps_left(STEPS_PER_TURN);
    goal::fewest_steps(&next).or_else(|| walk::fewest_steps(position.board(), side, MOST_STEPS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Board;
    use crate::types::Side;

    /// Returns the steps that bring Gold's goal nearer.
    fn advances(pieces: &str) -> Vec<String> {
        let position = Position::new(Board::with_pieces(pieces), Side::Gold);
        let approach = Approach::of(&position);
        let steps = position.legal_steps();
        let advances = steps.iter().filter(|&step| approach.is_advanced_by(step));
        advances.map(|step| step.to_string()).collect()
    }

    #[test]
    fn the_rabbit_goes_on() {
        assert_eq!(advances("Ra3 Ee3"), ["a3n"]);
        assert_eq!(advances("Ra6 Ee3"), ["a6n"]);
        // Five steps to go.
        assert_eq!(advances("Rd3 Ee2"), ["d3n"]);
    }

    #[test]
    fn a_rabbit_far_away_does_not_attack() {
        assert_eq!(advances("Ra2 Ee3"), [] as [&str; 0]);
    }

    #[test]
    fn friends_make_way_and_free_the_rabbit() {
        // The rabbit would have to walk around the dog.
        assert!(advances("Ra6 Da7 Ee1").contains(&"a7e".to_owned()));
        // The horse freezes the rabbit until the cat stands beside it.
        assert!(advances("Ra6 hb6 Ca4 Ee1").contains(&"a4n".to_owned()));
    }
}
