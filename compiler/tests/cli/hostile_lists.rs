//! Hostile word lists and alphabets: endless lines, many words, the smallest and the largest alphabet.
//!
//! `LEXC_SCOPE=full` makes lines of 4 GiB and lists of ten million words.

use super::common::{Bench, assert_refused, done, is_full, stderr};

/// The line is larger than the limit on memory.
#[cfg(unix)]
#[test]
fn a_line_without_an_end_takes_bounded_memory() {
    use std::io::Write;
    use std::process::{Command, Stdio};

    const LIMIT_KIB: u64 = 48 << 10;
    let line_bytes: u64 = if is_full() { 4 << 30 } else { 128 << 20 };
    let bench = Bench::new();
    let cut = "A".repeat(40);
    let long = "a line of more than 65536 bytes (write each word on a line of its own)";
    for (start, block, message) in [
        (
            "",
            &b"A"[..],
            format!(
                "<stdin>:1:64: more than 63 tiles, in `{cut}…` (write each word on a line of its own, or skip long ones with --max-length)"
            ),
        ),
        ("AA\n", b"#", format!("<stdin>:2:65537: {long}")),
        ("AA\nAB\t", b" x", format!("<stdin>:2:65537: {long}")),
        (
            "AA\n",
            b"\xFF",
            "<stdin>:2:1: byte 0xFF is not UTF-8 text: 1 line is probably windows-1256 (--encoding windows-1256 reads the list)".to_owned(),
        ),
        (
            "AA\nA",
            b"\0",
            "<stdin>:2:2: a NUL byte, so this is not text (name a text file)".to_owned(),
        ),
    ] {
        let script = format!(
            "ulimit -v {LIMIT_KIB}; exec '{}' build - -o x --max-bytes 8589934592",
            env!("CARGO_BIN_EXE_lexc")
        );
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .current_dir(bench.path(""))
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let block = block.repeat(1 << 16);
        // The program stops reading input that is not text, so writing may fail.
        let _ = stdin.write_all(start.as_bytes());
        for _ in 0..line_bytes / block.len() as u64 {
            if stdin.write_all(&block).is_err() {
                break;
            }
        }
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        let first = stderr(&output).lines().next();
        assert_eq!(first, Some(&format!("lexc: {message}")[..]));
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(bench.names(), [""; 0]);
    }
}

/// A line of 128 MiB in 130 KiB of gzip. The line is larger than the limit on memory.
#[cfg(unix)]
#[test]
fn a_gzip_bomb_takes_bounded_memory() {
    use std::io::Write;
    use std::process::Command;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    let bench = Bench::new();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let block = [b'A'; 1 << 20];
    for _ in 0..128 {
        encoder.write_all(&block).unwrap();
    }
    bench.write("bomb.gz", encoder.finish().unwrap());
    let script = format!(
        "ulimit -v {}; exec '{}' build bomb.gz -o x",
        48 << 10,
        env!("CARGO_BIN_EXE_lexc")
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(bench.path(""))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("more than 63 tiles"),
        "{}",
        stderr(&output)
    );
    assert_eq!(bench.names(), ["bomb.gz"]);
}

/// Different words of five letters in a scrambled order. There are 26^5 = 11,881,376 such words. The index of a word is
/// multiplied by a factor coprime to this number, so no word occurs twice.
fn many_words(count: u64) -> String {
    let letters = |index: u64| {
        let mut rest = index * 7_919_111 % 11_881_376;
        [0; 5].map(|_| {
            let letter = b'A' + u8::try_from(rest % 26).unwrap();
            rest /= 26;
            char::from(letter)
        })
    };
    let mut words = String::new();
    for index in 0..count {
        words.extend(letters(index));
        words.push('\n');
    }
    words
}

#[test]
fn builds_and_checks_a_list_of_many_words() {
    let count = if is_full() { 10_000_000 } else { 300_000 };
    let bench = Bench::new();
    bench.write("list", many_words(count));
    let output = bench.run(&["build", "list", "-o", "x", "--word-index", "--verbose"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    eprintln!("{}", stderr(&output));
    let start = format!("lexc: {count} words in {count} lines\n");
    assert!(stderr(&output).starts_with(&start), "{}", stderr(&output));
    let check = bench.run(&["check", "x", "--words", "list"]);
    assert_eq!(check.status.code(), Some(0), "{}", stderr(&check));
}

/// Builds an image of the list. Asserts that the image passes `lexc check`, that its dump is `words`, and that the dump
/// builds the same image again.
#[track_caller]
fn assert_words(bench: &Bench, list: &str, words: &str) {
    bench.write("list", list);
    bench.build(&[
        "list",
        "-o",
        "x",
        "--force",
        "--alphabet",
        "tiles.csv",
        "--word-index",
    ]);
    let check = bench.run(&["check", "x", "--words", "list"]);
    assert_eq!(check.status.code(), Some(0), "{}", stderr(&check));
    assert_eq!(done(&bench.run(&["dump", "x"])), words);
    bench.write("list", words);
    bench.build(&[
        "list",
        "-o",
        "y",
        "--force",
        "--alphabet",
        "tiles.csv",
        "--word-index",
    ]);
    assert_eq!(bench.read("x"), bench.read("y"));
}

#[test]
fn an_alphabet_has_62_tiles_at_most() {
    let bench = Bench::new();
    let armenian = ('\u{531}'..='\u{556}').zip('\u{561}'..='\u{586}');
    let letters = ('A'..='Z').zip('a'..='z').chain(armenian).take(62);
    let letters: Vec<(char, char)> = letters.collect();
    let row = |(upper, lower)| format!("{upper},{lower},2,1,0\n");
    let rows = |letters: &[(char, char)]| letters.iter().copied().map(row).collect::<String>();
    bench.write("tiles.csv", "?,?,2,0,0\n".to_owned() + &rows(&letters));
    // All words of two letters, and one word of all 62 letters.
    let mut words: Vec<String> = letters
        .iter()
        .flat_map(|(a, _)| letters.iter().map(move |(b, _)| format!("{a}{b}\n")))
        .collect();
    let all: String = letters.iter().map(|(upper, _)| upper).collect();
    words.insert(2, format!("{all}\n"));
    let lower: String = words.iter().rev().map(|word| word.to_lowercase()).collect();
    let sorted: String = words.concat();
    // The word of all letters comes third, after AA and AB: it starts with ABC.
    assert_words(&bench, &lower, &sorted);

    let rows = rows(&letters) + "\u{10a0},\u{2d00},1,1,0\n";
    bench.write("tiles.csv", rows);
    let output = bench.run(&["build", "list", "-o", "z", "--alphabet", "tiles.csv"]);
    assert_refused(&output, "tiles.csv:63:1: more than 62 tiles");
}
