//! Searches for words and phrases.

use core::ops::ControlFlow;
use core::str::FromStr;

use lexc_runtime::{
    Alphabet, Checks, Condition, ConditionKind, Finder, Lexicon, Phrase, PhraseQuery, Side,
    StepLimitError, Word, draws, parse_range,
};

use crate::traits::{clone, default, display, eq, hash};
use crate::{bytes, number, opaque, text, used};

pub(crate) fn call_all() {
    let Ok(lexicon) = Lexicon::open(bytes(), Checks::Bounds) else {
        return;
    };
    let alphabet = Lexicon::alphabet(&lexicon);
    let finder = opaque(Finder::new(&lexicon));
    let finder = Finder::with_max_steps(finder, opaque(1));
    clone::<Finder<'_>>(&finder);
    let side = opaque(Side::Either);
    clone::<Side>(&side);
    eq::<Side>(&side);
    hash::<Side>(&side);
    let word = opaque(Word::EMPTY);
    let range = number()..=number();
    for condition in [
        Condition::prefix(&word),
        Condition::suffix(&word),
        Condition::containing(&word),
        Condition::extensions(&word),
        Condition::hooks(&word),
        Condition::near(&word, range.clone()),
        Condition::length(range.clone()),
        Condition::vowels(range.clone(), alphabet),
        Condition::takes_no_hook(side),
        Condition::is_hook(side),
    ] {
        search(&finder, condition);
    }
    for condition in [
        Condition::anagram(text(), alphabet),
        Condition::sub_anagram(text(), alphabet),
        Condition::pattern(text(), alphabet),
        Condition::code(text()),
    ] {
        if let Ok(condition) = condition {
            search(&finder, condition);
        }
    }
    call_texts(&finder, alphabet);
    used(draws(opaque(&word), alphabet));
    call_phrases(&finder, alphabet);
}

fn call_texts(finder: &Finder<'_>, alphabet: Alphabet<'_>) {
    for condition in
        Condition::parse_all(text(), alphabet).chain([Condition::parse(text(), alphabet)])
    {
        if let Ok(condition) = condition {
            search(finder, condition);
        }
    }
    for kind in ConditionKind::ALL {
        eq::<ConditionKind>(kind);
        clone::<ConditionKind>(kind);
        used(ConditionKind::name(*kind).len());
        used(ConditionKind::value_name(*kind).len());
        used(ConditionKind::help(*kind).len());
        used(ConditionKind::default_value(*kind).is_some());
        used(ConditionKind::split_word(*kind, text()).is_some());
        used(ConditionKind::condition(*kind, text(), alphabet).is_ok());
    }
    used(Side::from_str(text()).is_ok());
    used(parse_range(text()).is_ok());
}

fn search(finder: &Finder<'_>, condition: Condition) {
    clone::<Condition>(&condition);
    let mut conditions = [condition, opaque(condition)];
    let visit = |word: &Word| {
        used(*word);
        opaque(ControlFlow::<()>::Continue(()))
    };
    used(Finder::words(finder, &mut conditions, visit).is_ok());
    used(Finder::words_in_any_order(finder, &mut conditions, visit).is_ok());
    used(Finder::matches(
        finder,
        &mut conditions,
        opaque(&Word::EMPTY),
    ));
}

fn call_phrases(finder: &Finder<'_>, alphabet: Alphabet<'_>) {
    default::<PhraseQuery<'_>>();
    let mut shape = opaque([Condition::length(1..=number()); 2]);
    let query = PhraseQuery::with_shape(PhraseQuery::new(), &mut shape);
    let query = PhraseQuery::with_lengths(query, number()..=number());
    let query = PhraseQuery::with_max_words(query, number());
    let query = PhraseQuery::with_anagram(query, text(), alphabet);
    let Ok(mut query) = query.and_then(|query| PhraseQuery::with_code(query, text())) else {
        return;
    };
    let found = Finder::phrases(finder, &mut query, |phrase| {
        for word in Phrase::words(phrase) {
            used(word.len());
        }
        used(Phrase::word_count(phrase));
        used(Phrase::tiles(phrase));
        let shown = Phrase::display(phrase, alphabet);
        display(&shown);
        clone(&shown);
        clone::<Phrase>(phrase);
        opaque(ControlFlow::<()>::Continue(()))
    });
    if let Err(error) = found {
        display::<StepLimitError>(&error);
        eq::<StepLimitError>(&error);
        clone::<StepLimitError>(&error);
    }
}
