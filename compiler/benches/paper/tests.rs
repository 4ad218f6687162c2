//! The page of a few words, against counts made in the obvious way.

mod automata;

use std::collections::BTreeSet;

use lexc_compiler::word_list::WordList;
use lexc_compiler::{CompileOptions, StepCounter, compile_sorted};
use lexc_game::{
    ByEquity, Game, Greedy, LeaveLearning, Player, RackFactors, RackHeuristic, Random, play_out,
};
use lexc_runtime::{
    Algorithm, Alphabet, FinalPoints, Lexicon, Move, MoveGen, Position, Rules, Seat,
};
use rayon::ThreadPoolBuilder;

use super::{Options, files};

/// Words that share starts, middles and ends, words with repeated letters, and a word of one letter.
const WORDS: [&str; 14] = [
    "A", "AB", "ABLE", "ABLER", "ARE", "CAR", "CARE", "CARED", "CAREEN", "CARES", "EAR", "RE",
    "SCARE", "SCARED",
];

fn image() -> Vec<u8> {
    let section = lexc_compiler::alphabet::load("english")
        .unwrap()
        .encode()
        .unwrap();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let words = WordList::from_words(alphabet, WORDS).unwrap();
    compile_sorted(words.iter(), alphabet, &CompileOptions::default())
        .unwrap()
        .image
}

fn options(games: u32, seed: u64) -> Options {
    Options {
        games,
        seed,
        times: false,
        words: Vec::new(),
    }
}

#[track_caller]
fn written(options: &Options) -> Vec<(String, String)> {
    let image = image();
    let files = files(&Lexicon::from_bytes(&image).unwrap(), "x", options).unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    files
        .into_iter()
        .map(|(name, bytes)| (name, text(bytes)))
        .collect()
}

#[track_caller]
fn file(files: &[(String, String)], name: &str) -> String {
    let file = files.iter().find(|(found, _)| found == name);
    file.expect("a file of this name").1.clone()
}

#[track_caller]
fn paper(options: &Options) -> String {
    file(&written(options), "paper.md")
}

/// Finds the first row whose first cells are `start`, below the heading. Returns the row's other cells.
#[track_caller]
fn row<'p>(page: &'p str, heading: &str, start: &[&str]) -> Vec<&'p str> {
    let section = page
        .split_once(&format!("# {heading}"))
        .expect("a heading")
        .1;
    let rows = section.lines().filter(|line| line.starts_with('|'));
    let mut rows = rows.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let row = rows.find(|cells| cells[1..].starts_with(start));
    let cells = row.unwrap_or_else(|| panic!("{start:?} in {section}"));
    cells[1 + start.len()..cells.len() - 1].to_vec()
}

/// Gordon's strings of the words, with `+` for ◇.
fn gaddag_strings() -> BTreeSet<String> {
    let strings = WORDS.iter().flat_map(|word| {
        (1..=word.len()).map(|at| {
            let left: String = word[..at].chars().rev().collect();
            match &word[at..] {
                "" => left,
                right => format!("{left}+{right}"),
            }
        })
    });
    strings.collect()
}

/// Proper prefixes of the strings, except the empty one: the edges of a trie with letter sets.
fn edges(strings: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    let starts = strings.into_iter().flat_map(|string| {
        (1..string.len())
            .map(|len| string[..len].to_owned())
            .collect::<Vec<_>>()
    });
    starts.collect()
}

/// The number of states from which these edges start.
fn states(edges: &BTreeSet<String>) -> usize {
    let from = edges.iter().map(|edge| &edge[..edge.len() - 1]);
    from.collect::<BTreeSet<_>>().len()
}

