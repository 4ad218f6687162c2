//! Pages of the book, as mdBook puts them together, and pages of tests: fences and links, each with its place in the sources.

use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

/// The folder of the book's own pages.
pub(super) const SOURCES: &str = "compiler/book/src";

/// The folder of the pages of tests.
const TESTS: &str = "compiler/tests/cli";

/// A page with the files that it includes.
pub(super) struct Page {
    pub(super) file: PathBuf,
    pub(super) fences: Vec<Fence>,
    pub(super) links: Vec<Link>,
}

/// A fenced block.
#[derive(Clone)]
pub(super) struct Fence {
    /// The path of the source file, relative to the root of the repository.
    pub(super) file: PathBuf,
    /// The number of the opening line.
    pub(super) line: usize,
    /// The text after the opening backticks.
    pub(super) info: String,
    pub(super) text: String,
    /// True for the contents of a program of the repository, which Cargo compiles.
    pub(super) is_program: bool,
    /// `None` for a fence that nothing checks.
    pub(super) kind: Option<Kind>,
}

/// The kinds of fences that are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Sh,
    Console,
    /// The contents of a file for later commands.
    File,
    Rust,
    /// A `text` fence right after an `sh` fence: the output of its commands.
    Output,
    /// A `text` fence without an earlier `sh` fence in its section.
    Figure,
}

/// A file to write, or commands to run, with the output of `sh` commands if it is shown.
pub(super) struct Example {
    pub(super) fence: Fence,
    pub(super) output: Option<Fence>,
}

/// A link to a file.
pub(super) struct Link {
    file: PathBuf,
    line: usize,
    pub(super) target: String,
}

/// A line of a page, and its place.
struct Line {
    file: PathBuf,
    number: usize,
    text: String,
}

impl Fence {
    /// Finds the kind of the fence by its language, its attribute, and the earlier fences of its section.
    fn kind_after(&self, section: &[Fence]) -> Option<Kind> {
        let kind_before = section.last().map(|fence| fence.kind);
        let is_after_sh = section.iter().any(|fence| fence.kind == Some(Kind::Sh));
        match self.info.as_str() {
            "sh" | "sh,slow" => Some(Kind::Sh),
            "console" | "console,bundled" | "console,slow" | "console,debian" | "console,unix"
                if self.text.starts_with("$ ") =>
            {
                Some(Kind::Console)
            }
            _ if self.file_name().is_some() => Some(Kind::File),
            "rust" => Some(Kind::Rust),
            "text" if kind_before == Some(Some(Kind::Sh)) => Some(Kind::Output),
            "text" if !is_after_sh && !self.text.contains("$ ") => Some(Kind::Figure),
            _ => None,
        }
    }

    /// The name of the file that has the fence's contents.
    pub(super) fn file_name(&self) -> Option<&str> {
        self.info.strip_prefix("text,file=")
    }

    pub(super) fn has(&self, attribute: &str) -> bool {
        self.info.split(',').skip(1).any(|found| found == attribute)
    }

    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }
}

impl Link {
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.line)
    }

    /// Returns `true` if the target exists, both relative to the file with the link and relative to the page that
    /// includes it.
    pub(super) fn exists(&self, root: &Path, page: &Page) -> bool {
        let target = self.target.split('#').next().unwrap_or_default();
        let exists = |file: &Path| root.join(file).with_file_name(target).exists();
        !target.contains("..") && exists(&self.file) && exists(&page.file)
    }
}

impl Page {
    /// Reads a page and the files that it includes.
    pub(super) fn read(root: &Path, file: &Path) -> Page {
        let mut lines = Vec::new();
        read_into(&mut lines, root, file, None);
        Page::of_lines(file, &lines)
    }

    /// A page without a file.
    pub(super) fn of_text(text: &str) -> Page {
        let file = Path::new("page.md");
        Page::of_lines(file, &numbered(file, text).collect::<Vec<_>>())
    }

    fn of_lines(file: &Path, lines: &[Line]) -> Page {
        let (mut fences, mut links) = (Vec::<Fence>::new(), Vec::new());
        let mut section = 0;
        let mut rest = lines.iter();
        while let Some(line) = rest.next() {
            let text = line.text.trim_start();
            assert!(
                !text.starts_with("~~~"),
                "{}:{}: use ```",
                line.file.display(),
                line.number
            );
            let Some(info) = text.strip_prefix("```") else {
                if text.starts_with('#') {
                    section = fences.len();
                }
                links.extend(links_of(line));
                continue;
            };
            let indent = line.text.len() - text.len();
            let inner = rest.by_ref().take_while(|line| line.text.trim() != "```");
            let inner: Vec<&Line> = inner.collect();
            let text = inner
                .iter()
                .map(|line| line.text.get(indent..).unwrap_or_default().to_owned() + "\n");
            let mut fence = Fence {
                file: line.file.clone(),
                line: line.number,
                info: info.trim().to_owned(),
                text: text.collect(),
                is_program: inner.iter().all(|line| {
                    line.file
                        .extension()
                        .is_some_and(|extension| extension == "rs")
                }),
                kind: None,
            };
            fence.kind = fence.kind_after(&fences[section..]);
            fences.push(fence);
        }
        let file = file.to_owned();
        Page {
            file,
            fences,
            links,
        }
    }

