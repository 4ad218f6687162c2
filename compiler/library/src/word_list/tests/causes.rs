//! Tests summaries by cause, limits of skipped lines, phrases, capitals, warnings and notes.

use lexc_formats::Alphabet;

use super::{problems, read_with, skip_all};
use crate::testing::section;
use crate::word_list::{
    Cause, LineNote, NoteKind, ReadOptions, SkipLimit, WordListError, WordListReader,
};

fn error(options: ReadOptions, list: &str) -> WordListError {
    read_with("english", options, &mut list.as_bytes()).expect_err("the list is bad")
}

#[test]
fn shows_the_first_bad_lines_and_counts_all_by_cause() {
    let list = "A-\n".repeat(1000) + &"A'\n".repeat(50) + "A B\nB C\n";
    let error = error(ReadOptions::default(), &list);
    let lines: Vec<&str> = error.problems().iter().map(String::as_str).collect();
    assert_eq!(lines.len(), 25);
    assert_eq!(lines[19], "list:20:2: `-` (U+002D) fits no tile, in `A-`");
    assert_eq!(lines[22], "list:1003:2: `'` (U+0027) fits no tile, in `A'`");
    assert_eq!(lines[23], "list:1051:3: another word after `A`, in `A B`");
    let message = error.to_string();
    assert_eq!(
        message.lines().skip(25).collect::<Vec<_>>(),
        [
            "1,000 lines with `-` (U+002D), which fits no tile (--max-skipped 100% drops them)",
            "50 lines with `'` (U+0027), which fits no tile (--max-skipped 100% drops them)",
            "2 lines of several words (--definitions-after space, if definitions follow the words; --max-skipped 100% drops them)",
            "nothing is done while lines are bad (correct them, or drop them with --max-skipped 100%)",
        ]
    );
    let without = ReadOptions {
        max_errors: 0,
        ..ReadOptions::default()
    };
    assert_eq!(problems("english", without, list), [""; 0]);
}

#[test]
fn recommends_the_option_that_is_enough() {
    let message = |bad: usize, good: usize| {
        let list = "A-\n".repeat(bad) + &"AA\n# x\n\n".repeat(good);
        error(ReadOptions::default(), &list).to_string()
    };
    assert!(message(1, 99).contains("(--skip-invalid drops them)"));
    assert!(message(2, 99).contains("(--max-skipped 2% drops them)"));
    assert!(message(21, 79).contains("(--max-skipped 21% drops them)"));
    assert!(message(3, 140).contains("(--max-skipped 3% drops them)"));
}

#[test]
fn skips_bad_lines_up_to_a_limit() {
    let list = "AA\nCO-OP\nCAB\nA'\n";
    let (words, summary) = read_with("english", skip_all(), &mut list.as_bytes()).unwrap();
    assert_eq!(words.len(), 2);
    assert_eq!(
        summary.to_string(),
        "2 words in 4 lines: 2 invalid lines skipped"
    );
    assert_eq!(
        summary.notes(),
        [
            "skipped: 1 line with `'` (U+0027), which fits no tile",
            "skipped: 1 line with `-` (U+002D), which fits no tile"
        ]
    );
    let with_limit = |limit: &str| ReadOptions {
        skip_invalid: Some(limit.parse().unwrap()),
        ..ReadOptions::default()
    };
    for limit in ["2", "50%", "100%"] {
        assert!(read_with("english", with_limit(limit), &mut list.as_bytes()).is_ok());
    }
    for limit in ["1", "49.9%", "0%"] {
        let error = error(with_limit(limit), list);
        assert_eq!(
            error.problems()[0],
            "list:2:3: `-` (U+002D) fits no tile, in `CO-OP`"
        );
        let last = format!(
            "2 of 4 lines would be dropped, more than {limit} (correct them, or allow it with --max-skipped 50%)"
        );
        assert_eq!(error.to_string().lines().last(), Some(&last[..]));
    }
    assert_eq!(
        problems("english", skip_all(), "A-\n-"),
        [" no words (0 words in 2 lines: 2 invalid lines skipped; check the list and the options)"]
    );
    // A limit of skipped lines does not admit a file that is not text.
    assert_eq!(
        problems("english", skip_all(), "AA\nA-\nAB\0"),
        ["3:3: a NUL byte, so this is not text (name a text file)"]
    );
}

#[test]
fn phrases_are_not_words_with_definitions() {
    assert_eq!(
        problems(
            "english",
            ReadOptions::default(),
            "hot dog\nAA\tlava\n  den  haag x\nAA é\n"
        ),
        [
            "1:5: another word after `hot`, in `hot dog`",
            "3:8: another word after `den`, in `den  haag x`",
            "4:4: another word after `AA`, in `AA é`",
        ]
    );
    let words = |options: ReadOptions, list: &str| {
        let (words, summary) = read_with("english", options, &mut list.as_bytes()).unwrap();
        (words.len(), summary.definitions)
    };
    let definitions = |start: &str| ReadOptions {
        definitions: start.parse().unwrap(),
        ..ReadOptions::default()
    };
    assert_eq!(words(definitions("space"), "aa lava\nab\tmuscle\n"), (2, 2));
    assert_eq!(
        words(definitions(";"), "aa;lava\nab ; muscle\nad\n"),
        (3, 2)
    );
    assert_eq!(
        words(ReadOptions::default(), "AA lava [n AAS]\nAB\n"),
        (2, 1)
    );
}

