//! From a [`ModelSpec`] to a shared object.
//!
//! Verilator's own Makefile is not used: one compiler call for a small model, and the
//! runtime compiled once for all models, take a quarter of its time.

use crate::codegen;
use crate::error::{BuildError, Step};
use crate::process::run;
use crate::spec::{BuildOptions, Coverage, ModelSpec, Optimization};
use crate::states;
use crate::store::{hex_digest, Cache, Origin};
use crate::toolchain::Toolchain;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// C++ above this size is split over several compiler calls, which run side by side.
const UNIT_BYTES: u64 = 300_000;

/// A file above this size is compiled with [`Optimization::Light`]: with more some take minutes, and
/// it does not make them faster.
const HUGE_BYTES: u64 = 1_000_000;

/// What Verilator is told for every model. Warnings are the lint runners' business.
const VERILATOR_FLAGS: &[&str] = &[
    "--cc",
    "--prefix",
    "Vmodel",
    "--Mdir",
    ".",
    "-O3",
    "--no-timing",
    // Verilator 5.048 adds the amounts of `(a >> b) >> c` in the width of `b`, where the sum can
    // wrap around (verilator issue 7955).
    "-fno-dfg-peephole-replace-shiftl-shiftl",
    "-fno-dfg-peephole-replace-shiftr-shiftr",
    // An `x` in an expression takes whatever is fastest; a register without reset powers
    // up at random, from the seed.
    "--x-assign",
    "fast",
    "--x-initial",
    "unique",
    // An asynchronous reset that is active from the start has to count as an edge.
    "--x-initial-edge",
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
    "--quiet",
    "--output-split",
    "20000",
    "+1364-2005ext+v",
    "+1800-2012ext+sv",
];

/// What the C++ compiler is told for every translation unit. Visibility is hidden because
/// all models define the same names.
const COMPILER_FLAGS: &[&str] = &[
    "-std=c++17",
    "-fPIC",
    "-fvisibility=hidden",
    "-w",
    "-DVM_SC=0",
    "-DVM_TIMING=0",
    "-DVM_TRACE_FST=0",
    "-DVM_TRACE_SAIF=0",
    "-DVL_USER_FATAL",
    "-DVL_USER_STOP",
    "-DVL_USER_FINISH",
];

/// The parts of Verilator's runtime that a model can need.
const RUNTIME: &[&str] = &["verilated", "verilated_threads", "verilated_vcd_c"];

/// What is made of the model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Product {
    /// The shared object that Rust loads.
    Shared,
    /// The stand-alone loop.
    Bare,
}

impl Product {
    pub(crate) fn file(self) -> &'static str {
        match self {
            Self::Shared => "model.so",
            Self::Bare => "bare",
        }
    }

    fn main(self) -> &'static str {
        match self {
            Self::Shared => codegen::MODEL,
            Self::Bare => codegen::BARE,
        }
    }
}

/// Builds the product, or finds it; gives the path of [`Product::file`].
pub(crate) fn build(
    cache: &Cache,
    toolchain: &Toolchain,
    spec: &ModelSpec,
    product: Product,
) -> Result<(PathBuf, Origin), BuildError> {
    spec.validate()?;
    let (entry, origin) = cache.entry(&key(toolchain, spec, product), |folder| {
        let work = tempfile::tempdir_in(folder).map_err(BuildError::io("create", folder))?;
        verilate(toolchain, spec, work.path())?;
        let runtime = runtime(cache, toolchain)?;
        let objects = compile(toolchain, spec, product, work.path())?;
        link(
            toolchain,
            product,
            &objects,
            &runtime,
            work.path(),
            &folder.join(product.file()),
        )
    })?;
    Ok((entry.join(product.file()), origin))
}

/// Hashes all that the product depends on.
fn key(toolchain: &Toolchain, spec: &ModelSpec, product: Product) -> String {
    let options = format!("{:?} {:?} {:?}", spec.top, spec.clock, spec.options);
    let compiler_flags = option_flags(&spec.options).join(" ");
    let ports = codegen::ports_header(spec);
    let runtime = runtime_key(toolchain);
    let mut parts: Vec<&[u8]> = vec![
        product.main().as_bytes(),
        codegen::PRELUDE.as_bytes(),
        codegen::FRAME.as_bytes(),
        states::SHIM.as_bytes(),
        runtime.as_bytes(),
        options.as_bytes(),
        compiler_flags.as_bytes(),
        ports.as_bytes(),
    ];
    let flags = [VERILATOR_FLAGS, Optimization::Light.flags()]
        .concat()
        .join(" ");
    parts.push(flags.as_bytes());
    for source in &spec.sources {
        parts.push(source.name.as_bytes());
        parts.push(source.text.as_bytes());
    }
    hex_digest(&parts)
}

