//! Working through a list on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// A wish to stop, which anybody may utter at any time: what runs is finished, nothing new is begun.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks for it. Returns whether somebody had asked before.
    pub fn ask(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    /// Whether somebody asked.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Whether to go on after some results were taken in.
pub type Flow = ControlFlow<()>;

/// How long a thread works before it hands its results over: long beside handing over, short beside a human's patience and
/// what a kill may cost.
const BATCH: Duration = Duration::from_millis(10);
/// Items in one batch at most.
const MOST: usize = 4096;

/// The threads that [`run`] works on; `jobs` 0 is one for each processor.
///
/// # Errors
/// If the machine has no threads left.
pub fn threads(jobs: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    ThreadPoolBuilder::new().num_threads(jobs).build()
}

/// Does the `work` on every item of a list on all threads of a pool, and hands the results to `take` on this thread: batch by
/// batch as they become ready, each batch in the order of the list. The items are begun in the order of the list.
///
/// Ends when the list is done, when `stop` is asked for, or when `take` breaks; what was begun by then is finished and taken
/// in all the same (after a break it is dropped).
///
/// # Errors
/// The first error of `take`, or of `work` by the order of the list among the items that were begun. Everything else that was
/// begun is finished and taken in before.
pub fn run<I, T, E>(
    pool: &ThreadPool,
    list: impl Iterator<Item = I> + Send,
    stop: &Stop,
    work: impl Fn(&I) -> Result<T, E> + Sync,
    mut take: impl FnMut(Vec<(I, T)>) -> Result<Flow, E>,
) -> Result<(), E>
where
    I: Ord + Send,
    T: Send,
    E: Send,
{
    let list = Mutex::new(list);
    // Stops the threads without a word to whoever else holds `stop`.
    let halted = AtomicBool::new(false);
    let is_over = || halted.load(Ordering::Relaxed) || stop.is_asked();
    let mut failed: Option<(I, E)> = None;
    let mut taken = Ok(ControlFlow::Continue(()));
    pool.in_place_scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..pool.current_num_threads() {
            let (sender, list, work, is_over, halted) = (sender.clone(), &list, &work, &is_over, &halted);
            scope.spawn(move |_| {
                let mut size = 1;
                loop {
                    // A poisoned lock means that the list itself panicked; there is nothing left to take from it then.
                    let batch: Vec<I> = match list.lock() {
                        Ok(mut list) if !is_over() => list.by_ref().take(size).collect(),
                        _ => Vec::new(),
                    };
                    if batch.is_empty() {
                        return;
                    }
                    let begun = Instant::now();
                    let (mut done, mut failure) = (Vec::with_capacity(batch.len()), None);
                    for item in batch {
                        if is_over() {
                            break;
                        }
                        match work(&item) {
                            Ok(result) => done.push((item, result)),
                            Err(error) => {
                                halted.store(true, Ordering::Relaxed);
                                failure = Some((item, error));
                                break;
                            }
                        }
                    }
                    size = next_size(size, begun.elapsed());
                    if sender.send((done, failure)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, failure) in results {
            if matches!(taken, Ok(ControlFlow::Continue(()))) && !done.is_empty() {
                taken = take(done);
                if !matches!(taken, Ok(ControlFlow::Continue(()))) {
                    halted.store(true, Ordering::Relaxed);
                }
            }
            if let Some(failure) = failure.filter(|new| failed.as_ref().is_none_or(|old| new.0 < old.0)) {
                failed = Some(failure);
            }
        }
    });
    let _ = taken?;
    failed.map_or(Ok(()), |(_, error)| Err(error))
}

/// How many items the next batch has, by how long the last one took.
fn next_size(size: usize, took: Duration) -> usize {
    match took {
        took if took < BATCH / 2 => (2 * size).min(MOST),
        took if took > 2 * BATCH => (size / 2).max(1),
        _ => size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(jobs: usize, count: u64, stop: &Stop, limit: usize) -> Result<Vec<u64>, u64> {
        let mut taken = Vec::new();
        let work = |index: &u64| if *index == 700 { Err(*index) } else { Ok(index * index) };
        run(&threads(jobs).expect("threads"), 0..count, stop, work, |batch| {
            assert!(batch.iter().all(|(index, square)| index * index == *square));
            taken.extend(batch.into_iter().map(|(index, _)| index));
            Ok(if taken.len() >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        taken.sort_unstable();
        Ok(taken)
    }

    #[test]
    fn everything_is_done_once_whatever_the_jobs() {
        for jobs in [1, 2, 5] {
            assert_eq!(all(jobs, 600, &Stop::default(), usize::MAX), Ok((0..600).collect()));
        }
    }

    #[test]
    fn the_first_failure_is_told() {
        assert_eq!(all(3, 2000, &Stop::default(), usize::MAX), Err(700));
    }

    #[test]
    fn who_has_enough_gets_no_more_than_was_begun() {
        let taken = all(1, 600, &Stop::default(), 1).expect("no failure");
        assert_eq!(taken, [0]);
    }

    #[test]
    fn what_was_begun_before_a_stop_is_taken_in() {
        let stop = Stop::default();
        let asked = Mutex::new(Vec::new());
        let mut taken = Vec::new();
        let work = |index: &u64| {
            asked.lock().expect("a list").push(*index);
            if *index == 40 {
                stop.ask();
            }
            Ok::<_, ()>(())
        };
        run(&threads(2).expect("threads"), 0..10_000, &stop, work, |batch| {
            taken.extend(batch.into_iter().map(|(index, ())| index));
            Ok(ControlFlow::Continue(()))
        })
        .expect("no failure");
        let mut asked = asked.into_inner().expect("a list");
        asked.sort_unstable();
        taken.sort_unstable();
        assert_eq!(taken, asked);
        assert!(taken.len() < 10_000);
    }
}
