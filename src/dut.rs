//! What commands that write have in common: folders and files that are looked at before minutes are spent.

use crate::failure::Failure;
use std::path::Path;

/// Refuses a folder that can't be written to before minutes are spent.
pub fn check_writable(folder: &Path) -> Result<(), Failure> {
    Ok(campaign::error::check_writable(folder)?)
}

/// The same of the folder that a file goes to.
pub fn check_writable_file(file: &Path) -> Result<(), Failure> {
    Ok(campaign::error::check_writable_file(file)?)
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    Ok(campaign::error::write(path, text)?)
}
