//! What a user says of an own kernel: structs, files of NumPy, numbers that the host computes, reads beside a buffer, names
//! without decoration; and what a user gets: buffers as files, where elements are wrong.

use sm::host::{HostError, Options, Outcome, Session};
use std::fs;
use std::path::{Path, PathBuf};

pub const PTX: &str = "
.version 6.0
.target sm_50
.address_size 64
.visible .entry _Z5scalePfPKff(.param .u64 _Z5scalePfPKff_param_0, .param .u64 _Z5scalePfPKff_param_1, .param .f32 _Z5scalePfPKff_param_2)
{
	.reg .b64 %rd<6>;
	.reg .b32 %r<2>;
	.reg .f32 %f<4>;
	ld.param.u64 %rd0, [_Z5scalePfPKff_param_0];
	ld.param.u64 %rd1, [_Z5scalePfPKff_param_1];
	ld.param.f32 %f0, [_Z5scalePfPKff_param_2];
	cvta.to.global.u64 %rd2, %rd0;
	cvta.to.global.u64 %rd3, %rd1;
	mov.u32 %r0, %tid.x;
	mul.wide.s32 %rd4, %r0, 4;
	add.s64 %rd2, %rd2, %rd4;
	add.s64 %rd3, %rd3, %rd4;
	ld.global.f32 %f1, [%rd3];
	mul.f32 %f1, %f1, %f0;
	st.global.f32 [%rd2], %f1;
	ret;
}
.visible .entry _Z3addP4Pair4Pair(.param .u64 out, .param .align 8 .b8 pair[16])
{
	.reg .b64 %rd<4>;
	.reg .b32 %r<3>;
	.reg .f64 %fd<3>;
	ld.param.u64 %rd0, [out];
	ld.param.s16 %r0, [pair];
	ld.param.f64 %fd0, [pair+8];
	mov.u32 %r1, %tid.x;
	mul.wide.s32 %rd1, %r1, 16;
	add.s64 %rd0, %rd0, %rd1;
	ld.global.s16 %r2, [%rd0];
	ld.global.f64 %fd1, [%rd0+8];
	add.s32 %r2, %r2, %r0;
	add.f64 %fd1, %fd1, %fd0;
	st.global.u16 [%rd0], %r2;
	st.global.f64 [%rd0+8], %fd1;
	ret;
}
.visible .entry _Z5shiftPiPKii(.param .u64 to, .param .u64 from, .param .u32 by)
{
	.reg .b64 %rd<4>;
	.reg .b32 %r<4>;
	ld.param.u64 %rd0, [to];
	ld.param.u64 %rd1, [from];
	ld.param.u32 %r2, [by];
	mov.u32 %r0, %tid.x;
	mul.wide.s32 %rd2, %r0, 4;
	add.s64 %rd0, %rd0, %rd2;
	add.s32 %r2, %r2, %r0;
	mul.wide.s32 %rd2, %r2, 4;
	add.s64 %rd1, %rd1, %rd2;
	ld.global.u32 %r3, [%rd1];
	add.s32 %r3, %r3, 1;
	st.global.u32 [%rd0], %r3;
	ret;
}
";

pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("descriptors-{test}"));
    fs::create_dir_all(&folder).expect("writable");
    folder
}

pub fn run(test: &str, descriptor: &str) -> Result<Outcome, HostError> {
    let folder = folder(test);
    fs::write(folder.join("k.ptx"), PTX).expect("writable");
    let path = folder.join("k.toml");
    fs::write(&path, format!("ptx = \"k.ptx\"\n{descriptor}")).expect("writable");
    let (outcome, _) = Session::open(&path)?.run_counted(Options::default())?;
    Ok(outcome)
}

fn refusal(test: &str, descriptor: &str) -> String {
    run(test, descriptor)
        .expect_err("it is refused")
        .to_string()
}

fn floats(outcome: &Outcome, name: &str) -> Vec<f32> {
    let bytes = outcome.buffers[name].chunks_exact(4);
    bytes
        .map(|b| f32::from_le_bytes(b.try_into().expect("four")))
        .collect()
}

