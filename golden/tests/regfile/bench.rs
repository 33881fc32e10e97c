//! A file, and inputs put together by hand.

use golden::regfile::{Instruction, Regfile, WriteBack};
use spec::regfile::{Counter, RegfileInputs, RegfileOutputs, RegfileParameters};
use spec::warp::WarpRegister;
use spec::UnitModel;

pub const FULL: u32 = u32::MAX;

/// Lanes that are stored as <4,1>.
pub fn near(base: u32) -> WarpRegister {
    std::array::from_fn(|lane| base + lane as u32)
}

/// Lanes that are stored uncompressed.
pub fn far(base: u32) -> WarpRegister {
    std::array::from_fn(|lane| base ^ (lane as u32) << 20)
}

/// The inputs of a cycle, put together.
#[derive(Default)]
pub struct Asked(pub RegfileInputs);

impl Asked {
    pub fn ready(mut self) -> Self {
        (self.0.out[0].ready, self.0.out[1].ready) = (true, true);
        self
    }

    pub fn read(self, port: usize, sources: &[u16]) -> Self {
        self.instruction(port, sources, None, 0)
    }

    pub fn writer(self, port: usize, register: u16, mask: u32) -> Self {
        self.instruction(port, &[], Some(register), mask)
    }

    pub fn instruction(
        mut self,
        port: usize,
        sources: &[u16],
        destination: Option<u16>,
        mask: u32,
    ) -> Self {
        let source = |n: usize| sources.get(n).copied();
        Instruction {
            tag: 7 + port as u8,
            sources: [source(0), source(1), source(2)],
            destination,
            mask,
            launched: FULL,
        }
        .present(port, &mut self.0);
        self
    }

    pub fn result(mut self, port: usize, register: u16, mask: u32, data: WarpRegister) -> Self {
        WriteBack {
            register,
            mask,
            launched: FULL,
            data,
        }
        .present(port, &mut self.0);
        self
    }

    pub fn release(mut self, register: u16) -> Self {
        (self.0.release_valid, self.0.release_register) = (true, register);
        self
    }
}

pub fn ask() -> Asked {
    Asked::default()
}

pub struct Bench(pub Regfile);

impl Bench {
    pub fn new(parameters: RegfileParameters) -> Self {
        Self(Regfile::new(parameters))
    }

    pub fn cycle(&mut self, asked: Asked) -> RegfileOutputs {
        self.0.cycle(&asked.0).expect("in contract")
    }

    pub fn idle(&mut self, cycles: usize) -> Vec<RegfileOutputs> {
        (0..cycles).map(|_| self.cycle(ask())).collect()
    }

    /// An instruction that writes is accepted and taken; its result is owed.
    pub fn owe(&mut self, register: u16, mask: u32) {
        assert!(self.cycle(ask().writer(0, register, mask)).issue[0].ready);
        while !self.cycle(ask().ready()).out[0].valid {}
    }

    /// A write from the beginning to the end.
    pub fn write(&mut self, register: u16, mask: u32, data: WarpRegister) {
        self.owe(register, mask);
        assert!(self.cycle(ask().result(0, register, mask, data)).wb[0].ready);
        while self.0.is_pending(register) {
            self.cycle(ask());
        }
    }

    pub fn counter(&self, counter: Counter) -> u32 {
        let mut file = self.0.clone();
        for _ in 0..2 {
            file.cycle(&RegfileInputs::default()).expect("in contract");
        }
        let inputs = RegfileInputs {
            counter_select: counter as u8,
            ..RegfileInputs::default()
        };
        file.cycle(&inputs).expect("in contract").counter_value
    }
}

/// Those of consecutive cycles in which something holds.
pub fn cycles<T>(all: &[T], holds: impl Fn(&T) -> bool) -> Vec<usize> {
    (0..all.len()).filter(|&n| holds(&all[n])).collect()
}
