//! What stays the same for all edits of a module: nets and their doubles, and the choice in the end.

use super::loops::Loop;
use super::places::{rename_reads, Home};
use super::select::{each, element, within, Chooser};
use super::typed::Scope;
use crate::ir::*;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// A module on which edits are at work.
pub(super) struct Work<'a> {
    pub logic: &'a mut Logic,
    pub body: &'a mut Vec<Stmt>,
    pub source: usize,
    /// For an edited net, the one that holds what the design would do without.
    pub unedited: BTreeMap<NetId, NetId>,
    /// For an edited net that no statement drives, the one that its readers read.
    pub read_as: BTreeMap<NetId, NetId>,
    /// For an edited net, what each choice assigns.
    pub arms: BTreeMap<NetId, BTreeMap<usize, Vec<Stmt>>>,
    /// For an edited net, where a statement drove it.
    pub homes: BTreeMap<NetId, Option<Home>>,
}

impl<'a> Work<'a> {
    pub fn new(logic: &'a mut Logic, body: &'a mut Vec<Stmt>, source: usize) -> Self {
        Work {
            logic,
            body,
            source,
            unedited: BTreeMap::new(),
            read_as: BTreeMap::new(),
            arms: BTreeMap::new(),
            homes: BTreeMap::new(),
        }
    }

    pub fn scope<'s>(
        &'s self,
        own: &'s BTreeMap<String, NetId>,
        loops: &[Loop],
        it: Option<&'s Expr>,
    ) -> Scope<'s> {
        Scope {
            netlist: &self.logic.netlist,
            body: self.body,
            source: self.source,
            loops: RefCell::new(loops.to_vec()),
            it,
            own,
            instead: &self.unedited,
        }
    }

    /// A second net for an edited one: what drove the net drives its double, or, where that is no
    /// statement, what read it reads the double.
    pub fn double(&mut self, net: NetId) {
        if self.unedited.contains_key(&net) {
            return;
        }
        let shape = self.logic.netlist.net(net).clone();
        let home = Home::of(&self.logic.netlist, self.body, net);
        let what = if home.is_some() { "it" } else { "seen" };
        // A `let` of a loop stays one.
        let local = home.as_ref().is_none_or(|home| home.loops.is_empty());
        let kind = if local { NetKind::Local } else { NetKind::Let };
        let double = self.logic.netlist.add(Net {
            path: format!("{}${what}", shape.path),
            name: match local {
                true => self.logic.names.claim(&format!("{}_{what}", shape.name)),
                false => format!("{}_{what}", shape.name),
            },
            storage: Storage::initial(&kind, shape.width, &shape.dims),
            kind,
            ..shape
        });
        let (edited, unedited) = match &home {
            Some(home) => {
                home.redirect(self.body, net, double);
                (net, double)
            }
            None => {
                for stmt in self.body.iter_mut() {
                    rename_reads(stmt, net, double);
                }
                self.read_as.insert(net, double);
                (double, net)
            }
        };
        self.unedited.insert(edited, unedited);
        self.unedited.insert(net, unedited);
        self.arms.entry(edited).or_default();
        self.homes.insert(edited, home);
    }

    /// The net that an edit of `net` drives.
    pub fn edited(&self, net: NetId) -> NetId {
        let unedited = self.unedited[&net];
        let is = |edited: &&NetId| self.unedited[*edited] == unedited;
        self.arms.keys().find(is).copied().unwrap_or(net)
    }

    pub fn it(&self, place: &Place, width: usize) -> Expr {
        let place = Place {
            net: self.unedited[&place.net],
            ..place.clone()
        };
        Expr::new(width, ExprKind::Read(place))
    }

    /// Drives every edited net by the choice.
    pub fn choose(&mut self, chooser: Chooser) {
        for (net, arms) in std::mem::take(&mut self.arms) {
            let unedited = self.unedited[&net];
            let shape = self.logic.netlist.net(net);
            let loops = each(&shape.dims);
            let it = Expr::new(shape.width, ExprKind::Read(element(unedited, &loops)));
            let as_it_is = Stmt::Assign(element(net, &loops), it);
            let mut driver = vec![within(&loops, as_it_is)];
            if !arms.is_empty() {
                driver.push(chooser.among(arms.into_iter().collect(), vec![]));
            }
            match &self.homes[&net] {
                Some(home) => home.add(self.body, unedited, driver),
                None => self.body.append(&mut driver),
            }
        }
    }

    /// A register of the emitter's own: its output and its input.
    pub fn register(
        &mut self,
        (name, shape): (&str, &Net),
        clock: NetId,
        reset: Option<Vec<BigUint>>,
    ) -> (NetId, NetId) {
        let mut net = |suffix: &str, kind: NetKind| {
            let name = self.logic.names.claim(&format!("{name}_{suffix}"));
            self.logic.netlist.add(Net {
                path: name.clone(),
                name,
                storage: Storage::initial(&kind, shape.width, &shape.dims),
                kind,
                ..shape.clone()
            })
        };
        let (q, d) = (net("q", NetKind::RegisterQ), net("d", NetKind::RegisterD));
        self.logic.registers.push(Register {
            q,
            d,
            clock,
            reset,
            alias: None,
        });
        (q, d)
    }
}
