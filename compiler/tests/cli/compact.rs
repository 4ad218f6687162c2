//! Images of `lexc build --compact`: contents, damage, look-ups and plays.

use serde_json::Value;

use super::common::{Bench, assert_refused, data, done, stderr, stdout};

const LIST: &str = "AA\nAB\nBAA\nCAB\nRETSINA\n";

/// A bench with the compact image `x` of the list, without a GADDAG.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("list", LIST);
    bench.build(&["list", "-o", "x", "--compact", "--only", "dawg"]);
    bench
}

fn json(bench: &Bench, args: &[&str]) -> Value {
    serde_json::from_str(done(&bench.run(args))).unwrap()
}

#[test]
fn compact_images_hold_the_automata_in_fewer_bytes() {
    let bench = Bench::new();
    let list = data("words/scowl-60.txt");
    for (only, percent) in [(&[][..], 67), (&["--only", "dawg"], 60)] {
        bench.build(&[&[&list, "-f", "-o", "compact", "--compact"], only].concat());
        bench.build(&[&[&list, "-f", "-o", "fast"], only].concat());
        let [compact, fast] = ["compact", "fast"].map(|name| bench.read(name));
        assert!(100 * compact.len() < percent * fast.len());
        let [compact, fast] =
            ["compact", "fast"].map(|name| json(&bench, &["info", name, "--json"]));
        for key in [
            "words",
            "longest",
            "fingerprint",
            "anagram_filter",
            "word_map",
            "word_index",
        ] {
            assert_eq!(compact[key], fast[key], "{key}");
        }
        for automaton in ["dawg", "gaddag"] {
            for key in ["states", "edges", "letter_sets", "pairs"] {
                let [compact, fast] = [&compact, &fast].map(|info| &info[automaton][key]);
                assert_eq!(compact, fast, "{automaton}, {key}");
            }
            let [compact, fast] = [&compact, &fast].map(|info| info[automaton]["bytes"].as_u64());
            assert!(compact.is_none() || (1..fast.unwrap()).contains(&compact.unwrap()));
        }
        let dump = bench.run(&["dump", "compact"]);
        assert_eq!(done(&dump), done(&bench.run(&["dump", "fast"])));
        let output = bench.run(&["check", "compact", "--words", &list]);
        assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    }
}

#[test]
fn verbose_lists_fast_and_compact_nodes() {
    let bench = Bench::new();
    bench.write("list", LIST);
    let output = bench.run(&["build", "list", "-o", "x", "--compact", "-v"]);
    assert_eq!(output.status.code(), Some(0));
    let table: Vec<Vec<&str>> = stderr(&output)
        .lines()
        .filter(|line| !line.starts_with("lexc: "))
        .skip(1)
        .map(|line| line.split_whitespace().collect())
        .collect();
    let stages: Vec<&str> = table.iter().map(|row| row[0]).collect();
    assert_eq!(
        stages,
        [
            "word", "DAWG", "GADDAG", "compact", "anagram", "image", "output"
        ]
    );
    let section = &json(&bench, &["info", "x", "--json"])["sections"][4];
    assert_eq!(section["name"], "COMP");
    let bytes = section["bytes"].to_string();
    assert_eq!(table[3][2..4], ["nodes", &bytes]);
}

#[test]
fn compact_images_without_a_dawg_have_no_word_index() {
    let bench = Bench::new();
    bench.write("list", LIST);
    let options = [
        "build",
        "list",
        "-o",
        "x",
        "--compact",
        "--only",
        "gaddag",
        "--word-index",
    ];
    assert_refused(
        &bench.run(&options),
        "the word index needs the DAWG (build both automata: leave out --only gaddag)",
    );
    assert_eq!(bench.names(), ["list"]);
}

#[test]
fn compact_images_have_a_word_index_if_wanted() {
    let bench = Bench::new();
    bench.write("list", LIST);
    for options in [
        &["--compact"][..],
        &["--compact", "--only", "dawg"],
        &["--only", "dawg"],
    ] {
        bench.build(&[&["list", "-o", "x", "-f", "--word-index"], options].concat());
        assert_eq!(bench.run(&["check", "x"]).status.code(), Some(0));
        let output = bench.run(&["dump", "x"]);
        let words = done(&output);
        let all: Vec<&str> = words.lines().collect();
        let output = bench.run(&[&["query", "x", "--word-index"], &all[..]].concat());
        let numbered = done(&output);
        for (index, (line, word)) in numbered.lines().zip(&all).enumerate() {
            let fields: Vec<&str> = line.split_whitespace().collect();
            assert!(
                fields.contains(word) && fields.contains(&&*index.to_string()),
                "{line}"
            );
        }
        assert_eq!(numbered.lines().count(), all.len());
    }
}

