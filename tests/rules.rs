//! Games by presets of rules and by random rules: the end and the final points are counted again, and the oracle searches a sample
//! of the positions.

use common::cases;
use common::english::scowl_60;
use common::oracle::{PlainPlay, all_plays, best};
use common::random::Random;
use common::scope;
use lexc_game::{EndgameError, EndgamePosition};
use lexc_runtime::{
    FinalPoints, Finish, GameEnd, GameState, Lexicon, Move, MoveGen, NoLeaves, Position, Rack,
    Rules, RulesKey, RulesPreset, for_each_exchange,
};

#[test]
fn every_preset_plays_games() {
    let lexicon = scowl_60().lexicon();
    let games = if scope::is_full() { 1_000 } else { 3 };
    for preset in RulesPreset::ALL {
        let rules = Rules::parse(preset.name, lexicon.alphabet()).unwrap();
        let name = format!("rules/{}", preset.name);
        cases::check(&name, 0..games, |random| play(random, &lexicon, &rules));
    }
}

#[test]
fn random_rules_play_games() {
    let lexicon = scowl_60().lexicon();
    let seeds = (0..400).step_by(scope::step(10));
    cases::check("rules/random", seeds, |random| {
        let text = random_rules(random);
        random.note(|| text.clone());
        let rules = Rules::parse(&text, lexicon.alphabet()).unwrap();
        rules.check().unwrap();
        let shown = rules.display(lexicon.alphabet()).to_string();
        assert_eq!(
            Rules::parse(&shown, lexicon.alphabet()).as_ref(),
            Ok(&rules),
            "{text}"
        );
        play(random, &lexicon, &rules);
    });
}

fn random_rules(random: &mut Random) -> String {
    let rack = random.within(&(4..=9));
    let place = random.within(&(1..=rack));
    let mut text = format!("rack={rack} place={place}");
    let settings: [(&str, &[&str]); 10] = [
        (
            "board",
            &[
                "standard",
                "4,4:*...'...*/.!/..\"/...-/'/...-/..\"/.!/*...'...*",
            ],
        ),
        ("drawn", &["1", "2", "3"]),
        ("bonus", &["50", "0", "2:x2,3:30", "4:x3", "3:-5,4:60,5:x2"]),
        ("exchange", &["1", "5", "9"]),
        ("swap", &["all", "1", "3"]),
        ("end", &["tournament", "printed", "none"]),
        ("finish", &["out", "last", "bag"]),
        ("turns", &["none", "1", "7"]),
        ("values", &["AEIOU:3,Q:-2", "Z:30"]),
        ("counts", &["E:3,?:5", "ABCDEFGHIJKLM:1", "QZ:0"]),
    ];
    for (key, values) in settings {
        if random.once_in(2) {
            text += &format!(" {key}={}", random.pick(values));
        }
    }
    text
}

