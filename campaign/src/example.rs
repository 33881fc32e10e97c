//! A campaign of sums, for tests.

use crate::folder::{Folder, Plan};
use crate::job::Job;
use crate::record::Record;
use crate::shard::Shard;
use crate::work::{Case, Order, Work};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

/// The sum of two numbers, wherever it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum {
    pub a: u64,
    pub b: u64,
    pub place: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    pub total: Option<u64>,
}

impl Work for Sum {
    type Found = Total;
    const NAME: &'static str = "summation";
    const FORMAT: &'static str = "warploom-sum";

    fn deciding(&self) -> Self {
        Self {
            place: String::new(),
            ..self.clone()
        }
    }

    fn order(&self) -> Order {
        (self.a as usize, String::new(), 0, 0, self.b)
    }

    fn group(&self) -> Option<String> {
        self.b.is_multiple_of(2).then(|| self.a.to_string())
    }

    fn part(&self) -> &'static str {
        if self.a < 4 {
            "small"
        } else {
            "large"
        }
    }

    fn case(&self) -> Case {
        Case {
            suite: format!("with {}", self.a),
            class: format!("with {}.plus", self.a),
            name: self.b.to_string(),
        }
    }

    fn command(&self) -> String {
        format!("warploom sum {} {}", self.a, self.b)
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} and {}", self.a, self.b)
    }
}

pub fn job(a: u64, b: u64) -> Job<Sum> {
    let place = "here".to_owned();
    Job::new("a build", Sum { a, b, place })
}

pub fn jobs() -> Vec<Job<Sum>> {
    (0..8)
        .flat_map(|a| (0..4).map(move |b| job(a, b)))
        .collect()
}

/// A folder of a shard, whose jobs all passed but those that `spoil` spoils.
pub fn folder(
    path: &Path,
    shard: Shard,
    spoil: impl Fn(&Job<Sum>, Record<Sum>) -> Record<Sum>,
) -> PathBuf {
    let folder = Folder::open::<Sum>(path).unwrap();
    for job in shard.of(&jobs()) {
        folder.save(&spoil(&job, Record::new(&job))).unwrap();
    }
    let plan = Plan::new("all", 1, shard, jobs());
    folder.save_plan(&plan).unwrap();
    path.to_owned()
}
