//! A unit's checker as a model of its own.

use super::trace::{Trace, CYCLES};
use hdl::assertions::{Choosable, ASSUMPTIONS};
use hdl::emit::{Dialect, Options};
use spec::Configuration;
use std::ops::Range;
use surroundings::interface::Interface;
use tools::discovery::Tools;
use verilated::{BuildOptions, Cache, Library, ModelSpec, Optimization, Port, Source};

/// The input by which one assertion is chosen: its number from 1, or 0 for all.
const ONLY: &str = "only";

/// An output that an assertion can name.
#[derive(Clone)]
pub struct Listened {
    pub name: String,
    pub width: usize,
    /// Its words in a row of the feed.
    pub words: Range<usize>,
}

/// What a checker is fed: a row a cycle of the ports that it takes.
#[derive(Clone)]
pub struct Feed {
    pub row: usize,
    pub words: Vec<u32>,
}

/// The checker, in which all assertions or a single one can be listened to.
pub struct Checker {
    choosable: Choosable,
    /// The words of a trace's frames that it takes: not every port is in a property.
    taken: Vec<Range<usize>>,
    outputs: Vec<Listened>,
    library: Library,
}

impl Checker {
    pub fn of(configuration: &Configuration) -> Self {
        let options = Options {
            dialect: Dialect::SystemVerilog,
            ..Options::default()
        };
        let design = hdl::units::emit(configuration, &options).expect("every preset emits");
        let choosable = hdl::assertions::choosable(&configuration.parameters, &design, ONLY);
        let source = Source::new(&choosable.file_name, &choosable.text);
        let interface = Interface::of(&configuration.parameters);
        // The first word of a frame is reset.
        let (mut offset, mut place) = (1, 1);
        let mut taken = Vec::new();
        taken.push(0..offset);
        let mut ports = vec![Port::new("reset", 1)];
        let mut outputs = Vec::new();
        for (position, slot) in (interface.inputs().iter().chain(interface.outputs())).enumerate() {
            let (name, count) = (slot.port.name.clone(), slot.port.words);
            let words = offset..offset + count;
            offset = words.end;
            if choosable.ports.contains(&name) {
                taken.push(words);
                ports.push(Port::new(&name, slot.port.width as u32).padded(count));
                if position >= interface.inputs().len() {
                    let (width, words) = (slot.port.width, place..place + count);
                    outputs.push(Listened { name, width, words });
                }
                place += count;
            }
        }
        ports.push(Port::new(ONLY, 8));
        let top = source.name.trim_end_matches(".sv").to_owned();
        let library = build(&top, ports, vec![], vec![source]);
        Self {
            choosable,
            taken,
            outputs,
            library,
        }
    }

    /// What it takes of a trace.
    pub fn feed(&self, trace: &Trace) -> Feed {
        let taken: usize = self.taken.iter().map(Range::len).sum();
        let row = taken + 1;
        let mut words = Vec::with_capacity(row * CYCLES);
        let mut frame = Vec::new();
        for (inputs, outputs) in trace.frames() {
            frame.clear();
            frame.extend_from_slice(inputs);
            frame.extend_from_slice(outputs);
            for taken in &self.taken {
                words.extend_from_slice(&frame[taken.clone()]);
            }
            words.push(0);
        }
        Feed { row, words }
    }

    fn place(&self, property: &str) -> usize {
        let mut assertions = self.choosable.assertions.iter();
        let place = assertions.position(|assertion| assertion.property == property);
        place.unwrap_or_else(|| panic!("no assertion is named {property}"))
    }

    /// Plays a feed, to all assertions or to one; the property of the assertion that failed.
    pub fn play(&self, feed: &mut Feed, only: Option<&str>) -> Option<&str> {
        let number = only.map_or(0, |only| self.place(only) + 1);
        for chosen in feed.words.iter_mut().skip(feed.row - 1).step_by(feed.row) {
            *chosen = number as u32;
        }
        let mut model = self.library.instantiate(1).expect("the checker starts");
        let stopped = model.run(CYCLES, &feed.words, &mut []).err()?.to_string();
        let failed = hdl::assertions::failed(&self.choosable.text, &stopped);
        Some(failed.unwrap_or_else(|| panic!("the message names an assertion: {stopped}")))
    }

    /// The cycle in which what is assumed fails first, if it does.
    pub fn assumed(&self, feed: &Feed) -> Option<usize> {
        let mut model = self.library.instantiate(1).expect("the checker starts");
        let mut rows = feed.words.chunks_exact(feed.row);
        rows.position(|row| {
            let mut row = row.to_vec();
            *row.last_mut().expect("the last word chooses") = u32::from(ASSUMPTIONS);
            model.run(1, &row, &mut []).is_err()
        })
    }

    /// The outputs that it takes, those first that an assertion names.
    pub fn outputs_near(&self, property: &str) -> Vec<Listened> {
        let named = &self.choosable.assertions[self.place(property)].words;
        let mut outputs = self.outputs.clone();
        outputs.sort_by_key(|output| !named.contains(&output.name));
        outputs
    }
}

/// Sources as a model that stops where an assertion fails.
pub fn build(top: &str, inputs: Vec<Port>, outputs: Vec<Port>, sources: Vec<Source>) -> Library {
    let tools = Tools::discover();
    let toolchain = tools
        .toolchain()
        .expect("Verilator is there; see warploom doctor");
    let model = ModelSpec {
        top: top.to_owned(),
        sources,
        inputs,
        outputs,
        clock: Some("clock".to_owned()),
        repeated: Vec::new(),
        options: BuildOptions {
            assertions: true,
            optimization: Optimization::Short,
            ..BuildOptions::default()
        },
    };
    Cache::new(tools.cache().join("models"))
        .build(&toolchain, &model)
        .expect("the checker builds")
}
