//! Finds words, sorts them, and prints or counts them.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use lexc_runtime::{Condition, ConditionKind, Finder, Lexicon, Tile, Word, draws};

use super::super::outcome::{Answer, Failure};
use super::args::{FindArgs, Order};
use super::printer::Printer;
use super::query::Texts;

/// Finds the words that meet the conditions of `args`, and prints or counts them.
pub fn run(args: &FindArgs, lexicon: &Lexicon<'_>) -> Result<Answer, Failure> {
    let texts = Texts::new(lexicon);
    let mut search = Search {
        args,
        lexicon,
        conditions: texts.conditions(&args.conditions)?,
        printer: Printer::new(args, lexicon),
    };
    match args.conditions.first(ConditionKind::Near) {
        Some(word) => search.near(&texts.word("--near", word)?)?,
        None => search.words(None)?,
    }
    search.printer.finish()
}

struct Search<'s, 'l> {
    args: &'s FindArgs,
    lexicon: &'s Lexicon<'l>,
    conditions: Vec<Condition>,
    printer: Printer<'s, 'l>,
}

impl Search<'_, '_> {
    /// Prints or counts the words that meet the conditions. `distance` is the number of edits from the word of `--near` to each
    /// of them.
    fn words(&mut self, distance: Option<usize>) -> Result<(), Failure> {
        let finder = Finder::new(self.lexicon);
        let is_sorted = matches!(self.args.sort, None | Some(Order::Alphabet));
        let most = self.lexicon.word_count() as usize;
        let (printer, mut words) = (&mut self.printer, Vec::new());
        let mut receive = |word: &Word| {
            if printer.is_full() || words.len() > most {
                return ControlFlow::Break(());
            }
            if self.args.count {
                printer.count_one();
            } else {
                words.push(*word);
            }
            ControlFlow::Continue(())
        };
        let flow = if is_sorted && self.args.limit.is_some() {
            // The search ends at the first word beyond the limit.
            let mut left = self.args.limit;
            finder.words(&mut self.conditions, |word| {
                left = left.and_then(|left| left.checked_sub(1));
                match left {
                    Some(_) => receive(word),
                    None => ControlFlow::Break(()),
                }
            })
        } else {
            finder.words_in_any_order(&mut self.conditions, receive)
        };
        let _: ControlFlow<()> = flow.map_err(Failure::new)?;
        if words.len() > most {
            return Err(Failure(format!(
                "more words than the {most} that the image records (run `lexc check` on it)"
            )));
        }
        self.print_sorted(words, distance)
    }

    /// Prints or counts the words that meet the conditions and are at most `--distance` edits from `word`, nearest first.
    fn near(&mut self, word: &Word) -> Result<(), Failure> {
        let place = self.conditions.len();
        for distance in 0..=self.args.conditions.distance {
            self.conditions.truncate(place);
            self.conditions
                .push(Condition::near(word, distance..=distance));
            self.words(Some(distance))?;
        }
        Ok(())
    }

    /// Prints or counts words in the order of `--sort`; without it, in alphabetical order.
    fn print_sorted(
        &mut self,
        mut words: Vec<Word>,
        distance: Option<usize>,
    ) -> Result<(), Failure> {
        let alphabet = self.lexicon.alphabet();
        match self.args.sort {
            None | Some(Order::Alphabet) if words.is_sorted() => {}
            None | Some(Order::Alphabet) => words.sort_unstable(),
            Some(Order::Length) => words.sort_unstable_by_key(|word| (word.len(), *word)),
            Some(Order::Probability) => words.sort_by_cached_key(|word| {
                let mut alphagram: Vec<Tile> = word.to_vec();
                alphagram.sort_unstable();
                let ways = Reverse(draws(word, alphabet));
                (word.len(), ways, alphagram, *word)
            }),
        }
        for word in words {
            if self.printer.is_full() {
                break;
            }
            self.printer.word(&word, distance)?;
        }
        Ok(())
    }
}