/// Plays a game with the best plays.
fn play(random: &mut Random, lexicon: &Lexicon<'_>, rules: &Rules) {
    let mut state = GameState::deal(rules, 2, |len| random.below(len)).unwrap();
    let (mut totals, mut turns, mut turns_after) = ([0; 2], 0_u16, None);
    let mut last = Move::Pass;
    while let Some(seat) = state.on_turn() {
        let position = state.position(rules).unwrap();
        random.note(|| {
            let rules = rules.display(lexicon.alphabet());
            format!("{} rules {rules}", state.cgp().display(lexicon.alphabet()))
        });
        let found = MoveGen::new(lexicon).best(&position);
        if random.once_in(60) {
            search(lexicon, &position, state.bag_len());
        }
        last = match found {
            Some(play) => Move::Play(play),
            None => some_exchange(&state, &position),
        };
        state.check(rules, &last, Some(lexicon)).unwrap();
        totals[seat.index()] += last.score();
        state.apply(rules, &last, |bag| {
            let index = random.below(bag.len().max(1));
            bag.draw(index)
        });
        turns += 1;
        let starts = match rules.finish() {
            Finish::Out => false,
            Finish::LastTurn => state.bag_len() == 0 && state.rack_len(seat) == 0,
            Finish::Bag => state.bag_len() == 0,
        };
        turns_after = turns_after.map(|turns| turns + 1).or(starts.then_some(0));
        let is_last = turns_after == Some(1 + u16::from(rules.finish() == Finish::Bag))
            || rules.turn_limit().is_some_and(|limit| turns == 2 * limit);
        match state.end() {
            Some(GameEnd::Out(out)) => {
                assert_eq!((out, rules.finish()), (seat, Finish::Out));
                assert_eq!((state.rack_len(seat), state.bag_len()), (0, 0));
            }
            Some(GameEnd::Turns) => assert!(is_last),
            Some(GameEnd::Scoreless) => assert_eq!(last.score(), 0),
            end => assert!(end.is_none() && !is_last, "{end:?}"),
        }
    }
    for (seat, total) in state.seats().zip(totals) {
        let [own, other] = [seat, seat.next(2)].map(|seat| rules.rack_value(state.rack(seat)));
        let [is_out, other_is_out] = [seat, seat.next(2)].map(|seat| state.rack(seat).is_empty());
        let points = match rules.final_points() {
            FinalPoints::None => 0,
            FinalPoints::Printed if is_out => other,
            FinalPoints::Tournament if is_out => 2 * other,
            FinalPoints::Tournament if other_is_out => 0,
            _ => -own,
        };
        assert_eq!(state.score(seat), total + points, "{last:?}");
    }
}

/// The largest exchange, or the pass.
fn some_exchange(state: &GameState, position: &Position<'_>) -> Move {
    let mut largest = Rack::EMPTY;
    let _ = for_each_exchange(position, state.bag_len(), |exchanged, _| {
        if exchanged.len() > largest.len() {
            largest = *exchanged;
        }
        std::ops::ControlFlow::<()>::Continue(())
    });
    match largest.is_empty() {
        true => Move::Pass,
        false => Move::Exchange(largest),
    }
}

/// Compares all plays, the best play and the best move with those of the oracle.
fn search(lexicon: &Lexicon<'_>, position: &Position<'_>, bag_len: usize) {
    let expected = all_plays(&scowl_60().words, position);
    let mut plays = Vec::new();
    MoveGen::new(lexicon).for_each(position, |play| plays.push(PlainPlay::from(play)));
    plays.sort();
    assert_eq!(plays, expected);
    let best_play = MoveGen::new(lexicon).best(position);
    let expected_best = best(&expected).cloned();
    assert_eq!(best_play.as_ref().map(PlainPlay::from), expected_best);
    // By equity, with leaves that are all worth 0, the best move has the highest score.
    let best_move = MoveGen::new(lexicon)
        .with_moves(bag_len.max(1), &NoLeaves)
        .best(position);
    let highest = expected_best.map_or(0, |play| play.score);
    assert_eq!(best_move.action.score(), highest.max(0));
}

#[test]
fn solvers_refuse_ends_that_they_do_not_count() {
    let lexicon = scowl_60().lexicon();
    for (text, key) in [
        ("finish=last", RulesKey::Finish),
        ("finish=bag end=none", RulesKey::Finish),
        ("turns=4", RulesKey::Turns),
        ("end=none", RulesKey::End),
    ] {
        let rules = Rules::parse(text, lexicon.alphabet()).unwrap();
        let rack = Rack::parse("CARE", lexicon.alphabet()).unwrap();
        let board = lexc_runtime::Board::new(rules.layout().dimensions());
        let position = Position::try_new(board, rack, &rules).unwrap();
        let error = EndgamePosition::try_new(position, rack).unwrap_err();
        assert_eq!(error, EndgameError::Rules(key), "{text}");
    }
}
