//! States of games.

use lexc_runtime::{
    Alphabet, AppliedMove, Bag, Board, Cgp, ChallengeError, ChallengeOutcome, ChallengeRule,
    Checks, Clock, Dimensions, GameEnd, GameError, GameState, Lexicon, Move, Rack, Rules,
    ScorelessTurns, Seat, TurnError,
};

use crate::traits::{clone, cmp, display, eq, hash};
use crate::{bytes, number, opaque, text, used};

pub(crate) fn call_all() {
    let Ok(lexicon) = Lexicon::open(bytes(), Checks::Bounds) else {
        return;
    };
    let alphabet = lexicon.alphabet();
    let rules = opaque(Rules::standard(alphabet));
    call_seat();
    call_clock();
    match GameState::deal(&rules, number(), |_| number()) {
        Ok(state) => call_state(state, &rules, &lexicon),
        Err(error) => {
            display::<GameError>(&error);
            eq::<GameError>(&error);
            clone::<GameError>(&error);
        }
    }
    let board = || Board::new(opaque(Dimensions::MAX));
    let racks = opaque([Rack::EMPTY; 2]);
    used(GameState::new(board(), &racks, opaque(Bag::EMPTY)).is_some());
    let state = GameState::of_two(board(), racks, opaque(Bag::EMPTY));
    let state = GameState::with_scores(state, opaque(&[1, 2]));
    let state = GameState::with_on_turn(state, opaque(Seat::Third));
    let state = GameState::seated_from(state, opaque(Seat::First));
    let state = GameState::with_scoreless_turns(state, ScorelessTurns::new(opaque(1)));
    let state = GameState::with_turns_left(state, opaque(Some(3)));
    used(GameState::turns_left(&state));
    let state = GameState::with_unknown_tiles(state, opaque(Seat::Second), number());
    call_state(state, &rules, &lexicon);
    call_cgp(alphabet, &rules);
}

fn call_clock() {
    let Ok(time) = Clock::parse_time(text()) else {
        return;
    };
    let mut clock = Clock::with_used(Clock::new(time, opaque(Clock::OVERTIME)), time);
    Clock::spend(&mut clock, time);
    used((Clock::used(&clock), Clock::left(&clock)));
    used((Clock::seconds_left(&clock), Clock::penalty(&clock)));
    used(Clock::is_lost(&clock));
    clone::<Clock>(&clock);
    eq::<Clock>(&clock);
    hash::<Clock>(&clock);
    display::<Clock>(&clock);
    used(<Clock as core::str::FromStr>::from_str(text()).is_ok());
}

fn call_seat() {
    let seat = opaque(Seat::First);
    used(Seat::other(seat));
    used(Seat::next(seat, number()));
    used(Seat::index(seat));
    clone::<Seat>(&seat);
    eq::<Seat>(&seat);
    cmp::<Seat>(&seat);
    hash::<Seat>(&seat);
}

fn call_state(mut state: GameState, rules: &Rules, lexicon: &Lexicon<'_>) {
    let seat = opaque(Seat::First);
    used(GameState::board(&state));
    used(GameState::bag(&state));
    used(GameState::bag_len(&state));
    used(GameState::players(&state));
    used(GameState::seats(&state).count());
    used(GameState::rack(&state, seat));
    used(GameState::rack_len(&state, seat));
    used(GameState::scores(&state));
    used(GameState::score(&state, seat));
    used(GameState::on_turn(&state));
    used(GameState::next_seat(&state));
    used(GameState::scoreless_turns(&state));
    used(GameState::lead(&state));
    used(GameState::end_points(&state, seat));
    used(GameState::opponent_rack(&state));
    used(GameState::unseen(&state, seat));
    used(GameState::seen_by(&state, seat));
    used(GameState::position(&state, rules).is_ok());
    used(GameState::may_exchange(&state, rules));
    used(GameState::check_total(&state, seat, opaque(1)).is_ok());
    used(GameState::is_total(opaque(1), opaque(1)));
    GameState::fill_racks(&mut state.clone(), rules, |bag| Bag::draw(bag, number()));
    let cgp = GameState::cgp(&state);
    used(&cgp);
    clone::<GameState>(&state);
    eq::<GameState>(&state);
    if let Some(end) = GameState::end(&state) {
        clone::<GameEnd>(&end);
        eq::<GameEnd>(&end);
        hash::<GameEnd>(&end);
    }
    let action = opaque(Move::Pass);
    used(GameState::leave_after(&state, &action));
    if let Err(error) = GameState::check(&state, rules, &action, Some(lexicon)) {
        display::<TurnError>(&error);
        let shown = TurnError::display(&error, lexicon.alphabet());
        display(&shown);
        clone(&shown);
        eq::<TurnError>(&error);
        clone::<TurnError>(&error);
    }
    let applied = GameState::applied(&state, &action);
    clone::<AppliedMove>(&applied);
    let applied = GameState::apply(&mut state, rules, &action, |bag| bag.draw(number()));
    let rule = opaque(ChallengeRule::Single);
    match GameState::challenge(&mut state, rules, rule, lexicon, &applied) {
        Ok(outcome) => {
            clone::<ChallengeOutcome>(&outcome);
            eq::<ChallengeOutcome>(&outcome);
        }
        Err(error) => {
            display::<ChallengeError>(&error);
            eq::<ChallengeError>(&error);
            clone::<ChallengeError>(&error);
        }
    }
    GameState::withdraw(&mut state, rules, &applied);
    GameState::lose_turn(&mut state, rules);
    GameState::adjust(&mut state, seat, opaque(1));
    GameState::forfeit(&mut state, seat);
    GameState::undo(&mut state, &applied);
    used(state);
}

fn call_cgp(alphabet: Alphabet<'_>, rules: &Rules) {
    let Ok(cgp) = Cgp::parse(text(), alphabet) else {
        return;
    };
    used(Cgp::players(&cgp));
    used(Cgp::racks(&cgp).count());
    used(Cgp::lead(&cgp));
    used(Cgp::bag(&cgp, rules).is_some());
    used(Cgp::state(&cgp, rules).is_ok());
    used(Cgp::state_with(&cgp, opaque(Bag::EMPTY), rules).is_ok());
    used(Cgp::without_operations(cgp));
}
