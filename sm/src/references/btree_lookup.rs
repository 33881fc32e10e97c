//! Lookup by key.

use super::{Answers, Problem, ReferenceError};
use std::collections::HashMap;

/// With a hash map of keys and values; -1 is a key that is not there.
pub fn reference(problem: &Problem) -> Result<Answers, ReferenceError> {
    let keys = problem.i32s("leaves")?;
    let values = problem.i32s("values")?;
    let map: HashMap<i32, i32> = keys.into_iter().zip(values).collect();
    let queries = problem.i32s("queries")?;
    let find = |query: &i32| map.get(query).copied().unwrap_or(-1);
    let answers: Vec<i32> = queries.iter().map(find).collect();
    Ok(Answers::new().i32s("answers", &answers))
}
