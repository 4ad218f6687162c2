//! [`Machine`]: the open images, and the answers to questions.

use std::fmt::Display;
use std::sync::atomic::AtomicBool;

use lexc_game::{
    Analysis, Endgame, Gcg, GcgStep, PlayerView, PreEndgame, Simulation, Strength, adviser, player,
};
use lexc_runtime::{
    Alphabet, Cgp, Checks, LeaveImage, LeaveImageError, Leaves, Lexicon, NoLeaves, OwnedLeaves,
    OwnedLexicon, Rules, RulesText, Seat, TrackedPosition,
};
use serde::Deserialize;

use crate::answer::{Answer, Event, Hints};
use crate::record::{OpenedRecord, Record};

/// A question. Texts are those of the runtime: CGP, rules, and conditions on labels.
#[derive(Deserialize)]
#[serde(tag = "act", rename_all = "lowercase")]
pub(crate) enum Question {
    /// The machine's move: `{"move": "8D CARE"}`.
    Move(Turn),
    /// The best moves for a person, by the adviser of a level.
    Hints {
        #[serde(flatten)]
        turn: Turn,
        count: usize,
    },
    /// A record in GCG as a game. The rules are those of a record that names none.
    Open { gcg: String, rules: String },
    /// The record of a game as text, `{"gcg": "..."}`.
    Save(Record),
    /// The events of a record in GCG, `{"events": [...]}`, as far as it can be replayed, and else with the reason as `fault`.
    Events { gcg: String },
    /// The judgement of the event with this number, counted from 1: the event, and the best moves.
    Judge {
        gcg: String,
        number: usize,
        /// True to simulate turns with more than two tiles in the bag.
        simulates: bool,
    },
}

/// A turn of a game, and a level of the machine.
#[derive(Deserialize)]
pub(crate) struct Turn {
    level: u8,
    /// The position with both racks. The opponent's is seen only once the bag is empty.
    cgp: String,
    rules: String,
    /// The machine's words: those whose labels satisfy the expression. All if it is empty.
    #[serde(default)]
    view: String,
}

/// The open images.
#[derive(Default)]
pub(crate) struct Machine {
    lexicon: Option<OwnedLexicon<Vec<u8>>>,
    leaves: Option<OwnedLeaves<Vec<u8>>>,
}

type Texted<T> = Result<T, String>;

fn text(error: impl Display) -> String {
    error.to_string()
}

impl Machine {
    /// Opens an image, and answers as JSON. If the image is refused, the previous images stay open. A new lexicon closes the leaves,
    /// because its alphabet may differ.
    pub(crate) fn open(&mut self, image: Vec<u8>) -> String {
        let leaves = self.lexicon.as_ref().map(|lexicon| {
            let alphabet = lexicon.lexicon().alphabet();
            OwnedLeaves::open(image.clone(), Checks::All, alphabet)
        });
        let opened = match leaves {
            Some(Ok(leaves)) => {
                self.leaves = Some(leaves);
                Ok(true)
            }
            Some(Err(error)) if !matches!(error, LeaveImageError::NoLeaves) => Err(text(error)),
            _ => OwnedLexicon::open(image, Checks::All)
                .map(|lexicon| {
                    *self = Machine {
                        lexicon: Some(lexicon),
                        leaves: None,
                    };
                    false
                })
                .map_err(text),
        };
        Answer::of(opened.map(|leaves| Answer::Opened { leaves }))
    }

    /// Answers a question as JSON.
    pub(crate) fn ask(&self, question: &[u8]) -> String {
        let question = serde_json::from_slice(question).map_err(text);
        Answer::of(question.and_then(|question| self.answer(question)))
    }

