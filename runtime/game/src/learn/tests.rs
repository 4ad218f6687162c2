use std::collections::BTreeSet;

use lexc_runtime::{Bag, Leaves};

use super::*;
use crate::testing::{on_threads, with_game};

fn rack(text: &str, lexicon: &Lexicon<'_>) -> Rack {
    Rack::parse(text, lexicon.alphabet()).unwrap()
}

#[test]
fn every_leave_of_a_rack_is_visited_once() {
    with_game(|lexicon, _| {
        let set = LeaveSet::new(lexicon.alphabet(), 4).unwrap();
        for text in ["", "A", "EES??", "AABBCCD"] {
            let tiles: Vec<RackTile> = rack(text, lexicon).into_iter().collect();
            // The numbers of all subsets of up to four tiles.
            let subsets = 0..1_u32 << tiles.len();
            let expected: BTreeSet<usize> = subsets
                .map(|subset| (0..tiles.len()).filter(move |place| subset >> place & 1 == 1))
                .filter(|places| places.clone().count() <= 4)
                .map(|places| set.find(places.map(|place| tiles[place])).unwrap())
                .collect();
            let mut found = Vec::new();
            set.visit(&rack(text, lexicon), &mut |leave| found.push(leave));
            assert_eq!(found.len(), expected.len(), "{text}");
            assert_eq!(BTreeSet::from_iter(found), expected, "{text}");
        }
    });
}

#[test]
fn every_leave_of_a_bag_has_its_own_number_and_too_many_are_refused() {
    with_game(|lexicon, rules| {
        let set = LeaveSet::new(lexicon.alphabet(), 3).unwrap();
        let mut found = BTreeSet::new();
        set.visit_all(&Bag::full(lexicon.alphabet()), &mut |leave, tiles| {
            assert_eq!(set.find(tiles.iter().copied()), Some(leave));
            assert!(found.insert(leave));
        });
        // The bag has 27 kinds of tiles. A leave with two equal tiles needs a tile with a count of 2 or more; a leave
        // with three equal tiles needs a count of 3 or more.
        let [one, two] = [1, 2].map(|most| {
            let counts = Bag::full(lexicon.alphabet());
            counts.counts().filter(|(_, count)| *count == most).count()
        });
        let pairs = 27 * 26 / 2 + (27 - one);
        let triples = 27 * 26 * 25 / 6 + (27 - one) * 26 + (27 - one - two);
        assert_eq!(found.len(), 27 + pairs + triples);
        let refused = LeaveLearning::new(lexicon, rules, 9, 1).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "more than 16,777,216 leaves (learn leaves of fewer tiles)"
        );
    });
}

#[test]
fn rare_leaves_have_the_sum_of_their_tiles() {
    with_game(|lexicon, _| {
        let set = LeaveSet::new(lexicon.alphabet(), 3).unwrap();
        let number = |text| set.find(rack(text, lexicon)).unwrap();
        let mut sums = Sums::new(set.len());
        // The equity of racks with an S is 10 points above the mean of all racks, and that of racks with a Q is 10
        // points below it. No sums are added for leaves of two tiles.
        for _ in 0..1_000_000 {
            for (leave, equity) in [("", 30_000), ("S", 30_000), ("", 10_000), ("Q", 10_000)] {
                sums.add(number(leave), equity);
            }
        }
        let values = values::learned(&set, &sums);
        let value = |text| values[number(text)];
        assert!((9_990..=10_000).contains(&value("S")));
        assert!((-10_000..=-9_990).contains(&value("Q")));
        assert_eq!(value("SS"), 2 * value("S"));
        assert_eq!(value("QSS"), value("Q") + 2 * value("S"));
        assert_eq!(value("AB"), 0);
    });
}

/// Learning with few games, after two generations.
fn learned<'a>(lexicon: &'a Lexicon<'a>, rules: &'a Rules, threads: usize) -> LeaveLearning<'a> {
    let mut learning = LeaveLearning::new(lexicon, rules, 2, 5).unwrap();
    on_threads(threads, || {
        for _ in 0..2 {
            learning.play(30);
            learning.play(10);
            learning.end_generation();
        }
    });
    learning
}

#[test]
fn threads_make_no_difference_and_useless_tiles_are_worth_least() {
    with_game(|lexicon, rules| {
        let learning = learned(lexicon, rules, 1);
        assert_eq!(learning.values, learned(lexicon, rules, 3).values);
        let value = |text| learning.leaves().value(&rack(text, lexicon));
        // No word has a Z or a V, and most have an S or an E.
        assert!(value("Z") < value("S") && value("Z") < value("E") && value("ZV") < value("SE"));
        let mut count = 0;
        learning.for_each(|tiles, learned| {
            let leave: Rack = tiles.iter().copied().collect::<Option<Rack>>().unwrap();
            assert_eq!(learned, learning.leaves().value(&leave));
            count += 1;
        });
        assert!(count > 27);
    });
}

#[test]
fn a_saved_state_continues_with_the_same_result() {
    with_game(|lexicon, rules| {
        let expected = learned(lexicon, rules, 2);
        let mut first = LeaveLearning::new(lexicon, rules, 2, 5).unwrap();
        first.play(40);
        first.end_generation();
        first.play(13);
        let saved = first.save("plan");
        let mut second = LeaveLearning::new(lexicon, rules, 2, 5).unwrap();
        second.load("plan", &saved).unwrap();
        assert_eq!((second.generation(), second.games()), (1, 13));
        second.play(27);
        second.end_generation();
        assert_eq!(second.values, expected.values);
        // A wrong state changes nothing.
        assert_eq!(
            second.load("others", &saved),
            Err(StateError::OtherSettings)
        );
        assert_eq!(second.load("plan", b"text"), Err(StateError::NoState));
        for len in 8..saved.len() {
            if len % 97 == 0 || len < 60 {
                assert_eq!(second.load("plan", &saved[..len]), Err(StateError::Damaged));
            }
        }
        let mut changed = saved;
        *changed.last_mut().unwrap() ^= 1;
        assert_eq!(second.load("plan", &changed), Err(StateError::Damaged));
        assert_eq!(second.values, expected.values);
    });
}

#[test]
fn a_state_of_other_leaves_or_tile_counts_is_refused() {
    with_game(|lexicon, rules| {
        let learning = LeaveLearning::new(lexicon, rules, 2, 5).unwrap();
        let saved = learning.save("plan");
        let mut longer = LeaveLearning::new(lexicon, rules, 3, 5).unwrap();
        assert_eq!(longer.load("plan", &saved), Err(StateError::OtherSettings));
        let mut fuller = rules.full_bag().clone();
        assert!(fuller.add(RackTile::Blank));
        let more = rules.clone().with_full_bag(fuller);
        let mut other = LeaveLearning::new(lexicon, &more, 2, 5).unwrap();
        assert_eq!(other.load("plan", &saved), Err(StateError::OtherSettings));
    });
}
