//! Designs that behave otherwise: what edits do to a module's text, and what is refused.

use crate::emit_support::{Counter, Machine, Request};
use hdl::emit::edit::{Change, Edit, EditError, Mutation, MutationErrors, NewRegister};
use hdl::emit::{emit_mutations, mutations, Options, Provenance};
use hdl::prelude::*;

/// Lines of a cache, of which the first that is free and wanted is told.
#[derive(LogicBlock)]
struct Lines {
    pub clock: Signal<In, Clock>,
    pub wanted: Signal<In, Bits<4>>,
    pub chosen: Signal<Out, Bits<4>>,
    pub count: Signal<Out, Bits<3>>,
    valid: [Register<Bit>; 4],
}

impl Default for Lines {
    fn default() -> Self {
        Lines {
            clock: Signal::default(),
            wanted: Signal::default(),
            chosen: Signal::default(),
            count: Signal::default(),
            valid: std::array::from_fn(|_| Register::default()),
        }
    }
}

#[hardware]
impl Logic for Lines {
    fn update(&mut self) {
        registers!(self, clock, valid);
        let mut chosen = bits::<4>(0);
        let mut count = bits::<3>(0);
        for k in 0..4 {
            let free = !self.valid[k].q.val();
            chosen = chosen.replace_bit(k, free && self.wanted.val().get_bit(k));
            if free {
                count = count + 1;
            }
            self.valid[k].d.next = chosen.get_bit(k);
        }
        self.chosen.next = chosen;
        self.count.next = count;
    }
}

fn mutation(edits: &[(&str, &str)]) -> Mutation {
    let edit = |&(at, change): &(&str, &str)| Edit {
        at: at.to_owned(),
        change: match change.strip_prefix("reset ") {
            Some(value) => Change::Reset(value.to_owned()),
            None => Change::Becomes(change.to_owned()),
        },
    };
    Mutation {
        name: "it_fails".to_owned(),
        edits: edits.iter().map(edit).collect(),
        registers: vec![],
    }
}

fn text(block: &dyn Block, mutations: &[Mutation]) -> Result<String, MutationErrors> {
    let design = emit_mutations(
        block,
        &Provenance::default(),
        &Options::default(),
        mutations,
    )?;
    let texts = design.modules.iter().map(|module| module.text.as_str());
    Ok(texts.collect())
}

