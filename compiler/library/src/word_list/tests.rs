//! Tests word lists in any form, the messages of faults, and lists of several sources.

use std::fs;
use std::io::Read;

use lexc_formats::Alphabet;

use super::*;
use crate::input::Source;
use crate::input::tests::Pieces;
use crate::testing::{numbers, section};

mod bytes;
mod causes;
mod limits;

const CATALAN: &str =
    "A,a,1,1,1\nÇ,ç,1,1,0\nL,l,1,1,0\nL·L,l·l,1,10,0\nCH,ch,1,1,0\nC,c,1,1,0\nH,h,1,1,0\n";

pub(super) fn read_with(
    rows: &str,
    options: ReadOptions,
    list: &mut dyn Read,
) -> Result<(WordList, ReadSummary), WordListError> {
    let section = section(rows);
    let mut reader = WordListReader::new(Alphabet::from_bytes(&section).unwrap(), options);
    reader.read("list", list, &mut |_| {});
    reader.finish()
}

/// Words and summary of a list with English tiles. Asserts that input in small pieces gives the same result.
fn english(list: impl AsRef<[u8]>) -> (Vec<String>, ReadSummary) {
    let list = list.as_ref();
    let (words, summary) = read_with(
        "english",
        ReadOptions::default(),
        &mut Pieces(list, usize::MAX),
    )
    .unwrap();
    for piece in [1, 2, 3, 7] {
        let again = read_with("english", ReadOptions::default(), &mut Pieces(list, piece));
        assert_eq!(again.unwrap(), (words.clone(), summary.clone()), "{piece}");
    }
    let text = |word: &[u8]| word.iter().map(|code| char::from(b'@' + code)).collect();
    (words.iter().map(text).collect(), summary)
}

/// Options that skip any number of bad lines.
pub(super) fn skip_all() -> ReadOptions {
    ReadOptions {
        skip_invalid: Some(SkipLimit::Lines(u64::MAX)),
        ..ReadOptions::default()
    }
}

/// The problems of the error, without the name of the list.
pub(super) fn problems(rows: &str, options: ReadOptions, list: impl AsRef<[u8]>) -> Vec<String> {
    let error = read_with(rows, options, &mut list.as_ref()).expect_err("the list is bad");
    let without_name = |line: &String| line.strip_prefix("list:").unwrap_or(line).to_owned();
    error.problems().iter().map(without_name).collect()
}

pub(super) fn english_problems(list: impl AsRef<[u8]>) -> Vec<String> {
    problems("english", ReadOptions::default(), list)
}

#[test]
fn accepts_lists_in_any_form() {
    let expected = ["AA", "AAH", "CAB"];
    for list in [
        "AA\nAAH\nCAB\n",
        "AA\nAAH\nCAB",
        "CAB\nAAH\nAA\nCAB\n",
        "aa\nAaH\ncab\n",
        "AA\r\nAAH\r\nCAB\r\n",
        "AA\rAAH\rCAB\r",
        "AA\rAAH\r\nCAB\n\r",
        "\u{feff}AA\nAAH\nCAB\n",
        "AA\nAAH\n\u{feff}CAB\n",
        "\n\nAA\n \t\n\r\nAAH\n\nCAB\n\n",
        "# A list\nAA\n  # more\nAAH # a comment\nCAB#\n#",
        "AA\tn. rough lava\nAAH \t to exclaim, as in \"ah\"; [v]\nCAB\t\n",
        "  AA  \n\tAAH\nCAB \t \n",
        "[A]A\nA[a][H]\n[c][A][B]\n",
        "AA\té\nAAH #é\n# é\nCAB\u{3000}#é",
    ] {
        assert_eq!(english(list).0, expected, "{list:?}");
    }
}

