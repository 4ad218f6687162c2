//! `lexc check`.

use lexc_formats::Image;
use serde_json::Value;

use super::common::{Bench, assert_refused, data, done, stderr, stdout};

/// Each level with its result.
fn levels(output: &str) -> Vec<(&str, &str)> {
    let lines = output.lines().filter(|line| !line.starts_with(' '));
    lines
        .map(|line| {
            let (level, rest) = line.split_at(11);
            (level.trim_end(), rest[..rest.len().min(10)].trim_end())
        })
        .collect()
}

#[test]
fn a_good_image_passes_every_level() {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    let output = bench.run(&["check", "x"]);
    let names = [
        "header",
        "checksums",
        "contents",
        "structure",
        "words",
        "gaddag",
        "minimal",
        "canonical",
    ];
    assert_eq!(levels(done(&output)), names.map(|name| (name, "ok")));
    let words = "words      ok        3 words, the longest of 4 tiles, fingerprint ";
    assert!(stdout(&output).contains(words), "{}", stdout(&output));
    assert!(stdout(&output).contains("gaddag     ok        8 strings, "));

    bench.build(&["list", "-o", "dawg", "--only", "dawg"]);
    let output = bench.run(&["check", "dawg"]);
    assert_eq!(levels(done(&output))[5], ("gaddag", "not done"));
    bench.build(&["list", "-o", "gaddag", "--only", "gaddag"]);
    done(&bench.run(&["check", "gaddag"]));
}

#[test]
fn passes_the_image_of_a_real_list() {
    let bench = Bench::new();
    let list = data("words/scowl-60.txt");
    bench.build(&[&list, "-o", "x", "--word-index"]);
    let output = bench.run(&["check", "x", "--words", &list]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "lexc: 76603 words in 76603 lines\n");
    assert!(
        levels(stdout(&output))
            .iter()
            .all(|(_, result)| *result == "ok")
    );
}

