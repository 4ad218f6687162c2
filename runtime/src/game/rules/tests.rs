use std::string::{String, ToString};
use std::vec::Vec;

use super::*;
use crate::ScorelessTurns;
use crate::testing::{catalan, english};

#[test]
fn presets_take_the_values_of_the_alphabet() {
    for rules in [Rules::standard(catalan()), Rules::super_board(catalan())] {
        for tile in catalan().tiles() {
            let value = i32::from(catalan().value(tile));
            assert_eq!(rules.value(PlacedTile::letter(tile)), value);
            assert_eq!(rules.value(PlacedTile::blank(tile)), 0);
        }
        assert_eq!(rules.tiles(), catalan().all());
        assert_eq!((rules.rack_size(), rules.bingo_bonus()), (7, 50));
        assert_eq!(rules.exchange_bag_len(), 7);
        assert_eq!(rules.with_exchange_bag_len(1).exchange_bag_len(), 1);
    }
    assert_eq!(*Rules::standard(english()).layout(), Layout::STANDARD);
    assert_eq!(*Rules::super_board(english()).layout(), Layout::SUPER);
}

#[test]
fn changes_one_option_at_a_time() {
    let standard = Rules::standard(catalan());
    let tile = Tile::new(2).unwrap();
    let rules = standard.clone().with_value(tile, -3);
    assert_eq!(rules.value(PlacedTile::letter(tile)), -3);
    assert_eq!(rules.with_value(tile, 1), standard);
    let foreign = Tile::new(6).unwrap();
    assert_eq!(standard.clone().with_value(foreign, 9), standard);
    let rules = standard.clone().with_layout(Layout::SUPER);
    assert_eq!(rules, Rules::super_board(catalan()));
    assert_eq!(standard.with_bingo_bonus(-1).bingo_bonus(), -1);
}

#[test]
fn end_points_follow_the_values_of_both_racks() {
    let rules = Rules::standard(english()).with_blank_value(-3);
    let rack = |text| Rack::parse(text, english()).unwrap();
    assert_eq!(rules.rack_value(rack("QI?")), 10 + 1 - 3);
    let points = |first, second| rules.end_points([rack(first), rack(second)]);
    assert_eq!(points("", "QI?"), [16, 0]);
    assert_eq!(points("ZA", ""), [0, 22]);
    assert_eq!(points("ZA", "QI?"), [-11, -8]);
    assert_eq!(points("", ""), [0, 0]);
    let rules = rules.clone().with_final_points(FinalPoints::Printed);
    let points = |first, second| rules.end_points([rack(first), rack(second)]);
    assert_eq!(points("", "QI?"), [8, -8]);
    assert_eq!(points("ZA", ""), [-11, 11]);
    assert_eq!(points("ZA", "QI?"), [-11, -8]);
}

#[test]
fn scoreless_turns_and_passes_end_a_game_at_their_limits() {
    let rules = Rules::standard(english());
    let ends = |rules: &Rules| {
        let mut turns = ScorelessTurns::NONE;
        (1..).find(|_| {
            turns = turns.after_pass();
            rules.ends_game_of(2, turns)
        })
    };
    assert!(!rules.ends_game_of(2, ScorelessTurns::NONE));
    assert_eq!(ends(&rules), Some(6));
    assert_eq!(ends(&rules.clone().with_scoreless_limit(4)), Some(4));
    assert_eq!(ends(&rules.clone().with_scoreless_limit(0)), Some(1));
    let two_passes = rules.with_pass_limit(Some(2));
    assert_eq!(ends(&two_passes), Some(2));
    // An exchange between the passes counts as a scoreless turn alone.
    let turns = ScorelessTurns::NONE.after_pass().after(0).after_pass();
    assert!(!two_passes.ends_game_of(2, turns));
    assert!(two_passes.ends_game_of(2, turns.after_pass()));
}

#[test]
fn rules_of_an_alphabet_follow_its_name() {
    let rules = Rules::for_alphabet(crate::testing::spanish());
    assert_eq!(rules.exchange_bag_len(), 1);
    assert_eq!(Rules::for_alphabet(english()), Rules::standard(english()));
}

