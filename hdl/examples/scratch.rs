use hdl::emit::*;
use hdl::prelude::*;
fn go<B: Block>(unit: &str, b: B) {
    for dialect in [Dialect::Verilog2005, Dialect::SystemVerilog] {
        for reset in [Reset::SyncHigh, Reset::AsyncLow] {
            let o = Options {
                dialect,
                reset,
                prefix: None,
            };
            let p = Provenance {
                unit: unit.into(),
                preset: "fermi".into(),
                command: format!("warploom generate --unit {unit}"),
            };
            match emit(&b, &p, &o) {
                Ok(d) => {
                    let dir = format!("/tmp/emitx/out/{unit}_{dialect}_{reset}");
                    std::fs::create_dir_all(&dir).unwrap();
                    for m in &d.modules {
                        std::fs::write(format!("{dir}/{}", m.file_name), &m.text).unwrap();
                    }
                    std::fs::write(format!("{dir}/top"), &d.top).unwrap();
                    std::fs::write(format!("{dir}/list.f"), file_list(&d.modules)).unwrap();
                }
                Err(e) => {
                    println!("{unit}: {e}");
                    return;
                }
            }
        }
    }
}
fn main() {
    go("encoder", PriorityEncoder::<12, 4>::new());
    go("fixed", FixedPriorityArbiter::<12, 4>::new());
    go("rr", RoundRobinArbiter::<5, 3>::new());
    go("fifo", Fifo::<Bits<40>, 5, 3>::default());
    go("packer", Packer::<4, 8, 32>::default());
    go("unpacker", Unpacker::<4, 8, 32>::default());
    go("memory", Memory::<40, 4>::new(10));
    go("masked", MaskedMemory::<32, 4, 4>::new(10));
    go("single", SinglePortMemory::<32, 4, 4>::new(10));
}
