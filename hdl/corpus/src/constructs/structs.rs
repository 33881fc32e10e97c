//! Structs: fields read and written, literals, arrays of them.

use super::circuits;
use super::matches::Color;
use hdl::prelude::*;

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct, Packed)]
pub struct Point {
    pub x: Bits<5>,
    pub y: Bits<7>,
    pub color: Color,
    pub visible: Bit,
}

circuits! {
    combinational ReadFields(p: Point) -> (x: Bits<5>, y: Bits<7>, color: Color, ok: Bit) {
        fn update(&mut self) {
            self.x.next = self.p.val().x + 1;
            self.y.next = self.p.val().y;
            self.color.next = self.p.val().color;
            let p = self.p.val();
            self.ok.next = p.visible && p.color == Color::Green && p.x < 20;
        }
    }

    combinational WriteFields(p: Point, s: Bit) -> (q: Point) {
        fn update(&mut self) {
            self.q.next = self.p.val();
            self.q.next.y = self.p.val().y ^ 0x55;
            if self.s.val() {
                self.q.next.x = 3.into();
                self.q.next.visible = !self.p.val().visible;
                self.q.next.color = Color::Blue;
            }
        }
    }

    combinational FieldBranches(p: Point, s: Bits<2>) -> (q: Point) {
        fn update(&mut self) {
            self.q.next = self.p.val();
            self.q.next.x = match self.s.val() {
                0 => 1.into(),
                1 => if self.p.val().visible { 7.into() } else { 8.into() },
                _ => self.p.val().x,
            };
        }
    }

    combinational StructLiteral(a: Bits<5>, b: Bits<7>, s: Bit) -> (p: Point) {
        fn update(&mut self) {
            let p = Point {
                x: self.a.val() + 1,
                y: if self.s.val() { self.b.val() } else { 0.into() },
                color: Color::Green,
                visible: true,
            };
            self.p.next = p;
        }
    }

    combinational StructUpdate(p: Point, a: Bits<5>) -> (q: Point, same: Bit) {
        fn update(&mut self) {
            let q = Point { x: self.a.val(), ..self.p.val() };
            self.q.next = q;
            self.same.next = q == self.p.val();
        }
    }

    /// The literal reads what it changes.
    combinational StructSwap(p: Point, swap: Bit) -> (q: Point, last: Bits<5>)
        with { kept: [Signal<Local, Point>; 2] = Default::default() }
    {
        fn update(&mut self) {
            let mut q = self.p.val();
            if self.swap.val() {
                q = Point {
                    x: q.y.get_bits::<5>(0),
                    y: bit_cast::<7, 5>(q.x),
                    color: Color::Red,
                    visible: q.visible,
                };
            }
            self.q.next = q;
            self.q.next = Point { x: self.q.val().x + 1, visible: self.q.val().x.any(), ..self.q.val() };
            self.kept[0].next = self.p.val();
            self.kept[1].next = q;
            let at: Bits<1> = self.swap.val().into();
            self.kept[at.index()].next = Point { x: 9.into(), ..self.p.val() };
            self.last.next = self.kept[1].val().x + self.kept[0].val().x;
        }
    }

    combinational StructMux(p: Point, q: Point, s: Bit) -> (r: Point, packed: Bits<15>) {
        fn update(&mut self) {
            let r = if self.s.val() { self.p.val() } else { self.q.val() };
            self.r.next = r;
            self.packed.next = r.into();
        }
    }

    clocked StructRegister(p: Point, load: Bit) -> (q: Point, x: Bits<5>)
        with { held: Register<Point> = Register::default() }
    {
        fn update(&mut self) {
            registers!(self, clock, held);
            if self.load.val() {
                self.held.d.next = self.p.val();
            } else {
                self.held.d.next.x = self.held.q.val().x + 1;
            }
            self.q.next = self.held.q.val();
            self.x.next = self.held.q.val().x;
        }
    }

    clocked StructArray(p: Point, to: Bits<2>, write: Bit, from: Bits<2>) -> (y: Bits<7>, hits: Bits<3>)
        with { tags: [Register<Point>; 3] = Register::array(Point::default()) }
    {
        fn update(&mut self) {
            registers!(self, clock, tags);
            if self.write.val() {
                self.tags[self.to.val().index()].d.next = self.p.val();
            }
            self.y.next = self.tags[self.from.val().index()].q.val().y;
            self.hits.next = 0.into();
            for i in 0..3 {
                let hit = self.tags[i].q.val().color == self.p.val().color && self.tags[i].q.val().visible;
                self.hits.next = self.hits.val().replace_bit(i, hit);
            }
        }
    }

    combinational ConcatStruct(p: Point, c: Color) -> (x: Bits<17>) {
        fn update(&mut self) {
            self.x.next = concat::<17, _, _>(self.c.val(), self.p.val());
        }
    }
}
