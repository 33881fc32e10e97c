//! What is printed, how far the text is, and what names there are.

use super::enums;
use super::expr::ExprPrinter;
use super::style::Style;
use super::text::Text;
use crate::ir::*;
use crate::names::Names;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Verilog names for the loop indices: one set for generate loops, one for procedural ones,
/// because a procedural index would hide a genvar of the same name.
fn loop_names(
    logic: &Logic,
    names: &mut Names,
    style: Style<'_>,
) -> (BTreeMap<String, String>, BTreeMap<String, String>) {
    fn procedural(body: &[Stmt], out: &mut BTreeSet<String>) {
        for stmt in body {
            if let Stmt::For { var, .. } = stmt {
                out.insert(var.clone());
            }
            stmt.blocks().into_iter().for_each(|b| procedural(b, out));
        }
    }
    fn collect(process: &Process, generates: &mut BTreeSet<String>, loops: &mut BTreeSet<String>) {
        match process {
            Process::Assign(..) => {}
            Process::Comb(body) => procedural(body, loops),
            Process::Generate { var, body, .. } => {
                generates.insert(var.clone());
                body.iter().for_each(|p| collect(p, generates, loops));
            }
        }
    }
    let (mut generates, mut loops) = (BTreeSet::new(), BTreeSet::new());
    for process in &logic.processes {
        collect(process, &mut generates, &mut loops);
    }
    for instance in logic.instances.iter().filter(|i| !i.dims.is_empty()) {
        let vars: Vec<&String> = instance
            .connections
            .values()
            .filter_map(|(var, _)| var.as_ref())
            .collect();
        generates.insert(vars.first().map_or("i".to_owned(), |v| v.to_string()));
    }
    for clocked in &logic.clocked {
        loops.insert(clocked.var.clone());
        procedural(&clocked.body, &mut loops);
    }
    if logic
        .registers
        .iter()
        .any(|register| logic.netlist.net(register.q).storage == Storage::Unpacked)
    {
        loops.insert("i".to_owned());
    }
    let claim = |wishes: BTreeSet<String>, names: &mut Names| {
        wishes
            .into_iter()
            .map(|wish| {
                let name = names.claim_index(&wish);
                (wish, name)
            })
            .collect::<BTreeMap<_, _>>()
    };
    // In SystemVerilog both live in their loops only.
    let mut fresh = names.clone();
    let generates = claim(generates, names);
    let loops = match style.sv() {
        true => claim(loops, &mut fresh),
        false => claim(loops, names),
    };
    (generates, loops)
}

pub(super) struct Printer<'a> {
    pub style: Style<'a>,
    pub modules: &'a [ModuleIr],
    pub logic: &'a Logic,
    pub exprs: ExprPrinter<'a>,
    /// Verilog names of the indices of generate loops.
    pub genvars: BTreeMap<String, String>,
    /// Verilog names of the indices of procedural loops.
    pub integers: BTreeMap<String, String>,
    pub names: Names,
    pub text: Text,
    /// Nets that an `always` block assigns.
    pub procedural: BTreeSet<NetId>,
    /// Nets whose assignments are non-blocking in the block that is being printed.
    pub clocked: BTreeSet<NetId>,
    /// What the source says before the driver of a net.
    comments: BTreeMap<NetId, String>,
    /// Those of which nothing is left but a connection, by the net that it connects.
    pub at_connections: BTreeMap<NetId, String>,
}

impl<'a> Printer<'a> {
    pub fn new(logic: &'a Logic, modules: &'a [ModuleIr], style: Style<'a>) -> Self {
        let mut names = logic.names.clone();
        let (genvars, integers) = loop_names(logic, &mut names, style);
        let mut printer = Printer {
            style,
            modules,
            logic,
            exprs: ExprPrinter {
                logic,
                vars: BTreeMap::new(),
                named: RefCell::new(BTreeSet::new()),
                enums: style.sv().then_some(style.enums),
                states: match style.sv() {
                    true => enums::states(logic),
                    false => BTreeSet::new(),
                },
            },
            genvars,
            integers,
            names,
            text: Text::default(),
            procedural: BTreeSet::new(),
            clocked: BTreeSet::new(),
            comments: BTreeMap::new(),
            at_connections: BTreeMap::new(),
        };
        printer.find_procedural();
        printer.find_comments();
        printer
    }

    pub fn net(&self, id: NetId) -> &Net {
        self.logic.netlist.net(id)
    }

    /// What the source says before it drives one of these nets, which begins a paragraph.
    pub fn say(&mut self, nets: impl IntoIterator<Item = NetId>) {
        for net in nets {
            if self.comments.contains_key(&net) {
                self.text.gap();
                self.remark([net]);
            }
        }
    }

    /// The same within a block.
    pub fn remark(&mut self, nets: impl IntoIterator<Item = NetId>) {
        for net in nets {
            if let Some(comment) = self.comments.remove(&net) {
                self.text.comment(&comment);
            }
        }
    }

    /// A comment stands over the first statement that is left of what it is before; where none is, over the first
    /// register or connection.
    fn find_comments(&mut self) {
        let logic = self.logic;
        let mut stated = BTreeSet::new();
        for process in &logic.processes {
            process.targets(&mut |net| _ = stated.insert(net));
        }
        let registers = logic.registers.iter();
        let kept: BTreeSet<NetId> = registers.flat_map(|r| [r.d, r.q]).collect();
        let ports = logic.instances.iter().flat_map(|i| &i.ports);
        let connected: BTreeSet<NetId> = ports.copied().collect();
        for comment in &logic.netlist.comments {
            let first = |of: &BTreeSet<NetId>| comment.before.iter().find(|net| of.contains(net));
            let (place, net) = match (first(&stated).or_else(|| first(&kept)), first(&connected)) {
                (Some(net), _) => (&mut self.comments, net),
                (None, Some(net)) => (&mut self.at_connections, net),
                (None, None) => continue,
            };
            place.entry(*net).or_insert_with(|| comment.text.clone());
        }
    }

    fn find_procedural(&mut self) {
        fn visit(process: &Process, out: &mut BTreeSet<NetId>) {
            match process {
                Process::Assign(..) => {}
                Process::Generate { body, .. } => body.iter().for_each(|p| visit(p, out)),
                Process::Comb(body) => body.iter().for_each(|stmt| {
                    stmt.targets(&mut |place| {
                        out.insert(place.net);
                    });
                }),
            }
        }
        for process in &self.logic.processes {
            visit(process, &mut self.procedural);
        }
        self.procedural
            .extend(self.logic.registers.iter().map(|register| register.q));
    }

    /// Whether the register's next state stands in the clocked loop itself.
    pub fn in_clocked_loop(&self, register: usize) -> bool {
        self.logic
            .clocked
            .iter()
            .any(|clocked| clocked.registers.contains(&register))
    }
}
