//! The book and the README: all commands run and print the output that is shown, all snippets are compiled, all links exist.
//!
//! The kinds of fences:
//!
//! - `sh`: commands. The commands of a page run in order, in a folder of its own. All must succeed.
//! - `console`: commands after `$ `, each with its output, which is compared.
//! - `text`: the output of the preceding fence, if that is `sh`; a figure, if the section has no earlier `sh`.
//! - `rust`: a documentation test of one of the libraries, or a whole program of the repository that the page includes.
//! - Other languages: only in the pages of [`RUN_ELSEWHERE`].
//!
//! A line `...` of an output stands for any lines. A fence marked `slow` runs only at full scope. A fence marked
//! `console,debian` reads Debian's word lists: it runs only at full scope, and only if the lists are installed.
//! `LEXC_WRITE_BOOK=1` writes the outputs into the pages.

#![cfg(unix)]
#![expect(unreachable_pub, reason = "tests have no users outside")]

mod commands;
#[path = "../cli/common.rs"]
#[expect(dead_code, reason = "the tests of the command use the rest")]
mod common;
mod pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use self::common::{Bench, data};
use commands::{Correction, Folder, Scope};
use pages::{Fence, Kind, Page};

/// Pages with commands and snippets that other tests run.
const RUN_ELSEWHERE: [&str; 4] = [
    // `runtime/c/tests/installed` runs the page's programs; `cargo test --package lexc-c programs` runs the examples in C.
    "runtime/c/README.md",
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
fn all_pages() -> Vec<Page> {
    let root = root();
    let readmes = ["README.md", "compiler/README.md"].map(Path::new);
    let mut pages: Vec<Page> = readmes.map(|file| Page::read(&root, file)).into();
    pages.extend(pages::of_book(&root));
    pages
}

#[test]
fn commands_print_the_output_that_is_shown() {
    let (root, pages, scope) = (root(), all_pages(), Scope::of_environment());
    let bench = Bench::new();
    bench.build(&[&data("words/scowl-60.txt"), "-o", "image"]);
    let image = bench.path("image");
    let next = AtomicUsize::new(0);
    let run =
        || {
            let mut corrections = Vec::new();
            while let Some(page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                let folder = Folder::for_page(&root, page, &image);
                corrections.extend(page.examples(&is_run_elsewhere).filter_map(|example| {
                    scope.includes(&example).then(|| folder.run(&example))?
                }));
            }
            corrections
        };
    let corrections: Vec<Correction> = thread::scope(|scope| {
        let workers = [scope.spawn(run), scope.spawn(run)];
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    });
    if std::env::var_os("LEXC_WRITE_BOOK").is_some() {
        commands::write(&root, &corrections);
    }
    let report: String = corrections.iter().map(ToString::to_string).collect();
    assert!(
        report.is_empty(),
        "{report}LEXC_WRITE_BOOK=1 writes the outputs into the pages"
    );
}

#[test]
fn every_fence_is_of_a_kind_that_is_run() {
    let root = root();
    let compiled: BTreeSet<PathBuf> = LIBRARIES
        .iter()
        .flat_map(|library| pages::included_in(&root.join(library)))
        .collect();
    let is_right = |fence: &Fence| match fence.kind {
        Some(Kind::Rust) => fence.is_program || compiled.contains(&root.join(&fence.file)),
        kind => kind.is_some(),
    };
    for page in all_pages() {
        for fence in &page.fences {
            assert!(
                is_run_elsewhere(&fence.file) || is_right(fence),
                "{}: `{}` is not run (the top of compiler/tests/book/main.rs lists the kinds of fences)",
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
    let pages = all_pages();
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
    for entry in fs::read_dir(root.join(pages::SOURCES)).unwrap() {
        let name = entry.unwrap().file_name();
        let file = Path::new(pages::SOURCES).join(&name);
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
```console
$ cat a
three
$ echo four \\
five
four  five
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
        .filter_map(|example| Some(folder.run(&example)?.to_string()))
        .collect();
    assert_eq!(
        corrections,
        [
            "page.md:9: other output:\none\ncat: b: No such file or directory\n",
            "page.md:13: other output:\n$ cat a\none\n$ echo four \\\nfive\nfour five\n",
            "page.md:23: the commands end with exit status: 1:\n",
        ]
    );
    let kinds: Vec<_> = page.fences.iter().map(|fence| fence.kind).collect();
    let (sh, output) = (Some(Kind::Sh), Some(Kind::Output));
    let (console, figure) = (Some(Kind::Console), Some(Kind::Figure));
    assert_eq!(kinds, [sh, output, console, None, sh, figure, None, None]);
}
