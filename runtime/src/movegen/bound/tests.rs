//! No play is worth more than its bound, and bingos have the exact one.

use core::ops::ControlFlow;
use std::vec::Vec;

use lexc_formats::Tile;
use lexc_formats::raw::node::Nodes;

use super::*;
use crate::game::board::Board;
use crate::game::layout::Layout;
use crate::game::play::Play;
use crate::game::position::Position;
use crate::game::rack::RackTile;
use crate::lexicon::Lexicon;
use crate::lexicon::automaton::Automaton;
use crate::movegen::cross_checks::CrossChecks;
use crate::movegen::cross_words::Walker;
use crate::movegen::hand::Hand;
use crate::movegen::levels::Levels;
use crate::movegen::search::Emit;
use crate::movegen::search::{FACES, Scoring, Search};
use crate::movegen::starts::Starts;
use crate::movegen::starts::{directions, opening};
use crate::testing::{english, first_position};

static IMAGE: &[u8] = include_bytes!("../../../examples/care.gaddag");

/// All ways to place tiles from each start, and the plays from there.
fn starts(lexicon: &Lexicon<'_>, position: &Position<'_>) -> Vec<(Start, Vec<Way>, Vec<Play>)> {
    let packing = lexicon.image().nodes::<1>();
    let automaton = Automaton::Gaddag(lexicon.image().gaddag().unwrap());
    let mut checks = CrossChecks::new(position.rules());
    checks.add_all(Walker::new(packing, automaton), position);
    let rack = RackValues::new(position.rack(), position.rules());
    let scoring = Scoring::new(position.rules());
    let is_opening = position.board().is_empty();
    let mut found = Vec::new();
    for direction in directions(position, is_opening) {
        for line in position.board().dimensions().lines(direction) {
            let mut state = LineState::EMPTY;
            state.set(position, line, checks.line(line).unwrap());
            let mut sums = LineSums::EMPTY;
            sums.set(&rack, &state);
            let opening = opening(position, line).filter(|_| is_opening);
            for start in Starts::new(state.taken, state.crossed).chain(opening) {
                let mut all_ways = Ways::NONE;
                all_ways.set(&rack, &sums, start);
                let mut ways = Vec::new();
                all_ways.for_each(&rack, &sums, rack.len, |way| {
                    ways.push(way);
                    true
                });
                for way in &ways {
                    let mut covered = AnagramKey::NONE;
                    let mut place = way.first;
                    while place <= way.last || state.is_taken(place) {
                        covered += AnagramKey::of_code(state.at(place).code);
                        place += 1;
                    }
                    assert_eq!(way.covered, covered, "{way:?}");
                }
                let with_all = || ways.iter().filter(|way| way.placed == rack.len);
                for way in with_all() {
                    let most = rack.most_with_all(&state, way.first, way.last);
                    assert_eq!(most, most_in_any_order(&rack, &state, way), "{way:?}");
                }
                let mut asked = Vec::new();
                all_ways.for_each_with_all(&rack, &sums, Some, |way, covered| {
                    assert_eq!(covered, way.covered, "{way:?} has another's answer");
                    asked.push((way.first, way.last));
                });
                if rack.len > 0 {
                    asked.sort_unstable();
                    let mut expected: Vec<_> =
                        with_all().map(|way| (way.first, way.last)).collect();
                    expected.sort_unstable();
                    assert_eq!(asked, expected, "{start:?}");
                }
                let mut plays = Vec::new();
                let mut levels = Levels::NONE;
                let mut search = Search {
                    packing,
                    line: &state,
                    scoring: &scoring,
                    hand: Hand::new(position.rack()),
                    start,
                    placed_tiles: [None; FACES],
                    blank_place: 0,
                    levels: &mut levels,
                    visit: &mut Emit(&mut |play: &Play| {
                        plays.push(*play);
                        ControlFlow::Continue(())
                    }),
                };
                let root = packing.node(automaton.root());
                assert!(search.gaddag_plays(root).is_continue());
                found.push((start, ways, plays));
            }
        }
    }
    found
}

/// The most that all tiles of the rack can score in a way, as it is told by each order of them.
fn most_in_any_order(rack: &RackValues, line: &LineState, way: &Way) -> i32 {
    let mut values = rack.values[..rack.len].to_vec();
    let mut most = i32::MIN;
    for_each_order(&mut values, 0, &mut |values| {
        let mut values = values.iter();
        let (mut word, mut word_multiplier, mut crosses) = (0, 1, 0);
        let mut place = way.first;
        while place <= way.last || line.is_taken(place) {
            let state = line.at(place);
            let mut value = state.value;
            if !line.is_taken(place) {
                value = values.next().unwrap() * i32::from(state.letter_multiplier);
                word_multiplier *= i32::from(state.word_multiplier);
                if line.is_crossed(place) {
                    crosses += (state.value + value) * i32::from(state.word_multiplier);
                }
            }
            word += value;
            place += 1;
        }
        assert_eq!(values.next(), None);
        let (_, bonus) = rack.sums[rack.len];
        most = most.max(word * word_multiplier + crosses + bonus);
    });
    most
}

