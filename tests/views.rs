//! Views, compared with images of their words.

use std::fs;

use common::english::{data, scowl_60};
use common::game::{Game, compile};
use common::generators::{ALGORITHMS, movegen, sorted};
use common::positions::{SMALL, VARIETIES, check_games, play_out, random_rack};
use common::random::Random;
use common::searches::Model;
use common::{every_kind, letters, scope};
use lexc_compiler::CompileOptions;
use lexc_formats::{AlphabetDefinition, LabelDefinition, LabelsDefinition};
use lexc_game::{Endgame, EndgamePosition, PreEndgame, Simulation};
use lexc_runtime::{
    Board, Cgp, Condition, Direction, Finder, Leaves, Lexicon, Line, MoveGen, NoLeaves,
    PhraseQuery, Position, Rack, RackSearch, Tile, TrackedPosition, check_play,
};

/// A test of a word by its flags `csw`, `nwl` and `new` and its number `level`.
type Test = fn([bool; 3], Option<u32>) -> bool;

/// Expressions of views, each with a test of the labels of a word.
const EXPRESSIONS: [(&str, Test); 8] = [
    ("csw", |[csw, _, _], _| csw),
    ("!csw", |[csw, _, _], _| !csw),
    ("csw & !new", |[csw, _, new], _| csw && !new),
    ("csw|nwl & !new", |[csw, nwl, new], _| csw || nwl && !new),
    ("(csw | nwl) & !(new&nwl)", |[csw, nwl, new], _| {
        (csw || nwl) && !(new && nwl)
    }),
    ("level<=6", |_, level| level.is_some_and(|level| level <= 6)),
    ("level != 3 | level > 9", |_, level| {
        level.is_some_and(|level| level != 3)
    }),
    ("!(level >= 4) & nwl", |[_, nwl, _], level| {
        nwl && level.is_none_or(|level| level < 4)
    }),
];

/// An image of words with labels, an expression, and an image of the words that satisfy it.
struct Pair {
    image: Vec<u8>,
    expression: &'static str,
    part: Vec<u8>,
}

impl Pair {
    /// Gives the words random labels, and draws an expression. `None` if no word satisfies it.
    fn random(
        random: &mut Random,
        words: &[Vec<Tile>],
        alphabet: &AlphabetDefinition,
        options: &CompileOptions,
    ) -> Option<Pair> {
        let (expression, test) = *random.pick(&EXPRESSIONS);
        let label = |name: &str| LabelDefinition {
            name: name.to_owned(),
            symbol: None,
        };
        let bits = |count: u32| words.iter().map(move |_| count);
        let flags_of_words: Vec<u32> = bits(8).map(|count| below(random, count)).collect();
        let levels = bits(13).map(|count| below(random, count));
        let levels: Vec<Option<u32>> = levels
            .map(|level| Some(level).filter(|&level| level < 12))
            .collect();
        let is_in_view = |word: usize| {
            let flags = [0, 1, 2].map(|flag| flags_of_words[word] >> flag & 1 != 0);
            test(flags, levels[word])
        };
        let in_view = (0..words.len()).filter(|&word| is_in_view(word));
        let in_view: Vec<Vec<Tile>> = in_view.map(|word| words[word].clone()).collect();
        let part = (!in_view.is_empty()).then(|| compile(&in_view, alphabet, options))?;
        let labels = LabelsDefinition {
            flags: ["csw", "nwl", "new"].map(label).into(),
            numbers: vec![label("level")],
            flags_of_words,
            numbers_of_words: vec![levels],
        };
        let labelled = CompileOptions {
            labels: Some(labels),
            ..options.clone()
        };
        Some(Pair {
            image: compile(words, alphabet, &labelled),
            expression,
            part,
        })
    }

    /// The words of a game in an image of a random kind.
    fn of_game(random: &mut Random, game: &Game) -> Option<Pair> {
        let alphabet = letters(game.rules.tiles().len());
        let options = random.pick(&every_kind()).clone();
        Pair::random(random, &game.words, &alphabet, &options)
    }

    /// The view, and the lexicon of its words alone.
    fn lexicons(&self) -> [Lexicon<'_>; 2] {
        let [all, part] =
            [&self.image, &self.part].map(|image| Lexicon::from_bytes(image).unwrap());
        [all.view(self.expression).unwrap(), part]
    }
}

fn below(random: &mut Random, bound: u32) -> u32 {
    u32::try_from(random.below(bound as usize)).unwrap()
}

/// Values between -20 and 20 points, of no pattern.
fn scattered(leave: &Rack) -> i32 {
    let hash = leave.into_iter().fold(7_u32, |hash, tile| {
        (hash ^ u32::from(tile.byte())).wrapping_mul(0x9E37_79B1)
    });
    i32::try_from(hash >> 8).expect("24 bits") % 40_000 - 20_000
}

