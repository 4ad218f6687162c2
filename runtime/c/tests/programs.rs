//! Programs in C and C++.

mod game;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use lexc_compiler::CompileOptions;
use lexc_compiler::word_list::WordListBuilder;
use lexc_runtime::{
    Alphabet, Board, GameEnd, LeaveImage, Lexicon, MoveGen, NoLeaves, Position, Rack, Rules,
};
use tempfile::TempDir;

use crate::tools::{WARNINGS, WARNINGS_OF_CPP, has, include, libraries, package, run};

/// A way to compile and link a program.
#[derive(Clone, Copy, Debug)]
struct Build {
    compiler: &'static str,
    language: &'static str,
    is_static: bool,
}

/// Two builds for each installed compiler: one with the static library, one with the dynamic library.
fn builds() -> Vec<Build> {
    let mut builds = Vec::new();
    for (compiler, languages) in [
        ("cc", ["-std=c99", "-std=c17"]),
        ("c++", ["-std=c++11", "-std=c++17"]),
    ] {
        if has(compiler, "nothing is compiled with it") {
            let build = |language, is_static| Build {
                compiler,
                language,
                is_static,
            };
            builds.extend([build(languages[0], true), build(languages[1], false)]);
        }
    }
    builds
}

/// Compiles a program of this package.
fn compile(build: Build, source: &str, folder: &Path) -> PathBuf {
    let program = folder.join("program");
    let mut command = Command::new(build.compiler);
    if build.compiler == "cc" {
        command.args(WARNINGS);
    } else {
        command.args(WARNINGS_OF_CPP).args(["-x", "c++"]);
    }
    command
        .args([build.language, "-O1", "-g", &include()])
        .arg(package().join(source))
        .args(["-x", "none"]);
    if build.is_static {
        command.arg(libraries().join("liblexc_c.a")).arg("-lgcc_s");
        // Up to glibc 2.33, libpthread and libdl are separate from libc; libm always is.
        command.args(["-lpthread", "-ldl", "-lm"]);
    } else {
        command
            .arg(format!("-L{}", libraries().display()))
            .arg("-llexc_c")
            .arg(format!("-Wl,-rpath,{}", libraries().display()));
    }
    run(command.arg("-o").arg(&program), 0);
    program
}

fn image() -> PathBuf {
    package().join("examples/care.gaddag")
}

fn leaves() -> PathBuf {
    package().join("examples/care.leaves")
}

/// An image of two words, AA with a definition and AB without. Its alphabet is not that of [`leaves`].
fn image_with_a_definition() -> Vec<u8> {
    let section = lexc_compiler::alphabet::load("german")
        .unwrap()
        .encode()
        .unwrap();
    let mut builder = WordListBuilder::default();
    builder.push(&[1, 1]).unwrap();
    builder.push(&[1, 3]).unwrap();
    builder.define(&[1, 1], "rough lava");
    let (mut words, _) = builder.finish();
    let options = CompileOptions {
        definitions: words.take_definitions(),
        word_index: true,
        ..CompileOptions::default()
    };
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    lexc_compiler::compile_sorted(words.iter(), alphabet, &options)
        .unwrap()
        .image
}

/// Runs a program; if its build is static, again under valgrind, which must find no error, no leak, and only `allocations` of the C
/// library: the program with a buffer of its own for standard output has none.
fn check_with_valgrind(program: &Path, arguments: &[&str], build: Build, allocations: u32) {
    run(Command::new(program).args(arguments), 0);
    // The dynamic build runs the same code.
    if !build.is_static || !has("valgrind", "memory is not checked") {
        return;
    }
    let output = run(
        Command::new("valgrind")
            .args(["--error-exitcode=99", "--leak-check=full"])
            .arg(program)
            .args(arguments),
        0,
    );
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(report.contains("ERROR SUMMARY: 0 errors"), "{report}");
    let usage = format!("total heap usage: {allocations} allocs");
    assert!(report.contains(&usage), "{report}");
}

#[test]
#[cfg(all(target_os = "linux", feature = "std"))]
fn functions_keep_the_promises_of_the_header() {
    for build in builds() {
        let folder = TempDir::new().unwrap();
        let program = compile(build, "tests/programs/api.c", folder.path());
        let no_image = package().join("Cargo.toml");
        let defined = folder.path().join("defined");
        fs::write(&defined, image_with_a_definition()).unwrap();
        let paths = [image(), leaves(), defined, no_image];
        let arguments = paths.each_ref().map(|path| path.to_str().unwrap());
        check_with_valgrind(&program, &arguments, build, 0);
    }
}

