//! The score of a play by the printed rules, one function per rule.
//!
//! Shares no code with move generation, which adds up partial scores: each tests the other.

use crate::game::formed_word::{FormedWord, placed_after, words_formed};
use crate::game::play::Play;
use crate::game::position::Position;
use crate::game::square::Square;

/// The score of a play in points: the words that it forms, and the bonus for a bingo.
///
/// Ignores [`Play::score`]. Scores of legal plays fit an `i32`, because [`Rules`](crate::Rules) are checked for that; scores
/// of illegal plays have no meaning and saturate.
pub fn score(position: &Position<'_>, play: &Play) -> i32 {
    words_formed(position.board(), play)
        .map(|word| word_score(position, play, &word))
        .fold(bingo_bonus(position, play), i32::saturating_add)
}

/// A word scores the sum of its letters, times the multipliers of the word.
fn word_score(position: &Position<'_>, play: &Play, word: &FormedWord) -> i32 {
    let letters = word
        .squares()
        .map(|square| letter_score(position, play, square))
        .fold(0, i32::saturating_add);
    word.squares()
        .map(|square| word_multiplier(position, play, square))
        .fold(letters, i32::saturating_mul)
}

/// A letter scores its value, 0 for a blank; times the letter multiplier of its square if it is newly placed.
fn letter_score(position: &Position<'_>, play: &Play, square: Square) -> i32 {
    let value = placed_after(position.board(), play, square)
        .map_or(0, |placed_tile| position.rules().value(placed_tile));
    if is_newly_covered(play, square) {
        value
            * position
                .rules()
                .layout()
                .premium(square)
                .letter_multiplier()
    } else {
        value
    }
}

/// A newly covered square multiplies the words through it, even under a blank.
fn word_multiplier(position: &Position<'_>, play: &Play, square: Square) -> i32 {
    if is_newly_covered(play, square) {
        position.rules().layout().premium(square).word_multiplier()
    } else {
        1
    }
}

/// Premium squares count only in the turn that covers them.
fn is_newly_covered(play: &Play, square: Square) -> bool {
    play.placed_on(square).is_some()
}

/// A play of as many tiles as a full rack earns the bonus.
fn bingo_bonus(position: &Position<'_>, play: &Play) -> i32 {
    if play.placed_len() == position.rules().rack_size() {
        position.rules().bingo_bonus()
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;
    use crate::game::layout::Layout;
    use crate::game::rules::Rules;
    use crate::game::square::Direction;
    use crate::notation::cgp::Cgp;
    use crate::testing::english;

    /// The score of a play; the same as the one that parsing computes.
    fn scored(rules: &Rules, cgp: &str, play: &str) -> i32 {
        let position = Cgp::parse(cgp, english()).unwrap().position(rules).unwrap();
        let play = Play::parse(play, &position, english()).unwrap();
        assert_eq!(score(&position, &play), play.score());
        play.score()
    }

    /// The standard rules on a board with these premiums and its first square as the start square.
    fn rules_on(premiums: &str) -> Rules {
        let layout = Layout::parse(&format!("0, 0\n{premiums}")).unwrap();
        Rules::standard(english()).with_layout(layout)
    }

    #[test]
    fn the_first_play_with_all_tiles() {
        let rules = Rules::standard(english());
        let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 RETINAS/";
        // R twice on 8D, seven points and one, doubled by the start square, and the bonus.
        assert_eq!(scored(&rules, empty, "8D RETSINA"), 2 * (7 + 1) + 50);
        assert_eq!(scored(&rules, empty, "H8 RETSINA"), 2 * (7 + 1) + 50);
        assert_eq!(scored(&rules, empty, "8H RETINA"), 2 * (6 + 1));
        let rules = rules.with_rack_size(6).with_bingo_bonus(35);
        let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 RETINA/";
        assert_eq!(scored(&rules, empty, "8H RETINA"), 2 * (6 + 1) + 35);
    }

    #[test]
    fn cross_words_count_and_covered_premiums_do_not() {
        let rules = Rules::standard(english());
        let cgp = "15/15/15/15/15/15/15/3RETSINA5/15/15/15/15/15/15/15 AEHMSST/";
        // H twice on 9C, E, M; RE; EM.
        assert_eq!(
            scored(&rules, cgp, "9C HEM"),
            (8 + 1 + 3) + (1 + 1) + (1 + 3)
        );
        assert_eq!(scored(&rules, cgp, "8D RETSINAS"), 8);
        // The M doubles its own word alone.
        assert_eq!(scored(&rules, cgp, "K5 MESSA"), 2 * (3 + 1 + 1 + 1 + 1) + 8);
    }

    #[test]
    fn letter_and_word_multipliers_of_every_size() {
        for (premium, expected) in [
            (" ", 10 + 1),
            ("'", 2 * 10 + 1),
            ("\"", 3 * 10 + 1),
            ("^", 4 * 10 + 1),
            ("-", 2 * 11),
            ("=", 3 * 11),
            ("~", 4 * 11),
            ("-'", 2 * (10 + 2)),
            ("~=", 12 * 11),
        ] {
            let rules = rules_on(&format!("{premium:<2}"));
            assert_eq!(scored(&rules, "2 QI/", "1A QI"), expected, "{premium:?}");
        }
    }

    #[test]
    fn blanks_score_nothing_and_use_the_word_multiplier() {
        assert_eq!(scored(&rules_on("'="), "2 I?/", "1A qI"), 3);
        assert_eq!(scored(&rules_on("='"), "2 I?/", "1A qI"), 3 * 2);
        assert_eq!(scored(&rules_on("~~"), "q1 I/", "1A qI"), 4);
    }

    #[test]
    fn one_tile_scores_the_words_both_ways() {
        let rules = rules_on("  \n '").with_bingo_bonus(0);
        let cgp = "1O/N1 O/";
        assert_eq!(scored(&rules, cgp, "2A NO"), (1 + 2) + (1 + 2));
        assert_eq!(scored(&rules, cgp, "B1 OO"), (1 + 2) + (1 + 2));
    }

    #[test]
    fn values_can_be_negative() {
        let q = english().placed_tile("Q").unwrap().tile();
        let rules = rules_on("~^").with_value(q, -10);
        assert_eq!(scored(&rules, "2 QI/", "1A QI"), 4 * (4 - 10));
    }

    #[test]
    fn the_score_of_an_illegal_play_saturates() {
        let rules = rules_on(&"~".repeat(21));
        let position = Cgp::parse("21 /", english()).unwrap();
        let position = position.position(&rules).unwrap();
        let origin = Square::new(0, 0).unwrap();
        let word = [english().placed_tile("Q"); 21];
        let play = Play::new(origin, Direction::Across, &word, 0).unwrap();
        assert_eq!(score(&position, &play), i32::MAX);
    }
}
