//! All words in alphabetical order.

use lexc_formats::raw::node::{Node, NodeRef, Nodes};
use lexc_formats::{Image, MAX_WORD_LEN, Tile, TileSet};

use crate::lexicon::automaton::{Automaton, with_nodes};
use crate::lexicon::view::View;
use crate::lexicon::word::Word;

/// The words of a lexicon, or the leaves of a leaves image, in alphabetical order; made by
/// [`Lexicon::words`](crate::Lexicon::words) and [`Words::of`].
///
/// The iterator takes about 900 bytes. It ends on every image, validated or not: at the latest after 65,536
/// edges without a word, or after 63 edges in total for each word of the metadata's word count. An image that passes
/// `lexc check` stays within both limits: from one word to the next, it needs at most 62 edges. Over a GADDAG, the edge
/// of a first tile and the edge of the ◇ after it count as one edge, or as none if no word of two or more tiles starts
/// with this tile.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    image: Image<'a>,
    automaton: Option<Automaton>,
    view: Option<View<'a>>,
    /// The tiles from the root to the current node.
    path: Word,
    /// The nodes of the path, the root first.
    references: [NodeRef; MAX_WORD_LEN],
    /// The last tile whose word and edge at the current node are done.
    done: Option<Tile>,
    /// The last tile of the word just returned. Its edge from the current node, if there is one, is the next to follow.
    returned: Option<Tile>,
    /// Edges that may be followed before the iteration ends.
    steps_left: u64,
    /// Edges that may be followed before the next word.
    steps_to_word: u32,
}

/// The iteration ends after this many edges without a word.
const MAX_STEPS_TO_WORD: u32 = 1 << 16;

impl<'a> Words<'a> {
    /// All strings of an image, be they words or leaves, as a tool lists them.
    pub fn of(image: Image<'a>) -> Words<'a> {
        let automaton = Automaton::of(&image);
        let root = automaton.map_or(NodeRef::from_unit(0), Automaton::root);
        Words {
            image,
            automaton,
            view: None,
            path: Word::EMPTY,
            references: [root; MAX_WORD_LEN],
            done: None,
            returned: None,
            steps_left: u64::from(image.metadata().word_count()) * MAX_WORD_LEN as u64,
            steps_to_word: MAX_STEPS_TO_WORD,
        }
    }

    /// The strings after this one, which need not be one of them.
    pub(crate) fn after(image: Image<'a>, word: &[Tile]) -> Words<'a> {
        let mut words = Words::of(image);
        with_nodes!(image, |nodes| words.follow(nodes, word));
        words
    }

    /// The same words, except for those outside of a view.
    pub(super) fn in_view(self, view: Option<View<'a>>) -> Words<'a> {
        Words { view, ..self }
    }

    /// Goes to the place after a word, as if it had just been returned; if no word starts with it, to the place where it would be.
    fn follow<N: Nodes>(&mut self, nodes: N, word: &[Tile]) {
        let Some((last, rest)) = word.split_last() else {
            return;
        };
        let Some(automaton) = self.automaton else {
            return;
        };
        for &tile in rest {
            let depth = self.path.len();
            let node = self.references.get(depth).map(|&at| nodes.node(at));
            let child = node.and_then(|node| Words::child(nodes, automaton, depth, node, tile));
            let (Some(child), Some(place)) = (child, self.references.get_mut(depth + 1)) else {
                self.done = Some(tile);
                return;
            };
            *place = child;
            self.path.push(tile);
        }
        (self.done, self.returned) = (None, Some(*last));
    }

    /// The node after a tile, if the node with this reference has an edge for it; `depth` is the number of tiles before.
    #[inline(always)]
    fn child<N: Nodes>(
        nodes: N,
        automaton: Automaton,
        depth: usize,
        node: Node,
        tile: Tile,
    ) -> Option<NodeRef> {
        match depth {
            0 => automaton.after_first(nodes, tile),
            _ => nodes.step(node, tile.code()),
        }
    }

    /// The next word of the view.
    #[cold]
    #[inline(never)]
    fn next_in_view(&mut self) -> Option<Word> {
        loop {
            let word = with_nodes!(self.image, |nodes| self.advance(nodes))?;
            let hash = word.iter().copied().collect();
            if self.view.as_ref().is_some_and(|view| view.admits(hash)) {
                return Some(word);
            }
        }
    }

    /// The next word. Merges the letter set and the edges of each node: a tile first completes a word, then its edge
    /// continues longer words.
    // A call takes a sixth of the instructions of a word.
    #[cfg_attr(feature = "speed", inline(always))]
    fn advance<N: Nodes>(&mut self, nodes: N) -> Option<Word> {
        let automaton = self.automaton?;
        let mut returned = self.returned.take();
        loop {
            let depth = self.path.len();
            let node = nodes.node(self.references.get(depth).copied()?);
            let (edges, completes) = (TileSet::from_bits(node.mask), TileSet::from_bits(node.set));
            // The next word may end at this node, too, if there is no edge to follow.
            if let Some(tile) = returned.take_if(|tile| !edges.contains(*tile)) {
                self.done = Some(tile);
            }
            let tile = match returned.take() {
                Some(tile) => tile,
                None => match (edges | completes).after(self.done).first_tile() {
                    Some(tile) if completes.contains(tile) => {
                        self.returned = Some(tile);
                        self.steps_to_word = MAX_STEPS_TO_WORD;
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
            let child = Words::child(nodes, automaton, depth, node, tile);
            if let (Some(child), Some(place)) = (child, self.references.get_mut(depth + 1)) {
                let left = (
                    self.steps_left.checked_sub(1),
                    self.steps_to_word.checked_sub(1),
                );
                let (Some(steps_left), Some(steps_to_word)) = left else {
                    // Ends the iteration for good.
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

    #[inline]
    fn next(&mut self) -> Option<Word> {
        match self.view {
            None => with_nodes!(self.image, |nodes| self.advance(nodes)),
            Some(_) => self.next_in_view(),
        }
    }
}

impl core::iter::FusedIterator for Words<'_> {}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use lexc_formats::Image;

    use super::*;
    use crate::testing::BINGOS;

    #[test]
    fn the_words_after_a_string_are_the_greater_ones() {
        let examples = [BINGOS, include_bytes!("../../examples/care.gaddag")];
        for image in examples.map(|image| Image::from_bytes(image).unwrap()) {
            let words: Vec<Word> = Words::of(image).collect();
            let alphabet = image.alphabet();
            let start = |word: &Word, len| Word::from_tiles(&word[..len]).unwrap();
            let starts = words
                .iter()
                .flat_map(|word| (0..=word.len()).map(|len| start(word, len)));
            let mut strings: Vec<Word> = starts.collect();
            for start in strings.clone() {
                for tile in alphabet.tiles() {
                    let mut longer = start;
                    longer.push(tile);
                    strings.push(longer);
                    longer.push(tile);
                    strings.push(longer);
                }
            }
            for string in strings {
                let greater = words.iter().copied().filter(|word| *word > string);
                assert!(Words::after(image, &string).eq(greater), "{string:?}");
            }
        }
    }
}
