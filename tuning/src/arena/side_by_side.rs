//! Work that several threads do at once, each taking the next item as soon as it can.

use std::thread;

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};

/// Lets so many threads `work` on the items that wait, and `take` what they send, as it comes. Whoever works should stop
/// when nobody takes anything any more.
pub(crate) fn side_by_side<Item: Send, Done: Send, Taken>(
    items: impl IntoIterator<Item = Item>,
    threads: u16,
    work: impl Fn(&Receiver<Item>, &Sender<Done>) + Sync,
    take: impl FnOnce(Receiver<Done>) -> Taken,
) -> Taken {
    let (to_do, waiting) = unbounded();
    for item in items {
        // The receiver is here, so it is sent.
        let _ = to_do.send(item);
    }
    drop(to_do);
    let (finished, results) = bounded(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (work, waiting, finished) = (&work, waiting.clone(), finished.clone());
            scope.spawn(move || work(&waiting, &finished));
        }
        drop(finished);
        take(results)
    })
}
