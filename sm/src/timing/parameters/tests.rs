//! Parameters that are given, and those that cannot be.

use super::*;

#[test]
fn presets_are_legal_and_of_the_papers_sizes() {
    for preset in Preset::ALL {
        let parameters = preset.parameters().checked();
        assert!(parameters.is_ok(), "{}: {parameters:?}", preset.name());
    }
    let fermi = Parameters::FERMI;
    // Table 2: 128 KB, 32,768 registers of a thread.
    assert_eq!(fermi.registers * 128, 128 << 10);
    assert_eq!(fermi.registers * 32, 32768);
    let bytes = |c: CacheParameters| u64::from(c.sets * c.ways) * LINE_BYTES;
    // Slumber 4.3: 16 lines.
    assert_eq!(bytes(fermi.l1i), 16 * LINE_BYTES);
    assert_eq!(bytes(fermi.l1d), 16 << 10);
    assert_eq!(bytes(Parameters::MAXWELL.l1d), 48 << 10);
    assert_eq!(bytes(Parameters::MAXWELL.l2), 2 << 20);
}

#[test]
fn a_file_overrides_and_what_it_must_not_say_is_refused() {
    let fermi = Parameters::FERMI;
    let changed = fermi.overridden("warps = 32\n[l1d]\nways = 6\n[simple]\nlatency = 4");
    let changed = changed.expect("it is legal");
    assert_eq!(changed.warps, 32);
    assert_eq!((changed.l1d.ways, changed.l1d.sets), (6, 32));
    assert_eq!(changed.simple, cost(4, 1));
    let one = fermi.overridden("compression_modes = '4x1'\nbank_wake = 40");
    let one = one.expect("it is legal");
    assert_eq!(String::from(one.compression_modes), "4x1");
    assert_eq!(one.bank_wake, 40);
    for (text, said) in [
        ("wraps = 32", "wraps"),
        ("warps = 65", "warps: 1 to 64"),
        ("warps = 'many'", "invalid type"),
        ("[l1d]\nsets = 33", "powers of two"),
        ("[simple]\nlatency = 0", "at least 1"),
        ("compression_modes = '4x3'", "4x0, 4x1, 4x2"),
        ("moves = 'pipeline'", "file or instruction"),
        ("compression_latency = 9", "1 to 8"),
        ("private_misses = 17", "1 to 16"),
        ("staged_registers = 100", "a multiple of 32"),
        ("staged_registers = 32", "64 to 2048"),
        ("staged_registers = 2080", "64 to 2048"),
        ("compressor_lines = 1", "2 to 16, or 0"),
        ("compressor_fills = 9", "1 to 8"),
        ("named_by = 'nobody'", "unknown variant"),
        ("future_warps = 13", "1 to 12"),
        ("warps =", "expected"),
    ] {
        let error = fermi.overridden(text).expect_err(text).to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
}

#[test]
fn every_parameter_is_on_its_page() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/sm/parameters.md");
    let page = std::fs::read_to_string(page).expect("it is readable");
    let table = |p: &Parameters| toml::Table::try_from(p).expect("it is a table");
    let presets = [table(&Parameters::FERMI), table(&Parameters::MAXWELL)];
    let shown = |value: &toml::Value| match value {
        toml::Value::Table(t) if t.contains_key("sets") => {
            format!("{} sets, {} ways", t["sets"], t["ways"])
        }
        toml::Value::Table(t) => format!("{}, {}", t["latency"], t["initiation"]),
        toml::Value::String(name) => name.clone(),
        other => other.to_string(),
    };
    for key in presets[0].keys() {
        let row = page
            .lines()
            .find(|l| l.starts_with(&format!("| `{key}` |")));
        let row: Vec<_> = row
            .unwrap_or_else(|| panic!("{key} is missing"))
            .split(" | ")
            .collect();
        let values = [shown(&presets[0][key]), shown(&presets[1][key])];
        assert_eq!(row[2..4], values, "{key}");
    }
}
