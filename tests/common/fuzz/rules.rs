//! Hostile texts of rules.

use lexc_runtime::{Cgp, GameState, Lexicon, Move, MoveGen, Rack, Rules, RulesPreset, RulesText};

use super::input::Input;
use super::texts::{ALPHABETS, lexicon};
use crate::random::Random;

/// Upper bound on the turns of a game.
const MAX_TURNS: usize = 40;

/// Reads the input as rules. Asserts that accepted rules, written as text, read as the same rules, and that rules that fit
/// together play a game whose moves are all legal.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let lexicon = lexicon(input.below(ALPHABETS));
    let (players, seed) = (2 + input.below(3), input.byte());
    let Ok(text) = str::from_utf8(input.rest()) else {
        return;
    };
    let alphabet = lexicon.alphabet();
    let settings = match RulesText::parse(text, alphabet) {
        Ok(settings) => settings,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let rules = settings.rules(alphabet);
    let written = rules.display(alphabet).to_string();
    let again = Rules::parse(&written, alphabet);
    assert_eq!(again.as_ref(), Ok(&rules), "{written}");
    match rules.check() {
        Ok(()) => play(&lexicon, &rules, players, &mut Random::new(seed.into())),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Plays the first turns of a game with the best plays, exchanges of a random number of tiles, and passes.
fn play(lexicon: &Lexicon<'_>, rules: &Rules, players: usize, random: &mut Random) {
    let alphabet = lexicon.alphabet();
    let mut state = match GameState::deal(rules, players, |len| random.below(len)) {
        Ok(state) => state,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    for _ in 0..MAX_TURNS {
        let Some(seat) = state.on_turn() else {
            break;
        };
        let position = state.position(rules).expect("a state by the rules");
        let rack = state.rack(seat);
        let tiles = rack.into_iter().take(1 + random.below(rack.len().max(1)));
        let exchange = Move::Exchange(tiles.collect::<Option<Rack>>().expect("of a rack"));
        let action = match MoveGen::new(lexicon).best(&position) {
            Some(play) => Move::Play(play),
            None if state.check(rules, &exchange, None).is_ok() => exchange,
            None => Move::Pass,
        };
        let checked = state.check(rules, &action, Some(lexicon));
        assert!(checked.is_ok(), "{action:?}: {checked:?}");
        let scores = state
            .scores()
            .iter()
            .map(|&score| i64::from(score))
            .sum::<i64>();
        state.apply(rules, &action, |bag| {
            bag.draw(random.below(bag.len().max(1)))
        });
        let after = state
            .scores()
            .iter()
            .map(|&score| i64::from(score))
            .sum::<i64>();
        if state.end().is_none() {
            assert_eq!(after - scores, i64::from(action.score()));
        }
        let written = state.cgp().display(alphabet).to_string();
        let read = Cgp::parse(&written, alphabet);
        assert_eq!(
            read.map(|cgp| cgp.display(alphabet).to_string()),
            Ok(written)
        );
    }
}

/// The presets, and rules with every key.
pub fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "board=super rack=8 place=5 bonus=40 blank=-1 exchange=1 swap=3 scoreless=4 passes=2 end=printed challenge=5/word",
        "board=1,1:=.'/.-/'.= rack=4 bonus=2:x2,3:30 values=ABC:3,D:-2 counts=A:9,?:2 finish=last turns=7 challenge=void",
        "board=4,4:*...'...*/.!/..\"/...-/'/...-/..\"/.!/*...'...* drawn=3 end=none finish=bag\nchallenge=-10\r\nplace=all",
        "rack=21 place=20 passes=none turns=none swap=all challenge=double",
    ];
    let presets = RulesPreset::ALL.iter().map(|preset| preset.name);
    let seed =
        |(number, text): (u8, &str)| [&[number % 6, number % 3, number], text.as_bytes()].concat();
    (0..).zip(presets.chain(texts)).map(seed).collect()
}
