//! Rules as text, scoreless turns, values of an end game, ideas, and text as users type it.

use lexc_runtime::{
    Alphabet, Bag, Bonus, Bonuses, Cgp, ChallengeRule, Checks, FinalPoints, Finish, Idea, Image,
    Layout, Move, NoLayoutError, Play, Position, Rack, Rules, RulesKey, RulesPreset, RulesText,
    ScorelessTurns, StaticEndgame, TextErrorKind, UnlistedLeaves,
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
    if let Some(preset) = RulesPreset::ALL.first() {
        clone::<RulesPreset>(preset);
        eq::<RulesPreset>(preset);
    }
    if let Ok(layout) = Layout::parse_line(text()) {
        let layout = Layout::drawn(layout, opaque(1));
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
    match RulesText::parse(text(), alphabet) {
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
            used(RulesText::for_greedy_games(read.clone()));
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
        let shown = Rules::display(&rules, alphabet);
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

fn call_bonuses(rules: &Rules) -> Bonuses {
    let bonuses = *Rules::bonuses(rules);
    let bonuses = Bonuses::with(bonuses, number(), opaque(Bonus::Times(2)));
    let bonus = Bonuses::of(&bonuses, number(), number());
    used(Bonus::apply(bonus, opaque(1)));
    used(Bonus::times(bonus));
    clone::<Bonus>(&bonus);
    eq::<Bonus>(&bonus);
    hash::<Bonus>(&bonus);
    used(Bonuses::of_most(opaque(1)));
    used(Bonuses::ascend(&bonuses, number()));
    display::<Bonuses>(&bonuses);
    clone::<Bonuses>(&bonuses);
    eq::<Bonuses>(&bonuses);
    hash::<Bonuses>(&bonuses);
    match <Bonuses as core::str::FromStr>::from_str(text()) {
        Ok(bonuses) => bonuses,
        Err(_) => bonuses,
    }
}

fn call_options(rules: Rules) {
    let bonuses = call_bonuses(&rules);
    let rules = Rules::with_bonuses(rules, bonuses);
    let rules = Rules::with_scoreless_limit(rules, opaque(6));
    let rules = Rules::with_pass_limit(rules, opaque(Some(2)));
    let rules = Rules::with_final_points(rules, opaque(FinalPoints::Printed));
    let rules = Rules::with_challenge(rules, opaque(ChallengeRule::Double));
    let rules = Rules::with_finish(rules, opaque(Finish::Bag));
    let rules = Rules::with_turn_limit(rules, opaque(Some(3)));
    let rules = Rules::with_exchange_limit(rules, opaque(Some(number())));
    let rules = Rules::with_full_bag(rules, opaque(Bag::EMPTY));
    let finish = Rules::finish(&rules);
    clone::<Finish>(&finish);
    eq::<Finish>(&finish);
    hash::<Finish>(&finish);
    default::<Finish>();
    used(Rules::turn_limit(&rules));
    used(Rules::exchange_limit(&rules));
    used(Rules::most_exchanged(&rules));
    used(Rules::exchangeable(&rules, opaque(Rack::EMPTY)));
    used(Rules::full_bag(&rules));
    used(Rules::unsolved(&rules));
    used(Rules::scoreless_limit(&rules));
    used(Rules::pass_limit(&rules));
    used(Rules::challenge(&rules));
    used(Rules::score_bound(&rules));
    let points = Rules::final_points(&rules);
    clone::<FinalPoints>(&points);
    eq::<FinalPoints>(&points);
    hash::<FinalPoints>(&points);
    default::<FinalPoints>();
    used(Rules::bag_len_for_exchange(&rules, number()));
    used(Rules::most_exchanged_with(&rules, number()));
    used(FinalPoints::gained(points, opaque(1)));
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
    used(StaticEndgame::of(position).is_some());
}
