//! Whole modules as compilers write them, beyond what our own kernels need. Clang's are
//! those of `kernels/`, with 32-bit and with 64-bit addresses, which `kernels.rs` runs.

use crate::support;

use sm::alloc::allocate;
use sm::exec::Program;
use sm::host::{Options, Session};
use std::path::Path;
use support::{load, run};

#[test]
fn a_module_in_the_manner_of_nvcc_runs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/modules/nvcc.toml");
    let session = Session::open(&path).unwrap_or_else(|error| panic!("{error}"));
    let module = session.module();
    assert_eq!(module.address_bits, 64);
    let kernel = module.kernel("_Z6kernelPfPKfi").expect("the entry");
    assert_eq!(kernel.largest_block, Some([256, 1, 1]));
    assert_eq!((kernel.shared_bytes, kernel.local_bytes), (1024, 8));
    for (physical, max_registers) in [(false, None), (true, None), (true, Some(6))] {
        let options = Options {
            physical,
            max_registers,
        };
        let (outcome, _) = session
            .run_counted(options)
            .unwrap_or_else(|error| panic!("{options:?}: {error}"));
        assert!(outcome.passed(), "{options:?}: {:?}", outcome.checks);
        let spilled = outcome.registers.values().any(|r| r.spilled > 0);
        assert_eq!(spilled, max_registers.is_some(), "{options:?}");
    }
}

/// Offsets into windows are 32 bits in 64-bit modules too: a variable's fits a 32-bit register, and what is
/// added to one wraps there.
#[test]
fn windows_have_32_bit_offsets_in_64_bit_modules() {
    let module = load(
        ".version 6.0\n.target sm_50\n.address_size 64\n.const .align 4 .u32 k = 7;\n\
         .entry f(.param .u64 out)\n{\n.shared .align 4 .b32 s[4];\n.local .align 4 .b32 l[2];\n\
         .reg .b32 %r<8>;\n.reg .b64 %d<2>;\nld.param.u64 %d0, [out];\n\
         mov.u32 %r0, s;\nmov.u32 %r1, l;\nmov.u32 %r2, k;\nmov.u64 %d1, s+4;\n\
         st.shared.u32 [%d1], 5;\nst.local.u32 [%r1+4], 6;\n\
         sub.s32 %r0, %r0, 8;\nld.shared.u32 %r3, [%r0+12];\nld.local.u32 %r4, [l+4];\n\
         ld.const.u32 %r5, [%r2];\nst.global.v2.u32 [%d0], {%r3, %r4};\nst.global.u32 [%d0+8], %r5;\nret;\n}\n",
    );
    for cap in [None, Some(8)] {
        let kernel = allocate(&module.kernels[0], cap).expect("it fits").kernel;
        let mut words = [0; 3];
        run(&Program::new(kernel), &module, (1, 1), &mut words, 1000).expect("no fault");
        assert_eq!(words, [5, 6, 7]);
    }
}

/// Addresses of functions are numbers like any other, and so are generic addresses of a kernel's parameters.
#[test]
fn functions_and_parameters_have_addresses() {
    let module = load(
        ".version 7.7\n.target sm_70\n.address_size 64\n\
         .func (.param .b32 r) twice(.param .b32 x)\n{\n.reg .b32 %r<2>;\nld.param.b32 %r0, [x];\n\
         shl.b32 %r0, %r0, 1;\nst.param.b32 [r], %r0;\nret;\n}\n\
         .func (.param .b32 r) next(.param .b32 x)\n{\n.reg .b32 %r<2>;\nld.param.b32 %r0, [x];\n\
         add.s32 %r0, %r0, 1;\nst.param.b32 [r], %r0;\nret;\n}\n\
         .entry f(.param .u64 out)\n{\n.reg .b32 %r<8>;\n.reg .b64 %d<8>;\n.reg .pred %p<3>;\n\
         mov.u32 %r0, %tid.x;\nsetp.lt.u32 %p0, %r0, 2;\nmov.u64 %d0, twice;\nmov.u64 %d1, next;\n\
         selp.b64 %d0, %d0, %d1, %p0;\nadd.s32 %r1, %r0, 10;\n\
         {\n.param .b32 a;\nst.param.b32 [a+0], %r1;\n.param .b32 v;\n\
         reach: .calltargets twice, next;\ncall (v), %d0, (a), reach;\nld.param.b32 %r2, [v+0];\n}\n\
         mov.u64 %d2, out;\ncvta.param.u64 %d2, %d2;\nisspacep.param %p1, %d2;\nld.u64 %d3, [%d2];\n\
         @%p1 add.s32 %r2, %r2, 100;\nmul.wide.u32 %d4, %r0, 4;\nadd.s64 %d3, %d3, %d4;\n\
         st.global.u32 [%d3], %r2;\nret;\n}\n",
    );
    for cap in [None, Some(8)] {
        let kernel = allocate(&module.kernels[0], cap).expect("it fits").kernel;
        let mut words = [0; 4];
        run(&Program::new(kernel), &module, (1, 4), &mut words, 1000).expect("no fault");
        assert_eq!(words, [120, 122, 113, 114]);
    }
}