#[test]
fn look_ups() {
    let mut found = [0; 3];
    check_games("views/look-ups", 1, &[SMALL], |random, _, game| {
        let Some(pair) = Pair::of_game(random, game) else {
            return;
        };
        let [view, part] = pair.lexicons();
        assert!(view.words().eq(part.words()));
        assert_eq!(view.word_count(), part.word_count());
        assert_eq!(view.longest_word(), part.longest_word());
        assert_eq!(
            view.fingerprint(),
            Lexicon::from_bytes(&pair.image).unwrap().fingerprint()
        );
        assert_eq!(view.word_at(part.word_count()), None);
        for index in 0..part.word_count() {
            assert_eq!(view.word_at(index), part.word_at(index));
        }
        for word in &game.words {
            let mut strings: Vec<Vec<Tile>> =
                (0..=word.len()).map(|len| word[..len].to_vec()).collect();
            strings.extend((1..=word.len()).map(|start| word[start..].to_vec()));
            strings.push([&word[..], &word[..1]].concat());
            for string in strings {
                assert_eq!(view.contains(&string), part.contains(&string));
                assert_eq!(
                    view.is_prefix(&string),
                    part.is_prefix(&string),
                    "{string:?}"
                );
                assert_eq!(view.hooks(&string), part.hooks(&string), "{string:?}");
                assert_eq!(view.index_of(&string), part.index_of(&string));
                assert!(
                    view.words_after(&string)
                        .take(3)
                        .eq(part.words_after(&string).take(3))
                );
                found[0] += usize::from(part.contains(&string));
                found[1] += part.hooks(&string).front.len();
                found[2] += usize::from(part.index_of(&string).is_some());
            }
        }
    });
    assert!(found.iter().all(|&found| found > 500), "{found:?}");
}

#[test]
fn word_searches() {
    let mut found = [0; 2];
    check_games("views/word searches", 1, &[SMALL], |random, _, game| {
        let Some(pair) = Pair::of_game(random, game) else {
            return;
        };
        let [view, part] = pair.lexicons();
        let codes = |word: &Vec<Tile>| word.iter().map(|tile| tile.code()).collect();
        let words: Vec<Vec<u8>> = game.words.iter().map(codes).collect();
        for _ in 0..30 {
            let models = [(); 2].map(|()| Model::random(random, &words, game.rules.tiles().len()));
            let models = &models[..random.within(&(0..=2))];
            let mut conditions: Vec<Condition> = models
                .iter()
                .map(|model| model.condition(view.alphabet()))
                .collect();
            let [words, expected] = [view, part].map(|lexicon| {
                let (mut words, mut in_any_order) = (Vec::new(), Vec::new());
                let finder = Finder::new(&lexicon);
                finder
                    .words(&mut conditions, |word| words.push(*word))
                    .unwrap();
                finder
                    .words_in_any_order(&mut conditions, |word| in_any_order.push(*word))
                    .unwrap();
                in_any_order.sort();
                assert_eq!(words, in_any_order, "{models:?}");
                words
            });
            assert_eq!(words, expected, "{models:?}");
            found[0] += words.len();
        }
        let rack = random_rack(random, game, 1);
        let rack = rack.display(view.alphabet()).to_string();
        let phrases = [view, part].map(|lexicon| {
            let query = PhraseQuery::new().with_anagram(&rack, lexicon.alphabet());
            let mut query = query.unwrap();
            let mut phrases = Vec::new();
            Finder::new(&lexicon)
                .phrases(&mut query, |phrase| {
                    phrases.push(phrase.display(part.alphabet()).to_string())
                })
                .unwrap();
            phrases
        });
        assert_eq!(phrases[0], phrases[1]);
        found[1] += phrases[0].len();
    });
    assert!(found.iter().all(|&found| found > 200), "{found:?}");
}

/// Plays random games by all words, and compares the searches of each position.
#[test]
fn random_games() {
    let (mut found, mut dropped) = (0, 0);
    check_games("views", 8, &VARIETIES, |random, variety, game| {
        let Some(pair) = Pair::of_game(random, game) else {
            return;
        };
        let [view, part] = pair.lexicons();
        let mut before: Option<Board> = None;
        play_out(random, game, variety, 25, |random, position, plays| {
            let expected = compare_searches([&view, &part], position);
            found += expected;
            dropped += plays.len() - expected;
            if let Some(before) = &before {
                let before = Position::try_new(before.clone(), *position.rack(), &game.rules);
                compare_rack_search([&view, &part], [&before.unwrap(), position]);
            }
            if !plays.is_empty() {
                let play = random.pick(plays).to_play();
                assert_eq!(
                    check_play(&view, position, &play),
                    check_play(&part, position, &play)
                );
            }
            before = Some(position.board().clone());
        });
    });
    println!("{found} plays in views, {dropped} not");
    assert!(found > 500 && dropped > 500, "{found} {dropped}");
}

