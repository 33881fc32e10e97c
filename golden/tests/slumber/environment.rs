//! The environment: the same seed gives the same stream, and a stream has every event in it.

use crate::slumber::parameters::top;
use spec::ports::frame_words;
use spec::slumber::TopInputs;
use spec::Ports;
use surroundings::slumber::environment::stream;

#[test]
fn the_same_seed_gives_the_same_stream() {
    let parameters = top("fermi-256");
    let of = |seed| stream(parameters, seed, 2_000).expect("in contract");
    assert!(of(1) == of(1));
    assert!(of(1) != of(2));
}

/// Every port is used in every preset, and kernels follow one another.
#[test]
fn every_event_comes() {
    for preset in ["fermi", "fermi-512", "fermi-256", "late-break-even"] {
        let parameters = top(preset);
        let stimulus = stream(parameters, 7, 30_000).expect("in contract");
        let ports = TopInputs::ports(&parameters);
        let mut used = vec![0; frame_words(&ports)];
        let mut frame = used.clone();
        let mut kernels = 0;
        for inputs in &stimulus {
            inputs.pack(&mut frame);
            used.iter_mut()
                .zip(&frame)
                .for_each(|(used, word)| *used |= word);
            kernels += usize::from(inputs.kernel_start);
        }
        let mut at = 0;
        for port in &ports {
            let words = &used[at..at + port.words];
            at += port.words;
            assert!(
                words.iter().any(|&word| word != 0),
                "{preset} never uses {}",
                port.name
            );
        }
        assert!(kernels > 2, "{preset}: {kernels} kernels");
    }
}
