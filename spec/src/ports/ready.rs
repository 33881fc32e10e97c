//! The answer to a valid.

crate::ports! {
    /// The other side takes what is offered.
    pub struct Ready<> {
        /// It is taken in this cycle.
        ready: bool = 1,
    }
}
