//! What came of a property: its record, and the words in which it is told.

use super::checks::property_of;
use super::front::Front;
use super::induction::Kept;
use super::work::{Outcome, ProofWork};
use crate::record::{Record, Verdict, Wrong};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// So many assertions that fail are told of by name.
const LEMMAS: usize = 12;

/// The record of an outcome. Only what is proven passes, and a mutant that is noticed or none.
pub(super) fn judged(
    mut record: Record<ProofWork>,
    outcome: Outcome,
    replay: Option<PathBuf>,
) -> Record<ProofWork> {
    let (name, about) = (outcome.name(), outcome.about());
    let verdict = match outcome {
        Outcome::Proven { .. } | Outcome::Noticed { .. } | Outcome::Alike => None,
        Outcome::Refuted { .. } => Some(Verdict::Mismatch),
        Outcome::Vacuous | Outcome::Unknown { .. } | Outcome::Unnoticed { .. } => {
            Some(Verdict::Failed)
        }
    };
    let work = &record.job.work;
    let wrong = Wrong {
        signature: format!("{}: {} {name}", work.unit, work.property),
        message: format!("{name}: {}", work.property),
        text: format!("{}: {about}", work.property),
        replay,
        waves: None,
    };
    record.found.outcome = Some(outcome);
    match verdict {
        Some(verdict) => record.wrong(verdict, wrong),
        None => record,
    }
}

/// Why induction shows nothing; what fails beside the property is what its proof may lack.
pub(super) fn without_induction(
    property: &str,
    steps: usize,
    front: &Front,
    kept: &Kept,
) -> String {
    let mut names = lacking(front, kept);
    names.remove(property);
    let mut told: Vec<&str> = names.iter().copied().take(LEMMAS).collect();
    if names.len() > LEMMAS {
        told.push("...");
    }
    match told.is_empty() {
        true => format!("no induction over {steps} steps"),
        false => format!(
            "no induction over {steps} steps, in which these fail, too: {}",
            told.join(", ")
        ),
    }
}

/// The names of assertions that fail in an induction, or are open.
fn lacking<'f>(front: &'f Front, kept: &Kept) -> BTreeSet<&'f str> {
    let numbers = kept.failed.iter().chain(kept.open.keys());
    numbers
        .map(|&number| property_of(&front.words.assertions[number]))
        .collect()
}

/// What reachability has shown.
pub(super) fn proven_by(clauses: usize, assuming: &str) -> Outcome {
    Outcome::Proven {
        engine: "pdr".to_owned(),
        by: format!("invariant of {clauses} clauses{assuming}"),
        certificate: Some("checked by yices-sat".to_owned()),
    }
}

/// What is assumed, as it is told behind what is shown.
pub(super) fn assuming(front: &Front) -> String {
    let names = front.assumed();
    match names.is_empty() {
        true => String::new(),
        false => {
            let names: Vec<&str> = names.into_iter().collect();
            format!(", assuming {}", names.join(", "))
        }
    }
}
