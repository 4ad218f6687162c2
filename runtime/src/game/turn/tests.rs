use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::*;
use crate::Cgp;
use crate::game::{Board, ChallengeError, ChallengeRule, GameEnd, GameError, Layout};
use crate::testing::english;

/// ABLE, ABLES, ACE, ACES, AR, ARE, AS, CABLE, CABLES, CARE, CARES, EAR, ER, RACE, SCARE
static CARE: &[u8] = include_bytes!("../../../examples/care.gaddag");

fn rules() -> Rules {
    let layout = Layout::parse_line("1,1:.../.../...").unwrap();
    Rules::standard(english())
        .with_layout(layout)
        .with_rack_size(2)
        .with_bingo_bonus(10)
        .with_exchange_bag_len(1)
}

fn rack(text: &str) -> Rack {
    Rack::parse(text, english()).unwrap()
}

fn bag(text: &str) -> Bag {
    let mut bag = Bag::EMPTY;
    assert!(rack(text).into_iter().all(|tile| bag.add(tile)));
    bag
}

fn state(racks: &[&str], in_bag: &str) -> GameState {
    let racks: Vec<Rack> = racks.iter().map(|text| rack(text)).collect();
    let board = Board::new(rules().layout().dimensions());
    GameState::new(board, &racks, bag(in_bag)).unwrap()
}

fn text(state: &GameState) -> String {
    state.cgp().display(english()).to_string()
}

/// Makes a play, and draws the first tiles of the bag.
fn play(state: &mut GameState, rules: &Rules, text: &str) -> AppliedMove {
    let seat = state.next_seat();
    let full = Position::try_new(state.board().clone(), state.rack(seat), rules).unwrap();
    let action = Move::Play(Play::parse(text, &full, english()).unwrap());
    assert_eq!(state.check(rules, &action, None), Ok(()), "{text}");
    state.apply(rules, &action, |bag| bag.draw(0))
}

#[test]
fn moves_are_applied_and_taken_back() {
    let rules = rules();
    let mut state = state(&["AB", "CD"], "AEE");
    let start = state.clone();
    let first = play(&mut state, &rules, "2A AB");
    // The play scores 1 + 3 points, and 10 for both tiles. Its player draws A and E.
    assert_eq!(text(&state), "3/AB1/3 CD/AE 0/14 0");
    assert_eq!((state.bag_len(), state.on_turn()), (1, Some(Seat::Second)));
    let exchange = Move::Exchange(rack("C"));
    assert_eq!(state.leave_after(&exchange), Some(rack("D")));
    assert_eq!(state.check(&rules, &exchange, None), Ok(()));
    let second = state.apply(&rules, &exchange, |bag| bag.draw(0));
    assert_eq!(text(&state), "3/AB1/3 AE/DE 14/0 1");
    assert_eq!(state.bag(), &bag("C"));
    assert_eq!(state.unseen(Seat::First), bag("CDE"));
    state.undo(&second);
    state.undo(&first);
    assert_eq!(state, start);
}

#[test]
fn limits_of_turns_without_points_are_by_player() {
    let racks = ["A", "B", "C", "D"];
    for (players, turns) in [(2, 6), (3, 9), (4, 12)] {
        let mut state = state(&racks[..players], "E");
        for _ in 0..turns {
            assert_eq!(state.end(), None);
            state.apply(&rules(), &Move::Pass, |_| None);
        }
        assert_eq!(state.end(), Some(GameEnd::Scoreless));
        assert_eq!(state.scores(), &[-1, -3, -3, -2][..players]);
    }
    let odd = rules().with_pass_limit(Some(3));
    let mut state = state(&racks[..3], "");
    for _ in 0..5 {
        assert_eq!(state.end(), None);
        state.apply(&odd, &Move::Pass, |_| None);
    }
    assert_eq!(state.end(), Some(GameEnd::Scoreless));
}

#[test]
fn tiles_that_are_not_known_are_drawn_played_and_named_at_the_end() {
    let rules = rules();
    let mut state = state(&["AB", ""], "CDEE").with_unknown_tiles(Seat::Second, 2);
    assert_eq!((state.bag_len(), state.rack_len(Seat::Second)), (2, 2));
    let action =
        Move::Play(Play::parse("2A AB", &state.position(&rules).unwrap(), english()).unwrap());
    state.apply(&rules, &action, |_| None);
    assert_eq!((state.bag_len(), state.rack_len(Seat::First)), (0, 2));
    assert_eq!(text(&state), "3/AB1/3 / 0/14 0");
    // The second player plays D and E, which nobody has named; C and E are left to the first.
    let full = Position::try_new(state.board().clone(), rack("DE"), &rules).unwrap();
    let reply = Move::Play(Play::parse("B1 DBE", &full, english()).unwrap());
    assert_eq!(state.leave_after(&reply), Some(Rack::EMPTY));
    assert_eq!(state.check(&rules, &reply, None), Ok(()));
    state.apply(&rules, &reply, |_| None);
    assert_eq!(state.end(), Some(GameEnd::Out(Seat::Second)));
    assert_eq!(state.rack(Seat::First), rack("CE"));
    assert_eq!(state.scores(), [14, 16 + 8]);
    let three = self::state(&["A", "", ""], "BCDE").with_unknown_tiles(Seat::Second, 2);
    let three = three.with_unknown_tiles(Seat::Third, 9);
    assert_eq!((three.bag_len(), three.rack(Seat::Third)), (0, Rack::EMPTY));
}

