use hdl::prelude::*;
use rust_hdl::core::simulate::simulate;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Idle,
    Run,
    Done,
}

#[hardware]
fn increment<const N: usize>(x: Bits<N>) -> Bits<N> {
    let one = bits::<N>(1);
    if x.all() {
        x
    } else {
        x + one
    }
}

#[derive(LogicBlock)]
struct Counter<const N: usize> {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    select: Signal<In, Bits<2>>,
    value: Signal<Out, Bits<N>>,
    state_out: Signal<Out, State>,
    picked: Signal<Out, Bits<N>>,
    count: Register<Bits<N>>,
    state: Register<State>,
    history: [Register<Bits<N>>; 4],
    _step: usize,
}

impl<const N: usize> Default for Counter<N> {
    fn default() -> Self {
        Counter {
            clock: Default::default(),
            enable: Default::default(),
            select: Default::default(),
            value: Default::default(),
            state_out: Default::default(),
            picked: Default::default(),
            count: Default::default(),
            state: Register::new(State::Idle),
            history: Register::array(bits(0)),
            _step: 3,
        }
    }
}

#[hardware]
impl<const N: usize> Logic for Counter<N> {
    fn update(&mut self) {
        registers!(self, clock, count, state, history);
        let next = increment(self.count.q.val());
        let wide = concat::<16, _, _>(self.enable.val(), next) + (self._step + 1) as u64;
        let mut found = false;
        for i in 0..4 {
            if self.select.val() == i.to_bits::<2>() && !found {
                found = true;
                self.history[i].d.next = next;
            }
        }
        comment!("the state machine");
        let state = match self.state.q.val() {
            State::Idle | State::Done => State::Run,
            State::Run => {
                if self.enable.val() {
                    State::Done
                } else {
                    State::Run
                }
            }
        };
        self.state.d.next = state;
        if self.enable.val() {
            self.count.d.next = bit_cast::<N, 16>(wide);
        }
        self.picked.next = self.history[self.select.val().index()].q.val();
        self.value.next = match self.select.val() {
            0 => 7.into(),
            1 | 2 => self.count.q.val(),
            _ => next,
        };
        self.state_out.next = self.state.q.val();
    }
}

#[test]
fn smoke() {
    let mut uut = Counter::<8>::default();
    uut.enable.connect();
    uut.connect_all();
    println!("{:#?}", uut.hdl());
    assert!(simulate(&mut uut, 10));
}
