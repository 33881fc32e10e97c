//! Buffers as files: for NumPy, as a table, or raw.

use super::checks::element;
use super::numpy;
use super::outcome::{BufferShape, Outcome};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// How a buffer becomes a file, by the file's name.
#[derive(Clone, Copy)]
enum Format {
    Numpy,
    Table,
    Raw,
}

fn format(path: &Path) -> Result<Format, String> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("npy") => Ok(Format::Numpy),
        Some("csv") => Ok(Format::Table),
        Some("bin" | "raw") => Ok(Format::Raw),
        _ => {
            let path = path.display();
            Err(format!(
                "{path}: expected a file named *.npy, *.csv, *.bin or *.raw"
            ))
        }
    }
}

/// Says what is wrong with a file's name, before anything runs.
pub fn check_dump(path: &Path) -> Result<(), String> {
    format(path).map(drop)
}

/// Rows of numbers; of structs, their fields under their names.
fn table(shape: &BufferShape, bytes: &[u8]) -> String {
    let layout = &shape.layout;
    let mut text = String::new();
    let names = layout.columns.iter().flat_map(|column| {
        let numbered = |n: usize| match column.count {
            1 => column.name.clone(),
            _ => format!("{}[{n}]", column.name),
        };
        (0..column.count).map(numbered)
    });
    let names: Vec<String> = names.collect();
    if names.iter().all(|name| !name.is_empty()) {
        text += &(names.join(",") + "\n");
    }
    let structs = layout.columns.len() > 1;
    let row = if structs {
        1
    } else {
        shape.width.unwrap_or(1).max(1)
    };
    for (index, bytes) in bytes.chunks_exact(layout.bytes.max(1)).enumerate() {
        let numbers = layout.columns.iter().flat_map(|column| {
            let parts = bytes[column.range()].chunks_exact(column.element.bytes());
            parts.map(|part| element(column.element, part).to_string())
        });
        let numbers: Vec<String> = numbers.collect();
        let end = if (index as u64 + 1).is_multiple_of(row) {
            '\n'
        } else {
            ','
        };
        let _ = write!(text, "{}{end}", numbers.join(","));
    }
    if text.ends_with(',') {
        text.pop();
        text.push('\n');
    }
    text
}

impl Outcome {
    /// Writes the final contents of a buffer to a file, whose name says how.
    pub fn dump(&self, buffer: &str, path: &Path) -> Result<(), String> {
        let (Some(shape), Some(bytes)) = (self.shapes.get(buffer), self.buffers.get(buffer)) else {
            return Err(format!("there is no buffer {buffer:?}"));
        };
        let file = match format(path)? {
            Format::Numpy => numpy::write(&shape.layout, shape.width, bytes),
            Format::Table => table(shape, bytes).into_bytes(),
            Format::Raw => bytes.clone(),
        };
        fs::write(path, file)
            .map_err(|error| format!("{}: cannot be written: {error}", path.display()))
    }
}