#[test]
fn a_rack_whose_tiles_are_unknown_is_not_empty_at_the_end() {
    let mut state = state(&["AB", "", ""], "CDEEE").with_unknown_tiles(Seat::Second, 2);
    state = state.with_unknown_tiles(Seat::Second, 2);
    assert_eq!((state.bag_len(), state.rack_len(Seat::Second)), (3, 2));
    state = state.with_unknown_tiles(Seat::Third, 2);
    while state.end().is_none() {
        state.apply(&rules(), &Move::Pass, |_| None);
    }
    assert_eq!(state.scores(), [-4, 0, 0]);
}

#[test]
fn a_score_out_of_range_stands_in_the_way_of_points_alone() {
    let (state, rules) = (state(&["AB", "CD"], "EE"), rules());
    let state = state.with_scores(&[i32::MAX, 0]);
    assert_eq!(state.check(&rules, &Move::Pass, None), Ok(()));
    let full = state.position(&rules).unwrap();
    let play = Move::Play(Play::parse("2A AB", &full, english()).unwrap());
    assert_eq!(state.check(&rules, &play, None), Err(TurnError::Total));
}

#[test]
fn text_gives_the_state_with_bag_and_unknown_tiles() {
    let rules = Rules::standard(english());
    let line = "15/15/15/15/15/15/15/6QUIZ5/15/15/15/15/15/15/15 AEIRSTX/EE/ 10/20/30 2";
    let cgp = Cgp::parse(line, english()).unwrap();
    let state = cgp.state(&rules).unwrap();
    assert_eq!(state.players(), 3);
    assert_eq!(state.bag_len(), 100 - 4 - 3 * 7);
    let lens: Vec<usize> = state.seats().map(|seat| state.rack_len(seat)).collect();
    assert_eq!(lens, [7, 7, 7]);
    assert_eq!(state.unseen(Seat::First).len(), 100 - 4 - 7);
    assert_eq!(
        (state.score(Seat::Third), text(&state)),
        (30, line.to_string())
    );
    let short = Cgp::parse("3/AB1/3 ABC/", english()).unwrap();
    assert!(short.state(&rules).is_err());
}

#[test]
fn challenges_have_the_effect_of_the_rule() {
    let lexicon = Lexicon::from_bytes(CARE).unwrap();
    for (rule, word, outcome, after) in [
        (
            ChallengeRule::Single,
            "AR",
            "Stands",
            "3/AR1/3 CC/EE 0/12 0",
        ),
        (
            ChallengeRule::Double,
            "AR",
            "LostTurn",
            "3/AR1/3 EE/CC 12/0 1",
        ),
        (
            ChallengeRule::Loss(10),
            "AR",
            "Points(Second, -10)",
            "3/AR1/3 CC/EE -10/12 0",
        ),
        (
            ChallengeRule::WordPoints(5),
            "AR",
            "Points(First, 5)",
            "3/AR1/3 CC/EE 0/17 0",
        ),
        (
            ChallengeRule::Triple,
            "AR",
            "Forfeit(Second)",
            "3/AR1/3 CC/EE 0/12 0",
        ),
        (
            ChallengeRule::Single,
            "RA",
            "Withdrawn(",
            "3/3/3 CC/AR 0/0 1",
        ),
    ] {
        let rules = rules().with_challenge(rule);
        let mut state = state(&["AR", "CC"], "EEEE");
        let latest = play(&mut state, &rules, &format!("2A {word}"));
        let found = state.challenge(&rules, rule, &lexicon, &latest).unwrap();
        assert!(format!("{found:?}").starts_with(outcome), "{found:?}");
        assert_eq!(text(&state), after);
        assert_eq!(state.end().is_some(), rule == ChallengeRule::Triple);
    }
    let mut state = state(&["AR", "CC"], "EEEE");
    let pass = state.apply(&rules(), &Move::Pass, |_| None);
    for (rule, error) in [
        (ChallengeRule::Void, ChallengeError::Void),
        (ChallengeRule::Single, ChallengeError::NoPlay),
    ] {
        let found = state.challenge(&rules(), rule, &lexicon, &pass);
        assert_eq!(found, Err(error));
    }
}

#[test]
fn a_deal_needs_two_to_four_players_and_their_tiles() {
    let rules = Rules::standard(english());
    for players in [0, 1, 5, usize::MAX] {
        let error = GameState::deal(&rules, players, |_| 0);
        assert_eq!(error, Err(GameError::Players { found: players }));
    }
    for players in 2..=4 {
        let state = GameState::deal(&rules, players, |_| 0).unwrap();
        assert_eq!(state.bag_len(), 100 - 7 * players);
        assert_eq!(state.scores(), &[0; 4][..players]);
    }
    let large = rules.with_rack_size(21);
    let error = GameState::deal(&large, 4, |_| 0);
    assert!(error.is_ok());
}
