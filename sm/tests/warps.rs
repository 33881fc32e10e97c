//! What lanes and warps do together: divergence, barriers, shuffles, calls, and faults.

use crate::support;

use sm::alloc::allocate;
use sm::exec::{FaultKind, LaunchError, Program};
use support::{load, run};

const HEAD: &str = ".version 6.0\n.target sm_50\n.address_size 32\n";
const LIMIT: u64 = 1_000_000;

/// A kernel that stores `%v`, a word of each thread, to `out[thread]`.
fn kernel(declarations: &str, body: &str) -> String {
    format!(
        "{HEAD}{declarations}\n.entry f(.param .u32 out)\n{{\n.reg .b32 %r<20>, %v, %t, %o;\n.reg .pred %p<8>;\n\
         .shared .align 8 .b8 s[1024];\nmov.u32 %t, %tid.x;\nmov.u32 %v, 0;\n{body}\n\
         ld.param.u32 %o, [out];\nmad.lo.u32 %o, %t, 4, %o;\nst.global.u32 [%o], %v;\nret;\n}}\n"
    )
}

/// Runs a body over both kinds of registers; gives what the threads stored.
fn values(declarations: &str, body: &str, threads: u32) -> Result<Vec<u32>, FaultKind> {
    let module = load(&kernel(declarations, body));
    let mut results = Vec::new();
    let virtual_kernel = module.kernels[0].clone();
    let physical = allocate(&virtual_kernel, Some(9))
        .expect("nine suffice")
        .kernel;
    for kernel in [virtual_kernel, physical] {
        let mut words = vec![0; threads as usize];
        let done = run(
            &Program::new(kernel),
            &module,
            (1, threads),
            &mut words,
            LIMIT,
        );
        results.push(match done {
            Ok(_) => Ok(words),
            Err(LaunchError::Fault(fault)) => Err(fault.kind),
            Err(refused) => panic!("{refused}"),
        });
    }
    assert_eq!(results[0], results[1], "virtual and physical");
    results.swap_remove(0)
}

fn of_threads(threads: u32, f: impl Fn(u32) -> u32) -> Result<Vec<u32>, FaultKind> {
    Ok((0..threads).map(f).collect())
}

#[test]
fn lanes_that_part_meet_again() {
    // After the branches all 32 lanes are active again, which activemask says.
    let body = "and.b32 %r0, %t, 3;\nsetp.eq.u32 %p0, %r0, 0;\n@%p0 bra $a;\nsetp.eq.u32 %p1, %r0, 1;\n\
                @%p1 bra $b;\nmov.u32 %r1, 30;\nbra $join;\n$a: mov.u32 %r1, 10;\nbra $join;\n\
                $b: mov.u32 %r1, 20;\n$join: activemask.b32 %r2;\npopc.b32 %r2, %r2;\nmad.lo.u32 %v, %r2, 100, %r1;";
    let expected = of_threads(32, |t| 3200 + [10, 20, 30, 30][t as usize % 4]);
    assert_eq!(values("", body, 32), expected);
}

#[test]
fn loops_wait_for_their_last_lane() {
    let body =
        "mov.u32 %r0, %t;\n$head: setp.eq.u32 %p0, %r0, 0;\n@%p0 bra $out;\nadd.u32 %v, %v, %r0;\n\
                sub.u32 %r0, %r0, 1;\nbra $head;\n$out: activemask.b32 %r1;\npopc.b32 %r1, %r1;\n\
                mad.lo.u32 %v, %r1, 1000, %v;";
    assert_eq!(
        values("", body, 32),
        of_threads(32, |t| 32_000 + t * (t + 1) / 2)
    );
}

#[test]
fn lanes_leave_in_the_middle() {
    let body = "setp.gt.u32 %p0, %t, 4;\n@%p0 exit;\nvote.ballot.b32 %v, 1;";
    let expected = of_threads(40, |t| if t <= 4 { 0x1f } else { 0 });
    assert_eq!(values("", body, 40), expected);
}

#[test]
fn tables_of_targets_scatter_and_gather() {
    let body = "and.b32 %r0, %t, 3;\n$table: .branchtargets $a, $b, $a, $c;\nbrx.idx %r0, $table;\n\
                $a: mov.u32 %r1, 1;\nbra $join;\n$b: mov.u32 %r1, 2;\nbra $join;\n$c: mov.u32 %r1, 3;\n\
                $join: activemask.b32 %r2;\npopc.b32 %r2, %r2;\nmad.lo.u32 %v, %r2, 100, %r1;";
    let expected = of_threads(32, |t| 3200 + [1, 2, 1, 3][t as usize % 4]);
    assert_eq!(values("", body, 32), expected);
    let beyond = "$table: .branchtargets $a;\nbrx.idx %t, $table;\n$a: mov.u32 %v, 1;";
    assert_eq!(
        values("", beyond, 32),
        Err(FaultKind::BadTarget { index: 1 })
    );
}

