//! The replies to turns of the root that a thread has searched, kept from one depth to the next.

use std::collections::HashMap;

use super::root_turns::{RootOrder, RootTurns};

/// The replies of one thread's search.
#[derive(Debug, Default)]
pub(super) struct Replies {
    /// By the key of the position after the root's turn.
    pub(super) known: HashMap<u64, ReplyTurns>,
    /// The nodes that their searches have visited.
    pub(super) nodes: u64,
}

/// The replies to one turn, and the order in which they are searched.
#[derive(Debug)]
pub(super) struct ReplyTurns {
    pub(super) turns: RootTurns,
    pub(super) order: RootOrder,
}
