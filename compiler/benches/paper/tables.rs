//! The tables of the page, except Gordon's tables I, IV and VI.

use lexc_compiler::AutomatonSize;
use lexc_compiler::text::{grouped, grouped_to};

use super::games::Played;
use super::markdown::MarkdownTable;
use super::published::{
    self, BITS_A_LETTER, TABLE_2, TABLE_3, TABLE_5, TABLE_5_AVERAGES, appel_jacobson,
};
use super::sizes::Sizes;
use super::sums::{Sums, edge_range};

/// A cell without a figure.
pub const NONE: &str = "–";

/// Appel and Jacobson's sizes and statistics.
pub fn appel_jacobson(sizes: &Sizes, played: &Played, has_times: bool) -> MarkdownTable {
    use appel_jacobson as theirs;
    let mut table = MarkdownTable::new(["", "Appel and Jacobson", "here"]);
    let dawg = sizes.dawg_with_terminal_nodes;
    let [total, _] = played.against_passes.totals();
    let games = played.against_passes.spread.count();
    let mut row = |name: &str, theirs: Option<u64>, here: String| {
        let theirs = theirs.map_or_else(|| NONE.to_owned(), grouped);
        table.row([name.to_owned(), theirs, here]);
    };
    row("Words", Some(theirs::WORDS), grouped(sizes.words));
    row(
        "List as text, bytes",
        Some(theirs::TEXT_BYTES),
        grouped(sizes.text_bytes),
    );
    let trie = sizes.unminimized.trie;
    row(
        "Trie, nodes",
        Some(theirs::TRIE_NODES),
        grouped(trie.states),
    );
    row("Trie, edges", Some(theirs::TRIE_EDGES), grouped(trie.edges));
    row(
        "DAWG, nodes",
        Some(theirs::DAWG_NODES),
        grouped(dawg.states),
    );
    row("DAWG, edges", None, grouped(dawg.edges));
    row(
        "DAWG, bytes (here 4 per edge)",
        Some(theirs::DAWG_BYTES),
        grouped(4 * dawg.edges),
    );
    row(
        "Image of the DAWG, bytes",
        None,
        grouped(sizes.dawg_image_bytes),
    );
    row(
        "Compact image of the DAWG, bytes",
        None,
        grouped(sizes.compact_image_bytes),
    );
    row(
        "Games against a player who passes",
        Some(theirs::GAMES),
        grouped(games.into()),
    );
    row(
        "Moves in these games",
        Some(theirs::MOVES),
        grouped(total.moves),
    );
    row(
        "Plays found per move",
        Some(theirs::PLAYS_A_MOVE),
        per_move(total.plays, &total),
    );
    row(
        "Average final score of the program against itself",
        Some(theirs::SCORE),
        format!("{:.2}", played.greedy.average_score()),
    );
    if has_times {
        let time = time_a_move(&total);
        table.row([
            "Time per move*".to_owned(),
            theirs::SECONDS_A_MOVE.to_owned(),
            time,
        ]);
    }
    table
}

/// Gordon's table II: states by their number of edges.
pub fn states_by_edges(sizes: &Sizes) -> MarkdownTable {
    let here = [&sizes.dawg, &sizes.gaddag].map(|stats| stats.states_by_edges.map(u64::from));
    let theirs = TABLE_2.map(|states| {
        let mut padded = [0; 64];
        padded[..states.len()].copy_from_slice(&states);
        padded
    });
    let [gordon_dawg, gordon_gaddag] = &theirs;
    let [dawg, gaddag] = &here;
    let columns = [gordon_dawg, dawg, gordon_gaddag, gaddag];
    let last = (0..64).rfind(|edges| columns.iter().any(|column| column[*edges] > 0));
    let mut table = MarkdownTable::new([
        "Edges",
        "DAWG, Gordon",
        "%",
        "DAWG, here",
        "%",
        "GADDAG, Gordon",
        "%",
        "GADDAG, here",
        "%",
    ]);
    for edges in 1..=last.unwrap_or(0) {
        let cells = columns.iter().flat_map(|column| {
            let states = column[edges];
            [grouped(states), percent(states, column.iter().sum())]
        });
        table.row([edges.to_string()].into_iter().chain(cells));
    }
    table
}

/// A column of Gordon's table III.
struct Column {
    theirs: Option<usize>,
    size: AutomatonSize,
    letter_sets: u64,
    labels: u64,
}

