//! Descriptors carried out: host loops, initial contents, textures, checks, and what is refused.

use sm::host::{HostError, Options, Outcome, Session};
use std::fs;
use std::path::Path;

const PTX: &str = "
.version 6.0
.target sm_50
.address_size 32
.const .align 4 .u32 factor = 1;
.global .texref image;
.entry scale(.param .u32 from, .param .u32 to, .param .u32 add)
{
	.reg .b32 %r<9>;
	mov.u32 %r0, %tid.x;
	ld.param.u32 %r1, [from];
	ld.param.u32 %r2, [to];
	ld.param.u32 %r3, [add];
	mad.lo.u32 %r1, %r0, 4, %r1;
	mad.lo.u32 %r2, %r0, 4, %r2;
	ld.global.u32 %r4, [%r1];
	ld.const.u32 %r5, [factor];
	mad.lo.u32 %r4, %r4, %r5, %r3;
	st.global.u32 [%r2], %r4;
	ret;
}
.entry sample(.param .u32 to, .param .f32 x, .param .align 4 .b8 point[8])
{
	.reg .b32 %r<5>;
	.reg .f32 %f<9>;
	ld.param.u32 %r0, [to];
	ld.param.f32 %f0, [x];
	ld.param.f32 %f1, [point];
	ld.param.s32 %r1, [point+4];
	tex.2d.v4.f32.f32 {%f2, %f3, %f4, %f5}, [image, {%f0, %f1}];
	st.global.f32 [%r0], %f2;
	mov.u32 %r2, 1;
	mov.u32 %r3, image;
	tex.2d.v4.f32.s32 {%f2, %f3, %f4, %f5}, [%r3, {%r2, %r1}];
	st.global.f32 [%r0+4], %f2;
	ret;
}
";

/// Runs a descriptor in a folder of its own.
fn run(test: &str, descriptor: &str) -> Result<Outcome, HostError> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).expect("writable");
    fs::write(folder.join("k.ptx"), PTX).expect("writable");
    fs::write(folder.join("five.txt"), "5 6\n7 -1").expect("writable");
    let path = folder.join("k.toml");
    fs::write(&path, descriptor).expect("writable");
    let (outcome, _) = Session::open(&path)?.run_counted(Options::default())?;
    Ok(outcome)
}

fn words(outcome: &Outcome, name: &str) -> Vec<u32> {
    let bytes = outcome.buffers[name].chunks_exact(4);
    bytes
        .map(|b| u32::from_le_bytes(b.try_into().expect("four")))
        .collect()
}

const TWO: &str = r#"
ptx = "k.ptx"
[constants]
m = "n / 2"
n = 8
[[buffers]]
name = "a"
type = "u32"
size = "m"
init = "iota"
[[buffers]]
name = "b"
type = "u32"
size = "m"
[[buffers]]
name = "f"
type = "u32"
size = 1
init = { constant = 3 }
symbol = "factor"
"#;

#[test]
fn loops_count_swap_and_stop() {
    let text = format!(
        "{TWO}{}",
        r#"
[[phases]]
repeat = 100
counter = "t"
swap = [["a", "b"]]
until = { buffer = "b", index = 1, equals = 43 }
[[phases.launches]]
entry = "scale"
grid = [1]
block = ["m"]
arguments = ["a", "b", "t + 1"]
[[phases]]
[phases.series]
k = [10, 20]
[[phases.launches]]
entry = "scale"
grid = [1]
block = [1]
arguments = ["a + 4", "b + 4 * m - 4", "k"]
"#
    );
    let outcome = run("loops", &text).expect("it runs");
    // x -> 3 x + 1, 3 x + 2, 3 x + 3: 1 -> 4 -> 14 -> 45; 43 never comes.
    assert!(outcome.unfinished.is_some());
    let text = text.replace("equals = 43", "equals = 14");
    let outcome = run("loops", &text).expect("it runs");
    assert_eq!(outcome.unfinished, None);
    assert_eq!(outcome.launches, 4);
    // After two times through the names are where they were; `until` looks before the swap.
    assert_eq!(words(&outcome, "a"), [5, 14, 23, 32]);
    assert_eq!(words(&outcome, "b"), [1, 4, 7, 14 * 3 + 20]);
}

