//! An independent reader of images, written from `formats/FORMAT.md` alone.
//!
//! The reader is slow and obvious on purpose and shares no code with the crates, except the hash functions of a third
//! party. [`read`] checks an image rule by rule, lists the words of its automata, and builds the image's nodes again
//! from these words to decide whether the image is canonical.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_128;

mod canonical;
pub mod compact;
mod container;
mod filter;
mod labels;
pub mod leaves;
pub mod nodes;
mod word_map;

use compact::Compact;
use container::{Section, Tiles};
use nodes::{Automata, SetRow};

/// The separator ◇ in the strings of a GADDAG.
const SEPARATOR: u8 = 0;

/// The contents of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The DAWG's words as text.
    pub dawg: Option<Vec<String>>,
    /// The GADDAG's words as text.
    pub gaddag: Option<Vec<String>>,
    /// True if the image is the canonical image of its words: it has the nodes, roots, set codes, filter, word map, labels and order
    /// of sections of that image, and its leave values and definitions are canonical. The minor version, and the texts and
    /// the `blank_count` of the alphabet, are not compared.
    pub is_canonical: bool,
}

/// Returns an error with this message unless the rule holds.
fn rule(holds: bool, message: impl Into<String>) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message.into()) }
}

/// The little-endian integer of up to eight bytes.
fn integer(bytes: &[u8]) -> u64 {
    let highest_first = bytes.iter().rev();
    highest_first.fold(0, |so_far, &byte| so_far << 8 | u64::from(byte))
}

/// The 32-bit integers of a section.
fn units(section: &[u8]) -> Result<Vec<u32>, String> {
    rule(
        section.len().is_multiple_of(4),
        "length of a section of 32-bit units",
    )?;
    let unit = |bytes: &[u8]| u32::try_from(integer(bytes)).expect("four bytes");
    Ok(section.chunks_exact(4).map(unit).collect())
}

/// Reads an image by "Checking an image" in `FORMAT.md`.
///
/// # Errors
/// Names the first rule that the image breaks.
pub fn read(image: &[u8]) -> Result<Report, String> {
    let sections = container::sections(image)?;
    let section = |name: &[u8; 4]| {
        let found = sections.iter().find(|section| section.name == *name);
        found.map(|section| section.contents)
    };
    let required = |name: &[u8; 4]| {
        let text = String::from_utf8_lossy(name).into_owned();
        section(name).ok_or(format!("no section {text}"))
    };
    let tiles = container::tiles(required(b"ALPH")?)?;
    if let Some(contents) = section(b"MARK") {
        container::check_marks(contents, &tiles)?;
    }
    let metadata = container::metadata(required(b"META")?)?;
    let root = |name: &[u8; 4]| section(name).map(container::root).transpose();
    let (dawg, gaddag) = (root(b"DAWG")?, root(b"GADD")?);
    rule(dawg.is_some() || gaddag.is_some(), "no automaton")?;
    rule(
        dawg.is_some() || section(b"NUMB").is_none(),
        "NUMB without DAWG",
    )?;
    rule(
        section(b"NUMB").is_some() || section(b"DEFS").is_none(),
        "DEFS without NUMB",
    )?;
    let definitions = match section(b"DEFS") {
        Some(contents) => container::definitions(contents, metadata.word_count)?,
        None => Vec::new(),
    };

    let mut lists = Vec::new();
    let is_rebuilt: bool;
    if let Some(contents) = section(b"COMP") {
        for name in [b"SETS", b"RECS"] {
            rule(section(name).is_none(), "a section beside COMP")?;
        }
        let compact = Compact {
            tile_count: tiles.count(),
            section: contents.to_vec(),
            dawg,
            gaddag,
        };
        let nodes = compact.nodes().map_err(|broken| format!("{broken:?}"))?;
        if let Some(contents) = section(b"NUMB") {
            let found = units(contents)?.into_iter().map(u64::from);
            let expected = compact.counts(&nodes).expect("the image has a DAWG");
            rule(found.eq(expected), "counts of NUMB")?;
        }
        let strings = |root: u32| codes(Compact::strings(&nodes, root as usize).0);
        if let Some(root) = dawg {
            lists.push(("dawg", strings(root)));
        }
        if let Some(root) = gaddag {
            lists.push(("gaddag", gaddag_words(strings(root))?));
        }
        is_rebuilt = canonical::is_compact(&lists[0].1, &compact);
    } else {
        let (rows, has_sets) = set_rows(section(b"SETS"), tiles.count())?;
        let automata = Automata {
            tile_count: u32::try_from(tiles.count()).expect("at most 62"),
            rows,
            words: units(required(b"RECS")?)?,
            dawg,
            gaddag,
        };
        let nodes = automata.nodes().map_err(|broken| format!("{broken:?}"))?;
        if let Some(root) = dawg {
            lists.push(("dawg", codes(automata.strings(&nodes, root).0)));
        }
        if let Some(root) = gaddag {
            let strings = codes(automata.strings(&nodes, root).0);
            lists.push(("gaddag", gaddag_words(strings)?));
        }
        if let Some(contents) = section(b"NUMB") {
            let found = units(contents)?.into_iter().map(u64::from);
            let expected = automata.numbers(&nodes).expect("the image has a DAWG");
            rule(found.eq(expected), "counts of NUMB")?;
        }
        is_rebuilt = has_sets == (tiles.count() <= 29) && canonical::nodes(&lists[0].1, &automata);
    }

    let mut report = Report {
        dawg: None,
        gaddag: None,
        is_canonical: false,
    };
    for (automaton, words) in &lists {
        let text = checked_words(automaton, words, &tiles, &metadata)?;
        match *automaton {
            "dawg" => report.dawg = Some(text),
            _ => report.gaddag = Some(text),
        }
    }
    let words = &lists[0].1;
    let has_right_filter = match section(b"ANAG") {
        Some(filter) => filter::check(filter, words)?,
        None => true,
    };
    let has_right_map = match section(b"WMAP") {
        Some(map) => word_map::check(map, words)?,
        None => true,
    };
    let has_right_labels = match section(b"LABL") {
        Some(section) => labels::check(section, words)?,
        None => true,
    };
    let leaves = section(b"LEAV");
    rule(
        leaves.is_some() == tiles.has_blank,
        "the blank in another image than one of leaves",
    )?;
    rule(
        leaves.is_none() || section(b"NUMB").is_some(),
        "LEAV without NUMB",
    )?;
    if let Some(contents) = section(b"ESTI") {
        rule(leaves.is_some(), "ESTI without LEAV")?;
        leaves::check_estimate(contents, tiles.count())?;
    }
    let has_right_leaves = match leaves {
        Some(contents) => leaves::check(contents, words)?,
        None => true,
    };
    let reads_back = |text: &String| text.trim() == text && !text.starts_with('#');
    let has_text = |text: &String| !text.is_empty();
    let are_definitions = definitions.iter().all(reads_back)
        && (definitions.is_empty() || definitions.iter().any(has_text));
    let has_only_sections_of_leaves = [b"GADD", b"ANAG", b"WMAP", b"LABL", b"MARK"]
        .iter()
        .all(|name| section(name).is_none());
    report.is_canonical = is_rebuilt
        && (leaves.is_none() || has_only_sections_of_leaves)
        && has_right_filter
        && has_right_map
        && has_right_labels
        && has_right_leaves
        && are_definitions
        && is_in_order(&sections);
    Ok(report)
}

