//! A reference meets descriptors of all kinds: other sizes and other numbers are refused with a reason,
//! or answered, but never a panic.

use crate::support;

use sm::host::Session;
use sm::references::{find, Problem};
use std::panic::{catch_unwind, AssertUnwindSafe};
use support::descriptors;

/// The problem of a descriptor, and the names of its references.
fn problem(path: &std::path::Path) -> (Problem, Vec<String>) {
    let session = Session::open(path).unwrap_or_else(|error| panic!("{error}"));
    let problem = session.problem().unwrap_or_else(|error| panic!("{error}"));
    let checks = session.descriptor().checks.iter();
    let names = checks.filter_map(|check| check.reference.clone());
    (problem, names.collect())
}

#[test]
fn no_problem_makes_a_reference_panic() {
    let mut refused = 0;
    for path in descriptors() {
        let (problem, names) = problem(&path);
        let name = names.first().expect("a reference");
        let reference = find(name).unwrap_or_else(|| panic!("no reference {name}"));
        assert!(reference(&problem).is_ok(), "{name}: its own problem");
        let mut variants = Vec::new();
        for constant in problem.constants.keys() {
            for value in [0.0, 1.0, -3.0, 2.5, 7.0, 65.0, 1e18, f64::NAN] {
                let mut variant = problem.clone();
                variant.constants.insert(constant.clone(), value);
                variants.push((format!("{constant} = {value}"), variant));
            }
            let mut variant = problem.clone();
            variant.constants.remove(constant);
            variants.push((format!("no {constant}"), variant));
        }
        for buffer in problem.buffers.keys() {
            for (what, fill) in [("halved", None), ("0xff", Some(0xff)), ("0x7f", Some(0x7f))] {
                let mut variant = problem.clone();
                let (_, bytes) = variant.buffers.get_mut(buffer).expect("it is there");
                match fill {
                    None => bytes.truncate(bytes.len() / 16 * 8),
                    Some(byte) => bytes.fill(byte),
                }
                variants.push((format!("{buffer} {what}"), variant));
            }
        }
        for (what, variant) in variants {
            let answer = catch_unwind(AssertUnwindSafe(|| reference(&variant)));
            let answer = answer.unwrap_or_else(|_| panic!("{name} panics with {what}"));
            refused += u32::from(answer.is_err());
        }
    }
    assert!(refused > 200, "only {refused} problems were refused");
}
