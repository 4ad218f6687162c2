//! Text of `lexc info`.

use std::io::{self, Write};

use lexc_compiler::text::Visible;

use super::facts::{AutomatonInfo, Info, LeaveInfo};
use crate::command::table::{Table, grouped, percent, plural};

/// Writes the facts, and then the tables, each after an empty line.
pub fn write(info: &Info<'_>, out: &mut dyn Write) -> io::Result<()> {
    write_facts(info, out)?;
    let labels = (!info.labels.is_empty()).then(|| labels(info));
    let tables = [
        sections(info),
        alphabet(info),
        lengths(info),
        sizes(info),
        states(info),
    ];
    for table in labels.into_iter().chain(tables) {
        writeln!(out)?;
        table.print(out)?;
    }
    Ok(())
}

fn write_facts(info: &Info<'_>, out: &mut dyn Write) -> io::Result<()> {
    let yes_or_no = |is_yes| if is_yes { "yes" } else { "no" }.to_owned();
    let alphabet = &info.alphabet;
    let alphabet_name = match alphabet.name {
        "" => "without a name",
        name => name,
    };
    let tiles = plural(alphabet.tiles.len() as u64, "tile");
    let blanks = plural(alphabet.blanks.into(), "blank");
    let size = grouped(info.bytes);
    let leave_values = match &info.leave_values {
        Some(LeaveInfo {
            lowest,
            highest,
            unlisted,
        }) => {
            let others = match *unlisted {
                "estimate" => "others by an estimate",
                "sum" => "others by the sum of their tiles",
                _ => "others 0",
            };
            format!("{lowest} to {highest} points, {others}")
        }
        None => String::new(),
    };
    let facts = [
        ("image", format!("{}, {size} bytes", info.image)),
        ("format", info.format.clone()),
        ("name", info.name.to_owned()),
        ("words", grouped(info.words.into())),
        ("longest", plural(info.longest as u64, "tile")),
        ("fingerprint", info.fingerprint.clone()),
        ("word index", yes_or_no(info.word_index)),
        ("anagram filter", yes_or_no(info.anagram_filter)),
        ("word map", yes_or_no(info.word_map)),
        (
            "definitions",
            match info.definitions {
                0 => "no".to_owned(),
                words => grouped(words),
            },
        ),
        ("leave values", leave_values),
        ("alphabet", format!("{alphabet_name}, {tiles} and {blanks}")),
        ("source", info.source.to_owned()),
        ("license", info.license.to_owned()),
    ];
    for (what, text) in facts {
        // The texts of an image may have several lines and any characters. A fact with an empty text is left out.
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
    for section in &info.sections {
        let (offset, bytes) = (grouped(section.offset), grouped(section.bytes));
        table.row([&section.name, &offset, &bytes, &section.checksum]);
    }
    table
}

fn labels(info: &Info<'_>) -> Table {
    let mut table = Table::new(["label", "kind", "words", "%", "values"]);
    for label in &info.labels {
        let symbol = label
            .symbol
            .map_or(String::new(), |symbol| format!(" {symbol}"));
        let values = match (label.lowest, label.highest) {
            (Some(lowest), Some(highest)) => format!("{lowest} to {highest}"),
            _ => String::new(),
        };
        table.row([
            format!("{}{symbol}", label.name),
            label.kind.to_owned(),
            grouped(label.words),
            percent(label.words, info.words.into()),
            values,
        ]);
    }
    table
}

fn alphabet(info: &Info<'_>) -> Table {
    let mut table = Table::new(["tile", "blank", "count", "value", "vowel"]);
    for tile in &info.alphabet.tiles {
        let (count, value) = (tile.count.to_string(), tile.value.to_string());
        let vowel = if tile.vowel { "yes" } else { "" };
        table.row([tile.tile, tile.blank, &count, &value, vowel]);
    }
    table
}

fn lengths(info: &Info<'_>) -> Table {
    let mut table = Table::new(["tiles", "words", "%"]);
    for row in &info.words_by_length {
        let share = percent(row.words, info.words.into());
        table.row([row.length.to_string(), grouped(row.words), share]);
    }
    table
}

/// Gordon's table III: the counts and sizes of DAWG and GADDAG, each with the GADDAG's figure divided by the DAWG's.
fn sizes(info: &Info<'_>) -> Table {
    type Count = fn(&AutomatonInfo) -> u64;
    let mut table = Table::new(["", "DAWG", "GADDAG", "ratio"]);
    let automata = [&info.dawg, &info.gaddag];
    let absent = || "-".to_owned();
    let row = |name: &str, count: Count| {
        let [dawg, gaddag] = automata.map(|automaton| automaton.as_ref().map(count));
        let cell = |count: Option<u64>| count.map_or_else(absent, grouped);
        let both = dawg.filter(|&dawg| dawg > 0).zip(gaddag);
        let ratio = both.map_or_else(absent, |(dawg, gaddag)| {
            format!("{:.2}", gaddag as f64 / dawg as f64)
        });
        [name.to_owned(), cell(dawg), cell(gaddag), ratio]
    };
    let counts: [(&str, Count); 5] = [
        ("strings", |automaton| automaton.strings),
        ("states", |automaton| automaton.states.into()),
        ("edges", |automaton| automaton.edges),
        ("letter sets", |automaton| automaton.letter_sets.into()),
        ("pairs of destination and set", |automaton| {
            automaton.pairs.into()
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

/// Gordon's table II: the number and share of states with each number of edges.
fn states(info: &Info<'_>) -> Table {
    let automata: Vec<(&str, &AutomatonInfo)> = [("DAWG", &info.dawg), ("GADDAG", &info.gaddag)]
        .into_iter()
        .filter_map(|(name, automaton)| Some((name, automaton.as_ref()?)))
        .collect();
    let titles = automata.iter().flat_map(|(name, _)| [*name, "%"]);
    let mut table = Table::new(["edges"].into_iter().chain(titles));
    let states = |edges: usize| {
        automata.iter().map(move |(_, automaton)| {
            let mut rows = automaton.states_by_edges.iter();
            let row = rows.find(|row| row.edges == edges);
            u64::from(row.map_or(0, |row| row.states))
        })
    };
    let rows = automata
        .iter()
        .flat_map(|(_, automaton)| &automaton.states_by_edges);
    let most = rows.map(|row| row.edges).max();
    for edges in 1..=most.unwrap_or(0) {
        let cells = states(edges)
            .zip(&automata)
            .flat_map(|(states, (_, automaton))| {
                let share = percent(states, automaton.states.into());
                [grouped(states), share]
            });
        table.row([edges.to_string()].into_iter().chain(cells));
    }
    table
}
