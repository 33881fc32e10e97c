//! The body of a module through all passes, from statements to processes.

mod alias;
mod alike;
mod check;
mod circles;
mod clocked;
mod clocks;
mod connect;
mod constants;
mod copies;

#[cfg(test)]
mod example;
mod fields;
mod flow;
mod forms;
mod generates;
mod groups;
mod naming;
mod paths;
mod processes;
mod renames;
mod rolled;
mod side_by_side;
mod singles;
mod storage;
mod temps;
mod usage;
mod versions;

use crate::error::{EmitError, Report};
use crate::ir::invariants;
use crate::ir::*;
use crate::options::Dialect;
use flow::Flow;
use std::collections::BTreeSet;

/// A module whose signals have one value each, and still the names of the source.
pub(super) struct Settled {
    pub module: ModuleIr,
    pub body: Vec<Stmt>,
    pub report: Report,
    clocks: BTreeSet<NetId>,
    /// Whether it could be lowered: what could not would only look undriven or unread to the checks.
    lowered: bool,
}

/// The passes that look at values: afterwards a read of a signal means what its last assignment says.
pub(super) fn settle(draft: Draft) -> Settled {
    let Draft {
        mut module,
        statements: mut body,
        mut report,
    } = draft;
    let mut clocks = BTreeSet::new();
    let lowered = report.errors.is_empty();
    if let (Body::Logic(logic), true) = (&mut module.body, lowered) {
        clocks = clocks::take(logic, &mut body, &mut report);
        sound(logic, "clocks", &body);
        singles::scalars(logic, &mut body);
        sound(logic, "singles", &body);
        check::drivers(&logic.netlist, &body, &mut report);
        temps::restore_muxes(&logic.netlist, &mut body);
        body = temps::restore_lookups(&logic.netlist, body);
        body = temps::name_selects(&mut logic.netlist, body);
        sound(logic, "temps", &body);
        body = versions::separate(&mut logic.netlist, body);
        sound(logic, "versions", &body);
        body = temps::hoist_lets(&logic.netlist, body);
        sound(logic, "temps", &body);
        copies::restore(&mut logic.netlist, &mut body);
        sound(logic, "copies", &body);
    }
    Settled {
        module,
        body,
        report,
        clocks,
        lowered,
    }
}

/// Gives the fields of structs nets of their own, in all modules at once: ports agree with what they are
/// connected to. Children stand before their parents.
pub(super) fn split_fields(design: &mut [Settled]) {
    fields::split(design);
    for settled in design {
        if let (Body::Logic(logic), true) = (&settled.module.body, settled.lowered) {
            sound(logic, "fields", &settled.body);
        }
    }
}

/// Finishes a module; `modules` are those below it, finished. Tells what is wrong with it besides.
pub(super) fn finish(
    settled: Settled,
    modules: &[ModuleIr],
    dialect: Dialect,
) -> (ModuleIr, Vec<EmitError>) {
    let Settled {
        mut module,
        body,
        mut report,
        clocks,
        lowered,
    } = settled;
    if let (Body::Logic(logic), true) = (&mut module.body, lowered) {
        let mut unfinished = Unfinished {
            logic,
            modules,
            dialect,
            clocks,
        };
        module.paths = unfinished.body(body, &module.ports, &mut report);
    }
    (module, report.errors)
}

struct Unfinished<'m> {
    logic: &'m mut Logic,
    modules: &'m [ModuleIr],
    dialect: Dialect,
    clocks: BTreeSet<NetId>,
}

impl Unfinished<'_> {
    /// Runs the body through the other passes. Returns the paths from inputs to outputs.
    fn body(
        &mut self,
        mut body: Vec<Stmt>,
        ports: &[PortShape],
        report: &mut Report,
    ) -> Vec<(usize, usize)> {
        let child_paths = paths::through_children(self.logic, self.modules);
        let netlist = &self.logic.netlist;
        let flow = Flow::new(&body);
        let groups = groups::group(netlist, &body, &flow, &child_paths);
        // A value that is read too early is a loop, or at least in the wrong place.
        let mut early = Report {
            module: report.module.clone(),
            module_type: report.module_type.clone(),
            errors: vec![],
        };
        let mut disordered = BTreeSet::new();
        for group in groups.sets() {
            let (slice, nets) = groups.slice(&body, &group);
            let known = early.errors.len();
            check::order(netlist, &slice, &nets, &mut early);
            if early.errors.len() > known {
                disordered.extend(group.first().map(|&net| groups.find(net)));
            }
        }
        let before = report.errors.len();
        check::loops(
            netlist,
            &body,
            &flow,
            &groups,
            &disordered,
            &child_paths,
            report,
        );
        if report.errors.len() == before {
            report.errors.append(&mut early.errors);
        }
        let paths = paths::between_ports(netlist, &body, &child_paths, ports);

        let gone = alias::remove(
            &self.logic.netlist,
            &mut body,
            &mut self.logic.instances,
            &mut self.logic.registers,
        );
        for net in gone {
            // As of now it is as if nobody had declared it.
            self.logic.netlist.nets[net.0].kind = NetKind::Let;
        }
        sound(self.logic, "alias", &body);
        let mut edges = child_paths;
        for instance in &self.logic.instances {
            for (&net, (_, expr)) in &instance.connections {
                expr.reads(&mut |place| edges.push((place.net, net)));
            }
        }
        let slices = processes::divide(self.logic, &body, &edges);
        usage::note(self.logic, &slices, &self.clocks, report);
        self.all_sound("processes");
        naming::constants(self.logic);
        naming::lets(self.logic);
        rolled::roll(self.logic, self.dialect);
        self.all_sound("rolled");
        let processes = std::mem::take(&mut self.logic.processes);
        self.logic.processes = side_by_side::merge_generates(&self.logic.netlist, processes);
        alike::merge_blocks(self.logic);
        self.all_sound("generates");
        storage::settle(self.logic, self.dialect);
        self.all_sound("storage");
        renames::remove(self.logic);
        self.all_sound("renames");
        paths
    }

    /// Stops where a pass has left processes that mean nothing.
    fn all_sound(&self, pass: &str) {
        if let Err(what) = invariants::of_processes(self.logic) {
            panic!("the emitter's pass {pass} is wrong: {what}");
        }
    }
}

/// Stops where a pass has left statements that mean nothing.
fn sound(logic: &Logic, pass: &str, body: &[Stmt]) {
    let found = invariants::of_statements(&logic.netlist, body);
    if let Err(what) = found {
        panic!("the emitter's pass {pass} is wrong: {what}");
    }
}

/// Names for the parts of expressions that edits have brought.
pub(super) fn name_parts(logic: &mut Logic, body: Vec<Stmt>) -> Vec<Stmt> {
    temps::name_selects(&mut logic.netlist, body)
}
