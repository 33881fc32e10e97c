//! Whole modules as compilers write them, beyond what our own kernels need. Clang's are
//! `kernels/` (32-bit addresses) and `tests/wide/` (64-bit), which `kernels.rs` runs.

use sm::host::{Options, Session};
use std::path::Path;

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
