//! Compares an image with the bytes that this compiler writes, and names the first difference.
//!
//! The first byte that differs says little: it is nearly always in the header's checksum, which depends on all other
//! bytes. So the names of the sections are compared first, then the contents, causes before effects: codes of letter
//! sets before nodes, whose heads have the codes, and nodes before roots, which refer to nodes.

use lexc_formats::raw::header::VERSION;
use lexc_formats::raw::node::{SetCode, labels};
use lexc_formats::raw::section::SectionEntry;
use lexc_formats::{Alphabet, Checks, Image, SectionName, Tile, Version};
use unicode_normalization::UnicodeNormalization;

use crate::compile::{Automata, CompileOptions, StoreKind, compile_leaves, compile_showing};
use crate::labels::labels_of;
use crate::leaves::LeaveList;
use crate::progress::StepVisitor;
use crate::text::{Quoted, combines};
use crate::tokenizer::{Detokenizer, Tokenizer};
use crate::word_list::{DefinitionList, WordList, check_definitions};

/// Checks the version, the alphabet and the definitions, compiles the words again with the options of the image, and compares
/// the bytes.
pub(super) fn check(
    bytes: &[u8],
    image: &Image<'_>,
    words: &WordList,
    visit: StepVisitor<'_>,
) -> Result<(), String> {
    let version = Version {
        minor: SectionName::lowest_minor(image.sections().iter().map(|entry| entry.name)),
        ..VERSION
    };
    if image.version() != version {
        return Err(format!(
            "header, offset 8: the image has format version {}, this compiler writes {version} for its sections (build the image again)",
            image.version()
        ));
    }
    let (alphabet, options) = (image.alphabet(), options(image, words));
    if alphabet.blank_tile().is_some() && alphabet.blank_count() != 0 {
        return Err(fault(format_args!(
            "blank_count is {}, but in a leaves image the blank is a tile with a count (write 0)",
            alphabet.blank_count()
        )));
    }
    check_texts(alphabet, words)?;
    if let Some(definitions) = &options.definitions {
        check_definitions(definitions)?;
    }
    let compiled = match LeaveList::of(words, image) {
        Some(leaves) => compile_leaves(&leaves, alphabet, &options),
        None => compile_showing(words.iter(), alphabet, &options, visit),
    };
    let again = compiled
        .map_err(|error| format!("the words cannot be compiled again: {error}"))?
        .image;
    if bytes == again {
        return Ok(());
    }
    let written = Image::open(&again, Checks::Bounds).map_err(|error| error.to_string())?;
    let difference = difference_of_tables(image.sections(), written.sections())
        .or_else(|| difference_of_contents(image, bytes, &written, &again))
        .unwrap_or_else(|| {
            let same = bytes.iter().zip(&again).take_while(|(a, b)| a == b).count();
            format!("offset {same}: from here on the bytes differ from this compiler's")
        });
    Err(format!("{difference} (build the image again)"))
}

/// Options by which this compiler writes the sections and texts of the image.
fn options(image: &Image<'_>, words: &WordList) -> CompileOptions {
    let metadata = image.metadata();
    CompileOptions {
        automata: match (image.dawg(), image.gaddag()) {
            (Some(_), None) => Automata::Dawg,
            (None, Some(_)) => Automata::Gaddag,
            _ => Automata::Both,
        },
        store: match image.compact_nodes() {
            Some(_) => StoreKind::Compact,
            None => StoreKind::Fast,
        },
        word_index: image.word_index().is_some(),
        anagram_filter: image.anagram_filter().is_some(),
        word_map: image.word_map().is_some(),
        definitions: image.definitions().map(DefinitionList::of),
        labels: labels_of(image, words),
        name: metadata.name().to_owned(),
        source: metadata.source().to_owned(),
        license: metadata.license().to_owned(),
    }
}

