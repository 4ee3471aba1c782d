//! The opponent's replies that threaten a goal, searched as whole turns like those of the root.
//!
//! Within the tree a turn is searched step by step, and the reductions of its late steps add up: a turn whose steps gain
//! nothing one by one is hardly searched. Attacks on a goal are made of such turns. So the replies to a turn that becomes the
//! root's best are searched as wholes; if one is better than what the tree has found, it goes to the table step by step, and
//! the tree is searched again.

use super::node::Node;
use super::parameters;
use super::reply_turns::ReplyTurns;
use super::root_turns::{RootOrder, RootScore, RootTurns};
use super::worker::Worker;
use crate::rules::Turn;
use crate::tactics::threatening;
use crate::types::Score;

/// The number of nodes that a thread visits before it searches replies. (This, the next one, and the parameters are those
/// of 5769886, where replies were worth +42 ± 29 Elo.)
const LEAST_NODES: u64 = 10_000;
/// The least depth, in steps, at which they are searched: the opponent's turn and a step.
const LEAST_DEPTH: i32 = 5;

impl Worker<'_> {
    /// Returns the score of a turn of the root, which the tree was searched for with the result `found`, after a look at the
    /// opponent's replies: as long as one is better than expected, `search` searches the tree again, to the same depth. `key`
    /// is that of the position after the turn.
    pub(super) fn after_replies(
        &mut self,
        key: u64,
        mut found: RootScore,
        alpha: Score,
        mut search: impl FnMut(&mut Self) -> Score,
    ) -> RootScore {
        while found.score > alpha && self.learn_better_reply(key, found) {
            let score = search(self);
            let is_worse = score < found.score;
            found.score = score;
            if !is_worse {
                break;
            }
        }
        found
    }

    /// Looks for a reply that is better than expected, and stores it in the table. Returns whether there is one.
    fn learn_better_reply(&mut self, key: u64, found: RootScore) -> bool {
        let nodes = self.nodes();
        let is_early = nodes < LEAST_NODES || found.depth < LEAST_DEPTH;
        if is_early || found.score.is_decided() || self.is_stopped() {
            return false;
        }
        let Some(replies) = &mut self.replies else {
            return false;
        };
        if replies.nodes * 100 > nodes * parameters::reply_share() as u64 {
            return false;
        }
        let mut to_turn = match replies.known.remove(&key) {
            Some(known) => known,
            None => self.reply_turns(),
        };
        let better = -found.score + Score(parameters::reply_margin());
        let window = (better, better + Score(1));
        let is_better = self.rooted_here(&mut to_turn, |worker| {
            let line = worker.search_root(found.depth, None, 1, window).pop();
            if let Some(line) = &line {
                worker.put_turn(&line.turns[0], line.score, found.depth);
            }
            line.is_some()
        });
        let nodes = self.nodes() - nodes;
        if let Some(replies) = &mut self.replies {
            replies.nodes += nodes;
            replies.known.insert(key, to_turn);
        }
        is_better && !self.is_stopped()
    }

    /// Returns the replies that threaten a goal.
    fn reply_turns(&mut self) -> ReplyTurns {
        let turns = RootTurns::default();
        turns.turns(|| self.allowed(threatening::turns(&self.position)));
        ReplyTurns {
            turns,
            order: RootOrder::default(),
        }
    }

    /// Stores a whole turn in the table, step by step: each with the score that the turn has at least.
    fn put_turn(&mut self, turn: &Turn, score: Score, depth: i32) {
        self.along_turn(turn, |worker, ply, action| {
            let node = Node {
                alpha: score - Score(1),
                beta: score,
                depth: depth - ply as i32,
                ply,
                key: worker.key(),
                evaluation: None,
            };
            let table = worker.shared.table;
            table.put(node.key, node.entry(score, Some(action)));
        });
    }
}