/// Compares all searches of a position. Returns the number of plays.
fn compare_searches(lexicons: [&Lexicon<'_>; 2], position: &Position<'_>) -> usize {
    let mut count = 0;
    let [view, part] = lexicons;
    let [tracked, tracked_part] =
        lexicons.map(|lexicon| TrackedPosition::new(lexicon, position.clone()));
    for direction in Direction::ALL {
        for square in position.board().dimensions().squares() {
            let expected = tracked_part.cross_set(square, direction);
            assert_eq!(tracked.cross_set(square, direction), expected);
            assert_eq!(
                MoveGen::new(view).cross_set(position, square, direction),
                expected
            );
        }
    }
    for algorithm in ALGORITHMS {
        let [Some(movegen), Some(expected)] =
            [view, part].map(|lexicon| movegen(algorithm, lexicon))
        else {
            continue;
        };
        let all = |movegen: MoveGen<'_>| {
            let mut plays = Vec::new();
            movegen.for_each(position, |play| plays.push(*play));
            plays
        };
        let (plays, expected_plays) = (all(movegen), all(expected));
        assert_eq!(sorted(&plays), sorted(&expected_plays));
        count = plays.len();
        let mut kept = Vec::new();
        movegen.for_each(&tracked, |play| kept.push(*play));
        assert_eq!(kept, plays);
        let mut traced = Vec::new();
        movegen
            .with_tracer(())
            .for_each(position, |play| traced.push(*play));
        assert_eq!(traced, plays);
        for slots in [1, 4, 100] {
            let [mut best, mut expected_best] = [(); 2].map(|()| vec![None; slots]);
            let len = expected.top(position, &mut expected_best);
            assert_eq!(movegen.top(position, &mut best), len);
            assert_eq!(best, expected_best);
            assert_eq!(movegen.top(&tracked, &mut best), len);
            assert_eq!(best, expected_best);
        }
        for leaves in [&NoLeaves as &dyn Leaves, &scattered] {
            for bag_len in [0, 9] {
                let [moves, expected] =
                    [movegen, expected].map(|movegen| movegen.with_moves(bag_len, leaves));
                assert_eq!(moves.best_n(position, 3), expected.best_n(position, 3));
                assert_eq!(moves.moves(position), expected.moves(position));
            }
        }
    }
    for direction in Direction::ALL {
        for index in 0..21 {
            let line = Line::new(direction, index).unwrap();
            let [plays, expected] = lexicons.map(|lexicon| {
                let mut plays = Vec::new();
                MoveGen::new(lexicon).for_each_on_line(position, line, |play| plays.push(*play));
                plays
            });
            assert_eq!(sorted(&plays), sorted(&expected));
        }
    }
    count
}

/// Compares searches of the second board that start from the first.
fn compare_rack_search(lexicons: [&Lexicon<'_>; 2], positions: [&Position<'_>; 2]) {
    let [best, expected] = lexicons.map(|lexicon| {
        let [first, second] =
            positions.map(|position| TrackedPosition::new(lexicon, position.clone()));
        let mut search = RackSearch::new(&first, &scattered, 6);
        [9, 0].map(|bag_len| search.best(&second, bag_len))
    });
    assert_eq!(best, expected);
}

/// End games, pre-end games and simulations of SCOWL-60 positions.
#[test]
fn solvers_and_simulations() {
    let game = scowl_60();
    let (alphabet, options) = (common::english::english(), CompileOptions::default());
    let pair = Pair::random(&mut Random::new(900), &game.words, &alphabet, &options).unwrap();
    let lexicons = pair.lexicons();
    let lexicon = lexicons[0];
    let text = fs::read_to_string(data("conformance/scowl60.cgp")).unwrap();
    let mut found = [0; 3];
    for line in text.lines().step_by(scope::step(7)) {
        let cgp = Cgp::parse(line, lexicon.alphabet()).unwrap();
        let unseen = game.rules.unseen(cgp.board(), cgp.rack());
        match unseen.len() {
            1..=4 => {
                let position = EndgamePosition::from_cgp(&cgp, &game.rules);
                let position = position.unwrap();
                let [solution, expected] = lexicons.map(|lexicon| {
                    let solution = Endgame::new(&lexicon).solve(&position);
                    (solution.value, solution.line)
                });
                assert_eq!(solution, expected, "{line}");
                found[0] += 1;
            }
            8 if found[1] < 2 => {
                let state = cgp.state(&game.rules).unwrap();
                let [report, expected] = lexicons.map(|lexicon| {
                    let solver = PreEndgame::new(Endgame::new(&lexicon)).with_candidates(3);
                    let report = solver.solve(&state, &game.rules, |_| true).unwrap();
                    let moves = report.candidates.into_iter();
                    moves
                        .map(|one| (one.action, one.win_rate))
                        .collect::<Vec<_>>()
                });
                assert_eq!(report, expected, "{line}");
                found[1] += 1;
            }
            40.. if found[2] < 4 => {
                let [report, expected] = lexicons.map(|lexicon| {
                    let simulation = Simulation::new(&lexicon, &NoLeaves).with_samples(32);
                    let report = simulation.run(&cgp, &game.rules, |_| true).unwrap();
                    let moves = report.candidates.into_iter();
                    moves
                        .map(|one| (one.candidate.action, one.equity))
                        .collect::<Vec<_>>()
                });
                assert_eq!(report, expected, "{line}");
                found[2] += 1;
            }
            _ => {}
        }
    }
    assert!(found.iter().all(|&found| found > 0), "{found:?}");
}
