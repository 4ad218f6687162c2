//! Pages whose commands run and print the output that is shown: the book, the READMEs, and the tests in `compiler/tests/cli`.
//! Also, all snippets of the documentation are compiled, and all links exist.
//!
//! The kinds of fences:
//!
//! - `sh`: commands, which must succeed.
//! - `console`: commands after `$ `, each with its output, and a line `[exit 2]` if it fails.
//! - `text`: the output of the preceding fence, if that is `sh`; a figure, if the section has no earlier `sh`.
//! - `text,file=NAME`: the contents of a file for later commands.
//! - `rust`: a documentation test of one of the libraries, or a whole program of the repository that the page includes.
//! - Other languages: only in the pages of [`RUN_ELSEWHERE`].
//!
//! The commands of a page run in order, in a folder of its own, which has links to the files of the repository. Pages of tests
//! run in an empty folder inside it: `../scowl-60.gaddag` is an image, `../compiler` the folder of the command.
//!
//! An output has both standard output and standard error. A message that a program of a pipe prints after its results may come
//! before or after them: let `>` write the results to a file. A line `...` stands for any lines. A fence marked `slow` runs only
//! at full scope. A fence marked `console,debian` reads Debian's word lists: it runs only at full scope, and only if the lists
//! are installed. The system's words for an error, before `(os error`, are not compared. `LEXC_ACCEPT=1` writes the outputs into
//! the pages.
//!
//! A fence marked `bundled` needs the lexicon inside the command: it runs only if the tests are built with that feature.
//!
//! `LEXC_PROGRAM` names another `lexc` to run, as `tests/windows/run` does. A fence marked `console,unix` is then left out.

#![cfg(unix)]
#![expect(unreachable_pub, reason = "tests have no users outside")]

mod commands;
#[path = "../cli/common.rs"]
#[expect(dead_code, reason = "the tests of the command use the rest")]
mod common;
mod page;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use self::common::{Bench, data};
use commands::{Correction, Folder, Scope};
use page::{Fence, Kind, Page};

/// Pages with commands and snippets that other tests run.
const RUN_ELSEWHERE: [&str; 5] = [
    // `runtime/c/tests/installed` runs the page's programs; `cargo test --package lexc-c programs` runs the examples in C.
    "runtime/c/README.md",
    // `runtime/jvm/test`
    "runtime/jvm/README.md",
    // `runtime/python/tests/test_documentation.py`
    "runtime/python/README.md",
    // `runtime/python/tests/test_spark.py` and `test_ray.py`
    "runtime/python/beyond_one_machine.md",
    // `runtime/wasm/tests/readme.test.mjs`
    "runtime/wasm/README.md",
];

/// Sources that include pages as documentation.
const LIBRARIES: [&str; 4] = [
    "formats/src/lib.rs",
    "runtime/src/lib.rs",
    "runtime/game/src/lib.rs",
    "tests/common/lib.rs",
];

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().unwrap()
}

fn is_run_elsewhere(file: &Path) -> bool {
    RUN_ELSEWHERE.iter().any(|path| file == Path::new(path))
}

/// The READMEs of the repository and of the command, and the pages of the book.
fn documentation() -> Vec<Page> {
    let root = root();
    let readmes = ["README.md", "compiler/README.md"].map(Path::new);
    let mut pages: Vec<Page> = readmes.map(|file| Page::read(&root, file)).into();
    pages.extend(page::of_book(&root));
    pages
}

#[test]
fn the_documentation_shows_what_its_commands_print() {
    run(&documentation());
}

#[test]
fn pages_of_tests_show_what_their_commands_print() {
    run(&page::of_tests(&root()));
}

/// Wine 8 kills about one in 500 programs, those that have threads at their end. So a page that differs there runs again; what is
/// wrong differs each time.
const RUNS_IN_WINE: usize = 6;

