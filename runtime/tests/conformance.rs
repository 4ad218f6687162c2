//! The table of conformance, `examples/care.conformance`, run by the runtime: its head explains it.

mod table;

use std::error::Error;

use lexc_runtime::{
    AppliedMove, Casual, Cgp, ChallengeOutcome, Condition, ConditionKind, Finder, GameEnd,
    GameState, LeaveImage, Leaves, Lexicon, Move, MoveGen, MovePart, Play, Rack, Rules, RulesText,
    Tile, TileSet, Word, check_play, words_formed,
};

use self::table::{Line, lines};

static IMAGE: &[u8] = include_bytes!("../examples/care.gaddag");
static LEAVES: &[u8] = include_bytes!("../examples/care.leaves");
const TABLE: &str = include_str!("../examples/care.conformance");

type Answer = Result<String, Box<dyn Error>>;

/// A game of the table, its rules, and the move that was made last.
struct Game {
    rules: Rules,
    state: GameState,
    latest: Option<AppliedMove>,
}

/// The objects that calls are of.
struct Face<'a> {
    all_words: Lexicon<'a>,
    lexicon: Lexicon<'a>,
    leaves: LeaveImage<'a>,
    position: Option<(Cgp<'static>, Rules)>,
    game: Option<Game>,
}

impl Face<'_> {
    fn answer(&mut self, call: &str, arguments: [&str; 2]) -> Answer {
        match call {
            "view" => {
                self.lexicon = match arguments[0] {
                    "" => self.all_words,
                    expression => self.all_words.view(expression)?,
                };
                Ok(self.lexicon.word_count().to_string())
            }
            "words" | "word-count" | "contains" | "is-prefix" | "front-hooks" | "back-hooks"
            | "index-of" | "word-at" | "find" | "labels" => self.of_words(call, arguments[0]),
            "rack" | "rack-minus" | "leave-value" | "end-points" | "rules" => {
                self.of_texts(call, arguments)
            }
            "deal" | "game" => self.start(call, arguments),
            "bag-len" | "on-turn" | "end" | "scores" | "game-text" | "make" | "make-phony"
            | "challenge" | "take-back"
                if self.game.is_some() =>
            {
                self.of_game(call, arguments[0])
            }
            "position" => {
                let cgp = Cgp::parse(arguments[0], self.lexicon.alphabet())?;
                let rules = self.rules(arguments[1], Some(&cgp))?;
                cgp.position(&rules)?;
                let text = cgp.display(self.lexicon.alphabet()).to_string();
                (self.position, self.game) = (Some((cgp.without_operations(), rules)), None);
                Ok(text)
            }
            _ => self.of_position(call, arguments),
        }
    }

    fn tiles(&self, set: TileSet) -> String {
        let alphabet = self.lexicon.alphabet();
        let texts = set.into_iter().map(|tile: Tile| alphabet.text(tile));
        texts.collect::<Vec<_>>().join(" ")
    }

    fn of_words(&self, call: &str, text: &str) -> Answer {
        let (lexicon, alphabet) = (&self.lexicon, self.lexicon.alphabet());
        let show = |word: &Word| word.display(alphabet).to_string();
        let word = || Word::parse(text, alphabet);
        let yes_or_no = |answer: bool| String::from(if answer { "yes" } else { "no" });
        let or_none = |answer: Option<String>| answer.unwrap_or_else(|| String::from("none"));
        Ok(match call {
            "words" => lexicon
                .words()
                .map(|word| show(&word))
                .collect::<Vec<_>>()
                .join(" "),
            "word-count" => lexicon.word_count().to_string(),
            "contains" => yes_or_no(lexicon.contains(&word()?)),
            "labels" => {
                let labels = lexicon.labels(&word()?);
                let labels = labels.iter().flat_map(|labels| labels.named());
                let shown = labels.map(|(label, value)| match value {
                    None => label.name().to_owned(),
                    Some(value) => format!("{}={value}", label.name()),
                });
                shown.collect::<Vec<_>>().join(" ")
            }
            "is-prefix" => yes_or_no(lexicon.is_prefix(&word()?)),
            "front-hooks" => self.tiles(lexicon.hooks(&word()?).front),
            "back-hooks" => self.tiles(lexicon.hooks(&word()?).back),
            "index-of" => or_none(lexicon.index_of(&word()?).map(|index| index.to_string())),
            "word-at" => or_none(lexicon.word_at(text.parse()?).map(|word| show(&word))),
            _ => {
                let conditions = Condition::parse_all(text, alphabet);
                let mut conditions = conditions.collect::<Result<Vec<_>, _>>()?;
                let (mut words, mut others) = (Vec::new(), Vec::new());
                let finder = Finder::new(lexicon);
                finder.words(&mut conditions, |word| words.push(show(word)))?;
                finder.words_in_any_order(&mut conditions, |word| others.push(show(word)))?;
                others.sort_unstable();
                assert_eq!(words, others, "{text}");
                words.join(" ")
            }
        })
    }

    fn of_texts(&self, call: &str, [first, second]: [&str; 2]) -> Answer {
        let alphabet = self.lexicon.alphabet();
        let rack = |text| Rack::parse(text, alphabet);
        Ok(match call {
            "rack" => rack(first)?.display(alphabet).to_string(),
            "rack-minus" => match rack(first)?.checked_sub(rack(second)?) {
                Some(rest) => rest.display(alphabet).to_string(),
                None => String::from("none"),
            },
            "leave-value" => self.leaves.value(&rack(first)?).to_string(),
            "end-points" => {
                let points =
                    Rules::for_alphabet(alphabet).end_points([rack(first)?, rack(second)?]);
                format!("{} {}", points[0], points[1])
            }
            _ => {
                let cgp = (!second.is_empty()).then(|| Cgp::parse(second, alphabet));
                self.rules(first, cgp.transpose()?.as_ref())?
                    .display(alphabet)
                    .to_string()
            }
        })
    }

    fn rules(&self, text: &str, cgp: Option<&Cgp<'_>>) -> Result<Rules, Box<dyn Error>> {
        let alphabet = self.lexicon.alphabet();
        let settings = RulesText::parse(text, alphabet)?;
        let rules = match cgp {
            Some(cgp) => settings.of_position(cgp, alphabet)?,
            None => settings.rules(alphabet),
        };
        rules.check()?;
        Ok(rules)
    }

    /// A call that is of the latest position.
    fn of_position(&self, call: &str, [first, second]: [&str; 2]) -> Answer {
        let (lexicon, alphabet) = (&self.lexicon, self.lexicon.alphabet());
        let (cgp, rules) = self.position.as_ref().expect("there is a position");
        let position = cgp.position(rules)?;
        let show = |action: Move| action.display(position.board(), alphabet).to_string();
        let play = || Play::parse(first, &position, alphabet);
        let top = || -> usize { first.parse().unwrap() };
        let movegen = MoveGen::new(lexicon);
        let words = |only_phonies: bool| -> Answer {
            let play = play()?;
            let words = words_formed(position.board(), &play);
            let words = words.filter(|word| !(only_phonies && lexicon.contains(word)));
            let words = words.map(|word| word.display(alphabet).to_string());
            Ok(words.collect::<Vec<_>>().join(" "))
        };
        Ok(match call {
            "move" => show(Move::parse(first, &position, alphabet)?),
            "typed" => show(Move::parse_typed(first, &position, alphabet)?),
            "place" => {
                let plays = [first, second].map(|text| Play::parse(text, &position, alphabet));
                let [first, second] = plays;
                let (first, second) = (first?, second?);
                let placed = Play::placed(&first).chain(Play::placed(&second));
                let play = Play::of_placed(position.board(), placed);
                show(Move::Play(play.ok_or("the tiles are not all in one word")?))
            }
            "part" => {
                let action = Move::parse(second, &position, alphabet)?;
                let part = MovePart::named(first).expect("a part has this name");
                action
                    .parts(position.board(), position.rack(), alphabet)
                    .text(part)
                    .to_string()
            }
            "check" => match check_play(lexicon, &position, &play()?) {
                Ok(()) => String::from("legal"),
                Err(error) => return Err(error.display(alphabet).to_string().into()),
            },
            "score" => play()?.score().to_string(),
            "words-formed" => words(false)?,
            "phonies" => words(true)?,
            "bag-len" => cgp.state(rules)?.bag_len().to_string(),
            "play-count" => {
                let mut count = 0;
                movegen.for_each(&position, |_| count += 1);
                count.to_string()
            }
            "plays" => {
                let mut plays = Vec::new();
                movegen.for_each(&position, |play| plays.push(*play));
                plays.sort_by(Play::best_first);
                scored(plays.into_iter().take(top()), show)
            }
            "best-plays" => {
                let mut best = vec![None; top()];
                movegen.top(&position, &mut best);
                scored(best.into_iter().flatten(), show)
            }
            "casual" => {
                let casual = Casual::level(top()).unwrap();
                let bag_len = cgp.state(rules)?.bag_len();
                show(casual.choose(&movegen, &position, bag_len))
            }
            "best-moves" => {
                let mut best = vec![None; top()];
                let bag_len = cgp.state(rules)?.bag_len();
                movegen
                    .with_moves(bag_len, &self.leaves)
                    .top(&position, &mut best);
                let best = best.into_iter().flatten();
                let best = best.map(|found| format!("{} {}", show(found.action), found.equity));
                best.collect::<Vec<_>>().join(", ")
            }
            _ => panic!("unknown call {call}: add it to the runner"),
        })
    }

    fn start(&mut self, call: &str, [first, second]: [&str; 2]) -> Answer {
        let alphabet = self.lexicon.alphabet();
        let (rules, state) = match call {
            "deal" => {
                let rules = self.rules(second, None)?;
                let state = GameState::deal(&rules, first.parse()?, |_| 0)?;
                (rules, state)
            }
            _ => {
                let cgp = Cgp::parse(first, alphabet)?;
                let rules = self.rules(second, Some(&cgp))?;
                let state = cgp.state(&rules)?;
                (rules, state)
            }
        };
        let text = state.cgp().display(alphabet).to_string();
        self.game = Some(Game {
            rules,
            state,
            latest: None,
        });
        Ok(text)
    }

    /// A call that is of the latest game.
    fn of_game(&mut self, call: &str, text: &str) -> Answer {
        let (lexicon, alphabet) = (&self.lexicon, self.lexicon.alphabet());
        let Game {
            rules,
            state,
            latest,
        } = self.game.as_mut().expect("there is a game");
        match call {
            "bag-len" => return Ok(state.bag_len().to_string()),
            "on-turn" => {
                let seat = state.on_turn().map(|seat| seat.index().to_string());
                return Ok(seat.unwrap_or_else(|| String::from("none")));
            }
            "end" => {
                return Ok(match state.end() {
                    None => String::from("under way"),
                    Some(GameEnd::Out(seat)) => format!("out {}", seat.index()),
                    Some(GameEnd::Scoreless) => String::from("scoreless"),
                    Some(GameEnd::Turns) => String::from("turns"),
                    Some(GameEnd::Forfeit(seat)) => format!("forfeit {}", seat.index()),
                });
            }
            "scores" => {
                let scores = state.scores().iter().map(i32::to_string);
                return Ok(scores.collect::<Vec<_>>().join(" "));
            }
            "challenge" => {
                let latest = latest.take().ok_or("no move to challenge")?;
                let outcome = state.challenge(rules, rules.challenge(), lexicon, &latest)?;
                return Ok(match outcome {
                    ChallengeOutcome::Withdrawn(word) => word.display(alphabet).to_string(),
                    _ => String::new(),
                });
            }
            "take-back" => state.undo(&latest.take().ok_or("no move to take back")?),
            "make" | "make-phony" => {
                let position = state.position(rules)?;
                let action = Move::parse(text, &position, alphabet)?;
                let words = (call == "make").then_some(lexicon);
                let checked = state.check(rules, &action, words);
                checked.map_err(|error| error.display(alphabet).to_string())?;
                *latest = Some(state.apply(rules, &action, |bag| bag.draw(0)));
            }
            _ => {}
        }
        Ok(state.cgp().display(alphabet).to_string())
    }
}

fn scored(plays: impl Iterator<Item = Play>, show: impl Fn(Move) -> String) -> String {
    let plays = plays.map(|play| format!("{} {}", show(Move::Play(play)), play.score()));
    plays.collect::<Vec<_>>().join(", ")
}

#[test]
fn each_call_has_its_answer() {
    let lexicon = Lexicon::from_bytes(IMAGE).unwrap();
    let leaves = LeaveImage::from_bytes(LEAVES, lexicon.alphabet()).unwrap();
    let mut face = Face {
        all_words: lexicon,
        lexicon,
        leaves,
        position: None,
        game: None,
    };
    let mut wrong = Vec::new();
    for line in lines(TABLE, "rust") {
        let found = face
            .answer(line.call, line.arguments)
            .map_err(|error| error.to_string());
        if !line.is_kept_by(Some(&found)) {
            wrong.push(format!("line {}, {}: {found:?}", line.number, line.call));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_kind_of_condition_has_a_line() {
    for kind in ConditionKind::ALL {
        let is_of_kind = |line: Line<'_>| {
            line.call == "find"
                && line.expected.is_ok()
                && line.arguments[0].starts_with(kind.name())
        };
        assert!(lines(TABLE, "rust").any(is_of_kind), "{kind:?}");
    }
}