/// Gordon's table III: sizes of the DAWG and the GADDAG.
pub fn automata(sizes: &Sizes) -> MarkdownTable {
    let [dawg_sets, gaddag_sets] = sizes.letter_sets();
    let of_dawg = |theirs, size| Column {
        theirs: Some(theirs),
        size,
        letter_sets: dawg_sets,
        labels: sizes.alphabet_len,
    };
    let of_gaddag = |theirs, size| Column {
        theirs,
        size,
        letter_sets: gaddag_sets,
        labels: sizes.alphabet_len + 1,
    };
    let unminimized = &sizes.unminimized;
    let columns = [
        of_dawg(0, unminimized.dawg),
        of_dawg(1, sizes.dawg.size()),
        of_gaddag(None, unminimized.gaddag),
        of_gaddag(Some(2), unminimized.semi_minimized_gaddag),
        of_gaddag(Some(3), sizes.gaddag.size()),
    ];
    let mut table = MarkdownTable::new([
        "",
        "",
        "DAWG, unminimized",
        "minimized",
        "GADDAG, unminimized",
        "semi-minimized",
        "minimized",
        "GADDAG / DAWG, minimized",
    ]);
    let mut row =
        |name: &str, theirs: fn(&published::Sizes) -> u64, here: &dyn Fn(&Column) -> u64| {
            let gordon = columns
                .iter()
                .map(|column| column.theirs.map(|index| theirs(&TABLE_3[index])));
            let here = columns.iter().map(|column| Some(here(column)));
            let pair: [(&str, &str, Vec<Option<u64>>); 2] = [
                (name, "Gordon", gordon.collect()),
                ("", "here", here.collect()),
            ];
            for (name, whose, counts) in pair {
                let ratio = ratio(counts[4], counts[1]);
                let cells = counts
                    .iter()
                    .map(|count| count.map_or_else(|| NONE.to_owned(), grouped));
                let head = [name, whose].map(str::to_owned).into_iter();
                table.row(head.chain(cells).chain([ratio]));
            }
        };
    row("States", |sizes| sizes.states, &|column| column.size.states);
    row("Edges", |sizes| sizes.edges, &|column| column.size.edges);
    row("Letter sets", |sizes| sizes.letter_sets, &|column| {
        column.letter_sets
    });
    let expanded = |column: &Column| {
        column
            .size
            .expanded_bytes(column.labels, column.letter_sets)
    };
    let compressed = |column: &Column| column.size.compressed_bytes(column.letter_sets);
    row("Expanded, bytes", |sizes| sizes.expanded_bytes, &expanded);
    row(
        "Compressed, bytes",
        |sizes| sizes.compressed_bytes,
        &compressed,
    );
    let mut bits = |name: &str, form: usize, bytes: &dyn Fn(&Column) -> u64| {
        let gordon = columns.iter().map(|column| match column.theirs {
            Some(index) => BITS_A_LETTER[index][form].to_owned(),
            None => NONE.to_owned(),
        });
        let head = [name.to_owned(), "Gordon".to_owned()];
        table.row(head.into_iter().chain(gordon).chain([String::new()]));
        let here = columns
            .iter()
            .map(|column| grouped_to(8.0 * bytes(column) as f64 / sizes.tiles.max(1) as f64, 1));
        let head = [String::new(), "here".to_owned()];
        table.row(head.into_iter().chain(here).chain([String::new()]));
    };
    bits("Expanded, bits per letter", 0, &expanded);
    bits("Compressed, bits per letter", 1, &compressed);
    table
}

/// Gordon's table V: moves by the number of edges followed.
pub fn moves_by_edges(played: &Played) -> MarkdownTable {
    let here: Vec<&Sums> = played.greedy.searches.iter().flatten().collect();
    let ranges = here.iter().map(|sums| sums.edge_ranges.len()).max();
    let rows = TABLE_5.len().max(ranges.unwrap_or(0));
    let searches = |sums: &Sums, row: usize| sums.edge_ranges.get(row).copied().unwrap_or(0);
    let names = [
        "DAWG, no blank",
        "DAWG, blank",
        "GADDAG, no blank",
        "GADDAG, blank",
    ];
    let headings = names
        .iter()
        .flat_map(|name| [format!("{name}: Gordon"), "here".to_owned()]);
    let mut table = MarkdownTable::new(["Edges in a move".to_owned()].into_iter().chain(headings));
    let mut add = |name: String, gordon: [u64; 4], here: Vec<String>| {
        let pairs = gordon.into_iter().map(grouped).zip(here);
        table.row(
            [name]
                .into_iter()
                .chain(pairs.flat_map(<[String; 2]>::from)),
        );
    };
    for row in 0..rows {
        let (first, last) = edge_range(row);
        let counts = here.iter().map(|sums| grouped(searches(sums, row)));
        let gordon = TABLE_5.get(row).copied().unwrap_or_default();
        add(
            format!("{}–{}", grouped(first), grouped(last)),
            gordon,
            counts.collect(),
        );
    }
    let moves = here.iter().map(|sums| grouped(sums.moves)).collect();
    let gordon = [0, 1, 2, 3].map(|column| TABLE_5.iter().map(|row| row[column]).sum());
    add("Moves".to_owned(), gordon, moves);
    let averages = here.iter().map(|sums| per_move(sums.edges, sums));
    add(
        "Edges per move".to_owned(),
        TABLE_5_AVERAGES,
        averages.collect(),
    );
    table
}

/// Sizes of the two-way DAWG, the GADDAG and the DAWG in Gordon's compressed form. All three mark the ends of words on
/// nodes.
pub fn two_way(sizes: &Sizes) -> MarkdownTable {
    let mut table = MarkdownTable::new(["", "states", "edges", "bytes", "of the GADDAG's bytes"]);
    let gaddag = sizes.gaddag_with_terminal_nodes;
    for (name, size) in [
        ("Two-way DAWG, unminimized", sizes.two_way.unminimized),
        ("Two-way DAWG, minimized", sizes.two_way.minimized),
        ("GADDAG, minimized", gaddag),
        ("DAWG, minimized", sizes.dawg_with_terminal_nodes),
    ] {
        let bytes = size.compressed_bytes(0);
        table.row([
            name.to_owned(),
            grouped(size.states),
            grouped(size.edges),
            grouped(bytes),
            ratio(Some(bytes), Some(gaddag.compressed_bytes(0))),
        ]);
    }
    table
}

pub fn ratio(count: Option<u64>, other: Option<u64>) -> String {
    match (count, other) {
        (Some(count), Some(other)) => quotient(count as f64, other as f64),
        _ => NONE.to_owned(),
    }
}

pub fn quotient(a: f64, b: f64) -> String {
    match b > 0.0 {
        true => format!("{:.2}", a / b),
        false => NONE.to_owned(),
    }
}

/// A share in per cent, with one decimal.
fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole.max(1) as f64)
}

fn per_move(count: u64, sums: &Sums) -> String {
    grouped_to(sums.per_move(count), 1)
}

pub fn time_a_move(sums: &Sums) -> String {
    format!("{:.1} µs", sums.micros_per_move())
}
