//! Waveforms on demand.

use crate::common;

use common::{cache, counter, pipeline, toolchain};
use std::fs::File;
use std::io::{BufReader, Cursor};
use verilated::waves::{vcd_to_fst, WaveError};
use verilated::{Model, ModelError};

fn traced(mut spec: verilated::ModelSpec) -> Model {
    spec.options.trace = true;
    let library = cache().build(&toolchain(), &spec).unwrap();
    library.instantiate(1).unwrap()
}

/// The value of a signal at a time, as binary text.
fn value(waves: &mut wellen::simple::Waveform, path: &[&str], time: u64) -> String {
    let (name, scopes) = path.split_last().unwrap();
    let var = waves.hierarchy().lookup_var(scopes, name).unwrap();
    let signal = waves.hierarchy()[var].signal_ref();
    waves.load_signals(&[signal]);
    let at = waves.time_table().iter().rposition(|t| *t <= time).unwrap();
    let signal = waves.get_signal(signal).unwrap();
    let offset = signal.get_offset(at as u32).unwrap();
    signal.get_value_at(&offset, 0).to_bit_string().unwrap()
}

#[test]
fn a_trace_shows_the_cycles_it_was_open_for() {
    let folder = tempfile::tempdir().unwrap();
    let vcd = folder.path().join("counter.vcd");
    let mut model = traced(counter());
    let mut outputs = [0; 4];
    model.cycle(&[1, 0], &mut outputs).unwrap();
    model.cycle(&[0, 1], &mut outputs).unwrap();
    model.open_trace(&vcd).unwrap();
    for _ in 0..3 {
        model.cycle(&[0, 1], &mut outputs).unwrap();
    }
    model.close_trace();
    model.cycle(&[0, 1], &mut outputs).unwrap();

    let mut fst = Cursor::new(Vec::new());
    vcd_to_fst(BufReader::new(File::open(&vcd).unwrap()), &mut fst).unwrap();
    fst.set_position(0);
    let mut waves = wellen::simple::read_from_reader(fst).unwrap();
    for (time, count) in [(2000, 1), (3000, 2), (4000, 3), (4500, 4)] {
        let expected = format!("{count:040b}");
        assert_eq!(
            value(&mut waves, &["TOP", "counter", "count"], time),
            expected
        );
        assert_eq!(
            value(&mut waves, &["TOP", "counter", "count_q"], time),
            expected
        );
    }
    assert_eq!(value(&mut waves, &["TOP", "counter", "clock"], 3000), "0");
    assert_eq!(value(&mut waves, &["TOP", "counter", "clock"], 3500), "1");
    assert_eq!(waves.time_table().last(), Some(&4500));
}

#[test]
fn a_wide_register_is_traced_whole() {
    let folder = tempfile::tempdir().unwrap();
    let vcd = folder.path().join("pipeline.vcd");
    let mut model = traced(pipeline());
    model.open_trace(&vcd).unwrap();
    let mut frame = vec![0; 34];
    frame[33] = 0x8000_0001;
    model.cycle(&frame, &mut [0; 33]).unwrap();
    model.cycle(&frame, &mut [0; 33]).unwrap();
    drop(model);

    let mut fst = Cursor::new(Vec::new());
    vcd_to_fst(BufReader::new(File::open(&vcd).unwrap()), &mut fst).unwrap();
    fst.set_position(0);
    let mut waves = wellen::simple::read_from_reader(fst).unwrap();
    let found = value(&mut waves, &["TOP", "pipeline", "first_q"], 1000);
    assert_eq!(
        found,
        format!("{:032b}{}", 0x8000_0001_u32, "0".repeat(992))
    );
}

#[test]
fn a_model_without_trace_says_so() {
    let library = cache().build(&toolchain(), &counter()).unwrap();
    let mut model = library.instantiate(1).unwrap();
    let error = model.open_trace("x.vcd".as_ref()).unwrap_err();
    assert!(matches!(error, ModelError::NotBuilt { what: "trace" }));
    let error = traced(counter()).open_trace("/proc/none/x.vcd".as_ref());
    assert!(matches!(error, Err(ModelError::Trace { .. })), "{error:?}");
}

#[test]
fn what_is_no_vcd_is_an_error() {
    let convert = |text: &str| vcd_to_fst(text.as_bytes(), Cursor::new(Vec::new()));
    assert!(matches!(convert("not a waveform"), Err(WaveError::Read(_))));
    let wide = "$var wire 2 # a $end $enddefinitions $end #0 b111 #\n";
    assert!(matches!(convert(wide), Err(WaveError::Value { .. })));
    let unknown = "$var wire 2 # a $end $enddefinitions $end #0 b11 !\n";
    assert!(matches!(convert(unknown), Err(WaveError::Value { .. })));
}
