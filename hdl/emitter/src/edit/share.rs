//! Which blocks of a design a mutation is about, and how it went there.

use super::mutation::{Edit, EditError, Mutation, NewRegister};
use crate::ir::{Body, Draft};
use crate::names;
use spec::UnknownName;
use std::collections::{BTreeMap, BTreeSet};

/// The place or the register, and what is wrong with it.
pub(crate) type Failure = (String, String);

/// What a mutation does in one block.
pub(crate) struct Share<'m> {
    /// What [`SELECT`] is then.
    pub number: usize,
    /// Edits with the names of their places within the block.
    pub edits: Vec<(&'m Edit, &'m str)>,
    pub registers: &'m [NewRegister],
}

/// For each module what is done in it. A name without parameters means the module in all sizes that
/// the design has.
pub(crate) fn share<'m>(
    drafts: &[Draft],
    mutations: &'m [Mutation],
) -> Result<Vec<Vec<Share<'m>>>, Vec<EditError>> {
    let mut shares: Vec<Vec<Share>> = drafts.iter().map(|_| vec![]).collect();
    let mut errors = vec![];
    for (position, mutation) in mutations.iter().enumerate() {
        let mut done = BTreeSet::new();
        for (first, edit) in mutation.edits.iter().enumerate() {
            let error = |what: String| EditError {
                mutation: mutation.name.clone(),
                at: edit.at.clone(),
                what,
            };
            let Some((module, _)) = edit.at.split_once('.') else {
                errors.push(error("a place is `module.signal`".to_owned()));
                continue;
            };
            if !done.insert(module) {
                continue;
            }
            let of_module = |edit: &'m Edit| {
                let (own, place) = edit.at.split_once('.')?;
                (own == module).then_some((edit, place))
            };
            let meant = meant(drafts, module);
            if meant.is_empty() {
                let names = drafts.iter().map(|draft| &draft.module.name);
                errors.push(error(UnknownName::new("module", module, names).to_string()));
            }
            for draft in meant {
                shares[draft].push(Share {
                    number: position + 1,
                    edits: mutation.edits.iter().filter_map(of_module).collect(),
                    registers: if first == 0 { &mutation.registers } else { &[] },
                });
            }
        }
    }
    match errors.is_empty() {
        true => Ok(shares),
        false => Err(errors),
    }
}

/// The modules that a name means: the one that is called so, else all of the Rust type.
fn meant(drafts: &[Draft], name: &str) -> Vec<usize> {
    let exact = drafts.iter().position(|draft| draft.module.name == name);
    if let Some(exact) = exact {
        return vec![exact];
    }
    let of_type = |draft: &Draft| names::type_name(&draft.module.rust_type) == name;
    (0..drafts.len())
        .filter(|&at| of_type(&drafts[at]))
        .collect()
}

/// How many nets of a module the source has named.
pub(crate) fn names(draft: &Draft) -> usize {
    match &draft.module.body {
        Body::Logic(logic) => logic.netlist.nets.len(),
        Body::Memory(_) => 0,
    }
}

/// How it went with the mutations: a block of several sizes takes an edit where it can be made.
#[derive(Default)]
pub(crate) struct Outcome {
    /// By mutation and module as named: whether it was done, and why it was not where it was not.
    found: BTreeMap<(usize, String), (bool, Option<Failure>)>,
}

impl Outcome {
    /// Adds the results of one module.
    pub fn note(&mut self, shares: &[Share], results: Vec<Result<(), Failure>>) {
        for (share, result) in shares.iter().zip(results) {
            let module = { share.edits.first() }
                .and_then(|(edit, _)| edit.at.split_once('.'))
                .map(|(module, _)| module.to_owned());
            let key = (share.number - 1, module.unwrap_or_default());
            let known = self.found.entry(key).or_default();
            known.0 |= result.is_ok();
            known.1 = known.1.take().or(result.err());
        }
    }

    /// Whether each was done somewhere.
    pub fn finish(self, mutations: &[Mutation]) -> Result<(), Vec<EditError>> {
        let failed = self.found.into_iter().filter_map(|((number, _), found)| {
            let (at, what) = found.1.filter(|_| !found.0)?;
            Some(EditError {
                mutation: mutations[number].name.clone(),
                at,
                what,
            })
        });
        let failed: Vec<EditError> = failed.collect();
        match failed.is_empty() {
            true => Ok(()),
            false => Err(failed),
        }
    }
}
