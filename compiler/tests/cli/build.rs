//! `lexc build`.

use std::fs;
use std::process::{Command, Stdio};

use super::common::{Bench, assert_refused, data, done, stderr, stdout};

const LIST: &str = "AA\nAB\nBAA\nCAB\n";
const TOO_LONG_REMEDY: &str =
    "(write each word on a line of its own, or skip long ones with --max-length)";

/// Asserts that the list is refused with this message, and that nothing is written.
#[track_caller]
fn assert_list_refused(list: &[u8], args: &[&str], message: &str) {
    let bench = Bench::new();
    bench.write("list", list);
    let output = bench.run(&[&["build", "list", "-o", "x"], args].concat());
    assert_refused(&output, message);
    assert_eq!(bench.names(), ["list"]);
}

#[test]
fn reports_counts_of_the_list_and_the_image() {
    let bench = Bench::new();
    bench.write(
        "list",
        "\u{feff}cab\r\nAA # short\r\nAB\ta definition\r\n\r\nAB\r\n",
    );
    let output = bench.run(&["build", "list", "-o", "x"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output), "");
    let [summary, result] = stderr(&output).lines().collect::<Vec<_>>()[..] else {
        panic!("two lines, not {}", stderr(&output));
    };
    assert_eq!(
        summary,
        "lexc: 3 words in 5 lines: 1 byte order mark, 5 CRLF line ends, 1 blank line, 1 comment, 1 definition dropped, \
         1 word upper-cased, 1 duplicate"
    );
    let bytes = bench.read("x").len();
    let start = format!("lexc: x: 3 words, the longest of 3 tiles, in {bytes} bytes, fingerprint ");
    assert!(result.starts_with(&start), "{result}");
    assert_eq!(bench.names(), ["list", "x"]);
}