#[test]
fn refuses_rack_sizes_outside_the_range() {
    let standard = Rules::standard(english());
    for rack_size in 1..=Rack::MAX_LEN {
        let rules = standard.clone().with_rack_size(rack_size);
        assert_eq!((rules.rack_size(), rules.check()), (rack_size, Ok(())));
    }
    for found in [0, 22, 256, usize::MAX] {
        let rules = standard.clone().with_rack_size(found);
        assert_eq!(rules.check(), Err(RulesError::RackSize { found }));
        assert_eq!(rules.with_rack_size(7), standard);
    }
    assert_eq!(
        RulesError::RackSize { found: 0 }.to_string(),
        "a rack size of 0 (use 1 to 21)"
    );
}

#[test]
fn refuses_limits_of_placed_tiles_outside_the_rack() {
    let rules = Rules::standard(english()).with_rack_size(8);
    for found in 1..=8 {
        let rules = rules.clone().with_place_limit(Some(found));
        assert_eq!((rules.most_placed(), rules.check()), (found, Ok(())));
    }
    for found in [0, 9] {
        let error = rules.clone().with_place_limit(Some(found)).check();
        let rack_size = 8;
        assert_eq!(error, Err(RulesError::PlaceLimit { found, rack_size }));
    }
    let error = rules.with_place_limit(Some(9)).check().unwrap_err();
    assert_eq!(
        error.to_string(),
        "plays of 9 tiles (use 1 to 8, the rack size)"
    );
}

#[test]
fn presets_keep_the_score_bound_with_any_values() {
    for mut rules in [Rules::standard(english()), Rules::super_board(english())] {
        rules.values = [i16::MIN; MAX_TILES + 1];
        assert_eq!(rules.clone().checked().check(), Ok(()));
        assert_eq!(rules.with_rack_size(Rack::MAX_LEN).check(), Ok(()));
    }
}

/// The standard rules on a row of 21 squares, each of which quadruples the word.
fn quadruple_rules() -> Rules {
    let all_quadruple = Layout::parse(&(String::from("0, 0\n") + &"~".repeat(21))).unwrap();
    Rules::standard(english()).with_layout(all_quadruple)
}

#[test]
fn refuses_multipliers_that_overflow_even_if_no_tile_has_a_value() {
    let mut rules = quadruple_rules();
    rules.values = [0; MAX_TILES + 1];
    assert_eq!(rules.clone().checked().check(), Ok(()));
    let error = rules.with_rack_size(21).check();
    assert!(matches!(error, Err(RulesError::Score { bound }) if bound > 4_i64.pow(21)));
}

#[test]
fn refuses_rules_with_scores_that_might_overflow() {
    let rules = quadruple_rules();
    let error = rules.clone().with_rack_size(21).check().unwrap_err();
    // Ten points, 21 squares, the word multiplied by four 21 times; cross-words; the bonus.
    let bound = 10 * (21 * 4_i64.pow(21) + 21 * 25 * 5) + 50;
    assert_eq!(error, RulesError::Score { bound });
    assert_eq!(
        error.to_string(),
        "a play might score 923589767358140 points, more than 2147483647 (use a smaller bonus or smaller values)"
    );
    let q = Tile::new(17).unwrap();
    assert!(rules.clone().with_value(q, i16::MAX).check().is_err());
    assert!(rules.clone().with_bingo_bonus(i32::MIN).check().is_err());
    let long = Rules::standard(english()).with_rack_size(21);
    assert!(long.with_layout(rules.layout().clone()).check().is_err());
}

#[test]
fn options_give_the_same_rules_in_any_order() {
    let q = Tile::new(17).unwrap();
    let layout = quadruple_rules().layout().clone();
    let options: [&dyn Fn(Rules) -> Rules; 5] = [
        &|rules| rules.with_layout(layout.clone()),
        // Racks of seven tiles would be refused together with `layout` and the next option's value of Q.
        &|rules| rules.with_rack_size(3),
        &|rules| rules.with_value(q, i16::MAX),
        &|rules| rules.with_bingo_bonus(i32::MAX - 200_000_000),
        &|rules| rules.with_exchange_bag_len(1),
    ];
    let mut found = Vec::new();
    for order in 0..5_usize.pow(5) {
        let places = [1, 5, 25, 125, 625].map(|power| order / power % 5);
        if (0..5).all(|option| places.contains(&option)) {
            let standard = Rules::standard(english());
            found.push(
                places
                    .iter()
                    .fold(standard, |rules, &at| options[at](rules)),
            );
        }
    }
    assert_eq!(found.len(), 120);
    assert_eq!(found[0].check(), Ok(()));
    assert!(found.iter().all(|rules| *rules == found[0]));
}
