//! No play scores more than its bound, and the bound on plays of all tiles of the rack is the highest score that any
//! order of the tiles gives.

use core::ops::ControlFlow;
use std::vec::Vec;

use lexc_formats::raw::node::Nodes;
use lexc_formats::{Image, Tile};

use super::*;
use crate::game::board::Board;
use crate::game::layout::Layout;
use crate::game::play::Play;
use crate::game::rack_tile::RackTile;
use crate::game::rules::Rules;
use crate::lexicon::Lexicon;
use crate::lexicon::automaton::Automaton;
use crate::movegen::anchor::{Anchors, directions};
use crate::movegen::cross_set::{CrossSets, RunWalker};
use crate::movegen::partial_score::Scoring;
use crate::movegen::rack_state::RackState;
use crate::movegen::search::Search;
use crate::movegen::sink::AllPlays;
use crate::testing::{english, first_position, yes_to_everything};

static IMAGE: &[u8] = include_bytes!("../../../../examples/care.gaddag");

/// Returns every anchor, with its spans and its plays. Checks the spans.
fn anchors(lexicon: &Lexicon<'_>, position: &Position<'_>) -> Vec<(Anchor, Vec<Span>, Vec<Play>)> {
    let nodes = lexicon.image().nodes::<1>();
    let automaton = Automaton::Gaddag(lexicon.image().gaddag().unwrap());
    let mut cross_sets = CrossSets::new(position.rules());
    cross_sets.add_all(RunWalker::new(nodes, automaton, None), position);
    let bytes = yes_to_everything();
    let image = Image::open(&bytes, lexc_formats::Checks::Bounds).unwrap();
    let values = RackValues::new(position);
    let mut bounds = Bounds::new(&values, None, None);
    let filter = BingoFilter::new(&image, position);
    let mut filtered = Bounds::new(&values, filter.as_ref(), None);
    let scoring = Scoring::new(position.rules());
    let is_opening = position.board().is_empty();
    let mut found = Vec::new();
    for direction in directions(position) {
        for line in position.board().dimensions().lines(direction) {
            let sets = cross_sets.line(line).unwrap();
            bounds.set_line(position, line, sets);
            filtered.set_line(position, line, sets);
            let opening = Anchor::opening(position, line).filter(|_| is_opening);
            for anchor in Anchors::new(sets.taken, sets.crossed).chain(opening) {
                bounds.set_anchor(anchor);
                filtered.set_anchor(anchor);
                let spans = spans_of(&bounds, false);
                assert!(spans_of(&bounds, true).is_empty());
                let state = &bounds.line;
                for span in &spans {
                    let mut covered = AnagramKey::NONE;
                    let mut place = span.first;
                    while place <= span.last || state.is_taken(place) {
                        covered += AnagramKey::of_code(state.at(place).code);
                        place = place.next();
                    }
                    assert_eq!(span.covered, covered, "{span:?}");
                }
                let (with_all, with_fewer): (Vec<Span>, Vec<Span>) = spans
                    .iter()
                    .partition(|span| span.placed == bounds.rack.len);
                for span in &with_all {
                    let most = bounds.exact_most(span)[0];
                    assert_eq!(most, most_in_any_order(&bounds, span), "{span:?}");
                }
                if filtered.bingo_filter.is_some() {
                    let places = |span: &Span| (span.first, span.last, span.placed);
                    assert!(
                        spans_of(&filtered, true)
                            .iter()
                            .map(places)
                            .eq(with_all.iter().map(places))
                    );
                    assert!(
                        spans_of(&filtered, false)
                            .iter()
                            .map(places)
                            .eq(with_fewer.iter().map(places))
                    );
                }
                let mut plays = Vec::new();
                let mut visit = |play: &Play| {
                    plays.push(*play);
                    ControlFlow::Continue(())
                };
                let mut sink = AllPlays(&mut visit);
                let rack = RackState::new(position.rack(), position.rules().tiles());
                let mut search = Search::new(nodes, &bounds.line, &scoring, rack, &mut sink);
                search.anchor = anchor;
                let root = nodes.node(automaton.root());
                assert!(search.gaddag_plays(root).is_continue());
                found.push((anchor, spans, plays));
            }
        }
    }
    found
}

/// Spans around the anchor: of bingos, or of all other plays.
fn spans_of(bounds: &Bounds<'_>, are_bingos: bool) -> Vec<Span> {
    let mut spans = Vec::new();
    bounds.for_each_span(are_bingos, |span, _| {
        spans.push(span);
        true
    });
    spans
}

