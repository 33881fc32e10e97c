//! A random circuit as a rust_hdl block.

use super::generate::circuit;
use super::tree::{execute, statements, Environment, SignalId, Stmt};
use super::value::Value;
use crate::engine::Port;
use crate::tag::Tag;
use rust_hdl::core::ast::{
    Verilog, VerilogExpression as X, VerilogLiteral, VerilogLoop, VerilogStatement as S,
};
use rust_hdl::core::atom::{Atom, AtomKind};
use rust_hdl::core::block::Block;
use rust_hdl::core::constraint::PinConstraint;
use rust_hdl::core::logic::Logic;
use rust_hdl::core::probe::Probe;
use rust_hdl::core::synth::VCDValue;
use rust_hdl::core::timing::TimingInfo;
use rust_hdl::core::type_descriptor::{TypeDescriptor, TypeKind};

/// What a signal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Input,
    Output,
    Local,
    Register { reset: bool },
}

/// A signal, or an array of registers.
#[derive(Clone, Debug)]
pub struct Signal {
    pub name: String,
    pub kind: Kind,
    pub width: usize,
    /// Elements of an array.
    pub length: Option<usize>,
    /// What a register starts with.
    pub initial: Value,
}

/// A random circuit; see the module's comment.
pub struct RandomModule {
    seed: u64,
    signals: Vec<Signal>,
    body: Vec<Stmt>,
    inputs: &'static [Port],
    outputs: &'static [Port],
    /// Values of inputs, locals and outputs, and the next values of registers.
    next: Vec<Vec<Value>>,
    /// Values of registers.
    state: Vec<Vec<Value>>,
}

impl RandomModule {
    pub fn new(seed: u64) -> Self {
        let circuit = circuit(seed);
        let values: Vec<Vec<Value>> = circuit
            .signals
            .iter()
            .map(|signal| vec![signal.initial; signal.length.unwrap_or(1)])
            .collect();
        RandomModule {
            seed,
            inputs: ports(&circuit.signals, Kind::Input),
            outputs: ports(&circuit.signals, Kind::Output),
            signals: circuit.signals,
            body: circuit.body,
            next: values.clone(),
            state: values,
        }
    }

    pub(super) fn input_ports(&self) -> &'static [Port] {
        self.inputs
    }

    pub(super) fn output_ports(&self) -> &'static [Port] {
        self.outputs
    }

    /// Applies a frame and computes everything that follows from it.
    pub(super) fn evaluate(&mut self, inputs: &[u32]) {
        let mut rest = inputs;
        for id in 0..self.signals.len() {
            if self.signals[id].kind == Kind::Input {
                let width = self.signals[id].width;
                let (words, tail) = rest.split_at(width.div_ceil(32));
                self.next[id] = vec![Value::from_fn(width, |bit| {
                    words[bit / 32] >> (bit % 32) & 1 == 1
                })];
                rest = tail;
            }
        }
        self.update();
    }

    pub(super) fn sample(&self, outputs: &mut [u32]) {
        let mut rest = outputs;
        for (signal, value) in self.signals.iter().zip(&self.next) {
            if signal.kind == Kind::Output {
                let (words, tail) = rest.split_at_mut(signal.width.div_ceil(32));
                for (index, word) in words.iter_mut().enumerate() {
                    *word = (0..32).fold(0, |word, bit| {
                        word | u32::from(value[0].bit(index * 32 + bit)) << bit
                    });
                }
                rest = tail;
            }
        }
    }

    pub(super) fn clock_edge(&mut self) {
        self.state.clone_from(&self.next);
    }

    fn registers(&self) -> impl Iterator<Item = &Signal> {
        self.signals
            .iter()
            .filter(|signal| matches!(signal.kind, Kind::Register { .. }))
    }

    /// The clocks of the registers.
    fn clocks(&self) -> Vec<S> {
        let clock =
            |target: String| S::Assignment(X::Signal(target), X::Signal("clock".to_owned()));
        self.registers()
            .map(|signal| match signal.length {
                None => clock(format!("{}$clock", signal.name)),
                Some(length) => S::Loop(VerilogLoop {
                    index: "i".to_owned(),
                    from: 0_usize.into(),
                    to: length.into(),
                    block: vec![clock(format!("{}[i]$clock", signal.name))],
                }),
            })
            .collect()
    }
}

/// Frames want ports that live for ever; a test makes a bounded number of circuits.
fn ports(signals: &[Signal], kind: Kind) -> &'static [Port] {
    let ports: Vec<Port> = signals
        .iter()
        .filter(|signal| signal.kind == kind)
        .map(|signal| Port {
            name: Box::leak(signal.name.clone().into_boxed_str()),
            width: signal.width,
        })
        .collect();
    Box::leak(ports.into_boxed_slice())
}

