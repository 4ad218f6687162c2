//! Labels of words in `build`, `dump`, `info` and `check`.

use serde_json::{Value, json};

use super::common::{Bench, assert_refused, done, stderr, stdout};

/// A lexicon of two editions with levels: from lists and a table.
fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("csw", "CARE\nCARES\nQIS\nZEN\n");
    bench.write("nwl", "care\nscare # x\n");
    bench.write("offensive.csv", "word;level\nZEN;3\nZENS;4\n");
    bench.write("levels", "CARE 10\nZEN 20\nCARES 10\nSCARES 7\nCARE 10\n");
    bench.build(&[
        "csw",
        "nwl",
        "-o",
        "x",
        "--label",
        "csw=csw",
        "--label",
        "nwl=nwl",
        "--symbol",
        "csw=#",
        "--number",
        "level=levels",
    ]);
    bench
}

#[test]
fn a_dump_with_labels_builds_the_same_image() {
    let bench = bench();
    let dump = "word\tcsw\tnwl\tlevel\nCARE\t1\t1\t10\nCARES\t1\t\t10\nQIS\t1\t\t\nSCARE\t\t1\t\nZEN\t1\t\t20\n";
    assert_eq!(done(&bench.run(&["dump", "x", "--labels"])), dump);
    assert!(done(&bench.run(&["check", "x"])).contains("LABL"));
    let args = [
        "build", "-", "-o", "-", "--label", "csw", "--label", "nwl", "--number", "level",
        "--symbol", "csw=#",
    ];
    let again = bench.run_with(&args, dump.as_bytes());
    assert!(again.status.success(), "{}", stderr(&again));
    assert!(again.stdout == bench.read("x"));
    // In any order of the columns, with other cells, and from two lists of which each has some labels.
    bench.write(
        "first",
        "level;nwl;word;csw\n10;true;CARE;Yes\n;0;QIS;x\n20;no;ZEN;1\n",
    );
    bench.write(
        "second",
        "WORD,CSW,NWL,LEVEL\nCARES,1,false,10\nSCARE,,1,\nCARE,,,\n",
    );
    let args = [
        "build", "first", "second", "-o", "-", "--label", "csw", "--label", "nwl", "--number",
        "level", "--symbol", "csw=#",
    ];
    let again = bench.run(&args);
    assert!(again.status.success(), "{}", stderr(&again));
    assert!(again.stdout == bench.read("x"));
}

#[test]
fn definitions_and_labels_are_dumped_side_by_side() {
    let bench = Bench::new();
    let list = "word\tmeaning\tu\nAA\t\"\"\"lava\"\" x\"\t1\nAB\t\t\nBA\ta # b\t1\n";
    bench.write("list", list);
    bench.build(&["list", "-o", "x", "--label", "u", "--definitions"]);
    let dump = bench.run(&["dump", "x", "--labels", "--definitions"]);
    assert_eq!(done(&dump), list.replace("meaning", "definition"));
    bench.write("dump", done(&dump));
    bench.build(&["dump", "-o", "y", "--label", "u", "--definitions"]);
    assert!(bench.read("x") == bench.read("y"));
    assert_eq!(
        done(&bench.run(&["dump", "x", "--definitions"])),
        "AA\t\"lava\" x\nAB\nBA\ta # b\n"
    );
    let view = bench.run(&["dump", "x", "--view", "u", "--definitions"]);
    assert_eq!(done(&view), "AA\t\"lava\" x\nBA\ta # b\n");
}

