//! Work on many things side by side, whose results are wanted in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::thread;

use anyhow::Context;
use crossbeam::channel;

use crate::search::STACK_BYTES;

/// Returns how many searches of so many threads each use all processors.
pub(super) fn customary_jobs(threads: u64) -> NonZeroUsize {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = usize::try_from(threads).unwrap_or(usize::MAX);
    NonZeroUsize::new(processors / threads).unwrap_or(NonZeroUsize::MIN)
}

/// Works on every item, on so many threads but no more than there are items, and takes the results in the order of the
/// items, each as soon as it and all before it are there.
///
/// A thread makes its own worker first, say an engine, and keeps it for all its items. The first error ends the work; the
/// items that threads have begun are still done, and what comes of them is dropped.
///
/// # Errors
/// The first error of a worker's making or of `take`.
pub(super) fn in_order<Item, Worker, Done>(
    items: impl IntoIterator<Item = Item, IntoIter: Send>,
    jobs: NonZeroUsize,
    new_worker: impl Fn() -> anyhow::Result<Worker> + Sync,
    work: impl Fn(&mut Worker, Item) -> Done + Sync,
    mut take: impl FnMut(Done) -> anyhow::Result<()>,
) -> anyhow::Result<()>
where
    Item: Send,
    Done: Send,
{
    let (to_do, next) = channel::bounded(0);
    // Room for what is done early, so that a slow item doesn't stop the others for long.
    let (to_taker, done) = channel::bounded(jobs.get() * 16);
    let items = items.into_iter().enumerate();
    let most_useful = items.size_hint().1.unwrap_or(usize::MAX);
    thread::scope(|scope| {
        scope.spawn(move || {
            for item in items {
                if to_do.send(item).is_err() {
                    break;
                }
            }
        });
        for _ in 0..jobs.get().min(most_useful) {
            let (next, to_taker) = (next.clone(), to_taker.clone());
            let (new_worker, work) = (&new_worker, &work);
            let run = move || {
                let mut worker = match new_worker() {
                    Ok(worker) => worker,
                    Err(error) => {
                        let _ = to_taker.send(Err(error));
                        return;
                    }
                };
                for (index, item) in next {
                    if to_taker.send(Ok((index, work(&mut worker, item)))).is_err() {
                        break;
                    }
                }
            };
            // The work may be searches.
            let builder = thread::Builder::new().stack_size(STACK_BYTES);
            let spawned = builder.spawn_scoped(scope, run);
            spawned.context("the system has no room for another thread")?;
        }
        drop((next, to_taker));
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        for result in done {
            let (index, result) = result?;
            early.insert(index, result);
            while let Some(result) = early.remove(&wanted) {
                take(result)?;
                wanted += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use anyhow::anyhow;

    use super::*;

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for count in 1..=4 {
            let mut taken = Vec::new();
            let work = |(): &mut (), item: u64| {
                // The first ones take longest.
                thread::sleep(Duration::from_millis(20_u64.saturating_sub(item)));
                item * item
            };
            in_order(
                0..40,
                jobs(count),
                || Ok(()),
                work,
                |done| {
                    taken.push(done);
                    Ok(())
                },
            )
            .unwrap();
            let expected: Vec<u64> = (0..40).map(|item| item * item).collect();
            assert_eq!(taken, expected);
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let error = in_order(
            0..,
            jobs(2),
            || Ok(()),
            |(), item: u64| item,
            |done| {
                if done < 5 {
                    Ok(())
                } else {
                    Err(anyhow!("enough"))
                }
            },
        );
        assert_eq!(error.unwrap_err().to_string(), "enough");
        let error = in_order(
            0..,
            jobs(2),
            || Err::<(), _>(anyhow!("no engine")),
            |(), item: u64| item,
            |_| Ok(()),
        );
        assert_eq!(error.unwrap_err().to_string(), "no engine");
    }
}