#[test]
fn compact_images_pass_every_level() {
    let bench = bench();
    let output = bench.run(&["check", "x"]);
    let sum = "338e58b6ff10d9ab67be5b26ad31452d";
    let expected = [
        "header     ok        version 1.0, 747 bytes".to_owned(),
        "checksums  ok        sections ALPH DAWG META COMP".to_owned(),
        "contents   ok        alphabet english, 26 tiles".to_owned(),
        "structure  ok        30 bytes of compact nodes".to_owned(),
        format!("words      ok        5 words, the longest of 7 tiles, fingerprint {sum}"),
        "gaddag     not done  the image has no GADDAG".to_owned(),
        "minimal    ok        11 nodes, no two alike".to_owned(),
        "canonical  ok        byte for byte what this compiler writes".to_owned(),
    ];
    assert_eq!(done(&output).lines().collect::<Vec<_>>(), expected);
    for (index, level) in expected.iter().enumerate() {
        let level = level.split(' ').next().unwrap();
        let output = bench.run(&["check", "x", "--level", level]);
        for (place, line) in done(&output).lines().enumerate() {
            let is_asked_for = place <= index;
            assert_eq!(!line.ends_with("not asked for"), is_asked_for, "{line}");
        }
        let levels = &json(&bench, &["check", "x", "--level", level, "--json"])["levels"];
        assert_eq!(levels[index]["level"], level);
        let result = if level == "gaddag" { "not done" } else { "ok" };
        assert_eq!(levels[index]["result"], result);
    }
}

#[test]
fn names_the_damage() {
    let bench = bench();
    let whole = bench.read("x");
    let mut damaged = whole.clone();
    damaged[720] ^= 1;
    bench.write("damaged", damaged);
    let output = bench.run(&["check", "damaged"]);
    assert_eq!(output.status.code(), Some(1));
    let line = "checksums  failed    section COMP at offset 704 is damaged: checksum ";
    assert!(stdout(&output).contains(line), "{}", stdout(&output));
    let output = bench.run(&["query", "damaged", "AA"]);
    assert_eq!(output.status.code(), Some(2));
    let message = "lexc: damaged: section COMP at offset 704 is damaged: checksum ";
    assert!(stderr(&output).starts_with(message), "{}", stderr(&output));

    bench.write("cut", &whole[..740]);
    let output = bench.run(&["check", "cut"]);
    assert_eq!(output.status.code(), Some(1));
    let line = "header     failed    ";
    assert!(stdout(&output).starts_with(line) && stdout(&output).contains("section COMP"));
}

#[test]
fn words_are_looked_up() {
    let bench = bench();
    assert_eq!(
        done(&bench.run(&["query", "x", "AB", "cab"])),
        "AB yes\ncab yes\n"
    );
    let output = bench.run(&["query", "x", "AB", "ABC"]);
    assert_eq!(stdout(&output), "AB yes\nABC no\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        done(&bench.run(&["query", "x", "--prefix", "RETS"])),
        "RETS- yes\n"
    );
    for question in [&["--word-at", "0"][..], &["AB", "--word-index"]] {
        assert_refused(
            &bench.run(&[&["query", "x"], question].concat()),
            "x: no word index (build the image with --word-index)",
        );
    }
}

#[test]
fn finds_the_plays_of_fast_nodes() {
    let bench = bench();
    bench.build(&["list", "-o", "fast"]);
    bench.write(
        "positions",
        "15/15/15/15/15/15/15/6CAB6/15/15/15/15/15/15/15 AABEINR/ 0/0 0\n\
         15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINR??/ 0/0 0\n",
    );
    for options in [&["--summary"][..], &["--json"], &["--top", "3"]] {
        let [compact, fast] = ["x", "fast"].map(|image| {
            let output = bench.run(&[&["moves", image, "positions"], options].concat());
            done(&output).replace(&format!("\"image\": \"{image}\""), "")
        });
        assert_eq!(compact, fast, "{options:?}");
        assert!(!compact.is_empty());
    }
    let seeds = ["--games", "3", "--seed", "4", "--threads", "1"];
    let games = |image, algorithm| {
        let how = ["--positions", "-", "--algorithm", algorithm];
        let output = bench.run(&[&["selfplay", image][..], &seeds, &how].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output).to_owned()
    };
    for algorithm in ["dawg", "every-line"] {
        assert_eq!(
            games("x", algorithm),
            games("fast", algorithm),
            "{algorithm}"
        );
    }
    let bench_of = |algorithm| {
        bench.run(&[
            "bench",
            "x",
            "positions",
            "--passes",
            "1",
            "--algorithm",
            algorithm,
        ])
    };
    assert!(done(&bench_of("dawg")).starts_with("image   x: 5 words, 747 bytes\n"));
    assert_refused(
        &bench_of("gaddag"),
        "the image has no GADDAG (choose another algorithm, or build the image with both automata)",
    );
}
