//! The example of the capacity manager's page: one warp through two regions, cycle by cycle.

use golden::regless::metadata::{words_of_region, Marks, Use};
use golden::regless::{ReglessShard, Status};
use spec::regless::{Operation, ReglessParameters, ReglessShardInputs};
use spec::UnitModel;

/// What is seen at the ports of the shard in each cycle, as the page has it.
#[test]
fn one_warp_through_two_regions() {
    let parameters = ReglessParameters::new(4, 2, 2).expect("legal");
    let mut model = ReglessShard::new(parameters);
    let writes = Marks {
        destination: true,
        ..Marks::default()
    };
    let reads = Marks {
        sources: [Use::Erase, Use::Keep, Use::Keep],
        ..Marks::default()
    };
    let usage = [0, 1, 0, 0, 0, 0, 0, 0];
    let first = words_of_region(usage, &[], &[writes]).expect("it fits");
    let input = [(Operation::InvalidatingRead, 1)];
    let second = words_of_region(usage, &input, &[reads]).expect("it fits");
    let mut words = [&first[0], &second[0]].into_iter().peekable();
    let mut story = Vec::new();
    let mut issued = 0;
    let mut was_active = false;
    let mut landing = None;
    for cycle in 0..60 {
        let mut i = ReglessShardInputs {
            l1_ready: true,
            ..Default::default()
        };
        if let Some(word) = words.peek() {
            i.meta.valid = true;
            let (format, word) = word.encode().expect("it fits");
            (i.meta.format, i.meta.word) = (format as u8, word);
        }
        if was_active {
            i.issue[0].instruction.valid = true;
            i.issue[0].ends = true;
            if issued == 0 {
                (
                    i.issue[0].instruction.writes,
                    i.issue[0].instruction.destination,
                ) = (true, 1);
                (
                    i.issue[0].instruction.mask,
                    i.issue[0].instruction.write_last,
                ) = (u32::MAX, true);
            } else {
                (i.issue[0].instruction.sources, i.issue[0].instruction.a) = (1, 1);
                (i.issue[0].instruction.last, i.issue[0].instruction.erase) = (1, 1);
            }
        }
        if let Some((_, entry)) = landing.filter(|(at, _)| *at == cycle) {
            (i.wb[0].valid, i.wb[0].register, i.wb[0].entry) = (true, 1, entry);
            (i.wb[0].mask, i.wb[0].data, i.wb[0].last) = (u32::MAX, [7; 32], true);
        }
        let o = model.cycle(&i).expect("in contract");
        let mut say = |what: &str| story.push((cycle, what.to_owned()));
        if o.meta_ready {
            say("word");
            words.next();
        }
        if i.issue[0].instruction.valid && o.issue[0].ready {
            say("issue");
            issued += 1;
        }
        if o.out[0].valid {
            say("offer");
            if o.out[0].writes {
                landing = Some((cycle + 4, o.out[0].entry));
            } else {
                assert_eq!(o.out[0].a, [7; 32]);
            }
        }
        if o.wb[0].ready {
            say("result");
        }
        assert!(!o.l1.valid, "R1 was never in memory");
        let active = o.active & 1 == 1;
        if active && !was_active {
            say("active");
        }
        // The issuer sees `active` and issues in the next cycle.
        was_active = active && !i.issue[0].instruction.valid;
    }
    let story: Vec<(usize, &str)> = story.iter().map(|(c, w)| (*c, w.as_str())).collect();
    assert_eq!(story, EXPECTED);
    let lines = model.osu().banks()[1].lines();
    assert!(lines.iter().all(|l| l.status == Status::Free), "R1 is dead");
}

/// As on the page.
const EXPECTED: &[(usize, &str)] = &[
    (0, "word"),
    (5, "word"),
    (6, "active"),
    (7, "issue"),
    (12, "offer"),
    (16, "result"),
    (26, "active"),
    (27, "issue"),
    (32, "offer"),
];
