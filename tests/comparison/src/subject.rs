//! Ways to load an image with three libraries, and the outcomes for a damaged image.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fst::{IntoStreamer, Streamer};
use lexc_compiler::word_list::WordList;
use lexc_compiler::{CompileOptions, compile_sorted};
use lexc_runtime::{Alphabet, Checks, Lexicon};
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind, util::syntax};

/// A way to load an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// `Lexicon::from_bytes`.
    Lexc,
    /// `Lexicon::open` with `Checks::Bounds`.
    LexcUnvalidated,
    /// `fst::Set::new`.
    Fst,
    /// `fst::Set::new`, then `verify`.
    FstVerify,
    /// `dense::DFA::from_bytes` of regex-automata.
    Dfa,
}

/// Outcome of loading a damaged image and reading its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Opening refuses the image.
    Refused,
    /// Opening accepts the image, but the library's own verification refuses it.
    Unverified,
    /// The image opens with other words.
    WrongWords,
    /// The image opens with the right words.
    SameWords,
    /// Opening or reading panics.
    Panicked,
}

impl Subject {
    /// All subjects, in the order of the table.
    pub const ALL: [Subject; 5] = [
        Subject::Lexc,
        Subject::LexcUnvalidated,
        Subject::Fst,
        Subject::FstVerify,
        Subject::Dfa,
    ];

    /// Name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Subject::Lexc => "lexc, `from_bytes`",
            Subject::LexcUnvalidated => "lexc, `Checks::Bounds`",
            Subject::Fst => "fst, `Set::new`",
            Subject::FstVerify => "fst, `Set::new` and `verify`",
            Subject::Dfa => "regex-automata, `dense::DFA::from_bytes`",
        }
    }

    /// Builds the image of these words, which are in capital letters and sorted.
    pub fn image(self, words: &[String]) -> Vec<u8> {
        match self {
            Subject::Lexc | Subject::LexcUnvalidated => lexc_image(words),
            Subject::Fst | Subject::FstVerify => {
                let set = fst::Set::from_iter(words).expect("the words are in order");
                set.as_fst().as_bytes().to_vec()
            }
            Subject::Dfa => dfa_image(words),
        }
    }

    /// Determines the outcome of a damaged image of these words.
    pub fn outcome(self, image: &[u8], words: &[String]) -> Outcome {
        let outcome = catch_unwind(AssertUnwindSafe(|| match self {
            Subject::Lexc => lexc_outcome(Lexicon::from_bytes(image).ok(), words),
            Subject::LexcUnvalidated => {
                lexc_outcome(Lexicon::open(image, Checks::Bounds).ok(), words)
            }
            Subject::Fst => fst_outcome(image, words, false),
            Subject::FstVerify => fst_outcome(image, words, true),
            Subject::Dfa => dfa_outcome(image, words),
        }));
        outcome.unwrap_or(Outcome::Panicked)
    }
}

/// Compares an image's words one by one with the right words, up to the first difference. So the comparison ends even
/// if a damaged image has infinitely many words.
struct Comparison<'w> {
    rest: std::slice::Iter<'w, String>,
    is_same: bool,
}

