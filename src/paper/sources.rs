//! What decides what comes of a job: a whole campaign takes half an hour, and a chart that is drawn otherwise
//! or hardware that is written otherwise makes none of its runs anew.

use super::facts;
use crate::failure::Failure;
use crate::regress::job::SOURCES;
use campaign::job::{digits, Job};
use campaign::paper::work::{Look, PaperWork};
use sha2::{Digest, Sha256};

/// The sources of which the run of a kernel by golden models is made.
const RUN_SOURCES: &str = env!("WARPLOOM_RUN_SOURCES");

/// Work with the sources that it is done by.
pub fn job(work: PaperWork) -> Result<Job<PaperWork>, Failure> {
    let sources = match &work.look {
        Look::Facts => {
            let page = Sha256::digest(facts::page()?);
            format!("{SOURCES} {}", digits(&page))
        }
        Look::Timed(_) | Look::Values | Look::Compiled => RUN_SOURCES.to_owned(),
    };
    Ok(Job::new(&sources, work))
}