#[test]
fn sizes_are_those_of_tries_and_letter_sets_complete_words() {
    let page = paper(&options(1, 1));
    let theirs = |start| row(&page, "Appel and Jacobson", &[start]);
    let letters: usize = WORDS.iter().map(|word| word.len()).sum();
    assert_eq!(theirs("Words"), ["94,240", "14"]);
    assert_eq!(theirs("List as text, bytes")[1], (letters + 14).to_string());
    let starts = |from: usize| {
        let all = WORDS
            .iter()
            .flat_map(|word| (from..word.len() + from).map(|len| &word[..len]));
        all.collect::<BTreeSet<_>>().len().to_string()
    };
    assert_eq!(theirs("Trie, nodes")[1], starts(0));
    assert_eq!(theirs("Trie, edges")[1], starts(1));

    let counts = |set: &BTreeSet<String>| [states(set), set.len()].map(|count| count.to_string());
    let dawg = counts(&edges(WORDS.map(str::to_owned)));
    let gaddag = counts(&edges(gaddag_strings()));
    for (name, dawg, gaddag) in [
        ("States", &dawg[0], &gaddag[0]),
        ("Edges", &dawg[1], &gaddag[1]),
    ] {
        let table = &page[page.find(&format!("| {name} | Gordon")).unwrap()..];
        let table = format!("# \n{table}");
        let here = row(&table, "", &["", "here"]);
        assert_eq!([here[0], here[2]], [dawg, gaddag], "{name}");
    }

    // Checks the letter set of each place in the table.
    let section = page.split_once("# Table I: ").unwrap().1;
    let rows = section
        .lines()
        .skip_while(|line| !line.starts_with("| S1 "));
    let mut places = Vec::new();
    for line in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let completes = |letter: &char| {
            let word = cells[2].replace('Δ', &letter.to_string());
            WORDS.contains(&&*word)
        };
        let set: String = ('A'..='Z').filter(completes).collect();
        let set = if set.is_empty() { "∅" } else { &set };
        assert_eq!(cells[4], set, "{line}");
        places.push(cells[2].to_owned());
    }
    let gordons = "ΔC ΔA ΔR ΔE CΔ ΔCA ΔAR ΔRE CAΔ ΔCAR ΔARE CARΔ ΔN ΔEE ΔEN ΔREE ΔEEN ΔCARE ΔAREE ΔREEN CAREΔ";
    assert_eq!(places[..21].join(" "), gordons);
    assert_eq!(places.len(), 24);
}

/// Counts over the positions of some games, for each algorithm.
#[derive(Default)]
struct Counts {
    moves: u32,
    edges: [u64; 2],
    anchors: [u64; 2],
    /// The moves in each of Gordon's ranges of edges.
    ranges: [Vec<u64>; 2],
    scores: i32,
    spread: i32,
}

/// Plays games of `own` against a greedy player, who starts every second one.
fn counts(lexicon: &Lexicon<'_>, own: &dyn Player, games: u64, seed: u64) -> Counts {
    let rules = Rules::standard(lexicon.alphabet()).with_final_points(FinalPoints::Printed);
    let greedy = Greedy::new();
    let mut counts = Counts::default();
    for number in 0..games {
        let mut random = Random::new(seed, number);
        let mut game = Game::new(&rules, &mut random).unwrap();
        let (players, sign): ([&dyn Player; 2], _) = match number % 2 {
            0 => ([own, &greedy], 1),
            _ => ([&greedy, own], -1),
        };
        play_out(lexicon, &mut game, &players, &mut random);
        counts.scores += game.scores().iter().sum::<i32>();
        counts.spread += sign * (game.scores()[0] - game.scores()[1]);
        for turn in game.turns() {
            let position = Position::try_new(turn.board().clone(), turn.rack(), &rules).unwrap();
            counts.moves += 1;
            for (index, algorithm) in [Algorithm::Dawg, Algorithm::Gaddag].into_iter().enumerate() {
                let steps = StepCounter::default();
                let movegen = MoveGen::new(lexicon).with_algorithm(algorithm).unwrap();
                movegen.with_tracer(&steps).for_each(&position, |_| ());
                let edges = steps.edges.get();
                counts.edges[index] += edges;
                counts.anchors[index] += steps.anchors.get();
                let range = (0..).find(|range| edges < 256 << range).unwrap();
                let ranges = &mut counts.ranges[index];
                ranges.resize(ranges.len().max(range + 1), 0);
                ranges[range] += 1;
            }
        }
    }
    counts
}

