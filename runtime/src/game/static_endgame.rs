//! [`StaticEndgame`]: values of leaves once the bag is empty or nearly so.

use crate::game::FinalPoints;
use crate::game::candidate::Candidate;
use crate::game::leaves::Leaves;
use crate::game::position::Position;
use crate::game::rack::Rack;
use crate::game::rules::Rules;

/// Values of leaves once the bag is empty: no tile can be drawn, so the tiles kept only cost. The values depend on the
/// tiles of both players, and not on the board. Going out gains twice the value of the opponent's tiles. Keeping tiles
/// costs twice their value, plus ten points for the moves that it takes to play them. If tiles left count no points, all values
/// are 0.
///
/// [`MoveGen::with_moves`](crate::MoveGen::with_moves) ranks moves by these values if the bag is empty. It is an estimate: the
/// solver of end games in `lexc-game` finds the exact values.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Leaves, Rack, Rules, StaticEndgame};
///
/// let rules = Rules::standard(alphabet);
/// let values = StaticEndgame::new(&rules, Rack::parse("QU", alphabet)?);
/// assert_eq!(values.value(&Rack::EMPTY), 22_000);
/// assert_eq!(values.value(&Rack::parse("Z?", alphabet)?), -30_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct StaticEndgame<'r> {
    rules: &'r Rules,
    /// Points gained by going out.
    out: i32,
}

/// Cost of the moves that it takes to play a leave, in points.
const DELAY: i32 = 10;

impl<'r> StaticEndgame<'r> {
    /// Values against an opponent with this rack.
    pub fn new(rules: &'r Rules, opponent: Rack) -> StaticEndgame<'r> {
        let out = rules.rack_value(opponent).saturating_mul(2);
        StaticEndgame { rules, out }
    }

    /// Values for the player of this position. The opponent has the tiles of a full bag that are neither on the board nor on
    /// the player's rack; if they are more than a rack holds, their value counts as 0. `None` if the full bag has no tiles.
    ///
    /// Not inlined: otherwise a search for the best move has the bag on its stack.
    #[inline(never)]
    pub fn of(position: &Position<'r>) -> Option<StaticEndgame<'r>> {
        let rules = position.rules();
        if rules.full_bag().is_empty() {
            return None;
        }
        let mut unseen = rules.unseen(position.board(), *position.rack());
        let mut opponent = Rack::EMPTY;
        unseen.fill(&mut opponent, rules.rack_size(), |_| 0);
        let is_known = unseen.is_empty();
        let opponent = if is_known { opponent } else { Rack::EMPTY };
        Some(StaticEndgame::new(rules, opponent))
    }
}

impl Leaves for StaticEndgame<'_> {
    fn value(&self, leave: &Rack) -> i32 {
        let points = match leave.is_empty() {
            _ if self.rules.final_points() == FinalPoints::None => 0,
            true => self.out,
            false => (self.rules.rack_value(*leave).saturating_mul(-2)).saturating_sub(DELAY),
        };
        points.saturating_mul(i32::try_from(Candidate::PER_POINT).unwrap_or(i32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use std::vec;

    use lexc_formats::{Alphabet, AlphabetDefinition, PlacedTile, Tile, TileDefinition};

    use super::*;
    use crate::game::bag::Bag;
    use crate::game::board::Board;
    use crate::game::candidate::Move;
    use crate::game::rack_tile::RackTile;
    use crate::game::square::Square;
    use crate::testing::{english, first_position};
    use crate::{Lexicon, MoveGen};

    /// A position with all tiles of a full bag except this rack and these tiles on the board: AR stands alone in a row below the
    /// others.
    fn last_position<'r>(rules: &'r Rules, rack: &str, unseen: &str) -> Position<'r> {
        let parse = |text| Rack::parse(text, english()).unwrap();
        let mut rest = Bag::full(english());
        for tile in [rack, unseen, "AR"].into_iter().flat_map(parse) {
            assert!(rest.remove(tile));
        }
        let mut board = Board::new(rules.layout().dimensions());
        for (col, text) in [(5, "A"), (6, "R")] {
            let square = Square::new(9, col).unwrap();
            board.set(square, english().placed_tile(text)).unwrap();
        }
        let squares = rules.layout().dimensions().squares();
        for square in squares.take(rest.len()) {
            let placed_tile = match rest.draw(0).unwrap() {
                RackTile::Letter(tile) => PlacedTile::letter(tile),
                RackTile::Blank => PlacedTile::blank(Tile::FIRST),
            };
            board.set(square, Some(placed_tile)).unwrap();
        }
        Position::try_new(board, parse(rack), rules).unwrap()
    }

    #[test]
    fn the_opponent_has_the_unseen_tiles_of_the_alphabet() {
        let rules = Rules::standard(english());
        for (unseen, points) in [("QZ?", 40), ("", 0), ("ABCDEFG", 32), ("ABCDEFGH", 0)] {
            let position = last_position(&rules, "IV", unseen);
            let values = StaticEndgame::of(&position).unwrap();
            assert_eq!(values.value(&Rack::EMPTY), 1_000 * points, "{unseen}");
            assert_eq!(values.value(position.rack()), -1_000 * (2 * 5 + 10));
        }
    }

    #[test]
    fn an_alphabet_without_counts_has_no_unseen_tiles() {
        let definition = AlphabetDefinition {
            tiles: vec![TileDefinition {
                text: "A".into(),
                blank_text: "a".into(),
                value: 1,
                count: 0,
                is_vowel: true,
            }],
            ..AlphabetDefinition::default()
        };
        let section = definition.encode().unwrap();
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let rules = Rules::standard(alphabet);
        let position = first_position(&rules, Rack::EMPTY);
        assert!(StaticEndgame::of(&position).is_none());
    }

    #[test]
    fn no_leave_counts_if_the_bag_is_empty() {
        let image = include_bytes!("../../examples/care.gaddag");
        let lexicon = Lexicon::from_bytes(image).unwrap();
        let rules = Rules::standard(lexicon.alphabet());
        let position = last_position(&rules, "CES", "QZ?");
        let million = |_: &Rack| 1_000_000;
        let movegen = MoveGen::new(&lexicon);
        let by_endgame = movegen.with_endgame_moves(Rack::parse("QZ?", english()).unwrap());
        let by_leaves = movegen.with_moves(0, &million);
        let best = by_leaves.best(&position);
        assert_eq!(best, by_endgame.best(&position));
        assert_eq!(best, by_leaves.candidate(&position, best.action));
        let Move::Play(play) = best.action else {
            panic!("{best:?}");
        };
        // SCARE: all tiles are played.
        assert_eq!(best.equity, 1_000 * i64::from(play.score() + 40));
        let mut moves = vec![];
        by_leaves.for_each(&position, |found| moves.push(*found));
        assert_eq!(moves.last().unwrap().equity, -1_000 * (2 * 5 + 10));
        assert_eq!(moves.into_iter().min_by(Candidate::best_first), Some(best));
    }
}
