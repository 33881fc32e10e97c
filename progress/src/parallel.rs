//! Independent work on all processors.

use crate::board::{Board, Place};
use crate::live;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

/// `work` of each item, in the items' order.
pub fn map<T: Sync, R: Send>(items: &[T], work: &(dyn Fn(&T) -> R + Sync)) -> Vec<R> {
    map_on(processors(), items, work)
}

/// The same, while standard error says who is at `what` and how far; `work` tells it to its place.
pub fn shown<T: Sync, R: Send>(
    what: &'static str,
    items: &[T],
    name: &(dyn Fn(&T) -> String + Sync),
    work: &(dyn Fn(&T, &Place<'_>) -> R + Sync),
) -> Vec<R> {
    let board = Board::new(what, items.len());
    live::shown(&board, || {
        map_on(processors(), items, &|item| {
            work(item, &board.place(name(item)))
        })
    })
}

/// On a number of threads.
pub fn map_on<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: &(dyn Fn(&T) -> R + Sync),
) -> Vec<R> {
    let next = AtomicUsize::new(0);
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
            });
        }
    });
    results
        .into_iter()
        .filter_map(|slot| slot.into_inner().ok().flatten())
        .collect()
}

/// How many there are.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}
