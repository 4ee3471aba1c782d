//! Extensions after threats of a goal: the steps that the defence takes are forced, so they don't count as depth. (Wu 2015
//! extends after threats of a goal, too.)

use super::MAX_DEPTH;
use super::worker::Worker;
use crate::rules::turn::STEPS_PER_TURN;
use crate::tactics::defence::{DefenceCost, defence_cost};
use crate::types::Score;

/// The least depth at which a turn is extended. Nearer to the leaves the side that is threatened would seem better off for
/// it: it could choose among all turns where others stand pat.
const LEAST_DEPTH: i32 = STEPS_PER_TURN as i32;
/// The least number of steps of a defence that is forcing; a shorter one leaves most of the turn
/// free (61905a2).
const FORCING: u8 = 2;

/// What a goal that the opponent threatens means for the turn that begins at a node.
pub(super) enum ThreatExtension {
    /// The extension in steps, 0 to 4.
    Steps(i32),
    /// Nothing stops the goal.
    Lost(Score),
}

impl Worker<'_> {
    /// Returns the extension of the turn that begins here, 0 if none does.
    pub(super) fn threat_extension(&mut self, depth: i32, ply: usize) -> ThreatExtension {
        if depth < LEAST_DEPTH || self.in_root_turn() || !self.at_start_of_turn() {
            return ThreatExtension::Steps(0);
        }
        let Some(threat) = self.threat() else {
            return ThreatExtension::Steps(0);
        };
        if self.goal_at_hand(ply).is_some() {
            return ThreatExtension::Steps(0);
        }
        let cost = defence_cost(&self.position, threat);
        // That can take as long as thousands of nodes.
        self.check_limits();
        let forced = match cost {
            DefenceCost::Hopeless => {
                let steps_to_goal = 2 * usize::from(STEPS_PER_TURN);
                return ThreatExtension::Lost(Score::loss_in(ply + steps_to_goal));
            }
            DefenceCost::Steps(steps) if steps < FORCING => 0,
            DefenceCost::Steps(steps) => i32::from(steps),
            DefenceCost::Unknown => i32::from(STEPS_PER_TURN),
        };
        let room = MAX_DEPTH as i32 - depth - ply as i32;
        let deeper = forced.min(room).max(0);
        self.statistics.extended_turns += u64::from(deeper > 0);
        ThreatExtension::Steps(deeper)
    }
}
