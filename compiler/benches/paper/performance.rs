//! The tables of the steps, times and page faults of the DAWG and the GADDAG algorithm: Gordon's tables IV and VI.

use lexc_compiler::text::{grouped, grouped_to};

use super::games::{Match, Played};
use super::markdown::MarkdownTable;
use super::page_faults::page_faults;
use super::published::{TABLE_4, TABLE_4_TIME_RATIOS, TABLE_6, TABLE_6_PAGE_FAULTS, TABLE_6_TIMES};
use super::sums::Sums;
use super::tables::{NONE, quotient, ratio, time_a_move};

/// Gordon's table IV: steps of the two algorithms.
pub fn performance(played: &Played, has_times: bool) -> MarkdownTable {
    let mut table = MarkdownTable::new([
        "",
        "",
        "DAWG",
        "per move",
        "GADDAG",
        "per move",
        "DAWG / GADDAG, per move",
    ]);
    let totals = played.greedy.totals();
    let here_moves = totals.each_ref().map(|sums| sums.moves);
    let gordon_moves = TABLE_4.each_ref().map(|games| games.moves);
    let mut steps = |name: &str, gordon: [u64; 2], here: [u64; 2]| {
        for (name, whose, counts, moves) in [
            (name, "Gordon", gordon, gordon_moves),
            ("", "here", here, here_moves),
        ] {
            let a_move = [0, 1].map(|index| counts[index] as f64 / moves[index].max(1) as f64);
            table.row([
                name.to_owned(),
                whose.to_owned(),
                grouped(counts[0]),
                grouped_to(a_move[0], 2),
                grouped(counts[1]),
                grouped_to(a_move[1], 2),
                quotient(a_move[0], a_move[1]),
            ]);
        }
    };
    let gordon = TABLE_4.each_ref();
    let here = totals.each_ref();
    steps(
        "Edges followed",
        gordon.map(|games| games.edges),
        here.map(|sums| sums.edges),
    );
    steps(
        "Anchors used",
        gordon.map(|games| games.anchors),
        here.map(|sums| sums.anchors),
    );
    let mut row = |name: &str, whose: &str, cells: [String; 2]| {
        let [dawg, gaddag] = cells;
        let empty = String::new;
        table.row([
            name.to_owned(),
            whose.to_owned(),
            dawg,
            empty(),
            gaddag,
            empty(),
            empty(),
        ]);
    };
    row("Moves", "Gordon", gordon_moves.map(grouped));
    row("", "here", here_moves.map(grouped));
    row(
        "Average score",
        "Gordon",
        gordon.map(|games| games.average_score.to_owned()),
    );
    let average = format!("{:.2}", played.greedy.average_score());
    row("", "here", [average.clone(), average]);
    if has_times {
        time_rows(&mut table, here);
    }
    table
}

/// Adds the rows of times, page faults and edges per second.
fn time_rows(table: &mut MarkdownTable, here: [&Sums; 2]) {
    let [dawg, gaddag] = &TABLE_4;
    let mut row = |name: &str, whose: &str, cells: [String; 5]| {
        let head = [name.to_owned(), whose.to_owned()];
        table.row(head.into_iter().chain(cells));
    };
    for (form, name) in ["expanded", "compressed"].into_iter().enumerate() {
        let cells =
            [&dawg.times[form], &gaddag.times[form]].map(|time| [time.overall, time.a_move]);
        let cells = cells
            .concat()
            .into_iter()
            .chain([TABLE_4_TIME_RATIOS[form]]);
        let cells: Vec<String> = cells.map(str::to_owned).collect();
        let cells = <[String; 5]>::try_from(cells).expect("five cells");
        row(&format!("Time*, {name}"), "Gordon", cells);
    }
    let overall = here.map(|sums| format!("{:.2} s", sums.time.as_secs_f64()));
    let [dawg_time, gaddag_time] = overall;
    let a_move = here.map(Sums::micros_per_move);
    let cells = [
        dawg_time,
        time_a_move(here[0]),
        gaddag_time,
        time_a_move(here[1]),
        quotient(a_move[0], a_move[1]),
    ];
    row("Time*", "here", cells);
    let mut counts = |name: &str, whose: &str, counts: [Option<u64>; 2]| {
        let empty = String::new;
        let [dawg, gaddag] = counts.map(|count| count.map_or_else(|| NONE.to_owned(), grouped));
        let cells = [dawg, empty(), gaddag, empty(), ratio(counts[0], counts[1])];
        row(name, whose, cells);
    };
    for (form, name) in ["expanded", "compressed"].into_iter().enumerate() {
        let faults = [dawg, gaddag].map(|games| Some(games.page_faults[form]));
        counts(&format!("Page faults*, {name}"), "Gordon", faults);
    }
    let faults = here.map(|sums| page_faults().map(|_| sums.page_faults));
    counts("Page faults*", "here", faults);
    let rates = [dawg, gaddag].map(|games| Some(games.edges_a_second));
    counts("Edges per second*, compressed", "Gordon", rates);
    let rate = |sums: &Sums| {
        let rate = u128::from(sums.edges) * 1_000_000 / sums.time.as_micros().max(1);
        u64::try_from(rate).unwrap_or(u64::MAX)
    };
    let rates = here.map(|sums| Some(rate(sums)));
    counts("Edges per second*", "here", rates);
}

