//! From C++ to a shared object or program.
//!
//! Verilator's own Makefile is not used: one compiler call for a small model, and what all models
//! share compiled once, take a quarter of its time.

use crate::codegen;
use crate::error::{BuildError, Step};
use crate::optimization::Optimization;
use crate::process::run;
use crate::product::Product;
use crate::spec::{BuildOptions, Coverage, ModelSpec};
use crate::states;
use crate::store::{hex_digest, Cache};
use crate::toolchain::Toolchain;
use crate::verilate::block_folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// C++ above this size is split over several compiler calls, which run side by side.
const UNIT_BYTES: u64 = 300_000;

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
const RUNTIME: &[&str] = &[
    "verilated",
    "verilated_dpi",
    "verilated_threads",
    "verilated_vcd_c",
];

const PRELUDE: &str = "prelude.h";

/// The flags that follow from the model's options.
pub(crate) fn option_flags(options: &BuildOptions) -> Vec<String> {
    let trace = u32::from(options.trace);
    let coverage = u32::from(options.coverage != Coverage::None);
    let control = u32::from(options.coverage == Coverage::Control);
    let mut flags: Vec<String> = options
        .optimization
        .compiler_flags()
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

/// Hashes all that what is shared depends on, beside its own text and options.
fn shared_key(what: &str, toolchain: &Toolchain, options: &BuildOptions) -> String {
    hex_digest(&[
        what.as_bytes(),
        toolchain.verilator_version().as_bytes(),
        toolchain.compiler_version().as_bytes(),
        COMPILER_FLAGS.join(" ").as_bytes(),
        option_flags(options).join(" ").as_bytes(),
    ])
}

/// Of all that is shared, for the key of a model.
pub(crate) fn runtime_key(toolchain: &Toolchain) -> String {
    shared_key("runtime", toolchain, &RUNTIME_OPTIONS)
}

/// Verilator's runtime as objects, compiled once for all models.
pub(crate) fn runtime(cache: &Cache, toolchain: &Toolchain) -> Result<Vec<PathBuf>, BuildError> {
    let entry = cache.shared_entry(&runtime_key(toolchain), |folder| {
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

/// The folder of `prelude.h` as the compiler has read it with these options: that takes as long as
/// many a model.
fn prelude(
    cache: &Cache,
    toolchain: &Toolchain,
    options: &BuildOptions,
) -> Result<PathBuf, BuildError> {
    let key = shared_key(codegen::PRELUDE, toolchain, options);
    cache.shared_entry(&key, |folder| {
        write(folder, PRELUDE, codegen::PRELUDE)?;
        let mut command = compiler(toolchain, options);
        command.args(["-x", "c++-header", PRELUDE, "-o", "prelude.h.gch"]);
        run(Step::Compile, command, folder).map(drop)
    })
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), BuildError> {
    let path = folder.join(name);
    fs::write(&path, text).map_err(BuildError::io("write", &path))
}

/// Compiles Verilator's output and ours, as one translation unit where it is small.
pub(crate) fn compile(
    cache: &Cache,
    toolchain: &Toolchain,
    spec: &ModelSpec,
    product: Product,
    work: &Path,
) -> Result<Vec<PathBuf>, BuildError> {
    write(work, "frame.h", codegen::FRAME)?;
    write(work, "watch.h", states::SHIM)?;
    write(work, "ports.h", &codegen::ports_header(spec))?;
    write(work, "main.cpp", product.main())?;

    let mut units = units(work, "", "Vmodel")?;
    if let Some(first) = units.first_mut() {
        first.files.insert(0, "main.cpp".to_owned());
    }
    for block in spec.blocks() {
        units.extend(self::units(work, &block_folder(block), "")?);
    }
    for (index, unit) in units.iter().enumerate() {
        let mut text = format!("#include \"{PRELUDE}\"\n");
        for file in &unit.files {
            text.push_str(&format!("#include \"{file}\"\n"));
        }
        write(work, &format!("unit{index}.cpp"), &text)?;
    }
    side_by_side(units.len(), |index| {
        let mut options = spec.options;
        let Unit { bytes, cold, .. } = units[index];
        options.optimization = options.optimization.of_unit(bytes, cold);
        let prelude = prelude(cache, toolchain, &options)?;
        let mut command = compiler(toolchain, &options);
        command.arg("-I").arg(prelude);
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

/// Spreads the files of a folder whose names begin so over translation units of bounded size.
fn units(work: &Path, folder: &str, prefix: &str) -> Result<Vec<Unit>, BuildError> {
    let place = work.join(folder);
    let mut files: Vec<(String, u64)> = fs::read_dir(&place)
        .map_err(BuildError::io("read", &place))?
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let size = entry.metadata().ok()?.len();
            let ours = name.starts_with(prefix) && name.ends_with(".cpp");
            let path = Path::new(folder).join(name).display().to_string();
            ours.then_some((path, size))
        })
        .collect();
    let small = files.iter().map(|(_, size)| size).sum::<u64>() <= UNIT_BYTES;
    let is_cold = |name: &str| !small && name.contains("__Slow");
    files.sort_by_key(|(name, _)| (is_cold(name), name.clone()));
    let mut units: Vec<Unit> = Vec::new();
    for (name, size) in files {
        let cold = is_cold(&name);
        let fits = |unit: &Unit| unit.cold == cold && unit.bytes + size <= UNIT_BYTES;
        match units.last_mut().filter(|unit| fits(unit)) {
            Some(unit) => {
                unit.bytes += size;
                unit.files.push(name);
            }
            None => units.push(Unit {
                files: vec![name],
                cold,
                bytes: size,
            }),
        }
    }
    Ok(units)
}

/// Links what was compiled to `target`.
pub(crate) fn link(
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
