//! Random conditions of word searches, and a function that tests a word by a condition's definition.

use lexc_formats::{Alphabet, Tile};
use lexc_runtime::{Condition, Side, Word};

use crate::random::Random;
use crate::words::tiles;

/// An element of a rack or a pattern; tiles are given by their codes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Element {
    /// One tile.
    Tile(u8),
    /// Any tile: `?` in a rack or a pattern.
    Any,
    /// One of several tiles.
    Class(Vec<u8>),
    /// Any number of tiles: `*`.
    Many,
}

impl Element {
    fn fits(&self, tile: u8) -> bool {
        match self {
            Element::Tile(own) => *own == tile,
            Element::Class(class) => class.contains(&tile),
            Element::Any | Element::Many => true,
        }
    }
}

/// A condition on a word. Each variant stands for the [`Condition`] that the function of the same name makes.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the functions of `Condition` document them")]
pub enum Model {
    Anagram(Vec<Element>),
    SubAnagram(Vec<Element>),
    Pattern(Vec<Element>),
    Prefix(Vec<u8>),
    Suffix(Vec<u8>),
    Containing(Vec<u8>),
    Extensions(Vec<u8>),
    Hooks(Vec<u8>),
    Near(Vec<u8>, usize, usize),
    Code(String),
    Length(usize, usize),
    Vowels(usize, usize),
    TakesNoHook(Side),
    IsHook(Side),
}

impl Model {
    /// A random condition. Two in three are made from a word of the list, which is changed in half of the cases.
    pub fn random(random: &mut Random, words: &[Vec<u8>], tile_count: usize) -> Model {
        let mut word = random.pick(words).clone();
        if random.once_in(4) {
            word.truncate(1 + random.below(word.len()));
        }
        let tile = u8::try_from(1 + random.below(tile_count)).expect("at most 62");
        if random.once_in(3) {
            let place = random.below(word.len());
            word[place] = tile;
        }
        let low = random.below(5);
        let high = low + random.below(5);
        let side = *random.pick(&[Side::Front, Side::Back, Side::Either]);
        match random.below(12) {
            0 | 1 => Model::Anagram(elements(random, &word, tile_count, true)),
            2 => Model::SubAnagram(elements(random, &word, tile_count, true)),
            3 | 4 => Model::Pattern(elements(random, &word, tile_count, false)),
            5 => {
                let start = random.below(word.len());
                let part = word[start..].to_vec();
                match random.below(5) {
                    0 => Model::Prefix(part),
                    1 => Model::Suffix(part),
                    2 => Model::Extensions(part),
                    3 => Model::Hooks(part),
                    _ => Model::Containing(part),
                }
            }
            6 => Model::Near(word, random.below(3), random.below(4)),
            7 => {
                let symbol = |code: &u8| char::from(b'0' + code % 64);
                Model::Code(word.iter().map(symbol).collect())
            }
            8 => Model::Length(low, high),
            9 => Model::Vowels(low.min(2), high),
            10 => Model::TakesNoHook(side),
            _ => Model::IsHook(side),
        }
    }

    /// The condition for a search, with racks and patterns read from their text.
    pub fn condition(&self, alphabet: Alphabet<'_>) -> Condition {
        let word = |codes: &[u8]| Word::from_tiles(&tiles(codes)).expect("at most 63 tiles");
        let parsed = match self {
            Model::Anagram(rack) => Condition::anagram(&text(rack, alphabet), alphabet),
            Model::SubAnagram(rack) => Condition::sub_anagram(&text(rack, alphabet), alphabet),
            Model::Pattern(pattern) => Condition::pattern(&text(pattern, alphabet), alphabet),
            Model::Prefix(part) => Ok(Condition::prefix(&word(part))),
            Model::Suffix(part) => Ok(Condition::suffix(&word(part))),
            Model::Containing(part) => Ok(Condition::containing(&word(part))),
            Model::Extensions(part) => Ok(Condition::extensions(&word(part))),
            Model::Hooks(part) => Ok(Condition::hooks(&word(part))),
            Model::Near(near, min, max) => Ok(Condition::near(&word(near), *min..=*max)),
            Model::Code(symbols) => Condition::code(symbols),
            Model::Length(min, max) => Ok(Condition::length(*min..=*max)),
            Model::Vowels(min, max) => Ok(Condition::vowels(*min..=*max, alphabet)),
            Model::TakesNoHook(side) => Ok(Condition::takes_no_hook(*side)),
            Model::IsHook(side) => Ok(Condition::is_hook(*side)),
        };
        parsed.unwrap_or_else(|error| panic!("{self:?}: {error}"))
    }