#[test]
fn buffers_begin_as_they_are_told() {
    for (init, expected) in [
        (r#""zero""#, [0, 0, 0, 0]),
        (r#""iota""#, [0, 1, 2, 3]),
        ("{ constant = -1 }", [u32::MAX; 4]),
        (
            "{ linear = { start = 5, step = 3, modulo = 7 } }",
            [5, 8, 11, 7],
        ),
        (r#"{ values = [9, "n"] }"#, [9, 8, 0, 0]),
        (r#"{ file = "five.txt" }"#, [5, 6, 7, u32::MAX]),
        ("{ random = { seed = 4, low = 7, high = 7 } }", [7; 4]),
    ] {
        let text = TWO.replacen(r#""iota""#, init, 1) + "[[phases]]\nlaunches = []\n";
        let outcome = run("buffers", &text).expect(init);
        assert_eq!(words(&outcome, "a"), expected, "{init}");
    }
}

#[test]
fn textures_are_sampled() {
    let text = r#"
ptx = "k.ptx"
[[structs]]
name = "Point"
fields = [{ name = "x", type = "f32" }, { name = "row", type = "i32" }]
[[buffers]]
name = "pixels"
type = "f32"
size = 6
init = { linear = { start = 10.0, step = 1.0 } }
[[buffers]]
name = "out"
type = "f32"
size = 2
[[textures]]
name = "image"
buffer = "pixels"
width = 3
height = 2
filter = "FILTER"
address = "MODE"
[[phases]]
[[phases.launches]]
entry = "sample"
grid = [1]
block = [1]
arguments = ["out", 2.0, { struct = "Point", values = { x = 1.0, row = 7 } }]
"#;
    for (filter, mode, expected) in [
        // Texel (2, 1); row 7 clamps to row 1.
        ("point", "clamp", [15.0f32, 14.0]),
        // Between columns 1 and 2 and rows 0 and 1: 11, 12, 14, 15.
        ("linear", "clamp", [13.0, 14.0]),
        ("point", "border", [15.0, 0.0]),
    ] {
        let text = text.replace("FILTER", filter).replace("MODE", mode);
        let outcome = run("textures", &text).expect(filter);
        let got = words(&outcome, "out");
        assert_eq!(got, expected.map(f32::to_bits), "{filter} {mode}");
    }
}

#[test]
fn checks_compare() {
    let check = "[[phases]]\nlaunches = []\n[[checks]]\nbuffer = \"a\"\nfile = \"five.txt\"\n";
    let text = TWO.replacen(r#""iota""#, "{ values = [5, 6, 8, -1] }", 1) + check;
    let outcome = run("checks", &text).expect("it runs");
    assert!(!outcome.passed());
    let printed = outcome.checks[0].to_string();
    assert_eq!(
        printed,
        "a: 1 of 4 elements differ, at most by 1\n    a[2]: got 8, expected 7"
    );
    let outcome = run("checks", &(text + "absolute = 1\n")).expect("it runs");
    assert!(outcome.passed());
}

#[test]
fn what_is_inconsistent_is_said() {
    let launch = |rest: &str| {
        format!("{TWO}[[phases]]\n[[phases.launches]]\ngrid = [1]\nblock = [4]\n{rest}\n")
    };
    let arguments = r#"arguments = ["a", "b", 1]"#;
    for (text, part) in [
        (
            launch("entry = \"scala\""),
            "no kernel \"scala\" in the module, which has scale, sample",
        ),
        (launch("entry = \"scale\""), "takes 3 arguments, found 0"),
        (
            launch("entry = \"scale\"\narguments = [\"a\", \"c\", 1]"),
            "a buffer, named \"c\"",
        ),
        (
            launch(&format!(
                "entry = \"scale\"\n{arguments}\n[[checks]]\nbuffer = \"z\""
            )),
            "there is no buffer \"z\"",
        ),
        (
            launch(&format!(
                "entry = \"scale\"\n{arguments}\n[[checks]]\nbuffer = \"a\"\nreference = \"no\""
            )),
            "there is no reference \"no\"",
        ),
        (
            launch(&format!(
                "entry = \"scale\"\n{arguments}\n[[checks]]\nbuffer = \"a\"\nfile = \"no.txt\""
            )),
            "no.txt: cannot be read",
        ),
        (
            TWO.replacen("n = 8", "n = \"m\"", 1) + "[[phases]]\nlaunches = []",
            "there is no constant or counter",
        ),
        (
            TWO.replacen("\"factor\"", "\"f\"", 1) + "[[phases]]\nlaunches = []",
            "no .global or .const variable",
        ),
        (
            TWO.replacen("k.ptx", "none.ptx", 1) + "[[phases]]\nlaunches = []",
            "none.ptx: cannot be read",
        ),
        (
            TWO.replacen("size = \"m\"", "size = -1", 1) + "[[phases]]\nlaunches = []",
            "size is -1",
        ),
        (
            TWO.replacen("name = \"b\"", "name = \"a\"", 1) + "[[phases]]\nlaunches = []",
            "used twice",
        ),
        (
            TWO.to_owned() + "[[phases]]\nlaunches = []\ncount = 3\n",
            "unknown field `count`",
        ),
        (
            launch("entry = \"sample\"\narguments = [\"a\", 1, 2]"),
            "the parameter is a struct",
        ),
        (
            launch("entry = \"scale\"\narguments = [\"a\", 1.5, 2]"),
            "1.5 is real",
        ),
    ] {
        let error = run("inconsistent", &text).expect_err(part).to_string();
        assert!(error.contains(part), "{part}: {error}");
    }
}
