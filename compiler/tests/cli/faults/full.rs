//! No room: a full file system, a full device, and a limit on the size of files.

use std::fs::File;
use std::process::{Command, Output};

use super::{contents, temporaries};
use crate::common::{Bench, data, stderr, stdout};

/// Runs a shell script in the bench. `program` is a command that starts the shell, such as `env`. In the script,
/// `"$lexc"` is the command and `"$list"` the name of a long word list.
fn shell(bench: &Bench, program: &[&str], script: &str) -> Output {
    let (shell, options) = program.split_first().unwrap();
    Command::new(shell)
        .args(options)
        .args(["sh", "-c", script])
        .env("lexc", env!("CARGO_BIN_EXE_lexc"))
        .env("list", data("words/scowl-60.txt"))
        .current_dir(bench.path(""))
        .output()
        .unwrap()
}

/// Writes a record of 300 passes. The HTML page of its analysis exceeds the size limits of these tests.
fn write_long_game(bench: &Bench) {
    let passes = ">ann: - +0 0\n>bob: - +0 0\n".repeat(150);
    let players = "#player1 ann Ann\n#player2 bob Bob\n";
    bench.write("game.gcg", format!("{players}{passes}"));
}

const TOO_LARGE: &str =
    "File too large (os error 27) (raise the limit on the size of files, `ulimit -f`)";

#[test]
fn reports_a_limit_on_the_size_of_files() {
    let bench = Bench::new();
    bench.build(&[&data("words/scowl-60.txt"), "-o", "image"]);
    write_long_game(&bench);
    bench.write("x", "old");
    let names = bench.names();
    for command in [
        "build \"$list\" -o x --force",
        "dump image -o x --force",
        "selfplay image --games 500 --seed 1 --positions x --force",
        "analyze image game.gcg --html x --force",
    ] {
        let script = format!("ulimit -f 100; exec \"$lexc\" {command}");
        let output = shell(&bench, &["env"], &script);
        assert_eq!(
            stderr(&output),
            format!("lexc: x: cannot write: {TOO_LARGE}\n")
        );
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
        assert_eq!(bench.read("x"), b"old");
        assert_eq!(bench.names(), names);
    }
    let script = "ulimit -f 100; exec \"$lexc\" dump image > y";
    let output = shell(&bench, &["env"], script);
    assert_eq!(
        stderr(&output),
        format!("lexc: standard output: cannot write: {TOO_LARGE}\n")
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_game_that_cannot_be_saved_continues_and_its_record_stays() {
    let bench = Bench::with_image("AA\nAB\nBAA\nCAB\n");
    let play = "printf 'pass\\n' | \"$lexc\" play x game.gcg --seed 1";
    assert!(shell(&bench, &["env"], play).status.success());
    let (record, names) = (bench.read("game.gcg"), bench.names());
    let output = shell(&bench, &["env"], &format!("ulimit -f 0; {play}"));
    let message = format!("The game is not saved: game.gcg: cannot write: {TOO_LARGE}");
    assert!(stdout(&output).contains(&message), "{output:?}");
    assert!(stdout(&output).contains("you: pass"), "{output:?}");
    assert_eq!((bench.read("game.gcg"), bench.names()), (record, names));
}

#[test]
fn a_full_file_system_leaves_the_old_file() {
    // Mounts the file system in a new namespace, where the user is root.
    let namespace = ["unshare", "--user", "--map-root-user", "--mount"];
    let mount = "mkdir full && mount -t tmpfs -o size=64k,nr_inodes=20 none full && cd full";
    let bench = Bench::new();
    let probe = Command::new("which").arg("unshare").output();
    let can_mount = probe.is_ok_and(|output| output.status.success())
        && shell(&bench, &namespace, mount).status.success();
    if !can_mount {
        eprintln!("skipped: no file system can be mounted here (unshare, mount)");
        return;
    }
    bench.build(&[&data("words/scowl-60.txt"), "-o", "image"]);
    write_long_game(&bench);
    let report = "echo \"exit $?\"; cat x; for name in .* *; do echo \"$name\"; done";
    for command in [
        "build \"$list\" -o x --force",
        "dump ../image -o x --force",
        "selfplay ../image --games 500 --seed 1 --positions x --force",
        "analyze ../image ../game.gcg --html x --force",
    ] {
        let script = format!(
            "{} && echo old > x; \"$lexc\" {command}; {report}",
            mount.replace("mkdir", "mkdir -p")
        );
        let output = shell(&bench, &namespace, &script);
        assert_eq!(stdout(&output), "exit 2\nold\n.\n..\nx\n", "{command}");
        let message = "x: cannot write: No space left on device (os error 28) (make room there, or choose another place)";
        assert_eq!(stderr(&output), format!("lexc: {message}\n"));
    }
    // The script first uses up the file system's inodes: then no file can be added, not even an empty one.
    let script = format!(
        "{}; for i in $(seq 30); do true > \"y$i\"; done 2> /dev/null; \"$lexc\" dump ../image -o x; echo \"exit $?\"",
        mount.replace("mkdir", "mkdir -p")
    );
    let output = shell(&bench, &namespace, &script);
    assert_eq!(stdout(&output), "exit 2\n");
    let message = "x: cannot make a temporary file beside it: No space left on device (os error 28) (make room there, or choose another place)";
    assert_eq!(stderr(&output), format!("lexc: {message}\n"));
}

#[test]
fn verbs_report_a_full_device() {
    let bench = Bench::with_image("AA\nAB\nBAA\nCAB\n");
    bench.write("p", "3/3/3 AABC/\n");
    bench.write("layout", "1, 1\n   \n   \n   ");
    write_long_game(&bench);
    for args in [
        &["build", "list", "-o", "-"][..],
        &["check", "x"],
        &["info", "x"],
        &["info", "x", "--json"],
        &["dump", "x"],
        &["query", "x", "AA"],
        &["moves", "x", "p", "--layout", "layout"],
        &["moves", "x", "3/3/3 AABC/", "--layout", "layout"],
        &["bench", "x", "p", "--passes", "1", "--layout", "layout"],
        &["selfplay", "x", "--games", "1", "--seed", "1"],
        &["analyze", "x", "game.gcg"],
        &[
            "selfplay",
            "x",
            "--games",
            "1",
            "--seed",
            "1",
            "--positions",
            "-",
        ],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = bench.command(args).stdout(full).output().unwrap();
        let message = "standard output: cannot write: No space left on device (os error 28) (make room there, or choose another place)";
        assert_eq!(stderr(&output), format!("lexc: {message}\n"), "{args:?}");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    assert!(temporaries(&bench).is_empty());
    assert!(contents(&bench.path("y")).is_none());
}