#[test]
fn counts_words_lines_comments_and_changes() {
    let list = "\u{feff}# Words\r\n\r\naa\tlava\nAA\rCAB # taxi\n  \nAb\n";
    assert_eq!(
        english(list).1.to_string(),
        "3 words in 7 lines: 1 byte order mark, 2 CRLF line ends, 1 CR line end, 2 blank lines, 2 comments, \
         1 definition dropped, 2 words upper-cased, 1 duplicate"
    );
    let (words, summary) = read_with(
        CATALAN,
        ReadOptions::default(),
        &mut "A\nc\u{327}A\nC\u{327}\nÇA\n".as_bytes(),
    )
    .unwrap();
    assert!(words.iter().eq([&[1][..], &[2], &[2, 1]]));
    assert_eq!(
        summary.to_string(),
        "3 words in 4 lines: 1 word upper-cased, 2 words normalised to NFC, 1 duplicate"
    );
}

#[test]
fn reports_every_bad_line_with_its_place() {
    assert_eq!(
        english_problems(
            "AA\n  CO-OP\té\nDON'T\r\naa,a lava\nCAB;50\n\"AA\"\nCAFÉS\ncafe\u{301}s\n\u{feff}A\u{200b}A\nA[B\n[AB]\nA/S\n1",
        ),
        [
            "2:5: `-` (U+002D) fits no tile, in `CO-OP`",
            "3:4: `'` (U+0027) fits no tile, in `DON'T`",
            "4:3: `,` (U+002C) fits no tile, in `aa,a` (only white space or `#` ends a word)",
            "5:4: `;` (U+003B) fits no tile, in `CAB;50` (only white space or `#` ends a word)",
            "6:1: `\"` (U+0022) fits no tile, in `\"AA\"`",
            "7:4: `É` (U+00C9) fits no tile, in `CAFÉS`",
            "8:4: `é` (U+00E9) fits no tile, in `cafe\\u{301}s`",
            "9:2: `\\u{200b}` (U+200B) fits no tile, in `A\\u{200b}A`",
            "10:2: `[` without `]`, in `A[B`",
            "11:1: unknown tile `AB`, in `[AB]`",
            "12:2: `/` (U+002F) fits no tile, in `A/S`",
            "13:1: `1` (U+0031) fits no tile, in `1`",
        ]
    );
    assert_eq!(
        problems(CATALAN, ReadOptions::default(), "AL·LA\n CHA\n"),
        ["2:2: can be read as [CH]A or [C]HA (write the reading that is meant), in `CHA`"]
    );
}

#[test]
fn selects_words_by_length() {
    let select = |min_length, max_length| {
        let options = ReadOptions {
            min_length,
            max_length,
            ..ReadOptions::default()
        };
        let list = format!("A\nAB\nABC\nABCD\n{}\n", "A".repeat(64));
        read_with("english", options, &mut list.as_bytes())
    };
    let (words, summary) = select(2, 3).unwrap();
    assert!(words.iter().eq([&[1, 2][..], &[1, 2, 3]]));
    assert_eq!(
        summary.to_string(),
        "2 words in 5 lines: 1 word skipped as too short, 2 words skipped as too long"
    );
    // If the limit is 63 or more, words of more than 63 tiles are errors, not skipped.
    for max_length in [63, 1000] {
        assert_eq!(
            select(1, max_length).unwrap_err().problems(),
            [format!(
                "list:5:64: more than 63 tiles, in `{}…` (write each word on a line of its own, or skip long ones with --max-length)",
                "A".repeat(40)
            )]
        );
    }
    assert_eq!(
        select(5, 4).unwrap_err().to_string(),
        "list: no words (0 words in 5 lines: 4 words skipped as too short, 1 word skipped as too long; check the list and the options)"
    );
}

#[test]
fn accepts_words_of_63_tiles() {
    assert_eq!(english("A".repeat(63)).0, ["A".repeat(63)]);
    let (words, _) = read_with(
        CATALAN,
        ReadOptions::default(),
        &mut "[L·L]".repeat(63).as_bytes(),
    )
    .unwrap();
    assert!(words.iter().eq([[4; 63]]));
}

