//! Who follows a search. What a person is shown, and where, is the command line's.

/// A person, a log, or nobody.
pub trait Audience {
    /// A line of what comes of the search.
    fn say(&mut self, line: &str);
    /// What a person should know, beside that.
    fn warn(&mut self, line: &str);
    /// Whether it is time to show how the search goes.
    fn is_due(&self) -> bool;
    /// How it goes, in the place of what was shown before.
    fn show(&mut self, line: &str);
    /// Takes away what is shown.
    fn clear(&mut self);
}

/// `say!` to an audience.
macro_rules! say {
    ($audience:expr, $($text:tt)*) => { $audience.say(&format!($($text)*)) };
}
pub(super) use say;
