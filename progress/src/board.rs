//! Who is at work, at what, and since when.

use crate::live::{span, Shown};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What took longer says so when it ends.
const WORTH_A_LINE: Duration = Duration::from_secs(10);

/// Shows work on many items.
pub struct Board {
    what: &'static str,
    total: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    next: usize,
    done: usize,
    /// First come, first shown.
    at_work: Vec<Item>,
    messages: Vec<String>,
}

struct Item {
    number: usize,
    name: String,
    stage: &'static str,
    start: Instant,
}

/// An item's place on the board while it is worked on.
pub struct Place<'b> {
    board: &'b Board,
    number: usize,
}

impl Board {
    /// For so many items.
    pub fn new(what: &'static str, total: usize) -> Self {
        Self {
            what,
            total,
            state: Mutex::default(),
        }
    }

    /// The place of an item that is begun.
    pub fn place(&self, name: String) -> Place<'_> {
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        state.at_work.push(Item {
            number,
            name,
            stage: "",
            start: Instant::now(),
        });
        Place {
            board: self,
            number,
        }
    }

    fn farewell(&self, name: &str, took: Duration, done: usize) -> String {
        let (what, total, took) = (self.what, self.total, span(took.as_secs()));
        format!("{what}: {name} took {took}, {done} of {total}")
    }

    /// What is shown is right even if who wrote it panicked.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place<'_> {
    /// Says what is done now.
    pub fn at(&self, stage: &'static str) {
        let mut state = self.board.state();
        let item = state.at_work.iter_mut().find(|i| i.number == self.number);
        if let Some(item) = item {
            item.stage = stage;
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let board = self.board;
        let mut state = board.state();
        state.done += 1;
        let Some(index) = state.at_work.iter().position(|i| i.number == self.number) else {
            return;
        };
        let item = state.at_work.remove(index);
        let took = item.start.elapsed();
        if took >= WORTH_A_LINE {
            let line = board.farewell(&item.name, took, state.done);
            state.messages.push(line);
        }
    }
}

impl Shown for Board {
    fn line(&self, _: Duration) -> String {
        let state = self.state();
        let mut text = format!("{}: {} of {}", self.what, state.done, self.total);
        if let Some(item) = state.at_work.first() {
            text += &format!("; {}", item.name);
            if !item.stage.is_empty() {
                text += &format!(": {}", item.stage);
            }
            text += &format!(", {}", span(item.start.elapsed().as_secs()));
        }
        if state.at_work.len() > 1 {
            text += &format!("; {} more at work", state.at_work.len() - 1);
        }
        text
    }

    fn take_messages(&self) -> Vec<String> {
        std::mem::take(&mut self.state().messages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_who_is_at_what() {
        let board = Board::new("synth", 3);
        let line = || board.line(Duration::ZERO);
        assert_eq!(line(), "synth: 0 of 3");
        let first = board.place("a".into());
        first.at("mapping");
        let second = board.place("b".into());
        assert_eq!(line(), "synth: 0 of 3; a: mapping, 0 s; 1 more at work");
        drop(first);
        assert_eq!(line(), "synth: 1 of 3; b, 0 s");
        drop(second);
        assert_eq!(line(), "synth: 2 of 3");
        assert!(
            board.take_messages().is_empty(),
            "what is quick says nothing"
        );
    }

    #[test]
    fn what_took_long_says_so() {
        let text = Board::new("synth", 2).farewell("a", Duration::from_secs(90), 1);
        assert_eq!(text, "synth: a took 1:30 min, 1 of 2");
    }
}