/// True if all sections are known ones, in the order of canonical images.
fn is_in_order(sections: &[Section<'_>]) -> bool {
    let order = container::KNOWN.map(|(name, _)| name);
    let places = sections
        .iter()
        .map(|section| order.iter().position(|name| *name == section.name));
    let places: Option<Vec<usize>> = places.collect();
    places.is_some_and(|places| places.is_sorted())
}

/// The rows of the set codes, and whether the image has the section `SETS`. If not, the rows are
/// [`Automata::fixed_rows`].
fn set_rows(section: Option<&[u8]>, tile_count: usize) -> Result<([SetRow; 16], bool), String> {
    let tile_count = u32::try_from(tile_count).expect("at most 62");
    let Some(section) = section else {
        return Ok((Automata::fixed_rows(tile_count), false));
    };
    rule(tile_count <= 29, "SETS with more than 29 tiles")?;
    rule(section.len() == 256, "length of SETS")?;
    let row = |index: usize| {
        let row = &section[16 * index..];
        (integer(&row[..8]), integer(&row[8..16]))
    };
    let rows: [(u64, u64); 16] = std::array::from_fn(row);
    rule(nodes::are_rows(tile_count, &rows), "rows of SETS")?;
    let rows = rows.map(|(stored, set)| SetRow {
        is_stored: stored != 0,
        set,
    });
    Ok((rows, true))
}

/// Strings of labels as tile codes.
fn codes(strings: Vec<Vec<u32>>) -> Vec<Vec<u8>> {
    let code = |label: u32| u8::try_from(label).expect("at most 62");
    let string = |labels: Vec<u32>| labels.into_iter().map(code).collect();
    strings.into_iter().map(string).collect()
}

/// The words of a GADDAG's strings. Fails unless each word has exactly one string for each non-empty prefix.
fn gaddag_words(strings: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, String> {
    let mut splits: BTreeMap<Vec<u8>, Vec<usize>> = BTreeMap::new();
    for string in strings {
        let mut parts = string.split(|&label| label == SEPARATOR);
        let (before, after) = (parts.next().unwrap_or(&[]), parts.next().unwrap_or(&[]));
        rule(parts.next().is_none(), "two separators in a string")?;
        let word: Vec<u8> = before.iter().rev().chain(after).copied().collect();
        splits.entry(word).or_default().push(before.len());
    }
    for (word, places) in &mut splits {
        places.sort_unstable();
        let is_complete = places.iter().copied().eq(1..=word.len());
        rule(is_complete, format!("strings of {word:?}"))?;
    }
    Ok(splits.into_keys().collect())
}

/// Checks the words of an automaton against the metadata, and returns them as text.
fn checked_words(
    automaton: &str,
    words: &[Vec<u8>],
    tiles: &Tiles,
    metadata: &container::Metadata,
) -> Result<Vec<String>, String> {
    rule(
        words.is_sorted(),
        format!("order of the {automaton}'s words"),
    )?;
    let count = words.len();
    rule(
        count as u64 == metadata.word_count,
        format!("{count} words in the {automaton}"),
    )?;
    let longest = words.iter().map(Vec::len).max();
    rule(
        longest == Some(metadata.longest),
        format!("longest word of the {automaton}"),
    )?;
    let text: Vec<String> = words.iter().map(|word| tiles.spelled(word)).collect();
    let lines: String = text.iter().map(|word| format!("{word}\n")).collect();
    rule(
        xxh3_128(lines.as_bytes()).to_be_bytes() == metadata.fingerprint,
        format!("fingerprint of the {automaton}"),
    )?;
    Ok(text)
}