#[test]
fn capitals_are_dropped_on_request_and_warned_of_otherwise() {
    let list = "aa\nAaron\nNASA\nmcDonald\nAa's\nden Haag\nÉire\nab\n";
    let skip = |limit| ReadOptions {
        skip_capitalised: true,
        skip_invalid: limit,
        ..ReadOptions::default()
    };
    let (words, summary) = read_with("english", skip(None), &mut list.as_bytes()).unwrap();
    assert_eq!(words.len(), 2);
    assert_eq!(
        summary.to_string(),
        "2 words in 8 lines: 2 words upper-cased, 6 words skipped as capitalised"
    );
    assert_eq!(summary.warnings, [""; 0]);

    let list = "aa\nab\nAaron\nmcDonald\n";
    let (_, summary) = read_with("english", ReadOptions::default(), &mut list.as_bytes()).unwrap();
    assert_eq!(
        summary.notes(),
        [
            "warning: 1 word starts with a capital in a list of words in lower case (--skip-capitalised drops them, if they are names)"
        ]
    );
    for list in ["AA\nAB\n", "aa\nab\n", "Aa\nAb\naa\n", "[B]EE\nCAB\n"] {
        let (_, summary) =
            read_with("english", ReadOptions::default(), &mut list.as_bytes()).unwrap();
        assert_eq!(summary.warnings, [""; 0], "{list}");
    }
    assert_eq!(
        problems("english", skip(None), "AA\nAB\n"),
        [" --skip-capitalised would drop every word (leave the option out)"]
    );
    // `skip_capitalised` looks for capitals in the words of a phrase, but not in its definition.
    assert_eq!(
        problems("english", skip(None), "aa\nhot dog\tA sausage\n"),
        ["2:5: another word after `hot`, in `hot dog\\u{9}A sausage`"]
    );
    let marked = ReadOptions {
        definitions: "=".parse().unwrap(),
        ..skip(None)
    };
    assert_eq!(
        problems("english", marked, "aa\nhot dog = A sausage\n"),
        ["2:5: another word after `hot`, in `hot dog = A sausage`"]
    );
    // `3` has no letters, so it does not count as a word without capitals: the option would drop every word.
    let message = " --skip-capitalised would drop every word (leave the option out)";
    let limit = Some(SkipLimit::Lines(1));
    assert_eq!(problems("english", skip(limit), "3\nAA\n"), [message]);
    // `a` is dropped as too short, but counts as a word without capitals: the option would not drop every word.
    let long = ReadOptions {
        min_length: 2,
        ..skip(None)
    };
    let message = " no words (0 words in 2 lines: 1 word skipped as too short, 1 word skipped as capitalised; check the list and the options)";
    assert_eq!(problems("english", long, "a\nNASA\n"), [message]);
}

#[test]
fn definitions_do_not_start_at_a_character_of_a_tile() {
    let options = ReadOptions {
        definitions: "·".parse().unwrap(),
        ..ReadOptions::default()
    };
    assert_eq!(
        problems("L,l,1,1,0\nL·L,l·l,1,1,0\n", options, "L·L\n"),
        [
            " definitions can't start at `·` (U+00B7), which a tile or a reading has (choose another character)"
        ]
    );
}

#[test]
fn accented_letters_are_read_as_tiles_of_the_alphabet() {
    let remedy = |alphabet: &str, list: &str| {
        let mut problems = read_with(alphabet, ReadOptions::default(), &mut list.as_bytes());
        problems.as_mut().expect_err("the list is bad").to_string()
    };
    let turkish = "A,a,1,1,1\nI,ı,1,1,1\nİ,i,1,1,1\n";
    assert!(remedy(turkish, "aï\n").contains("(--read 'ï = İ', if it is read as İ; "));
    assert!(!remedy(turkish, "až\n").contains("--read"));
    // The capital of ΐ is several characters.
    assert!(remedy("Ι,ι,1,1,1\n", "ιΐ\n").contains("`ΐ` (U+0390) fits no tile"));
}

#[test]
fn notes_every_dropped_line() {
    let rows = "A,a,1,1,1\nB,b,1,1,0\nS,s,1,1,0\n";
    let section = section(rows);
    let options = ReadOptions {
        skip_capitalised: true,
        skip_invalid: Some(SkipLimit::Lines(9)),
        min_length: 2,
        max_length: 3,
        ..ReadOptions::default()
    };
    let mut reader = WordListReader::new(Alphabet::from_bytes(&section).unwrap(), options);
    let mut notes = Vec::new();
    let list = "ab\n a\nabab\nAb\nabc\n\nab ab\n[a]b\naß\n";
    reader.read_noting(
        "list",
        &mut list.as_bytes(),
        &mut |_| {},
        Some(&mut |name: &str, note: &LineNote| {
            assert_eq!(name, "list");
            notes.push((
                note.line,
                note.column,
                note.kind,
                note.cause,
                note.text.clone(),
            ));
        }),
    );
    reader.finish().unwrap();
    let dropped =
        |line, column, cause, text: &str| (line, column, NoteKind::Dropped, cause, text.to_owned());
    assert_eq!(
        notes,
        [
            dropped(2, 2, Cause::Short, "a"),
            dropped(3, 1, Cause::Long, "abab"),
            dropped(4, 1, Cause::Capitalised, "Ab"),
            dropped(5, 3, Cause::Character('c'), "abc"),
            dropped(7, 4, Cause::Phrase, "ab ab"),
        ]
    );
}