    /// Returns `true` for a page of tests, `false` for a page of documentation.
    pub(super) fn is_of_tests(&self) -> bool {
        self.file.starts_with(TESTS)
    }

    /// The files, and the commands that are not run elsewhere, in order.
    pub(super) fn examples(
        &self,
        is_run_elsewhere: &dyn Fn(&Path) -> bool,
    ) -> impl Iterator<Item = Example> {
        let next = self.fences.iter().skip(1).map(Some).chain(iter::once(None));
        self.fences
            .iter()
            .zip(next)
            .filter(|(fence, _)| {
                matches!(fence.kind, Some(Kind::Sh | Kind::Console | Kind::File))
                    && !is_run_elsewhere(&fence.file)
            })
            .map(|(fence, next)| Example {
                fence: fence.clone(),
                output: next.filter(|next| next.kind == Some(Kind::Output)).cloned(),
            })
    }
}

/// The pages that SUMMARY.md lists.
pub(super) fn of_book(root: &Path) -> Vec<Page> {
    let folder = Path::new(SOURCES);
    let summary = fs::read_to_string(root.join(folder).join("SUMMARY.md")).unwrap();
    let targets = summary
        .lines()
        .filter_map(|line| Some(line.split_once("](")?.1.split_once(')')?.0));
    let pages: Vec<Page> = targets
        .map(|target| Page::read(root, &folder.join(target)))
        .collect();
    assert!(pages.len() > 10, "SUMMARY.md lists {} pages", pages.len());
    pages
}

/// The pages of tests of the command.
pub(super) fn of_tests(root: &Path) -> Vec<Page> {
    let names = fs::read_dir(root.join(TESTS)).unwrap();
    let mut files: Vec<PathBuf> = names
        .map(|entry| Path::new(TESTS).join(entry.unwrap().file_name()))
        .filter(|file| file.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    files.iter().map(|file| Page::read(root, file)).collect()
}

/// The pages that a library includes as documentation.
pub(super) fn included_in(library: &Path) -> Vec<PathBuf> {
    let source = fs::read_to_string(library).unwrap();
    let names = source
        .split("include_str!(\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next());
    names
        .map(|name| library.with_file_name(name).canonicalize().unwrap())
        .collect()
}

fn numbered(file: &Path, text: &str) -> impl Iterator<Item = Line> {
    text.lines().zip(1..).map(|(text, number)| Line {
        file: file.to_owned(),
        number,
        text: text.to_owned(),
    })
}

/// Adds the lines of a file, or only the lines between the two marks of `anchor`. A line `{{#include}}` is replaced by
/// the lines that it names.
fn read_into(lines: &mut Vec<Line>, root: &Path, file: &Path, anchor: Option<&str>) {
    let text = fs::read_to_string(root.join(file))
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let marks = anchor.map(|anchor| {
        [
            format!("ANCHOR: {anchor} "),
            format!("ANCHOR_END: {anchor} "),
        ]
    });
    let mut is_inside = marks.is_none();
    let mut is_found = is_inside;
    for line in numbered(file, &text) {
        if let Some([start, end]) = &marks {
            is_inside = (is_inside || line.text.contains(start)) && !line.text.contains(end);
            is_found |= is_inside;
        }
        if !is_inside || line.text.contains("ANCHOR: ") {
            continue;
        }
        match line
            .text
            .trim()
            .strip_prefix("{{#include ")
            .and_then(|rest| rest.strip_suffix("}}"))
        {
            Some(target) => {
                let (name, anchor) = target
                    .split_once(':')
                    .map_or((target, None), |(name, anchor)| (name, Some(anchor)));
                let included = root.join(file).with_file_name(name).canonicalize();
                let included = included.unwrap_or_else(|error| {
                    panic!("{}:{}: {name}: {error}", file.display(), line.number)
                });
                read_into(lines, root, included.strip_prefix(root).unwrap(), anchor);
            }
            None => lines.push(line),
        }
    }
    assert!(is_found, "{}: no anchor {anchor:?}", file.display());
}

/// The links to files in a line. Links to items of a library and to the web are left out.
fn links_of(line: &Line) -> impl Iterator<Item = Link> {
    let targets = line
        .text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    targets
        .filter(|target| !target.contains("::") && !target.contains("://"))
        .map(|target| Link {
            file: line.file.clone(),
            line: line.number,
            target: target.to_owned(),
        })
}
