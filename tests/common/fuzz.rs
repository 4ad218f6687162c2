//! The bodies of the fuzz targets in `tests/fuzz`, as plain functions, so that the suite runs them too.

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
pub mod mutate;
pub mod plays;
pub mod seeds;
pub mod texts;

/// A fuzz target: name, body and seeds.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name of its file in `tests/fuzz/fuzz_targets`.
    pub name: &'static str,
    /// The body. For `command_line`, it only decodes the input; the program in `tests/fuzz` also executes the command.
    pub run: fn(&[u8]),
    /// Makes the seeds.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Every target.
pub const TARGETS: [Target; 12] = [
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
        name: "command_line",
        run: |data| drop(command_line::CommandLine::decode(data)),
        seeds: seeds::command_lines,
    },
];
