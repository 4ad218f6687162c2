//! Bingo prefilter: rules out bingos before any search for them.

use core::cell::Cell;
use core::ops::ControlFlow;

use lexc_formats::{AnagramFilter, AnagramKey, Image, Tile, TileSet};

use crate::game::position::Position;
use crate::game::rack_tile::RackTile;
use crate::movegen::rack_state::{BlankPairs, NO_PAIRS};

/// Anagram filter of an image, with the rack added to each query.
#[derive(Debug)]
pub(super) struct BingoFilter<'a> {
    filter: AnagramFilter<'a>,
    /// Sum of the keys of the rack's letters.
    rack: AnagramKey,
    blanks: usize,
    /// Letters that a blank can stand for.
    tiles: TileSet,
    /// Cached answers, by the low bits of the key of the *covered* tiles: the tiles on the board that the word
    /// contains. Many lines of a board have the same query.
    answers: [Cell<(AnagramKey, TileSet)>; ANSWERS],
    /// For a rack with two blanks: cached pairs, by the low bits of the key of their covered tiles.
    pairs: Option<[CachedPairs; PAIRS]>,
}

/// The blank pairs for the covered tiles with this key.
type CachedPairs = Cell<Option<(AnagramKey, BlankPairs)>>;

const ANSWERS: usize = 64;

const PAIRS: usize = 8;