#[test]
fn shuffles_move_values_between_lanes() {
    let value = "mul.lo.u32 %r0, %t, 10;\n";
    let shuffle =
        |op: &str| format!("{value}{op}\nselp.u32 %r2, 1000, 0, %p0;\nadd.u32 %v, %r1, %r2;");
    let inside = |source: u32| 1000 + 10 * source;
    for (op, expected) in [
        (
            "shfl.sync.up.b32 %r1|%p0, %r0, 2, 0, -1;",
            of_threads(32, |t| if t < 2 { 10 * t } else { inside(t - 2) }),
        ),
        (
            "shfl.down.b32 %r1|%p0, %r0, 3, 31;",
            of_threads(32, |t| if t + 3 > 31 { 10 * t } else { inside(t + 3) }),
        ),
        (
            "shfl.sync.bfly.b32 %r1|%p0, %r0, 1, 31, -1;",
            of_threads(32, |t| inside(t ^ 1)),
        ),
        (
            "shfl.sync.idx.b32 %r1|%p0, %r0, 5, 31, 0xffffffff;",
            of_threads(32, |_| inside(5)),
        ),
        (
            // Segments of eight lanes: the segment mask is 0x18.
            "shfl.idx.b32 %r1|%p0, %r0, 1, 0x181f;",
            of_threads(32, |t| inside(t / 8 * 8 + 1)),
        ),
    ] {
        assert_eq!(values("", &shuffle(op), 32), expected, "{op}");
    }
    let absent = "setp.lt.u32 %p0, %t, 8;\n@%p0 shfl.sync.bfly.b32 %v, %t, 1, 31, -1;";
    let missing = 0xffff_ff00;
    assert_eq!(
        values("", absent, 32),
        Err(FaultKind::MissingMembers { missing })
    );
}

#[test]
fn votes_and_matches_see_all_lanes() {
    let ask = |op: &str| format!("setp.lt.u32 %p0, %t, 3;\n{op}\nselp.u32 %v, 1, 0, %p1;");
    for (op, yes) in [
        ("vote.sync.any.pred %p1, %p0, -1;", 1),
        ("vote.all.pred %p1, %p0;", 0),
        ("vote.sync.uni.pred %p1, !%p0, -1;", 0),
    ] {
        assert_eq!(values("", &ask(op), 32), of_threads(32, |_| yes), "{op}");
    }
    let ballot = "setp.lt.u32 %p0, %t, 3;\nvote.sync.ballot.b32 %v, !%p0, -1;";
    assert_eq!(values("", ballot, 32), of_threads(32, |_| 0xffff_fff8));
    let same = "and.b32 %r0, %t, 1;\nmatch.any.sync.b32 %v, %r0, -1;";
    let expected = of_threads(32, |t| if t % 2 == 0 { 0x5555_5555 } else { 0xaaaa_aaaa });
    assert_eq!(values("", same, 32), expected);
    let all = "match.all.sync.b32 %r1|%p1, %t, -1;\nselp.u32 %v, 1, 2, %p1;";
    assert_eq!(values("", all, 32), of_threads(32, |_| 2));
    let sum = "redux.sync.add.u32 %v, %t, -1;";
    assert_eq!(values("", sum, 32), of_threads(32, |_| 496));
    let least = "sub.s32 %r0, %t, 5;\nredux.sync.min.s32 %v, %r0, -1;";
    assert_eq!(values("", least, 32), of_threads(32, |_| -5i32 as u32));
}

#[test]
fn special_registers_say_where_a_thread_is() {
    for (register, f) in [
        ("%tid.x", (|t| t) as fn(u32) -> u32),
        ("%ntid.x", |_| 70),
        ("%ntid.y", |_| 1),
        ("%ctaid.x", |_| 0),
        ("%nctaid.z", |_| 1),
        ("%laneid", |t| t % 32),
        ("%warpid", |t| t / 32),
        ("%nwarpid", |_| 3),
        ("%lanemask_lt", |t| (1 << (t % 32)) - 1),
        ("%lanemask_gt", |t| (!0u32 << (t % 32)) << 1),
        ("%lanemask_eq", |t| 1 << (t % 32)),
        ("%clock", |_| 3),
    ] {
        let body = format!("mov.u32 %v, {register};");
        assert_eq!(values("", &body, 70), of_threads(70, f), "{register}");
    }
}

