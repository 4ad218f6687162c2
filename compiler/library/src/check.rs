//! Checks an image level by level, from its first bytes to its words.
//!
//! | level | checked |
//! |---|---|
//! | header | magic, version, length, the checksum of header and section table, the places of the sections |
//! | checksums | every section's checksum, and zero bytes between sections |
//! | contents | presence and lengths of sections; alphabet, metadata, reserved fields, set codes, definitions, leave values |
//! | structure | every node, the roots and every entry of the word index, by the rules of the format |
//! | words | the metadata's counts and fingerprint; the anagram filter has every long word, and the word map every word that it can have; the tiles of a leave are sorted |
//! | gaddag | the GADDAG's strings are exactly those of the words |
//! | minimal | no two nodes are equal, and each is reached from a root |
//! | canonical | the alphabet's texts read back as their tiles, and this compiler writes the same bytes for the words |
//!
//! Each level relies on the levels before it; a failure ends the check.
//! [`Image::from_bytes`](lexc_formats::Image::from_bytes) checks the first four levels. The levels `words` and `gaddag` do
//! not trust the compiler: they read the words from the DAWG, or from the GADDAG in an image without a DAWG, then look up
//! the word of each string of the GADDAG. If an image passes the last level, `lexc build` makes the same image again
//! from the output of `lexc dump`, with the same options. For an image with definitions, the dump needs
//! `--definitions`.

mod automata;
mod canonical;
mod report;
#[cfg(test)]
mod tests;

use std::ops::Add;

use lexc_formats::raw::node::NodeList;
use lexc_formats::{
    Alphabet, AnagramFilter, AnagramKey, Image, Multiset, SectionName, Tile, WordMap, with_nodes,
};

use crate::leaves::Points;
use crate::limits::Limits;
use crate::progress::StepVisitor;
use crate::text::plural;
use crate::tokenizer::Detokenizer;
use crate::word_list::WordList;
use automata::{ImageAutomata, check_minimal};

pub use report::{CheckLevel, CheckReport, Difference, Outcome};

/// Checks an image at every level. Takes at most a few gigabytes of memory: an image with more words than
/// [`Limits::DEFAULT`] permits fails at the level `words`.
///
/// ```
/// use lexc_compiler::check::{CheckLevel, check};
///
/// let report = check(b"AA\nAAH\n");
/// let (level, message) = report.failure().unwrap();
/// assert_eq!(level, CheckLevel::Header);
/// assert!(message.starts_with("not a lexc image"));
/// ```
pub fn check(bytes: &[u8]) -> CheckReport {
    check_up_to(bytes, CheckLevel::Canonical)
}

/// Checks an image at every level up to `last`.
///
/// A valid and minimal image that another program has laid out differently passes all levels except the last.
pub fn check_up_to(bytes: &[u8], last: CheckLevel) -> CheckReport {
    check_showing(bytes, last, &Limits::DEFAULT, &mut |_| {})
}

/// Checks an image as [`check_up_to`] does, within these limits, and visits the steps of its progress.
#[doc(hidden)]
pub fn check_showing(
    bytes: &[u8],
    last: CheckLevel,
    limits: &Limits,
    visit: StepVisitor<'_>,
) -> CheckReport {
    let mut report = CheckReport {
        levels: Vec::new(),
        words: None,
    };
    let image = match Image::from_bytes(bytes) {
        Ok(image) => image,
        Err(error) => {
            let failed = CheckLevel::of(&error);
            let is_passed = |level: &CheckLevel| *level < failed && *level <= last;
            let passed = CheckLevel::ALL.into_iter().filter(is_passed);
            report.levels = passed
                .map(|level| (level, Outcome::Passed(String::new())))
                .collect();
            if failed <= last {
                report.fail(failed, error.to_string());
            }
            report.leave_out(NOT_ASKED_FOR);
            return report;
        }
    };
    let findings = findings_of_opening(&image, bytes.len());
    report.levels = findings
        .into_iter()
        .filter(|(level, _)| *level <= last)
        .collect();
    let result = with_nodes!(*image.node_store(), |nodes| check_opened(
        bytes,
        ImageAutomata { image, nodes },
        last,
        limits,
        &mut report,
        visit
    ));
    if let Err((level, message)) = result {
        report.fail(level, message);
    }
    report.leave_out(NOT_ASKED_FOR);
    report
}

const NOT_ASKED_FOR: &str = "not asked for";