/// Runs the commands of pages, on two threads.
fn run(pages: &[Page]) {
    let (root, scope) = (root(), Scope::of_environment());
    let bench = Bench::new();
    bench.build(&[&data("words/scowl-60.txt"), "-o", "image"]);
    let image = bench.path("image");
    let next = AtomicUsize::new(0);
    let work = || {
        let mut corrections = Vec::new();
        while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
            let run = || {
                let folder = Folder::for_page(&root, page, &image);
                let examples = page.examples(&is_run_elsewhere);
                let examples = examples.filter(|example| scope.includes(example));
                examples.flat_map(|example| folder.run(&example)).collect()
            };
            let mut found: Vec<Correction> = run();
            let runs = if commands::is_on_unix() {
                1
            } else {
                RUNS_IN_WINE
            };
            for _ in 1..runs {
                if !found.is_empty() {
                    found = run();
                }
            }
            corrections.extend(found);
        }
        corrections
    };
    let mut corrections: Vec<Correction> = thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    if std::env::var_os("LEXC_ACCEPT").is_some() {
        corrections = commands::accept(&root, corrections);
    }
    let report: String = corrections.iter().map(ToString::to_string).collect();
    assert!(
        report.is_empty(),
        "\n{report}LEXC_ACCEPT=1 writes the found outputs into the pages; review the change"
    );
}

#[test]
fn every_fence_is_of_a_kind_that_is_run() {
    let root = root();
    let compiled: BTreeSet<PathBuf> = LIBRARIES
        .iter()
        .flat_map(|library| page::included_in(&root.join(library)))
        .collect();
    let is_right = |fence: &Fence| match fence.kind {
        Some(Kind::Rust) => fence.is_program || compiled.contains(&root.join(&fence.file)),
        kind => kind.is_some(),
    };
    for page in documentation().iter().chain(&page::of_tests(&root)) {
        for fence in &page.fences {
            assert!(
                is_run_elsewhere(&fence.file) || is_right(fence),
                "{}: `{}` is not run (the top of compiler/tests/pages/main.rs lists the kinds of fences)",
                fence.place(),
                fence.info
            );
        }
    }
    for page in RUN_ELSEWHERE {
        assert!(root.join(page).is_file(), "{page}");
    }
}

#[test]
fn links_and_pages_exist() {
    let root = root();
    let pages = documentation();
    for page in &pages {
        for link in &page.links {
            assert!(
                link.exists(&root, page),
                "{}: no such file: {}",
                link.place(),
                link.target
            );
        }
    }
    let in_summary: BTreeSet<&Path> = pages.iter().map(|page| page.file.as_path()).collect();
    for entry in fs::read_dir(root.join(page::SOURCES)).unwrap() {
        let name = entry.unwrap().file_name();
        let file = Path::new(page::SOURCES).join(&name);
        assert!(
            name == "SUMMARY.md" || in_summary.contains(file.as_path()),
            "SUMMARY.md does not list {}",
            file.display()
        );
    }
}

/// A page with a wrong output, a command that fails, and fences of wrong kinds.
#[test]
fn wrong_pages_are_refused() {
    let root = root();
    let page = Page::of_text(
        "\
# Page
```sh
echo one >a
cat a; cat b || true
```

It prints:

```text
two
...
```
```text,file=b
two
```
```console
$ cat a b
one
2
$ echo four \\
five
four  five
$ ls . c
...
[exit 2]
```
```text
after a transcript of a section with commands
```
```sh
false
```
## Section
```text
a figure
```
```python
print(1)
```
```sh,fast
true
```
",
    );
    let folder = Folder::new(&root);
    let corrections: Vec<String> = page
        .examples(&|_| false)
        .flat_map(|example| folder.run(&example))
        .map(|correction| correction.to_string())
        .collect();
    assert_eq!(
        corrections,
        [
            "page.md:9: expected (-) and found (+):\n-two\n-...\n+one\n+cat: b: No such file or directory\n",
            "page.md:17: expected (-) and found (+):\n one\n-2\n+two\n",
            "page.md:21: expected (-) and found (+):\n-four  five\n+four five\n",
            "page.md:30: the commands end with exit status: 1:\n\n",
        ]
    );
    let kinds: Vec<_> = page.fences.iter().map(|fence| fence.kind).collect();
    let (sh, output) = (Some(Kind::Sh), Some(Kind::Output));
    let (console, file, figure) = (Some(Kind::Console), Some(Kind::File), Some(Kind::Figure));
    let section = [sh, output, file, console, None, sh];
    assert_eq!(kinds, [&section[..], &[figure, None, None]].concat());
}
