use derive_more::AddAssign;

/// Counters of a search, summed over all its threads: of use to those who change the search.
#[derive(AddAssign, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statistics {
    /// Nodes of the main search.
    pub nodes: u64,
    /// Nodes of quiescence search.
    pub quiescence_nodes: u64,
    /// Evaluations by the network; cached ones don't count.
    pub evaluations: u64,
    /// Evaluations by the network or from the cache.
    pub evaluations_wanted: u64,
    /// Lookups in the transposition table.
    pub table_probes: u64,
    /// Lookups that found the position.
    pub table_hits: u64,
    /// Lookups whose score the node returned without a search.
    pub table_cutoffs: u64,
    /// Null turns tried.
    pub null_turns: u64,
    /// Null turns that cut off.
    pub null_turn_cutoffs: u64,
    /// Turns that were extended because the opponent threatened a goal.
    pub extended_turns: u64,
    /// Nodes in which an action cut off.
    pub cut_nodes: u64,
    /// Nodes in which the first action cut off.
    pub first_action_cuts: u64,
    /// Actions searched.
    pub actions: u64,
    /// Quiet actions pruned near the leaves.
    pub pruned_actions: u64,
    /// Actions searched to a reduced depth.
    pub reduced_actions: u64,
    /// Reduced actions that were searched again to the full depth.
    pub researched_actions: u64,
}