/// Describes the first row of the section table whose name differs from the name that this compiler writes there.
fn difference_of_tables(found: &[SectionEntry], written: &[SectionEntry]) -> Option<String> {
    let name = |table: &[SectionEntry], row: usize| table.get(row).map(|entry| entry.name);
    let has = |table: &[SectionEntry], name| table.iter().any(|entry| entry.name == name);
    let rows = 0..found.len().max(written.len());
    let row = rows
        .into_iter()
        .find(|&row| name(found, row) != name(written, row))?;
    let offset = 32 + 32 * row;
    let what = match (name(found, row), name(written, row)) {
        (Some(section), _) if !has(written, section) => {
            format!("section {section} is not one that this compiler writes")
        }
        (_, Some(section)) if !has(found, section) => {
            format!("this compiler writes a section {section} here, which the image does not have")
        }
        (Some(section), Some(expected)) => {
            format!("section {section} is where this compiler writes section {expected}")
        }
        // Unreachable: the rows before this one are equal, and a table has each name once. So if one table ends here,
        // it lacks the name that the other table has here.
        _ => return None,
    };
    Some(format!("section table, offset {offset}: {what}"))
}

/// Describes the first difference in one section, and names the other sections that differ. The section is `SETS` if it
/// differs, or else the nodes if they differ, or else the first that differs.
fn difference_of_contents(
    image: &Image<'_>,
    bytes: &[u8],
    written: &Image<'_>,
    again: &[u8],
) -> Option<String> {
    let pairs = image.sections().iter().zip(written.sections());
    let mut differing: Vec<(SectionName, u64, &[u8], &[u8])> = pairs
        .map(|(a, b)| {
            let offset = a.offset.get();
            (a.name, offset, contents(bytes, a), contents(again, b))
        })
        .filter(|(_, _, found, written)| found != written)
        .collect();
    let rank = |name| match name {
        SectionName::SETS => 0,
        SectionName::NODES | SectionName::COMPACT => 1,
        _ => 2,
    };
    differing.sort_by_key(|(name, ..)| rank(*name));
    let &(name, offset, found, expected) = differing.first()?;
    let what = match name {
        SectionName::SETS => difference_of_sets(offset, found, expected, image.alphabet()),
        SectionName::COMPACT => difference_of_numbers(offset, found, expected, |[byte]| {
            format!("byte {byte:#04x}")
        }),
        _ => difference_of_numbers(offset, found, expected, |unit| {
            format!("{:#010x}", u32::from_le_bytes(unit))
        }),
    };
    let others: Vec<String> = differing[1..]
        .iter()
        .map(|(name, ..)| name.to_string())
        .collect();
    let others = match &others[..] {
        [] => String::new(),
        others => format!("; different, too: {}", others.join(", ")),
    };
    Some(format!("section {name}, {what}{others}"))
}

/// The bytes of a section. The section table of the image must be valid.
pub(super) fn contents<'a>(bytes: &'a [u8], entry: &SectionEntry) -> &'a [u8] {
    let start = usize::try_from(entry.offset.get()).unwrap_or(usize::MAX);
    let len = usize::try_from(entry.len.get()).unwrap_or(usize::MAX);
    bytes
        .get(start..start.saturating_add(len))
        .unwrap_or_default()
}

/// Describes the first number of `N` bytes in which two sections differ. The section `found` starts at `offset`.
fn difference_of_numbers<const N: usize>(
    offset: u64,
    found: &[u8],
    expected: &[u8],
    show: impl Fn([u8; N]) -> String,
) -> String {
    let (found, _) = found.as_chunks::<N>();
    let (expected, _) = expected.as_chunks::<N>();
    let pairs = found.iter().zip(expected);
    let index = pairs.take_while(|(a, b)| a == b).count();
    let number = |numbers: &[[u8; N]]| {
        let number = numbers.get(index);
        number.map_or("nothing".to_owned(), |number| show(*number))
    };
    format!(
        "offset {}: {} where this compiler writes {}",
        offset + (N * index) as u64,
        number(found),
        number(expected)
    )
}

