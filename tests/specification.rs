//! FORMAT.md is the truth: its image is what the compiler writes, and a reader made from it alone reads all images.

use std::io::Write as _;
use std::process::{Command, Stdio};

use common::english::english;
use common::parts::Parts;
use common::random::Random;
use common::words::{random_words, small_list};
use common::{compact_options, image, letters, options};
use lexc::{Automata, CompileOptions};
use lexc_formats::{AlphabetDefinition, SectionName, TileDefinition};
use lexc_runtime::{Lexicon, Word};

const SPECIFICATION: &str = include_str!("../formats/FORMAT.md");

fn alphabet(tiles: &[(&str, &str, i16, u16, bool)]) -> AlphabetDefinition {
    let tile =
        |&(text, blank_text, value, count, is_vowel): &(&str, &str, _, _, _)| TileDefinition {
            text: text.to_owned(),
            blank_text: blank_text.to_owned(),
            value,
            count,
            is_vowel,
        };
    AlphabetDefinition {
        name: "tiny".to_owned(),
        tiles: tiles.iter().map(tile).collect(),
        blank_count: 1,
    }
}

/// What the compiler makes of the words, the alphabet and the texts of the specification's image.
fn tiny_image() -> Vec<u8> {
    let alphabet = alphabet(&[
        ("A", "a", 1, 3, true),
        ("L·L", "l·l", 10, 1, false),
        ("S", "s", 1, 2, false),
    ]);
    let words = [vec![1, 2, 1], vec![1, 2, 1, 3], vec![1, 3], vec![3, 1]];
    let options = CompileOptions {
        name: "tiny".to_owned(),
        source: "made up".to_owned(),
        license: "free to use".to_owned(),
        anagram_filter: false,
        ..options(Automata::Both, true)
    };
    image(&words, &alphabet, &options)
}

/// The annotated array of the specification.
fn specified_image() -> Vec<u8> {
    let (_, array) = SPECIFICATION.split_once("const IMAGE").expect("an array");
    let (_, array) = array.split_once("= [\n").expect("an array");
    let (array, _) = array.split_once("];").expect("an array");
    array
        .lines()
        .flat_map(|line| line.split("//").next().unwrap_or_default().split(','))
        .filter_map(|byte| byte.trim().strip_prefix("0x"))
        .map(|byte| u8::from_str_radix(byte, 16).expect("two digits"))
        .collect()
}

#[test]
fn the_image_of_the_specification_is_what_the_compiler_writes() {
    let (specified, written) = (specified_image(), tiny_image());
    let differs = specified.iter().zip(&written).position(|(a, b)| a != b);
    assert_eq!(differs, None, "the first byte that differs");
    assert_eq!(specified.len(), written.len());
}

/// What `tests/reader.py` reports; `Err` with its message if it refuses the image.
pub(crate) fn read_independently(image: &[u8]) -> Result<String, String> {
    let mut reader = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/reader.py"))
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("python3 was found before");
    let mut input = reader.stdin.take().expect("it is piped");
    // It reads all of the image before it writes.
    input.write_all(image).expect("the reader reads");
    drop(input);
    let output = reader.wait_with_output().expect("the reader ends");
    let text = |bytes| String::from_utf8(bytes).expect("the reader writes UTF-8");
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err(text(output.stderr))
    }
}

pub(crate) fn python_is_there() -> bool {
    let version = Command::new("python3").arg("--version").output();
    let is_there = version.is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: there is no python3");
    }
    is_there
}

#[test]
fn a_reader_made_from_the_specification_alone_reads_every_image() {
    if !python_is_there() {
        return;
    }
    let mut random = Random::new(4);
    let mut images = vec![tiny_image()];
    for tile_count in [2, 5, 29, 30, 31, 32, 60, 61, 62] {
        let last = u8::try_from(tile_count).expect("at most 62");
        let words = random_words(&mut random, &[1, 2, last - 1, last], 8, 150);
        for options in [
            options(Automata::Both, true),
            options(Automata::Dawg, true),
            options(Automata::Gaddag, false),
            compact_options(),
        ] {
            images.push(image(&words, &letters(tile_count), &options));
        }
    }
    // Larger ones, with references of most classes, and letter sets enough for numbers of two bytes.
    for (tile_count, longest, count) in [(31, 12, 17_000), (62, 3, 4_000)] {
        let tiles: Vec<u8> = (1..=tile_count).collect();
        let words = random_words(&mut random, &tiles, longest, count);
        let compact = CompileOptions {
            anagram_filter: true,
            ..compact_options()
        };
        images.push(image(&words, &letters(tile_count.into()), &compact));
    }
    for image in &images {
        let lexicon = Lexicon::from_bytes(image).expect("it was just made");
        let mut report = String::new();
        for (automaton, root) in [
            ("dawg", lexicon.image().dawg()),
            ("gaddag", lexicon.image().gaddag()),
        ] {
            if root.is_some() {
                let line =
                    |word: Word| format!("{automaton} {}\n", word.display(lexicon.alphabet()));
                report.extend(lexicon.words().map(line));
            }
        }
        report.push_str("canonical\n");
        assert_eq!(read_independently(image), Ok(report));
    }
}

