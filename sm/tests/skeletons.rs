//! A descriptor to begin with: what can be said of a module before its user says anything.

use crate::descriptors::{folder, run, PTX};
use crate::support;

use sm::descriptor::{skeleton, Descriptor};
use sm::lower::Module;
use std::fs;

#[test]
fn a_descriptor_to_begin_with_says_what_the_module_says() {
    let module = support::load(PTX);
    let text = skeleton("k.ptx", &module, Some("_Z5shiftPiPKii"));
    let made: Descriptor = toml_of(&text);
    let names: Vec<&str> = made
        .buffers
        .iter()
        .map(|buffer| buffer.name.as_str())
        .collect();
    assert_eq!(names, ["to", "from"], "{text}");
    assert!(text.contains("type = \"u32\""), "{text}");
    assert!(text.contains("to of _Z5shiftPiPKii: written"), "{text}");
    assert!(text.contains("\"n\",  # by: .u32"), "{text}");
    let all = skeleton("k.ptx", &module, None);
    assert!(all.contains("# pair: a struct of 16 bytes"), "{all}");
    // It runs as it is, where no more is asked than sizes.
    let ran = run(
        "skeleton",
        &text
            .replace("ptx = \"k.ptx\"\n", "")
            .replace("\"n\",  #", "0,  #")
            .replace("(n + 255) / 256", "1"),
    );
    let error = ran.map(|outcome| outcome.launches);
    assert!(matches!(error, Ok(1)), "{error:?}\n{text}");
    for path in support::descriptors() {
        let ptx = fs::read_to_string(path.with_extension("ptx")).expect("readable");
        let module = Module::load("k.ptx", &ptx).expect("it is PTX");
        let made: Descriptor = toml_of(&skeleton("a \"b\".ptx", &module, None));
        assert_eq!(
            made.phases[0].launches.len(),
            module.kernels.len(),
            "{}",
            path.display()
        );
        assert!(!made.buffers.is_empty(), "{}", path.display());
    }
}

fn toml_of(text: &str) -> Descriptor {
    let path = folder("toml").join("k.toml");
    fs::write(&path, text).expect("writable");
    Descriptor::read(&path).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
