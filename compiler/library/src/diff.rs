//! Compares the words of two lexicons, and the hooks of the words that both have.

use std::cmp::Ordering;
use std::iter::Peekable;

use lexc_formats::{Alphabet, TileSet};
use lexc_runtime::{Lexicon, Word, Words};

/// Merges the words of two lexicons in alphabet order. Takes no memory besides its two iterators.
///
/// The tiles of both alphabets must have the same texts, as [`alphabet_difference`] checks.
#[derive(Debug)]
pub struct Diff<'a> {
    lexicons: [Lexicon<'a>; 2],
    words: [Peekable<Words<'a>>; 2],
    with_hooks: bool,
}

/// A word, and the lexicons that have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Only the first lexicon has the word.
    Removed(Word),
    /// Only the second lexicon has the word.
    Added(Word),
    /// Both lexicons have the word.
    Kept { word: Word, hooks: HookChanges },
}

/// The hooks that a word has in only one of the lexicons. Empty if hooks are not compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HookChanges {
    pub front: SetChange,
    pub back: SetChange,
}

/// The tiles that a set gains and loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SetChange {
    pub gained: TileSet,
    pub lost: TileSet,
}

impl<'a> Diff<'a> {
    /// Compares an old and a new lexicon, and the hooks if `with_hooks`.
    pub fn new(old: Lexicon<'a>, new: Lexicon<'a>, with_hooks: bool) -> Diff<'a> {
        let lexicons = [old, new];
        Diff {
            lexicons,
            words: lexicons.map(|lexicon| lexicon.words().peekable()),
            with_hooks,
        }
    }

    fn hook_changes(&self, word: &Word) -> HookChanges {
        if !self.with_hooks {
            return HookChanges::default();
        }
        let [old, new] = self.lexicons.map(|lexicon| lexicon.hooks(word));
        HookChanges {
            front: SetChange::between(old.front, new.front),
            back: SetChange::between(old.back, new.back),
        }
    }
}

impl Iterator for Diff<'_> {
    type Item = Change;

    fn next(&mut self) -> Option<Change> {
        let [old, new] = &mut self.words;
        let order = match (old.peek(), new.peek()) {
            (Some(old), Some(new)) => old.cmp(new),
            (Some(_), None) => Ordering::Less,
            (None, _) => Ordering::Greater,
        };
        match order {
            Ordering::Less => old.next().map(Change::Removed),
            Ordering::Greater => new.next().map(Change::Added),
            Ordering::Equal => {
                let word = old.next().and(new.next())?;
                let hooks = self.hook_changes(&word);
                Some(Change::Kept { word, hooks })
            }
        }
    }
}

impl SetChange {
    fn between(old: TileSet, new: TileSet) -> SetChange {
        SetChange {
            gained: new - old,
            lost: old - new,
        }
    }
}

/// The first difference between the texts of the tiles of two alphabets; `None` if all are equal.
pub fn alphabet_difference(old: Alphabet<'_>, new: Alphabet<'_>) -> Option<String> {
    let tile = |alphabet: Alphabet<'_>, index: usize| {
        let tile = alphabet.tiles().nth(index);
        tile.map(|tile| alphabet.text(tile).to_owned())
    };
    let first = (0..old.len().max(new.len())).find(|&at| tile(old, at) != tile(new, at))?;
    let name = |alphabet| tile(alphabet, first).unwrap_or_else(|| "missing".to_owned());
    Some(format!(
        "tile {} is {} in the first and {} in the second",
        first + 1,
        name(old),
        name(new)
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::testing::section;
    use crate::word_list::WordList;
    use crate::{CompileOptions, compile_sorted};

    fn image(alphabet: Alphabet<'_>, words: &BTreeSet<String>) -> Vec<u8> {
        let words = WordList::from_words(alphabet, words.iter()).unwrap();
        let compiled = compile_sorted(words.iter(), alphabet, &CompileOptions::default());
        compiled.unwrap().image
    }

    /// The words of one to four tiles A and B, by length. Word *i* is left out if bit *i* of `number` is set.
    fn words(number: u32) -> BTreeSet<String> {
        let all = (1..=4).flat_map(|len| (0..1 << len).map(move |bits| (len, bits)));
        let all = all.map(|(len, bits)| {
            let letter = |at| if bits >> at & 1 == 0 { 'A' } else { 'B' };
            (0..len).map(letter).collect::<String>()
        });
        let kept = all.enumerate().filter(|(at, _)| number >> at & 1 == 0);
        kept.map(|(_, word)| word).collect()
    }

    #[test]
    fn finds_the_same_changes_as_a_comparison_of_sets() {
        let section = section("A,a,1,1,1\nB,b,1,1,0\n");
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let spell = |word: &Word| word.display(alphabet).to_string();
        let hooks = |words: &BTreeSet<String>, word: &str| {
            let back = ["A", "B"].map(|tile| words.contains(&format!("{word}{tile}")));
            (
                ["A", "B"].map(|tile| words.contains(&format!("{tile}{word}"))),
                back,
            )
        };
        let bits =
            |set: TileSet| [1, 2].map(|code| set.into_iter().any(|tile| tile.code() == code));
        for (old, new) in [
            (0, 0),
            (0, 0x2a3c_9971),
            (0x1517_b0a6, 0x2a3c_9971),
            (0x3fff_fffe, 1),
        ] {
            let (old, new) = (words(old), words(new));
            let images = [&old, &new].map(|words| image(alphabet, words));
            let lexicons = images
                .each_ref()
                .map(|image| Lexicon::from_bytes(image).unwrap());
            let mut found = BTreeMap::new();
            let mut order = Vec::new();
            for change in Diff::new(lexicons[0], lexicons[1], true) {
                let (word, change) = match change {
                    Change::Removed(word) => (word, None),
                    Change::Added(word) => (word, None),
                    Change::Kept { word, hooks } => (word, Some(hooks)),
                };
                order.push(spell(&word));
                found.insert(spell(&word), change);
            }
            assert!(order.is_sorted());
            assert!(found.keys().eq(old.union(&new)));
            for (word, change) in found {
                let Some(HookChanges { front, back }) = change else {
                    assert!(old.contains(&word) != new.contains(&word));
                    continue;
                };
                let ((old_front, old_back), (new_front, new_back)) =
                    (hooks(&old, &word), hooks(&new, &word));
                for (change, old, new) in
                    [(front, old_front, new_front), (back, old_back, new_back)]
                {
                    assert_eq!(
                        bits(change.gained),
                        [0, 1].map(|tile| new[tile] && !old[tile]),
                        "{word}"
                    );
                    assert_eq!(
                        bits(change.lost),
                        [0, 1].map(|tile| old[tile] && !new[tile]),
                        "{word}"
                    );
                }
            }
        }
    }

    #[test]
    fn names_the_first_different_tile() {
        let difference = |old, new| {
            let (old, new) = (section(old), section(new));
            alphabet_difference(
                Alphabet::from_bytes(&old).unwrap(),
                Alphabet::from_bytes(&new).unwrap(),
            )
        };
        assert_eq!(difference("A,a,1,1,1\n", "A,a,2,3,0\n"), None);
        assert_eq!(
            difference("A,a,1,1,1\nB,b,1,1,1\n", "A,a,1,1,1\nÇ,ç,1,1,1\n").unwrap(),
            "tile 2 is B in the first and Ç in the second"
        );
        assert_eq!(
            difference("A,a,1,1,1\n", "A,a,1,1,1\nB,b,1,1,1\n").unwrap(),
            "tile 2 is missing in the first and B in the second"
        );
    }
}