fn ints(outcome: &Outcome, name: &str) -> Vec<i32> {
    floats(outcome, name)
        .into_iter()
        .map(|real| real.to_bits() as i32)
        .collect()
}

const SCALES: &str = r#"
[constants]
n = 8
[[buffers]]
name = "a"
type = "f32"
size = "n"
init = { values = [1, 2, 3, 4, 5, 6, 7, 8] }
[[buffers]]
name = "b"
type = "f32"
size = "n"
[[phases]]
repeat = 2
[[phases.launches]]
entry = "scale"
grid = [1]
block = ["n"]
compute = [
    { name = "mean", mean = "a" },
    { name = "variance", variance = { buffer = "a", from = 0, count = "n" } },
    { name = "tail", sum = { buffer = "a", from = "n - 2" } },
    { name = "q", value = "variance / (mean * mean)" },
]
arguments = ["b", "a", "mean + 0 * q"]
[[phases.launches]]
entry = "_Z5scalePfPKff"
grid = [1]
block = ["n"]
compute = [{ name = "most", max = "b" }, { name = "least", min = "b" }]
arguments = ["a", "b", "(most - least) / tail"]
"#;

/// The same by hand; 1 to 8 have mean 4.5 and variance 5.25.
#[test]
fn the_host_computes_between_launches() {
    let outcome = run("compute", SCALES).expect("it runs");
    let mut a: Vec<f32> = (1..=8u8).map(f32::from).collect();
    let mut b = vec![0f32; 8];
    for _ in 0..2 {
        let mean = a.iter().map(|&x| f64::from(x)).sum::<f64>() / 8.0;
        let tail = f64::from(a[6]) + f64::from(a[7]);
        b = a.iter().map(|x| x * mean as f32).collect();
        let factor = (f64::from(b[7]) - f64::from(b[0])) / tail;
        a = b.iter().map(|x| x * factor as f32).collect();
    }
    assert_eq!((floats(&outcome, "a"), floats(&outcome, "b")), (a, b));
    let variance = SCALES
        .replace("\"mean + 0 * q\"", "\"variance\"")
        .replace("repeat = 2", "repeat = 1");
    let outcome = run("variance", &variance).expect("it runs");
    assert_eq!(floats(&outcome, "b")[1], 2.0 * 5.25);
}

#[test]
fn what_the_host_cannot_compute_is_said() {
    for (from, to, said) in [
        ("mean = \"a\"", "mean = \"z\"", "there is no buffer \"z\""),
        (
            "mean = \"a\"",
            "mean = \"a\", sum = \"a\"",
            "expected one of value, sum, min",
        ),
        (
            "name = \"mean\"",
            "name = \"n\"",
            "a constant or buffer has this name",
        ),
        (
            "count = \"n\"",
            "count = 9",
            "9 elements from 0 on, buffer \"a\" has 8",
        ),
        ("from = \"n - 2\"", "from = \"n\"", "no elements"),
        ("{ name = \"mean\", mean = \"a\" },", "", "named \"mean\""),
    ] {
        let refused = refusal("compute-wrong", &SCALES.replacen(from, to, 1));
        assert!(refused.contains(said), "{refused}");
    }
}

const PAIRS: &str = r#"
[[structs]]
name = "Pair"
fields = [{ name = "count", type = "i16" }, { name = "weight", type = "f64" }]
[[buffers]]
name = "pairs"
type = "Pair"
size = 3
init = { fields = { count = "iota", weight = { values = [0.5, 1.5, 2.5] } } }
[[phases]]
[[phases.launches]]
entry = "add"
grid = [1]
block = [3]
arguments = ["pairs", { struct = "Pair", values = { count = 10, weight = "1 / 4.0" } }]
[[checks]]
buffer = "pairs"
field = "weight"
file = "weights.txt"
"#;