/// Visits each order of the values from an index on; of equal ones, one.
fn for_each_order(values: &mut [i32], from: usize, visit: &mut impl FnMut(&[i32])) {
    if from == values.len() {
        return visit(values);
    }
    for index in from..values.len() {
        if !values[from..index].contains(&values[index]) {
            values.swap(from, index);
            for_each_order(values, from + 1, visit);
            values.swap(from, index);
        }
    }
}

/// The way in which a play is placed: the places of its first tile and of the last one placed to the right.
fn way_of(play: &Play, start: Start) -> (usize, usize, usize) {
    let place = |square: crate::Square| match play.direction() {
        crate::Direction::Across => square.col() + 1,
        crate::Direction::Down => square.row() + 1,
    };
    let last = play.placed().map(|(square, _)| place(square)).last();
    (
        place(play.origin()),
        last.unwrap().max(start.end),
        play.placed_len(),
    )
}

/// A number that looks random, below a bound.
fn random(state: &mut u64, bound: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap() % bound
}

#[test]
fn every_play_is_among_the_ways_and_scores_no_more() {
    let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
    let mut state = 7;
    let mut play_count = 0;
    for game in 0..60 {
        let mut rules = Rules::standard(english());
        if game % 2 == 1 {
            let premiums = "=-'\"^~ ";
            let mut text = std::string::String::from("4, 4\n");
            for _ in 0..9 {
                let premium = || premiums.chars().nth(random(&mut state, 7)).unwrap();
                text.extend(core::iter::repeat_with(premium).take(9));
                text.push('\n');
            }
            let other = rules.clone().with_layout(Layout::parse(&text).unwrap());
            if other.check().is_err() {
                continue;
            }
            rules = other;
            for code in 1..=26 {
                let value = i16::try_from(random(&mut state, 20)).unwrap() - 6;
                rules = rules.with_value(Tile::new(code).unwrap(), value);
            }
            let bonus = i32::try_from(random(&mut state, 120)).unwrap() - 60;
            rules = rules.with_bingo_bonus(bonus);
            rules = rules.with_rack_size(4 + game % 5);
        }
        let mut board = Board::new(rules.layout().dimensions());
        for _ in 0..12 {
            let mut rack = Rack::EMPTY;
            for _ in 0..random(&mut state, rules.rack_size().min(7) + 1) {
                let letter = "ABCELRS?".chars().nth(random(&mut state, 8)).unwrap();
                let tile = english().placed_tile(letter.encode_utf8(&mut [0; 4]));
                assert!(match tile {
                    Some(letter) => rack.add(letter),
                    None => rack.add(RackTile::Blank),
                });
            }
            let position = Position::try_new(board.clone(), rack, &rules).unwrap();
            let starts = starts(&lexicon, &position);
            for (start, ways, plays) in &starts {
                for play in plays {
                    let is_bounded = |way: &Way| {
                        (way.first, way.last, way.placed) == way_of(play, *start)
                            && way.score >= play.score()
                    };
                    assert!(ways.iter().any(is_bounded), "{play:?} {start:?} {ways:?}");
                    play_count += 1;
                }
            }
            let plays: Vec<&Play> = starts.iter().flat_map(|(_, _, plays)| plays).collect();
            if !plays.is_empty() {
                board.play_unchecked(plays[random(&mut state, plays.len())]);
            }
        }
    }
    assert!(play_count > 5_000, "{play_count}");
}

/// The example at the top.
#[test]
fn a_bound_worked_by_hand() {
    let layout = Layout::parse("0, 0\n '   - ").unwrap();
    let rules = Rules::standard(english()).with_layout(layout);
    let rack = Rack::parse("AEIQRT?", english()).unwrap();
    let position = first_position(&rules, rack);
    let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
    let starts = starts(&lexicon, &position);
    // There are no ways down, where words have one square.
    let (_, ways, _) = starts.iter().find(|(_, ways, _)| !ways.is_empty()).unwrap();
    let all_tiles = ways.iter().find(|way| way.placed == 7).unwrap();
    assert_eq!((all_tiles.first, all_tiles.last), (1, 7));
    assert_eq!(all_tiles.score, 2 * (15 + 10) + 50);
    // The Q and two of the tiles of one point each, and the Q once more.
    let three_tiles = ways.iter().find(|way| way.placed == 3).unwrap();
    assert_eq!(three_tiles.score, 12 + 10);
}

#[test]
fn the_longest_rack_has_a_way() {
    let mut row = std::string::String::from("0, 0\n");
    row.extend(core::iter::repeat_n(' ', Rack::MAX_LEN));
    let rules = Rules::standard(english()).with_layout(Layout::parse(&row).unwrap());
    let rules = rules.with_rack_size(Rack::MAX_LEN);
    let rack = Rack::parse("A".repeat(Rack::MAX_LEN).as_str(), english()).unwrap();
    let position = first_position(&rules, rack);
    let starts = starts(&Lexicon::from_bytes(IMAGE).unwrap(), &position);
    let longest = starts
        .iter()
        .flat_map(|(_, ways, _)| ways)
        .max_by_key(|way| way.placed);
    let longest = longest.unwrap();
    assert_eq!((longest.first, longest.last), (1, Rack::MAX_LEN));
    assert_eq!(longest.placed, Rack::MAX_LEN);
    assert_eq!(
        longest.score,
        rules.bingo_bonus() + i32::try_from(Rack::MAX_LEN).unwrap()
    );
}
