//! Rules as text, scoreless turns, values of an end game, ideas, and text as users type it.

use lexc_runtime::{
    Alphabet, Cgp, ChallengeRule, Checks, FinalPoints, Idea, Image, Layout, Move, NoLayoutError,
    Play, Position, Rack, Rules, RulesKey, RulesText, ScorelessTurns, StaticEndgame, TextErrorKind,
    UnlistedLeaves,
};

use crate::traits::{clone, default, display, eq, hash};
use crate::{bytes, number, opaque, text, used};

pub(crate) fn call_all() {
    let Ok(alphabet) = Alphabet::from_bytes_unvalidated(bytes()) else {
        return;
    };
    call_marks(alphabet);
    call_text(alphabet);
    call_options(Rules::for_alphabet(alphabet));
    used(Rules::usual_exchange_bag_len(alphabet, number()));
    call_turns();
    if let Ok(layout) = Layout::parse_line(text()) {
        let shown = Layout::display_line(&layout);
        display(&shown);
        clone(&shown);
    }
    used(Rack::parse_typed(text(), alphabet).is_ok());
    let rules = opaque(Rules::standard(alphabet));
    let board = lexc_runtime::Board::new(opaque(lexc_runtime::Dimensions::MAX));
    if let Ok(position) = Position::try_new(board, opaque(Rack::EMPTY), &rules) {
        call_position(&position, alphabet);
    }
    if let Ok(image) = Image::open(bytes(), Checks::Bounds) {
        used(Image::leave_estimate(&image).is_some());
        if let Some(unlisted) = UnlistedLeaves::of(&image) {
            clone::<UnlistedLeaves>(&unlisted);
            eq::<UnlistedLeaves>(&unlisted);
            hash::<UnlistedLeaves>(&unlisted);
        }
    }
}

fn call_marks(alphabet: Alphabet<'_>) {
    used(Alphabet::has_text_with_marks(alphabet));
    if let Ok(marked) = Alphabet::with_mark_section(alphabet, bytes()) {
        let marks = Alphabet::marks(marked);
        used(Alphabet::with_marks(alphabet, marks));
    }
}

fn call_text(alphabet: Alphabet<'_>) {
    match RulesText::parse(text()) {
        Ok(read) => {
            used(RulesText::rules(&read, alphabet));
            if let Ok(cgp) = Cgp::parse(text(), alphabet)
                && let Err(error) = RulesText::of_position(&read, &cgp, alphabet)
            {
                display::<NoLayoutError>(&error);
                clone::<NoLayoutError>(&error);
                eq::<NoLayoutError>(&error);
            }
            used(RulesText::or(read.clone(), opaque(RulesText::default())));
            clone::<RulesText>(&read);
            eq::<RulesText>(&read);
            default::<RulesText>();
        }
        Err(error) => {
            if let TextErrorKind::Value(key) = error.kind() {
                used(RulesKey::name(key));
                clone::<RulesKey>(&key);
                eq::<RulesKey>(&key);
            }
        }
    }
    if let Ok(rules) = Rules::parse(text(), alphabet) {
        let shown = Rules::display(&rules);
        display(&shown);
        clone(&shown);
    }
    if let Ok(rule) = <ChallengeRule as core::str::FromStr>::from_str(text()) {
        display::<ChallengeRule>(&rule);
        clone::<ChallengeRule>(&rule);
        eq::<ChallengeRule>(&rule);
        hash::<ChallengeRule>(&rule);
        default::<ChallengeRule>();
    }
}

fn call_options(rules: Rules) {
    let rules = Rules::with_scoreless_limit(rules, opaque(6));
    let rules = Rules::with_pass_limit(rules, opaque(Some(2)));
    let rules = Rules::with_final_points(rules, opaque(FinalPoints::Printed));
    let rules = Rules::with_challenge(rules, opaque(ChallengeRule::Double));
    used(Rules::scoreless_limit(&rules));
    used(Rules::pass_limit(&rules));
    used(Rules::challenge(&rules));
    used(Rules::score_bound(&rules));
    let points = Rules::final_points(&rules);
    clone::<FinalPoints>(&points);
    eq::<FinalPoints>(&points);
    hash::<FinalPoints>(&points);
    default::<FinalPoints>();
    used(Rules::ends_after(&rules, ScorelessTurns::new(opaque(1))));
    used(Rules::ends_game_of(
        &rules,
        number(),
        ScorelessTurns::new(opaque(1)),
    ));
}

fn call_turns() {
    let turns = ScorelessTurns::after(ScorelessTurns::new(opaque(1)), opaque(0));
    let turns = ScorelessTurns::after_pass(turns);
    let turns = ScorelessTurns::after_move(turns, &opaque(Move::Pass));
    used(ScorelessTurns::count(turns));
    used(ScorelessTurns::passes(turns));
    clone::<ScorelessTurns>(&turns);
    eq::<ScorelessTurns>(&turns);
    hash::<ScorelessTurns>(&turns);
    default::<ScorelessTurns>();
}

fn call_position(position: &Position<'_>, alphabet: Alphabet<'_>) {
    used(Play::parse_typed(text(), position, alphabet).is_ok());
    let idea = Idea::of(opaque(&Move::Pass), position);
    clone::<Idea>(&idea);
    eq::<Idea>(&idea);
    hash::<Idea>(&idea);
    let values = StaticEndgame::new(Position::rules(position), opaque(Rack::EMPTY));
    clone::<StaticEndgame<'_>>(&values);
    used(StaticEndgame::of(position, alphabet).is_some());
}