#[test]
fn brackets_around_a_tile_change_nothing() {
    let mut number = numbers(42);
    let pieces = [
        "A", "l", "Ç", "c\u{327}", "L·L", "[l·l]", " ", "\t", "#", "é", "\u{feff}", "\r",
    ];
    for _ in 0..300 {
        let line: String = (0..number(8)).map(|_| pieces[number(12)]).collect();
        let bracketed = line.replace('A', "[A]");
        let read = |line: &str| {
            let result = read_with(CATALAN, ReadOptions::default(), &mut line.as_bytes());
            result
                .map(|(words, summary)| {
                    (words, summary.definitions, summary.comments, summary.folded)
                })
                .map_err(|error| error.problems()[0].split(':').nth(1).map(str::to_owned))
        };
        assert_eq!(read(&line), read(&bracketed), "{line:?}");
    }
}

#[test]
fn reads_several_sources_into_one_list() {
    let dir = tempfile::tempdir().unwrap();
    let source = |name: &str, list: &str| {
        let path = dir.path().join(name);
        fs::write(&path, list).unwrap();
        Source::from_arg(path)
    };
    let sources = [source("a", "CAB\nAA"), source("b", "AA\nAAH\n")];
    let section = section("english");
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let mut progress = Vec::new();
    let (words, summary) = read(&sources, alphabet, &ReadOptions::default(), &mut |bytes| {
        progress.push(bytes);
    })
    .unwrap();
    assert_eq!(
        words,
        WordList::from_words(alphabet, ["AA", "AAH", "CAB"]).unwrap()
    );
    assert_eq!(summary.to_string(), "3 words in 4 lines: 1 duplicate");
    assert!(progress.is_sorted());
    assert_eq!(progress.last(), Some(&13));
}

#[test]
fn reports_unreadable_sources_and_sources_without_words() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    fs::write(path("bad"), "A-").unwrap();
    let sources = ["missing", "", "bad"].map(|name| Source::from_arg(path(name)));
    let section = section("english");
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let options = ReadOptions::default();
    let error = read(&sources, alphabet, &options, &mut |_| {}).unwrap_err();
    let [missing, directory, bad] = error.problems() else {
        panic!("{error}");
    };
    let is_about = |problem: &str, name: &str, message: &str| {
        let rest = problem.strip_prefix(&*path(name).to_string_lossy());
        rest.is_some_and(|rest| rest.starts_with(message))
    };
    assert!(is_about(missing, "missing", ": cannot read: "));
    assert!(is_about(directory, "", ": is a directory"));
    assert!(is_about(bad, "bad", ":1:2: "));

    fs::write(path("empty"), "").unwrap();
    fs::write(path("comment"), "# Nothing\n").unwrap();
    let sources = ["empty", "comment"].map(|name| Source::from_arg(path(name)));
    let error = read(&sources, alphabet, &options, &mut |_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}, {}: no words (0 words in 1 line: 1 comment; check the list and the options)",
            path("empty").display(),
            path("comment").display()
        )
    );
}

#[test]
fn takes_a_dash_for_standard_input() {
    assert_eq!(Source::from_arg("-"), Source::Stdin);
    assert_eq!(Source::from_arg("./-"), Source::File("./-".into()));
    assert_eq!(Source::Stdin.to_string(), "<stdin>");
}

#[test]
fn checks_the_words_of_an_iterator() {
    let section = section("english");
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let error = WordList::from_words(alphabet, ["AA", "A A", "A-A", "", "É"]).unwrap_err();
    assert_eq!(
        error.problems(),
        [
            "words:2:3: another word after `A`, in `A A`",
            "words:3:2: `-` (U+002D) fits no tile, in `A-A`",
            "words:5:1: `É` (U+00C9) fits no tile, in `É`"
        ]
    );
    assert!(WordList::from_words(alphabet, [""; 0]).is_err());
}
