//! `lexc find`.

use super::common::{Bench, assert_refused, data, done, stdout};

const WORDS: &str = "ABLE\nACE\nACRE\nARC\nCABLE\nCARE\nCARED\nCARES\nRACE\nSCAR\nSCARE\n";

#[test]
fn prints_the_words_that_meet_all_conditions() {
    let bench = Bench::with_image(WORDS);
    for (args, expected) in [
        (&["--anagram", "rac?", "-p", "s*"][..], "SCAR"),
        (&["-a", "S*"], "CARES SCAR SCARE"),
        (&["-s", "[ce]able", "-l", "3"], "ACE"),
        (
            &["--pattern", "[^a]*[de]", "--length", "5-"],
            "CABLE CARED SCARE",
        ),
        (&["--hooks", "care", "--near", "scar"], "SCARE"),
        (
            &["--is-hook", "--takes-no-hook", "--vowels", "2"],
            "CABLE CARED CARES RACE SCARE",
        ),
        (
            &["--near", "care", "--distance", "2", "--length", "-4"],
            "CARE ACE ACRE ARC RACE SCAR",
        ),
        (&["--code", "ABCB", "--pattern", "*"], ""),
        (&["--code", "abcd", "--prefix", "s"], "SCAR"),
        (&["--sort", "length", "--limit", "3"], "ACE ARC ABLE"),
        (&["--anagram", "care", "--limit", "2"], "ACRE CARE"),
        (&["--anagram", "care", "--count"], "3"),
        (&["--phrase", "bare lace"], "ABLE ACRE;ABLE CARE;ABLE RACE"),
        (
            &["--phrase", "bare lace", "--pattern", "...e r*"],
            "ABLE RACE",
        ),
        (&["--code", "123 4123"], "ACE RACE"),
        (&["--code", "123\u{a0}4123"], "ACE RACE"),
        (&["--code", "e\u{301}23 4\u{e9}23"], "ACE RACE"),
    ] {
        let output = bench.run(&[&["find", "x"], args].concat());
        let separator = if expected.contains(';') { ";" } else { " " };
        let found = stdout(&output);
        let found: Vec<&str> = found.lines().collect();
        assert_eq!(found.join(separator), expected, "{args:?}");
        let code = if expected.is_empty() { 1 } else { 0 };
        assert_eq!(output.status.code(), Some(code), "{args:?}");
    }
}

/// The expected numbers are computed by hand from the English bag: 9 A, 2 C, 12 E and 2 blanks.
#[test]
fn sorts_by_probability_and_prints_the_number_of_draws() {
    let bench = Bench::with_image("CC\nAC\nACE\nCA\nEA\n");
    let output = bench.run(&["find", "x", "--sort", "probability", "--json"]);
    assert_eq!(
        done(&output),
        "{\"word\":\"EA\",\"draws\":151}\n{\"word\":\"AC\",\"draws\":41}\n\
         {\"word\":\"CA\",\"draws\":41}\n{\"word\":\"CC\",\"draws\":6}\n\
         {\"word\":\"ACE\",\"draws\":539}\n"
    );
}

#[test]
fn prints_json() {
    let bench = Bench::with_image(WORDS);
    for (args, expected) in [
        (
            &["--near", "acre", "--limit", "2"][..],
            "{'word':'ACRE','distance':0}\n{'word':'ACE','distance':1}\n",
        ),
        (&["--count"], "{'count':11}\n"),
        (
            &["--code", "123 4123"],
            "{'words':['ACE','RACE'],'key':{'1':'A','2':'C','3':'E','4':'R'}}\n",
        ),
    ] {
        let output = bench.run(&[&["find", "x", "--json"], args].concat());
        assert_eq!(stdout(&output), expected.replace('\'', "\""), "{args:?}");
    }
}

#[test]
fn reads_tiles_of_several_characters() {
    let bench = Bench::new();
    let alphabet = data("alphabets/spanish.csv");
    bench.write("list", "[CH]ICO\nCASA\nCA[LL]E\nHICO\n");
    bench.build(&["list", "-o", "x", "--alphabet", &alphabet]);
    for (args, expected) in [
        (["--pattern", "[ch]*"], "[CH]ICO\n"),
        (["--pattern", "[hc]*"], "CA[LL]E\nCASA\nHICO\n"),
        (["--pattern", "[[ch]h]*"], "[CH]ICO\nHICO\n"),
        (["--anagram", "oic[ch]"], "[CH]ICO\n"),
        (["--hooks", "ico"], "[CH]ICO\nHICO\n"),
    ] {
        let output = bench.run(&["find", "x", args[0], args[1]]);
        assert_eq!(done(&output), expected, "{args:?}");
    }
    // In brackets, a dot does not stand for any tile: `[l.l]` is the tile L·L.
    bench.write("l", "COL·LEGA\n");
    bench.build(&["l", "-o", "y", "--alphabet", "catalan"]);
    let output = bench.run(&["find", "y", "--pattern", "co[l.l]ega"]);
    assert_eq!(done(&output), "CO[L·L]EGA\n");
}

#[test]
fn refuses_texts_that_are_not_conditions() {
    let bench = Bench::with_image(WORDS);
    for (args, message) in [
        (
            &["--anagram", "a-b"][..],
            "--anagram `a-b`: character 2: '-' is an unknown tile",
        ),
        (
            &["--pattern", "[]*"],
            "--pattern `[]*`: character 1: no tile in the brackets (write ? for any tile)",
        ),
        (
            &["--pattern", "[ab"],
            "--pattern `[ab`: character 1: the bracket is not closed (add ])",
        ),
        (
            &["--near", "a-b"],
            "--near `a-b`: `-` (U+002D) fits no tile",
        ),
        (
            &["--length", "8-7"],
            "--length `8-7`: character 1: the range ends before its start (write the least number first)",
        ),
        (
            &["--is-hook=left"],
            "--is-hook `left`: character 1: unknown side (use front, back or either)",
        ),
        (
            &["--phrase", "ab", "--pattern", "a*", "--pattern", "*b"],
            "a second --pattern is for single words, not for phrases (leave it out)",
        ),
        (
            &["--phrase", "ab", "--near", "ab"],
            "--near is for single words, not for phrases (leave it out)",
        ),
        (
            &["--code", "AB", "--pattern", "a* b*"],
            "--code has 1 word, --pattern 2 words (give both the same number of words)",
        ),
    ] {
        let output = bench.run(&[&["find", "x"], args].concat());
        assert_refused(&output, message);
    }
}

#[test]
fn prints_the_definitions_of_an_image() {
    let bench = Bench::new();
    bench.write("list", "AB\ta muscle\nBA\n");
    bench.build(&["list", "-o", "x", "--definitions"]);
    assert_eq!(done(&bench.run(&["find", "x"])), "AB\ta muscle\nBA\n");
    assert_eq!(
        done(&bench.run(&["find", "x", "--json", "--prefix", "a"])),
        "{\"word\":\"AB\",\"definition\":\"a muscle\"}\n"
    );
}
