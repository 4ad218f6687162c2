//! [`Idea`]: moves that a list shows as one.

use lexc_formats::PlacedTile;

use crate::game::{Direction, MAX_DIM, Move, Play, Position, Rack, RackTile, Square};

/// A move without the details that players do not count as another idea, so that a list can show one line for each.
///
/// Two moves of a position have equal ideas if both leave the same tiles on the rack, and
///
/// - place tiles on the same squares, a blank among them or the whole rack: other designated blanks, anagrams of a bingo;
/// - or open the game with the same word, or with the whole rack, on any squares;
/// - or are equal.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Cgp, Idea, Move, Play, Rules};
///
/// let rules = Rules::standard(alphabet);
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ACERX?/", alphabet)?;
/// let position = cgp.position(&rules)?;
/// let idea = |text| Play::parse(text, &position, alphabet).map(|play| Idea::of(&Move::Play(play), &position));
/// assert_eq!(idea("8D CARE")?, idea("H6 CARE")?);
/// assert_eq!(idea("8D CArE")?, idea("8D CAgE")?);
/// assert_ne!(idea("8D CARE")?, idea("8D RACE")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Idea(Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    /// The tiles of the rack on these squares of a line, in any order.
    Squares {
        origin: Square,
        direction: Direction,
        /// A bit for each square of the word, counted from the origin, on which a tile is placed.
        placed: u32,
        used: Rack,
    },
    /// The first play of a game with these tiles of the rack. The word is `None` if the tiles may come in any order.
    Opening {
        word: Option<[Option<PlacedTile>; MAX_DIM]>,
        used: Rack,
    },
    /// The move alone.
    Single(Move),
}

const _: () = assert!(MAX_DIM <= u32::BITS as usize, "a bit for each square");

impl Idea {
    /// The idea of a move of this position. A play must be in its [canonical](Play::canonical) form, as move generation
    /// and parsing return it.
    pub fn of(action: &Move, position: &Position<'_>) -> Idea {
        let Move::Play(play) = action else {
            return Idea(Kind::Single(*action));
        };
        let used = play.placed_tiles().map(RackTile::from);
        let Some(used) = used.collect::<Option<Rack>>() else {
            return Idea(Kind::Single(*action));
        };
        let is_bingo = play.placed_len() == position.rules().most_placed();
        let has_any_order = is_bingo || used.blanks() > 0;
        Idea(if position.board().is_empty() {
            Kind::Opening {
                word: (!has_any_order).then(|| word(play)),
                used,
            }
        } else if has_any_order {
            Kind::Squares {
                origin: play.origin(),
                direction: play.direction(),
                placed: placed(play),
                used,
            }
        } else {
            Kind::Single(*action)
        })
    }
}

/// The tiles of a play from its origin on.
fn word(play: &Play) -> [Option<PlacedTile>; MAX_DIM] {
    let mut word = [None; MAX_DIM];
    for (slot, placed) in word.iter_mut().zip(play.tiles()) {
        *slot = *placed;
    }
    word
}

/// A bit for each square of the word, counted from the origin, on which the play places a tile.
fn placed(play: &Play) -> u32 {
    let tiles = play.tiles().iter().rev();
    tiles.fold(0, |placed, tile| placed << 1 | u32::from(tile.is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Layout, Rules};
    use crate::notation::cgp::Cgp;
    use crate::testing::english;

    /// Checks whether two plays on a board of 5 x 5 squares are one idea. A full rack has three tiles.
    fn assert_ideas(cgp: &str, [one, other]: [&str; 2], is_one: bool) {
        let layout = Layout::parse("2, 2\n\n\n\n\n     ").unwrap();
        let rules = Rules::standard(english())
            .with_layout(layout)
            .with_rack_size(3);
        let cgp = Cgp::parse(cgp, english()).unwrap();
        let position = cgp.position(&rules).unwrap();
        let idea = |text| {
            let play = Play::parse(text, &position, english()).unwrap();
            Idea::of(&Move::Play(play), &position)
        };
        assert_eq!(idea(one) == idea(other), is_one, "{one}, {other}");
    }

    #[test]
    fn openings_of_one_word_are_one_idea_on_any_squares() {
        let empty = "5/5/5/5/5 ARC";
        assert_ideas(empty, ["3B AR", "3C AR"], true);
        assert_ideas(empty, ["3B AR", "C2 AR"], true);
        assert_ideas(empty, ["3B AR", "3B RA"], false);
        assert_ideas(empty, ["3B AR", "3B AC"], false);
        // Anagrams of a bingo, on any squares, and other letters for a blank.
        assert_ideas(empty, ["3B ARC", "3C CAR"], true);
        assert_ideas("5/5/5/5/5 AR?", ["3B Ar", "3C Ab"], true);
        assert_ideas("5/5/5/5/5 AR?", ["3B Ar", "3B aR"], false);
    }

    #[test]
    fn plays_on_the_same_squares_are_one_idea_with_a_blank_or_all_tiles() {
        let board = "5/5/1AR2/5/5";
        let plays = |rack: &str, plays, is_one| {
            assert_ideas(&std::format!("{board} {rack}"), plays, is_one);
        };
        plays("CE?", ["3A CARe", "3A CARt"], true);
        plays("CE?", ["3A cARE", "3A bARE"], true);
        plays("CE?", ["3A cARE", "3A CARe"], false);
        plays("CET", ["3A CAR", "3B ART"], false);
        plays("CET", ["4A CET", "4A TEC"], true);
        plays("CET", ["4A CET", "4B CET"], false);
        plays("CET", ["4A CE", "4A EC"], false);
    }

    #[test]
    fn exchanges_and_the_pass_are_ideas_of_their_own() {
        let rules = Rules::standard(english());
        let position = crate::testing::first_position(&rules, Rack::EMPTY);
        let rack = |text| Rack::parse(text, english()).unwrap();
        let moves = [
            Move::Pass,
            Move::Exchange(rack("A")),
            Move::Exchange(rack("B")),
        ];
        for (index, one) in moves.iter().enumerate() {
            for (other_index, other) in moves.iter().enumerate() {
                let is_one = Idea::of(one, &position) == Idea::of(other, &position);
                assert_eq!(is_one, index == other_index);
            }
        }
    }
}
