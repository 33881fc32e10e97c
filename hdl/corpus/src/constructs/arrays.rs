//! Arrays of signals and of registers, with fixed and with chosen elements.

use super::circuits;
use hdl::prelude::*;

fn locals<T: Synth, const N: usize>() -> [Signal<Local, T>; N] {
    std::array::from_fn(|_| Signal::default())
}

circuits! {
    combinational ArrayOfLocals(a: Bits<16>) -> (x: Bits<4>, y: Bits<4>)
        with { nibble: [Signal<Local, Bits<4>>; 4] = locals() }
    {
        fn update(&mut self) {
            for i in 0..4 {
                self.nibble[i].next = self.a.val().get_bits::<4>(i * 4);
            }
            self.x.next = self.nibble[0].val() + self.nibble[3].val();
            self.y.next = self.nibble[1].val() ^ self.nibble[self.nibble.len() - 2].val();
        }
    }

    combinational ReadElement(a: Bits<20>, at: Bits<2>, far: Bits<4>) -> (x: Bits<5>, y: Bits<5>)
        with { part: [Signal<Local, Bits<5>>; 4] = locals() }
    {
        fn update(&mut self) {
            for i in 0..4 {
                self.part[i].next = self.a.val().get_bits::<5>(i * 5);
            }
            self.x.next = self.part[self.at.val().index()].val();
            // Beyond the array there is zero.
            self.y.next = self.part[self.far.val().index()].val() + 1;
        }
    }

    /// What reaches beyond the end of an element stays out of the next one.
    combinational ReplaceInElement(a: Bits<6>, v: Bits<3>, at: Bits<3>) -> (x: Bits<6>, y: Bits<6>)
        with { part: [Signal<Local, Bits<6>>; 3] = locals() }
    {
        fn update(&mut self) {
            for i in 0..3 {
                self.part[i].next = self.a.val();
            }
            for i in 0..2 {
                self.part[i].next =
                    replace_bits(self.part[i].val(), self.at.val().index(), self.v.val());
            }
            self.x.next = self.part[0].val();
            self.y.next = self.part[2].val();
        }
    }

    /// An element and then a bit of it: its wire has one driver all the same.
    combinational BitOfElement(a: Bits<6>) -> (x: Bits<1>, y: Bits<1>)
        with { part: [Signal<Local, Bits<1>>; 3] = locals() }
    {
        fn update(&mut self) {
            for i in 0..3 {
                self.part[i].next = bits::<1>(0).replace_bit(0, self.a.val().get_bit(i));
            }
            self.x.next = self.part[0].val();
            self.y.next = self.part[2].val();
        }
    }

    /// More elements than the index reaches.
    combinational ShortIndex(a: Bits<18>, at: Bit) -> (x: Bits<3>)
        with { part: [Signal<Local, Bits<3>>; 6] = locals() }
    {
        fn update(&mut self) {
            for i in 0..6 {
                self.part[i].next = self.a.val().get_bits::<3>(i * 3);
            }
            let at: Bits<1> = self.at.val().into();
            self.x.next = self.part[at.index()].val();
        }
    }

    combinational WriteElement(v: Bits<4>, at: Bits<3>) -> (x: Bits<20>)
        with { slot: [Signal<Local, Bits<4>>; 5] = locals() }
    {
        fn update(&mut self) {
            for i in 0..5 {
                self.slot[i].next = i.to_bits::<4>();
            }
            self.slot[self.at.val().index()].next = self.v.val();
            self.x.next = 0.into();
            for i in 0..5 {
                self.x.next = replace_bits(self.x.val(), i * 4, self.slot[i].val());
            }
        }
    }

    combinational TwoDimensions(a: Bits<12>, row: Bits<1>, column: Bits<2>) -> (x: Bits<2>, y: Bits<2>)
        with { cell: [[Signal<Local, Bits<2>>; 3]; 2] = std::array::from_fn(|_| locals()) }
    {
        fn update(&mut self) {
            for i in 0..2 {
                for j in 0..3 {
                    self.cell[i][j].next = self.a.val().get_bits::<2>((i * 3 + j) * 2);
                }
            }
            self.x.next = self.cell[1][2].val();
            self.y.next = self.cell[self.row.val().index()][self.column.val().index()].val();
        }
    }

    combinational VectorOfSignals(a: Bits<9>) -> (x: Bits<3>)
        with { part: Vec<Signal<Local, Bits<3>>> = (0..3).map(|_| Signal::default()).collect() }
    {
        fn update(&mut self) {
            for i in 0..self.part.len() {
                self.part[i].next = self.a.val().get_bits::<3>(i * 3);
            }
            let mut x = bits::<3>(0);
            for i in 0..self.part.len() {
                x ^= self.part[i].val();
            }
            self.x.next = x;
        }
    }

    clocked RegisterFile(write: Bit, to: Bits<3>, value: Bits<6>, from: Bits<3>) -> (x: Bits<6>)
        with { file: [Register<Bits<6>>; 8] = Register::array(bits(9)) }
    {
        fn update(&mut self) {
            registers!(self, clock, file);
            if self.write.val() {
                self.file[self.to.val().index()].d.next = self.value.val();
            }
            self.x.next = self.file[self.from.val().index()].q.val();
        }
    }

    clocked ShiftChain(a: Bits<5>, enable: Bit) -> (x: Bits<5>, sum: Bits<5>)
        with { stage: [Register<Bits<5>>; 4] = Register::array(bits(0)) }
    {
        fn update(&mut self) {
            registers!(self, clock, stage);
            if self.enable.val() {
                self.stage[0].d.next = self.a.val();
                for i in 1..4 {
                    self.stage[i].d.next = self.stage[i - 1].q.val();
                }
            }
            let mut sum = bits::<5>(0);
            for i in 0..4 {
                sum += self.stage[i].q.val();
            }
            self.sum.next = sum;
            self.x.next = self.stage[3].q.val();
        }
    }

    clocked Stack(push: Bit, pop: Bit, value: Bits<4>) -> (top: Bits<4>, depth: Bits<3>)
        with {
            entry: [Register<Bits<4>>; 5] = Register::array_no_reset(),
            depth_now: Register<Bits<3>> = Register::default(),
        }
    {
        fn update(&mut self) {
            registers!(self, clock, entry, depth_now);
            let depth = self.depth_now.q.val();
            if self.push.val() && depth < 5 {
                self.entry[depth.index()].d.next = self.value.val();
                self.depth_now.d.next = depth + 1;
            } else if self.pop.val() && depth.any() {
                self.depth_now.d.next = depth - 1;
            }
            self.depth.next = depth;
            self.top.next = self.entry[(depth - 1).index()].q.val();
        }
    }

    clocked RegisterGrid(at: Bits<2>, value: Bits<3>) -> (x: Bits<3>)
        with { grid: [[Register<Bits<3>>; 2]; 2] = std::array::from_fn(|_| Register::array(bits(5))) }
    {
        fn update(&mut self) {
            registers!(self, clock, grid);
            let row = self.at.val().get_bits::<1>(1);
            let column = self.at.val().get_bits::<1>(0);
            self.x.next = self.grid[row.index()][column.index()].q.val();
            self.grid[row.index()][column.index()].d.next = self.value.val();
        }
    }
}
