use super::blocks::Block;
use super::tokens::{Token, tokens};

const RULE_1: &str = "rule 1: open with a verb or the domain noun";

/// Words that must not open a block.
const OPENINGS: [&str; 11] = [
    "what", "whatever", "who", "whoever", "those", "that", "of", "with", "without", "as", "whether",
];

/// Phrases that rule 2 refuses: a clause takes the place of a noun.
const FREE_RELATIVES: &[&str] = &[
    "^ what/who/whoever/whatever",
    "those that/which/who",
    "for/of/with/to/from/in/on/by/at/than/as/about/into what",
    "what is/are/was/were/has/have/had/can/may/must/will/would/does/did",
    "what lies/lie/comes/come/came/follows/fits/fit/stands/stand/goes/remains/takes/makes/needs/leads/ends/holds/counts/calls",
];

/// Phrases that rule 6 refuses: riddles and metaphors.
const RIDDLES: &[&str] = &[
    "has/have/had/having use/no for",
    "has/have/had no/any/much/more/little use",
    "no/any use for",
    "is/are/was/were/be of no/any/some/little use",
    "of use to/for/here/there/in",
    "is/are/was/were/be use for",
    "is/are/was/were/be of use",
    "is/are/was/were/be/been told",
    "told of",
    "is/are/was/were/be/been/when/once asked",
    "at hand",
    "be it",
    "but for",
    "so many",
    "behind the back/backs",
    "as it is $",
    "as they are $",
    "goes/go/going/went on",
    "comes/come/came to",
    "made smaller",
    "seen before",
    "leads/lead/led to/on/over/nowhere/anywhere/elsewhere/there/back/far",
    "knows",
    "know/knew of/nothing/no",
    "!there/with/or/and/if/but is/are no !longer/more/less/fewer/better/worse/larger/smaller/faster/slower/higher/lower/greater/shorter/other/need/one/such/matter",
];

/// Refused phrases of a block, each with its line and its rule.
pub(super) fn in_block(block: &Block) -> Vec<(usize, String, &'static str)> {
    let tokens = tokens(block);
    let mut found = Vec::new();
    let first = tokens
        .iter()
        .find(|(_, token)| !matches!(token, Token::Mark(_)));
    if let (true, Some((line, Token::Word(word)))) = (block.opens, first)
        && OPENINGS.contains(&word.to_lowercase().as_str())
    {
        found.push((*line, word.clone(), RULE_1));
    }
    for (phrases, rule) in [
        (FREE_RELATIVES, "rule 2: name the thing"),
        (RIDDLES, "rule 6: say it plainly"),
    ] {
        for phrase in phrases {
            let mut from = 0;
            while let Some((start, end)) = (from..tokens.len())
                .find_map(|start| Some((start, end_of_match(&tokens, start, phrase)?)))
            {
                let words = tokens[start..end].iter().map(|(_, token)| match token {
                    Token::Word(word) => word.clone(),
                    Token::Code => "`…`".to_owned(),
                    Token::Mark(mark) => mark.to_string(),
                });
                if !(block.opens && start == 0 && found.iter().any(|(_, _, rule)| *rule == RULE_1))
                {
                    found.push((tokens[start].0, words.collect::<Vec<_>>().join(" "), rule));
                }
                from = end.max(start + 1);
            }
        }
    }
    found
}

/// End of a phrase in the tokens, if it starts at `start`.
///
/// A phrase is a list of words; `/` divides alternatives. `!a/b` matches code, and any word except `a` and `b`. `^`
/// matches the start of a sentence or a clause, `$` its end.
fn end_of_match(tokens: &[(usize, Token)], start: usize, phrase: &str) -> Option<usize> {
    let mut at = start;
    for element in phrase.split(' ') {
        let token = tokens.get(at).map(|(_, token)| token);
        match (element, token) {
            ("^", _) => {
                let before = start.checked_sub(1).and_then(|before| tokens.get(before));
                let starts = before.is_none_or(|(_, token)| {
                    matches!(token, Token::Mark('.' | '?' | '!' | ':' | ';'))
                });
                starts.then_some(())?;
            }
            ("$", None) => {}
            ("$", Some(Token::Mark(mark))) => ".,;:)?!".contains(*mark).then_some(())?,
            (element, Some(Token::Word(word))) => {
                let word = word.to_lowercase();
                let matches = match element.strip_prefix('!') {
                    Some(others) => others.split('/').all(|other| other != word),
                    None => element.split('/').any(|alternative| alternative == word),
                };
                matches.then_some(())?;
                at += 1;
            }
            (element, Some(Token::Code)) if element.starts_with('!') => at += 1,
            _ => return None,
        }
    }
    Some(at)
}
