//! The words that players missed, as a word list and as a deck of cards.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use lexc_game::{GcgStep, Judgement, Mistake};
use lexc_runtime::{Alphabet, Lexicon, Move, PlacedTile, Play};

use super::game::AnalyzedGame;
use super::report::key;

/// The words of the best plays of turns with mistakes.
#[derive(Default)]
pub struct Missed {
    words: BTreeSet<String>,
    /// The words and kinds of mistakes of each question. A question has the rack, and the tiles on the board that the word
    /// runs through.
    cards: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)>,
}

impl Missed {
    /// Adds the words that a player of the game missed, or that both missed.
    pub fn add(&mut self, game: &AnalyzedGame<'_>, nick: Option<&str>, lexicon: &Lexicon<'_>) {
        for (step, judgement) in game.steps.iter().zip(&game.judgements) {
            let player = &game.gcg.players()[step.event.seat().index()];
            if nick.is_some_and(|nick| nick != player.nick()) {
                continue;
            }
            let judgement = judgement.as_ref();
            let mistake = judgement.and_then(|judgement| Some((judgement.mistake?, judgement)));
            if let Some((kind, judgement)) = mistake {
                self.add_best(step, kind, judgement, lexicon);
            }
        }
    }

    /// Adds the word of the best play, unless the move made has the same word.
    fn add_best(
        &mut self,
        step: &GcgStep<'_, '_>,
        kind: Mistake,
        judgement: &Judgement,
        lexicon: &Lexicon<'_>,
    ) {
        let (board, alphabet) = (step.position.board(), lexicon.alphabet());
        let word_of = |action: &Move| match action {
            Move::Play(play) => (play.main_word(board).flatten())
                .map(PlacedTile::tile)
                .collect(),
            Move::Exchange(_) | Move::Pass => Vec::new(),
        };
        let best = &judgement.best().action;
        let word = word_of(best);
        let Move::Play(play) = best else {
            return;
        };
        if word_of(&judgement.made.action) == word {
            return;
        }
        let text = alphabet.spell(&word).to_string();
        let answer = match lexicon.definition(&word) {
            Some(definition) => format!("{text}: {definition}"),
            None => text.clone(),
        };
        let question = question(step, play, alphabet);
        let (answers, kinds) = self.cards.entry(question).or_default();
        answers.insert(answer);
        kinds.insert(key(kind));
        self.words.insert(text);
    }

    /// Writes the words, one a line.
    pub fn write_words(&self, out: &mut dyn Write) -> io::Result<()> {
        self.words
            .iter()
            .try_for_each(|word| writeln!(out, "{word}"))
    }

    /// Writes the cards in the form that Anki imports as text: <https://docs.ankiweb.net/importing/text-files.html>.
    pub fn write_deck(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "#separator:tab\n#html:false\n#columns:Front\tBack\tTags\n#tags column:3"
        )?;
        for (question, (answers, kinds)) in &self.cards {
            let [answers, kinds] = [(answers, "; "), (kinds, " ")].map(|(texts, separator)| {
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                texts.join(separator)
            });
            writeln!(out, "{}\t{}\t{kinds}", field(question), field(&answers))?;
        }
        Ok(())
    }
}

/// The rack, its tiles in the order of the alphabet. If the play runs through tiles on the board, the word follows, with these tiles, and
/// `.` for each tile to place: `AEINRST + ..C.....`.
fn question(step: &GcgStep<'_, '_>, play: &Play, alphabet: Alphabet<'_>) -> String {
    let rack = step.position.rack().display(alphabet);
    let squares = play.squares();
    let through = squares.map(|(square, placed)| match placed {
        None => step.position.board().get(square),
        Some(_) => None,
    });
    if through.clone().all(|tile| tile.is_none()) {
        return rack.to_string();
    }
    let pattern: String = through
        .map(|tile| match tile {
            Some(tile) => alphabet.text(tile.tile()),
            None => ".",
        })
        .collect();
    format!("{rack} + {pattern}")
}

/// A field of a deck. Anki takes a line that starts with # for a comment, and a field in quotation marks for the text between
/// them.
fn field(text: &str) -> String {
    match text.starts_with('#') || text.contains(['"', '\t']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}