#[test]
fn games_are_those_of_greedy_players() {
    let page = paper(&options(20, 3));
    let image = image();
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let counts = counts(&lexicon, &Greedy::new(), 20, 3);
    let table = page.split_once("# Table IV: ").unwrap().1;
    let ours: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with("|  | here |"))
        .take(4)
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let number = |cell: &str| cell.replace(',', "").parse::<u64>().unwrap();
    for (index, column) in [3, 5].into_iter().enumerate() {
        assert_eq!(number(ours[0][column]), counts.edges[index]);
        assert_eq!(number(ours[1][column]), counts.anchors[index]);
        assert_eq!(number(ours[2][column]), counts.moves.into());
        let average = format!("{:.2}", f64::from(counts.scores) / 40.0);
        assert_eq!(ours[3][column], average);
    }

    // In each row of table V, the moves with and without blanks add up to the moves in this range of edges.
    for (ranges, columns) in counts.ranges.iter().zip([[2, 4], [6, 8]]) {
        let rows = page.split_once("# Table V: ").unwrap().1.lines().skip(4);
        let rows = rows.map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
        for (moves, row) in ranges.iter().zip(rows) {
            let found: u64 = columns.iter().map(|column| number(row[column + 1])).sum();
            assert_eq!(found, *moves, "{row:?}");
        }
    }
}

#[test]
fn rackh3_is_fitted_to_learned_leaves_and_plays_against_greedy() {
    let page = paper(&options(6, 2));
    let image = image();
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = Rules::standard(lexicon.alphabet()).with_final_points(FinalPoints::Printed);
    let mut learning = LeaveLearning::new(&lexicon, &rules, 3, 2).unwrap();
    learning.play(48);
    learning.end_generation();
    let factors = RackFactors::Balance;
    let heuristic = RackHeuristic::fit(factors, lexicon.alphabet(), &learning.leaves());
    let counts = counts(&lexicon, &ByEquity::new(&heuristic), 6, 2);
    let ours = row(&page, "Table VI", &["RackH3 against greedy"]);
    let a_move = counts.edges[1] as f64 / f64::from(counts.moves);
    assert_eq!(ours[3], format!("{a_move:.0}"));
    let mean = format!("{:+.1} ±", f64::from(counts.spread) / 6.0);
    assert!(ours[6].starts_with(&mean), "{ours:?}, {mean}");
}

#[test]
fn counts_plays_in_games_against_a_player_who_passes() {
    let page = paper(&options(7, 2));
    let image = image();
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = Rules::standard(lexicon.alphabet());
    let (mut moves, mut plays) = (0, 0);
    for number in 0..7 {
        let mut random = Random::new(2, number);
        let mut game = Game::new(&rules, &mut random).unwrap();
        while let Some(seat) = game.on_turn() {
            let mut all = Vec::new();
            if seat == Seat::First {
                MoveGen::new(&lexicon).for_each(&game.position(), |play| all.push(*play));
                moves += 1;
                plays += all.len();
            }
            let best = all.iter().min_by(|a, b| a.best_first(b));
            let action = match best {
                Some(play) => Move::Play(*play),
                None if seat == Seat::First && game.may_exchange() => {
                    Move::Exchange(game.rack(seat))
                }
                None => Move::Pass,
            };
            game.make_unchecked(&action, &mut random);
        }
    }
    let ours = |start| row(&page, "Appel and Jacobson", &[start])[1];
    assert_eq!(ours("Moves in these games"), moves.to_string());
    let average = f64::from(u32::try_from(plays).unwrap()) / f64::from(moves);
    assert_eq!(ours("Plays found per move"), format!("{average:.1}"));
}

