//! The examples in the passes' doc comments, as tests.
//!
//! ```text
//! in a: 8, out x: 8                 declarations: in, out, local, let, q, d; to and from a child;
//!                                   `[4; 8]` is eight of four bits
//! x = a;                            a statement a line, but for blocks
//! if a == 8'd3 {
//!   x[0 +: 4] = a[4 +: 4];
//! }
//! =>
//! ...                               what the pass makes of it
//! ```

mod parse;
mod print;

use crate::ir::*;
use std::collections::BTreeMap;

/// Runs a pass on the example in the text of its file, and compares.
#[track_caller]
pub(super) fn check(file: &str, pass: impl FnOnce(&mut Logic, Vec<Stmt>) -> Vec<Stmt>) {
    let (before, after) = example(file);
    let (mut logic, body) = module(&before);
    assert_eq!(
        print::statements(&logic.netlist, &body),
        statements(&before)
    );
    let body = pass(&mut logic, body);
    assert_eq!(print::statements(&logic.netlist, &body), after);
    assert_eq!(invariants::of_statements(&logic.netlist, &body), Ok(()));
}

/// The same for a pass that makes processes.
#[track_caller]
pub(super) fn check_processes(file: &str, pass: impl FnOnce(&mut Logic, Vec<Stmt>)) {
    let (before, after) = example(file);
    let (mut logic, body) = module(&before);
    pass(&mut logic, body);
    assert_eq!(print::processes(&logic), after);
    assert_eq!(invariants::of_processes(&logic), Ok(()));
}

/// The same for a pass that says what stands for a net. After the statements it says `port: expression`
/// of a child's ports and of what registers take, and `let: name` of `let`s that are called otherwise.
#[track_caller]
pub(super) fn check_wires(file: &str, pass: impl FnOnce(&mut Logic, &mut Vec<Stmt>)) {
    let (before, after) = example(file);
    let (mut logic, mut body) = module(&before);
    let ports: Vec<NetId> = { logic.instances.iter() }
        .flat_map(|u| u.ports.clone())
        .collect();
    pass(&mut logic, &mut body);
    let text = print::statements(&logic.netlist, &body) + &print::wires(&logic, &ports);
    assert_eq!(text, after);
}

/// An example's module: `word_q` and `word_d` are a register.
fn module(text: &str) -> (Logic, Vec<Stmt>) {
    let (netlist, body) = parse::module(text);
    // Examples have one clock, which none of them shows.
    let clock = NetId(0);
    let registers = netlist.ids().filter_map(|q| {
        let name = netlist.net(q).path.strip_suffix("_q")?;
        Some(Register {
            q,
            d: *netlist.by_path.get(&format!("{name}_d"))?,
            clock,
            reset: None,
            alias: None,
        })
    });
    let registers = registers.collect();
    let of_child = |id: &NetId| {
        matches!(
            netlist.net(*id).kind,
            NetKind::ChildInput | NetKind::ChildOutput
        )
    };
    let child = Instance {
        path: "u".to_owned(),
        name: "u".to_owned(),
        dims: vec![],
        modules: vec![],
        ports: netlist.ids().filter(of_child).collect(),
        connections: BTreeMap::new(),
    };
    let logic = Logic {
        netlist,
        registers,
        instances: vec![child],
        ..Logic::default()
    };
    (logic, body)
}

/// What stands before and after the arrow of a file's first example.
fn example(file: &str) -> (String, String) {
    let text = file.split("//! ```text\n").nth(1).expect("an example");
    let text = text.split("//! ```\n").next().expect("its end");
    let line = |line: &str| {
        line.trim_start_matches("//!")
            .strip_prefix(' ')
            .map(str::to_owned)
    };
    let lines: Vec<String> = text.lines().filter_map(line).collect();
    let arrow = lines.iter().position(|line| line.trim() == "=>");
    let (before, after) = lines.split_at(arrow.expect("an arrow"));
    let text = |lines: &[String]| {
        lines
            .iter()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    };
    (text(before), text(&after[1..]))
}

/// An example without its declarations.
fn statements(text: &str) -> String {
    let (_, rest) = text.split_once('\n').expect("declarations");
    rest.to_owned()
}
