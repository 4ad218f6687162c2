//! `lexc dump`: round trips and outputs that fail. `dump.md` has the other tests.

use std::io::Read;
use std::process::{Command, Stdio};
use std::{fs, thread};

use lexc_formats::{Image, ImageWriter, SectionName};

use super::common::{Bench, data, done, stderr, stdout};

/// Builds the list with these options, dumps the image, and builds the dump. Asserts that the bytes of both images are equal.
#[track_caller]
fn assert_round_trip(list: &[u8], options: &[&str]) {
    let bench = Bench::new();
    bench.write("list", list);
    bench.build(&[&["list", "-o", "x"], options].concat());
    let dump = bench.run(&["dump", "x"]);
    done(&dump);
    let again = bench.run_with(
        &[&["build", "-", "-o", "y"], options].concat(),
        &dump.stdout,
    );
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(bench.read("x"), bench.read("y"));
    assert_eq!(done(&bench.run(&["dump", "y"])).as_bytes(), dump.stdout);
}

#[test]
fn dump_and_build_are_inverse() {
    let scowl = fs::read(data("words/scowl-60.txt")).unwrap();
    assert_round_trip(&scowl, &[]);
    for options in [
        &["--only", "dawg", "--word-index"][..],
        &["--only", "gaddag", "--name", "Round"],
        &["--word-index", "--source", "here", "--license", "none"],
    ] {
        assert_round_trip(b"ZA\nAA\nA\nZAA\nQ\nAZA\n", options);
    }
}

#[test]
fn tiles_of_several_characters_survive_dump_and_build() {
    let (catalan, spanish) = (data("alphabets/catalan.csv"), data("alphabets/spanish.csv"));
    let list = "COL·LEGI\nLLUNY\nQUINZE\nL[L·L]L\n[L·L]\n";
    assert_round_trip(list.as_bytes(), &["--alphabet", &catalan]);
    // All words of one to three tiles from C, H, CH, L and LL.
    let tiles = ["[C]", "[H]", "[CH]", "[L]", "[LL]"];
    let mut words: Vec<String> = tiles.map(String::from).into();
    for _ in 0..2 {
        let longer = words
            .iter()
            .flat_map(|word| tiles.map(|tile| format!("{word}{tile}")));
        words = words.iter().cloned().chain(longer).collect();
    }
    assert_round_trip(words.join("\n").as_bytes(), &["--alphabet", &spanish]);
}

#[test]
fn the_fingerprint_is_the_hash_of_the_dump() {
    let bench = Bench::new();
    let alphabet = data("alphabets/catalan.csv");
    bench.write("list", "COL·LEGI\nLLUNY\n");
    bench.build(&["list", "-o", "x", "--alphabet", &alphabet]);
    bench.build(&[&data("words/scowl-60.txt"), "-o", "y"]);
    for image in ["x", "y"] {
        let dump = bench.run(&["dump", image]);
        bench.write("dump", done(&dump));
        let hash = Command::new("xxhsum")
            .args(["-q", "-H128", "dump"])
            .current_dir(bench.path(""))
            .stderr(Stdio::null())
            .output();
        let Ok(hash) = hash else {
            eprintln!("skipped: xxhsum is not installed");
            return;
        };
        let hash = done(&hash).split_whitespace().next().unwrap().to_owned();
        let info = bench.run(&["info", image]);
        let fingerprint = done(&info)
            .lines()
            .find_map(|line| line.strip_prefix("fingerprint"))
            .unwrap();
        assert_eq!(fingerprint.trim(), hash);
    }
}

#[test]
fn ends_quietly_on_a_closed_pipe() {
    let bench = Bench::new();
    bench.build(&[&data("words/scowl-60.txt"), "-o", "x"]);
    let mut child = bench.spawn(&["dump", "x"]);
    let mut start = [0; 4];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut start).unwrap();
    drop(stdout);
    assert_eq!(done(&child.wait_with_output().unwrap()), "");
    assert_eq!(&start, b"AAH\n");

    // The pipe closes before the program prints, or just after.
    for args in [
        &["info", "x"][..],
        &["check", "x"],
        &["query", "x", "AAH"],
        &["--help"],
    ] {
        let mut child = bench.spawn(args);
        drop(child.stdout.take());
        thread::yield_now();
        assert_eq!(child.wait().unwrap().code(), Some(0), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn reports_a_full_output() {
    let bench = Bench::with_image("AA\n");
    for args in [
        &["dump", "x"][..],
        &["info", "x"],
        &["check", "x"],
        &["query", "x", "AA"],
    ] {
        let full = fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = bench.command(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            stderr(&output).starts_with("lexc: standard output: "),
            "{}",
            stderr(&output)
        );
    }
}

/// Validation accepts an image with a wrong number of words in its metadata: only counting the words shows the fault.
#[test]
fn reports_a_wrong_word_count() {
    let bench = Bench::with_image("AA\nAB\nBAA\n");
    let bytes = bench.read("x");
    let image = Image::from_bytes(&bytes).unwrap();
    let contents = image.sections().iter().map(|entry| {
        let start = usize::try_from(entry.offset.get()).unwrap();
        let mut contents = bytes[start..][..usize::try_from(entry.len.get()).unwrap()].to_vec();
        if entry.name == SectionName::METADATA {
            contents[16] = 4;
        }
        (entry.name, contents)
    });
    let contents: Vec<_> = contents.collect();
    let mut writer = ImageWriter::new();
    for (name, contents) in &contents {
        writer.add(*name, contents);
    }
    bench.write("y", writer.finish());
    let output = bench.run(&["dump", "y"]);
    assert_eq!(stdout(&output), "AA\nAB\nBAA\n");
    assert_eq!(output.status.code(), Some(2));
    let message = "lexc: y: 3 words where the image records 4 (run `lexc check` on it)\n";
    assert_eq!(stderr(&output), message);
}