impl<'a> BingoFilter<'a> {
    /// Returns `None` if the image has no filter, or if the filter cannot help: the rack does not have as many tiles as one play may place; it has fewer than
    /// two tiles, or fewer tiles than the shortest word in the filter; or it has more than two blanks, with which it
    /// nearly always makes a word.
    pub(super) fn new(image: &Image<'a>, position: &Position<'_>) -> Option<BingoFilter<'a>> {
        let filter = image.anagram_filter()?;
        let (rack, rules) = (position.rack(), position.rules());
        let shortest = filter.shortest().max(2);
        if rack.len() != rules.most_placed() || rack.len() < shortest || rack.blanks() > 2 {
            return None;
        }
        let letters = rack.into_iter().filter_map(RackTile::letter);
        let letters = letters.map(AnagramKey::of);
        let bingo_filter = BingoFilter {
            filter,
            rack: letters.fold(AnagramKey::NONE, |sum, letter| sum + letter),
            blanks: rack.blanks(),
            tiles: rules.tiles(),
            answers: [const { Cell::new((AnagramKey::NONE, TileSet::EMPTY)) }; ANSWERS],
            pairs: (rack.blanks() == 2).then_some([const { Cell::new(None) }; PAIRS]),
        };
        // The key of no tiles belongs to the first entry, so in any other entry it marks that entry as unused.
        let [entry, ..] = &bingo_filter.answers;
        entry.set((
            AnagramKey::NONE,
            bingo_filter.find_letters(bingo_filter.rack),
        ));
        Some(bingo_filter)
    }

    /// For a rack with one blank: the letters that the blank can stand for, in words of all tiles of the rack and the
    /// `covered` tiles. For a rack with no blank or with two: all tiles. Empty if the filter rules out all words of
    /// these tiles.
    #[inline(always)]
    pub(super) fn blank_letters(&self, covered: AnagramKey) -> TileSet {
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
        #[expect(clippy::indexing_slicing, reason = "a remainder is in range")]
        let entry = &self.answers[covered.key() as usize % ANSWERS];
        let (key, mut letters) = entry.get();
        if key != covered {
            letters = self.find_letters(self.rack + covered);
            entry.set((covered, letters));
        }
        letters
    }

    /// For each letter that one of two blanks stands for: the letters that the other blank can stand for, in words of
    /// all tiles of the rack and the `covered` tiles.
    pub(super) fn blank_pairs(&self, covered: AnagramKey) -> BlankPairs {
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
        let index = covered.key() as usize % PAIRS;
        let entry = self.pairs.as_ref().and_then(|pairs| pairs.get(index));
        if let Some((key, pairs)) = entry.and_then(Cell::get)
            && key == covered
        {
            return pairs;
        }
        let pairs = self.find_pairs(self.rack + covered);
        if let Some(entry) = entry {
            entry.set(Some((covered, pairs)));
        }
        pairs
    }

    /// Visits the choices of letters for the blanks that may spell a word together with the other tiles of the rack and
    /// the `covered` tiles. Ends if the visitor returns `None`.
    pub(super) fn visit_blanks(
        &self,
        covered: AnagramKey,
        mut visit: impl FnMut([Option<Tile>; 2]) -> Option<()>,
    ) -> Option<()> {
        match self.blanks {
            0 => visit([None; 2]),
            1 => {
                let mut letters = self.blank_letters(covered).into_iter();
                letters.try_for_each(|tile| visit([Some(tile), None]))
            }
            _ => {
                let pairs = self.blank_pairs(covered);
                self.tiles.into_iter().try_for_each(|tile| {
                    #[expect(
                        clippy::indexing_slicing,
                        reason = "the mask keeps the index below 64"
                    )]
                    let others = pairs[tile.index() & 63] & self.tiles.before(tile).with(tile);
                    others
                        .into_iter()
                        .try_for_each(|other| visit([Some(tile), Some(other)]))
                })
            }
        }
    }

    #[inline(never)]
    fn find_pairs(&self, letters: AnagramKey) -> BlankPairs {
        let mut pairs = NO_PAIRS;
        let _ = self.visit_pairs(letters, |tile, other| {
            for (one, two) in [(tile, other), (other, tile)] {
                #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
                let others = &mut pairs[one.index() & 63];
                *others = others.with(two);
            }
            ControlFlow::Continue(())
        });
        pairs
    }

    /// Visits each pair of tiles that may spell a word together with `letters`, until the visitor breaks.
    #[inline(always)]
    fn visit_pairs(
        &self,
        letters: AnagramKey,
        mut visit: impl FnMut(Tile, Tile) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for tile in self.tiles {
            let letters = letters + AnagramKey::of(tile);
            for other in self.tiles.before(tile).with(tile) {
                if self.filter.may_spell(letters + AnagramKey::of(other)) {
                    visit(tile, other)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(never)]
    fn find_letters(&self, letters: AnagramKey) -> TileSet {
        let all_if = |may_be| if may_be { TileSet::ALL } else { TileSet::EMPTY };
        match self.blanks {
            0 => all_if(self.filter.may_spell(letters)),
            1 => {
                let completes =
                    |&tile: &Tile| self.filter.may_spell(letters + AnagramKey::of(tile));
                self.tiles.into_iter().filter(completes).collect()
            }
            // Tests only for one pair, because nearly every letter belongs to some pair; the pairs are found when a
            // span is searched.
            _ => all_if(
                self.visit_pairs(letters, |_, _| ControlFlow::Break(()))
                    .is_break(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use lexc_formats::Tile;

    use super::*;
    use crate::game::rack::Rack;
    use crate::game::rack_tile::RackTile;
    use crate::game::rules::Rules;
    use crate::lexicon::Lexicon;
    use crate::lexicon::word::Word;
    use crate::testing::{BINGOS, first_position};

    /// Calls `query` with the filter of a rack.
    fn with_bingos<R>(
        lexicon: &Lexicon<'_>,
        rack: &[Option<Tile>],
        query: impl FnOnce(&BingoFilter<'_>) -> R,
    ) -> R {
        let rules = Rules::standard(lexicon.alphabet());
        let held: Option<Rack> = rack
            .iter()
            .map(|slot| slot.map_or(RackTile::Blank, RackTile::Letter))
            .collect();
        let position = first_position(&rules, held.unwrap());
        query(&BingoFilter::new(lexicon.image(), &position).unwrap())
    }

    /// Letters that blanks of this rack can stand for in a bingo through the covered tiles.
    fn letters(lexicon: &Lexicon<'_>, rack: &[Option<Tile>], covered: &[Tile]) -> TileSet {
        with_bingos(lexicon, rack, |bingos| bingos.blank_letters(sum(covered)))
    }

    fn sum(tiles: &[Tile]) -> AnagramKey {
        let tiles = tiles.iter().map(|&tile| AnagramKey::of(tile));
        tiles.fold(AnagramKey::NONE, |sum, tile| sum + tile)
    }

    /// Queries more multisets of covered tiles than the cache has entries, in two passes, each query twice in a row.
    #[test]
    fn caches_each_answer_under_its_own_key() {
        let lexicon = Lexicon::from_bytes(BINGOS).unwrap();
        let rack = Word::parse("RELATE", lexicon.alphabet()).unwrap();
        let rack: Vec<_> = rack.iter().copied().map(Some).chain([None]).collect();
        let tiles = || (1..=26).filter_map(Tile::new);
        let covered = tiles().flat_map(|tile| tiles().map(move |other| [tile, other]));
        let mut covered: Vec<Vec<Tile>> = covered.map(Vec::from).collect();
        covered.extend(tiles().map(|tile| Vec::from([tile])));
        with_bingos(&lexicon, &rack, |bingos| {
            for _ in 0..2 {
                for covered in &covered {
                    let expected = letters(&lexicon, &rack, covered);
                    assert_eq!(bingos.blank_letters(sum(covered)), expected, "{covered:?}");
                    assert_eq!(
                        bingos.blank_letters(sum(covered)),
                        expected,
                        "{covered:?} again"
                    );
                }
            }
        });
    }

    /// Queries the tiles of each word of seven tiles, and of each word of eight tiles with one of the eight on the
    /// board. Up to two tiles of the rack are replaced by blanks.
    #[test]
    fn rules_out_no_tiles_of_a_word() {
        let lexicon = Lexicon::from_bytes(BINGOS).unwrap();
        let mut queried = 0;
        for word in lexicon.words().filter(|word| word.len() >= 7) {
            for lying in 0..word.len() {
                let mut rack = word.to_vec();
                let covered = match word.len() {
                    7 => Vec::new(),
                    _ => [rack.remove(lying)].into(),
                };
                for first in 0..rack.len() {
                    for second in first..rack.len() {
                        let mut with_blanks: Vec<_> = rack.iter().copied().map(Some).collect();
                        with_blanks[first] = None;
                        with_blanks[second] = None;
                        let letters = letters(&lexicon, &with_blanks, &covered);
                        for blank in [rack[first], rack[second]] {
                            assert!(letters.contains(blank), "{word:?}: {with_blanks:?}");
                        }
                        if first < second {
                            let pairs = with_bingos(&lexicon, &with_blanks, |bingos| {
                                bingos.blank_pairs(sum(&covered))
                            });
                            let (one, two) = (rack[first], rack[second]);
                            assert!(
                                pairs[one.index()].contains(two),
                                "{word:?}: {with_blanks:?}"
                            );
                            assert!(
                                pairs[two.index()].contains(one),
                                "{word:?}: {with_blanks:?}"
                            );
                        }
                        queried += 1;
                    }
                }
                let rack: Vec<_> = rack.into_iter().map(Some).collect();
                assert!(!letters(&lexicon, &rack, &covered).is_empty());
            }
        }
        assert!(queried > 1_000);
    }

    /// Queries tiles that make no word: the filter rules out more than 90 % of the queries.
    #[test]
    fn rules_out_most_tiles_that_make_no_word() {
        let lexicon = Lexicon::from_bytes(BINGOS).unwrap();
        let (mut ruled_out, mut queried) = (0, 0);
        for code in 1..=26 {
            let tile = Tile::new(code).unwrap();
            let z = Tile::new(26).unwrap();
            let plain = [tile, z, z, z, z, z, z].map(Some);
            let mut with_blank = plain;
            with_blank[0] = None;
            for (rack, covered) in [(plain, &[][..]), (plain, &[tile]), (with_blank, &[tile])] {
                ruled_out += u32::from(letters(&lexicon, &rack, covered).is_empty());
                queried += 1;
            }
        }
        assert!(ruled_out * 10 > queried * 9, "{ruled_out} of {queried}");
    }
}
