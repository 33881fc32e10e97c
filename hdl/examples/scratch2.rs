#[path = "../tests/emit_support/mod.rs"]
mod emit_support;
use emit_support::*;
use hdl::emit::*;
fn main() {
    for dialect in [Dialect::Verilog2005, Dialect::SystemVerilog] {
        let t = std::time::Instant::now();
        let d = emit(
            &Gates::<1024, 10>::default(),
            &Provenance::default(),
            &Options {
                dialect,
                ..Options::default()
            },
        )
        .unwrap();
        println!("{:?}", t.elapsed());
        let m = &d.modules[0];
        std::fs::write(format!("/tmp/emitx/{}", m.file_name), &m.text).unwrap();
        let t = std::time::Instant::now();
        let d = emit(
            &RegisterFile::<1024, 10>::default(),
            &Provenance::default(),
            &Options {
                dialect,
                ..Options::default()
            },
        )
        .unwrap();
        println!("{:?}", t.elapsed());
        let m = &d.modules[0];
        std::fs::write(format!("/tmp/emitx/{}", m.file_name), &m.text).unwrap();
    }
}
