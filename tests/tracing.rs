//! Steps that a search reports to a tracer.

use std::fs;

use common::english::{data, english, scowl_60};
use common::game::Game;
use common::generators::{ALGORITHMS, plays_by};
use common::steps;
use common::words::tiles;
use lexc_runtime::{Algorithm, Cgp, Layout, Lexicon, Play, Position};

/// The plays in order, the number of followed edges and the number of anchors.
fn traced(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
) -> (Vec<Play>, u64, u64) {
    let mut plays = Vec::new();
    let visit = &mut |play: &Play| plays.push(*play);
    let steps = steps::traced(algorithm, lexicon, position, visit).unwrap();
    (plays, steps.edges, steps.anchors)
}

/// One row of three squares with an A in the middle, a B on the rack, and the word AB.
///
/// The anchors are the A in the row, the A in its column, and the empty squares in the other two columns. The cross-set of
/// the right square has the B, since AB is a word.
///
/// GADDAG, 5 edges: A and then ◇ along the row, A and then ◇ down the column, and B from the right square, a dead
/// prefix. The B of the play is in a letter set, so no edge is followed for it.
///
/// DAWG, 2 edges: A along the row, and A down the column. No word starts with B.
///
/// Every line at once, 1 edge: A, for the row and the column together.
#[test]
fn steps_counted_by_hand() {
    let game = Game::new(&english(), vec![tiles(&[1, 2])], |rules| {
        let layout = Layout::parse("0, 0\n   ").unwrap();
        rules.with_layout(layout)
    });
    let lexicon = game.lexicon();
    let cgp = Cgp::parse("1A1 B/", lexicon.alphabet()).unwrap();
    let position = cgp.position(&game.rules).unwrap();
    for lexicon in [lexicon, game.compact_lexicon()] {
        let steps = ALGORITHMS.map(|algorithm| {
            let (plays, edges, anchors) = traced(algorithm, &lexicon, &position);
            assert_eq!(plays.len(), 1);
            (edges, anchors)
        });
        assert_eq!(steps, [(5, 4), (2, 4), (1, 0)]);
    }
}

/// A tracer changes no play. Counts are the same in both node stores. Searches follow more than twice as many edges over
/// the DAWG as over the GADDAG, as in Gordon (1994, table IV).
#[test]
fn tracing_changes_no_play_and_counts_the_same_over_both_node_stores() {
    let game = scowl_60();
    let lexicon = game.lexicon();
    let text = fs::read_to_string(data("conformance/scowl60.cgp")).unwrap();
    let compact = game.compact_lexicon();
    let mut sums = [(0, 0); 3];
    for line in text.lines().step_by(20) {
        let cgp = Cgp::parse(line, lexicon.alphabet()).unwrap();
        let position = cgp.position(&game.rules).unwrap();
        for (algorithm, sum) in ALGORITHMS.into_iter().zip(&mut sums) {
            let found = traced(algorithm, &lexicon, &position);
            let over_compact = traced(algorithm, &compact, &position);
            assert_eq!(found, over_compact, "{algorithm:?}, {line}");
            let (plays, edges, anchors) = found;
            assert_eq!(Some(plays), plays_by(algorithm, &lexicon, &position));
            *sum = (sum.0 + edges, sum.1 + anchors);
        }
    }
    let [gaddag, dawg, every_line] = sums;
    assert!(dawg.0 > 2 * gaddag.0 && every_line.0 < dawg.0, "{sums:?}");
    assert_eq!((dawg.1, every_line.1), (gaddag.1, 0));
}
