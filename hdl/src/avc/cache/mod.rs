//! The Affine Vector Cache beside the L1.

mod answer;
mod command;
mod control;
mod fill;
mod intake;
mod lines;
mod miss;
mod misses;
mod place;
mod placement;
mod queue;
mod replacement;
mod stages;
mod top;
mod victim;
mod way;
mod words;

pub use answer::AvcAnswer;
pub use command::AvcCommand;
pub use control::AvcControl;
pub use fill::AvcFill;
pub use intake::AvcIntake;
pub use lines::AvcLines;
pub use miss::AvcMiss;
pub use misses::AvcMisses;
pub use place::AvcPlace;
pub use placement::AvcPlacement;
pub use queue::AvcQueue;
pub use replacement::AvcReplacement;
pub use stages::AvcStages;
pub use top::AvcCache;
pub use victim::AvcVictim;
pub use way::AvcWay;
pub use words::AvcWords;
