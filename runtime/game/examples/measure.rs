//! Solves the positions of a file.
use lexc_game::{Endgame, EndgamePosition};
use lexc_runtime::{Cgp, Lexicon, Rules};
use std::time::Duration;

fn main() {
    let mut args = std::env::args().skip(1);
    let image = std::fs::read(args.next().unwrap()).unwrap();
    let text = std::fs::read_to_string(args.next().unwrap()).unwrap();
    let only: Option<usize> = args.next().map(|n| n.parse().unwrap());
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = Rules::standard(lexicon.alphabet());
    let mut rows = Vec::new();
    let mut wrong = 0;
    for (n, line) in text.lines().skip(1).enumerate() {
        if only.is_some_and(|only| only != n) {
            continue;
        }
        let cells: Vec<&str> = line.split('\t').collect();
        let cgp = Cgp::parse(cells[0], lexicon.alphabet()).unwrap();
        let position = EndgamePosition::from_cgp(&cgp, &rules).unwrap();
        let value: i32 = cells[1].parse().unwrap();
        let solver = Endgame::new(&lexicon).with_time_limit(Duration::from_secs(8));
        let start = cpu();
        let solution = solver.solve(&position);
        let time = (cpu() - start) * 1e3;
        let tiles = cgp.rack().len() + cgp.opponent_rack().len();
        let first = solution.line.first().map(|m| match m {
            lexc_runtime::Move::Play(p) => p.display(cgp.board(), lexicon.alphabet()).to_string(),
            _ => "pass".to_string(),
        });
        let fine = solution.value == value
            && solution.is_exact
            && first
                .as_ref()
                .is_none_or(|first| cells[2].split('|').any(|b| b == first));
        if !fine {
            wrong += 1;
            println!(
                "WRONG {n} tiles {tiles} found {} {:?} expected {value} {} exact {} depth {} nodes {} {time:.1}",
                solution.value, first, cells[2], solution.is_exact, solution.depth, solution.nodes
            );
        }
        if only.is_some() || std::env::var("V").is_ok() {
            println!(
                "{n} {tiles} {time:.2} {} d{}",
                solution.nodes, solution.depth
            );
        }
        rows.push((tiles, time, solution.nodes));
    }
    println!("wrong {wrong}");
    for (name, low, high) in [
        ("all", 0, 99),
        ("2-6", 2, 6),
        ("7-8", 7, 8),
        ("9-11", 9, 11),
        ("12-14", 12, 14),
    ] {
        let mut t: Vec<f64> = rows
            .iter()
            .filter(|r| (low..=high).contains(&r.0))
            .map(|r| r.1)
            .collect();
        let nodes: u64 = rows
            .iter()
            .filter(|r| (low..=high).contains(&r.0))
            .map(|r| r.2)
            .sum();
        t.sort_by(f64::total_cmp);
        if t.is_empty() {
            continue;
        }
        let at = |q: f64| t[((t.len() - 1) as f64 * q).round() as usize];
        println!(
            "{name:6} n {:3} median {:8.2} p90 {:8.2} max {:8.2} total {:8.1} nodes {nodes} ns/node {:.0}",
            t.len(),
            at(0.5),
            at(0.9),
            at(1.0),
            t.iter().sum::<f64>(),
            t.iter().sum::<f64>() * 1e6 / nodes as f64
        );
    }
}

/// Seconds on the processor.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}
