//! What a run leaves for people and for other programs.

pub mod bugs;
pub mod difference;
pub mod json;
pub mod junit;
pub mod results;
pub mod table;
