//! A pipeline that never stalls: what enters leaves a fixed number of cycles later.

/// A delay of a fixed number of cycles. `None` is a bubble.
///
/// What a real pipeline computes stage by stage, a model computes when the value enters; only the
/// delay is kept. It is a ring, so a cycle moves one value however long the delay is.
#[derive(Clone, Debug)]
pub struct Pipeline<T> {
    /// The values on their way; their number is the latency.
    stages: Vec<Option<T>>,
    /// The stage that leaves in the next cycle.
    oldest: usize,
}

impl<T> Pipeline<T> {
    /// An empty pipeline. A `latency` of 0 is a wire: what enters leaves in the same cycle.
    pub fn new(latency: usize) -> Self {
        Self {
            stages: std::iter::repeat_with(|| None).take(latency).collect(),
            oldest: 0,
        }
    }

    /// One cycle: takes what enters, gives what entered `latency` cycles ago.
    #[inline]
    pub fn cycle(&mut self, entering: Option<T>) -> Option<T> {
        let latency = self.stages.len();
        let Some(stage) = self.stages.get_mut(self.oldest) else {
            return entering;
        };
        self.oldest += 1;
        if self.oldest == latency {
            self.oldest = 0;
        }
        let leaving = stage.take();
        if entering.is_some() {
            *stage = entering;
        }
        leaving
    }

    /// Whether something leaves in the coming cycle, if there is any delay.
    pub fn is_leaving(&self) -> bool {
        self.stages.get(self.oldest).is_some_and(Option::is_some)
    }

    /// Whether every stage is a bubble.
    pub fn is_empty(&self) -> bool {
        self.stages.iter().all(Option::is_none)
    }

    /// Fills every stage with a bubble.
    pub fn clear(&mut self) {
        self.stages.fill_with(|| None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_leaves_after_exactly_the_latency() {
        for latency in 0..=8 {
            let mut pipeline = Pipeline::new(latency);
            for cycle in 0..40 {
                let expected = usize::checked_sub(cycle, latency);
                assert_eq!(pipeline.cycle(Some(cycle)), expected, "latency {latency}");
            }
        }
    }

    #[test]
    fn clearing_leaves_bubbles_only() {
        let mut pipeline = Pipeline::new(3);
        pipeline.cycle(Some(7));
        pipeline.cycle(Some(8));
        pipeline.clear();
        let leaving = [Some(9), None, Some(11), None].map(|value| pipeline.cycle(value));
        assert_eq!(leaving, [None, None, None, Some(9)]);
    }
}
