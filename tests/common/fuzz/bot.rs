//! Lines for `lexc bot`, and the words and leaves that it plays with.

use std::sync::OnceLock;

use lexc_compiler::StoreKind;
use lexc_runtime::{LeaveImage, Lexicon};

use super::input::Input;
use super::seeds::{compiled, leaves_of};
use super::texts::lexicon;
use crate::english::english;

const PLAYERS: [&str; 5] = ["greedy", "casual4", "equity", "sim", "rackh1"];

/// The options of a bot and its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// The arguments after the image.
    pub args: Vec<&'static str>,
    /// The lines.
    pub input: Vec<u8>,
}

impl Session {
    /// Decodes the options, then the lines. If the lines may set limits, which could be of any size, a stop follows them.
    pub fn decode(data: &[u8]) -> Session {
        let mut input = Input::new(data);
        let mut args = vec![
            "--threads",
            "1",
            "--player",
            PLAYERS[input.below(PLAYERS.len())],
        ];
        let flags = input.byte();
        if flags & 1 != 0 {
            args.extend(["--time-limit", "0.01"]);
        }
        if flags & 2 != 0 {
            args.push("--infer");
        }
        let lines: Vec<&[u8]> = input.rest().split(|&byte| byte == b'\n').take(8).collect();
        let mut input = lines.join(&b'\n');
        let has = |text: &str| {
            input
                .windows(text.len())
                .any(|part| part == text.as_bytes())
        };
        if ["seconds", "clock", "samples", "\\u"].into_iter().any(has) {
            input.extend(b"\n{\"stop\":true}\n");
        }
        Session { args, input }
    }

    /// Asserts that each line has a move or an error. A line with a stop may have no answer.
    pub fn check(&self, output: &[String]) {
        let lines = self.input.split(|&byte| byte == b'\n');
        let lines: Vec<&[u8]> = lines.filter(|line| !line.trim_ascii().is_empty()).collect();
        let can_stop = |line: &&&[u8]| {
            let mut parts = line.windows(2);
            parts.any(|part| part == b"st" || part == b"\\u")
        };
        let stops = lines.iter().filter(can_stop).count();
        let answers = &output[1..];
        assert!(
            (lines.len() - stops..=lines.len()).contains(&answers.len()),
            "{answers:?}"
        );
        for answer in answers {
            let is_answer = answer.contains("\"move\":") || answer.contains("\"error\":");
            assert!(is_answer && answer.starts_with('{'), "{answer}");
        }
    }
}

/// The words that the bot plays with.
pub fn words() -> Lexicon<'static> {
    lexicon(0)
}

/// The leaves that the bot plays with.
pub fn leaves() -> LeaveImage<'static> {
    static IMAGE: OnceLock<Vec<u8>> = OnceLock::new();
    let image = IMAGE.get_or_init(|| {
        let leaves = leaves_of(&[1, 5, 19, 27]);
        compiled(&leaves, &english(), StoreKind::Fast)
    });
    LeaveImage::from_bytes(image, words().alphabet()).expect("the compiler wrote it")
}

/// Requests with every key, and lines that are none.
pub fn seeds() -> Vec<Vec<u8>> {
    let position = "15/15/15/15/15/15/15/4CARE7/15/15/15/15/15/15/15";
    let late = "CARE2T8/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AE/NR 10/20 0";
    let lines = [
        r#"{"moves":["8H GE","exchange 2","pass"],"rack":"AEHMT?S","opponent":"Q","alternatives":2,"id":[1]}"#.to_owned(),
        format!(r#"{{"cgp":"{position} ACES?/ 10/20 0 lex X;","id":"a"}}"#),
        format!("{{\"cgp\":\"{late}\"}}\n{{\"stop\":true}}\n"),
        format!(r#"{{"cgp":"{position} AN/GUN 7/9 2","rules":"rack=8 bonus=7:50,8:x2 end=printed"}}"#),
        format!(r#"{{"cgp":"{position} /","samples":3,"seed":2,"clock":9,"seconds":0.5}}"#),
        format!("{{\"cgp\":\"{position} /\",\"moves\":[],\"rack\":\"\"}}\n[]\n\n{{\"cgp\":1}}\n{{}}\n{{\"moves\":[\"9Z A\"],\"rack\":\"1\"}}"),
        r#"{"moves":[],"rack":"AEIN","rules":"board=1,1:=.'/.-/'.= rack=4 turns=2"}"#.to_owned(),
    ];
    let seed = |(number, line): (u8, String)| {
        let player = |player: u8| [&[player, player % 4], line.as_bytes()].concat();
        [player(number % 5), player((number + 3) % 5)]
    };
    (0..).zip(lines).flat_map(seed).collect()
}