#[test]
fn barriers_order_warps() {
    // Each thread reads what the thread at the other end wrote.
    let body =
        "mov.u32 %r0, s;\nmad.lo.u32 %r1, %t, 4, %r0;\nst.shared.u32 [%r1], %t;\nbar.sync 0;\n\
                sub.u32 %r2, 95, %t;\nmad.lo.u32 %r2, %r2, 4, %r0;\nld.shared.u32 %v, [%r2];";
    assert_eq!(values("", body, 96), of_threads(96, |t| 95 - t));
    let count = "setp.lt.u32 %p0, %t, 40;\nbar.red.popc.u32 %v, 0, %p0;";
    assert_eq!(values("", count, 96), of_threads(96, |_| 40));
    let all =
        "setp.lt.u32 %p0, %t, 95;\nbar.red.and.pred %p1, 0, %p0;\nbar.red.or.pred %p2, 1, %p0;\n\
               selp.u32 %v, 1, 0, %p1;\nselp.u32 %r0, 2, 0, %p2;\nadd.u32 %v, %v, %r0;";
    assert_eq!(values("", all, 96), of_threads(96, |_| 2));
    // Warps that have left are not waited for.
    let left = "setp.gt.u32 %p0, %t, 31;\n@%p0 exit;\nbar.sync 0;\nmov.u32 %v, 1;";
    assert_eq!(values("", left, 64), of_threads(64, |t| u32::from(t < 32)));
}

#[test]
fn barriers_that_cannot_be_are_faults() {
    let divergent = "setp.lt.u32 %p0, %t, 8;\n@%p0 bra $skip;\nbar.sync 0;\n$skip: mov.u32 %v, 1;";
    let fault = FaultKind::BarrierDivergence {
        here: 0xffff_ff00,
        missing: 0xff,
    };
    assert_eq!(values("", divergent, 32), Err(fault));
    let apart = "setp.lt.u32 %p0, %t, 32;\n@%p0 bra $one;\nbar.sync 2, 64;\nbra $end;\n\
                 $one: bar.sync 1, 64;\n$end: mov.u32 %v, 1;";
    assert_eq!(
        values("", apart, 64),
        Err(FaultKind::Deadlock { barrier: 1 })
    );
    assert_eq!(
        values("", "bar.sync 16;", 32),
        Err(FaultKind::BadBarrier { given: 16 })
    );
    assert_eq!(
        values("", "bar.sync 0, 33;", 32),
        Err(FaultKind::BadBarrier { given: 33 })
    );
}

#[test]
fn functions_are_called_with_values_structs_and_registers() {
    let functions = "
.func (.param .b32 result) twice(.param .b32 x)
{
	.reg .b32 %r<3>;
	.reg .pred %p;
	ld.param.u32 %r0, [x];
	setp.gt.u32 %p, %r0, 10;
	@%p bra $big;
	shl.b32 %r1, %r0, 1;
	st.param.b32 [result], %r1;
	ret;
$big:
	st.param.b32 [result], 7;
	ret;
}
.func (.reg .u32 sum) add_all(.param .align 4 .b8 pair[8], .reg .u32 third)
{
	.reg .b32 %r<4>;
	ld.param.u32 %r0, [pair];
	ld.param.u32 %r1, [pair+4];
	add.u32 %r2, %r0, %r1;
	add.u32 sum, %r2, third;
}
";
    let body = "{\n.param .b32 argument;\n.param .b32 answer;\nst.param.b32 [argument], %t;\n\
                call.uni (answer), twice, (argument);\nld.param.b32 %r0, [answer];\n}\n\
                {\n.param .align 4 .b8 both[8];\nst.param.b32 [both], %r0;\nst.param.b32 [both+4], 100;\n\
                call (%v), add_all, (both, 1000);\n}";
    let expected = of_threads(32, |t| 1100 + if t > 10 { 7 } else { 2 * t });
    assert_eq!(values(functions, body, 32), expected);
}

#[test]
fn guarded_calls_are_for_some_lanes() {
    let function = ".func one(.reg .u32 where) { st.shared.u32 [where], 1; }";
    let body = "mov.u32 %r0, s;\nmad.lo.u32 %r1, %t, 4, %r0;\nst.shared.u32 [%r1], 5;\n\
                setp.lt.u32 %p0, %t, 3;\n@%p0 call one, (%r1);\nld.shared.u32 %v, [%r1];";
    let expected = of_threads(32, |t| if t < 3 { 1 } else { 5 });
    assert_eq!(values(function, body, 32), expected);
}

