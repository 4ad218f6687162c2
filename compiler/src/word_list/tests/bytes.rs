//! Tests encodings, size limits, and input that arrives in pieces.

use std::io::{self, Read};
use std::mem;

use lexc_formats::Alphabet;

use super::{english_problems, problems, read_with, section};
use crate::input::tests::Pieces;
use crate::word_list::{ReadOptions, WordListReader};

#[test]
fn reports_bytes_that_are_not_utf8() {
    let not_utf8 = |place: &str, byte: &str| {
        format!("{place}: byte 0x{byte} is not UTF-8 text (convert the list to UTF-8)")
    };
    assert_eq!(
        english_problems(
            b"CAF\xC9\nAA\xC3\n\xC3\x89\xC3A\nAA \xE9t\xE9\n#\xA9\n\xEF\xBB\xBFA\x80\nAB\xC0\x80\nAA"
        ),
        [
            not_utf8("1:4", "C9"),
            not_utf8("2:3", "C3"),
            not_utf8("3:2", "C3"),
            not_utf8("4:4", "E9"),
            not_utf8("5:2", "A9"),
            not_utf8("6:2", "80"),
            not_utf8("7:3", "C0"),
        ]
    );
}

#[test]
fn reports_an_overlong_line_and_reads_the_next() {
    let long = "A".repeat(300_000);
    let lines = english_problems(format!("AA\n{long}\nA-\n"));
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("2:64: more than 63 tiles, in `AAAA"));
    assert!(lines[1].starts_with("3:2: `-`"));

    // A short word with too long a definition, which is also cut in the middle of a character.
    let definition = "é".repeat(100_000);
    for end in ["\n", "\r\n", "\r"] {
        let list = format!("AA {definition}{end}A-{end}#{definition}{end} {definition}");
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
            read(line(65_537)).unwrap_err().to_string(),
            "list:1:65537: a line of more than 65536 bytes (write each word on a line of its own)",
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
fn names_other_encodings() {
    let utf16: Vec<u8> = "AA\r\nAAH\r\n"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    for options in [false, true].map(|skip_invalid| ReadOptions {
        skip_invalid,
        ..ReadOptions::default()
    }) {
        assert_eq!(
            problems("english", options, &utf16),
            [" the list is UTF-16, big-endian (convert it to UTF-8)"]
        );
    }
    // Detects the encoding from the first bytes together, even if they come one by one.
    let error = read_with("english", ReadOptions::default(), &mut Pieces(&utf16, 1));
    assert_eq!(
        error.unwrap_err().to_string(),
        "list: the list is UTF-16, big-endian (convert it to UTF-8)"
    );
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
        reader.finish().unwrap_err().to_string(),
        "a:1:2: `-` (U+002D) fits no tile, in `A-`\n\
         a:2:3: a NUL byte, so this is not text (name a text file)\n\
         b:1:2: `-` (U+002D) fits no tile, in `C-`\n\
         c:1:4: a NUL byte, so this is not text (name a text file)"
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
        "list: cannot read: the disk is on fire (try again; if it stays so, get it from elsewhere)"
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
    let mut state: u64 = 7;
    let mut number = |bound: u64| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        usize::try_from((state >> 33) % bound).unwrap()
    };
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
            skip_invalid: number(2) == 0,
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