/// Describes the first row in which two sections `SETS` differ. The section `found` starts at `offset`.
fn difference_of_sets(
    offset: u64,
    found: &[u8],
    expected: &[u8],
    alphabet: Alphabet<'_>,
) -> String {
    // The casts can't fail: a `SetCode` needs no alignment, and each of the two sections has the length of sixteen.
    let rows = |bytes| bytemuck::try_cast_slice::<u8, SetCode>(bytes).unwrap_or_default();
    let (found, expected) = (rows(found), rows(expected));
    let mut speller = Detokenizer::new(alphabet);
    let mut set = |row: Option<&SetCode>| match row.map_or(0, |row| row.set.get()) {
        0 => "no letter set".to_owned(),
        bits => {
            let codes: Vec<u8> = labels(bits).collect();
            format!("the letter set {}", speller.spell(&codes))
        }
    };
    let pairs = found.iter().zip(expected);
    let row = pairs.take_while(|(a, b)| a == b).count();
    format!(
        "offset {}: row {row} has {} where this compiler writes {}",
        offset + (row * size_of::<SetCode>()) as u64,
        set(found.get(row)),
        set(expected.get(row))
    )
}

/// Checks that every text, blank form and reading is in NFC and does not start with a combining character, and that every
/// tile and every word reads back from its text.
fn check_texts(alphabet: Alphabet<'_>, words: &WordList) -> Result<(), String> {
    for tile in alphabet.tiles() {
        check_text("text", Some(tile), alphabet.text(tile))?;
        check_text("blank form", Some(tile), alphabet.blank_text(tile))?;
    }
    for (text, _) in alphabet.readings() {
        check_text("reading", None, text)?;
    }
    let tokenizer = Tokenizer::new(alphabet);
    let mut detokenizer = Detokenizer::new(alphabet);
    let reads_as = |text: &str, codes: &[u8]| {
        let word = tokenizer.tokenize(text);
        word.is_ok_and(|word| word.codes() == codes)
    };
    for tile in alphabet.tiles() {
        for text in [alphabet.text(tile), alphabet.blank_text(tile)] {
            if !reads_as(&format!("[{text}]"), &[tile.code()]) {
                return Err(fault(format_args!(
                    "{} does not read back as tile {} (choose another text)",
                    Quoted(text),
                    tile.code()
                )));
            }
        }
    }
    for codes in words {
        let text = detokenizer.spell(codes);
        if !reads_as(&text, codes) {
            return Err(fault(format_args!(
                "the word {} does not read back as its tiles (choose other texts for them)",
                Quoted(&text)
            )));
        }
    }
    Ok(())
}

fn check_text(what: &str, tile: Option<Tile>, text: &str) -> Result<(), String> {
    let tile = tile.map_or(String::new(), |tile| format!(" of tile {}", tile.code()));
    let normal: String = text.nfc().collect();
    if normal != text {
        return Err(fault(format_args!(
            "the {what} {}{tile} is not in NFC (write {})",
            with_code_points(text),
            with_code_points(&normal)
        )));
    }
    if text.chars().next().is_none_or(combines) {
        return Err(fault(format_args!(
            "the {what} {}{tile} starts with a character that combines with the one before it (put its base letter in front of it)",
            with_code_points(text)
        )));
    }
    Ok(())
}

fn fault(message: std::fmt::Arguments<'_>) -> String {
    format!("section {}: {message}", SectionName::ALPHABET)
}

/// The text and its code points: `` `L·` (U+004C U+00B7) ``.
fn with_code_points(text: &str) -> String {
    let points: Vec<String> = text
        .chars()
        .map(|c| format!("U+{:04X}", u32::from(c)))
        .collect();
    format!("{} ({})", Quoted(text), points.join(" "))
}
