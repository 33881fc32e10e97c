//! Both dialects of every unit are the same circuit, and a changed character is noticed.

use hdl::emit::{Design, Dialect, Module, Options};
use progress::parallel;
use spec::Configuration;
use std::collections::HashSet;
use tools::discovery::Tools;
use tools::equivalence::{check, Verdict};
use tools::verilog;

use crate::selection;

fn emitted(configuration: &Configuration, dialect: Dialect) -> Design {
    let options = Options {
        dialect,
        ..Options::default()
    };
    hdl::units::emit(configuration, &options).expect("every preset emits")
}

fn compare<'n>(verilog: &Design, sv: &Design, names: impl IntoIterator<Item = &'n str>) -> Verdict {
    let designs = [&verilog.modules[..], &sv.modules];
    check(&Tools::discover(), designs, names).expect("Yosys runs; if not, see warploom doctor")
}

/// A design in both dialects, and which of its modules no design before it has.
struct Job {
    configuration: Configuration,
    designs: [Design; 2],
    new: Vec<String>,
}

#[test]
fn dialects_of_every_unit_are_equivalent() {
    let mut seen = HashSet::new();
    let mut jobs = Vec::new();
    for preset in selection::presets("equivalence of dialects") {
        let configuration = Configuration::of_preset(preset);
        let designs = [Dialect::Verilog2005, Dialect::SystemVerilog]
            .map(|dialect| emitted(&configuration, dialect));
        // A package holds types: what they make is in the modules that name them.
        let [verilog, sv] = designs.each_ref().map(|design| {
            let modules = design.modules.iter();
            modules
                .filter(|module| !module.is_package())
                .collect::<Vec<_>>()
        });
        assert_eq!(verilog.len(), sv.len(), "{configuration}");
        let mut new = Vec::new();
        for (verilog, sv) in verilog.iter().zip(sv) {
            assert_eq!(verilog.name, sv.name, "{configuration}");
            if seen.insert([&verilog.text, &sv.text].map(|text| verilog::body(text).to_owned())) {
                new.push(verilog.name.clone());
            }
        }
        jobs.push(Job {
            configuration,
            designs,
            new,
        });
    }
    let verdicts = parallel::map(&jobs, &|job| {
        let [verilog, sv] = &job.designs;
        compare(verilog, sv, job.new.iter().map(String::as_str))
    });
    selection::say(&format!("equivalence of dialects: {} modules", seen.len()));
    assert!(seen.len() > jobs.len());
    for (job, verdict) in jobs.iter().zip(verdicts) {
        assert_eq!(verdict, Verdict::Equivalent, "{}", job.configuration);
    }
}

#[test]
fn one_changed_character_is_noticed() {
    const ADDER: &str = "module adder (\n  input wire clock,\n  input wire [7:0] a,\n  \
                         input wire [7:0] b,\n  output wire [7:0] sum\n);\n  reg [7:0] sum_q;\n  \
                         always @(posedge clock) sum_q <= a + b;\n  assign sum = sum_q;\nendmodule\n";
    let module = |text: String| Module {
        source: String::new(),
        name: "adder".to_owned(),
        kind: "adder".to_owned(),
        file_name: "adder.v".to_owned(),
        text,
    };
    let adder = [module(ADDER.to_owned())];
    let changed = [module(ADDER.replace('+', "-"))];
    let verdict = |other: &[Module]| {
        let verdict = check(&Tools::discover(), [&adder, other], ["adder"]);
        verdict.expect("Yosys runs; if not, see warploom doctor")
    };
    assert_eq!(verdict(&adder), Verdict::Equivalent);
    assert!(matches!(verdict(&changed), Verdict::Different(_)));
}