impl Environment for RandomModule {
    fn width(&self, id: SignalId) -> usize {
        self.signals[id].width
    }

    fn read(&self, id: SignalId, element: usize) -> Value {
        match self.signals[id].kind {
            Kind::Register { .. } => self.state[id][element],
            _ => self.next[id][element],
        }
    }

    fn write(&mut self, id: SignalId, element: usize, value: Value) {
        self.next[id][element] = value;
    }

    /// For a part of a register the next value counts, which `read` does not give.
    fn pending(&self, id: SignalId) -> Value {
        self.next[id][0]
    }

    fn source(&self, id: SignalId, element: Option<&str>) -> String {
        let signal = &self.signals[id];
        let element = element.map_or(String::new(), |index| format!("[{index}]"));
        match signal.kind {
            Kind::Register { .. } => format!("{}{element}$q", signal.name),
            _ => format!("{}{element}", signal.name),
        }
    }

    fn target(&self, id: SignalId, element: Option<&str>) -> String {
        let signal = &self.signals[id];
        let element = element.map_or(String::new(), |index| format!("[{index}]"));
        match signal.kind {
            Kind::Register { .. } => format!("{}{element}$d", signal.name),
            _ => format!("{}{element}", signal.name),
        }
    }
}

impl Logic for RandomModule {
    fn update(&mut self) {
        let body = std::mem::take(&mut self.body);
        execute(&body, self, 0);
        self.body = body;
    }

    fn hdl(&self) -> Verilog {
        let mut code = self.clocks();
        code.extend(statements(&self.body, self));
        Verilog::Combinatorial(code)
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Tag::Module {
            rust_type: format!("RandomModule({})", self.seed),
            name: Some(format!("random_{}", self.seed)),
        }
        .encode()
    }
}

impl Block for RandomModule {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {
        self.update();
    }

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_scope(name, self);
        let input = AtomKind::InputParameter;
        if self.registers().next().is_some() {
            probe.visit_atom("clock", &RandomAtom::clock());
        }
        for signal in &self.signals {
            let kind = match signal.kind {
                Kind::Input => input,
                Kind::Output => AtomKind::OutputParameter,
                Kind::Local => AtomKind::LocalSignal,
                Kind::Register { reset } => {
                    for element in 0..signal.length.unwrap_or(1) {
                        let name = match signal.length {
                            Some(_) => format!("{}${element}", signal.name),
                            None => signal.name.clone(),
                        };
                        let register = RandomRegister { signal, reset };
                        register.accept(&name, probe);
                    }
                    continue;
                }
            };
            probe.visit_atom(&signal.name, &RandomAtom::word(kind, signal.initial));
        }
        probe.visit_end_scope(name, self);
    }
}

/// A register of a random circuit, for the probe only.
struct RandomRegister<'a> {
    signal: &'a Signal,
    reset: bool,
}

impl Logic for RandomRegister<'_> {
    fn update(&mut self) {}

    fn timing(&self) -> Vec<TimingInfo> {
        Tag::Register { reset: self.reset }.encode()
    }
}

impl Block for RandomRegister<'_> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        let initial = self.signal.initial;
        probe.visit_start_scope(name, self);
        probe.visit_atom("clock", &RandomAtom::clock());
        probe.visit_atom("d", &RandomAtom::word(AtomKind::InputParameter, initial));
        probe.visit_atom("q", &RandomAtom::word(AtomKind::OutputParameter, initial));
        probe.visit_end_scope(name, self);
    }
}

/// A signal as the probe sees it.
struct RandomAtom {
    kind: AtomKind,
    value: Value,
    type_name: String,
}

impl RandomAtom {
    fn clock() -> Self {
        RandomAtom {
            kind: AtomKind::InputParameter,
            value: Value::zero(1),
            type_name: "clock".to_owned(),
        }
    }

    fn word(kind: AtomKind, value: Value) -> Self {
        RandomAtom {
            kind,
            value,
            type_name: format!("Bits::<{}>", value.width()),
        }
    }
}

impl Atom for RandomAtom {
    fn bits(&self) -> usize {
        self.value.width()
    }

    fn connected(&self) -> bool {
        true
    }

    fn changed(&self) -> bool {
        false
    }

    fn kind(&self) -> AtomKind {
        self.kind
    }

    fn descriptor(&self) -> TypeDescriptor {
        TypeDescriptor {
            name: self.type_name.clone(),
            kind: TypeKind::Bits(self.value.width()),
        }
    }

    fn vcd(&self) -> VCDValue {
        VCDValue::String(String::new())
    }

    fn id(&self) -> usize {
        0
    }

    fn verilog(&self) -> VerilogLiteral {
        self.value.literal()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        vec![]
    }
}