    /// Tests whether a word meets the condition, by the condition's definition.
    pub fn is_met(&self, word: &[u8], words: &[Vec<u8>], alphabet: Alphabet<'_>) -> bool {
        let has = |word: &[u8]| words.binary_search_by(|other| other[..].cmp(word)).is_ok();
        match self {
            Model::Anagram(rack) => uses_all(rack, &mut word.to_vec()),
            Model::SubAnagram(rack) => uses_some(&mut rack.clone(), word),
            Model::Pattern(pattern) => is_of_pattern(pattern, word),
            Model::Prefix(part) => word.starts_with(part),
            Model::Suffix(part) => word.ends_with(part),
            Model::Containing(part) => contains(word, part),
            Model::Extensions(part) => word.len() > part.len() && contains(word, part),
            Model::Hooks(part) => word.len() == part.len() + 1 && contains(word, part),
            Model::Near(near, min, max) => (*min..=*max).contains(&distance(near, word)),
            Model::Code(symbols) => is_of_code(&symbols.chars().collect::<Vec<_>>(), word),
            Model::Length(min, max) => (*min..=*max).contains(&word.len()),
            Model::Vowels(min, max) => {
                let vowels = tiles(word)
                    .into_iter()
                    .filter(|tile| alphabet.is_vowel(*tile));
                (*min..=*max).contains(&vowels.count())
            }
            Model::TakesNoHook(side) => {
                let hooks = || alphabet.tiles().map(Tile::code);
                let front = || hooks().any(|hook| has(&[&[hook], word].concat()));
                let back = || hooks().any(|hook| has(&[word, &[hook]].concat()));
                !(*side != Side::Back && front() || *side != Side::Front && back())
            }
            Model::IsHook(side) => {
                *side != Side::Back && has(&word[1..])
                    || *side != Side::Front && has(&word[..word.len() - 1])
            }
        }
    }
}

/// The tiles of a word as elements, after up to three random changes: an element becomes `?`, `*` or a class, or a `*`
/// is put before it. If `is_shuffled`, the elements are in random order.
fn elements(
    random: &mut Random,
    word: &[u8],
    tile_count: usize,
    is_shuffled: bool,
) -> Vec<Element> {
    let mut elements: Vec<Element> = word.iter().map(|tile| Element::Tile(*tile)).collect();
    for _ in 0..random.below(4) {
        let place = random.below(elements.len());
        let class = |random: &mut Random| {
            let any = |_| u8::try_from(1 + random.below(tile_count)).expect("at most 62");
            let mut class: Vec<u8> = (0..2).map(any).collect();
            class.push(word[place % word.len()]);
            class.sort_unstable();
            class.dedup();
            class
        };
        match random.below(5) {
            0 | 1 => elements[place] = Element::Any,
            2 => elements[place] = Element::Class(class(random)),
            3 => elements.insert(place, Element::Many),
            _ if elements.len() > 1 => elements[place] = Element::Many,
            _ => {}
        }
    }
    if is_shuffled {
        for place in (1..elements.len()).rev() {
            elements.swap(place, random.below(place + 1));
        }
    }
    elements
}

