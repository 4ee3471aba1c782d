//! Looking a position up in the transposition table.

use super::node::Node;
use super::transposition_table::Entry;
use super::worker::Worker;
use crate::types::Score;

impl Worker<'_> {
    /// Returns the table's entry of the position with that key. A search that salts its keys falls back on the entries of
    /// other searches.
    pub(super) fn probe(&mut self, key: u64) -> Option<Entry> {
        let table = self.shared.table;
        let mut entry = table.get(key);
        if entry.is_none() && self.key_salt != 0 {
            entry = table.get(key ^ self.key_salt);
        }
        self.statistics.table_probes += 1;
        self.statistics.table_hits += u64::from(entry.is_some());
        entry
    }

    /// Returns the score of the table's entry, if the node can return it without a search.
    pub(super) fn table_score(&mut self, node: &Node, entry: Option<Entry>) -> Option<Score> {
        let usable = entry.filter(|_| !node.is_pv());
        let score = usable.and_then(|entry| node.usable_score(entry));
        self.statistics.table_cutoffs += u64::from(score.is_some());
        score
    }
}
