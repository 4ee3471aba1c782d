//! Attacks on the goal: one threat of a goal after the other, until nothing stops the next one. What a defence takes of a
//! turn is forced and not counted as depth. (Wu 2015 searches deeper after threats of a goal, too.)

use super::deepening::MAX_DEPTH;
use super::worker::Worker;
use crate::rules::position::STEPS_PER_TURN;
use crate::tactics::defence::{Need, need};
use crate::types::Score;

/// Nearer to the leaves a turn is not searched deeper: there a side that may choose among all turns because it is
/// threatened would seem to be better off than one that has to be content with its evaluation.
const LEAST_DEPTH: i32 = STEPS_PER_TURN as i32;
/// A defence of fewer steps leaves most of the turn free.
const FORCING: u8 = 2;

/// What a threat of the opponent's makes of the turn that begins at a node.
pub(super) enum Outlook {
    /// It is searched so many steps deeper, 0 to 4.
    Deeper(i32),
    /// Nothing stops the goal.
    Lost(Score),
}

impl Worker<'_> {
    /// What the turn that begins here, if one does, is to be taken for.
    pub(super) fn outlook(&mut self, depth: i32, ply: usize) -> Outlook {
        if depth < LEAST_DEPTH || self.in_root_turn() || !self.at_start_of_turn() {
            return Outlook::Deeper(0);
        }
        let Some(threat) = self.threat() else {
            return Outlook::Deeper(0);
        };
        if self.goal_at_hand(ply).is_some() {
            return Outlook::Deeper(0);
        }
        let need = need(&self.position, threat);
        // That can take as long as thousands of nodes.
        self.check_limits();
        let forced = match need {
            Need::Hopeless => {
                let steps_to_goal = 2 * usize::from(STEPS_PER_TURN);
                return Outlook::Lost(Score::loss_in(ply + steps_to_goal));
            }
            Need::Steps(steps) if steps < FORCING => 0,
            Need::Steps(steps) => i32::from(steps),
            Need::Unknown => i32::from(STEPS_PER_TURN),
        };
        let room = MAX_DEPTH as i32 - depth - ply as i32;
        let deeper = forced.min(room).max(0);
        self.statistics.extended_turns += u64::from(deeper > 0);
        Outlook::Deeper(deeper)
    }
}
