//! The program `tests/no-panic` links only if no panic is reachable; `tests/no-panic/run` links it. The test here asserts
//! that the program calls every public function of the runtime.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::sources::{PublicItems, files};

/// Types of the crate `lexc-formats` that the runtime re-exports.
const REEXPORTED: [&str; 13] = [
    "Alphabet",
    "AlphabetError",
    "Definition",
    "Digraphs",
    "PlacedTile",
    "PlacedTileText",
    "PlacedTiles",
    "Fingerprint",
    "Image",
    "ImageError",
    "Tile",
    "TileSet",
    "WordText",
];

/// Files that have no public function for machines without an operating system or a heap: the memory map, lists of plays, writers
/// of images, and tests; and the file of `Visible`, because tables of `core` for printable characters contain panics that the compiler cannot rule out.
const LEFT_OUT: [&str; 8] = [
    "visible.rs",
    "testing",
    "lists.rs",
    "mmap.rs",
    "writer.rs",
    "fixture.rs",
    "testing.rs",
    "tests.rs",
];

/// Private types that implement a trait of `core`, and types that mark a kind of `MoveGen`: programs do not use their
/// values.
const INTERNAL: [&str; 7] = [
    "Moves",
    "Place",
    "PlayText",
    "Plays",
    "Quoted",
    "Text",
    "TracedPlays",
];

/// Traits of `core` whose hand-written implementations the program must call, by functions such as `display::<Type>`. Other
/// hand-written implementations, such as operators, are not checked. `Debug`, which is for developers, may panic.
const IN_CORE: [&str; 4] = ["Default", "Display", "Error", "Ord"];

#[test]
fn the_no_panic_program_calls_every_public_function() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path| fs::read_to_string(path).unwrap();
    let mut calls = String::new();
    for path in files(&root.join("no-panic/src"), &|_| false) {
        calls.push_str(&without_generics(&read(path)));
    }
    let is_left_out = |name: &str| LEFT_OUT.contains(&name);
    let mut expected = BTreeSet::new();
    for path in files(&root.join("../runtime/src"), &is_left_out) {
        expected.extend(calls_of(&PublicItems::of(&read(path)), &|owner| {
            !INTERNAL.contains(&owner)
        }));
    }
    let own = expected.len();
    for path in files(&root.join("../formats/src"), &is_left_out) {
        expected.extend(calls_of(&PublicItems::of(&read(path)), &|owner| {
            REEXPORTED.contains(&owner)
        }));
    }
    // Guards against moved sources, which would leave nothing to compare.
    assert!(own > 200 && expected.len() > own + 80, "{own}");
    let missing = expected.iter().filter(|call| !calls.contains(*call));
    let missing: Vec<&String> = missing.collect();
    assert!(
        missing.is_empty(),
        "not called by tests/no-panic: {missing:#?}"
    );
}

/// The source without white space, without the mask width `::<1>`, and without generic arguments inside of paths.
fn without_generics(source: &str) -> String {
    let source: String = source.replace("::<1>(", "(").split_whitespace().collect();
    let mut parts = source.split("::<");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut depth = 1;
        let end = part.find(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth == 0
        });
        match end.map(|end| &part[end + 1..]) {
            Some(rest) if rest.starts_with("::") => kept.push_str(rest),
            _ => kept.extend(["::<", part]),
        }
    }
    kept
}

/// Calls that use a file's public items: `Type::function(`, `function(`, and `clone::<Type` and the like for standard traits.
fn calls_of(items: &PublicItems, is_wanted: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut calls = Vec::new();
    for (owner, traits) in items.types.iter().filter(|(owner, _)| is_wanted(owner)) {
        let derived = traits.iter().filter_map(|name| match name.as_str() {
            "Clone" => Some("clone"),
            "PartialEq" => Some("eq"),
            "Ord" => Some("cmp"),
            "Hash" => Some("hash"),
            "Default" => Some("default"),
            _ => None,
        });
        calls.extend(derived.map(|function| format!("{function}::<{owner}")));
    }
    let methods = items.methods.iter().filter(|(owner, _)| is_wanted(owner));
    calls.extend(methods.map(|(owner, name)| format!("{owner}::{name}(")));
    for (owner, in_trait, name) in &items.trait_methods {
        if !is_wanted(owner) || !IN_CORE.contains(&in_trait.as_str()) {
            continue;
        }
        let function = match in_trait.as_str() {
            "Display" => "display",
            "Ord" => "cmp",
            "Default" => "default",
            _ => name,
        };
        calls.push(format!("{function}::<{owner}"));
    }
    if is_wanted("") {
        calls.extend(items.functions.iter().map(|name| format!("{name}(")));
    }
    calls
}
