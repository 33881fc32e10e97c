//! Independent work on all processors.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// `work` of each item, in the items' order; `progress` hears how many are done of how many.
pub fn map<T: Sync, R: Send>(
    items: &[T],
    progress: &(dyn Fn(usize, usize) + Sync),
    work: &(dyn Fn(&T) -> R + Sync),
) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    map_on(threads, items, progress, work)
}

/// The same on a number of threads.
pub fn map_on<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    progress: &(dyn Fn(usize, usize) + Sync),
    work: &(dyn Fn(&T) -> R + Sync),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else {
                    return;
                };
                let result = work(item);
                if let Ok(mut slot) = results[index].lock() {
                    *slot = Some(result);
                }
                progress(done.fetch_add(1, Ordering::Relaxed) + 1, items.len());
            });
        }
    });
    results
        .into_iter()
        .filter_map(|slot| slot.into_inner().ok().flatten())
        .collect()
}

/// A line on a terminal that counts what is done, and vanishes at the end; silence in a log.
pub fn counter(what: &'static str) -> impl Fn(usize, usize) + Sync {
    use std::io::{IsTerminal, Write};
    let terminal = std::io::stderr().is_terminal();
    move |done, total| {
        if terminal {
            let end = if done == total { "\r\x1b[K" } else { "" };
            let mut stderr = std::io::stderr().lock();
            // A progress line that cannot be shown is no failure.
            let _ = write!(stderr, "\r{what}: {done} of {total}{end}");
            let _ = stderr.flush();
        }
    }
}
