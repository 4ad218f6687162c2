//! Hostile Hunspell dictionaries.

use std::env;
use std::fs;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use lexc_compiler::input::Source;
use lexc_compiler::word_list::{ReadOptions, SkipLimit, read};
use lexc_formats::Alphabet;

use super::input::Input;
use crate::english::english;

/// Reads the input as an affix file and a dictionary. Asserts that the result is words in order, or an error with a
/// message, and that a second reading has the same result.
pub fn run(data: &[u8]) {
    static RUNS: AtomicU64 = AtomicU64::new(0);
    let mut input = Input::new(data);
    let affix_bytes = usize::from(input.u16());
    let (affixes, lines) = (input.take(affix_bytes), input.rest());
    let run = RUNS.fetch_add(1, Ordering::Relaxed);
    let dir = env::temp_dir().join(format!("lexc-dictionary-{}-{run}", process::id()));
    fs::create_dir_all(&dir).expect("the temporary directory is writable");
    let path = dir.join("x.dic");
    fs::write(path.with_extension("aff"), affixes).expect("the directory is writable");
    fs::write(&path, lines).expect("the directory is writable");
    let section = english().encode().expect("the preset is valid");
    let alphabet = Alphabet::from_bytes(&section).expect("the encoding is valid");
    let options = ReadOptions {
        skip_invalid: Some(SkipLimit::Lines(u64::MAX)),
        ..ReadOptions::default()
    };
    let once = || {
        read(
            &[Source::File(path.clone())],
            alphabet,
            &options,
            &mut |_| {},
        )
    };
    let found = once();
    assert_eq!(once(), found);
    fs::remove_dir_all(&dir).expect("the directory is there");
    match found {
        Ok((words, summary)) => {
            assert!(words.iter().is_sorted_by(|a, b| a < b));
            assert_eq!(summary.words, words.len() as u64);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
