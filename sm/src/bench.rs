//! Figures of execution and of the front end, for `warploom bench`.

use crate::alloc::allocate;
use crate::host::{HostError, Options, Session};
use crate::lower::Module;
use crate::scheme::{build, Golden};
use crate::timing::{Parameters, Settings};
use spec::Scheme;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Warp instructions a second of one run, statistics on.
pub fn rate(session: &Session, physical: bool) -> Result<f64, HostError> {
    let options = Options {
        physical,
        max_registers: None,
    };
    let (duration, statistics) = session.time(options)?;
    Ok(statistics.instructions as f64 / duration.as_secs_f64())
}

/// Who watches a timed run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observers {
    /// Nobody.
    Off,
    /// Issue slots by cause, `--stalls`.
    Stalls,
    /// Registers in time, `--profile`.
    Profile,
}

/// Warp instructions a second of one run cycle by cycle on `fermi`, or `maxwell` if the scheme is RegLess,
/// greedy-then-oldest, with golden models; the functional execution that it is held against does not count.
pub fn timed_rate(
    session: &Session,
    scheme: Scheme,
    observers: Observers,
) -> Result<f64, HostError> {
    let parameters = match scheme {
        Scheme::Regless => Parameters::MAXWELL,
        _ => Parameters::FERMI,
    };
    let settings = Settings {
        stalls: observers == Observers::Stalls,
        profile: observers == Observers::Profile,
        ..Settings::new(parameters)
    };
    // Fermi takes every scheme, and a golden model can always be had.
    let multiprocessor = build(scheme, settings, &mut Golden);
    let mut multiprocessor = multiprocessor.map_err(|error| session.refused(&error.to_string()))?;
    let (duration, instructions) = session.time_timed(&mut multiprocessor)?;
    Ok(instructions as f64 / duration.as_secs_f64())
}

/// How long it takes to parse and to allocate a module of about this many instructions, and how
/// many it has.
pub fn front_end(instructions: u32) -> Result<(usize, Duration), HostError> {
    let text = large_module(instructions);
    let start = Instant::now();
    let module = Module::load("large.ptx", &text)?;
    let mut length = 0;
    for kernel in &module.kernels {
        length += kernel.code.len();
        allocate(kernel, None)?;
    }
    Ok((length, start.elapsed()))
}

/// One kernel with a loop for every ten instructions, and registers that live throughout.
fn large_module(instructions: u32) -> String {
    let mut ptx = String::from(
        ".version 6.0\n.target sm_50\n.address_size 32\n.entry large(.param .u32 p)\n{\n",
    );
    let (words, parts) = (instructions + 200, instructions / 10 + 1);
    let _ = writeln!(
        ptx,
        ".reg .b32 %r<{words}>;\n.reg .b64 %d<{parts}>;\n.reg .pred %q<{parts}>;\n\
         ld.param.u32 %r0, [p];"
    );
    for keep in 1..40 {
        let _ = writeln!(ptx, "ld.global.u32 %r{keep}, [%r0+{}];", 4 * keep);
    }
    for part in 0..instructions / 10 {
        let (r, keep) = (100 + part * 10, 1 + part % 39);
        let (s, t, u) = (r + 1, r + 2, r + 3);
        let _ = writeln!(
            ptx,
            "$l{part}: add.s32 %r{r}, %r{keep}, {part};\n\
             mul.wide.s32 %d{part}, %r{r}, %r0;\n\
             cvt.u32.u64 %r{s}, %d{part};\n\
             xor.b32 %r{t}, %r{s}, %r{r};\n\
             setp.lt.s32 %q{part}, %r{t}, %r{keep};\n\
             @%q{part} add.s32 %r{keep}, %r{keep}, %r{t};\n\
             mad.lo.s32 %r{u}, %r{keep}, %r{r}, %r{s};\n\
             st.global.u32 [%r0+{}], %r{u};\n\
             add.s32 %r{keep}, %r{keep}, 3;\n\
             @!%q{part} bra $l{part};",
            4 * part
        );
    }
    ptx.push_str("ret;\n}\n");
    ptx
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_large_module_is_as_large_as_it_should_be() {
        let (length, _) = super::front_end(5000).unwrap_or_else(|error| panic!("{error}"));
        assert!((5000..5100).contains(&length), "{length}");
    }
}
