//! The libraries that load the images.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fst::{IntoStreamer, Streamer};
use lexc::word_list::WordList;
use lexc::{CompileOptions, compile};
use lexc_runtime::{Alphabet, Lexicon};
use regex_automata::dfa::{Automaton, StartKind, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind, util::syntax};

/// A way to load an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// `Lexicon::from_bytes`.
    Lexc,
    /// `Lexicon::from_bytes_unvalidated`.
    LexcTrusted,
    /// `fst::Set::new`.
    Fst,
    /// `fst::Set::new`, then `verify`.
    FstVerify,
    /// `dense::DFA::from_bytes` of regex-automata.
    Dfa,
}

/// Outcome of a damaged image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Opening refuses the image.
    Refused,
    /// Opening accepts the image, and the library's own verification refuses it.
    Unverified,
    /// The image opens with other words.
    WrongWords,
    /// The image opens with the right words.
    SameWords,
    /// Opening or reading panics.
    Panicked,
}

impl Subject {
    /// All outcomes.
    pub const ALL: [Subject; 5] = [
        Subject::Lexc,
        Subject::LexcTrusted,
        Subject::Fst,
        Subject::FstVerify,
        Subject::Dfa,
    ];

    /// Name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Subject::Lexc => "lexc, `from_bytes`",
            Subject::LexcTrusted => "lexc, `from_bytes_unvalidated`",
            Subject::Fst => "fst, `Set::new`",
            Subject::FstVerify => "fst, `Set::new` and `verify`",
            Subject::Dfa => "regex-automata, `dense::DFA::from_bytes`",
        }
    }

    /// Builds the image of these words of capital letters, which are in order.
    pub fn image(self, words: &[String]) -> Vec<u8> {
        match self {
            Subject::Lexc | Subject::LexcTrusted => lexc_image(words),
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
            Subject::LexcTrusted => {
                lexc_outcome(Lexicon::from_bytes_unvalidated(image).ok(), words)
            }
            Subject::Fst => fst_outcome(image, words, false),
            Subject::FstVerify => fst_outcome(image, words, true),
            Subject::Dfa => dfa_outcome(image, words),
        }));
        outcome.unwrap_or(Outcome::Panicked)
    }
}

/// Compares words one by one with the right ones, up to the first difference, so that an image with endless words has
/// the outcome of wrong words.
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

    /// Adds a word; returns `true` while no word differs.
    fn take(&mut self, word: &[u8]) -> bool {
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
    let english = lexc::alphabet::load("english").expect("a preset");
    let english = english.encode().expect("the file is valid");
    let english = Alphabet::from_bytes(&english).expect("the encoding is valid");
    let list = WordList::from_words(english, words.iter().map(String::as_str));
    let list = list.expect("words of English letters");
    let options = CompileOptions {
        word_index: true,
        anagram_filter: false,
        ..CompileOptions::default()
    };
    let compiled = compile(list.iter(), english, &options);
    compiled.expect("the words are valid").image
}

fn lexc_outcome(lexicon: Option<Lexicon<'_>>, words: &[String]) -> Outcome {
    let Some(lexicon) = lexicon else {
        return Outcome::Refused;
    };
    let mut comparison = Comparison::new(words);
    for word in lexicon.words() {
        let letters: Vec<u8> = word.iter().map(|tile| b'A' - 1 + tile.code()).collect();
        if !comparison.take(&letters) {
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
        if !comparison.take(word) {
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
    // An automaton without a start has no words.
    if let Ok(start) = dfa.start_state(&config) {
        let longest = words.iter().map(String::len).max().unwrap_or(0);
        let mut word = Vec::with_capacity(longest + 1);
        dfa_words(&dfa, start, &mut word, longest, &mut comparison);
    }
    comparison.outcome()
}

/// Compares the words below a state, up to one letter beyond the longest; returns `true` to continue.
///
/// A state below which only endless words could be found is a difference as well: its walk is one letter too long.
fn dfa_words<D: Automaton>(
    dfa: &D,
    state: StateID,
    word: &mut Vec<u8>,
    longest: usize,
    comparison: &mut Comparison<'_>,
) -> bool {
    if dfa.is_match_state(dfa.next_eoi_state(state)) && !comparison.take(word) {
        return false;
    }
    for letter in b'A'..=b'Z' {
        let next = dfa.next_state(state, letter);
        if dfa.is_dead_state(next) || dfa.is_quit_state(next) {
            continue;
        }
        // In the automaton of the words, a word lies below every state.
        if word.len() == longest {
            comparison.is_same = false;
            return false;
        }
        word.push(letter);
        let goes_on = dfa_words(dfa, next, word, longest, comparison);
        word.pop();
        if !goes_on {
            return false;
        }
    }
    true
}
