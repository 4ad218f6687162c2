use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use lexc_c::{
    CPlay, HookSets, LexiconHandle, LexiconInfo, PositionHandle, RulesHandle, RulesInfo, TileInfo,
};
use tempfile::TempDir;

use crate::tools::{WARNINGS, has, include, libraries, package, run};

/// The type of C that each type stands for in the arguments and results of functions.
const TYPES: [(&str, &str); 19] = [
    ("c_char", "char"),
    ("c_void", "void"),
    ("bool", "bool"),
    ("u8", "uint8_t"),
    ("u32", "uint32_t"),
    ("u64", "uint64_t"),
    ("i16", "int16_t"),
    ("i32", "int32_t"),
    ("usize", "size_t"),
    ("Status", "lexc_status"),
    ("Visitor", "lexc_visitor"),
    ("LexiconHandle", "lexc_lexicon"),
    ("RulesHandle", "lexc_rules"),
    ("PositionHandle", "lexc_position"),
    ("MapHandle", "lexc_map"),
    ("LexiconInfo", "lexc_lexicon_info"),
    ("TileInfo", "lexc_tile"),
    ("HookSets", "lexc_hook_sets"),
    ("RulesInfo", "lexc_rules_info"),
];

/// The sources of the library, comments left out.
fn sources() -> String {
    let mut text = String::new();
    for entry in fs::read_dir(package().join("src")).unwrap() {
        text.push_str(&fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    let code = text.lines().map(|line| line.split("//").next().unwrap());
    code.collect::<Vec<_>>().join(" ")
}

/// The header without its comments.
fn header() -> String {
    let text = fs::read_to_string(package().join("include/lexc.h")).unwrap();
    let mut code = String::new();
    for (number, part) in text.split("/*").enumerate() {
        code.push_str(if number == 0 {
            part
        } else {
            part.split_once("*/").unwrap().1
        });
    }
    code
}

/// The functions that the sources give to C: the prototype of each.
fn functions_of_sources() -> BTreeMap<String, String> {
    let sources = sources();
    let functions = sources.split("#[unsafe(no_mangle)]").skip(1);
    functions
        .map(|function| {
            let (_, function) = function.split_once("extern \"C\" fn ").unwrap();
            let (name, rest) = function.split_once('(').unwrap();
            let (arguments, rest) = rest.split_once(')').unwrap();
            let result = rest.split_once("->").unwrap().1.split_once('{').unwrap().0;
            let arguments: Vec<String> = arguments
                .split(',')
                .filter_map(|argument| Some(in_c(argument.split_once(':')?.1)))
                .collect();
            let arguments = if arguments.is_empty() {
                "void".to_owned()
            } else {
                arguments.join(", ")
            };
            (
                name.to_owned(),
                format!("{} {name}({arguments});", in_c(result)),
            )
        })
        .collect()
}

/// A type of an argument or a result as C writes it.
fn in_c(of_rust: &str) -> String {
    let of_rust = of_rust.trim();
    for (prefix, suffix) in [("*const ", " const *"), ("*mut ", " *")] {
        if let Some(target) = of_rust.strip_prefix(prefix) {
            return in_c(target) + suffix;
        }
    }
    let of_rust = of_rust.rsplit("::").next().unwrap();
    if of_rust == "CPlay" {
        return "lexc_play".to_owned();
    }
    let found = TYPES.iter().find(|(name, _)| *name == of_rust);
    let (_, of_c) = found.unwrap_or_else(|| panic!("{of_rust} has no type in C"));
    (*of_c).to_owned()
}

/// The functions that the header declares.
fn functions_of_header() -> BTreeSet<String> {
    let header = header();
    let names = header.match_indices("lexc_").map(|(at, _)| &header[at..]);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    names
        .filter_map(|text| {
            let len = text.find(|c| !is_part(c))?;
            text[len..].starts_with('(').then(|| text[..len].to_owned())
        })
        .collect()
}

/// Compiles a text of C together with the header, without making anything of it.
fn compile(text: &str) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("check.c");
    fs::write(&file, text).unwrap();
    run(
        Command::new("cc")
            .args(WARNINGS)
            .args(["-std=c11", &include(), "-fsyntax-only"])
            .arg(file),
        0,
    );
}

#[test]
fn every_function_is_declared_with_its_types() {
    let functions = functions_of_sources();
    let names: BTreeSet<String> = functions.keys().cloned().collect();
    assert!(names.len() > 30, "{names:?}");
    assert_eq!(names, functions_of_header());
    if has("cc", "types are not compared") {
        // A second declaration has to have the same types.
        let declarations: Vec<&str> = functions.values().map(String::as_str).collect();
        compile(&("#include \"lexc.h\"\n".to_owned() + &declarations.join("\n")));
    }
}

#[test]
#[should_panic(expected = "conflicting types")]
fn another_type_would_be_noticed() {
    if !has("cc", "types are not compared") {
        panic!("conflicting types");
    }
    compile("#include \"lexc.h\"\nuint64_t lexc_abi(void);\n");
}

#[test]
#[cfg(target_os = "linux")]
fn every_function_is_in_the_library_and_no_other_of_its_names() {
    if !has("nm", "names in the library are not compared") {
        return;
    }
    let output = run(
        Command::new("nm")
            .args(["--dynamic", "--defined-only"])
            .arg(libraries().join("liblexc_c.so")),
        0,
    );
    let output = String::from_utf8(output.stdout).unwrap();
    let names = output.lines().filter_map(|line| line.split(' ').nth(2));
    let names: BTreeSet<String> = names.map(str::to_owned).collect();
    assert_eq!(names, functions_of_header());
}

/// Asserts that a structure of C has the size and the fields of one of Rust.
macro_rules! same_layout {
    ($text:ident, $rust:ty, $c:literal, $($field:ident),+) => {
        $text.push_str(&format!(
            "_Static_assert(sizeof({0}) == {1} && _Alignof({0}) == {2}, \"{0}\");\n",
            $c, size_of::<$rust>(), align_of::<$rust>()
        ));
        $($text.push_str(&format!(
            "_Static_assert(offsetof({0}, {1}) == {2} && sizeof((({0} *)0)->{1}) == {3}, \"{0}.{1}\");\n",
            $c, stringify!($field), core::mem::offset_of!($rust, $field), size_of_field(|it: &$rust| &raw const it.$field)
        ));)+
    };
}

/// The size of what a pointer to a field leads to.
fn size_of_field<T, F>(_: impl Fn(&T) -> *const F) -> usize {
    size_of::<F>()
}

#[test]
fn structures_have_the_same_layout() {
    if !has("cc", "layouts are not compared") {
        return;
    }
    let mut text = "#include \"lexc.h\"\n".to_owned();
    same_layout!(
        text,
        LexiconInfo,
        "lexc_lexicon_info",
        fingerprint,
        word_count,
        longest_word,
        tile_count,
        blank_count,
        has_dawg,
        has_gaddag,
        has_numbers,
        has_anagrams
    );
    same_layout!(
        text,
        TileInfo,
        "lexc_tile",
        text,
        blank_text,
        is_vowel,
        reserved,
        value,
        count
    );
    same_layout!(text, HookSets, "lexc_hook_sets", before, after);
    same_layout!(
        text,
        RulesInfo,
        "lexc_rules_info",
        bingo_bonus,
        rows,
        cols,
        start_row,
        start_col,
        rack_size,
        reserved
    );
    same_layout!(
        text,
        CPlay,
        "lexc_play",
        score,
        row,
        col,
        direction,
        len,
        placed,
        placed_tiles,
        reserved
    );
    for (name, size, align) in [
        (
            "lexc_lexicon",
            size_of::<LexiconHandle>(),
            align_of::<LexiconHandle>(),
        ),
        (
            "lexc_rules",
            size_of::<RulesHandle>(),
            align_of::<RulesHandle>(),
        ),
        (
            "lexc_position",
            size_of::<PositionHandle>(),
            align_of::<PositionHandle>(),
        ),
        #[cfg(feature = "std")]
        (
            "lexc_map",
            size_of::<lexc_c::MapHandle>(),
            align_of::<lexc_c::MapHandle>(),
        ),
    ] {
        text += &format!(
            "_Static_assert(sizeof({name}) >= {size} && _Alignof({name}) % {align} == 0, \"{name}\");\n"
        );
    }
    for (name, value) in [
        ("LEXC_ABI", lexc_c::ABI as usize),
        ("LEXC_MAX_DIM", lexc_runtime::MAX_DIM),
        ("LEXC_MAX_DIM", lexc_runtime::Rack::MAX_LEN),
        ("LEXC_BLANK", 0x80),
    ] {
        text += &format!("_Static_assert({name} == {value}, \"{name}\");\n");
    }
    compile(&text);
}

#[test]
fn every_number_of_a_status_is_the_failures_own() {
    let header = header();
    let numbers: BTreeSet<i32> = header
        .lines()
        .filter(|line| line.contains("LEXC_ERROR_"))
        .map(|line| {
            let (_, number) = line.trim().trim_end_matches(',').split_once(" = ").unwrap();
            number.trim_end_matches(',').parse().unwrap()
        })
        .collect();
    assert_eq!(numbers, (-14..=-1).collect());
}