fn verilate(toolchain: &Toolchain, spec: &ModelSpec, work: &Path) -> Result<(), BuildError> {
    let mut command = toolchain.verilator_command();
    command
        .args(VERILATOR_FLAGS)
        .args(["--top-module", &spec.top]);
    match spec.options.coverage {
        Coverage::None => {}
        Coverage::LineBranch | Coverage::Control => {
            command.arg("--coverage-line");
        }
        Coverage::Full { max_width } => {
            command.args(["--coverage", "--coverage-max-width", &max_width.to_string()]);
        }
    }
    command.arg(if spec.options.assertions {
        "--assert"
    } else {
        "--no-assert"
    });
    if spec.options.trace {
        // Verilator's own limits, 256 bits and 32 elements, would leave registers out.
        command.args(["--trace-vcd", "--trace-max-width", "65536"]);
        command.args(["--trace-max-array", "2048"]);
    }
    for source in &spec.sources {
        let path = work.join(&source.name);
        fs::write(&path, &source.text).map_err(BuildError::io("write", &path))?;
        command.arg(&source.name);
    }
    run(Step::Verilate, command, work)?;
    let header = work.join("Vmodel.h");
    let class = fs::read_to_string(&header).map_err(BuildError::io("read", &header))?;
    let differences = codegen::port_differences(spec, &class);
    if !differences.is_empty() {
        return Err(BuildError::Ports {
            top: spec.top.clone(),
            differences,
        });
    }
    if spec.options.coverage == Coverage::Control {
        let header = work.join("Vmodel___024root.h");
        let root = fs::read_to_string(&header).map_err(BuildError::io("read", &header))?;
        let text = states::header(&root).map_err(|member| BuildError::State {
            top: spec.top.clone(),
            member,
        })?;
        let path = work.join("states.h");
        fs::write(&path, text).map_err(BuildError::io("write", &path))?;
    }
    Ok(())
}

/// The flags that follow from the model's options.
fn option_flags(options: &BuildOptions) -> Vec<String> {
    let trace = u32::from(options.trace);
    let coverage = u32::from(options.coverage != Coverage::None);
    let control = u32::from(options.coverage == Coverage::Control);
    let mut flags: Vec<String> = options
        .optimization
        .flags()
        .iter()
        .map(|&flag| flag.to_owned())
        .collect();
    flags.extend([
        format!("-DVM_TRACE={trace}"),
        format!("-DVM_TRACE_VCD={trace}"),
        format!("-DVM_COVERAGE={coverage}"),
        format!("-DWARPLOOM_STATES={control}"),
    ]);
    flags
}

/// The options that the runtime is compiled with, whatever those of the model: none of them
/// changes a class that the two share.
const RUNTIME_OPTIONS: BuildOptions = BuildOptions {
    coverage: Coverage::None,
    trace: true,
    assertions: false,
    optimization: Optimization::Balanced,
};

fn compiler(toolchain: &Toolchain, options: &BuildOptions) -> Command {
    let mut command = toolchain.compiler_command();
    command.args(COMPILER_FLAGS).args(option_flags(options));
    for folder in ["include", "include/vltstd"] {
        command.arg("-I").arg(toolchain.root.join(folder));
    }
    command
}

fn runtime_key(toolchain: &Toolchain) -> String {
    hex_digest(&[
        b"runtime",
        toolchain.verilator_version().as_bytes(),
        toolchain.compiler_version().as_bytes(),
        COMPILER_FLAGS.join(" ").as_bytes(),
        option_flags(&RUNTIME_OPTIONS).join(" ").as_bytes(),
    ])
}

/// Verilator's runtime as objects, compiled once for all models.
fn runtime(cache: &Cache, toolchain: &Toolchain) -> Result<Vec<PathBuf>, BuildError> {
    let (entry, _) = cache.entry(&runtime_key(toolchain), |folder| {
        side_by_side(RUNTIME.len(), |index| {
            let mut command = compiler(toolchain, &RUNTIME_OPTIONS);
            let source = toolchain
                .root
                .join(format!("include/{}.cpp", RUNTIME[index]));
            command.arg("-c").arg(source);
            command.args(["-o", &format!("{}.o", RUNTIME[index])]);
            run(Step::Compile, command, folder).map(drop)
        })
    })?;
    Ok(RUNTIME
        .iter()
        .map(|name| entry.join(format!("{name}.o")))
        .collect())
}

