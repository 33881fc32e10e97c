//! Modules as NVIDIA's compiler writes them, from the CUDA C in `modules/cuda/`: as they are, with line tables and
//! relocatable, and for a debugger (`modules/build`). Each runs over virtual registers, physical ones, few of them,
//! and cycle by cycle under every scheme; memory and what is printed are the same.

use sm::host::{HostError, Options, Outcome, Session};
use sm::scheme::{build, Golden};
use sm::timing::{Preset, Settings};
use spec::Scheme;
use std::fs;
use std::path::{Path, PathBuf};

const VARIANTS: [&str; 3] = ["", "-lines", "-debug"];

/// A session of a module's variant, if it has that one, in a folder of its own.
fn session(
    test: &str,
    module: &str,
    variant: &str,
    descriptor: &str,
) -> Option<Result<Session, HostError>> {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules");
    let ptx = modules.join(format!("{module}{variant}.ptx"));
    let text = fs::read_to_string(ptx).ok()?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}{variant}"));
    fs::create_dir_all(&folder).expect("writable");
    fs::write(folder.join("k.ptx"), text).expect("writable");
    let path: PathBuf = folder.join("k.toml");
    fs::write(&path, format!("ptx = \"k.ptx\"\n{descriptor}")).expect("writable");
    Some(Session::open(&path))
}

/// What every way of running a descriptor leaves; at least one variant of the module is there.
fn outcomes(test: &str, module: &str, descriptor: &str) -> Vec<(String, Outcome)> {
    let mut outcomes = Vec::new();
    for variant in VARIANTS {
        let Some(session) = session(test, module, variant, descriptor) else {
            continue;
        };
        let session = session.unwrap_or_else(|error| panic!("{module}{variant}: {error}"));
        for (physical, max_registers) in [(false, None), (true, None), (true, Some(18))] {
            let options = Options {
                physical,
                max_registers,
            };
            let what = format!("{module}{variant}, {options:?}");
            let ran = session.run_counted(options);
            outcomes.push((
                what.clone(),
                ran.unwrap_or_else(|error| panic!("{what}: {error}")).0,
            ));
        }
        for scheme in Scheme::ALL {
            let preset = match scheme {
                Scheme::WarpedCompression => Preset::Fermi,
                _ => Preset::Maxwell,
            };
            let settings = Settings::new(preset.parameters());
            let mut multiprocessor =
                build(scheme, settings, &mut Golden).expect("it has the scheme");
            let options = Options {
                physical: true,
                max_registers: Some(32),
            };
            let what = format!("{module}{variant}, {scheme}");
            let ran = session.run_timed(options, &mut multiprocessor);
            let ran = ran.unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(ran.order_shows, None, "{what}");
            outcomes.push((what, ran.outcome));
        }
    }
    assert!(!outcomes.is_empty(), "no variant of {module}");
    outcomes
}

/// The fault of every way of running a descriptor functionally.
fn faults(test: &str, module: &str, descriptor: &str) -> Vec<String> {
    let sessions = VARIANTS
        .iter()
        .filter_map(|variant| session(test, module, variant, descriptor));
    let fault = |session: Result<Session, HostError>| {
        let session = session.unwrap_or_else(|error| panic!("{module}: {error}"));
        let ran = session.run_counted(Options::default());
        ran.expect_err("it faults").to_string()
    };
    sessions.map(fault).collect()
}

fn buffer(name: &str, ty: &str, size: usize, init: &str) -> String {
    format!("[[buffers]]\nname = \"{name}\"\ntype = \"{ty}\"\nsize = {size}\ninit = {init}\n")
}

fn launch(entry: &str, grid: u32, block: &str, arguments: &str) -> String {
    format!(
        "[[phases]]\n[[phases.launches]]\nentry = \"{entry}\"\ngrid = [{grid}]\nblock = [{block}]\narguments = [{arguments}]\n"
    )
}

fn words(outcome: &Outcome, name: &str) -> Vec<i32> {
    let bytes = outcome.buffers[name].chunks_exact(4);
    bytes
        .map(|b| i32::from_le_bytes(b.try_into().expect("four")))
        .collect()
}

fn floats(outcome: &Outcome, name: &str) -> Vec<f32> {
    words(outcome, name)
        .into_iter()
        .map(|word| f32::from_bits(word as u32))
        .collect()
}