#[test]
fn the_difference_from_a_list_is_shown() {
    let bench = Bench::with_image("AA\nAB\nBA\nCAB\n");
    bench.write("same", "cab\nba\nab\naa\nzzz\n");
    let output = bench.run(&["check", "x", "--words", "same", "--max-length", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let args = [
        "check", "x", "--words", "part", "--words", "rest", "--limit", "2",
    ];
    bench.write("part", "AA\nAB\n");
    bench.write("rest", "BA\nCAB\n");
    let output = bench.run(&args);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stdout(&output).lines().last(),
        Some("list       ok        exactly the 4 words of part, rest")
    );
    bench.write("rest", "BA\nZA\nZAA\nZAZ\n");
    let output = bench.run(&args);
    assert_eq!(output.status.code(), Some(1));
    let shown = "list       failed    3 words of part, rest missing, 1 word extra\n  missing ZA\n  missing ZAA\n  \
                 and 1 more missing\n  extra CAB\n";
    assert!(stdout(&output).ends_with(shown), "{}", stdout(&output));
    let output = bench.run_with(&["check", "x", "--words", "-"], b"AA\nAB\nBA\nCAB\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn damage_is_named_with_its_place() {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    let good = bench.read("x");
    for (damage, level, message) in [
        (
            &good[..good.len() - 1],
            "header",
            format!(
                "image has {} bytes where its header says {}, and ends before section ANAG does (it was cut off: fetch or build it again)",
                good.len() - 1,
                good.len()
            ),
        ),
        (
            &[&good[..good.len() - 1], &[good[good.len() - 1] ^ 1]].concat(),
            "checksums",
            "section ANAG at offset 1216 is damaged: checksum ".to_owned(),
        ),
        (
            b"AA\nAAH\nAAHED\n",
            "header",
            "not a lexc image: it starts with \"AA\\nAAH\\nA\" (build one from a word list with `lexc build`)".to_owned(),
        ),
    ] {
        bench.write("bad", damage);
        let output = bench.run(&["check", "bad", "--words", "list"]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(stderr(&output), "");
        let line = format!("{level:<11}failed    {message}");
        assert!(stdout(&output).contains(&line), "{}", stdout(&output));
        let levels = levels(stdout(&output));
        assert_eq!(levels.len(), 9);
        let failed = levels.iter().position(|(name, _)| *name == level).unwrap();
        for (index, (name, result)) in levels.into_iter().enumerate() {
            let expected = ["ok", "failed", "not done"][usize::from(index >= failed) + usize::from(index > failed)];
            assert_eq!(result, expected, "{name}");
        }
    }
}

/// Samples of the damage that `tests/damage.rs` tries through the library: bits of every section, cuts, additions, and
/// pages that are zeroed or misplaced.
#[test]
fn damage_of_every_kind_is_named_by_the_program() {
    let bench = Bench::new();
    let list = std::fs::read_to_string(data("words/scowl-60.txt")).unwrap();
    let words: Vec<&str> = list.lines().step_by(90).collect();
    bench.write("list", words.join("\n"));
    bench.build(&["list", "-o", "x", "--word-index"]);
    let good = bench.read("x");
    assert!(good.len() >= 65_536, "{}", good.len());
    let refused = |damaged: &[u8], level: &str, named: &str| {
        bench.write("bad", damaged);
        let output = bench.run(&["check", "bad"]);
        assert_eq!(output.status.code(), Some(1), "{named}");
        assert_eq!(stderr(&output), "", "{named}");
        let line = stdout(&output).lines().find(|line| line.contains("failed"));
        let line = line.unwrap_or_default();
        assert!(
            line.starts_with(level) && line.contains(named),
            "{named}: {line}"
        );
    };
    let sections = Image::from_bytes(&good).unwrap().sections().to_vec();
    assert_eq!(sections.len(), 8);
    let with_flipped = |offset: u64| {
        let mut damaged = good.clone();
        damaged[usize::try_from(offset).unwrap()] ^= 0x10;
        damaged
    };
    for (index, section) in sections.iter().enumerate() {
        let (start, len) = (section.offset.get(), section.len.get());
        let named = format!("section {} at offset {start} is damaged", section.name);
        for offset in [start, start + len / 2, start + len - 1] {
            refused(&with_flipped(offset), "checksums", &named);
        }
        let row = 32 + 32 * index as u64;
        refused(
            &with_flipped(row + 8),
            "header",
            "header or section table is damaged",
        );
        let cut = usize::try_from(start + len - 1).unwrap();
        let named = format!("and ends before section {} does", section.name);
        refused(&good[..cut], "header", &named);
    }
    let padding = sections[0].offset.get() + sections[0].len.get();
    let named = format!("padding before section DAWG, offset {padding}: ");
    refused(&with_flipped(padding), "checksums", &named);
    refused(&with_flipped(0), "header", "not a lexc image");
    refused(b"", "header", "image too short for header");
    let longer = [&good[..], b"\n"].concat();
    refused(&longer, "header", "and continues after section ANAG");
    // Pages of the nodes: zeroed, swapped, one in place of another, inserted.
    let page = |index: usize| &good[4096 * index..4096 * (index + 1)];
    let (before, after) = (&good[..4 * 4096], &good[6 * 4096..]);
    let nodes = sections[5].offset.get();
    let nodes = format!("section RECS at offset {nodes} is damaged");
    for pages in [
        [page(4), &[0; 4096]],
        [page(5), page(4)],
        [page(5), page(5)],
    ] {
        let damaged = [before, pages[0], pages[1], after].concat();
        refused(&damaged, "checksums", &nodes);
    }
    let damaged = [before, page(3), page(4), page(5), after].concat();
    refused(&damaged, "header", "and continues after section ANAG");
}

#[test]
fn findings_can_be_an_object() {
    let bench = Bench::with_image("AA\nAB\n");
    bench.write("other", "AB\nBA\n");
    let output = bench.run(&["check", "x", "--json", "--words", "other"]);
    assert_eq!(output.status.code(), Some(1));
    let found: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(found["image"], "x");
    assert_eq!(found["good"], false);
    assert_eq!(found["levels"].as_array().unwrap().len(), 9);
    assert_eq!(found["levels"][4]["level"], "words");
    assert_eq!(found["levels"][4]["result"], "ok");
    assert_eq!(found["levels"][8]["result"], "failed");
    assert_eq!(found["difference"]["missing_count"], 1);
    assert_eq!(found["difference"]["missing"][0], "BA");
    assert_eq!(found["difference"]["extra"][0], "AA");
    let output = bench.run(&["check", "x", "--json"]);
    let found: Value = serde_json::from_str(done(&output)).unwrap();
    assert_eq!(found["good"], true);
    assert_eq!(found["difference"], Value::Null);
}

#[test]
fn levels_can_be_left_out() {
    let bench = Bench::with_image("AB\nABBA\nBA\n");
    let with_level = |level| bench.run(&["check", "x", "--level", level]);
    let output = with_level("structure");
    let found = levels(done(&output));
    assert!(found[..4].iter().all(|(_, result)| *result == "ok"));
    assert!(found[4..].iter().all(|(_, result)| *result == "not done"));
    assert!(stdout(&output).ends_with("canonical  not done  not asked for\n"));
    let output = with_level("canonical");
    assert!(
        levels(done(&output))
            .iter()
            .all(|(_, result)| *result == "ok")
    );
    let output = bench.run(&["check", "x", "--level", "words", "--words", "list"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).ends_with("list       ok        exactly the 3 words of list\n"));
    assert_refused(
        &bench.run(&["check", "x", "--level", "structure", "--words", "list"]),
        "words can't be compared without the level words (ask for this level or a later one)",
    );
    assert_eq!(with_level("all").status.code(), Some(2));
}

#[test]
fn reports_inputs_that_cannot_be_checked() {
    let bench = Bench::with_image("AA\nAB\n");
    let output = bench.run(&["check", "missing"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("lexc: missing: "),
        "{}",
        stderr(&output)
    );
    bench.write("bad", "A-B\n");
    assert_refused(
        &bench.run(&["check", "x", "--words", "bad"]),
        "bad:1:2: `-` (U+002D) fits no tile, in `A-B`\n\
         lexc: 1 line with `-` (U+002D), which fits no tile (--max-skipped 100% drops them)\n\
         lexc: nothing is done while lines are bad (correct them, or drop them with --max-skipped 100%)",
    );
    assert_refused(
        &bench.run(&["check", "-", "--words", "-"]),
        "image and lists can't both come from standard input (name a file for one)",
    );
    let image = bench.read("x");
    assert_eq!(
        bench.run_with(&["check", "-"], &image).status.code(),
        Some(0)
    );
}
