//! What oracles of pipelines that never wait have in common.

use crate::oracle::Violation;
use std::collections::VecDeque;

/// What is on its way through a pipeline of fixed latency.
pub struct Passage<I> {
    latency: usize,
    stages: VecDeque<Option<I>>,
}

impl<I> Passage<I> {
    /// An empty pipeline.
    pub fn new(latency: usize) -> Self {
        let mut passage = Self {
            latency,
            stages: VecDeque::with_capacity(latency + 1),
        };
        passage.clear();
        passage
    }

    /// A reset.
    pub fn clear(&mut self) {
        self.stages.clear();
        self.stages.resize_with(self.latency, || None);
    }

    /// One cycle: what enters, and what has to leave.
    pub fn cycle(&mut self, entering: Option<I>) -> Option<I> {
        self.stages.push_back(entering);
        self.stages.pop_front().flatten()
    }

    /// `LatencyIsExact` and `ResetEmptiesPipeline` for the valid bit.
    pub fn check_valid(&self, leaving: &Option<I>, valid: bool) -> Result<(), Violation> {
        let latency = self.latency;
        match (leaving, valid) {
            (Some(_), false) => Err(Violation::new(
                "LatencyIsExact",
                format!("what came {latency} cycles ago does not leave"),
            )),
            (None, true) => Err(Violation::new(
                "ResetEmptiesPipeline",
                format!(
                    "something leaves, but {latency} cycles ago nothing came that no reset met"
                ),
            )),
            _ => Ok(()),
        }
    }
}
