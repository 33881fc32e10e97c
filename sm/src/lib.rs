//! A behavioural streaming multiprocessor: it reads PTX, executes it thread for thread, and says
//! what every register held.
//!
//! The order of the rooms is the order of a run: a [`descriptor`] names a PTX module, its buffers
//! and its launches; [`lower`] makes kernels of the module, [`alloc`] gives them physical registers and [`passes`] prepare them
//! for a [`scheme`]; [`exec`] executes functionally, [`timing`] cycle by cycle, and [`host`] carries it all out;
//! [`references`] are the plain algorithms that results are checked against.
//!
//! A kernel that comes with warploom, functionally and then cycle by cycle under a scheme:
//!
//! ```
//! use sm::host::{Options, Session};
//! use sm::scheme::{build, Golden};
//! use sm::timing::{Preset, Settings};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernels/vector_add/vector_add.toml");
//! let session = Session::open(path.as_ref())?;
//! let (outcome, statistics) = session.run_counted(Options::default())?;
//! assert!(outcome.passed());
//! println!("{} warp instructions", statistics.instructions);
//!
//! let settings = Settings::new(Preset::Fermi.parameters());
//! let mut multiprocessor = build(spec::Scheme::WarpedCompression, settings, &mut Golden)?;
//! let timed = session.run_timed(Options::default(), &mut multiprocessor)?;
//! assert_eq!(timed.outcome.buffers, outcome.buffers);
//! println!("{} cycles", timed.counts.cycles);
//! # Ok(())
//! # }
//! ```
//!
//! A kernel of one's own, without a descriptor:
//!
//! ```
//! use sm::exec::{launch, GlobalMemory, Launch, Limits, Program, Statistics};
//! use sm::lower::Module;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let ptx = ".version 6.0 .target sm_50 .address_size 32
//!     .entry f(.param .u32 out) { .reg .b32 %r<3>; ld.param.u32 %r0, [out]; mov.u32 %r1, %tid.x;
//!     mad.lo.u32 %r0, %r1, 4, %r0; st.global.u32 [%r0], %r1; ret; }";
//! let module = Module::load("mine.ptx", ptx)?;
//! let program = Program::new(module.kernel("f").ok_or("no such kernel")?.clone());
//! let mut memory = GlobalMemory::of_module(&module);
//! let out = memory.allocate("out", 4 * 32)?;
//! let arguments = (out as u32).to_le_bytes().to_vec();
//! let grid = Launch { grid: [1, 1, 1], block: [32, 1, 1], arguments, ..Launch::default() };
//! let mut statistics = Statistics::default();
//! launch(&program, &grid, &mut memory, &mut Limits::default(), &mut statistics)?;
//! assert_eq!(memory.slice(out + 4 * 31, 4), Some(&[31, 0, 0, 0][..]));
//! # Ok(())
//! # }
//! ```

pub mod alloc;
pub mod analysis;
pub mod bench;
pub mod descriptor;
pub mod energy;
pub mod exec;
pub mod host;
pub mod ir;
pub mod layout;
pub mod lower;
pub mod passes;
pub mod ptx;
pub mod references;
pub mod scheme;
pub mod softfloat;
pub mod timing;
