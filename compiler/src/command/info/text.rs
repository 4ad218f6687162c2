//! Text of `lexc info`.

use std::io::{self, Write};

use super::facts::{AutomatonInfo, Info};
use crate::command::table::{Table, grouped, percent, plural};
use crate::text::Visible;

/// Writes the facts, a paragraph or a table for each part.
pub fn write(info: &Info<'_>, out: &mut dyn Write) -> io::Result<()> {
    write_facts(info, out)?;
    for table in [
        sections(info),
        alphabet(info),
        lengths(info),
        sizes(info),
        states(info),
    ] {
        writeln!(out)?;
        table.print(out)?;
    }
    Ok(())
}

fn write_facts(info: &Info<'_>, out: &mut dyn Write) -> io::Result<()> {
    let lexicon = &info.lexicon;
    let (alphabet, metadata) = (lexicon.alphabet(), lexicon.image().metadata());
    let alphabet_name = match alphabet.name() {
        "" => "without a name",
        name => name,
    };
    let facts = [
        (
            "image",
            format!("{}, {} bytes", info.path, grouped(info.bytes)),
        ),
        ("format", lexicon.image().version().to_string()),
        ("name", lexicon.name().to_owned()),
        ("words", grouped(lexicon.word_count().into())),
        ("longest", plural(lexicon.longest_word() as u64, "tile")),
        ("fingerprint", lexicon.fingerprint().to_string()),
        (
            "word index",
            if lexicon.has_word_index() {
                "yes"
            } else {
                "no"
            }
            .to_owned(),
        ),
        (
            "anagram filter",
            if lexicon.has_anagram_filter() {
                "yes"
            } else {
                "no"
            }
            .to_owned(),
        ),
        (
            "alphabet",
            format!(
                "{alphabet_name}, {} and {}",
                plural(alphabet.len() as u64, "tile"),
                plural(alphabet.blank_count().into(), "blank"),
            ),
        ),
        ("source", metadata.source().to_owned()),
        ("license", metadata.license().to_owned()),
    ];
    for (what, text) in facts {
        // Texts may have several lines, and come from anywhere.
        for (index, line) in text.lines().enumerate() {
            let what = if index == 0 { what } else { "" };
            let line = format!("{what:<16}{}", Visible(line));
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}

fn sections(info: &Info<'_>) -> Table {
    let mut table = Table::new(["section", "offset", "bytes", "checksum"]);
    for section in info.lexicon.image().sections() {
        table.row([
            section.name.to_string(),
            grouped(section.offset.get()),
            grouped(section.len.get()),
            format!("{:016x}", section.checksum.get()),
        ]);
    }
    table
}

fn alphabet(info: &Info<'_>) -> Table {
    let alphabet = info.lexicon.alphabet();
    let mut table = Table::new(["tile", "blank", "count", "value", "vowel"]);
    for tile in alphabet.tiles() {
        table.row([
            alphabet.text(tile).to_owned(),
            alphabet.blank_text(tile).to_owned(),
            alphabet.count(tile).to_string(),
            alphabet.value(tile).to_string(),
            if alphabet.is_vowel(tile) { "yes" } else { "" }.to_owned(),
        ]);
    }
    table
}

fn lengths(info: &Info<'_>) -> Table {
    let mut table = Table::new(["tiles", "words", "%"]);
    let all = info.lexicon.word_count().into();
    for (length, &words) in info.words_by_length.iter().enumerate() {
        if words > 0 {
            table.row([length.to_string(), grouped(words), percent(words, all)]);
        }
    }
    table
}

/// Gordon's table III: the automata side by side, the GADDAG's numbers also as multiples of the DAWG's.
fn sizes(info: &Info<'_>) -> Table {
    type Count = fn(&AutomatonInfo) -> u64;
    let mut table = Table::new(["", "DAWG", "GADDAG", "ratio"]);
    let automata = [&info.dawg, &info.gaddag];
    let absent = || "-".to_owned();
    let row = |name: &str, count: Count| {
        let [dawg, gaddag] = automata.map(|automaton| automaton.as_ref().map(count));
        let cell = |count: Option<u64>| count.map_or_else(absent, grouped);
        let ratio = dawg.zip(gaddag).map_or_else(absent, |(dawg, gaddag)| {
            format!("{:.2}", gaddag as f64 / dawg as f64)
        });
        [name.to_owned(), cell(dawg), cell(gaddag), ratio]
    };
    let counts: [(&str, Count); 5] = [
        ("strings", |automaton| automaton.strings),
        ("states", |automaton| automaton.stats.states.into()),
        ("edges", |automaton| automaton.stats.edges),
        ("letter sets", |automaton| {
            automaton.stats.letter_sets.into()
        }),
        ("pairs of destination and set", |automaton| {
            automaton.stats.pairs.into()
        }),
    ];
    for (name, count) in counts {
        table.row(row(name, count));
    }
    let sizes: [(&str, Count); 3] = [
        ("bytes, here", |automaton| automaton.bytes),
        ("bytes, Gordon's compressed form", |automaton| {
            automaton.compressed_bytes
        }),
        ("bytes, Gordon's expanded form", |automaton| {
            automaton.expanded_bytes
        }),
    ];
    for (name, bytes) in sizes {
        table.row(row(name, bytes));
        let bits = automata.map(|automaton| match automaton {
            Some(automaton) => format!("{:.1}", info.bits_per_character(bytes(automaton))),
            None => absent(),
        });
        let [dawg, gaddag] = bits;
        table.row(["  bits per character".to_owned(), dawg, gaddag]);
    }
    table
}

/// Gordon's table II: states by the number of their edges.
fn states(info: &Info<'_>) -> Table {
    let automata: Vec<(&str, &AutomatonInfo)> = [("DAWG", &info.dawg), ("GADDAG", &info.gaddag)]
        .into_iter()
        .filter_map(|(name, automaton)| Some((name, automaton.as_ref()?)))
        .collect();
    let titles = automata.iter().flat_map(|(name, _)| [*name, "%"]);
    let mut table = Table::new(["edges"].into_iter().chain(titles));
    let states = |edges: usize| {
        automata.iter().map(move |(_, automaton)| {
            let states = automaton.stats.states_by_edges.get(edges);
            u64::from(states.copied().unwrap_or(0))
        })
    };
    let most = (0..=64).rfind(|edges| states(*edges).any(|states| states > 0));
    for edges in 1..=most.unwrap_or(0) {
        let cells = states(edges)
            .zip(&automata)
            .flat_map(|(states, (_, automaton))| {
                let share = percent(states, automaton.stats.states.into());
                [grouped(states), share]
            });
        table.row([edges.to_string()].into_iter().chain(cells));
    }
    table
}
