//! Whether all tiles of the rack make a word with what lies on the board, before any search for it.

use lexc_formats::anagrams::{Alphagram, Anagrams};
use lexc_formats::{Image, TileSet};

use crate::position::Position;

/// The filter of an image, asked about a whole rack and what it is placed around.
#[derive(Debug)]
pub(super) struct Bingos<'a> {
    filter: Anagrams<'a>,
    /// The letters of the rack.
    rack: Alphagram,
    blanks: usize,
    /// What a blank can stand for.
    tiles: TileSet,
    /// Answers for racks with blanks, by the low bits of what was asked. Many lines of a board ask the same.
    answers: [(Alphagram, u64); ANSWERS],
}

const ANSWERS: usize = 64;

/// The mark of an answer that was given: the bit of no tile.
const GIVEN: u64 = 1;

impl<'a> Bingos<'a> {
    /// `None` if the filter can't tell: it is not there, the rack is not full, has fewer tiles than the shortest word in
    /// the filter, or more than two blanks, with which there is nearly always a word.
    pub(super) fn new(image: &Image<'a>, position: &Position<'_>) -> Option<Bingos<'a>> {
        let filter = image.anagrams()?;
        let (rack, rules) = (position.rack(), position.rules());
        let is_told = rack.len() == rules.rack_size()
            && rack.len() >= filter.shortest()
            && rack.blanks() <= 2;
        let letters = rack.slots().flatten().map(Alphagram::of);
        is_told.then(|| Bingos {
            filter,
            rack: letters.fold(Alphagram::NONE, |sum, letter| sum + letter),
            blanks: rack.blanks(),
            tiles: rules.tiles(),
            answers: [(Alphagram::NONE, 0); ANSWERS],
        })
    }

    /// What the blanks can stand for if all tiles of the rack make a word with the `covered` ones, bit *c* for the tile of
    /// code *c*: `None` if there is no such word.
    #[inline(always)]
    pub(super) fn letters(&mut self, covered: Alphagram) -> Option<u64> {
        let letters = match self.blanks {
            0 => u64::from(self.filter.may_spell(self.rack + covered)),
            _ => self.letters_of_blanks(covered),
        };
        (letters != 0).then_some(letters)
    }

    #[inline(always)]
    fn letters_of_blanks(&mut self, covered: Alphagram) -> u64 {
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are meant")]
        let index = covered.key() as usize % ANSWERS;
        if let Some(&(asked, answer)) = self.answers.get(index)
            && asked == covered
            && answer & GIVEN != 0
        {
            return answer & !GIVEN;
        }
        let letters = self.blank_letters(self.rack + covered).bits();
        if let Some(entry) = self.answers.get_mut(index) {
            *entry = (covered, letters | GIVEN);
        }
        letters
    }

    #[inline(never)]
    fn blank_letters(&self, letters: Alphagram) -> TileSet {
        let mut found = TileSet::EMPTY;
        for tile in self.tiles {
            let letters = letters + Alphagram::of(tile);
            if self.blanks == 1 {
                if self.filter.may_spell(letters) {
                    found = found.with(tile);
                }
                continue;
            }
            for other in self.tiles.into_iter().skip_while(|other| *other < tile) {
                if self.filter.may_spell(letters + Alphagram::of(other)) {
                    found = found.with(tile).with(other);
                }
            }
        }
        found
    }
}