#[test]
fn structs_have_fields_with_names_and_types() {
    fs::write(folder("structs").join("weights.txt"), "0.75 1.75 2.75").expect("writable");
    let outcome = run("structs", PAIRS).expect("it runs");
    assert!(outcome.passed(), "{:?}", outcome.checks);
    assert_eq!(outcome.checks[0].buffer, "pairs.weight");
    let folder = folder("structs");
    outcome
        .dump("pairs", &folder.join("pairs.csv"))
        .expect("writable");
    let table = fs::read_to_string(folder.join("pairs.csv")).expect("readable");
    assert_eq!(table, "count,weight\n10,0.75\n11,1.75\n12,2.75\n");
    // And back again, through NumPy's format.
    outcome
        .dump("pairs", &folder.join("pairs.npy"))
        .expect("writable");
    let init = "init = { file = \"pairs.npy\" }";
    let again = PAIRS.replace(
        "init = { fields = { count = \"iota\", weight = { values = [0.5, 1.5, 2.5] } } }",
        init,
    );
    fs::write(folder.join("weights.txt"), "1 2 3").expect("writable");
    assert!(run("structs", &again).expect("it runs").passed());
    for (from, to, said) in [
        ("count = 10,", "", "field \"count\" has no value"),
        (
            "count = 10,",
            "count = 10, size = 1,",
            "struct \"Pair\" has no field \"size\"",
        ),
        (
            "count = \"iota\"",
            "size = \"iota\"",
            "the struct has no field \"size\"",
        ),
        (
            "field = \"weight\"",
            "",
            "its elements are structs; name a field",
        ),
        (
            "type = \"Pair\"",
            "type = \"Pear\"",
            "or one of the descriptor's structs",
        ),
    ] {
        let refused = refusal("structs", &PAIRS.replacen(from, to, 1));
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn buffers_go_to_files_and_come_from_them() {
    let folder = folder("files");
    let text = SCALES.replacen(
        "type = \"f32\"\nsize = \"n\"\n",
        "type = \"f32\"\nsize = \"n\"\nwidth = 4\n",
        1,
    );
    let outcome = run("files", &text).expect("it runs");
    for name in ["a.npy", "a.csv", "a.bin"] {
        outcome.dump("a", &folder.join(name)).expect("writable");
    }
    assert_eq!(
        fs::read(folder.join("a.bin")).expect("readable"),
        outcome.buffers["a"]
    );
    let table = fs::read_to_string(folder.join("a.csv")).expect("readable");
    assert_eq!(table.lines().count(), 2, "{table}");
    let numbers = table.lines().flat_map(|line| line.split(','));
    let numbers: Vec<f32> = numbers
        .map(|number| number.parse().expect("a number"))
        .collect();
    assert_eq!(numbers, floats(&outcome, "a"));
    let file = fs::read(folder.join("a.npy")).expect("readable");
    let header = String::from_utf8_lossy(&file[..128]).into_owned();
    assert!(
        header.contains("'descr': '<f4', 'fortran_order': False, 'shape': (2, 4)"),
        "{header}"
    );
    let same = format!("{text}[[checks]]\nbuffer = \"a\"\nfile = \"a.npy\"\n");
    assert!(run("files", &same).expect("it runs").passed());
    let other = same.replace("a.npy", "a.npz");
    assert!(refusal("files", &other)
        .contains("expected a file named *.npy, *.bin or, for numbers, *.txt"));
    assert!(outcome
        .dump("a", Path::new("a.xls"))
        .expect_err("unknown")
        .contains("*.csv"));
    assert!(outcome
        .dump("z", &folder.join("z.npy"))
        .expect_err("unknown")
        .contains("no buffer"));
}

fn shift(by: i32, out_of_bounds: &str) -> String {
    format!(
        "[[buffers]]\nname = \"to\"\ntype = \"i32\"\nsize = 4\n[[buffers]]\nname = \"from\"\ntype = \"i32\"\nsize = 4\n\
         init = {{ values = [10, 20, 30, 40] }}\n{out_of_bounds}\n[[buffers]]\nname = \"last\"\ntype = \"i32\"\nsize = 4\n\
         init = {{ constant = 7 }}\n[[phases]]\n[[phases.launches]]\n\
         entry = \"shift\"\ngrid = [1]\nblock = [4]\narguments = [\"to\", \"from\", {by}]\n"
    )
}

#[test]
fn reads_beside_a_buffer_are_faults_or_zero_and_counted() {
    for (by, expected, count) in [
        (0, [11, 21, 31, 41], None),
        (2, [31, 41, 1, 1], Some(2)),
        (-1, [1, 11, 21, 31], Some(1)),
        // As far as a row of a thousand, but no further than memory reaches.
        (1000, [1; 4], Some(4)),
    ] {
        let outcome = run("zero", &shift(by, "out_of_bounds = \"zero\"")).expect("it runs");
        assert_eq!(ints(&outcome, "to"), expected, "{by}");
        assert_eq!(outcome.outside.get("from").copied(), count, "{by}");
        if count.is_some() {
            assert!(
                refusal("zero", &shift(by, "")).contains("out of bounds"),
                "{by}"
            );
        }
    }
    let far = refusal("zero", &shift(1 << 20, "out_of_bounds = \"zero\""));
    assert!(far.contains("out of bounds"), "{far}");
    // A write beside it is a fault all the same.
    let write = shift(0, "out_of_bounds = \"zero\"")
        .replace("[\"to\", \"from\", 0]", "[\"from + 16\", \"to\", 0]");
    assert!(refusal("zero", &write).contains("out of bounds"));
}

#[test]
fn wrong_elements_are_listed_and_drawn() {
    let numbers: Vec<String> = (0..64)
        .map(|i| if i / 8 == 2 || i == 7 { "9" } else { "0" }.to_owned())
        .collect();
    fs::write(folder("wrong").join("expected.txt"), numbers.join(" ")).expect("writable");
    let text = "[[buffers]]\nname = \"a\"\ntype = \"i32\"\nsize = 64\nwidth = 8\n[[phases]]\nlaunches = []\n\
                [[checks]]\nbuffer = \"a\"\nfile = \"expected.txt\"\n";
    let outcome = run("wrong", text).expect("it runs");
    let said = outcome.checks[0].to_string();
    let expected = "a: 9 of 64 elements differ, at most by 9
    a[0][7]: got 0, expected 9
    a[2][0]: got 0, expected 9
    a[2][1]: got 0, expected 9
    a[2][2]: got 0, expected 9
    a[2][3]: got 0, expected 9
    where ('.' none, '+' some, '#' all of a part):
    .......#
    ........
    ########
    ........
    ........
    ........
    ........
    ........";
    assert_eq!(said, expected);
}

#[test]
fn entries_have_plain_names_where_these_say_enough() {
    let twice = PTX.to_owned()
        + &PTX[PTX.find(".visible").expect("it is there")..]
            .replace("_Z5scalePfPKff", "_Z5scalePdPKdd")
            .split(".visible .entry _Z3add")
            .next()
            .expect("the first")
            .replace("_param", "_parameter");
    let folder = folder("names");
    fs::write(folder.join("k.ptx"), twice).expect("writable");
    let path = folder.join("k.toml");
    fs::write(&path, format!("ptx = \"k.ptx\"\n{SCALES}")).expect("writable");
    let refused = Session::open(&path)
        .expect_err("two have the name")
        .to_string();
    assert!(
        refused.contains(
            "kernel \"scale\" is one of _Z5scalePfPKff, _Z5scalePdPKdd; name one of them"
        ),
        "{refused}"
    );
    assert!(run("names-one", SCALES).is_ok());
    let none = refusal("names-none", &SCALES.replacen("\"scale\"", "\"scales\"", 1));
    assert!(
        none.contains("no kernel \"scales\" in the module, which has _Z5scalePfPKff"),
        "{none}"
    );
}
