//! Where the lines of a PTX text come from: what the compiler's `.file` and `.loc` say.

/// File number and line.
pub type Place = (u64, u64);

/// A place, and where its function has been inlined.
pub type Inlined = (Place, Option<Place>);

/// From lines of PTX to lines of the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// Names of files by number.
    pub files: Vec<(u64, String)>,
    /// From this line of the PTX on, ascending.
    pub from: Vec<(u32, Option<Inlined>)>,
}

impl SourceMap {
    /// The source of a line, in words: `a.cu:12`, or `a.h:3, inlined at a.cu:12`.
    pub fn describe(&self, line: u32) -> Option<String> {
        let after = self.from.partition_point(|&(from, _)| from <= line);
        let (place, inlined) = self.from[after.checked_sub(1)?].1?;
        let place = self.name(place)?;
        let outer = inlined.and_then(|outer| self.name(outer));
        Some(match outer {
            Some(outer) => format!("{place}, inlined at {outer}"),
            None => place,
        })
    }

    /// Line 0 is what compilers give to code that belongs to no line.
    fn name(&self, (file, line): Place) -> Option<String> {
        let (_, name) = self.files.iter().find(|(number, _)| *number == file)?;
        (line > 0).then(|| format!("{name}:{line}"))
    }
}