#[test]
fn the_files_are_the_same_on_any_number_of_threads() {
    let run = |threads| {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| written(&options(3, 1)))
    };
    let first = run(1);
    assert!(run(2) == first);
    let page = file(&first, "paper.md");
    let names: Vec<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..2], ["sizes.svg", "1-unminimized.svg"]);
    assert_eq!(names[7..], ["paper.md"][..]);
    for name in &names[..7] {
        assert!(page.contains(&format!("]({name})")), "{name}");
    }
}

#[test]
fn pictures_have_the_states_of_each_stage() {
    let mut options = options(1, 1);
    options.words = vec!["cared".to_owned()];
    let files = written(&options);
    let circles = |name: &str| {
        let svg = file(&files, &format!("1-{name}.svg"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        svg.matches("class=\"state\"").count()
    };
    // The strings without their last letters are C+ARE, AC+RE, RAC+E, ERAC+ and DERA. The root is a state, and so is each
    // prefix of these strings that is not empty: 1 + 5 * 4 + 4.
    assert_eq!(circles("unminimized"), 5 * 5);
    // Shared states: one of C+A and AC+; one of C+AR, AC+R and RAC+; one of C+ARE, AC+RE, RAC+E and ERAC+.
    assert_eq!(circles("semi-minimized"), 5 * 5 - 3 - 2 - 1);
    assert!(circles("minimized") <= 19);
    let chart = file(&files, "sizes.svg");
    assert_eq!(chart.matches("class=\"bar\"").count(), 11);
}

#[test]
fn times_and_page_faults_are_on_the_page_only_on_request() {
    let mut options = options(4, 1);
    let without = paper(&options);
    options.times = true;
    let with = paper(&options);
    assert!(!without.contains("µs") && !without.contains("*:"));
    let mut rest = without.lines().peekable();
    let added: Vec<&str> = with
        .lines()
        .filter(|line| rest.next_if_eq(line).is_none())
        .collect();
    assert_eq!(rest.next(), None);

    let cells = |start: &[&str]| row(&with, "Table IV", start);
    let number = |cell: &str| {
        let digits = cell.trim_end_matches(" s").trim_end_matches(" µs");
        digits.replace(',', "").parse::<f64>().unwrap()
    };
    let (time, edges) = (cells(&["Time*", "here"]), cells(&["Edges followed"]));
    assert_eq!(edges[0], "Gordon");
    for (column, gordon) in [(0, "8:11:47"), (2, "3:26:51")] {
        assert_eq!(cells(&["Time*, compressed", "Gordon"])[column], gordon);
        assert!(number(time[column + 1]) > 0.0, "{time:?}");
        assert!(number(cells(&["Edges per second*", "here"])[column]) > 0.0);
        let faults = cells(&["Page faults*", "here"])[column];
        match cfg!(target_os = "linux") {
            true => assert!(number(faults) > 0.0, "{faults}"),
            false => assert_eq!(faults, "–"),
        }
    }
    // The tables of times and page faults have a row for each player. Its first figure is the published one.
    for start in ["Greedy", "RackH1", "RackH2", "RackH3"] {
        let name = format!("| {start} against greedy |");
        let rows = added.iter().filter(|line| line.starts_with(&name));
        assert_eq!(rows.count(), 2, "{start}");
    }
    assert!(with.contains("| RackH2 against greedy | 1.448 s | "));
    assert!(with.contains("| RackH2 against greedy | 1,016 | "));
}

#[test]
fn a_word_to_draw_must_be_in_the_lexicon() {
    let image = image();
    let mut options = options(1, 1);
    options.words = vec!["care".to_owned(), "zzz".to_owned()];
    let error = files(&Lexicon::from_bytes(&image).unwrap(), "x", &options).unwrap_err();
    assert_eq!(error.to_string(), "zzz: not in the lexicon");
}