/// Runs the table of conformance, whose head explains it, in C and C++ by the header for C, and in C++ by the header for C++.
#[test]
#[cfg(all(target_os = "linux", feature = "full", feature = "std"))]
fn each_call_of_the_table_has_its_answer() {
    let table = package().join("examples/care.conformance");
    let of_cpp = Build {
        compiler: "c++",
        language: "-std=c++17",
        is_static: false,
    };
    let of_c = builds().into_iter().map(|build| (build, "conformance.c"));
    let all =
        of_c.chain(has("c++", "lexc.hpp is not compiled").then_some((of_cpp, "conformance.cpp")));
    for (build, name) in all {
        let folder = TempDir::new().unwrap();
        let program = compile(build, &format!("tests/programs/{name}"), folder.path());
        run(
            Command::new(program).args([image(), leaves(), table.clone()]),
            0,
        );
    }
}

/// Runs `api.cpp`, also under valgrind. The program opens images in every way, throws exceptions out of searches, and
/// destroys objects before the objects that borrow them.
#[test]
#[cfg(all(target_os = "linux", feature = "full", feature = "std"))]
fn functions_of_the_header_for_cpp_keep_its_promises() {
    if !has("c++", "lexc.hpp is not compiled") {
        return;
    }
    let folder = TempDir::new().unwrap();
    let build = Build {
        compiler: "c++",
        language: "-std=c++17",
        is_static: true,
    };
    let program = compile(build, "tests/programs/api.cpp", folder.path());
    let defined = folder.path().join("defined");
    fs::write(&defined, image_with_a_definition()).unwrap();
    let paths = [image(), leaves(), defined, package().join("Cargo.toml")];
    let arguments = paths.each_ref().map(|path| path.to_str().unwrap());
    let output = run(Command::new(&program).args(arguments), 0);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    if has("valgrind", "memory is not checked") {
        let options = ["--error-exitcode=99", "--leak-check=full"];
        let mut valgrind = Command::new("valgrind");
        run(valgrind.args(options).arg(program).args(arguments), 0);
    }
}

/// An image of the words of up to five letters in SCOWL-60.
fn image_of_short_words() -> Vec<u8> {
    let list = fs::read_to_string(package().join("tests/words/scowl-60.txt")).unwrap();
    let words = list.lines().filter(|word| word.len() <= 5);
    lexc_compiler::compile(words, "english").unwrap()
}

#[test]
#[cfg(all(target_os = "linux", feature = "std"))]
fn a_bot_plays_by_the_rules_until_the_end() {
    let folder = TempDir::new().unwrap();
    let short = folder.path().join("short");
    fs::write(&short, image_of_short_words()).unwrap();
    let (care, leaves_path) = (image(), leaves());
    let leaves_bytes = fs::read(&leaves_path).unwrap();
    for build in builds() {
        let program = compile(build, "examples/bot.c", folder.path());
        let play = |image: &Path, seed: &str, has_leaves: bool| {
            let mut arguments = vec![image.to_str().unwrap(), seed];
            arguments.extend(has_leaves.then(|| leaves_path.to_str().unwrap()));
            check_with_valgrind(&program, &arguments, build, 1);
            let output = run(Command::new(&program).args(&arguments), 0);
            let printed = String::from_utf8(output.stdout).unwrap();
            let image = fs::read(image).unwrap();
            let lexicon = Lexicon::from_bytes(&image).unwrap();
            let leaves = LeaveImage::from_bytes(&leaves_bytes, lexicon.alphabet());
            let leaves = leaves.unwrap();
            match has_leaves {
                true => game::replay(&printed, &lexicon, &leaves),
                false => game::replay(&printed, &lexicon, &NoLeaves),
            }
        };
        let ([plays, _], end) = play(&short, "5", true);
        assert!(
            plays > 20 && matches!(end, GameEnd::Out(_)),
            "{plays} plays, {end:?}"
        );
        // The lexicon has 15 words, so the last turns score no point.
        let ([plays, exchanges], end) = play(&care, "0", false);
        assert!(plays > 0 && exchanges > 0 && end == GameEnd::Scoreless);
    }
}

