use crate::play::*;
use proptest::prelude::*;
proptest! {
    #[test]
    fn lanes_are_those_of_flat_memory((seed, parameters, timing, transactions) in play()) {
        let mut play = Play::new(seed, parameters, timing);
        for &t in &transactions { play.ask(t); }
        while !play.around.is_idle() {
            play.cycle();
            prop_assert_eq!(play.lanes_held_twice(), None);
        }
        eprintln!("{:?} {}", play.around.traffic(), play.around.cycle());
    }
}
