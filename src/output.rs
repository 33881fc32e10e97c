//! Standard output that survives a reader who has seen enough (`warploom list | head -1`).

use std::fmt;
use std::io::{self, ErrorKind, Write};

/// Writes one line; a closed pipe ends the process quietly, as every filter does.
pub fn line(text: fmt::Arguments<'_>) {
    written(writeln!(io::stdout().lock(), "{text}"));
}

/// Writes a text that ends its own lines.
pub fn text(text: &str) {
    let mut stdout = io::stdout().lock();
    written(
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush()),
    );
}

fn written(done: io::Result<()>) {
    if let Err(error) = done {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        eprintln!("warploom: cannot write to standard output: {error}");
        std::process::exit(2);
    }
}

/// `println!` by way of [`line`].
#[macro_export]
macro_rules! say {
    ($($arg:tt)*) => { $crate::output::line(format_args!($($arg)*)) };
}