/// Runs the levels after `structure`, up to `last` or to the first level that fails.
fn check_opened<R: NodeList>(
    bytes: &[u8],
    automata: ImageAutomata<'_, R>,
    last: CheckLevel,
    limits: &Limits,
    report: &mut CheckReport,
    visit: StepVisitor<'_>,
) -> Result<(), (CheckLevel, String)> {
    if last < CheckLevel::Words {
        return Ok(());
    }
    let at = |level| move |message| (level, message);
    let CheckReport { levels, words } = report;
    let image = automata.image;

    let (list, tile_count) = automata
        .words(limits, visit)
        .map_err(at(CheckLevel::Words))?;
    let metadata = image.metadata();
    let (noun, values) = match image.leave_values() {
        Some(values) => {
            let [lowest, highest] = [values.lowest(), values.highest()].map(Points);
            ("leave", format!(", of {lowest} to {highest} points"))
        }
        None => ("word", String::new()),
    };
    let found = format!(
        "{}, the longest of {}{values}, fingerprint {}",
        plural(metadata.word_count().into(), noun),
        plural(metadata.longest_word() as u64, "tile"),
        metadata.fingerprint()
    );
    let list = words.insert(list);
    if image.leave_values().is_some()
        && let Some(leave) = list.iter().find(|leave| !leave.is_sorted())
    {
        let leave = Detokenizer::new(image.alphabet()).spell(leave);
        let message = format!(
            "the tiles of the leave {leave} are not in alphabet order, so no rack has its value (convert the leaves again)"
        );
        return Err((CheckLevel::Words, message));
    }
    if let Some(filter) = image.anagram_filter() {
        check_filter(filter, list, image.alphabet()).map_err(at(CheckLevel::Words))?;
    }
    if let Some(map) = image.word_map() {
        check_map(map, list, image.alphabet()).map_err(at(CheckLevel::Words))?;
    }
    levels.push((CheckLevel::Words, Outcome::Passed(found)));

    if last < CheckLevel::Gaddag {
        return Ok(());
    }
    let strings = automata
        .gaddag(list, tile_count, visit)
        .map_err(at(CheckLevel::Gaddag))?;
    let outcome = match strings {
        Some(strings) => {
            let strings = plural(strings, "string");
            Outcome::Passed(format!("{strings}, those of the words"))
        }
        None => Outcome::NotDone("the image has no GADDAG".to_owned()),
    };
    levels.push((CheckLevel::Gaddag, outcome));

    if last < CheckLevel::Minimal {
        return Ok(());
    }
    let nodes = check_minimal(&automata, visit).map_err(at(CheckLevel::Minimal))?;
    let found = format!("{}, no two alike", plural(nodes as u64, "node"));
    levels.push((CheckLevel::Minimal, Outcome::Passed(found)));

    if last < CheckLevel::Canonical {
        return Ok(());
    }
    canonical::check(bytes, &image, list, visit).map_err(at(CheckLevel::Canonical))?;
    let found = "byte for byte what this compiler writes".to_owned();
    levels.push((CheckLevel::Canonical, Outcome::Passed(found)));
    Ok(())
}

/// Checks that the anagram filter has every word that is long enough for it: searches for best plays and for anagrams
/// would miss a word that the filter lacks.
fn check_filter(
    filter: AnagramFilter<'_>,
    words: &WordList,
    alphabet: Alphabet<'_>,
) -> Result<(), String> {
    let is_missing = |word: &&[u8]| {
        let tiles = word.iter().map(|&code| AnagramKey::of_code(code));
        word.len() >= filter.shortest() && !filter.may_spell(tiles.fold(AnagramKey::NONE, Add::add))
    };
    match words.iter().find(is_missing) {
        Some(word) => Err(format!(
            "section {}: the tiles of {} are missing (build the image again)",
            SectionName::ANAGRAM_FILTER,
            Detokenizer::new(alphabet).spell(word)
        )),
        None => Ok(()),
    }
}

/// Checks that the word map has every word that is not too wide for it: searches would miss a word that the map lacks.
fn check_map(map: WordMap<'_>, words: &WordList, alphabet: Alphabet<'_>) -> Result<(), String> {
    let is_missing = |word: &&[u8]| {
        let tiles: Vec<Tile> = word.iter().filter_map(|&code| Tile::new(code)).collect();
        let found = map.words(&tiles.iter().copied().collect::<Multiset>());
        found.is_some_and(|mut found| found.all(|found| *found != *tiles))
    };
    match words.iter().find(is_missing) {
        Some(word) => Err(format!(
            "section {}: the word {} is missing (build the image again)",
            SectionName::WORD_MAP,
            Detokenizer::new(alphabet).spell(word)
        )),
        None => Ok(()),
    }
}

/// Findings of the four levels that [`Image::from_bytes`] checks.
fn findings_of_opening(image: &Image<'_>, bytes: usize) -> [(CheckLevel, Outcome); 4] {
    let names: Vec<String> = image
        .sections()
        .iter()
        .map(|section| section.name.to_string())
        .collect();
    let alphabet = image.alphabet();
    let name = match alphabet.name() {
        "" => "without a name",
        name => name,
    };
    let word_index = match image.word_index() {
        Some(index) => format!(
            ", {} of the word index",
            plural(index.len() as u64, "entry")
        ),
        None => String::new(),
    };
    let found = [
        format!("version {}, {bytes} bytes", image.version()),
        format!("sections {}", names.join(" ")),
        format!("alphabet {name}, {}", plural(alphabet.len() as u64, "tile")),
        match image.compact_nodes() {
            Some(nodes) => format!("{} bytes of compact nodes{word_index}", nodes.bytes().len()),
            None => format!("{} units of nodes{word_index}", image.node_units().len()),
        },
    ];
    let [header, checksums, contents, structure] = found.map(Outcome::Passed);
    [
        (CheckLevel::Header, header),
        (CheckLevel::Checksums, checksums),
        (CheckLevel::Contents, contents),
        (CheckLevel::Structure, structure),
    ]
}