/// Highest score of all tiles of the rack in a span, found by trying every order of the tiles.
fn most_in_any_order(bounds: &Bounds<'_>, span: &Span) -> i32 {
    let (rack, line) = (bounds.rack, &bounds.line);
    let mut values = rack.values[..rack.len].to_vec();
    let mut most = i32::MIN;
    for_each_order(&mut values, 0, &mut |values| {
        let mut values = values.iter();
        let (mut word, mut word_multiplier, mut crosses) = (0, 1, 0);
        let mut place = span.first;
        while place <= span.last || line.is_taken(place) {
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
            place = place.next();
        }
        assert_eq!(values.next(), None);
        let (_, bonus) = rack.most(rack.len);
        most = most.max(word * word_multiplier + crosses + bonus);
    });
    most
}

/// Visits each distinct order of the values that leaves the values before index `from` unchanged.
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

/// Span of a play: first place, last place of a tile placed right of the anchor (or the anchor's end), number of tiles
/// placed.
fn span_of(play: &Play, anchor: Anchor) -> (Place, Place, usize) {
    let place = |square: crate::Square| match play.direction() {
        crate::Direction::Across => Place::of_offset(square.col()),
        crate::Direction::Down => Place::of_offset(square.row()),
    };
    let last = play.placed().map(|(square, _)| place(square)).last();
    (
        place(play.origin()),
        last.unwrap().max(anchor.end),
        play.placed_len(),
    )
}

/// Pseudo-random number less than `bound`.
fn random(state: &mut u64, bound: usize) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap() % bound
}

#[test]
fn every_play_has_a_span_that_bounds_its_score() {
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
            let anchors = anchors(&lexicon, &position);
            for (anchor, spans, plays) in &anchors {
                for play in plays {
                    let is_bounded = |span: &Span| {
                        (span.first, span.last, span.placed) == span_of(play, *anchor)
                            && span.score >= play.score()
                    };
                    assert!(
                        spans.iter().any(is_bounded),
                        "{play:?} {anchor:?} {spans:?}"
                    );
                    play_count += 1;
                }
            }
            let plays: Vec<&Play> = anchors.iter().flat_map(|(_, _, plays)| plays).collect();
            if !plays.is_empty() {
                board.play_unchecked(plays[random(&mut state, plays.len())]);
            }
        }
    }
    assert!(play_count > 5_000, "{play_count}");
}

/// The example in the documentation of bounds.
#[test]
fn bounds_the_documented_example() {
    let layout = Layout::parse("0, 0\n '   - ").unwrap();
    let rules = Rules::standard(english()).with_layout(layout);
    let rack = Rack::parse("AEIQRT?", english()).unwrap();
    let position = first_position(&rules, rack);
    let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
    let anchors = anchors(&lexicon, &position);
    // Columns have one square, so their anchors have no span.
    let (_, spans, _) = anchors
        .iter()
        .find(|(_, spans, _)| !spans.is_empty())
        .unwrap();
    let all_tiles = spans.iter().find(|span| span.placed == 7).unwrap();
    assert_eq!(
        (all_tiles.first, all_tiles.last),
        (Place::FIRST, Place::new(7))
    );
    assert_eq!(all_tiles.score, 2 * (15 + 10) + 50);
    // The Q and two tiles of one point each, and the Q once more for the double letter.
    let three_tiles = spans.iter().find(|span| span.placed == 3).unwrap();
    assert_eq!(three_tiles.score, 12 + 10);
}

#[test]
fn the_longest_rack_has_a_span() {
    let mut row = std::string::String::from("0, 0\n");
    row.extend(core::iter::repeat_n(' ', Rack::MAX_LEN));
    let rules = Rules::standard(english()).with_layout(Layout::parse(&row).unwrap());
    let rules = rules.with_rack_size(Rack::MAX_LEN);
    let rack = Rack::parse("A".repeat(Rack::MAX_LEN).as_str(), english()).unwrap();
    let position = first_position(&rules, rack);
    let anchors = anchors(&Lexicon::from_bytes(IMAGE).unwrap(), &position);
    let longest = anchors
        .iter()
        .flat_map(|(_, spans, _)| spans)
        .max_by_key(|span| span.placed);
    let longest = longest.unwrap();
    assert_eq!(
        (longest.first, longest.last),
        (Place::FIRST, Place::new(Rack::MAX_LEN))
    );
    assert_eq!(longest.placed, Rack::MAX_LEN);
    assert_eq!(
        longest.score,
        rules.bingo_bonus() + i32::try_from(Rack::MAX_LEN).unwrap()
    );
}