#[test]
fn the_words_alone_decide_on_the_bytes() {
    let bench = Bench::with_image(LIST);
    let expected = bench.read("x");
    bench.write("reversed", "CAB\nBAA\nAB\nAA\n");
    bench.write(
        "lower",
        "# Words\r\ncab\r\nbaa\tba'a, a sound\r\nab\r\n\r\nab\r\nAa",
    );
    bench.write("part", "CAB\nAA\n");
    bench.write("other-part", "AB\rBAA\rAA\r");
    for (output, lists) in [
        ("1", &["reversed"][..]),
        ("2", &["lower"]),
        ("3", &["part", "other-part"]),
        ("4", &["other-part", "list", "part"]),
    ] {
        bench.build(&[lists, &["-o", output]].concat());
        assert_eq!(bench.read(output), expected, "{lists:?}");
    }
    let output = bench.run_with(&["build", "part", "-", "-o", "-"], b"ab\nbaa\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(output.stdout, expected);
}

#[test]
fn options_are_in_the_image() {
    let bench = Bench::new();
    bench.write("list", LIST);
    bench.write("notice", "Free.\n\nTo all.\n\n");
    bench.build(&[
        "list",
        "-o",
        "x",
        "--word-index",
        "--name",
        "Four words",
        "--source",
        "thin air",
        "--license",
        "@notice",
        "--only",
        "dawg",
        "--min-length",
        "3",
    ]);
    let info = bench.run(&["info", "x", "--json"]);
    let info: serde_json::Value = serde_json::from_str(done(&info)).unwrap();
    for (key, value) in [
        ("name", "Four words"),
        ("source", "thin air"),
        ("license", "Free.\n\nTo all."),
    ] {
        assert_eq!(info[key], value, "{key}");
    }
    assert_eq!(info["words"], 2);
    assert_eq!(info["word_index"], true);
    assert_eq!(info["gaddag"], serde_json::Value::Null);
    assert_eq!(info["alphabet"]["name"], "english");

    bench.build(&["list", "-o", "y", "--only", "gaddag", "--max-length", "2"]);
    assert_eq!(done(&bench.run(&["dump", "y"])), "AA\nAB\n");
    let info = bench.run(&["info", "y", "--json"]);
    let info: serde_json::Value = serde_json::from_str(done(&info)).unwrap();
    assert_eq!(info["dawg"], serde_json::Value::Null);
}

#[test]
fn builds_the_anagram_filter_except_for_a_dawg_alone() {
    let bench = Bench::new();
    bench.write("list", LIST);
    for (options, anagram_filter) in [
        (&[][..], true),
        (&["--only", "gaddag"], true),
        (&["--only", "dawg"], false),
        (&["--only", "dawg", "--anagram-filter"], true),
        (&["--no-anagram-filter"], false),
        (&["--word-map"], true),
        (&["--word-map", "--no-anagram-filter"], false),
    ] {
        bench.build(&[&["list", "-o", "x", "--force"], options].concat());
        let info = bench.run(&["info", "x", "--json"]);
        let info: serde_json::Value = serde_json::from_str(done(&info)).unwrap();
        assert_eq!(info["anagram_filter"], anagram_filter, "{options:?}");
        assert_eq!(
            info["word_map"],
            options.contains(&"--word-map"),
            "{options:?}"
        );
    }
}

#[test]
fn alphabets_come_from_files() {
    let bench = Bench::new();
    bench.write("list", "COL·LEGI\nQUINZE\nANY\n[NY]AM\ncaça\n");
    let alphabet = data("alphabets/catalan.csv");
    bench.build(&["list", "-o", "x", "--alphabet", &alphabet]);
    assert_eq!(
        done(&bench.run(&["dump", "x"])),
        "A[NY]\nCAÇA\nCO[L·L]EGI\n[NY]AM\n[QU]INZE\n"
    );

    let spanish = data("alphabets/spanish.csv");
    bench.write("list", "CHICO\nPERRO\n[C]HA\n");
    let output = bench.run(&["build", "list", "-o", "y", "--alphabet", &spanish]);
    assert_refused(
        &output,
        "list:1:1: can be read as [CH]ICO or [C]HICO (write the reading that is meant), in `CHICO`\n\
         lexc: list:2:1: can be read as PE[RR]O or PE[R]RO (write the reading that is meant), in `PERRO`\n\
         lexc: 2 lines with several readings (write the reading that is meant, or `digraphs: longest` in the alphabet's file; --max-skipped 67% drops them)\n\
         lexc: nothing is done while lines are bad (correct them, or drop them with --max-skipped 67%)",
    );

    bench.write("bad.csv", "A,a,1,1,1\nB,b,x,1,0\n");
    let output = bench.run(&["build", "list", "-o", "y", "--alphabet", "bad.csv"]);
    assert_refused(
        &output,
        "bad.csv:2:5: the count is a whole number from 0 to 65535, not `x`",
    );
    let output = bench.run(&["build", "list", "-o", "y", "--alphabet", "klingon"]);
    let message =
        "lexc: klingon: no such alphabet file, and no preset of this name (presets: catalan ";
    assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(bench.names(), ["bad.csv", "list", "x"]);
}

#[test]
fn verbose_prints_a_table_of_the_stages() {
    let bench = Bench::new();
    bench.write("list", LIST);
    let output = bench.run(&["build", "list", "-o", "x", "-v", "--word-index"]);
    assert_eq!(output.status.code(), Some(0));
    let table: Vec<Vec<&str>> = stderr(&output)
        .lines()
        .filter(|line| !line.starts_with("lexc: "))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(
        table[0],
        ["stage", "items", "states", "edges", "bytes", "ms"]
    );
    let stages: Vec<&str> = table.iter().skip(1).map(|row| row[0]).collect();
    assert_eq!(
        stages,
        [
            "word", "DAWG", "GADDAG", "word", "anagram", "image", "output"
        ]
    );
    // Three states have edges: the root, the state after B and the state after C. They have 3, 1 and 1 edges.
    assert_eq!(table[2][3..5], ["3", "5"]);
}

#[test]
fn bad_lines_are_reported_with_their_places_and_counted_by_cause() {
    assert_list_refused(
        "AA\nCO-OP\n\nABBA,BABA # no\nCAFÉ\nCO-ED\nHOT DOG\n".as_bytes(),
        &[],
        "list:2:3: `-` (U+002D) fits no tile, in `CO-OP`\n\
         lexc: list:4:5: `,` (U+002C) fits no tile, in `ABBA,BABA` (only white space or `#` ends a word)\n\
         lexc: list:5:4: `É` (U+00C9) fits no tile, in `CAFÉ`\n\
         lexc: list:6:3: `-` (U+002D) fits no tile, in `CO-ED`\n\
         lexc: list:7:5: another word after `HOT`, in `HOT DOG`\n\
         lexc: 2 lines with `-` (U+002D), which fits no tile (--max-skipped 84% drops them)\n\
         lexc: 1 line with `,` (U+002C), which fits no tile (--definitions-after ',', if definitions follow it; --max-skipped 84% drops them)\n\
         lexc: 1 line with `É` (U+00C9), which fits no tile (--read 'É = E', if it is read as E; --max-skipped 84% drops them)\n\
         lexc: 1 line of several words (--definitions-after space, if definitions follow the words; --max-skipped 84% drops them)\n\
         lexc: nothing is done while lines are bad (correct them, or drop them with --max-skipped 84%)",
    );
}

#[test]
fn bad_lines_are_skipped_up_to_a_limit() {
    let bench = Bench::new();
    bench.write("list", "AA\nCO-OP\nAB\n");
    let build = |args: &[&str]| bench.run(&[&["build", "list", "-o", "x", "-f"], args].concat());
    for args in [
        &["--max-skipped", "1"][..],
        &["--skip-invalid", "--max-skipped", "40%"],
    ] {
        let output = build(args);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let start = "lexc: 2 words in 3 lines: 1 invalid line skipped\n\
                     lexc: skipped: 1 line with `-` (U+002D), which fits no tile\n";
        assert!(stderr(&output).starts_with(start), "{}", stderr(&output));
        assert_eq!(done(&bench.run(&["dump", "x"])), "AA\nAB\n");
    }
    assert_refused(
        &build(&["--skip-invalid"]),
        "list:2:3: `-` (U+002D) fits no tile, in `CO-OP`\n\
         lexc: 1 line with `-` (U+002D), which fits no tile (--max-skipped 34% drops them)\n\
         lexc: 1 of 3 lines would be dropped, more than 1% (correct them, or allow it with --max-skipped 34%)",
    );
}

#[test]
fn names_the_encoding_of_a_list_and_reads_it_on_request() {
    let bench = Bench::new();
    bench.write("latin-1", b"AA\n\xE9t\xE9\nfor\xEAt\n");
    assert_refused(
        &bench.run(&["build", "latin-1", "-o", "x"]),
        "latin-1:2:1: byte 0xE9 is not UTF-8 text: 2 lines are probably windows-1252 (--encoding windows-1252 reads the list)",
    );
    let decoded = bench.run(&["build", "latin-1", "-o", "x", "--encoding", "latin1"]);
    assert!(
        stderr(&decoded).contains("1 line with `é` (U+00E9)"),
        "{}",
        stderr(&decoded)
    );
    let output = bench.run(&["build", "latin-1", "-o", "x", "--encoding", "klingon"]);
    assert!(
        stderr(&output).contains("unknown encoding (examples: utf-8"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_report_has_every_bad_dropped_or_changed_line() {
    let bench = Bench::new();
    bench.write("list", "aa\nCO-OP\n\nAB AB\nA\nné\n");
    let build = |args: &[&str]| {
        let build = ["build", "list", "-o", "x", "--read", "É = E"];
        bench.run(&[&build, args].concat())
    };
    // The report is written although the list is bad.
    let output = build(&["--report", "r.tsv", "--min-length", "2"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8(bench.read("r.tsv")).unwrap(),
        "list\tline\tcolumn\tkind\tcause\ttext\tmessage\n\
         list\t2\t3\tbad\tcharacter\tCO-OP\t`-` (U+002D) fits no tile, in `CO-OP`\n\
         list\t4\t4\tbad\tphrase\tAB AB\tanother word after `AB`, in `AB AB`\n\
         list\t5\t1\tdropped\tshort\tA\t\n\
         list\t6\t1\tchanged\trespelled\tné\tNE\n"
    );
    let output = build(&["--report", "r.ndjson", "--max-skipped", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let rows = String::from_utf8(bench.read("r.ndjson")).unwrap();
    assert_eq!(rows.lines().count(), 3);
    assert!(rows.contains(r#""kind":"dropped""#), "{rows}");
    assert_refused(
        &build(&["--report", "r.txt", "-f"]),
        "r.txt: unknown kind of report (name it .tsv, .ndjson, .jsonl or .sarif)",
    );
    assert_refused(
        &build(&["--report", "./x", "-f"]),
        "./x: the report and the image are the same file (choose another one for the report)",
    );
    assert_refused(
        &build(&["--report", "r.tsv"]),
        "r.tsv: exists already (replace it with --force)",
    );
    bench.write("l.tsv", "AA\n");
    let output = bench.run(&["build", "l.tsv", "-o", "y", "--report", "l.tsv", "-f"]);
    assert_refused(
        &output,
        "l.tsv: would replace an input (choose another output)",
    );
    assert_eq!(bench.names(), ["l.tsv", "list", "r.ndjson", "r.tsv", "x"]);
}

#[test]
fn hunspell_dictionaries_are_expanded_or_refused() {
    let bench = Bench::new();
    bench.write("en.dic", "4\nbake/RD\ncan't\nAaron/S\nhot dog\n");
    assert_refused(
        &bench.run(&["build", "en.dic", "-o", "x"]),
        "en.dic: a Hunspell dictionary, which needs its affix file (put en.aff beside it)",
    );
    let output = bench.run_with(&["build", "-", "-o", "x"], b"4\nbake/RD\n");
    assert_refused(
        &output,
        "<stdin>: a Hunspell dictionary, which needs its affix file (name the .dic file, with the .aff file beside it)",
    );
    bench.write(
        "en.aff",
        "PFX R Y 1\nPFX R 0 re .\nSFX D Y 1\nSFX D 0 d e\nSFX S Y 1\nSFX S 0 's .\n",
    );
    let output = bench.run(&["build", "en.dic", "-o", "x"]);
    let lines: Vec<&str> = stderr(&output).lines().collect();
    assert_eq!(
        lines[0],
        "lexc: en.dic:3:4: `'` (U+0027) fits no tile, in `can't`"
    );
    assert_eq!(
        lines[1],
        "lexc: en.dic:4:6: `'` (U+0027) fits no tile, in `Aaron's`"
    );
    assert!(
        lines.contains(
            &"lexc: 2 lines with `'` (U+0027), which fits no tile (--max-skipped 38% drops them)"
        ),
        "{lines:?}"
    );
    bench.build(&[
        "en.dic",
        "-o",
        "x",
        "--max-skipped",
        "38%",
        "--skip-capitalised",
    ]);
    assert_eq!(
        done(&bench.run(&["dump", "x"])),
        "BAKE\nBAKED\nREBAKE\nREBAKED\n"
    );
}

#[test]
fn compressed_lists_are_read_or_named() {
    use std::io::Write;

    let bench = Bench::new();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(LIST.as_bytes()).unwrap();
    bench.write("list.gz", gzip.finish().unwrap());
    bench.build(&["list.gz", "-o", "x"]);
    assert_eq!(done(&bench.run(&["dump", "x"])), LIST);
    bench.write("list.xz", b"\xFD7zXZ\0\0\x04");
    assert_refused(
        &bench.run(&["build", "list.xz", "-o", "y"]),
        "list.xz: compressed as xz (unpack it with `xz -dc FILE`)",
    );
}

#[test]
fn lists_without_words_are_refused() {
    assert_list_refused(
        b"",
        &[],
        "list: no words (0 words in 0 lines; check the list and the options)",
    );
    assert_list_refused(
        b"# None\n\n",
        &[],
        "list: no words (0 words in 2 lines: 1 blank line, 1 comment; check the list and the options)",
    );
    assert_list_refused(
        LIST.as_bytes(),
        &["--min-length", "4"],
        "list: no words (0 words in 4 lines: 4 words skipped as too short; check the list and the options)",
    );
    let bench = Bench::new();
    let output = bench.run(&["build", "-", "-o", "x"]);
    assert_refused(
        &output,
        "<stdin>: no words (0 words in 0 lines; check the list and the options)",
    );
}

#[test]
fn overlong_words_are_refused() {
    let long = "A".repeat(300_000);
    assert_list_refused(
        format!("AA\n{long}\nAB\n").as_bytes(),
        &[],
        &format!(
            "list:2:64: more than 63 tiles, in `{}…` {TOO_LONG_REMEDY}\n\
             lexc: 1 line of more than 63 tiles (--max-length skips them)\n\
             lexc: nothing is done while lines are bad (correct them, or drop them with --max-skipped 34%)",
            "A".repeat(40)
        ),
    );
    let bench = Bench::new();
    bench.write("list", format!("{}\nAB\n", "A".repeat(64)));
    bench.build(&["list", "-o", "x", "--max-length", "15"]);
    assert_eq!(done(&bench.run(&["dump", "x"])), "AB\n");
    bench.write("list", "A".repeat(63));
    bench.build(&["list", "-o", "y"]);
    assert_eq!(bench.run(&["check", "y"]).status.code(), Some(0));
}

#[test]
fn rejects_files_that_are_not_word_lists() {
    let bench = Bench::new();
    fs::create_dir(bench.path("directory")).unwrap();
    bench.write("utf-16", b"A\0A\0\n\0");
    bench.write("binary", b"AA\0AB\0");
    let output = bench.run(&[
        "build",
        "directory",
        "missing",
        "utf-16",
        "binary",
        "-o",
        "x",
    ]);
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<&str> = stderr(&output).lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert_eq!(
        lines[0],
        "lexc: directory: is a directory, not a word list (name the lists in it)"
    );
    assert!(
        lines[1].starts_with("lexc: missing: cannot read: "),
        "{}",
        lines[1]
    );
    assert!(
        lines[2].starts_with("lexc: utf-16: the list is UTF-16"),
        "{}",
        lines[2]
    );
    assert!(
        lines[3].starts_with("lexc: binary:1:3: a NUL byte"),
        "{}",
        lines[3]
    );
    assert_eq!(bench.names(), ["binary", "directory", "utf-16"]);

    let directory = fs::File::open(bench.path("directory")).unwrap();
    let output = bench
        .command(&["build", "-", "-o", "x"])
        .stdin(Stdio::from(directory))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("lexc: <stdin>: cannot read: "),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_existing_file_is_refused_before_anything_is_read() {
    let bench = Bench::new();
    bench.write("list", LIST);
    bench.write("x", "precious");
    for list in ["list", "missing"] {
        let output = bench.run(&["build", list, "-o", "x"]);
        assert_refused(&output, "x: exists already (replace it with --force)");
    }
    assert_eq!(bench.read("x"), b"precious");
    // A failure with --force keeps the file, too.
    let output = bench.run(&["build", "missing", "-o", "x", "--force"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(bench.read("x"), b"precious");
    bench.build(&["list", "-o", "x", "--force"]);
    assert_eq!(done(&bench.run(&["dump", "x"])), LIST);
    assert_eq!(bench.names(), ["list", "x"]);
}

#[test]
fn writes_no_file_if_no_image_can_be_written() {
    let bench = Bench::new();
    bench.write("list", LIST);
    fs::create_dir(bench.path("directory")).unwrap();
    let output = bench.run(&["build", "list", "-o", "directory"]);
    assert_refused(
        &output,
        "directory: is a directory, not a file (name a file in it)",
    );
    for target in ["missing/x", "list/x"] {
        let output = bench.run(&["build", "list", "-o", target]);
        assert_eq!(output.status.code(), Some(2));
        let start = format!("lexc: {target}: cannot ");
        assert!(stderr(&output).starts_with(&start), "{}", stderr(&output));
    }
    assert_eq!(bench.names(), ["directory", "list"]);
}

#[cfg(unix)]
#[test]
fn reports_an_unwritable_directory() {
    use std::os::unix::fs::PermissionsExt;

    let bench = Bench::new();
    bench.write("list", LIST);
    let directory = bench.path("directory");
    fs::create_dir(&directory).unwrap();
    fs::set_permissions(&directory, PermissionsExt::from_mode(0o555)).unwrap();
    if fs::write(directory.join("probe"), "").is_ok() {
        eprintln!("skipped: this user may write in a directory without write permission");
        return;
    }
    let output = bench.run(&["build", "list", "-o", "directory/x"]);
    assert_eq!(output.status.code(), Some(2));
    let start = "lexc: directory/x: cannot make a temporary file beside it: ";
    assert!(stderr(&output).starts_with(start), "{}", stderr(&output));
}

/// A limit on the size of files stands for a disk that becomes full while the image is written.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_file() {
    let bench = Bench::new();
    let list = data("words/scowl-60.txt");
    let script = format!(
        "trap '' XFSZ; ulimit -f 100; exec '{}' build '{list}' -o x",
        env!("CARGO_BIN_EXE_lexc")
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(bench.path(""))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("lexc: x: cannot write: "),
        "{}",
        stderr(&output)
    );
    assert_eq!(bench.names(), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn reports_a_full_device() {
    let bench = Bench::new();
    bench.write("list", LIST);
    let output = bench.run(&["build", "list", "-o", "/dev/full"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("lexc: /dev/full: cannot write: "),
        "{}",
        stderr(&output)
    );
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = bench
        .command(&["build", "list", "-o", "-"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("lexc: standard output: "),
        "{}",
        stderr(&output)
    );
}

#[test]
fn settings_that_make_no_sense_are_refused_at_once() {
    let bench = Bench::new();
    let build = |args: &[&str]| bench.run(&[&["build", "missing", "-o", "x"], args].concat());
    assert_refused(
        &build(&["--min-length", "5", "--max-length", "4"]),
        "no word has at least 5 and at most 4 tiles (swap --min-length and --max-length)",
    );
    assert_refused(
        &build(&["--word-index", "--only", "gaddag"]),
        "the word index needs the DAWG (build both automata: leave out --only gaddag)",
    );
    assert_refused(
        &build(&["--name", "two\nlines"]),
        "lexicon name with a control character or a line separator (name it on one line)",
    );
    assert_refused(
        &bench.run(&["build", "-", "-", "-o", "x"]),
        "two lists can't both come from standard input (name a file for one)",
    );
    bench.write("latin-1", b"\xE9");
    assert_refused(
        &build(&["--license", "@latin-1"]),
        "latin-1:1:1: byte 0xE9 is not UTF-8 text (convert the text to UTF-8)",
    );
    let output = build(&["--source", "@missing"]);
    assert!(
        stderr(&output).starts_with("lexc: missing: "),
        "{}",
        stderr(&output)
    );
    for length in ["0", "64", "x"] {
        let output = build(&["--min-length", length]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains("--min-length"),
            "{}",
            stderr(&output)
        );
    }
    assert_eq!(bench.names(), ["latin-1"]);
}

#[test]
fn refuses_to_replace_its_inputs() {
    let bench = Bench::new();
    bench.write("list", LIST);
    bench.write("tiles", "A,a,1,1,1\nB,b,1,1,0\nC,c,1,1,0\n");
    for args in [
        &["build", "list", "-o", "list", "--force"][..],
        &["build", "list", "-a", "tiles", "-o", "tiles", "--force"],
        &[
            "build",
            "list",
            "--license",
            "@tiles",
            "-o",
            "./tiles",
            "--force",
        ],
    ] {
        let output = bench.run(args);
        let message = "would replace an input (choose another output)";
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(2));
    }
    assert_eq!(bench.read("list"), LIST.as_bytes());
    // The preset alphabet `english` is not an input file, so an output may have this name.
    bench.write("english", "");
    bench.build(&["list", "-o", "english", "--force"]);
}

#[test]
fn errors_name_the_column_that_reads_a_table() {
    for (list, column) in [
        ("ACER CARE\nACERS CARES\n", "2"),
        ("CARE 1\nCARES 2\n", "1"),
        ("word,playability\nCARE,1200\nCARES,900\n", "1"),
        ("1200 CARE\n900 CARES\n", "2"),
        ("\"CARE\"\n\"CARES\"\n", "1"),
        ("rank;word;hooks\n1;CARE;DRSTX\n2;\"CARES\";S\n", "2"),
    ] {
        let bench = Bench::new();
        bench.write("list", list);
        let output = bench.run(&["build", "list", "-o", "x"]);
        assert_eq!(output.status.code(), Some(2));
        let option = format!("(--column {column} reads the words in column {column}");
        assert!(
            stderr(&output).contains(&option),
            "{list}: {}",
            stderr(&output)
        );
        bench.build(&["list", "-o", "x", "--column", column]);
        assert_eq!(done(&bench.run(&["dump", "x"])), "CARE\nCARES\n", "{list}");
    }
    let bench = Bench::new();
    bench.write("list", "CARE\t1200\t3\nCARES\t900\t2\nZZ\n");
    let output = bench.run(&["build", "list", "-o", "x", "--column", "2"]);
    let message = "lexc: list:1:6: `1` (U+0031) fits no tile, in `1200`\n";
    assert!(stderr(&output).starts_with(message), "{}", stderr(&output));
    let message = "1 line without a cell in the column of the words";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    let output = bench.run(&[
        "build",
        "list",
        "-o",
        "x",
        "--column",
        "1",
        "--definitions-after",
        ";",
    ]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_row_of_headings_is_skipped_and_counted() {
    let bench = Bench::new();
    bench.write("list", "Word\tDefinition\nCARE\tto mind\nCARES\tsee CARE\n");
    let output = bench.run(&["build", "list", "-o", "x", "--definitions"]);
    let summary = "lexc: 2 words in 3 lines: 1 line of headings, 2 definitions kept\n";
    assert!(stderr(&output).starts_with(summary), "{}", stderr(&output));
    bench.write(
        "table",
        "rank,word,meaning\n1,CARE,\"to mind, to look after\"\n2,CARES,\n",
    );
    let options = [
        "build",
        "table",
        "-o",
        "y",
        "--definitions",
        "--column",
        "2",
    ];
    let output = bench.run(&options);
    let summary = "lexc: 2 words in 3 lines: 1 line of headings, 1 definition kept\n";
    assert!(stderr(&output).starts_with(summary), "{}", stderr(&output));
    assert_eq!(
        stdout(&bench.run(&["define", "y", "CARE"])),
        "CARE\tto mind, to look after\n"
    );
}

#[test]
fn alphagrams_and_words_longer_than_any_board_get_a_warning() {
    let bench = Bench::new();
    let long = "NA".repeat(11);
    bench.write("words", format!("CARE\nSCARE\nBARE\n{long}\n"));
    let output = bench.run(&["build", "words", "-o", "x"]);
    let warning = format!(
        "lexc: warning: 1 word is longer than the largest board, 21 squares: `{long}` (`lexc build --max-length 21` leaves them out)\n"
    );
    assert!(stderr(&output).contains(&warning), "{}", stderr(&output));
    // The words of the output of `--alphagrams` are in its second column.
    bench.build(&["words", "-o", "x", "-f", "--max-length", "21"]);
    done(&bench.run(&["convert", "x", "-o", "alphagrams.txt", "--alphagrams"]));
    let output = bench.run(&["build", "alphagrams.txt", "-o", "y"]);
    let warning = "lexc: warning: the letters of each word are in alphabet order, as in alphagrams (--column 2 reads the words after them)\n";
    assert!(stderr(&output).contains(warning), "{}", stderr(&output));
    bench.build(&["alphagrams.txt", "-o", "y", "-f", "--column", "2"]);
    assert_eq!(bench.read("x"), bench.read("y"));
}

#[test]
fn digraphs_chosen_by_longest_are_counted_and_reported() {
    let bench = Bench::new();
    bench.write(
        "hungarian.csv",
        "A,a,2,1,1\nÁ,á,2,1,1\nÉ,é,2,1,1\nG,g,2,1,0\nH,h,2,1,0\nK,k,2,1,0\nÖ,ö,2,1,1\nS,s,2,1,0\nZ,z,2,1,0\nZS,zs,2,1,0\ndigraphs: longest\n",
    );
    bench.write("list", "község\nház\nkö[z]ség\nkö[zs]ég\n");
    let options = [
        "build",
        "list",
        "-o",
        "x",
        "-a",
        "hungarian.csv",
        "--report",
        "r.tsv",
    ];
    let output = bench.run(&options);
    let summary = "lexc: 3 words in 4 lines: 4 words upper-cased, 1 word read as the longest digraphs, 1 duplicate\n";
    assert!(stderr(&output).contains(summary), "{}", stderr(&output));
    let report = String::from_utf8(bench.read("r.tsv")).unwrap();
    let rows: Vec<&str> = report.lines().skip(1).collect();
    assert_eq!(rows, ["list\t1\t1\tchosen\tlongest\tközség\tKÖ[ZS]ÉG"]);
}

#[test]
fn compatibility_forms_are_read_or_named() {
    let bench = Bench::new();
    bench.write("list", "\u{133}sje\n\u{fb01}n\nＣＡＲＥ\n");
    let output = bench.run(&["build", "list", "-o", "x", "-a", "dutch"]);
    let summary = "3 words in 3 lines: 2 words upper-cased, 3 words read by compatibility forms";
    assert!(stderr(&output).contains(summary), "{}", stderr(&output));
    assert_eq!(done(&bench.run(&["dump", "x"])), "CARE\nFIN\nIJSJE\n");
    bench.write(
        "croatian",
        "D,d,1,1,0\nDŽ,dž,1,1,0\nE,e,1,1,1\nP,p,1,1,0\nŽ,ž,1,1,0\n",
    );
    bench.write("list", "\u{1c6}ep\n");
    bench.build(&["list", "-o", "y", "-a", "croatian"]);
    assert_eq!(done(&bench.run(&["dump", "y"])), "[DŽ]EP\n");
    bench.write("list", "x\u{b2}\n");
    let output = bench.run(&["build", "list", "-o", "z"]);
    let message = "list:1:2: `²` (U+00B2) fits no tile, in `x²` (it is a compatibility form of `2`; write that)";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
}