/// The text of a rack or a pattern. Every tile has brackets of its own, in a class too (`[[C][H]]`): `[CH]` would read
/// as the tile CH.
fn text(elements: &[Element], alphabet: Alphabet<'_>) -> String {
    let bracketed = |tile: u8| format!("[{}]", alphabet.text(tiles(&[tile])[0]));
    let text = |element: &Element| match element {
        Element::Tile(tile) => bracketed(*tile),
        Element::Any => "?".to_owned(),
        Element::Many => "*".to_owned(),
        Element::Class(class) => {
            // The complement of all other tiles is the same class.
            let others = alphabet.tiles().map(Tile::code);
            let others: Vec<u8> = others.filter(|tile| !class.contains(tile)).collect();
            match class.first().is_some_and(|first| first % 2 == 0) && !others.is_empty() {
                true => {
                    let others: String = others.into_iter().map(bracketed).collect();
                    format!("[^{others}]")
                }
                false => {
                    let class: String = class.iter().copied().map(bracketed).collect();
                    format!("[{class}]")
                }
            }
        }
    };
    elements.iter().map(text).collect()
}

fn contains(word: &[u8], part: &[u8]) -> bool {
    word.windows(part.len()).any(|window| window == part)
}

/// Returns `true` if each element takes one tile and no tile is left; a `*` takes any number of tiles.
pub fn uses_all(rack: &[Element], word: &mut Vec<u8>) -> bool {
    let Some((element, rest)) = rack.split_first() else {
        return word.is_empty();
    };
    if *element == Element::Many {
        let rest: Vec<Element> = rest
            .iter()
            .filter(|element| **element != Element::Many)
            .cloned()
            .collect();
        let mut padded = rest;
        while padded.len() < word.len() {
            padded.push(Element::Any);
        }
        return padded.len() == word.len() && uses_all(&padded, word);
    }
    if !rest.contains(&Element::Many) && rack.len() != word.len() {
        return false;
    }
    (0..word.len()).any(|place| {
        let tile = word[place];
        // Equal tiles are tried once.
        if !element.fits(tile) || word[..place].contains(&tile) {
            return false;
        }
        word.remove(place);
        let is_met = uses_all(rest, word);
        word.insert(place, tile);
        is_met
    })
}

/// Returns `true` if each tile takes an element of its own, or the rack has a `*`.
fn uses_some(rack: &mut Vec<Element>, word: &[u8]) -> bool {
    let Some((tile, rest)) = word.split_first() else {
        return true;
    };
    if rack.contains(&Element::Many) {
        return true;
    }
    (0..rack.len()).any(|place| {
        if !rack[place].fits(*tile) || rack[..place].contains(&rack[place]) {
            return false;
        }
        let element = rack.remove(place);
        let is_met = uses_some(rack, rest);
        rack.insert(place, element);
        is_met
    })
}

fn is_of_pattern(pattern: &[Element], word: &[u8]) -> bool {
    match (pattern.split_first(), word.split_first()) {
        (None, _) => word.is_empty(),
        (Some((Element::Many, rest)), word_parts) => {
            is_of_pattern(rest, word)
                || word_parts.is_some_and(|(_, word)| is_of_pattern(pattern, word))
        }
        (Some((element, rest)), Some((tile, word))) => {
            element.fits(*tile) && is_of_pattern(rest, word)
        }
        (Some(_), None) => false,
    }
}

/// Returns `true` if equal symbols stand for equal tiles, and different symbols for different tiles.
pub fn is_of_code(symbols: &[char], word: &[u8]) -> bool {
    let pairs = || symbols.iter().zip(word);
    symbols.len() == word.len()
        && pairs().all(|(symbol, tile)| {
            pairs().all(|(other, other_tile)| (symbol == other) == (tile == other_tile))
        })
}

/// The lowest number of insertions, deletions and substitutions from one word to the other (Levenshtein).
pub fn distance(from: &[u8], to: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (index, tile) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for place in 1..=to.len() {
            let exchanged = diagonal + usize::from(to[place - 1] != *tile);
            diagonal = row[place];
            row[place] = exchanged.min(row[place] + 1).min(row[place - 1] + 1);
        }
    }
    row[to.len()]
}
