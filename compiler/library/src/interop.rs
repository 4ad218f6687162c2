//! Files of other programs: KWG word graphs, KLV2 leave values, Quackle's DAWGs, and leaves as text.
//!
//! | module | file | read | written |
//! |---|---|---|---|
//! | [`kwg`] | word graphs of wolges, MAGPIE and Macondo (`.kwg`, `.kbwg`) | yes | yes |
//! | [`klv`] | leave values of the same programs (`.klv2`, the older `.klv`) | yes | as `.klv2` |
//! | [`quackle`] | word graphs of Quackle (`.dawg`, version 1) | yes | no |
//! | [`leave_text`] | leaves and their values, a line for each (`.csv`, `.txt`) | yes | yes |
//!
//! KWG and KLV2 files have neither a checksum nor an alphabet, and the hash in Quackle's files is not compared. So readers
//! check the whole graph: a file with a cycle, a reference out of range or more words than [`Limits`](crate::Limits) permit is
//! refused with the byte offset. [`doubts`] and [`leave_doubts`] warn if words or leaves do not look like those of the alphabet.
//! Readers take time linear in the file and its words, apart from sorting, and do not recurse.

mod error;
mod graph;
mod kind;
pub mod klv;
pub mod kwg;
pub mod leave_text;
pub mod quackle;

use lexc_formats::Alphabet;

use crate::word_list::{WordList, doubts as word_doubts};

pub use error::InteropError;
pub use kind::FileKind;

/// Warnings about words that were read from a file of this kind, each a line: an alphabet that does not seem to be that of a file
/// without one, alphagrams, and words longer than any board.
///
/// ```
/// use lexc_compiler::interop::{self, FileKind, kwg};
/// use lexc_compiler::word_list::WordList;
/// use lexc_formats::Alphabet;
///
/// let english = lexc_compiler::alphabet::load("english")?.encode()?;
/// let swedish = lexc_compiler::alphabet::load("swedish")?.encode()?;
/// let (english, swedish) = (Alphabet::from_bytes(&english)?, Alphabet::from_bytes(&swedish)?);
/// let words = WordList::from_words(swedish, ["TOM", "VIT"])?;
/// let kwg = kwg::write(&words, swedish, kwg::Form::Kwg)?;
/// let kind = FileKind::Kwg(kwg::Form::Kwg);
/// let words = kwg::read(&kwg, kwg::Form::Kwg, english)?;
/// assert!(interop::doubts(&words, english, kind)[0].starts_with("no word has A, B, C, D, E"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn doubts(words: &WordList, alphabet: Alphabet<'_>, kind: FileKind) -> Vec<String> {
    let of_alphabet = match kind {
        FileKind::Kwg(_) => word_doubts::of_alphabet(words, alphabet),
        _ => None,
    };
    let of_words = word_doubts::of_words(words, alphabet, true, || None);
    of_alphabet.into_iter().chain(of_words).collect()
}

/// A warning about leaves that were read from a file without an alphabet: letters of this alphabet that they lack.
pub fn leave_doubts(leaves: &WordList, alphabet: Alphabet<'_>) -> Option<String> {
    word_doubts::of_leaves_alphabet(leaves, alphabet)
}
