//! The table of conformance, `examples/care.conformance`, run by the command: its head explains it.

use std::fs;
use std::process::Output;

use serde_json::Value;

use super::common::{Bench, stderr, stdout};
use super::table::lines;

/// The path of a file of the examples.
macro_rules! example {
    ($name:literal) => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/examples/", $name)
    };
}

const TABLE: &str = include_str!("../examples/care.conformance");
const IMAGE: &str = example!("care.gaddag");
const LEAVES: &str = example!("care.leaves");

/// The standard board without tiles.
const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

/// Runs of the command, and the position of the table.
struct Face {
    bench: Bench,
    /// Empty, or the option `--view` with its value.
    view: Vec<String>,
    position: String,
    rules: String,
}

type Answer = Result<String, String>;

/// Standard output of a run; the message if the command failed.
fn answer(output: &Output) -> Answer {
    match output.status.code() {
        Some(0 | 1) => Ok(stdout(output).trim_end().to_owned()),
        _ => Err(stderr(output).to_owned()),
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// A field as text; points are in thousandths.
fn field(object: &Value, name: &str) -> String {
    match &object[name] {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Number(points) if points.is_f64() => {
            format!("{:.0}", 1000.0 * points.as_f64().unwrap())
        }
        other => other.to_string(),
    }
}

impl Face {
    /// The answer to a call; `None` if no verb has it.
    fn answer(&mut self, call: &str, [first, second]: [&str; 2]) -> Option<Answer> {
        let run = |args: &[&str]| self.run(args);
        let last = |answer: Answer| {
            answer.map(|line| match line.rsplit(' ').next().unwrap() {
                "no" => "none".to_owned(),
                found => found.to_owned(),
            })
        };
        Some(match call {
            "view" => {
                let before = std::mem::take(&mut self.view);
                if !first.is_empty() {
                    self.view = ["--view", first].map(str::to_owned).into();
                }
                let words = self.words();
                if words.is_err() {
                    self.view = before;
                }
                words.map(|words| words.split_whitespace().count().to_string())
            }
            "words" => self.words(),
            "word-count" if self.view.is_empty() => {
                answer(&self.bench.run(&["info", IMAGE, "--json"]))
                    .map(|info| field(&json(&info), "words"))
            }
            "word-count" => self
                .words()
                .map(|words| words.split_whitespace().count().to_string()),
            "contains" => run(&["query", IMAGE, first]).map(yes_or_no),
            "labels" => run(&["judge", IMAGE, first, "--json"]).map(|judged| {
                let judged = &json(&judged)["words"][0];
                // A word that the view lacks shows the labels that it has in the image.
                let is_valid = judged["valid"] == true;
                let labels = judged["labels"].as_object().filter(|_| is_valid);
                let labels = labels
                    .into_iter()
                    .flatten()
                    .map(|(name, value)| match value {
                        value if value == true => name.clone(),
                        value => format!("{name}={value}"),
                    });
                labels.collect::<Vec<_>>().join(" ")
            }),
            "is-prefix" => run(&["query", "--prefix", IMAGE, first]).map(yes_or_no),
            "index-of" => last(run(&["query", IMAGE, "--word-index", first])),
            "word-at" => last(run(&["query", IMAGE, "--word-at", first])),
            "find" => self.find(first),
            "rules" if second.is_empty() => self.rules(first),
            "rack" => {
                let cgp = format!("{EMPTY} {first}/");
                run(&["moves", IMAGE, &cgp, "--json"]).map(|found| field(&json(&found), "rack"))
            }
            "position" => {
                (self.position, self.rules) = (first.to_owned(), second.to_owned());
                self.moves(&[]).map(|found| field(&found, "cgp"))
            }
            "part" => self.part(first, second)?,
            "check" => self.judge(first).map(|_| "legal".to_owned()),
            "score" => self.judged(first).map(|play| field(&play, "score")),
            "words-formed" | "phonies" => self.judged(first).map(|play| {
                let words = play["words"].as_array().unwrap().iter();
                let words = words.filter(|word| call == "words-formed" || word["valid"] == false);
                words
                    .map(|word| field(word, "word"))
                    .collect::<Vec<_>>()
                    .join(" ")
            }),
            "bag-len" => self.moves(&[]).map(|found| field(&found["unseen"], "bag")),
            "play-count" => self
                .moves(&[])
                .map(|found| field(&found["counts"], "plays")),
            "plays" => self.moves(&[]).map(|found| {
                let plays = listed(&found, "score");
                plays
                    .into_iter()
                    .take(first.parse().unwrap())
                    .collect::<Vec<_>>()
                    .join(", ")
            }),
            "best-plays" => {
                let found = self.moves(&["--top", first]);
                found.map(|found| listed(&found, "score").join(", "))
            }
            "best-moves" => {
                let found = self.moves(&["--top", first, "--leaves", LEAVES]);
                found.map(|found| listed(&found, "equity").join(", "))
            }
            _ => return None,
        })
    }

    /// Runs a verb that takes words from an image.
    fn run(&self, args: &[&str]) -> Answer {
        let view = self.view.iter().map(String::as_str);
        let args: Vec<&str> = args.iter().copied().chain(view).collect();
        answer(&self.bench.run(&args))
    }

    fn words(&self) -> Answer {
        let words = match self.view.is_empty() {
            true => answer(&self.bench.run(&["dump", IMAGE])),
            false => self.run(&["find", IMAGE, "--length", "1-"]),
        };
        words.map(|words| words.replace('+', "").replace('\n', " "))
    }

    /// The conditions are options of `lexc find`; the number of edits is an option of its own.
    fn find(&self, conditions: &str) -> Answer {
        let mut args = vec!["find".to_owned(), IMAGE.to_owned()];
        for condition in conditions.split(' ').filter(|each| !each.is_empty()) {
            match condition.split_once('~') {
                Some((word, distance)) => args.extend([
                    format!("--{}", word.replacen(':', "=", 1)),
                    format!("--distance={distance}"),
                ]),
                None => args.push(format!("--{}", condition.replacen(':', "=", 1))),
            }
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let found = self.run(&args)?;
        // The nearest words are first.
        let mut words: Vec<&str> = found.lines().map(without_symbol).collect();
        words.sort_unstable();
        Ok(words.join(" "))
    }

    /// A record has the rules of its game.
    fn rules(&self, text: &str) -> Answer {
        let record = self.bench.path("game.gcg");
        let _ = fs::remove_file(&record);
        answer(
            &self
                .bench
                .run(&["play", IMAGE, "game.gcg", "--rules", text]),
        )?;
        let record = fs::read_to_string(&record).unwrap();
        let rules = record.lines().find_map(|line| line.strip_prefix("#rules "));
        Ok(rules.unwrap_or_default().to_owned())
    }

    /// The result of `lexc moves` with these options.
    fn moves(&self, options: &[&str]) -> Result<Value, String> {
        let args = [
            "moves",
            IMAGE,
            &self.position,
            "--json",
            "--rules",
            &self.rules,
        ];
        let found = self.run(&[&args, options].concat())?;
        Ok(json(&found))
    }

    /// A part of one of the plays.
    fn part(&self, name: &str, text: &str) -> Option<Answer> {
        let found = self.moves(&[]).unwrap();
        let mut plays = found["plays"].as_array().unwrap().iter();
        let play = plays.find(|play| play["play"] == text)?;
        Some(Ok(field(play, if name == "text" { "play" } else { name })))
    }

    /// The ruling on a play.
    fn judged(&self, play: &str) -> Result<Value, String> {
        let args = [
            "judge",
            IMAGE,
            &self.position,
            play,
            "--json",
            "--rules",
            &self.rules,
        ];
        let found = self.run(&args)?;
        Ok(json(&found)["plays"][0].clone())
    }

    /// The ruling on a legal play; the reason if it is illegal.
    fn judge(&self, play: &str) -> Result<Value, String> {
        let ruling = self.judged(play)?;
        match ruling["reason"].as_str() {
            None => Ok(ruling),
            Some(reason) => Err(reason.to_owned()),
        }
    }
}

fn yes_or_no(line: String) -> String {
    line.rsplit(' ').next().unwrap().to_owned()
}

/// A word of a list without the symbol of a label.
fn without_symbol(word: &str) -> &str {
    word.trim_end_matches('+')
}

/// The moves of a result, each with its points.
fn listed(found: &Value, points: &str) -> Vec<String> {
    let plays = found["plays"].as_array().unwrap().iter();
    plays
        .map(|play| format!("{} {}", field(play, "play"), field(play, points)))
        .collect()
}

#[test]
fn each_call_that_a_verb_answers_has_its_answer() {
    let mut face = Face {
        bench: Bench::new(),
        view: Vec::new(),
        position: String::new(),
        rules: String::new(),
    };
    let mut wrong = Vec::new();
    for line in lines(TABLE, "command") {
        let found = face.answer(line.call, line.arguments);
        if !line.is_kept_by(found.as_ref()) {
            wrong.push(format!("line {}, {}: {found:?}", line.number, line.call));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
