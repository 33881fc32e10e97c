//! What decides what comes of a job: a whole campaign takes half an hour, and a chart that is drawn otherwise
//! or hardware that is written otherwise makes none of its runs anew.

use super::facts;
use crate::job::{digits, Job};
use crate::paper::work::{Look, PaperWork};
use crate::Error;
use sha2::{Digest, Sha256};

/// What a binary was built from.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'s> {
    /// All of it.
    pub all: &'s str,
    /// That of which the run of a kernel by golden models is made.
    pub runs: &'s str,
}

impl Sources<'_> {
    /// Work with the sources that it is done by.
    pub fn job(self, work: PaperWork) -> Result<Job<PaperWork>, Error> {
        let sources = match &work.look {
            Look::Facts => {
                let page = Sha256::digest(facts::page()?);
                format!("{} {}", self.all, digits(&page))
            }
            Look::Timed(_) | Look::Values | Look::Compiled => self.runs.to_owned(),
        };
        Ok(Job::new(&sources, work))
    }
}
