//! `lexc convert`.

use std::fs;
use std::path::Path;

use super::common::{Bench, assert_refused, data, done, missing, stderr, stdout};

const LIST: &str = "CARE\nCARES\nBARE\nBARES\nQI\nA\nZA\n";

/// Runs the command, which has to succeed. Returns its message.
#[track_caller]
fn convert(bench: &Bench, args: &[&str]) -> String {
    let output = bench.run(&[&["convert"], args].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stderr(&output).to_owned()
}

#[test]
fn word_graphs_give_the_bytes_that_build_gives() {
    let bench = Bench::with_image(LIST);
    for file in ["x.kwg", "x.kbwg"] {
        convert(&bench, &["x", "-o", file]);
        for options in [
            &[][..],
            &["--name", "Some", "--license", "none"],
            &["--compact", "--word-index"],
            &["--only", "dawg"],
        ] {
            bench.build(&[&["list", "-o", "built", "-f"], options].concat());
            convert(
                &bench,
                &[
                    &[file, "-o", "again", "-f", "--alphabet", "english"],
                    options,
                ]
                .concat(),
            );
            assert_eq!(
                bench.read("built"),
                bench.read("again"),
                "{file} {options:?}"
            );
        }
    }
    // The list gives the same file as its image. Standard input has no extension, so its content decides its kind.
    convert(&bench, &["list", "-o", "y.kwg"]);
    assert_eq!(bench.read("x.kwg"), bench.read("y.kwg"));
    let output = bench.run_with(&["convert", "-", "-o", "-"], &bench.read("x.kwg"));
    assert_eq!(stdout(&output), "A\nBARE\nBARES\nCARE\nCARES\nQI\nZA\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn graphs_that_do_not_look_like_their_alphabet_are_doubted() {
    let bench = Bench::new();
    bench.write("list", "HUS\nSOL\nVINTER\nTUR\nØY\n");
    bench.build(&["list", "-o", "x", "-a", "norwegian"]);
    convert(&bench, &["x", "-o", "x.kwg"]);
    let output = bench.run(&["convert", "x.kwg", "-o", "-", "-a", "norwegian"]);
    assert_eq!(stdout(&output), "HUS\nSOL\nTUR\nVINTER\nØY\n");
    // A number that the alphabet does not have is an error.
    let output = bench.run(&["convert", "x.kwg", "-o", "-"]);
    assert_eq!(output.status.code(), Some(2));
    let message = "tile 30 where the alphabet has 26 (name the alphabet of the file by --alphabet)";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    bench.write("few", "HUS\nSOL\nVINTER\nTUR\n");
    bench.build(&["few", "-o", "y", "-a", "norwegian"]);
    convert(&bench, &["y", "-o", "y.kwg"]);
    assert_eq!(
        convert(&bench, &["y.kwg", "-o", "y.txt", "-a", "slovene"]),
        "lexc: y.kwg: warning: no word has A, B, C, Č, E and 10 more letters of which the alphabet `slovene` has tiles: \
         the file names no alphabet, and may be of another one (--alphabet); it reads as GŠR, RNK, SŠQ, THMSDQ\n"
    );
    bench.write("sorted", "ACER\nACERS\nEGO\n");
    bench.build(&["sorted", "-o", "z"]);
    convert(&bench, &["z", "-o", "z.kwg"]);
    let message = convert(&bench, &["z.kwg", "-o", "z.txt"]);
    let warning = "lexc: z.kwg: warning: the letters of each word are in alphabet order, as in alphagrams (choose a list of words)\n";
    assert!(message.ends_with(warning), "{message}");
}

/// Converts the cases beside the project, if they are there.
#[test]
fn norwegian_graphs_of_another_program_give_their_words() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/lists");
    let bench = Bench::new();
    let few = "HUS\nSOL\nTUR\nVINTER\n".to_owned();
    let all = fs::read_to_string(cases.join("norwegian.txt"));
    for (name, words) in [
        ("norwegian-few.kwg", Some(few)),
        ("norwegian.kwg", all.ok()),
    ] {
        let path = cases.join(name);
        let Some(words) = words.filter(|_| path.exists()) else {
            continue;
        };
        let path = path.to_str().unwrap();
        let output = bench.run(&["convert", path, "-o", "-", "-a", "norwegian"]);
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(stdout(&output)), sorted(&words), "{name}");
        assert!(
            stderr(&output).contains("warning: no word has"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn says_what_it_wrote() {
    let bench = Bench::with_image(LIST);
    let message = convert(&bench, &["x", "-o", "x.kwg"]);
    let bytes = bench.read("x.kwg").len();
    assert_eq!(message, format!("lexc: x.kwg: 7 words, in {bytes} bytes\n"));
    bench.write("l.csv", "S,8\nQ,-6.8004\n");
    assert_eq!(
        convert(&bench, &["l.csv", "-o", "l.klv2"]),
        "lexc: 1 value rounded to a thousandth of a point\nlexc: l.klv2: 2 leaves of -6.8 to 8 points, in 32 bytes\n"
    );
    let leaves = data("leaves/scowl-60.leaves");
    for output in ["l.klv2", "l.csv"] {
        let message = convert(&bench, &[&leaves, "-o", output, "-f"]);
        let lost = "points, without the estimate for others, in ";
        assert!(message.contains(lost), "{message}");
    }
}

#[test]
fn text_is_sorted_as_wanted() {
    let bench = Bench::with_image(LIST);
    let text = |options: &[&str]| {
        let output = bench.run(&[&["convert", "x", "-o", "-"], options].concat());
        done(&output).to_owned()
    };
    assert_eq!(
        text(&["--sort", "length", "--alphagrams"]),
        "A\tA\nIQ\tQI\nAZ\tZA\nABER\tBARE\nACER\tCARE\nABERS\tBARES\nACERS\tCARES\n"
    );
    convert(&bench, &["x", "-o", "x.txt"]);
    assert_eq!(
        bench.read("x.txt"),
        b"A\nBARE\nBARES\nCARE\nCARES\nQI\nZA\n"
    );
}

#[test]
fn leaves_are_the_same_after_conversions_through_every_kind() {
    let bench = Bench::new();
    bench.write("l.csv", "\u{feff}leave,value\r\n\"?EA\",25.3\r\nq,-6.8\r\n");
    for options in [&[][..], &["--compact"]] {
        convert(
            &bench,
            &[&["l.csv", "-o", "l.leaves", "-f"], options].concat(),
        );
        assert_eq!(
            stdout(&bench.run(&["dump", "l.leaves"])),
            "AE?\t25.3\nQ\t-6.8\n"
        );
        assert_eq!(bench.run(&["check", "l.leaves"]).status.code(), Some(0));
        convert(&bench, &["l.leaves", "-o", "l.klv2", "-f"]);
        convert(
            &bench,
            &[&["l.klv2", "-o", "again.leaves", "-f"], options].concat(),
        );
        assert_eq!(bench.read("l.leaves"), bench.read("again.leaves"));
        convert(&bench, &["l.klv2", "-o", "again.csv", "-f"]);
        assert_eq!(bench.read("again.csv"), b"AE?,25.3\nQ,-6.8\n");
    }
    let info = bench.run(&["info", "l.leaves"]);
    assert!(
        done(&info)
            .contains("\nleave values    -6.8 to 25.3 points, others by the sum of their tiles\n")
    );
    // The option `--to` gives the kind of standard output.
    let output = bench.run_with(
        &["convert", "-", "-o", "-", "--to", "leaves", "--compact"],
        &bench.read("l.csv"),
    );
    assert_eq!(output.stdout, bench.read("l.leaves"));
}

#[test]
fn refuses_kinds_and_flags_that_contradict_each_other() {
    let bench = Bench::with_image(LIST);
    bench.write("l.csv", "S,8\n");
    convert(&bench, &["l.csv", "-o", "l.leaves"]);
    for (args, message) in [
        (
            &["x", "-o", "x.klv2"][..],
            "x: has words, and x.klv2 is for leaves (choose another output)",
        ),
        (
            &["l.leaves", "-o", "l.kwg"],
            "l.leaves: has leaves, and l.kwg is for words (choose another output)",
        ),
        (
            &["x", "-o", "y"],
            "x: an image already (to make another image of its words: lexc dump, then lexc build)",
        ),
        (
            &["x", "-o", "x.kwg", "-a", "english"],
            "x: the image has its own alphabet (leave --alphabet out)",
        ),
        (
            &["l.csv", "-o", "m.leaves", "--word-index"],
            "--word-index makes no difference to m.leaves (leave it out)",
        ),
        (
            &["x", "-o", "x.kwg", "--compact"],
            "--compact makes no difference to x.kwg (leave it out)",
        ),
        (
            &["x", "-o", "x.kwg", "--sort", "length"],
            "--sort makes no difference to x.kwg (leave it out)",
        ),
        (
            &["x", "-o", "x.kwg", "--max-length", "8"],
            "--max-length makes no difference to x, which is not a word list (leave it out)",
        ),
        (
            &["l.leaves", "-o", "m.csv", "--alphagrams"],
            "--alphagrams makes no difference to m.csv (leave it out)",
        ),
        (
            &["l.csv", "-o", "l.leaves"],
            "l.leaves: exists already (replace it with --force)",
        ),
        (
            &["l.csv", "-o", "l.csv", "-f"],
            "l.csv: would replace an input (choose another output)",
        ),
        (&["none", "-o", "y"], &missing("none")),
    ] {
        assert_refused(&bench.run(&[&["convert"], args].concat()), message);
    }
    assert_eq!(bench.names(), ["l.csv", "l.leaves", "list", "x"]);
}

#[test]
fn faults_of_files_come_with_their_place() {
    let bench = Bench::with_image(LIST);
    convert(&bench, &["x", "-o", "x.kwg"]);
    let good = bench.read("x.kwg");
    bench.write("cut.kwg", &good[..good.len() - 1]);
    bench.write("short.kwg", &good[..good.len() - 4]);
    bench.write("text.kwg", "CARE\nBARE\n\n\n");
    bench.write("empty.klv2", "");
    bench.write("l.csv", "S,8\nS!,1\nT,x\nS,9\n");
    let len = good.len();
    for (file, message) in [
        ("cut.kwg", format!("cut.kwg: offset {}: {} bytes where nodes take 4 each (get the file again)", len - 1, len - 1)),
        (
            "text.kwg",
            "text.kwg: offset 0: not a word graph: invalid first node (give the file the extension of its kind)"
                .to_owned(),
        ),
        (
            "empty.klv2",
            "empty.klv2: offset 0: the number of nodes belongs here, but the file has 0 bytes (it was cut off, or not a KLV2 file: get it again)"
                .to_owned(),
        ),
    ] {
        assert_refused(&bench.run(&["convert", file, "-o", "y"]), &message);
    }
    let output = bench.run(&["convert", "short.kwg", "-o", "y"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("lexc: short.kwg: offset "),
        "{}",
        stderr(&output)
    );
    assert_refused(
        &bench.run(&["convert", "l.csv", "-o", "y.leaves"]),
        "l.csv:2:2: `!` (U+0021) fits no tile, in `S!`\n\
         lexc: l.csv:3:3: `x` is not a value (write points, such as -6.8)\n\
         lexc: l.csv:4:1: line 1 has another value for this leave (keep one of them)",
    );
    // An alphabet with fewer tiles than the file.
    bench.write("ab.csv", "A,a,1,1,1\nB,b,1,1,0\n");
    let output = bench.run(&["convert", "x.kwg", "-o", "y", "-a", "ab.csv"]);
    assert!(
        stderr(&output)
            .contains("where the alphabet has 2 (name the alphabet of the file by --alphabet)"),
        "{}",
        stderr(&output)
    );
    assert!(!bench.names().contains(&"y".to_owned()));
}

/// Quackle's DAWG of `AT`, `B` and `BAT`.
fn quackle() -> Vec<u8> {
    let mut bytes = vec![1];
    bytes.extend([7; 16]);
    bytes.extend([0, 0, 3, 3]);
    bytes.extend(b"A B T ");
    let node = |child: u8, letter: u8, is_last: bool, playability: u8| {
        [
            0,
            0,
            child,
            letter | if is_last { 64 } else { 0 },
            0,
            0,
            playability,
        ]
    };
    for node in [
        node(1, 63, true, 0),
        node(3, 0, false, 0),
        node(4, 1, true, 9),
        node(0, 2, true, 1),
        node(3, 0, true, 0),
    ] {
        bytes.extend(node);
    }
    bytes
}

#[test]
fn quackles_words_are_listed() {
    let bench = Bench::new();
    bench.write("q.dawg", quackle());
    bench.write("q", quackle());
    for file in ["q.dawg", "q"] {
        let output = bench.run(&["convert", file, "-o", "-"]);
        assert_eq!(done(&output), "AT\nB\nBAT\n");
    }
    bench.write("list", "BAT\nB\nAT\n");
    bench.build(&["list", "-o", "built"]);
    convert(&bench, &["q.dawg", "-o", "converted"]);
    assert_eq!(bench.read("built"), bench.read("converted"));
}
