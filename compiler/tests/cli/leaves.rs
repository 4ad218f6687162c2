//! `lexc leaves`.

use super::common::{Bench, assert_refused, data, done, stderr, stdout};

fn bench() -> Bench {
    Bench::with_image("ar\ncar\ncare\ncares\nscar\nscare\nscares\nes\nqua\n")
}

const FEW: [&str; 4] = ["--games", "20", "--generations", "2"];

fn learn(bench: &Bench, args: &[&str]) -> std::process::Output {
    bench.run(&[&["leaves", "x"], &FEW[..], args].concat())
}

#[test]
fn the_seed_decides_the_bytes_and_threads_do_not() {
    let bench = bench();
    for (name, args) in [
        ("one", &["--threads", "1"][..]),
        ("three", &["--threads", "3"]),
        ("other", &["--seed", "2"]),
    ] {
        let output = learn(&bench, &[&["-o", name], args].concat());
        assert_eq!(output.status.code(), Some(0));
        assert!(
            stderr(&output).contains("from 40 games"),
            "{}",
            stderr(&output)
        );
    }
    assert_eq!(bench.read("one"), bench.read("three"));
    assert_ne!(bench.read("one"), bench.read("other"));
    assert!(!bench.path("one.part").exists());
    done(&bench.run(&["check", "one"]));
}

#[test]
fn only_leaves_of_up_to_max_tiles_are_written() {
    let bench = bench();
    let output = learn(&bench, &["-o", "x.leaves", "--max-tiles", "2", "--compact"]);
    assert_eq!(output.status.code(), Some(0));
    let text = bench.run(&["convert", "x.leaves", "-o", "-"]);
    let lengths = stdout(&text)
        .lines()
        .map(|line| line.split('\t').next().unwrap().len());
    let lengths: Vec<_> = lengths.collect();
    assert_eq!(
        (lengths.iter().min(), lengths.iter().max()),
        (Some(&1), Some(&2))
    );
    // 27 tiles, the pairs of different tiles, and the pairs of equal tiles for the 22 that occur more than once.
    assert_eq!(lengths.len(), 27 + 27 * 26 / 2 + 22);
    // The image ranks moves.
    let position = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 10/20 0";
    done(&bench.run(&["moves", "x", position, "--leaves", "x.leaves"]));
}

#[test]
fn a_file_that_is_not_a_state_is_refused_and_stays() {
    let bench = bench();
    bench.write("x.leaves.part", "text");
    let output = learn(&bench, &["-o", "x.leaves"]);
    assert_refused(
        &output,
        "x.leaves.part: not a state of learning (remove the file to start again)",
    );
    assert_eq!(bench.read("x.leaves.part"), b"text");
    assert!(!bench.path("x.leaves").exists());
}

/// Neither a pipe without a writer nor a file without an end holds up the run.
#[cfg(unix)]
#[test]
fn a_state_that_is_a_pipe_or_has_no_end_is_refused_at_once() {
    let bench = bench();
    let pipe = bench.path("pipe.part");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", bench.path("endless.part")).unwrap();
    let file = std::fs::File::create(bench.path("long.part")).unwrap();
    // A file with a hole, which takes no room on the disk.
    file.set_len(1 << 40).unwrap();
    let other = "not a regular file (choose another name)";
    for (name, problem) in [
        ("pipe", other),
        ("endless", other),
        ("long", "more than 268,500,992 bytes (check what it is)"),
    ] {
        let output = learn(&bench, &["-o", name]);
        assert_refused(&output, &format!("{name}.part: {problem}"));
        assert!(!bench.path(name).exists());
    }
}

#[test]
fn a_name_of_two_lines_is_refused_before_the_games() {
    let bench = bench();
    let output = bench.run(&[
        "leaves",
        "x",
        "-o",
        "x.leaves",
        "--name",
        "a\nb",
        "--games",
        "1000000000",
    ]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_alphabet_without_a_place_for_the_blank_is_refused_before_the_games() {
    let bench = Bench::new();
    let tiles = ('A'..='Z')
        .chain('\u{410}'..='\u{42f}')
        .chain('\u{531}'..='\u{534}');
    let rows = tiles.map(|tile| format!("{tile},{},4,1,0\n", tile.to_lowercase()));
    bench.write("tiles", rows.collect::<String>() + "?,?,2,0,0\n");
    bench.write("list", "AB\n");
    bench.build(&["list", "-o", "x", "--alphabet", "tiles"]);
    let output = bench.run(&["leaves", "x", "-o", "y", "--games", "1000000000"]);
    assert_refused(
        &output,
        "the alphabet of leaves, with the blank as a tile: 63 tiles where 1 to 62 are possible (use an alphabet of at most 61 tiles)",
    );
}

/// `lexc selfplay` accepts the repository's leaves for games with the repository's word list. The values of single
/// tiles are in the expected order.
#[test]
fn the_leaves_of_the_repository_fit_its_list() {
    let bench = Bench::new();
    let (list, leaves) = (data("words/scowl-60.txt"), data("leaves/scowl-60.leaves"));
    bench.build(&[&list, "-o", "x"]);
    let players = ["--players", "equity,greedy", "--leaves", &leaves];
    let output = bench.run(&[&["selfplay", "x", "--games", "2"], &players[..]].concat());
    assert!(done(&output).contains("equity against greedy"));
    let leaves = bench.run(&["convert", &leaves, "-o", "-"]);
    let value = |leave: &str| {
        let mut lines = stdout(&leaves).lines();
        let value = lines.find_map(|line| line.strip_prefix(leave)?.strip_prefix('\t'));
        value.unwrap().parse::<f64>().unwrap()
    };
    assert!(value("?") > value("S") && value("S") > value("E") && value("E") > 0.0);
    assert!(value("Q") < value("V") && value("V") < 0.0);
}