#[test]
fn what_kernels_print_comes_in_order_of_issue() {
    let descriptor = buffer("out", "i32", 6, "\"zero\"") + &launch("talk", 2, "4", "\"out\", 6");
    let mut expected = String::from("begin\n");
    for i in 0..6i64 {
        let (half, letter) = (i as f64 * 0.5, char::from(b'a' + i as u8));
        let parity = if i % 2 == 1 { "odd" } else { "even" };
        let hexadecimal = if i == 0 {
            "0".into()
        } else {
            format!("{:#x}", i * 16)
        };
        expected += &format!(
            "{i} of 4: {half:6.2} {parity} {letter} {} {hexadecimal} %\n",
            i << 40
        );
    }
    for (what, outcome) in outcomes("print", "print", &descriptor) {
        if what.contains("Options") {
            assert_eq!(outcome.printed, expected, "{what}");
        }
        // Cycle by cycle the second block may be first.
        let lines = |text: &str| {
            let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(lines(&outcome.printed), lines(&expected), "{what}");
        assert_eq!(
            words(&outcome, "out"),
            [7; 6],
            "{what}: printf gives the number of its arguments"
        );
    }
}

#[test]
fn an_assertion_ends_the_run_with_its_place() {
    let right = buffer("out", "i32", 4, "\"zero\"") + &launch("claim", 1, "4", "\"out\", 4");
    for (what, outcome) in outcomes("claim", "claim", &right) {
        assert_eq!(words(&outcome, "out"), [0, 1, 2, 3], "{what}");
    }
    let wrong = buffer("out", "i32", 4, "\"zero\"") + &launch("claim", 1, "4", "\"out\", 2");
    let faults = faults("claim-fails", "claim", &wrong);
    assert_eq!(faults.len(), 3);
    for fault in &faults {
        let said = "thread (2, 0, 0): assertion 'i < n && \"too many threads\"' failed in claim, claim.cu:7";
        assert!(fault.ends_with(said), "{fault}");
    }
    assert!(
        faults[1].contains(" (claim.cu:7), block (0, 0, 0)"),
        "the line table is used: {}",
        faults[1]
    );
    assert!(!faults[0].contains("(claim.cu"), "{}", faults[0]);
}

#[test]
fn calls_through_registers_reach_their_functions() {
    let which: Vec<i32> = (0..40).map(|i| i * 7 % 3).collect();
    let list = which
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ");
    let descriptor = buffer("out", "i32", 40, "\"zero\"")
        + &buffer("which", "i32", 40, &format!("{{ values = [{list}] }}"))
        + &launch("pick", 1, "40", "\"out\", \"which\", 40");
    for (what, outcome) in outcomes("pick", "reach", &descriptor) {
        let expected = (0..40).map(|i| [i + 3, i * 3, i - 3][which[i as usize] as usize]);
        assert_eq!(
            words(&outcome, "out"),
            expected.collect::<Vec<i32>>(),
            "{what}"
        );
    }
    let descriptor =
        buffer("out", "i32", 33, "\"zero\"") + &launch("shapes", 1, "33", "\"out\", 33");
    for (what, outcome) in outcomes("shapes", "reach", &descriptor) {
        let expected = (0..33).map(|i| if i % 3 == 0 { i * i } else { 2 * i * i });
        assert_eq!(
            words(&outcome, "out"),
            expected.collect::<Vec<i32>>(),
            "{what}"
        );
    }
}

#[test]
fn recursion_through_registers_is_found_out_where_it_happens() {
    let descriptor = |deep: u32| {
        let init = format!("{{ values = [{deep}, 9] }}");
        buffer("out", "i32", 2, &init) + &launch("deep", 1, "1", "\"out\"")
    };
    for (what, outcome) in outcomes("deep", "reach", &descriptor(0)) {
        assert_eq!(words(&outcome, "out"), [0, 1], "{what}");
    }
    for fault in faults("deeper", "reach", &descriptor(1)) {
        assert!(fault.contains("recursion is not supported"), "{fault}");
    }
    // No function at all.
    let none = buffer("out", "i32", 1, "\"zero\"")
        + &buffer("which", "i32", 1, "{ values = [0] }")
        + &buffer("table", "u64", 3, "\"zero\"").replace("init", "symbol = \"table\"\ninit")
        + &launch("pick", 1, "1", "\"out\", \"which\", 1");
    for fault in faults("nowhere", "reach", &none) {
        assert!(
            fault.contains("call through a register that holds 0x0"),
            "{fault}"
        );
    }
}

#[test]
fn parameters_of_functions_pass_in_part_and_whole() {
    let input: Vec<i32> = (0..48).map(|i| i * 5 - 60).collect();
    let list = input
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ");
    let descriptor = buffer("out", "i32", 48, "\"zero\"")
        + &buffer("in", "i32", 48, &format!("{{ values = [{list}] }}"))
        + &launch("pass", 1, "48", "\"out\", \"in\", 48");
    let expected: Vec<i32> = (0..48i32)
        .map(|i| {
            let value = input[i as usize];
            let (first, second) = ((2 * value) as i16, f64::from(value as i16));
            let odd = i & 1 == 1;
            let (a, b) = if (value > 50) != odd {
                (50, value)
            } else {
                (value, 50)
            };
            let darker = if odd {
                i32::from(value as u8 / 2)
            } else {
                i32::from(value as u8)
            };
            let sum = (value as i16).wrapping_add(i16::from(-i as i8));
            darker + 1000 * i32::from(sum) + second as i32 - 7 * i32::from(first) + 3 * a - b
        })
        .collect();
    for (what, outcome) in outcomes("pass", "pass", &descriptor) {
        assert_eq!(words(&outcome, "out"), expected, "{what}");
    }
}

/// Textures and surfaces over buffers, as handles behind the module's own.
fn bound(name: &str, buffer: &str, width: usize, height: Option<usize>, channels: usize) -> String {
    let height = height.map_or_else(String::new, |height| format!("height = {height}\n"));
    format!(
        "[[textures]]\nname = \"{name}\"\nbuffer = \"{buffer}\"\nwidth = {width}\n{height}channels = {channels}\n"
    )
}

#[test]
fn texture_and_surface_objects_are_bound_by_handle() {
    let descriptor = buffer("out", "f32", 8, "\"zero\"")
        + &buffer(
            "pixels",
            "f32",
            8,
            "{ linear = { start = 10.0, step = 1.0 } }",
        )
        + &buffer("numbers", "i32", 4, "{ values = [5, -3, 7, 9] }")
        + &buffer(
            "canvas",
            "f32",
            8,
            "{ linear = { start = 100.0, step = 2.0 } }",
        )
        + &bound("texture", "pixels", 4, Some(2), 1)
        + &bound("line", "numbers", 4, None, 1)
        + &bound("surface", "canvas", 4, Some(2), 1)
        + &launch(
            "image",
            1,
            "4, 2",
            "\"out\", \"texture\", \"line\", \"surface\", 4",
        );
    let (mut out, mut canvas) = (Vec::new(), Vec::new());
    for y in 0..2usize {
        for x in 0..4usize {
            let pixel = |x: usize| (10 + 4 * y + x.min(3)) as f32;
            let old = |x: usize| (100 + 2 * (4 * y + x)) as f32;
            let number = [5, -3, 7, 9][x] as f32;
            out.push(
                pixel(x) + 2.0 * pixel(x + 1) + 4.0 * number + old(x / 2 * 2) + old(x / 2 * 2 + 1),
            );
            canvas.push(old(x) + pixel(x));
        }
    }
    for (what, outcome) in outcomes("image", "image", &descriptor) {
        assert_eq!(floats(&outcome, "out"), out, "{what}");
        assert_eq!(floats(&outcome, "canvas"), canvas, "{what}");
    }
}

#[test]
fn surfaces_move_vectors_and_stop_where_they_end() {
    let canvas = buffer(
        "canvas",
        "i32",
        12,
        "{ linear = { start = 65536, step = 131073 } }",
    ) + &buffer("out", "i32", 3, "\"zero\"")
        + &bound("surface", "canvas", 12, None, 1);
    let quads = canvas.clone() + &launch("quads", 1, "3", "\"surface\", \"out\"");
    let before: Vec<i32> = (0..12).map(|i| 65536 + i * 131_073).collect();
    let after: Vec<i32> = (0..12).map(|i| before[i / 4 * 4 + 3 - i % 4]).collect();
    for (what, outcome) in outcomes("quads", "image", &quads) {
        assert_eq!(words(&outcome, "canvas"), after, "{what}");
        let upper = after.iter().step_by(4).map(|word| word >> 16);
        assert_eq!(words(&outcome, "out"), upper.collect::<Vec<_>>(), "{what}");
    }
    let beyond = canvas + &launch("beyond", 1, "4", "\"surface\", \"out\"");
    for fault in faults("beyond", "image", &beyond) {
        assert!(
            fault.contains("thread (3, 0, 0): access at byte 48 of row 0 is beyond surface"),
            "{fault}"
        );
    }
}

#[test]
fn a_module_is_refused_for_what_is_launched_alone() {
    let out = buffer("out", "i32", 4, "\"zero\"") + &buffer("time", "u32", 1, "\"zero\"");
    let fine = out.clone() + &launch("fine", 1, "4", "\"out\", \"time\"");
    for (what, outcome) in outcomes("fine", "mixed", &fine) {
        assert_eq!(words(&outcome, "out"), [5, 6, 7, 8], "{what}");
    }
    for (entry, said) in [
        ("recurse", "calls itself: recursion is not supported"),
        (
            "heap",
            "'malloc' in a kernel is not supported: pass a buffer instead",
        ),
        ("solid", "'tex.3d.v4.f32.f32' is not supported"),
        (
            "linked",
            "'elsewhere' is .extern: modules are not linked, define it here",
        ),
    ] {
        let descriptor = out.clone() + &launch(entry, 1, "4", "\"out\", 0");
        let refused = session(entry, "mixed", "", &descriptor).expect("the module is there");
        let refused = refused.expect_err(entry).to_string();
        assert!(refused.contains(said), "{entry}: {refused}");
    }
}
