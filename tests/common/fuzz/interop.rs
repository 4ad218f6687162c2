//! Files of other programs: KWG, KBWG, KLV2, Quackle's DAWG, and leaves as text. No reader verifies a checksum, so
//! mutations reach every check.

use std::sync::OnceLock;

use lexc_compiler::interop::kwg::{self, Form};
use lexc_compiler::interop::{FileKind, InteropError, klv, leave_text, quackle};
use lexc_compiler::word_list::WordList;
use lexc_compiler::{LeaveList, leaves_alphabet};
use lexc_formats::Alphabet;

use crate::fuzz::seeds;
use crate::random::Random;
use crate::words::random_words;
use crate::{letters, word_list};

/// The number of letters in the alphabet of the files.
const LETTERS: usize = 26;

fn alphabets() -> [Alphabet<'static>; 2] {
    static SECTIONS: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    let sections = SECTIONS.get_or_init(|| {
        let letters = letters(LETTERS);
        let both = [leaves_alphabet(&letters), letters];
        both.map(|alphabet| alphabet.encode().expect("the letters are valid"))
    });
    [0, 1].map(|index| Alphabet::from_bytes(&sections[index]).expect("the letters are valid"))
}

/// Reads the input by each reader. Writes the words of an accepted KWG or KBWG, and accepted leaves, and asserts that
/// they read back as the same. A KLV2 has leave values as floats: they are compared only if all are so small that
/// floats are exact to a thousandth of a point.
pub fn run(data: &[u8]) {
    let [leaves, words] = alphabets();
    let _ = FileKind::of_input("-".as_ref(), data);
    for form in [Form::Kwg, Form::Kbwg] {
        if let Some(list) = checked(data, kwg::read(data, form, words)) {
            let again = kwg::write(&list, words, form).expect("the words are few");
            assert_eq!(kwg::read(&again, form, words).as_ref(), Ok(&list));
        }
    }
    if let Some(list) = checked(data, quackle::read(data, words)) {
        assert!(!list.is_empty() && list.longest() <= 63);
    }
    if let Some(read) = checked(data, klv::read(data, leaves)) {
        round_trips(&read.leaves, leaves);
    }
    if let Ok(read) = leave_text::read("text", data, leaves) {
        round_trips(&read.leaves, leaves);
    }
}

/// The words or leaves, if the file was accepted. Asserts that the offset of an error is within the file or at its end;
/// the error for a missing number of leaves may have an offset beyond the end.
fn checked<T>(data: &[u8], read: Result<T, InteropError>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(error) => {
            let is_count = error.to_string().contains("number of leaves");
            let offset = error.offset().unwrap_or(0);
            assert!(is_count || offset <= data.len() as u64, "{error}");
            None
        }
    }
}

fn round_trips(list: &LeaveList, alphabet: Alphabet<'_>) {
    let text = leave_text::write(list, alphabet, '\t');
    let again = leave_text::read("text", &text, alphabet).expect("it was written");
    assert_eq!((&again.leaves, again.rounded), (list, 0));
    let file = klv::write(list, alphabet).expect("the leaves are few");
    let again = klv::read(&file, alphabet).expect("it was written");
    assert_eq!(again.leaves.leaves(), list.leaves());
    // Floats tell thousandths apart up to 8,388 points.
    let is_small = |value: &i32| value.unsigned_abs() < 8_388_608;
    if list.values().iter().all(is_small) {
        assert_eq!((&again.leaves, again.rounded), (list, 0));
    }
}

/// Small files of every kind.
pub fn files() -> Vec<Vec<u8>> {
    let [leaves, words] = alphabets();
    let mut random = Random::new(36);
    let mut files = Vec::new();
    for (tiles, longest, count) in [
        (&[1, 2, 3][..], 4, 20),
        (&[1, 5, 19, 26], 7, 30),
        (&[2], 1, 1),
    ] {
        let list: WordList = word_list(&random_words(&mut random, tiles, longest, count));
        for form in [Form::Kwg, Form::Kbwg] {
            files.push(kwg::write(&list, words, form).expect("the words are few"));
        }
    }
    let list = seeds::leaves();
    files.push(klv::write(&list, leaves).expect("the leaves are few"));
    files.push(leave_text::write(&list, leaves, ','));
    files.push(b"\"leave\" \"value\"\nAB? \"-1.5\" # a comment\n".to_vec());
    files.push(quackle_file());
    files
}

/// Quackle's DAWG of `AT`, `B` and `BAT`.
fn quackle_file() -> Vec<u8> {
    let mut bytes = [&[1; 1][..], &[7; 16], &[0, 0, 3, 3], b"A B T "].concat();
    for node in [[1, 127, 0], [3, 0, 0], [4, 65, 9], [0, 66, 1], [3, 64, 0]] {
        let [child, letter, playability] = node;
        bytes.extend([0, 0, child, letter, 0, 0, playability]);
    }
    bytes
}