/// Gordon's table VI: edges per move with rack heuristics, and the points that the heuristics gain.
pub fn heuristics(played: &Played) -> MarkdownTable {
    let mut table = MarkdownTable::new([
        "",
        "DAWG, edges per move: Gordon",
        "here",
        "GADDAG: Gordon",
        "here",
        "DAWG / GADDAG: Gordon",
        "here",
        "points ahead, here",
    ]);
    for ((name, gordon), played) in PLAYERS.iter().zip(TABLE_6).zip(matches(played)) {
        let [dawg, gaddag] = played.totals().map(|sums| sums.per_move(sums.edges));
        let (mean, error) = (played.spread.mean(), played.spread.standard_error());
        table.row([
            format!("{name} against greedy"),
            grouped(gordon[0]),
            grouped_to(dawg, 0),
            grouped(gordon[1]),
            grouped_to(gaddag, 0),
            quotient(gordon[0] as f64, gordon[1] as f64),
            quotient(dawg, gaddag),
            match *name {
                "Greedy" => NONE.to_owned(),
                _ => format!("{mean:+.1} ± {error:.1}"),
            },
        ]);
    }
    table
}

/// The matches of Gordon's table VI.
fn matches(played: &Played) -> impl Iterator<Item = &Match> {
    [&played.greedy].into_iter().chain(&played.heuristics)
}

/// The players of these matches, whose opponents are greedy.
const PLAYERS: [&str; 4] = ["Greedy", "RackH1", "RackH2", "RackH3"];

/// The times and the page faults of Gordon's table VI.
pub fn heuristic_times(played: &Played) -> [MarkdownTable; 2] {
    let times = matches(played).map(|played| {
        let times = played.totals();
        let [dawg, gaddag] = times.each_ref().map(time_a_move);
        let [a, b] = times.each_ref().map(Sums::micros_per_move);
        [dawg, gaddag, quotient(a, b)]
    });
    let faults = matches(played).map(|played| {
        let counts = played.totals();
        let counts = counts.map(|sums| page_faults().map(|_| sums.page_faults));
        let [dawg, gaddag] = counts.map(|count| count.map_or_else(|| NONE.to_owned(), grouped));
        [dawg, gaddag, ratio(counts[0], counts[1])]
    });
    let gordon_times = TABLE_6_TIMES.map(|[dawg, gaddag, ratio]| {
        let seconds = |cell: Option<&str>| cell.map(|cell| format!("{cell} s"));
        [seconds(dawg), seconds(gaddag), ratio.map(str::to_owned)]
    });
    let gordon_faults = TABLE_6_PAGE_FAULTS.map(|row| row.map(|cell| cell.map(str::to_owned)));
    let table = |unit: &str, gordon: [[Option<String>; 3]; 4], here: Vec<[String; 3]>| {
        let mut table = MarkdownTable::new([
            "",
            &format!("DAWG, {unit}*: Gordon"),
            "here",
            "GADDAG: Gordon",
            "here",
            "DAWG / GADDAG: Gordon",
            "here",
        ]);
        for ((name, gordon), here) in PLAYERS.iter().zip(gordon).zip(here) {
            let gordon = gordon.map(|cell| cell.unwrap_or_else(|| NONE.to_owned()));
            let pairs = gordon.into_iter().zip(here);
            let cells = pairs.flat_map(<[String; 2]>::from);
            table.row([format!("{name} against greedy")].into_iter().chain(cells));
        }
        table
    };
    [
        table("time per move", gordon_times, times.collect()),
        table("page faults", gordon_faults, faults.collect()),
    ]
}
