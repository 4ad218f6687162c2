//! Several builds that write the same file at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{contents, temporaries};
use crate::common::{Bench, assert_refused, is_full, stderr};

/// Writes the lists `a` and `b`. Returns their images.
fn lists(bench: &Bench) -> [Vec<u8>; 2] {
    let words = |letters: &str| -> String {
        let tiles = || letters.chars();
        let words =
            tiles().flat_map(|a| tiles().flat_map(move |b| tiles().map(move |c| (a, b, c))));
        words.map(|(a, b, c)| format!("{a}{b}{c}\n")).collect()
    };
    [("a", "ABCDEFGHIJ"), ("b", "KLMNOPQRSTUVWXYZ")].map(|(name, letters)| {
        bench.write(name, words(letters));
        bench.build(&[name, "-o", "image"]);
        let image = bench.read("image");
        std::fs::remove_file(bench.path("image")).unwrap();
        image
    })
}

#[test]
fn builds_that_replace_one_file_leave_one_of_their_images() {
    let bench = Bench::new();
    let images = lists(&bench);
    bench.build(&["a", "-o", "x"]);
    let rounds = if is_full() { 500 } else { 25 };
    let is_done = AtomicBool::new(false);
    let seen = thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut seen = [0_u64; 2];
            while !is_done.load(Ordering::Relaxed) {
                let found = contents(&bench.path("x")).expect("there at any time");
                let image = images.iter().position(|image| *image == found);
                seen[image.expect("whole at any time")] += 1;
            }
            seen
        });
        for round in 0..rounds {
            let spawn = |name| bench.spawn(&["build", name, "-o", "x", "--force"]);
            let mut children = ["a", "b", "a", "b"].map(spawn);
            if round % 2 == 1 {
                // Kills one of the builds after up to 10 ms.
                thread::sleep(std::time::Duration::from_micros(200 * (round % 50)));
                let _ = children[0].kill();
            }
            for (index, child) in children.into_iter().enumerate() {
                let output = child.wait_with_output().unwrap();
                let is_killed = output.status.code().is_none() && index == 0;
                assert!(is_killed || output.status.success(), "{}", stderr(&output));
            }
            let found = contents(&bench.path("x")).unwrap();
            assert!(images.contains(&found));
        }
        is_done.store(true, Ordering::Relaxed);
        reader.join().unwrap()
    });
    eprintln!("seen {seen:?}");
    assert!(seen.iter().all(|count| *count > 0));
    bench.build(&["a", "-o", "x", "--force"]);
    assert!(temporaries(&bench).is_empty());
}

#[test]
fn one_of_several_builds_of_a_new_file_succeeds() {
    let bench = Bench::new();
    let images = lists(&bench);
    for _ in 0..if is_full() { 200 } else { 10 } {
        let children = ["a", "b", "a", "b"].map(|name| bench.spawn(&["build", name, "-o", "x"]));
        let outputs = children.map(|child| child.wait_with_output().unwrap());
        let winners = outputs.iter().filter(|output| output.status.success());
        assert_eq!(winners.count(), 1);
        for output in outputs.iter().filter(|output| !output.status.success()) {
            assert_refused(output, "x: exists already (replace it with --force)");
        }
        assert!(images.contains(&bench.read("x")));
        assert_eq!(bench.names(), ["a", "b", "x"]);
        std::fs::remove_file(bench.path("x")).unwrap();
    }
}
