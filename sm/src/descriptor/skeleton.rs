//! The beginning of a descriptor for a module: everything that the PTX says, and questions about the rest.

use super::ElementType;
use crate::analysis::{pointed, Pointed};
use crate::ir::{Kernel, Parameter};
use crate::lower::Module;
use crate::ptx::types::{Half, Width};
use crate::ptx::Type;
use std::fmt::Write;

/// The element type of what an access moves.
fn element(ty: Type) -> ElementType {
    let of_width = |w: Width, names: [ElementType; 4]| names[w as usize];
    use ElementType::{Bf16, F16, F32, F64, I16, I32, I64, I8, U16, U32, U64, U8};
    match ty {
        Type::Float(Width::W64) => F64,
        Type::Float(Width::W32) => F32,
        Type::Float(_) | Type::Packed(Half::F16) => F16,
        Type::Brain | Type::Packed(Half::Bf16) => Bf16,
        Type::Signed(width) => of_width(width, [I8, I16, I32, I64]),
        Type::Unsigned(width) | Type::Bits(width) => of_width(width, [U8, U16, U32, U64]),
        Type::Pred => U8,
    }
}

/// A parameter's name, short: compilers put the kernel's in front of it.
fn short(kernel: &Kernel, parameter: &Parameter) -> String {
    let name = parameter.name.strip_prefix(kernel.name.as_str());
    let name = name.map_or(parameter.name.as_str(), |rest| rest.trim_start_matches('_'));
    let word = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(word).collect()
}

fn use_of(pointed: Pointed) -> &'static str {
    match (pointed.read, pointed.written) {
        (true, true) => "read and written",
        (false, true) => "written",
        _ => "read",
    }
}

/// A descriptor for a module's kernels, one launch for each, to be filled in. `ptx` is the module's file as the descriptor
/// is to name it. What is to be answered ends with a question mark.
pub fn skeleton(ptx: &str, module: &Module, entry: Option<&str>) -> String {
    let mut text = String::new();
    let quoted = |name: &str| toml::Value::from(name).to_string();
    let file = quoted(ptx);
    let _ = writeln!(
        text,
        "# How to run the kernels of {ptx}. docs/sm/descriptor.md explains every key; lines with '?' are to be answered.\n\
         ptx = {file}\n\
         summary = \"\"                        # what do they compute?\n\n\
         [constants]\n\
         n = 1024                            # how many elements has the problem?\n"
    );
    let wanted = |kernel: &&Kernel| entry.is_none_or(|entry| kernel.name == entry);
    let kernels: Vec<&Kernel> = module.kernels.iter().filter(wanted).collect();
    let several = kernels.len() > 1;
    let prefix = |index: usize| {
        if several {
            format!("k{index}_")
        } else {
            String::new()
        }
    };
    for (index, kernel) in kernels.iter().enumerate() {
        for (parameter, found) in kernel.parameters.iter().zip(pointed(kernel)) {
            let Some(found) = found else { continue };
            let name = prefix(index) + &short(kernel, parameter);
            let init = if found.read {
                "how does it begin?"
            } else {
                "is that right?"
            };
            let _ = writeln!(
                text,
                "[[buffers]]                         # {} of {}: {}\n\
                 name = \"{name}\"\n\
                 type = \"{}\"                        # is that right?\n\
                 size = \"n\"                          # how many elements?\n\
                 init = \"zero\"                       # {init} \"iota\", {{ constant = 1 }}, \
                 {{ random = {{ seed = 1, low = 0, high = 9 }} }}, {{ file = \"x.npy\" }}\n",
                parameter.name,
                kernel.name,
                use_of(found),
                element(found.ty),
            );
        }
    }
    for texture in &module.textures {
        let _ = writeln!(
            text,
            "# [[textures]]                      # which buffer, of which size?\n# name = {}\n# buffer = \"?\"\n# width = 64\n",
            quoted(texture)
        );
    }
    text.push_str("[[phases]]                          # is there a loop around the launches? repeat, until, swap, ...\n");
    for (index, kernel) in kernels.iter().enumerate() {
        launch(&mut text, kernel, &prefix(index));
    }
    text.push_str(
        "\n# [[checks]]                        # what must come out, and how nearly?\n# buffer = \"?\"\n# file = \"expected.npy\"\n# relative = 1e-6\n",
    );
    text
}

fn launch(text: &mut String, kernel: &Kernel, prefix: &str) {
    let (block, grid, why) = match (kernel.required_block, kernel.largest_block) {
        (Some([x, y, z]), _) => (format!("{x}, {y}, {z}"), x, ".reqntid demands it"),
        (None, Some([x, y, z])) => (
            format!("{x}, {y}, {z}"),
            x,
            ".maxntid allows as many; is that right?",
        ),
        _ => ("256".to_owned(), 256, "how many threads of a block?"),
    };
    let _ = writeln!(
        text,
        "[[phases.launches]]\n\
         entry = {}\n\
         grid = [\"(n + {}) / {grid}\"]          # how many blocks?\n\
         block = [{block}]                       # {why}\n\
         # shared = 1024                     # does it use dynamic shared memory?\n\
         arguments = [",
        toml::Value::from(kernel.name.as_str()),
        grid.saturating_sub(1),
    );
    for (parameter, found) in kernel.parameters.iter().zip(pointed(kernel)) {
        let name = short(kernel, parameter);
        let (ty, bytes) = (parameter.ty, parameter.bytes);
        let _ = match found {
            Some(_) => writeln!(text, "    \"{prefix}{name}\",  # {}: an address", parameter.name),
            None if bytes > ty.bytes() => writeln!(
                text,
                "    0,  # {}: a struct of {bytes} bytes; declare it in [[structs]], then {{ struct = \"S\", values = {{ x = 1 }} }}?",
                parameter.name
            ),
            None if ty.is_float() => writeln!(text, "    1.0,  # {}: {ty}; what is it?", parameter.name),
            None => writeln!(
                text,
                "    \"n\",  # {}: {ty}; a size, or, where another buffer is used, its address?",
                parameter.name
            ),
        };
    }
    text.push_str("]\n");
}
