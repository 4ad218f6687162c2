//! The program that links if no panic can be reached, `tests/no-panic`, calls every public function of the runtime. It is
//! built by `tests/no-panic/run`; here its source is compared with those of the runtime and of the formats.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The types of the formats that the runtime has in its own name.
const REEXPORTED: [&str; 10] = [
    "Alphabet",
    "AlphabetError",
    "PlacedTile",
    "PlacedTileText",
    "Fingerprint",
    "Image",
    "ImageError",
    "Tile",
    "TileSet",
    "WordText",
];

/// Files without public functions for a host without an operating system: the memory map, what writes images, and tests.
const LEFT_OUT: [&str; 6] = [
    "mmap.rs",
    "writer.rs",
    "definition.rs",
    "fixture.rs",
    "testing.rs",
    "tests.rs",
];

/// Types that are not public, but have a trait of `core` that is called from elsewhere.
const INTERNAL: [&str; 4] = ["Place", "PlayText", "Quoted", "Text"];

#[test]
fn every_public_function_is_called() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut calls = String::new();
    for path in sources(&root.join("no-panic/src")) {
        let text = fs::read_to_string(path).unwrap();
        // However the lines are broken; and numbers of words of a mask do not matter.
        calls.extend(text.replace("::<1>(", "(").split_whitespace());
    }
    let mut public = BTreeSet::new();
    for path in sources(&root.join("../runtime/src")) {
        public.extend(functions(&fs::read_to_string(path).unwrap()));
    }
    let own = public.len();
    for path in sources(&root.join("../formats/src")) {
        let found = functions(&fs::read_to_string(path).unwrap()).into_iter();
        public.extend(found.filter(|(of, _)| REEXPORTED.contains(&of.as_str())));
    }
    // So that a change of the layout of the sources doesn't leave nothing to compare.
    assert!(
        own > 200 && public.len() > own + 80,
        "{own}, {}",
        public.len()
    );
    let missing: Vec<String> = public
        .iter()
        .filter(|(of, _)| !INTERNAL.contains(&of.as_str()))
        .map(|(of, function)| call(of, function))
        .filter(|call| !calls.contains(call.as_str()))
        .collect();
    assert!(
        missing.is_empty(),
        "tests/no-panic does not call {missing:#?}"
    );
}

#[test]
fn public_functions_are_found() {
    let source = "
pub struct A;

#[derive(Clone, Copy, Debug)]
pub enum B<'a> {
    C(&'a A),
}

impl<'a> B<'a> {
    pub const fn d() {}
    pub(crate) fn e() {}
    fn f() {}
}

impl fmt::Display for B<'_> {
    fn fmt(&self) {}
}

pub fn g<T>(
    t: T,
) {}

fn h() {}

#[cfg(test)]
mod tests {
    pub fn i() {}
}
";
    let found = functions(source);
    let found: Vec<String> = found.iter().map(|(of, name)| call(of, name)).collect();
    assert_eq!(found, ["clone::<B", "B::d(", "display::<B", "g("]);
}

/// How a function has to be called: `clone::<T>(..)` and the like by the functions for standard traits, others by the name
/// of their type.
fn call(of: &str, function: &str) -> String {
    match (of, function) {
        ("", function) => format!("{function}("),
        (of, "derive Clone") => format!("clone::<{of}"),
        (of, "Display::fmt") => format!("display::<{of}"),
        (of, "derive PartialEq" | "PartialEq::eq") => format!("eq::<{of}"),
        (of, "derive Ord" | "Ord::cmp") => format!("cmp::<{of}"),
        (of, "derive Hash") => format!("hash::<{of}"),
        (of, "derive Default" | "Default::default") => format!("default::<{of}"),
        (of, "Error::source") => format!("source::<{of}"),
        (of, function) => format!("{of}::{function}("),
    }
}

/// The public functions of a source file, each with the type that it belongs to, and the traits that are derived. Relies on
/// the layout that rustfmt gives.
fn functions(source: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut derived: Vec<&str> = Vec::new();
    // The type, and the trait if it is that of one.
    let mut block: Option<(String, Option<String>)> = None;
    for line in source
        .lines()
        .take_while(|line| !line.starts_with("mod tests {"))
    {
        if line.starts_with("impl") {
            block = header(line);
        } else if line.starts_with('}') {
            block = None;
        } else if let Some(list) = line.strip_prefix("#[derive(") {
            derived = list.trim_end_matches(")]").split(", ").collect();
        } else if let Some(name) = public_type(line) {
            for of in &derived {
                if ["Clone", "Default", "Hash", "Ord", "PartialEq"].contains(of) {
                    found.push((name.clone(), format!("derive {of}")));
                }
            }
            derived.clear();
        } else if let Some(name) = function_name(line, "pub ") {
            found.push((String::new(), name));
        } else if let Some((of, in_trait)) = &block {
            let indented = line.strip_prefix("    ").unwrap_or_default();
            match in_trait {
                None => {
                    found.extend(function_name(indented, "pub ").map(|name| (of.clone(), name)))
                }
                Some(of_trait) => {
                    let name = function_name(indented, "")
                        .filter(|_| IN_CORE.contains(&of_trait.as_str()));
                    found.extend(name.map(|name| (of.clone(), format!("{of_trait}::{name}"))));
                }
            }
        }
    }
    found
}

/// The traits of `core` whose methods are called by their own functions; those of operators are called by the operators.
/// `Debug` is for developers, and no part of the promise.
const IN_CORE: [&str; 4] = ["Default", "Display", "Error", "Ord"];

/// The name in a line such as `pub const fn name(`.
fn function_name(line: &str, visibility: &str) -> Option<String> {
    let rest = line.strip_prefix(visibility)?;
    let rest = rest.strip_prefix("const ").unwrap_or(rest);
    let name = rest.strip_prefix("fn ")?;
    Some(name.split(['(', '<']).next()?.to_string())
}

fn public_type(line: &str) -> Option<String> {
    let rest = line
        .strip_prefix("pub struct ")
        .or_else(|| line.strip_prefix("pub enum "))?;
    Some(rest.split(['(', '<', ' ', ';']).next()?.to_string())
}

/// The type of an `impl` line, and its trait.
fn header(line: &str) -> Option<(String, Option<String>)> {
    let last = |path: &str| {
        let path = path.split('<').next().unwrap_or_default().trim();
        path.rsplit("::").next().unwrap_or_default().to_string()
    };
    let line = line.strip_prefix("impl")?;
    // Generic parameters come first; an arrow is no closing bracket.
    let mut depth = 0;
    let end = line.char_indices().find(|&(at, c)| {
        depth += match c {
            '<' => 1,
            '>' if !line[..at].ends_with('-') => -1,
            _ => 0,
        };
        depth == 0
    });
    let rest = line.get(end?.0 + 1..)?.trim().trim_end_matches('{');
    Some(match rest.split_once(" for ") {
        Some((of_trait, of)) => (last(of), Some(last(of_trait))),
        None => (last(rest), None),
    })
}

/// The source files of a folder that are not left out.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && name != "testing" {
            found.extend(sources(&path));
        } else if name.ends_with(".rs") && !LEFT_OUT.contains(&name) {
            found.push(path);
        }
    }
    found.sort();
    found
}
