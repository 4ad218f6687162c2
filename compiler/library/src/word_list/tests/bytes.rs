//! Tests encodings, compressed lists, size limits, failing input, and input that arrives in pieces.

use std::io::{self, Read};
use std::mem;

use lexc_formats::Alphabet;

use super::{english_problems, problems, read_with, skip_all};
use crate::input::tests::Pieces;
use crate::testing::{numbers, section};
use crate::word_list::{Cause, ReadOptions, SkipLimit, WordListReader};

#[test]
fn a_list_that_is_not_utf8_is_one_error_that_names_the_encoding() {
    let latin = b"CAF\xC9\nAA\nA-\n  na\xEFve\nAA #\xA9\n";
    for options in [ReadOptions::default(), skip_all()] {
        let skips = options.skip_invalid.is_some();
        let problems = problems("english", options, latin);
        let expected = "1:4: byte 0xC9 is not UTF-8 text: 3 lines are probably windows-1252 (--encoding windows-1252 reads the list)";
        assert_eq!(problems[0], expected);
        let rest: &[&str] = if skips {
            &[]
        } else {
            &["3:2: `-` (U+002D) fits no tile, in `A-`"]
        };
        assert_eq!(problems[1..], *rest);
    }
    let options = ReadOptions {
        encoding: Some("latin1".parse().unwrap()),
        ..ReadOptions::default()
    };
    let (words, _) =
        read_with("A,a,1,1,1\nÉ,é,1,1,1\n", options, &mut &b"A\xC9\xE9\n"[..]).unwrap();
    assert!(words.iter().eq([[1, 2, 2]]));
}

#[test]
fn bytes_that_are_not_utf8_among_utf8_text_are_bad_lines() {
    let not_utf8 = |place: &str, byte: &str| format!("{place}: byte 0x{byte} is not UTF-8 text");
    let rows = "A,a,1,1,1\nÉ,é,1,1,1\n";
    let list = b"\xC3\x89\nAA\xC3\n\xC3\x89\xC3A\n\xEF\xBB\xBFA\x80\nA\xC0\x80\nAA";
    assert_eq!(
        problems(rows, ReadOptions::default(), list),
        [
            not_utf8("2:3", "C3"),
            not_utf8("3:2", "C3"),
            not_utf8("4:2", "80")
        ]
    );
    let (words, summary) = read_with(rows, skip_all(), &mut &list[..]).unwrap();
    assert_eq!(words.len(), 2);
    assert_eq!(summary.skipped_causes.by_frequency(), [(Cause::NotUtf8, 4)]);
    // In lines that end in CRLF, too, a word in UTF-8 marks the list as UTF-8.
    let crlf = b"\xC3\x89A\r\nA\xC9\r\n";
    let faults = problems(rows, ReadOptions::default(), crlf);
    assert_eq!(faults, [not_utf8("2:2", "C9")]);
    // A definition marks the list as UTF-8, too.
    let definition = b"AA\t\xC3\xAF\nA\xC9\n";
    let faults = problems("english", ReadOptions::default(), definition);
    assert_eq!(faults, [not_utf8("2:2", "C9")]);
    // The option says that the list is UTF-8.
    let options = ReadOptions {
        encoding: Some("utf-8".parse().unwrap()),
        ..skip_all()
    };
    let (words, _) = read_with("english", options, &mut &b"AA\nA\xFF\n"[..]).unwrap();
    assert_eq!(words.len(), 1);
}

#[test]
fn reports_an_overlong_line_and_reads_the_next() {
    let long = "A".repeat(300_000);
    let lines = english_problems(format!("AA\n{long}\nA-\n"));
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("2:64: more than 63 tiles, in `AAAA"));
    assert!(lines[1].starts_with("3:2: `-`"));

    // A short word with too long a definition: the limit cuts the line in the middle of a character.
    let definition = "é".repeat(100_000);
    for end in ["\n", "\r\n", "\r"] {
        let list = format!("AA\t{definition}{end}A-{end}#{definition}{end} {definition}");
        assert_eq!(
            english_problems(list),
            [
                "1:32770: a line of more than 65536 bytes (write each word on a line of its own)"
                    .to_owned(),
                "2:2: `-` (U+002D) fits no tile, in `A-`".to_owned(),
                "3:32769: a line of more than 65536 bytes (write each word on a line of its own)"
                    .to_owned(),
                format!("4:2: `é` (U+00E9) fits no tile, in `{}…`", "é".repeat(40)),
            ]
        );
    }
}

#[test]
fn limits_lines_alike_in_any_pieces() {
    let line = |len: usize| format!("AA{}\r\nAB\r\n", " ".repeat(len - 2));
    for piece in [1 << 12, 65_535, 65_536, 65_537, 65_538, 65_539, usize::MAX] {
        let read = |list: String| {
            let mut list = Pieces(list.as_bytes(), piece);
            read_with("english", ReadOptions::default(), &mut list)
        };
        let (words, summary) = read(line(65_536)).unwrap();
        assert_eq!((words.len(), summary.lines, summary.crlf_lines), (2, 2, 2));
        assert_eq!(
            read(line(65_537)).unwrap_err().problems(),
            [
                "list:1:65537: a line of more than 65536 bytes (write each word on a line of its own)"
            ],
            "{piece}"
        );
    }
}