#[test]
fn atomics_count_every_lane() {
    let body =
        "mov.u32 %r0, 0;\nst.shared.u32 [s], %r0;\nbar.sync 0;\natom.shared.add.u32 %r1, [s], 1;\n\
                bar.sync 0;\nld.shared.u32 %v, [s];";
    assert_eq!(values("", body, 96), of_threads(96, |_| 96));
}

#[test]
fn dynamic_shared_memory_follows_the_static() {
    let body = "mov.u32 %r0, dynamic;\nmov.u32 %r1, s;\nsub.u32 %v, %r0, %r1;\nst.shared.u32 [dynamic+252], %t;";
    let expected = of_threads(1, |_| 1024);
    assert_eq!(
        values(".extern .shared .align 4 .b8 dynamic[];", body, 1),
        expected
    );
    let beyond = "st.shared.u32 [dynamic+256], %t;";
    let fault = values(".extern .shared .align 4 .b8 dynamic[];", beyond, 1);
    assert!(
        matches!(fault, Err(FaultKind::OutOfBounds { address: 1280, .. })),
        "{fault:?}"
    );
}

#[test]
fn accesses_are_checked() {
    for (body, part) in [
        (
            "ld.param.u32 %o, [out];\nld.global.u32 %v, [%o+400];",
            "kernel 'f', PTX line 13, block (0, 0, 0), thread (0, 0, 0): 4-byte access out of bounds at \
             .global address 0x10000290, byte 400 of 'words', which has 4",
        ),
        (
            "ld.param.u32 %o, [out];\nld.global.u32 %v, [%o+2];",
            "4-byte access misaligned at .global address 0x10000102",
        ),
        ("ld.global.u32 %v, [0];", "before 'words'"),
        ("st.shared.u32 [s+1280], %t;", "out of bounds at .shared address 0x500"),
        ("mov.u32 %r0, 0xe0000000;\nst.u32 [%r0], 1;", "out of bounds at .const address 0x0"),
        ("ld.local.u32 %v, [64];", ".local memory has 0 bytes here"),
        ("ld.param.u32 %v, [4];", ".param memory has 4 bytes here"),
        ("trap;", "trap"),
        ("$l: bra $l;", "gave up after 1000000 warp instructions"),
    ] {
        let module = load(&kernel("", body));
        let program = Program::new(module.kernels[0].clone());
        let error = run(&program, &module, (1, 1), &mut [0], LIMIT).expect_err(body);
        let text = error.to_string();
        assert!(text.contains(part), "{body}: {text}");
    }
}

#[test]
fn read_only_memory_stays_so() {
    let body = "mov.u32 %r0, table;\ncvta.const.u32 %r0, %r0;\nst.u32 [%r0+4], 1;";
    let fault = values(".const .u32 table[2] = {1, 2};", body, 1);
    assert_eq!(
        fault,
        Err(FaultKind::ReadOnly {
            space: sm::ptx::Space::Const,
            address: 4
        })
    );
}

#[test]
fn launches_that_cannot_be_are_refused() {
    let module = load(&kernel("", "").replacen(")\n{", ")\n.reqntid 32, 1, 1\n{", 1));
    let program = Program::new(module.kernels[0].clone());
    for ((grid, block), part) in [
        ((1, 31), ".reqntid demands [32, 1, 1]"),
        ((0, 32), "a grid of 0 x 1 x 1"),
        ((1, 1025), "a block of 1025 x 1 x 1 threads"),
    ] {
        let error = run(&program, &module, (grid, block), &mut [0; 32], LIMIT).expect_err(part);
        assert!(error.to_string().contains(part), "{error}");
    }
}

#[test]
fn statistics_fill_the_bins_of_the_paper() {
    // One register each: equal lanes, lanes 4 apart, 1000 apart, and 100,000 apart.
    let body = "mov.u32 %r0, 5;\nmul.lo.u32 %r1, %t, 4;\nmul.lo.u32 %r2, %t, 1000;\nmul.lo.u32 %r3, %t, 100000;\nret;";
    let text = format!("{HEAD}.entry f(.param .u32 out)\n{{\n.reg .b32 %r<9>, %t;\nmov.u32 %t, %tid.x;\n{body}\n}}");
    let module = load(&text);
    let program = Program::new(module.kernels[0].clone());
    let statistics = run(&program, &module, (1, 32), &mut [0], LIMIT).expect("it runs");
    let bins = statistics.uniform_bins;
    // The two registers of small steps are %t and %r1.
    assert_eq!(
        (bins.zero, bins.within_128, bins.within_32k, bins.random),
        (31, 62, 31, 31)
    );
    assert_eq!((statistics.instructions, statistics.divergent), (6, 0));
}