#[test]
fn words_without_a_place_are_counted() {
    let bench = bench();
    let output = bench.run(&[
        "build",
        "csw",
        "-o",
        "y",
        "--label",
        "bad=offensive.csv",
        "--column",
        "1",
        "--label",
        "bad=nwl",
        "--number",
        "level=levels",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let notes = stderr(&output);
    for note in [
        "lexc: warning: offensive.csv, nwl: 2 words without a label, because the lexicon does not have them: SCARE, ZENS\n",
        "lexc: warning: levels: 1 word without a label, because the lexicon does not have it: SCARES\n",
        "lexc: warning: level: 1 word without a number\n",
    ] {
        assert!(notes.contains(note), "{notes}");
    }
}

#[test]
fn contradictions_and_wrong_cells_are_reported_with_their_place() {
    let bench = bench();
    bench.write("twice", "CARE 3\nQIS 1\n\nCARE 4\nCARE 3\n");
    let refused = |args: &[&str], message: &str| {
        let output = bench.run(&[&["build", "csw", "-o", "y"], args].concat());
        assert_refused(&output, message);
    };
    refused(
        &["--number", "level=twice"],
        "twice:4: CARE has the level 4, and 3 at twice:1 (keep one of them)",
    );
    bench.write("cells", "word,old,level\nCARE,maybe,1\nQIS,,-1\n");
    let output = bench.run(&[
        "build", "cells", "-o", "y", "--label", "old", "--number", "level",
    ]);
    let message = stderr(&output);
    assert!(
        message.starts_with(
            "lexc: cells:2:6: `maybe` as old (write 1, x, yes or true, or nothing, 0, no or false)\n\
             lexc: cells:3:6: `-1` as level (write a whole number up to 4294967295, or nothing)\n"
        ),
        "{message}"
    );
    refused(
        &["--label", "old"],
        "csw: no column `old` (write a first line of headings, or give a file of its own: old=FILE)",
    );
    refused(
        &["--label", "a b=nwl"],
        "`a b` as the name of a label (a letter, then up to 31 letters, digits, - and _)",
    );
    refused(
        &["--label", "a=nwl", "--number", "a=levels"],
        "two labels named a (choose another name)",
    );
    refused(
        &["--label", "a=nwl", "--symbol", "b=#"],
        "a symbol for b, but no flag has this name (give it with --label)",
    );
    refused(
        &["--number", "a=levels", "--number", "a"],
        "csw: no column `a` (write a first line of headings, or give a file of its own: a=FILE)",
    );
    refused(
        &["--label", "a=missing"],
        &super::common::missing("missing"),
    );
    let output = bench.run(&["build", "csw", "-o", "nwl", "--force", "--label", "a=nwl"]);
    assert_refused(
        &output,
        "nwl: would replace an input (choose another output)",
    );
    assert_refused(
        &bench.run(&["dump", "csw.image", "--labels"]),
        &super::common::missing("csw.image"),
    );
    bench.build(&["csw", "-o", "plain"]);
    assert_refused(
        &bench.run(&["dump", "plain", "--labels"]),
        "plain: the image has no labels (build them by --label or --number)",
    );
}

#[test]
fn editions_of_one_image_are_compared_and_taken_out() {
    let bench = bench();
    let diff = bench.run(&["diff", "x", "--view", "nwl", "--view", "csw"]);
    assert_eq!(diff.status.code(), Some(1));
    assert_eq!(stdout(&diff), "+CARES\n+QIS\n-SCARE\n+ZEN\n");
    assert_eq!(stderr(&diff), "lexc: added 3, removed 1, both 1\n");
    let diff = bench.run(&["diff", "x", "csw", "--view", "csw", "--summary"]);
    assert_eq!(diff.status.code(), Some(0), "{}", stderr(&diff));
    let two = "two lexicons are compared (name the second one, or give --view twice, for the old words and for the new)";
    assert_refused(&bench.run(&["diff", "x"]), two);
    assert_refused(&bench.run(&["diff", "x", "--view", "csw"]), two);

    let converted = bench.run(&["convert", "x", "-o", "csw.gaddag", "--view", "csw"]);
    assert!(converted.status.success(), "{}", stderr(&converted));
    bench.build(&["csw", "-o", "alone.gaddag"]);
    assert!(bench.read("csw.gaddag") == bench.read("alone.gaddag"));
    assert_refused(
        &bench.run(&["convert", "csw", "-o", "y.gaddag", "--view", "csw"]),
        "--view makes no difference to csw, which is not an image (leave it out)",
    );
    assert_refused(
        &bench.run(&["convert", "x", "-o", "y.gaddag"]),
        "x: an image already (to make another image of its words: lexc dump, then lexc build)",
    );
}

#[test]
fn find_and_judge_show_the_labels() {
    let bench = bench();
    assert_eq!(
        done(&bench.run(&["find", "x", "--anagram", "c*"])),
        "CARE#\nCARES#\nSCARE\n"
    );
    assert_eq!(
        done(&bench.run(&["find", "x", "--pattern", "s*", "--json"])),
        "{\"word\":\"SCARE\",\"labels\":{\"nwl\":true}}\n"
    );
    // No label is named offensive.
    assert_refused(
        &bench.run(&["find", "x", "--family", "--anagram", "c*"]),
        "--family: character 2: unknown flag (use csw nwl)",
    );
    bench.write("rude", "CARES\n");
    bench.build(&["csw", "-o", "rated", "--label", "offensive=rude"]);
    assert_eq!(
        done(&bench.run(&["find", "rated", "--family", "--anagram", "c*"])),
        "CARE\n"
    );
    assert_eq!(
        done(&bench.run(&["judge", "x", "ZEN", "SCARE"])),
        "ZEN yes: csw, level 20\nSCARE yes: nwl\nacceptable\n"
    );
    let judged = bench.run(&["judge", "x", "--view", "nwl", "ZEN", "SCARE", "ZENS"]);
    assert_eq!(
        stdout(&judged),
        "ZEN no, the image has it: csw, level 20\nSCARE yes: nwl\nZENS no\nnot acceptable\n"
    );
    assert_eq!(
        done(&bench.run(&["judge", "x", "ZEN", "--json"])),
        "{\"acceptable\":true,\"words\":[{\"word\":\"ZEN\",\"valid\":true,\"labels\":{\"csw\":true,\"level\":20}}]}\n"
    );
    let empty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ENZ/ 0/0 0";
    let play = bench.run(&["judge", "x", "--view", "nwl", empty, "8G ZEN"]);
    assert_eq!(
        stdout(&play).lines().next(),
        Some(
            "8G ZEN is not legal: ZEN on 8G is not in the lexicon (the image has ZEN: csw, level 20)"
        )
    );
}

#[test]
fn info_counts_the_labels() {
    let bench = bench();
    let info: Value = serde_json::from_str(done(&bench.run(&["info", "x", "--json"]))).unwrap();
    let flag = |name: &str, symbol: Option<&str>, words: u32| json!({"name": name, "kind": "flag", "symbol": symbol, "words": words, "lowest": null, "highest": null});
    assert_eq!(
        info["labels"],
        json!([
            flag("csw", Some("#"), 4),
            flag("nwl", None, 2),
            {"name": "level", "kind": "number", "symbol": null, "words": 3, "lowest": 10, "highest": 20},
        ])
    );
    assert_eq!(info["format"], "1.4");
    let text = bench.run(&["info", "x"]);
    assert!(
        done(&text).contains(
            "label    kind  words     %    values\n\
             csw #    flag      4  80.0\n\
             nwl      flag      2  40.0\n\
             level  number      3  60.0  10 to 20\n"
        ),
        "{}",
        done(&text)
    );
}
