//! The body of a module through all passes, from statements to processes.

mod alias;
mod check;
mod circles;
mod clocked;
mod clocks;
mod connect;
mod copies;
mod coverage;
#[cfg(test)]
mod example;
mod flow;
mod forms;
mod generates;
mod groups;
mod naming;
mod paths;
mod processes;
mod rolled;
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

/// Finishes a module; `modules` are those below it, finished. Tells what is wrong with it besides.
pub(super) fn finish(
    draft: Draft,
    modules: &[ModuleIr],
    dialect: Dialect,
) -> (ModuleIr, Vec<EmitError>) {
    let Draft {
        mut module,
        statements,
        mut report,
    } = draft;
    // What could not be lowered would only look undriven or unread to the checks.
    if let (Body::Logic(logic), true) = (&mut module.body, report.errors.is_empty()) {
        let mut unfinished = Unfinished {
            logic,
            modules,
            dialect,
        };
        module.paths = unfinished.body(statements, &module.ports, &mut report);
    }
    (module, report.errors)
}

struct Unfinished<'m> {
    logic: &'m mut Logic,
    modules: &'m [ModuleIr],
    dialect: Dialect,
}

impl Unfinished<'_> {
    /// Runs the body through all passes. Returns the paths from inputs to outputs.
    fn body(
        &mut self,
        mut body: Vec<Stmt>,
        ports: &[PortShape],
        report: &mut Report,
    ) -> Vec<(usize, usize)> {
        let clocks = clocks::take(self.logic, &mut body, report);
        self.sound("clocks", &body);
        singles::scalars(self.logic, &mut body);
        self.sound("singles", &body);
        check::drivers(&self.logic.netlist, &body, report);
        temps::restore_muxes(&self.logic.netlist, &mut body);
        body = temps::restore_lookups(&self.logic.netlist, body);
        body = temps::name_selects(&mut self.logic.netlist, body);
        self.sound("temps", &body);
        body = versions::separate(&mut self.logic.netlist, body);
        self.sound("versions", &body);
        body = temps::hoist_lets(&self.logic.netlist, body);
        self.sound("temps", &body);
        copies::restore(&mut self.logic.netlist, &mut body);
        self.sound("copies", &body);

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
        self.sound("alias", &body);
        let mut edges = child_paths;
        for instance in &self.logic.instances {
            for (&net, (_, expr)) in &instance.connections {
                expr.reads(&mut |place| edges.push((place.net, net)));
            }
        }
        let slices = processes::divide(self.logic, &body, &edges);
        usage::note(self.logic, &slices, &clocks, report);
        self.all_sound("processes");
        naming::variants(self.logic);
        naming::lets(self.logic);
        rolled::roll(self.logic, self.dialect);
        self.all_sound("rolled");
        let processes = std::mem::take(&mut self.logic.processes);
        self.logic.processes = generates::merge_generates(processes);
        self.all_sound("generates");
        storage::settle(self.logic, self.dialect);
        self.all_sound("storage");
        paths
    }

    /// Stops where a pass has left statements that mean nothing.
    fn sound(&self, pass: &str, body: &[Stmt]) {
        let found = invariants::of_statements(&self.logic.netlist, body);
        if let Err(what) = found {
            panic!("the emitter's pass {pass} is wrong: {what}");
        }
    }

    /// The same where statements have become processes.
    fn all_sound(&self, pass: &str) {
        if let Err(what) = invariants::of_processes(self.logic) {
            panic!("the emitter's pass {pass} is wrong: {what}");
        }
    }
}