#[test]
fn refuses_an_endless_line() {
    let mut line = io::repeat(b'A').take(1 << 26);
    let error = read_with("english", ReadOptions::default(), &mut line).unwrap_err();
    assert!(error.problems()[0].starts_with("list:1:64: "));
    assert_eq!(line.limit(), 0);
    let error = read_with("english", ReadOptions::default(), &mut io::repeat(0)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "list:1:1: a NUL byte, so this is not text (name a text file)"
    );
}

#[test]
fn reads_utf16_with_a_mark_and_refuses_utf16_without() {
    let utf16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
    let marked = utf16("\u{feff}AA\r\nAAH\r\n");
    for piece in [1, usize::MAX] {
        let mut list = Pieces(&marked, piece);
        let (words, summary) = read_with("english", ReadOptions::default(), &mut list).unwrap();
        assert_eq!((words.len(), summary.crlf_lines), (2, 2));
    }
    let unmarked = utf16("AA\r\nAAH\r\n");
    for options in [ReadOptions::default(), skip_all()] {
        assert_eq!(
            problems("english", options, &unmarked),
            [" the list is UTF-16, big-endian (--encoding utf-16be reads it)"]
        );
    }
}

#[test]
fn reads_compressed_lists_and_names_the_line_where_they_break_off() {
    let list: String = (0..26_u8)
        .flat_map(|a| (0..26).map(move |b| [a, b]))
        .map(|codes| {
            codes
                .map(|code| char::from(b'A' + code))
                .iter()
                .collect::<String>()
                + "\n"
        })
        .collect();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    io::Write::write_all(&mut encoder, list.repeat(200).as_bytes()).unwrap();
    let packed = encoder.finish().unwrap();
    let (words, summary) = read_with("english", ReadOptions::default(), &mut &packed[..]).unwrap();
    assert_eq!((words.len(), summary.lines), (676, 200 * 676));
    let cut = &packed[..packed.len() - 9];
    let problems = problems("english", ReadOptions::default(), cut);
    let [problem] = &problems[..] else {
        panic!("{problems:?}");
    };
    let place = problem
        .strip_prefix(" after line ")
        .unwrap()
        .split(':')
        .next()
        .unwrap();
    assert!(
        (1..=200 * 676).contains(&place.parse().unwrap()),
        "{problem}"
    );
    assert!(problem.ends_with(": cannot read: the gzip data is cut off (get the file again)"));
}

#[test]
fn continues_with_the_next_list_after_a_nul_byte() {
    let section = section("english");
    let mut reader = WordListReader::new(
        Alphabet::from_bytes(&section).unwrap(),
        ReadOptions::default(),
    );
    for (name, list) in [("a", "A-\nAA\0\nB-"), ("b", "C-"), ("c", "É x\0")] {
        reader.read(name, &mut list.as_bytes(), &mut |_| {});
    }
    assert_eq!(
        reader.finish().unwrap_err().problems(),
        [
            "a:1:2: `-` (U+002D) fits no tile, in `A-`",
            "a:2:3: a NUL byte, so this is not text (name a text file)",
            "b:1:2: `-` (U+002D) fits no tile, in `C-`",
            "c:1:4: a NUL byte, so this is not text (name a text file)"
        ]
    );
}

#[test]
fn reports_failing_input() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is on fire"))
        }
    }
    let mut list = b"AA\n".chain(Failing);
    assert_eq!(
        read_with("english", ReadOptions::default(), &mut list)
            .unwrap_err()
            .to_string(),
        "list: cannot read: the disk is on fire (try again, or get another copy)"
    );
}

#[test]
fn retries_interrupted_input() {
    struct Interrupted(bool);
    impl Read for Interrupted {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            if mem::take(&mut self.0) {
                Err(io::ErrorKind::Interrupted.into())
            } else {
                Ok(0)
            }
        }
    }
    let mut list = Interrupted(true).chain(&b"AA\n"[..]);
    let (words, _) = read_with("english", ReadOptions::default(), &mut list).unwrap();
    assert_eq!(words.len(), 1);
}

#[test]
fn reads_any_bytes_alike_in_any_pieces() {
    let section = section("C,c,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\nÉ,é,1,1,1\nÇ,ç,1,1,0\n");
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let mut number = numbers(7);
    let pieces: [&[u8]; 16] = [
        b"C",
        b"h",
        b"CH",
        b"[",
        b"]",
        b"\n",
        b"\r",
        b" ",
        b"#",
        b"\xC3",
        b"\xA9",
        b"\xCC\x81e",
        b"\xEF\xBB\xBF",
        "é".as_bytes(),
        "ß".as_bytes(),
        b"\xFF",
    ];
    for _ in 0..100 {
        let list: Vec<u8> = (0..number(60))
            .flat_map(|_| pieces[number(16)])
            .copied()
            .collect();
        let options = ReadOptions {
            skip_invalid: (number(2) == 0).then_some(SkipLimit::Lines(u64::MAX)),
            ..ReadOptions::default()
        };
        let outcomes = [1, 2, 5, usize::MAX].map(|piece| {
            let mut reader = WordListReader::new(alphabet, options.clone());
            reader.read("list", &mut Pieces(&list, piece), &mut |_| {});
            reader.finish()
        });
        for outcome in &outcomes {
            assert_eq!(outcome, &outcomes[0], "{}", list.escape_ascii());
        }
    }
}
