//! The bodies of the fuzz targets in `tests/fuzz`, as plain functions, so that the suite runs them too.

pub mod bot;
pub mod command_line;
pub mod compact;
pub mod dictionary;
pub mod find;
pub mod gcg;
pub mod header;
pub mod hostile;
pub mod image;
pub mod input;
pub mod interop;
pub mod labels;
pub mod mutate;
pub mod plays;
pub mod rules;
pub mod seeds;
pub mod texts;

use std::fs;
use std::path::{Path, PathBuf};

/// A fuzz target: name, body and seeds.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its file in `tests/fuzz/fuzz_targets`.
    pub name: &'static str,
    /// The body. For `command_line` and `bot`, it only decodes the input; the programs in `tests/fuzz` also execute the command.
    pub run: fn(&[u8]),
    /// Makes the seeds.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// The seeds of a target, and the inputs that fuzzing found beside them, which `tests/fuzz/corpora` keeps.
pub fn inputs(name: &str) -> Vec<Vec<u8>> {
    let target = TARGETS.iter().find(|target| target.name == name);
    let target = target.expect("a known target");
    (target.seeds)().into_iter().chain(target.found()).collect()
}

impl Target {
    /// The file of the inputs that fuzzing found, each on a line, escaped as [`slice::escape_ascii`] does.
    pub fn corpus(&self) -> PathBuf {
        let name = format!("fuzz/corpora/{}.txt", self.name);
        Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
    }

    /// The inputs that fuzzing found.
    pub fn found(&self) -> Vec<Vec<u8>> {
        let corpus = fs::read_to_string(self.corpus()).unwrap_or_default();
        corpus.lines().map(unescaped).collect()
    }
}

fn unescaped(line: &str) -> Vec<u8> {
    let mut parts = line.split('\\');
    let mut input = parts.next().unwrap_or_default().as_bytes().to_vec();
    while let Some(part) = parts.next() {
        let (byte, rest) = match part.split_at_checked(1) {
            // The parts on both sides of an escaped backslash.
            None => (b'\\', parts.next().unwrap_or_default()),
            Some(("x", rest)) => {
                let (digits, rest) = rest.split_at(2);
                let byte = u8::from_str_radix(digits, 16);
                (byte.expect("two digits"), rest)
            }
            Some(("n", rest)) => (b'\n', rest),
            Some(("r", rest)) => (b'\r', rest),
            Some(("t", rest)) => (b'\t', rest),
            Some((quote, rest)) => (quote.as_bytes()[0], rest),
        };
        input.push(byte);
        input.extend_from_slice(rest.as_bytes());
    }
    input
}

/// Every target.
pub const TARGETS: [Target; 15] = [
    Target {
        name: "image",
        run: image::run,
        seeds: seeds::hostile_images,
    },
    Target {
        name: "plays",
        run: plays::run,
        seeds: seeds::scenes,
    },
    Target {
        name: "header",
        run: header::run,
        seeds: seeds::headers,
    },
    Target {
        name: "word_list",
        run: texts::word_list,
        seeds: seeds::word_lists,
    },
    Target {
        name: "dictionary",
        run: dictionary::run,
        seeds: seeds::dictionaries,
    },
    Target {
        name: "alphabet_file",
        run: texts::alphabet_file,
        seeds: seeds::alphabet_files,
    },
    Target {
        name: "cgp",
        run: texts::cgp,
        seeds: seeds::positions,
    },
    Target {
        name: "rack",
        run: texts::rack,
        seeds: seeds::racks,
    },
    Target {
        name: "gcg",
        run: gcg::run,
        seeds: seeds::records,
    },
    Target {
        name: "interop",
        run: interop::run,
        seeds: interop::files,
    },
    Target {
        name: "find",
        run: find::run,
        seeds: seeds::searches,
    },
    Target {
        name: "rules",
        run: rules::run,
        seeds: rules::seeds,
    },
    Target {
        name: "labels",
        run: labels::run,
        seeds: labels::seeds,
    },
    Target {
        name: "bot",
        run: |data| drop(bot::Session::decode(data)),
        seeds: bot::seeds,
    },
    Target {
        name: "command_line",
        run: |data| drop(command_line::CommandLine::decode(data)),
        seeds: seeds::command_lines,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_inputs_read_back() {
        let all: Vec<u8> = (0..=u8::MAX).chain(*b"\\\\x41\\\\\\").collect();
        assert_eq!(unescaped(&all.escape_ascii().to_string()), all);
    }
}