/// Lines that must be in the text of a block with one mutation.
fn shows(block: &dyn Block, mutation: Mutation, lines: &[&str]) {
    let text = text(block, &[mutation]).unwrap_or_else(|errors| panic!("{errors}"));
    for line in lines {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

fn refused(block: &dyn Block, edits: &[(&str, &str)]) -> String {
    match text(block, &[mutation(edits)]) {
        Err(MutationErrors::Mutations(errors)) => {
            let lines: Vec<String> = errors.iter().map(EditError::to_string).collect();
            lines.join("\n")
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_output_is_driven_otherwise() {
    let mut block = Counter::default();
    block.connect_all();
    shows(
        &block,
        mutation(&[("counter.count", "it ^ {7'd0, enable}")]),
        &[
            "count = value_q;",
            "16'd1: count = value_q ^ {7'd0, enable};",
        ],
    );
}

#[test]
fn a_register_starts_elsewhere_and_its_readers_see_it() {
    let mut block = Counter::default();
    block.connect_all();
    let edit = mutation(&[("counter.value", "reset 5")]);
    shows(&block, edit, &["value_q ^ 8'd2", "value_d_it ^ 8'd2"]);
}

#[test]
fn every_element_and_every_bit_of_a_let() {
    let mut block = Lines::default();
    block.connect_all();
    shows(
        &block,
        mutation(&[("lines.chosen[k]", "!valid[k].q")]),
        &["chosen_it", "16'd1"],
    );
    shows(
        &block,
        mutation(&[("lines.valid[k].d", "it || wanted[k] && valid[k + 1].q")]),
        &["< 3;"],
    );
    // A value within a loop is one for each iteration.
    shows(
        &block,
        mutation(&[("lines.free", "it && wanted[k]")]),
        &["free_it"],
    );
}

#[test]
fn a_mutation_may_remember() {
    let mut block = Machine::default();
    block.connect_all();
    let mut remembers = mutation(&[("machine.busy", "it && seen < 3")]);
    remembers.registers.push(NewRegister {
        name: "seen".to_owned(),
        width: 2,
        reset: 1,
        next: "start ? seen + 1 : seen".to_owned(),
    });
    shows(
        &block,
        remembers,
        &["mutant1_seen_q <= 2'd1", "mutant1_seen_q < 2'd3"],
    );
}

#[test]
fn a_state_goes_by_its_name() {
    let mut block = Machine::default();
    block.connect_all();
    let edit = mutation(&[("machine.phase.d", "start ? Phase::Done : it")]);
    shows(&block, edit, &["start ? PhaseDone : phase_d_it"]);
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let mut block = Lines::default();
    block.connect_all();
    let said = |at: &str, becomes: &str| refused(&block, &[(at, becomes)]);
    assert_eq!(
        said("line.count", "0"),
        "it_fails: line.count: unknown module 'line'; allowed: lines"
    );
    assert_eq!(
        said("count", "0"),
        "it_fails: count: a place is `module.signal`"
    );
    assert!(said("lines.cuont", "0")
        .starts_with("it_fails: lines.cuont: unknown signal 'cuont'; allowed: count, "));
    assert_eq!(
        said("lines.count", "wanted"),
        "it_fails: lines.count: 4 bits where 3 are wanted"
    );
    assert_eq!(
        said("lines.count", "9"),
        "it_fails: lines.count: 9 does not fit 3 bits"
    );
    assert_eq!(
        said("lines.valid.d", "1"),
        "it_fails: lines.valid.d: `valid.d` is an array [4]: say which element"
    );
    assert_eq!(
        said("lines.valid[4].d", "1"),
        "it_fails: lines.valid[4].d: 4 is out of range, the limit is 4"
    );
    assert_eq!(
        said("lines.count", "it"),
        "it_fails: lines.count: that is what drives it now"
    );
    assert_eq!(
        said("lines.clock", "0"),
        "it_fails: lines.clock: a clock has no driver that could be edited"
    );
    assert_eq!(
        said("lines.count", "reset 3"),
        "it_fails: lines.count: only a register has a reset value"
    );
}

#[test]
fn two_edits_of_one_mutation_do_not_see_each_other() {
    let mut block = Lines::default();
    block.connect_all();
    let swap = [
        ("lines.chosen", "wanted & {1'd0, count}"),
        ("lines.count", "chosen[2:0]"),
    ];
    shows(
        &block,
        mutation(&swap),
        &[
            "chosen = wanted & {1'b0, count_it}",
            "count = chosen_it[2:0]",
        ],
    );
}

#[test]
fn a_register_of_its_own_has_a_name_of_its_own() {
    let mut block = Machine::default();
    block.connect_all();
    let mut remembers = mutation(&[("machine.busy", "it && start")]);
    remembers.registers.push(NewRegister {
        name: "start".to_owned(),
        width: 1,
        reset: 0,
        next: "it".to_owned(),
    });
    let Err(MutationErrors::Mutations(errors)) = text(&block, &[remembers]) else {
        panic!("it is refused");
    };
    assert_eq!(
        errors[0].to_string(),
        "it_fails: start: the block has a signal of that name"
    );
}

/// All mutations of a block, and what becomes of its text with one of them.
fn listed(block: &dyn Block) -> Vec<Mutation> {
    mutations(block, "test", &Options::default(), &|_| true).unwrap_or_else(|e| panic!("{e}"))
}

/// The text with the mutation of that name.
fn with(block: &dyn Block, name: &str) -> String {
    let all = listed(block);
    let names: Vec<&str> = all.iter().map(|mutation| mutation.name.as_str()).collect();
    let Some(one) = all.iter().find(|mutation| mutation.name == name) else {
        panic!("{name}\n{}", names.join("\n"));
    };
    text(block, std::slice::from_ref(one)).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn every_kind_finds_its_places_and_each_can_be() {
    let mut block = Machine::default();
    block.connect_all();
    let all = listed(&block);
    let kinds = ["operator", "constant", "condition", "register"];
    for kind in kinds {
        let of_kind = |mutation: &&Mutation| mutation.name.contains(&format!(" {kind}: "));
        assert!(all.iter().any(|mutation| of_kind(&mutation)), "{kind}");
    }
    // Each alone changes the text, and all together are one design.
    let plain = text(&block, &[]).unwrap_or_else(|errors| panic!("{errors}"));
    for mutation in &all {
        let changed = text(&block, std::slice::from_ref(mutation));
        assert_ne!(changed, Ok(plain.clone()), "{}", mutation.name);
    }
    assert!(text(&block, &all).is_ok());
}

/// Requests that are kept, and a signal that has the name of a mutant's register.
#[derive(LogicBlock)]
struct Kept {
    pub clock: Signal<In, Clock>,
    pub tags: Signal<In, Bits<12>>,
    pub keeps: Signal<In, Bit>,
    pub value_before: Signal<In, Bit>,
    pub newest: Signal<Out, Request>,
    pub oldest: Signal<Out, Request>,
    kept: Vec<Register<Request>>,
}

impl Default for Kept {
    fn default() -> Self {
        Kept {
            clock: Signal::default(),
            tags: Signal::default(),
            keeps: Signal::default(),
            value_before: Signal::default(),
            newest: Signal::default(),
            oldest: Signal::default(),
            kept: vec![Register::no_reset(), Register::no_reset()],
        }
    }
}

#[hardware]
impl Logic for Kept {
    fn update(&mut self) {
        registers!(self, clock, kept);
        for k in 0..2 {
            if self.keeps.val() {
                self.kept[k].d.next = Request {
                    valid: self.value_before.val(),
                    tag: self.tags.val().get_bits::<6>(6 * k),
                    kind: bits::<2>(0),
                };
            }
        }
        self.newest.next = self.kept[0].q.val();
        self.oldest.next = self.kept[1].q.val();
    }
}

#[test]
fn what_all_fields_overwrite_is_no_mutation() {
    let mut block = Kept::default();
    block.connect_all();
    let all = listed(&block);
    let constants = all.iter().filter(|it| it.name.contains(" constant: "));
    let names: Vec<&str> = constants.map(|it| it.name.as_str()).collect();
    // What the fields are written over is none of them.
    let of_kind = |name: &&str| name.contains("2'd0 -> ");
    assert!(!names.is_empty() && names.iter().all(of_kind), "{names:?}");
}

#[test]
fn a_mutation_s_register_keeps_clear_of_signals() {
    let mut block = Kept::default();
    block.connect_all();
    let all = listed(&block);
    let late = all.iter().find(|it| it.name.contains("a cycle late"));
    let late = late.unwrap_or_else(|| panic!("a register comes late"));
    let text = text(&block, std::slice::from_ref(late)).unwrap_or_else(|e| panic!("{e}"));
    assert!(text.contains("value_before__q"), "{text}");
}

#[test]
fn mutations_do_what_they_say() {
    let mut block = Counter::default();
    block.connect_all();
    let shows = |name: &str, line: &str| {
        let text = with(&block, name);
        assert!(text.contains(line), "{name}: {line}\n{text}");
    };
    shows("counter.value.d 6 operator: + -> -", "value_q - 8'd1");
    shows("counter.value.d 5 constant: 8'd1 -> 8'd2", "value_q + 8'd2");
    shows("counter.value register: reset 7 -> 8", "value_q ^ 8'd15");
    shows(
        "counter.value.q register: a cycle late",
        "value_before_q <= value_q;",
    );
}
