//! The set-up of benchmarks that compare an algorithm of their own with the algorithms of the runtime.

use std::env;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use lexc_compiler::input::Source;
use lexc_compiler::word_list::{ReadOptions, WordList, read};
use lexc_compiler::{CompileOptions, compile_sorted};
use lexc_runtime::{Alphabet, Lexicon};

/// A word list with English tiles, the lexicon of the words, and positions.
pub(crate) struct Trial<'a> {
    pub(crate) words: &'a WordList,
    pub(crate) lexicon: &'a Lexicon<'a>,
    /// The file of the positions.
    pub(crate) positions: &'a Path,
    /// The positions in CGP.
    pub(crate) lines: Vec<&'a str>,
}

/// Calls `measure` for the word list and the file of positions that the command line names. If it does not name both,
/// calls `measure` twice: for the word list SCOWL-60 with each of its two files of positions.
pub(crate) fn run(
    measure: impl Fn(&Trial<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let args = env::args_os().skip(1).map(PathBuf::from);
    let args: Vec<PathBuf> = args.filter(|arg| !arg.starts_with("--bench")).collect();
    if let [list, positions] = &args[..] {
        return open(list, positions, measure);
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data");
    for positions in ["scowl60.cgp", "scowl60-hard.cgp"] {
        let positions = data.join("conformance").join(positions);
        open(&data.join("words/scowl-60.txt"), &positions, &measure)?;
    }
    Ok(())
}

fn open(
    list: &Path,
    positions: &Path,
    measure: impl Fn(&Trial<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let section = lexc_compiler::alphabet::load("english")?.encode()?;
    let alphabet = Alphabet::from_bytes(&section)?;
    let sources = [Source::File(list.to_owned())];
    let (words, _) = read(&sources, alphabet, &ReadOptions::default(), &mut |_| ())?;
    let image = compile_sorted(words.iter(), alphabet, &CompileOptions::default())?.image;
    let text = fs::read_to_string(positions)?;
    let lines = text.lines();
    measure(&Trial {
        words: &words,
        lexicon: &Lexicon::from_bytes(&image)?,
        positions,
        lines: lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect(),
    })
}
