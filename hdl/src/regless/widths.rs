//! Widths that follow from the bits that name a line of a bank.

/// These bits.
pub const fn line(line: usize) -> usize {
    line
}

/// A bit for each line.
pub const fn set(line: usize) -> usize {
    1 << line
}

/// As many lines as there are, or as a region can need, which is 7.
pub const fn count(line: usize) -> usize {
    if line < 2 {
        3
    } else {
        line + 1
    }
}

/// What names a request to the L1.
pub const fn request(line: usize) -> usize {
    spec::regless::ID_ABOVE_ENTRY_BITS + line
}