    fn answer(&self, question: Question) -> Texted<Answer> {
        let lexicon = self.lexicon.as_ref().ok_or("no lexicon is open")?.lexicon();
        let leaves = self.leaves.as_ref().map(OwnedLeaves::leaves);
        match question {
            Question::Move(turn) => {
                turn.at(&lexicon, leaves.as_ref(), |words, strength, _, view| {
                    let action = player(words, strength, None, 1).choose(view);
                    let board = view.state().board();
                    let action = action.display(board, words.alphabet()).to_string();
                    Answer::Move { action }
                })
            }
            Question::Hints { turn, count } => turn.at(
                &lexicon,
                leaves.as_ref(),
                |words, strength, leaves, view| {
                    let adviser = adviser(words, strength, leaves);
                    let advice = adviser.advise(view, count, &AtomicBool::new(false));
                    Answer::Hints(Hints::new(&advice, view.state().board(), words.alphabet()))
                },
            ),
            Question::Open { gcg, rules } => {
                let alphabet = lexicon.alphabet();
                let (gcg, repairs) = Gcg::from_text(&gcg).map_err(text)?;
                let usual = if gcg.rules().is_some() { "" } else { &rules };
                let rules = rules_of(&gcg, usual, alphabet)?;
                let warnings = repairs.iter().map(text).collect();
                let opened = OpenedRecord::read((&gcg, warnings), &rules, alphabet)?;
                Ok(Answer::Record(Box::new(opened)))
            }
            Question::Save(record) => Ok(Answer::Gcg {
                gcg: record.write(),
            }),
            Question::Events { gcg } => {
                let alphabet = lexicon.alphabet();
                let (gcg, rules) = record(&gcg, alphabet)?;
                let steps = gcg.replay(&rules, alphabet);
                let mut fault = None;
                let events = steps
                    .map_while(|step| step.map_err(|error| fault = Some(text(error))).ok())
                    .map(|step| Event::of(&step, alphabet))
                    .collect();
                Ok(Answer::Events { events, fault })
            }
            Question::Judge {
                gcg,
                number,
                simulates,
            } => {
                let alphabet = lexicon.alphabet();
                let (gcg, rules) = record(&gcg, alphabet)?;
                let mut steps = gcg.replay(&rules, alphabet);
                let step = steps.nth(number.saturating_sub(1));
                let step = step.ok_or("the record has no such event")?.map_err(text)?;
                let leaves: &(dyn Leaves + Sync) = match &leaves {
                    Some(leaves) => leaves,
                    None => &NoLeaves,
                };
                Ok(judged(&lexicon, leaves, simulates, &step))
            }
        }
    }
}

impl Turn {
    /// Calls `act` with the machine's words, the strength of the level, the leave values, and the view of the player on turn.
    fn at<'a>(
        &self,
        lexicon: &Lexicon<'a>,
        leaves: Option<&LeaveImage<'a>>,
        act: impl FnOnce(
            &Lexicon<'a>,
            Strength<'_>,
            Option<&(dyn Leaves + Sync)>,
            &PlayerView<'_>,
        ) -> Answer,
    ) -> Texted<Answer> {
        let leaves = leaves.map(|leaves| leaves as &(dyn Leaves + Sync));
        let level = self.level;
        let strength = Strength::of_level(level, leaves);
        let strength = strength.ok_or_else(|| format!("level {level} needs leave values"))?;
        let words = match &*self.view {
            "" => *lexicon,
            view => lexicon.view(view).map_err(text)?,
        };
        let alphabet = words.alphabet();
        let cgp = Cgp::parse(&self.cgp, alphabet).map_err(text)?;
        let rules = RulesText::parse(&self.rules, alphabet).map_err(text)?;
        let rules = rules.of_position(&cgp, alphabet).map_err(text)?;
        rules.check().map_err(text)?;
        let state = cgp.state(&rules).map_err(text)?.seen_by(Seat::First);
        let position = state.position(&rules).map_err(text)?;
        let tracked = TrackedPosition::new(&words, position);
        let view = PlayerView::of(state, &tracked);
        Ok(act(&words, strength, leaves, &view))
    }
}

/// A record, and the rules that it names, or else the usual ones.
fn record(gcg: &str, alphabet: Alphabet<'_>) -> Texted<(Gcg, Rules)> {
    let (gcg, _) = Gcg::from_bytes(gcg.as_bytes()).map_err(text)?;
    let rules = rules_of(&gcg, "", alphabet)?;
    Ok((gcg, rules))
}

/// The rules of a record's game: those of the text where it has settings, else those of the record.
fn rules_of(gcg: &Gcg, rules: &str, alphabet: Alphabet<'_>) -> Texted<Rules> {
    let settings = RulesText::parse(rules, alphabet).map_err(text)?;
    let rules = gcg.rules_of_game(&settings, alphabet).map_err(text)?;
    let checked = rules.check();
    checked.map_err(|error| format!("rules: {error}"))?;
    Ok(rules)
}

/// The judgement of an event, with the limits of the machine's own searches.
fn judged(
    lexicon: &Lexicon<'_>,
    leaves: &(dyn Leaves + Sync),
    simulates: bool,
    step: &GcgStep<'_, '_>,
) -> Answer {
    let simulation = simulates.then(|| Simulation::for_players(lexicon, leaves));
    let analysis = Analysis::new(lexicon, leaves, Endgame::for_players(lexicon), simulation)
        .with_pre_endgame(PreEndgame::for_players(lexicon));
    let judgement = analysis.judge(step);
    Answer::judged(judgement.as_ref(), step, lexicon.alphabet())
}

#[cfg(test)]
mod tests;
