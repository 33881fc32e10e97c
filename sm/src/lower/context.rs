//! What all kernels of a module share while they are lowered.

use super::{callees, data, Lowering};
use crate::ir::{Kernel, SourceMap};
use crate::ptx::ast::{Function, Module};
use crate::ptx::{At, Problem};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A module, its variables and functions.
pub struct Context<'m, 's> {
    pub module: &'m Module<'s>,
    /// Kernels and functions by number: each once, as it is defined if it is.
    pub functions: Vec<&'m Function<'s>>,
    /// Functions whose address is taken.
    pub taken: HashSet<&'s str>,
    pub data: data::Data<'s>,
    pub lines: Lines,
    pub source: Arc<SourceMap>,
}

impl<'m, 's> Context<'m, 's> {
    pub fn new(module: &'m Module<'s>, text: &str) -> Result<Self, Problem> {
        let functions = functions(module)?;
        let data = data::lay_out(module, &functions)?;
        let lines = Lines::new(text);
        let debugging = &module.debugging;
        let from = debugging.locations.iter().map(|&(at, location)| {
            let place = location.map(|location| (location.place, location.inlined_at));
            (lines.line(at), place)
        });
        let source = SourceMap {
            files: debugging
                .files
                .iter()
                .map(|&(n, name)| (n, name.to_owned()))
                .collect(),
            from: from.collect(),
        };
        Ok(Self {
            module,
            functions,
            taken: callees::taken(module),
            data,
            lines,
            source: Arc::new(source),
        })
    }

    /// Lowers one entry.
    pub fn kernel(&self, function: &Function<'s>) -> Result<Kernel, Problem> {
        let mut lowering = Lowering::new(self, function)?;
        lowering.entry(function)?;
        lowering.finish()
    }
}

fn functions<'m, 's>(module: &'m Module<'s>) -> Result<Vec<&'m Function<'s>>, Problem> {
    let mut functions: Vec<&Function<'_>> = Vec::new();
    let mut numbers = HashMap::new();
    for function in &module.functions {
        let number = *numbers.entry(function.name).or_insert(functions.len());
        match functions.get_mut(number) {
            None => functions.push(function),
            Some(known) if known.body.is_none() => *known = function,
            Some(_) if function.body.is_none() => {}
            Some(_) => {
                let message = format!("'{}' is defined a second time", function.name);
                return Err(Problem::new(function.at, message));
            }
        }
    }
    Ok(functions)
}

/// Where lines begin, so that a line number is a binary search.
pub struct Lines(Vec<u32>);

impl Lines {
    fn new(text: &str) -> Self {
        let newlines = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        Self(newlines.map(|(at, _)| at as u32).collect())
    }

    /// The line of a place.
    pub fn line(&self, at: At) -> u32 {
        1 + self.0.partition_point(|&newline| newline < at.0) as u32
    }
}
