//! Anagrams of a rack by the word map: a look-up for each choice of letters for the blanks.

use core::ops::ControlFlow;

use lexc_formats::{Image, Multiset, TileSet, WordMap};

use super::condition::Condition;
use crate::lexicon::Lexicon;
use crate::lexicon::word::Word;

/// A rack, and the map that has its anagrams.
#[derive(Clone, Debug)]
pub(super) struct MappedAnagrams<'l> {
    map: WordMap<'l>,
    letters: Multiset,
    blanks: u8,
    /// The tiles that blanks can stand for.
    tiles: TileSet,
}

/// The anagrams of the first condition whose anagrams the image's word map has, and its index; `None` if there is none.
pub(super) fn start_by_map<'l>(
    image: &Image<'l>,
    conditions: &[Condition],
) -> Option<(MappedAnagrams<'l>, usize)> {
    let map = image.word_map()?;
    let mut numbered = conditions.iter().enumerate();
    numbered.find_map(|(index, condition)| {
        let (letters, blanks, tiles) = condition.as_tiles()?.as_anagram()?;
        let len = letters.len() + usize::from(blanks);
        let mapped = MappedAnagrams {
            map,
            letters,
            blanks,
            tiles,
        };
        (1..=WordMap::COMPLETE_LEN)
            .contains(&len)
            .then_some((mapped, index))
    })
}

impl MappedAnagrams<'_> {
    /// Visits each anagram that is a word, in alphabetical order of the letters that blanks stand for, and then of the words.
    pub(super) fn visit(
        mut self,
        lexicon: &Lexicon<'_>,
        visit: &mut dyn FnMut(&Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.designate(self.blanks, self.tiles, lexicon, visit)
    }

    /// Designates the rest of the blanks, in the order of the alphabet.
    fn designate(
        &mut self,
        blanks: u8,
        tiles: TileSet,
        lexicon: &Lexicon<'_>,
        visit: &mut dyn FnMut(&Word) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(rest) = blanks.checked_sub(1) else {
            let words = self.map.words(&self.letters).into_iter().flatten();
            for word in words.filter(|word| lexicon.contains(word)) {
                visit(&Word::from_tiles(&word).unwrap_or(Word::EMPTY))?;
            }
            return ControlFlow::Continue(());
        };
        for tile in tiles {
            self.letters.add(tile);
            let flow = self.designate(rest, tiles.after(Some(tile)).with(tile), lexicon, visit);
            self.letters.remove(tile);
            flow?;
        }
        ControlFlow::Continue(())
    }
}
