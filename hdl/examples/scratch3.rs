use hdl::corpus::cases;
use hdl::emit::*;
use std::fmt::Write;
use std::process::Command;

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e3779b97f4a7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
    z ^ (z >> 31)
}

fn main() {
    let only = std::env::args().nth(1);
    let skip: usize = std::env::args().nth(2).map_or(0, |s| s.parse().unwrap());
    let mut bad = 0;
    println!("{} cases", cases().len());
    let rnd: usize = std::env::args().nth(3).map_or(0, |s| s.parse().unwrap()); struct C { name: String, make: Box<dyn Fn() -> Box<dyn hdl::engine::AnyUnit>> } let all: Vec<C> = if rnd > 0 { (skip..skip + rnd).map(|s| C { name: format!("random_{s}"), make: Box::new(move || Box::new(hdl::random::RandomModule::new(s as u64))) }).collect() } else { cases().into_iter().skip(skip).map(|c| C { name: c.name.to_string(), make: Box::new(move || (c.make)()) }).collect() }; for case in all {
        if only.as_deref().is_some_and(|o| o != "-" && o != case.name) {
            continue;
        }
        for dialect in [Dialect::Verilog2005, Dialect::SystemVerilog] {
            let mut unit = (case.make)();
            let options = Options {
                dialect,
                ..Options::default()
            };
            let design = match emit(
                unit.block(),
                &Provenance {
                    unit: case.name.clone(),
                    ..Default::default()
                },
                &options,
            ) {
                Ok(d) => d,
                Err(e) => {
                    println!("REFUSED {}: {e}", case.name);
                    bad += 1;
                    break;
                }
            };
            let dir = format!("/tmp/emitx/out/{}_{dialect}", case.name);
            std::fs::create_dir_all(&dir).unwrap();
            for m in &design.modules {
                std::fs::write(format!("{dir}/{}", m.file_name), &m.text).unwrap();
            }
            std::fs::write(format!("{dir}/top"), &design.top).unwrap();
            std::fs::write(format!("{dir}/list.f"), file_list(&design.modules)).unwrap();
            // stimulus
            let (ins, outs) = (unit.inputs(), unit.outputs());
            let iw: usize = ins.iter().map(|p| p.words()).sum();
            let ow: usize = outs.iter().map(|p| p.words()).sum();
            unit.prepare();
            let mut seed = 1u64;
            let n = 200;
            let (mut stim, mut expect) = (String::new(), vec![]);
            for _ in 0..n {
                let mut f: Vec<u32> = (0..iw)
                    .map(|_| {
                        let r = next(&mut seed);
                        let v = (r >> 32) as u32;
                        match r & 3 {
                            0 => v & (r as u32) & 0xff,
                            1 => v,
                            2 => !0,
                            _ => v & 3,
                        }
                    })
                    .collect();
                unit.normalize(&mut f);
                let mut o = vec![0; ow];
                unit.cycle(&f, &mut o).unwrap();
                let mut at = 0;
                let names: Vec<String> = design
                    .ports
                    .iter()
                    .filter(|p| p.role == PortRole::Data && p.direction == Direction::Input)
                    .map(|p| p.name.clone())
                    .collect();
                for (k, p) in ins.iter().enumerate() {
                    let mut hex = String::new();
                    for w in f[at..at + p.words()].iter().rev() {
                        write!(hex, "{w:08x}").unwrap();
                    }
                    at += p.words();
                    let mask = if p.width % 32 == 0 { hex } else { hex };
                    writeln!(stim, "    {} = {}'h{};", names[k], p.words() * 32, mask).unwrap();
                }
                let mut line = String::new();
                let mut at = 0;
                for p in outs {
                    for w in o[at..at + p.words()].iter().rev() {
                        write!(line, "{w:08x}").unwrap();
                    }
                    at += p.words();
                    line.push(' ');
                }
                expect.push(line);
                stim.push_str("    #1 show;\n");
                if design.clock().is_some() {
                    stim.push_str("    clock = 1; #1 clock = 0;\n");
                }
            }
            let mut tb = String::from("module tb;\n");
            for p in &design.ports {
                let k = if p.direction == Direction::Input {
                    "reg"
                } else {
                    "wire"
                };
                writeln!(tb, "  {k} [{}:0] {};", p.width - 1, p.name).unwrap();
            }
            write!(tb, "  {} dut (", design.top).unwrap();
            tb.push_str(
                &design
                    .ports
                    .iter()
                    .map(|p| format!(".{0}({0})", p.name))
                    .collect::<Vec<_>>()
                    .join(", "),
            );
            tb.push_str(");\n  task show; begin\n    $display(\"");
            tb.push_str(&outs.iter().map(|_| "%h ").collect::<String>());
            tb.push('"');
            let names: Vec<String> = design
                .ports
                .iter()
                .filter(|p| p.role == PortRole::Data && p.direction == Direction::Output)
                .map(|p| p.name.clone())
                .collect();
            for (k, p) in outs.iter().enumerate() {
                write!(
                    tb,
                    ", {{{}'d0, {}}}",
                    1 + p.words() * 32 - p.width,
                    names[k]
                )
                .unwrap();
            }
            tb.push_str(");\n  end endtask\n  initial begin\n");
            if design.clock().is_some() {
                tb.push_str("    clock = 0;\n");
                if design.ports.iter().any(|p| p.role == PortRole::Reset) {
                    tb.push_str("    reset = 1; #1 clock = 1; #1 clock = 0; #1 reset = 0;\n");
                }
            }
            tb.push_str(&stim);
            tb.push_str("    $finish;\n  end\nendmodule\n");
            std::fs::write(format!("{dir}/tb.sv"), tb).unwrap();
            let files: Vec<String> = design
                .modules
                .iter()
                .map(|m| format!("{dir}/{}", m.file_name))
                .collect();
            let out = Command::new("iverilog")
                .arg(if dialect == Dialect::Verilog2005 {
                    "-g2005"
                } else {
                    "-g2012"
                })
                .args(["-o", &format!("{dir}/sim"), "-s", "tb"])
                .args(&files)
                .arg(format!("{dir}/tb.sv"))
                .output()
                .unwrap();
            if !out.status.success() {
                println!(
                    "COMPILE {} {dialect}: {}",
                    case.name,
                    String::from_utf8_lossy(&out.stderr)
                );
                bad += 1;
                continue;
            }
            let out = Command::new("timeout")
                .args(["10", "vvp"])
                .arg(format!("{dir}/sim"))
                .output()
                .unwrap();
            let text = String::from_utf8_lossy(&out.stdout).into_owned();
            let lines: Vec<&str> = text.lines().collect();
            let norm = |l: &str| {
                l.split_whitespace()
                    .map(|w| w.trim_start_matches('0').to_owned())
                    .collect::<Vec<_>>()
            };
            let mut wrong = 0;
            for (i, e) in expect.iter().enumerate() {
                let got = lines.get(i).copied().unwrap_or("");
                if norm(e) != norm(got) {
                    wrong += 1;
                    if wrong <= 2 {
                        println!(
                            "DIFF {} {dialect} cycle {i}: expect {e} got {got}",
                            case.name
                        );
                    }
                }
            }
            if wrong > 0 {
                bad += 1;
                println!("  {wrong} of {n}");
            }
        }
    }
    println!("bad {bad}");
}
