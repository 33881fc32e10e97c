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