#[test]
fn that_reader_writes_words_so_that_they_read_as_the_same_tiles() {
    if !python_is_there() {
        return;
    }
    let alphabet = alphabet(&[
        ("A", "a", 1, 5, true),
        ("C", "c", 2, 3, false),
        ("CH", "ch", 5, 1, false),
        ("H", "h", 4, 2, false),
    ]);
    let words = [
        vec![2, 2, 4, 1],
        vec![2, 4],
        vec![3],
        vec![3, 4],
        vec![4, 2],
    ];
    let image = image(&words, &alphabet, &options(Automata::Dawg, false));
    let report = "dawg C[C]HA\ndawg [C]H\ndawg [CH]\ndawg [CH]H\ndawg HC\ncanonical\n";
    assert_eq!(read_independently(&image).as_deref(), Ok(report));
}

#[test]
fn to_that_reader_case_makes_no_difference() {
    if !python_is_there() {
        return;
    }
    let alphabet = alphabet(&[
        ("D", "d", 2, 3, false),
        ("Dž", "dž", 5, 1, false),
        ("Ž", "ž", 4, 2, false),
        ("¿", "DD", 0, 1, false),
    ]);
    let words = [vec![1, 1, 3], vec![1, 3, 2], vec![3, 1], vec![4]];
    let image = image(&words, &alphabet, &options(Automata::Dawg, false));
    let report = "dawg [D][D]Ž\ndawg [D]Ž[Dž]\ndawg ŽD\ndawg ¿\ncanonical\n";
    assert_eq!(read_independently(&image).as_deref(), Ok(report));
}

#[test]
fn that_reader_refuses_what_is_damaged() {
    if !python_is_there() {
        return;
    }
    let whole = tiny_image();
    let refused = |offset: usize, why: &str| {
        let mut image = whole.clone();
        image[offset] ^= 1;
        let message = read_independently(&image).expect_err(why);
        assert_eq!(message, format!("reader.py: {why}\n"));
    };
    refused(1, "magic");
    refused(8, "version 0");
    refused(16, "856 bytes instead of 857");
    refused(40, "checksum of header and section table");
    refused(317, "padding");
    let cut = read_independently(&whole[..600]).expect_err("it is cut off");
    assert_eq!(cut, "reader.py: 600 bytes instead of 856\n");
}

/// Chance changes of compact nodes, with the right checksums: what breaks a rule for this crate does so for that reader,
/// and what does not it refuses at most for its words.
#[test]
fn that_reader_and_this_one_refuse_the_same_compact_records() {
    if !python_is_there() {
        return;
    }
    let mut random = Random::new(11);
    let english = image(&small_list(26), &english(), &compact_options());
    let many = image(&small_list(62), &letters(62), &compact_options());
    let (mut refused, mut accepted) = (0, 0);
    for round in 0..32 {
        let mut parts = Parts::of(if round % 2 == 0 { &english } else { &many });
        let section = parts.contents(SectionName::COMPACT);
        let at = random.below(section.len());
        section[at] = match random.below(3) {
            0 => section[at] ^ 1 << random.below(8),
            1 => section[at].wrapping_add(1),
            _ => u8::try_from(random.below(256)).expect("a byte"),
        };
        let image = parts.write();
        let independent = read_independently(&image);
        match (Lexicon::from_bytes(&image), independent) {
            (Ok(_), Ok(_)) => accepted += 1,
            (Ok(_), Err(message)) => {
                accepted += 1;
                assert!(
                    message.contains("of the dawg") || message.contains("in the dawg"),
                    "byte {at}: {message}"
                );
            }
            (Err(_), Err(message)) => {
                refused += 1;
                assert!(!message.contains("dawg"), "byte {at}: {message}");
            }
            (Err(error), Ok(_)) => panic!("byte {at}: {error}"),
        }
    }
    assert!(
        refused > 8 && accepted > 2,
        "{refused} refused, {accepted} accepted"
    );
}
