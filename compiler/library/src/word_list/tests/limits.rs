//! Limits of the bytes, words and forms of lists.

use std::fs;
use std::io::Write;

use lexc_formats::Alphabet;

use crate::Limits;
use crate::input::Source;
use crate::testing::section;
use crate::word_list::{ReadOptions, WordListReader};

fn within(limits: Limits) -> ReadOptions {
    ReadOptions {
        limits,
        ..ReadOptions::default()
    }
}

/// The number of words of lists; or the first problem.
fn read(limits: Limits, lists: &[&[u8]]) -> Result<usize, String> {
    let section = section("english");
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let mut reader = WordListReader::new(alphabet, within(limits));
    for (index, mut list) in lists.iter().copied().enumerate() {
        reader.read(&format!("list {}", index + 1), &mut list, &mut |_| {});
    }
    let words = reader.finish().map(|(words, _)| words.len());
    words.map_err(|error| error.problems()[0].clone())
}

#[test]
fn bytes_are_limited_after_they_are_unpacked_and_in_all_lists_together() {
    let text = b"AA\nAB\n".repeat(100_000);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&text).unwrap();
    let gzip = encoder.finish().unwrap();
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let zstd = ruzstd::encoding::compress_to_vec(&text[..], level);
    assert!(gzip.len() < 2000 && zstd.len() < 2000);
    let bytes = |bytes| Limits {
        bytes,
        ..Limits::DEFAULT
    };
    for list in [&text, &gzip, &zstd] {
        assert_eq!(read(bytes(600_000), &[list]), Ok(2));
        assert_eq!(
            read(bytes(599_999), &[list]).unwrap_err(),
            "list 1: after line 199999: more than 599,999 bytes of text (check what the file is, or raise --max-bytes)"
        );
        assert_eq!(read(bytes(1_200_000), &[list, list]), Ok(2));
        let error = read(bytes(900_000), &[list, list]).unwrap_err();
        assert!(
            error.starts_with("list 2: after line 100000: more than 900,000 bytes"),
            "{error}"
        );
    }
}

#[test]
fn lines_are_limited_in_all_lists_together() {
    let lines = |lines| Limits {
        lines,
        ..Limits::DEFAULT
    };
    // Words, words with definitions, and blank lines.
    for (list, count) in [
        (&b"AA\nAB\nAA\n"[..], 3),
        (b"AA\tx\nAB\ty\nAB\tz\n", 3),
        (b"\r\n\nAA\nAB", 4),
    ] {
        assert_eq!(read(lines(2 * count), &[list, list]), Ok(2));
        let error = read(lines(2 * count - 1), &[list, list]).unwrap_err();
        assert!(
            error.starts_with(&format!("list 2:{count}:1: more than")),
            "{error}"
        );
        assert!(error.ends_with("lines (check what the file is, or raise --max-lines)"));
    }
}

#[test]
fn different_words_are_limited_and_repeated_ones_are_not() {
    let words = |words| Limits {
        words,
        ..Limits::DEFAULT
    };
    let sorted: &[u8] = b"AA\nAB\nAC\nAD\nAE\n";
    let repeated = b"AC\nAB\nAD\nAA\nAE\n".repeat(100);
    for list in [sorted, &repeated] {
        assert_eq!(read(words(5), &[list, list]), Ok(5));
    }
    assert_eq!(
        read(words(4), &[sorted]).unwrap_err(),
        "list 1:5:1: more than 4 words (check what the file is, or raise --max-words)"
    );
    // Duplicates are removed before unsorted words are counted.
    let error = read(words(4), &[&repeated]).unwrap_err();
    assert!(error.ends_with("more than 4 words (check what the file is, or raise --max-words)"));
    let error = read(words(4), &[b"AC\nAB\n", b"AE\nAD\nAA\n"]).unwrap_err();
    assert!(
        error.starts_with("list 1, list 2: more than 4 words"),
        "{error}"
    );
    // Lines with definitions are read by another path.
    let error = read(words(2), &[b"AA\tx\nAB\ty\nAC\tz\n"]).unwrap_err();
    assert!(
        error.starts_with("list 1:3:1: more than 2 words"),
        "{error}"
    );
}

/// Reads a dictionary of these files; returns the number of words, or the first problem without the path.
fn dictionary(affixes: &str, lines: &str, limits: Limits) -> Result<usize, String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.dic");
    fs::write(path.with_extension("aff"), affixes).unwrap();
    fs::write(&path, lines).unwrap();
    let section = section("english");
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let mut reader = WordListReader::new(alphabet, within(limits));
    reader.read_source(&Source::File(path), &mut |_| {}, None);
    let words = reader.finish().map(|(words, _)| words.len());
    words.map_err(|error| {
        let (_, problem) = error.problems()[0].split_once("x.dic:").unwrap();
        problem.to_owned()
    })
}

#[test]
fn forms_are_limited_in_all_entries_together() {
    let forms = |forms| Limits {
        forms,
        ..Limits::DEFAULT
    };
    let rules = "FORBIDDENWORD f\nSFX S Y 2\nSFX S 0 s .\nSFX S 0 t .\n";
    let message = |most: u64| {
        format!(
            "more than {most} forms in all, or too many rules tried for them (check the affix file, or raise --max-forms)"
        )
    };
    assert_eq!(dictionary(rules, "3\na/S\nb/S\nc/S\n", forms(9)), Ok(9));
    let error = dictionary(rules, "3\na/S\nb/S\nc/S\n", forms(8)).unwrap_err();
    assert_eq!(error, format!("4:1: {}", message(8)));
    // The forms of forbidden entries count, too. They are formed first.
    let error = dictionary(rules, "3\na/S\nb/fS\nc/fS\n", forms(5)).unwrap_err();
    assert_eq!(error, format!(" line 4: {}", message(5)));
    // Each entry tries 2,000 rules that do not fit, and has one form.
    let idle = "SFX S Y 2000\n".to_owned() + &"SFX S 0 s x\n".repeat(2000);
    let lines = "100\n".to_owned() + &"a/S\n".repeat(100);
    assert_eq!(dictionary(&idle, &lines, forms(4_000)), Ok(1));
    let error = dictionary(&idle, &lines, forms(100)).unwrap_err();
    assert_eq!(error, format!("5:1: {}", message(100)));
}

#[test]
fn bytes_of_dictionaries_are_limited() {
    let bytes = |bytes| Limits {
        bytes,
        ..Limits::DEFAULT
    };
    let error = dictionary("", "3\na\nb\nc\n", bytes(5)).unwrap_err();
    assert!(error.contains("more than 5 bytes of text"), "{error}");
    // Forbidden entries are collected in a pass of its own.
    assert_eq!(dictionary("", "3\na\nb\nc\n", bytes(8)), Ok(3));
    assert_eq!(
        dictionary("FORBIDDENWORD f\n", "3\na\nb\nc\n", bytes(16)),
        Ok(3)
    );
    assert!(dictionary("FORBIDDENWORD f\n", "3\na\nb\nc\n", bytes(15)).is_err());
}

#[test]
fn ten_million_words_are_far_below_the_default_limits() {
    let Limits {
        bytes,
        lines,
        words,
        forms,
    } = Limits::default();
    // Two hundred bytes for each word and its definition.
    assert!(
        bytes >= 200 * 10_000_000
            && lines >= 50_000_000
            && words >= 15_000_000
            && forms >= 50_000_000
    );
}
