use derive_more::AddAssign;
use serde::Serialize;

/// What a search did, counted over all its threads: what someone who changes the search wants to see.
#[derive(AddAssign, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Nodes of the search proper.
    pub nodes: u64,
    /// Nodes of the quiescence search.
    pub quiescence_nodes: u64,
    /// Evaluations made; those remembered from before are not among them.
    pub evaluations: u64,
    /// Times that an evaluation was wanted.
    pub evaluations_wanted: u64,
    /// Times that the transposition table was asked.
    pub table_probes: u64,
    /// Times that it knew the position.
    pub table_hits: u64,
    /// Times that what it knew made a search of the node unnecessary.
    pub table_cutoffs: u64,
    /// Turns that were given away to see whether that is good enough.
    pub null_turns: u64,
    /// Those of them that were good enough.
    pub null_turn_cutoffs: u64,
    /// Turns that were searched more deeply because the opponent threatened a goal.
    pub extended_turns: u64,
    /// Nodes of which an action was good enough.
    pub cut_nodes: u64,
    /// Those of them of which the first action was.
    pub first_action_cuts: u64,
    /// Actions searched.
    pub actions: u64,
    /// Actions left out near the leaves.
    pub pruned_actions: u64,
    /// Actions searched less deeply.
    pub reduced_actions: u64,
    /// Those of them that were searched again because they were better than expected.
    pub researched_actions: u64,
}
