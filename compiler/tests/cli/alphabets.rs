//! `lexc alphabets`, and lists in the alphabets of languages.

use std::path::Path;

use serde_json::Value;

use super::common::{Bench, assert_keys, assert_refused, done, stderr, stdout};

#[test]
fn lists_the_presets() {
    let bench = Bench::new();
    let output = bench.run(&["alphabets"]);
    let text = done(&output);
    let squeeze = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = text.lines().map(squeeze).collect();
    assert_eq!(lines[0], "name tiles total blanks digraphs readings");
    assert_eq!(lines[1], "catalan 26 100 2 longest 34");
    assert!(
        lines
            .iter()
            .any(|line| line == "english 26 100 2 explicit 0")
    );
    let note = "spanish: Spanish, 100 tiles; as in wolges and Macondo";
    assert!(lines.iter().any(|line| line == note), "{text}");

    let help = bench.run(&["alphabets", "--help"]);
    let output = bench.run(&["alphabets", "--json"]);
    let rows: Vec<Value> = done(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(rows.len(), 20);
    let keys = [
        "name", "tiles", "total", "blanks", "digraphs", "readings", "note",
    ];
    assert_keys(&rows[0], &keys, done(&help));
    assert_eq!(rows[6]["name"], "english-super");
    assert_eq!(rows[6]["total"], 200);
}

#[test]
fn presets_are_printed_as_files_that_build_the_same_image() {
    let bench = Bench::new();
    bench.write("list", "LA\nAL\n");
    for name in ["catalan", "french", "spanish", "hong-kong-english"] {
        bench.write(
            &format!("{name}.csv"),
            stdout(&bench.run(&["alphabets", name])),
        );
        bench.build(&["list", "-o", "preset", "--force", "-a", name]);
        let file = format!("{name}.csv");
        let output = bench.run(&["build", "list", "-o", "file", "--force", "-a", &file]);
        assert_eq!(output.status.code(), Some(0));
        let dialect = format!(
            "lexc: {file}: columns of lexc or MAGPIE: tile,blank form,count,value,vowel, separated by commas\n"
        );
        assert!(stderr(&output).starts_with(&dialect), "{}", stderr(&output));
        assert_eq!(bench.read("preset"), bench.read("file"), "{name}");
        done(&bench.run(&["check", "file"]));
    }
}

#[test]
fn prints_the_file_of_another_program_and_names_its_form() {
    let bench = Bench::new();
    bench.write(
        "quackle",
        "A\ta\t1\t9\t1\n[CH]\t[ch]\t5\t2\t0\nblank\t0\t2\n",
    );
    let output = bench.run(&["alphabets", "quackle"]);
    let text = "# tile,blank form,count,value,vowel\n?,?,2,0,0\nA,a,9,1,1\nCH,ch,2,5,0\n";
    assert_eq!(stdout(&output), text);
    let dialect =
        "lexc: quackle: columns of Quackle: tile,blank form,value,count,vowel, separated by tabs\n";
    assert_eq!(stderr(&output), dialect);
    let output = bench.run(&["alphabets", "nothing"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn lists_are_read_by_the_rules_of_the_alphabet() {
    let bench = Bench::new();
    bench.write("list", "llave\nchico\naño\ncamión\n");
    let output = bench.run(&["build", "list", "-o", "x", "-a", "spanish"]);
    let summary = "lexc: 4 words in 4 lines: 4 words upper-cased, 1 word read by a rule of the alphabet, 2 words read as the longest digraphs\n";
    assert!(stderr(&output).starts_with(summary), "{}", stderr(&output));
    assert_eq!(
        done(&bench.run(&["dump", "x"])),
        "AÑO\nCAMION\n[CH]ICO\n[LL]AVE\n"
    );
    let words = ["query", "x", "LLAVE", "camión", "camion", "[ch]ico", "AÑO"];
    assert_eq!(
        done(&bench.run(&words)),
        "LLAVE yes\ncamión yes\ncamion yes\n[ch]ico yes\nAÑO yes\n"
    );
    assert_eq!(stdout(&bench.run(&["query", "x", "ano"])), "ano no\n");
    let output = bench.run(&["check", "x", "--words", "list"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));

    // A position with bare digraphs and an accent has the same plays as the position with brackets and without the
    // accent.
    let rows = |word: &str, gap: usize| {
        let row = format!("{word}{gap}");
        ["15"; 7]
            .into_iter()
            .chain([&*row])
            .chain(["15"; 7])
            .collect::<Vec<_>>()
            .join("/")
    };
    let moves = |board: String, rack: &str| {
        let cgp = format!("{board} {rack}/ 0/0 0");
        let output = bench.run(&["moves", "x", &cgp]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        moves(rows("CAMIÓN", 9), "LLCHAVEI"),
        moves(rows("CAMION", 9), "[LL][CH]AVEI")
    );
}

#[test]
fn readings_may_be_added_on_the_command_line() {
    let bench = Bench::new();
    bench.write("list", "café\nNaïve\n");
    let output = bench.run(&["build", "list", "-o", "x"]);
    let remedy = "--read 'é = E', if it is read as E";
    assert!(stderr(&output).contains(remedy), "{}", stderr(&output));
    let all = "2 lines have accented letters (to read them without accents: --read 'é = E' --read 'ï = I')";
    assert!(stderr(&output).contains(all), "{}", stderr(&output));
    bench.build(&["list", "-o", "x", "--read", "é = E", "--read", "Ï = I"]);
    assert_eq!(done(&bench.run(&["dump", "x"])), "CAFE\nNAIVE\n");
    assert_eq!(done(&bench.run(&["query", "x", "CAFÉ"])), "CAFÉ yes\n");
    assert_refused(
        &bench.run(&["build", "list", "-o", "y", "--read", "é = Ü"]),
        "--read:1:5: `Ü` (U+00DC) fits no tile",
    );
}

#[test]
fn lists_with_letters_without_tiles_are_built_whole() {
    let bench = Bench::new();
    for (name, list, words) in [
        (
            "norwegian",
            "jazz\nquiz\nxenon\nøy\n",
            "JAZZ\nQUIZ\nXENON\nØY\n",
        ),
        ("swedish", "whisky\nångest\n", "WHISKY\nÅNGEST\n"),
        ("slovene", "taxi\nquiz\nžaba\n", "QUIZ\nTAXI\nŽABA\n"),
        ("catalan", "qüestió\naqüífer\n", "A[QU]IFER\n[QU]ESTIO\n"),
    ] {
        bench.write("list", list);
        bench.build(&["list", "-o", "x", "-f", "-a", name]);
        assert_eq!(done(&bench.run(&["dump", "x"])), words, "{name}");
    }
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases/lists");
    for name in ["norwegian", "swedish", "slovene", "catalan"] {
        let file = if name == "catalan" {
            "catalan-qu"
        } else {
            name
        };
        let list = cases.join(file).with_extension("txt");
        if list.exists() {
            bench.build(&[list.to_str().unwrap(), "-o", "x", "-f", "-a", name]);
        }
    }
}

#[test]
fn a_peers_korean_alphabet_with_tiles_in_bars_is_read() {
    let bench = Bench::new();
    let rows = "blank 0 2\n#char\tblank\tscore\tcount\tvowel\n|\u{1161}|\t[\u{1161}]\t1\t10\t0\n|\u{1112}|\t[\u{1112}]\t2\t3\t0\n|\u{1102}|\t[\u{1102}]\t1\t8\t0\n";
    bench.write("korean", rows);
    assert_eq!(
        stdout(&bench.run(&["alphabets", "korean"])),
        "# tile,blank form,count,value,vowel\n?,?,2,0,0\nㅏ,ㅏ*,10,1,0\nㅎ,ㅎ*,3,2,0\nㄴ,ㄴ*,8,1,0\n"
    );
    bench.write("list", "한\n나하\n");
    let output = bench.run(&["build", "list", "-o", "x", "-a", "korean"]);
    let message = "2 words in 2 lines: 2 words read by compatibility forms\n";
    assert!(stderr(&output).contains(message), "{}", stderr(&output));
    assert_eq!(done(&bench.run(&["dump", "x"])), "ㅎㅏㄴ\nㄴㅏㅎㅏ\n");
    assert_eq!(done(&bench.run(&["query", "x", "한"])), "한 yes\n");
}

#[test]
fn headings_and_semicolons_of_spreadsheets_are_read() {
    let bench = Bench::new();
    bench.write("list", "ÅA\n");
    bench.write(
        "sheet.csv",
        "tile;blank form;count;value;vowel\n?;?;2;0;0\nA;a;9;1;1\nÅ;å;1;4;1\n",
    );
    let output = bench.run(&["build", "list", "-o", "x", "-a", "sheet.csv"]);
    let form = "lexc: sheet.csv: columns of lexc or MAGPIE: tile,blank form,count,value,vowel, separated by semicolons\n";
    assert!(stderr(&output).starts_with(form), "{}", stderr(&output));
    bench.write("swapped.csv", "tile;blank;value;count;vowel\nA;a;1;9;1\n");
    assert_refused(
        &bench.run(&["alphabets", "swapped.csv"]),
        "swapped.csv:1:1: the value comes before the count (exchange the columns: tile,blank form,count,value,vowel)",
    );
}

#[test]
fn marks_to_ignore_are_a_line_of_the_alphabet_and_an_option() {
    let bench = Bench::new();
    let rows =
        "ה,ה*,3,1,0\nל,ל*,3,1,0\nמ,מ*,3,1,0\nש,ש*,3,1,0\nו,ו*,3,1,0\n?,?,2,0,0\nread: ם = מ\n";
    bench.write("plain.csv", rows);
    bench.write("marked.csv", format!("{rows}ignore: U+0591-U+05C7\n"));
    bench.write("list", "שלום\nמלה\nשָׁלוֹם\nמִלָּה\n");
    let output = bench.run(&["build", "list", "-o", "x", "-a", "plain.csv"]);
    assert_eq!(output.status.code(), Some(2));
    let remedy = "--ignore U+05B8, if the mark is to be ignored";
    assert!(stderr(&output).contains(remedy), "{}", stderr(&output));
    let output = bench.run(&["build", "list", "-o", "x", "-a", "marked.csv"]);
    let summary = "2 words in 4 lines: 2 words read by a rule of the alphabet, 2 words read without marks, 2 duplicates\n";
    assert!(stderr(&output).contains(summary), "{}", stderr(&output));
    bench.build(&[
        "list",
        "-o",
        "y",
        "-a",
        "plain.csv",
        "--ignore",
        "U+0591-U+05C7",
    ]);
    for image in ["x", "y"] {
        assert_eq!(done(&bench.run(&["query", image, "מִלָּה"])), "מִלָּה yes\n");
        let judged = bench.run(&["judge", image, "שָׁלוֹם"]);
        assert_eq!(judged.status.code(), Some(0), "{}", stderr(&judged));
        let check = bench.run(&["check", image, "--words", "list"]);
        assert_eq!(check.status.code(), Some(0), "{}", stderr(&check));
    }
    let info = bench.run(&["info", "x", "--json"]);
    let info: Value = serde_json::from_str(done(&info)).unwrap();
    assert_eq!(info["format"], "1.2");
    // The rack of a position is read without its points, too.
    let board = ["15"; 15].join("/");
    let cgp = format!("{board} שָׁלום?/ 0/0 0");
    let moves = bench.run(&["moves", "x", &cgp, "--top", "1"]);
    assert_eq!(moves.status.code(), Some(0), "{}", stderr(&moves));
    assert_refused(
        &bench.run(&[
            "build",
            "list",
            "-o",
            "z",
            "-a",
            "plain.csv",
            "--ignore",
            "U+05DC",
        ]),
        "--ignore: a character of a tile or a reading can't be ignored",
    );
}
