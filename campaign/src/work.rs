//! What a campaign is made of.

use serde::de::DeserializeOwned;
use serde::Serialize;
use std::fmt::{Debug, Display};

/// A piece of work, with everything that decides what comes of it. Its text names it in reports.
pub trait Work:
    Clone + Debug + PartialEq + Display + Serialize + DeserializeOwned + Send + Sync
{
    /// What is found beside verdict, cycles and time.
    type Found: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// What its campaign is: `regression`.
    const NAME: &'static str;
    /// What the formats of its files begin with: `warploom-regress`.
    const FORMAT: &'static str;

    /// The same without what decides nothing, such as where files are.
    fn deciding(&self) -> Self;

    /// What a report sorts by.
    fn order(&self) -> Order;

    /// What shares a model with others, so that one machine should run all of it.
    fn group(&self) -> Option<String>;

    /// What others would wait for while one is at it, so that they had better be at something else.
    fn apart(&self) -> Option<String> {
        None
    }

    /// What a summary counts it under: `units`.
    fn part(&self) -> &'static str;

    /// What it is among the cases of JUnit.
    fn case(&self) -> Case;

    /// Seconds that it is expected to take on some machine, where it is the first of those that keep apart, or a later
    /// one; a campaign that knows this of all its work tells how long the rest takes by it.
    fn expected(&self, is_first: bool) -> Option<f64> {
        let _ = is_first;
        None
    }

    /// The command that runs the same by itself.
    fn command(&self) -> String;
}

/// The place in a report.
pub type Order = (usize, String, usize, usize, u64);

/// What JUnit calls a piece of work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Of which suite.
    pub suite: String,
    /// Of which class.
    pub class: String,
    /// Its own name.
    pub name: String,
}