/// Compiles Verilator's output and ours, as one translation unit where it is small.
fn compile(
    toolchain: &Toolchain,
    spec: &ModelSpec,
    product: Product,
    work: &Path,
) -> Result<Vec<PathBuf>, BuildError> {
    let write = |name: &str, text: &str| {
        let path = work.join(name);
        fs::write(&path, text).map_err(BuildError::io("write", &path))
    };
    write("prelude.h", codegen::PRELUDE)?;
    write("frame.h", codegen::FRAME)?;
    write("watch.h", states::SHIM)?;
    write("ports.h", &codegen::ports_header(spec))?;
    write("main.cpp", product.main())?;

    let units = units(work)?;
    for (index, unit) in units.iter().enumerate() {
        let mut text = String::from("#include \"prelude.h\"\n");
        for file in &unit.files {
            text.push_str(&format!("#include \"{file}\"\n"));
        }
        write(&format!("unit{index}.cpp"), &text)?;
    }
    side_by_side(units.len(), |index| {
        let mut options = spec.options;
        options.optimization = match (units[index].cold, options.optimization) {
            (true, _) | (_, Optimization::Quick) => Optimization::Quick,
            _ if units[index].bytes > HUGE_BYTES => Optimization::Light,
            (_, asked) => asked,
        };
        let mut command = compiler(toolchain, &options);
        command.args(["-I", ".", "-c", &format!("unit{index}.cpp")]);
        command.args(["-o", &format!("unit{index}.o")]);
        run(Step::Compile, command, work).map(drop)
    })?;
    Ok((0..units.len())
        .map(|index| work.join(format!("unit{index}.o")))
        .collect())
}

/// One call of the compiler.
#[derive(Debug, Default)]
struct Unit {
    files: Vec<String>,
    /// What runs only once, when a model starts: of a large model the half of the text, and to
    /// optimize it takes many times as long as the rest.
    cold: bool,
    bytes: u64,
}

/// Spreads the files over translation units of bounded size.
fn units(work: &Path) -> Result<Vec<Unit>, BuildError> {
    let mut files: Vec<(String, u64)> = fs::read_dir(work)
        .map_err(BuildError::io("read", work))?
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let size = entry.metadata().ok()?.len();
            (name.starts_with("Vmodel") && name.ends_with(".cpp")).then_some((name, size))
        })
        .collect();
    let small = files.iter().map(|(_, size)| size).sum::<u64>() <= UNIT_BYTES;
    let is_cold = |name: &str| !small && name.contains("__Slow");
    files.sort_by_key(|(name, _)| (is_cold(name), name.clone()));
    let mut units = vec![Unit {
        files: vec!["main.cpp".to_owned()],
        ..Unit::default()
    }];
    for (name, size) in files {
        let cold = is_cold(&name);
        let fits = |unit: &Unit| unit.bytes == 0 || unit.bytes + size <= UNIT_BYTES;
        if !units
            .last()
            .is_some_and(|unit| unit.cold == cold && fits(unit))
        {
            units.push(Unit {
                cold,
                ..Unit::default()
            });
        }
        if let Some(unit) = units.last_mut() {
            unit.bytes += size;
            unit.files.push(name);
        }
    }
    Ok(units)
}

fn link(
    toolchain: &Toolchain,
    product: Product,
    objects: &[PathBuf],
    runtime: &[PathBuf],
    work: &Path,
    target: &Path,
) -> Result<(), BuildError> {
    let mut command = toolchain.compiler_command();
    if product == Product::Shared {
        // Every symbol has to be found in the object itself: at run time it would be too late.
        command.args(["-shared", "-Wl,-Bsymbolic", "-Wl,--no-undefined"]);
    }
    command.args(objects).args(runtime).arg("-pthread");
    command.arg("-o").arg(target);
    run(Step::Link, command, work).map(drop)
}

/// Runs `work` for each index on as many threads as there are processors; the first
/// failure is the result.
fn side_by_side(
    count: usize,
    work: impl Fn(usize) -> Result<(), BuildError> + Sync,
) -> Result<(), BuildError> {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let next = AtomicUsize::new(0);
    let runner = || loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= count {
            return Ok(());
        }
        if let Err(error) = work(index) {
            next.store(count, Ordering::Relaxed);
            return Err(error);
        }
    };
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(count))
            .map(|_| scope.spawn(runner))
            .collect();
        let mut result = runner();
        for other in others {
            match other.join() {
                Ok(found) => result = result.and(found),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        result
    })
}