#[test]
#[cfg(all(target_os = "linux", feature = "std"))]
fn four_players_move_and_challenge() {
    let folder = TempDir::new().unwrap();
    let short = folder.path().join("short");
    let bytes = image_of_short_words();
    fs::write(&short, &bytes).unwrap();
    let lexicon = Lexicon::from_bytes(&bytes).unwrap();
    let rules = Rules::standard(lexicon.alphabet());
    let moves = folder.path().join("moves");
    for build in builds() {
        let program = compile(build, "examples/four.c", folder.path());
        let played = |text: &str| {
            fs::write(&moves, text).unwrap();
            let mut command = Command::new(&program);
            let output = run(command.arg(&short).stdin(File::open(&moves).unwrap()), 0);
            String::from_utf8(output.stdout).unwrap()
        };
        let first = played("8H\npass\nchallenge\n");
        let lines: Vec<&str> = first.lines().collect();
        let [rack, fault, again, second, none, second_again, ..] = lines[..] else {
            panic!("{first}");
        };
        assert_eq!((rack, second), (again, second_again));
        assert!(second.starts_with("player 2 has "));
        assert_eq!(fault, "character 3: missing word");
        assert_eq!(none, "there is no play to challenge");

        let tiles = rack.strip_prefix("player 1 has ").unwrap();
        let tiles = Rack::parse(tiles, lexicon.alphabet()).unwrap();
        let board = Board::new(rules.layout().dimensions());
        let position = Position::try_new(board, tiles, &rules).unwrap();
        let best = MoveGen::new(&lexicon).best(&position).unwrap();
        let written = best.display(position.board(), lexicon.alphabet());
        let second = played(&format!("{written}\nchallenge\n"));
        assert!(
            second.contains("\nall words are valid\nplayer 3 has "),
            "{second}"
        );
        let scores = format!(
            "player 1: {}\nplayer 2: 0\nplayer 3: 0\nplayer 4: 0\n",
            best.score()
        );
        assert!(second.ends_with(&scores), "{second}");
    }
}

/// Tests the results only: `tests/low-memory/run` measures the memory.
#[test]
#[cfg(target_os = "linux")]
fn lookup_finds_the_words() {
    let (image, folder) = (image(), TempDir::new().unwrap());
    let words = folder.path().join("words");
    let long = "E".repeat(5000);
    fs::write(&words, format!("CARE\nCARS\n\nSCARE\n{long}\nABLE")).unwrap();
    for build in builds() {
        let program = compile(build, "examples/lookup.c", folder.path());
        for every in ["0", "1", "3"] {
            let mut command = Command::new(&program);
            command.arg(&image).arg(every);
            let output = run(command.stdin(File::open(&words).unwrap()), 0);
            let output = String::from_utf8(output.stdout).unwrap();
            // The program cuts the long line into three.
            assert!(output.starts_with("8 words, 3 found, "), "{output}");
            assert!(output.ends_with(" KiB at most\n"), "{output}");
        }
        for (arguments, message) in [
            (
                &["no such file", "1"][..],
                "lookup: cannot read the image (check its path)\n",
            ),
            (&["."], "lookup: usage: lookup IMAGE EVERY < WORDS\n"),
        ] {
            let output = run(Command::new(&program).args(arguments), 2);
            assert_eq!(String::from_utf8_lossy(&output.stderr), message);
        }
    }
}

#[test]
#[cfg(all(target_os = "linux", feature = "std"))]
fn examples_name_the_problem() {
    let Some(&build) = builds().first() else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let program = compile(build, "examples/bot.c", folder.path());
    let image = image();
    let image = image.to_str().unwrap();
    let no_image = package().join("tests/main.rs");
    for (arguments, message) in [
        (vec![], "bot: usage: bot IMAGE [SEED [LEAVES]]"),
        (
            vec!["no such file"],
            "bot: cannot open the file: entity not found, system error 2 (check the path)",
        ),
        (
            vec![no_image.to_str().unwrap()],
            "bot: not a lexc image: it starts with \"//! The \" (build one from a word list with `lexc build`)",
        ),
        (
            vec![image, "0", image],
            "bot: image of words, not of leaves (make one with `lexc leaves` or `lexc convert`)",
        ),
    ] {
        let output = run(Command::new(&program).args(&arguments), 1);
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), message);
    }
}
