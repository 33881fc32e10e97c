//! Both dialects of every unit are the same circuit, and a changed character is noticed.

use hdl::emit::{Design, Dialect, Options};
use spec::{Configuration, UnitId};
use std::path::{Path, PathBuf};
use warploom::tools::discovery::Tools;
use warploom::tools::equivalence::{check, Verdict};

use crate::selection;

fn write(design: &Design, folder: &Path) -> Vec<PathBuf> {
    std::fs::create_dir_all(folder).expect("a folder");
    let file = |module: &hdl::emit::Module| {
        let path = folder.join(&module.file_name);
        std::fs::write(&path, &module.text).expect("a file");
        path
    };
    design.modules.iter().map(file).collect()
}

fn emitted(configuration: &Configuration, dialect: Dialect) -> Design {
    let options = Options {
        dialect,
        ..Options::default()
    };
    hdl::units::emit(configuration, &options).expect("every preset emits")
}

fn compare(verilog: &Design, sv: &Design) -> Verdict {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let a = write(verilog, &scratch.path().join("verilog2005"));
    let b = write(sv, &scratch.path().join("sv"));
    check(
        &Tools::discover(),
        &a,
        Dialect::Verilog2005,
        &b,
        Dialect::SystemVerilog,
        &verilog.top,
    )
    .expect("Yosys runs; if not, see warploom doctor")
}

/// They take a solver minutes each: only the full selection has them.
const SLOW: &[UnitId] = &[
    UnitId::PatternCompressor,
    UnitId::CapacityManager,
    UnitId::Osu,
    UnitId::ReglessL1Arbiter,
];

#[test]
fn dialects_of_every_unit_are_equivalent() {
    for preset in selection::presets("equivalence of dialects") {
        if SLOW.contains(&preset.unit) && !selection::full() {
            selection::say(&format!("equivalence of dialects: not {}", preset.unit));
            continue;
        }
        let configuration = Configuration::of_preset(preset);
        let verilog = emitted(&configuration, Dialect::Verilog2005);
        let sv = emitted(&configuration, Dialect::SystemVerilog);
        assert_eq!(
            compare(&verilog, &sv),
            Verdict::Equivalent,
            "{configuration}"
        );
    }
}

#[test]
fn one_changed_character_is_noticed() {
    // One lane is enough, and a difference takes a solver long to show in 31 of them.
    let configuration =
        Configuration::new(UnitId::BdiDecompressor, "fermi", &[]).expect("the preset exists");
    let lane = |dialect| {
        let mut design = emitted(&configuration, dialect);
        design.top = "bdi_sum_lane_16".to_owned();
        design.modules.retain(|module| module.name == design.top);
        design
    };
    let verilog = lane(Dialect::Verilog2005);
    let mut sv = lane(Dialect::SystemVerilog);
    assert_eq!(compare(&verilog, &sv), Verdict::Equivalent);
    let changed = sv.modules[0].text.replacen(" + ", " - ", 1);
    assert_ne!(sv.modules[0].text, changed, "the lane adds");
    sv.modules[0].text = changed;
    assert!(matches!(compare(&verilog, &sv), Verdict::Different(_)));
}
