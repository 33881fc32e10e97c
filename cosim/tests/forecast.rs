//! What a regression says of the time left, on a run that was recorded: `warploom cosim --json` from
//! nothing, on two cores that other work shared.

use cosim::regression::forecast::{Expected, Forecast, Phase};
use spec::UnitId;
use std::time::Duration;

/// When each phase of each job began or ended.
struct Event {
    at: Duration,
    job: usize,
    phase: Phase,
    ends: bool,
}

fn recorded() -> (Vec<Expected>, Vec<Event>) {
    let mut expected = Vec::new();
    let mut events = Vec::new();
    for (job, line) in include_str!("recorded/cosim.csv")
        .lines()
        .skip(1)
        .enumerate()
    {
        let fields: Vec<&str> = line.split(',').collect();
        let unit: UnitId = fields[0].parse().unwrap();
        expected.push(Expected::of(unit, fields[1].parse().unwrap()));
        let seconds = |field: usize| Duration::from_secs_f64(fields[field].parse().unwrap());
        let began = seconds(2);
        let built = began + seconds(3);
        for (phase, from, to) in [
            (Phase::Building, began, built),
            (Phase::Running, built, built + seconds(4)),
        ] {
            for (at, ends) in [(from, false), (to, true)] {
                events.push(Event {
                    at,
                    job,
                    phase,
                    ends,
                });
            }
        }
    }
    events.sort_by_key(|event| event.at);
    (expected, events)
}

#[test]
fn after_the_first_fifth_no_less_than_half_of_what_is_left_is_promised() {
    let (expected, events) = recorded();
    let mut forecast = Forecast::new(expected, 2);
    let end = events.last().unwrap().at;
    let mut next = events.iter().peekable();
    for second in 0..end.as_secs() {
        let now = Duration::from_secs(second);
        while let Some(event) = next.next_if(|event| event.at <= now) {
            if event.ends {
                forecast.ends(event.job, event.phase, event.at);
            } else {
                forecast.begins(event.job, event.phase, event.at);
            }
        }
        let (left, said) = ((end - now).as_secs_f64(), forecast.left(now).unwrap());
        println!("{second} s: {said:.0} s left, truly {left:.0}");
        if second > end.as_secs() / 5 && left > 3.0 {
            assert!(
                said > left / 2.0,
                "{said} is said after {second} s, {left} is left"
            );
            assert!(
                said < left * 3.0 + 10.0,
                "{said} is said after {second} s, {left} is left"
            );
        }
    }
}

#[test]
fn models_that_are_there_already_cost_nothing() {
    let expected = vec![Expected::of(UnitId::Regless, 30_000); 40];
    let mut forecast = Forecast::new(expected.clone(), 1);
    let second = Duration::from_secs(1);
    let mut now = Duration::ZERO;
    for job in 0..20 {
        forecast.begins(job, Phase::Building, now);
        forecast.ends(job, Phase::Building, now);
        forecast.begins(job, Phase::Running, now);
        now += second;
        forecast.ends(job, Phase::Running, now);
    }
    let left = forecast.left(now).unwrap();
    assert!((15.0..30.0).contains(&left), "{left}");
}