impl<'w> Comparison<'w> {
    fn new(words: &'w [String]) -> Comparison<'w> {
        Comparison {
            rest: words.iter(),
            is_same: true,
        }
    }

    /// Compares the next word; returns `true` while no word differs.
    fn add(&mut self, word: &[u8]) -> bool {
        self.is_same &= self.rest.next().is_some_and(|next| next.as_bytes() == word);
        self.is_same
    }

    fn outcome(mut self) -> Outcome {
        if self.is_same && self.rest.next().is_none() {
            Outcome::SameWords
        } else {
            Outcome::WrongWords
        }
    }
}

fn lexc_image(words: &[String]) -> Vec<u8> {
    let english = lexc_compiler::alphabet::load("english").expect("a preset");
    let english = english.encode().expect("the file is valid");
    let english = Alphabet::from_bytes(&english).expect("the encoding is valid");
    let list = WordList::from_words(english, words.iter().map(String::as_str));
    let list = list.expect("words of English letters");
    let options = CompileOptions {
        word_index: true,
        anagram_filter: false,
        ..CompileOptions::default()
    };
    let compiled = compile_sorted(list.iter(), english, &options);
    compiled.expect("the words are valid").image
}

fn lexc_outcome(lexicon: Option<Lexicon<'_>>, words: &[String]) -> Outcome {
    let Some(lexicon) = lexicon else {
        return Outcome::Refused;
    };
    let mut comparison = Comparison::new(words);
    for word in lexicon.words() {
        let letters: Vec<u8> = word.iter().map(|tile| b'A' - 1 + tile.code()).collect();
        if !comparison.add(&letters) {
            break;
        }
    }
    comparison.outcome()
}

fn fst_outcome(image: &[u8], words: &[String], is_verified: bool) -> Outcome {
    let Ok(set) = fst::Set::new(image) else {
        return Outcome::Refused;
    };
    if is_verified && set.as_fst().verify().is_err() {
        return Outcome::Unverified;
    }
    let mut comparison = Comparison::new(words);
    let mut stream = set.into_stream();
    while let Some(word) = stream.next() {
        if !comparison.add(word) {
            break;
        }
    }
    comparison.outcome()
}

/// The minimal DFA of the words, anchored at both ends.
fn dfa_image(words: &[String]) -> Vec<u8> {
    let config = dense::Config::new()
        .start_kind(StartKind::Anchored)
        .match_kind(MatchKind::All)
        .minimize(true);
    let dfa = dense::Builder::new()
        .configure(config)
        .syntax(syntax::Config::new().unicode(false).utf8(false))
        .build(&format!(r"(?:{})\z", words.join("|")))
        .expect("the words make a pattern");
    let (bytes, padding) = dfa.to_bytes_native_endian();
    bytes[padding..].to_vec()
}

fn dfa_outcome(image: &[u8], words: &[String]) -> Outcome {
    // The image has to be aligned.
    let mut buffer = vec![0_u32; image.len().div_ceil(4)];
    let bytes = &mut bytemuck::cast_slice_mut(&mut buffer)[..image.len()];
    bytes.copy_from_slice(image);
    let Ok((dfa, _)) = dense::DFA::from_bytes(bytes) else {
        return Outcome::Refused;
    };
    let mut comparison = Comparison::new(words);
    let config = start::Config::new().anchored(Anchored::Yes);
    // An automaton without a start state has no words.
    if let Ok(start) = dfa.start_state(&config) {
        let longest = words.iter().map(String::len).max().unwrap_or(0);
        let mut word = Vec::with_capacity(longest + 1);
        dfa_words(&dfa, start, &mut word, longest, &mut comparison);
    }
    comparison.outcome()
}

/// Compares the words below a state; returns `false` at the first difference.
///
/// An edge after `longest` letters is a difference too, so the walk ends even if edges form cycles.
fn dfa_words<D: Automaton>(
    dfa: &D,
    state: StateID,
    word: &mut Vec<u8>,
    longest: usize,
    comparison: &mut Comparison<'_>,
) -> bool {
    if dfa.is_match_state(dfa.next_eoi_state(state)) && !comparison.add(word) {
        return false;
    }
    for letter in b'A'..=b'Z' {
        let next = dfa.next_state(state, letter);
        if dfa.is_dead_state(next) || dfa.is_quit_state(next) {
            continue;
        }
        // In the undamaged automaton every live state has a word below it, so no live state follows the longest word.
        if word.len() == longest {
            comparison.is_same = false;
            return false;
        }
        word.push(letter);
        let is_same = dfa_words(dfa, next, word, longest, comparison);
        word.pop();
        if !is_same {
            return false;
        }
    }
    true
}
