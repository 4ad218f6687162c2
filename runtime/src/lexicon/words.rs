//! All words, in alphabet order.

use lexc_formats::raw::node::{NodeRef, Nodes};
use lexc_formats::{Image, MAX_WORD_LEN, Tile, TileSet};

use crate::lexicon::automaton::{Automaton, with_nodes};
use crate::lexicon::word::Word;

/// The words of a lexicon in alphabet order; made by [`Lexicon::words`](crate::Lexicon::words).
///
/// It takes about 600 bytes. On an image whose structure was not checked, or whose word count is wrong, it ends as well:
/// after as many steps as the recorded number of words, of the greatest possible length, could need; and before that, if
/// no word comes up in 65,536 steps, as one does in 63 where everything is in order.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    image: Image<'a>,
    automaton: Option<Automaton>,
    /// The tiles on the way to the state at hand, and the references that led there, the root's first.
    path: Word,
    references: [NodeRef; MAX_WORD_LEN],
    /// The last tile that is dealt with in the state at hand.
    done: Option<Tile>,
    /// A tile whose word was returned, and whose edge is still to be followed.
    returned: Option<Tile>,
    steps_left: u64,
    /// How many of them may be taken before the next word.
    steps_to_word: u32,
}

/// How many steps without a word are the end.
const MOST_STEPS_TO_WORD: u32 = 1 << 16;

impl<'a> Words<'a> {
    pub(crate) fn new(image: Image<'a>) -> Words<'a> {
        let automaton = Automaton::of(&image);
        let root = automaton.map_or(NodeRef::from_unit(0), Automaton::root);
        Words {
            image,
            automaton,
            path: Word::EMPTY,
            references: [root; MAX_WORD_LEN],
            done: None,
            returned: None,
            steps_left: u64::from(image.metadata().word_count()) * MAX_WORD_LEN as u64,
            steps_to_word: MOST_STEPS_TO_WORD,
        }
    }

    /// The next word. Letter set and edges of each state are merged: for each tile first the word that it completes,
    /// then those that go on.
    fn advance<P: Nodes>(&mut self, packing: P) -> Option<Word> {
        let automaton = self.automaton?;
        let mut returned = self.returned.take();
        loop {
            let depth = self.path.len();
            let node = packing.node(self.references.get(depth).copied()?);
            let (edges, completes) = (TileSet::from_bits(node.mask), TileSet::from_bits(node.set));
            let tile = match returned.take() {
                Some(tile) => tile,
                None => match (edges | completes).after(self.done).first_tile() {
                    Some(tile) if completes.contains(tile) => {
                        self.returned = Some(tile);
                        self.steps_to_word = MOST_STEPS_TO_WORD;
                        let mut word = self.path;
                        word.push(tile);
                        return Some(word);
                    }
                    Some(tile) => tile,
                    None => {
                        self.done = Some(self.path.pop()?);
                        continue;
                    }
                },
            };
            self.done = Some(tile);
            let child = match depth {
                0 => automaton.after_first(packing, tile),
                _ => packing.step(node, tile.code()),
            };
            if let (Some(child), Some(place)) = (child, self.references.get_mut(depth + 1)) {
                let left = (
                    self.steps_left.checked_sub(1),
                    self.steps_to_word.checked_sub(1),
                );
                let (Some(steps_left), Some(steps_to_word)) = left else {
                    // From here on there are no words.
                    self.automaton = None;
                    return None;
                };
                (self.steps_left, self.steps_to_word) = (steps_left, steps_to_word);
                *place = child;
                self.path.push(tile);
                self.done = None;
            }
        }
    }
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        with_nodes!(self.image, |nodes| self.advance(nodes))
    }
}

impl core::iter::FusedIterator for Words<'_> {}
