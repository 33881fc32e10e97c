//! What several tests share.
#![allow(dead_code, reason = "each test uses its part")]

pub mod comparisons;
pub mod conversions;
pub mod forms;

use sm::alloc::allocate;
use sm::exec::{launch_counted, GlobalMemory, Launch, LaunchError, Limits, Program, Statistics};
use sm::lower::Module;
use sm::timing::{Counts, Multiprocessor, Settings};
use std::path::{Path, PathBuf};

/// Runs the first kernel of a module over one buffer of words, which is its only argument.
pub fn run(
    program: &Program,
    module: &Module,
    (grid, block): (u32, u32),
    words: &mut [u32],
    limit: u64,
) -> Result<Statistics, LaunchError> {
    let mut memory = GlobalMemory::of_module(module);
    let bytes = 4 * words.len() as u64;
    let address = memory.allocate("words", bytes).expect("it fits");
    let contents: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    memory
        .slice_mut(address, bytes)
        .expect("allocated")
        .copy_from_slice(&contents);
    // As many bytes of it as the parameter has.
    let mut arguments = address.to_le_bytes().to_vec();
    arguments.resize(program.kernel.parameter_bytes as usize, 0);
    let description = Launch {
        grid: [grid, 1, 1],
        block: [block, 1, 1],
        dynamic_shared: 256,
        arguments,
        ..Launch::default()
    };
    let mut limits = Limits {
        instructions: limit,
    };
    let mut statistics = Statistics::default();
    let done = launch_counted(
        program,
        &description,
        &mut memory,
        &mut limits,
        &mut statistics,
    );
    let bytes = memory.slice(address, bytes).expect("allocated");
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
        *word = u32::from_le_bytes(bytes.try_into().expect("four"));
    }
    done.map(|()| statistics)
}

/// A module that must be right.
pub fn load(text: &str) -> Module {
    let module = Module::load("test.ptx", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    if let Some(refused) = module.refused.first() {
        panic!("{}\n{text}", refused.diagnostic);
    }
    module
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// One of several.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// The descriptors of the shipped kernels, by name.
pub fn descriptors() -> Vec<PathBuf> {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../kernels");
    let folders = std::fs::read_dir(kernels).expect("kernels/ is readable");
    let mut found: Vec<PathBuf> = folders
        .map(|entry| entry.expect("an entry").path())
        .filter_map(|folder| {
            let name = folder.file_name()?.to_str()?.to_owned();
            Some(folder.join(name + ".toml")).filter(|path| path.exists())
        })
        .collect();
    found.sort();
    found
}

/// Runs one block of one warp, or more, on the baseline's multiprocessor; the parameter is the address of
/// 4 KiB.
pub fn tiny(body: &str, threads: u32, settings: Settings) -> Counts {
    let text = format!(
        ".version 6.0\n.target sm_50\n.address_size 32\n.entry k(.param .u32 p)\n{{\n\
         .reg .b32 %r<20>;\n.reg .b64 %d<4>;\n.reg .f32 %f<8>;\n.reg .pred %p<4>;\n\
         .shared .align 4 .b8 room[4096];\n{body}\nret;\n}}\n"
    );
    let module = load(&text);
    let allocated = allocate(&module.kernels[0], None).expect("it fits");
    let program = Program::new(allocated.kernel);
    let mut memory = GlobalMemory::of_module(&module);
    let address = memory.allocate("room", 4096).expect("it fits");
    let launch = Launch {
        grid: [1, 1, 1],
        block: [threads, 1, 1],
        arguments: (address as u32).to_le_bytes().to_vec(),
        ..Launch::default()
    };
    let mut multiprocessor = Multiprocessor::baseline(settings);
    let mut statistics = Statistics::default();
    let limits = &mut Limits::default();
    multiprocessor
        .launch(&program, &launch, &mut memory, limits, &mut statistics)
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    multiprocessor.counts()
}
