//! Lexicons from images or word lists: a list is compiled in memory.

use std::path::{Path, PathBuf};

use clap::Args;
use lexc_compiler::input::Source;
use lexc_compiler::{Automata, CompileOptions, compile_showing};
use lexc_formats::Alphabet;

use super::inputs::{open_any, read_image, refuse_stdin_twice};
use super::lexicon_source::is_image;
use super::outcome::Failure;
use super::reading_args::{ReadingArgs, alphabet_file};
use super::terminal::Progress;

/// The flags for reading lexicons from images or lists.
#[derive(Debug, Args)]
pub struct LexiconArgs {
    /// The alphabet of word lists: a preset or a file [default: that of an image among the inputs, or english]
    #[arg(short, long, value_name = "NAME|FILE")]
    alphabet: Option<String>,
    #[command(flatten)]
    reading: ReadingArgs,
}

impl LexiconArgs {
    /// The file of the alphabet; `None` if `--alphabet` names a preset or is not given.
    pub fn alphabet_file(&self) -> Option<&Path> {
        self.alphabet.as_deref().and_then(alphabet_file)
    }

    /// The bytes of an image for each path. A path names an image, which is read and validated, or a word list, which
    /// is compiled to an image with these automata.
    ///
    /// # Errors
    /// An input or the alphabet can't be read, an image or a list is bad, or two paths are standard input.
    pub fn read(&self, paths: &[PathBuf], automata: Automata) -> Result<Vec<Vec<u8>>, Failure> {
        let read_options = self.reading.options()?;
        refuse_stdin_twice(paths.iter().map(|path| ("lexicons", path.as_path())))?;
        let sources: Vec<Source> = paths.iter().map(Source::from_arg).collect();
        let mut images = Vec::new();
        for (source, path) in sources.iter().zip(paths) {
            let is_image = is_image(source).map_err(|error| Failure::input(source, &error))?;
            let bytes = is_image.then(|| read_image(path)).transpose()?;
            if let Some(bytes) = &bytes {
                open_any(path, bytes)?;
            }
            images.push(bytes);
        }
        let first_image = paths.iter().zip(&images);
        let mut first_image = first_image.filter_map(|(path, bytes)| Some((path, bytes.as_ref()?)));
        let (section, marks) = match (&self.alphabet, first_image.next()) {
            (None, Some((path, bytes))) => {
                let alphabet = open_any(path, bytes)?.alphabet();
                (
                    alphabet.section().to_vec(),
                    alphabet.marks().section().to_vec(),
                )
            }
            (name, _) => {
                let name = name.as_deref().unwrap_or("english");
                let alphabet = lexc_compiler::alphabet::load(name)?;
                (
                    alphabet.encode().map_err(Failure::new)?,
                    alphabet.encode_marks().map_err(Failure::new)?,
                )
            }
        };
        let alphabet = Alphabet::from_bytes(&section).map_err(Failure::new)?;
        let alphabet = alphabet.with_mark_section(&marks).map_err(Failure::new)?;
        let options = CompileOptions {
            automata,
            anagram_filter: false,
            ..CompileOptions::default()
        };
        let images = images.into_iter().zip(sources);
        let images = images.map(|(bytes, source)| match bytes {
            Some(bytes) => Ok(bytes),
            None => {
                let progress = Progress::of_steps();
                let sources = std::slice::from_ref(&source);
                let mut show = progress.reading(sources);
                let read =
                    lexc_compiler::word_list::read(sources, alphabet, &read_options, &mut show);
                let (words, summary) = read?;
                progress.say(&summary);
                summary.notes().iter().for_each(|note| progress.say(note));
                let compiled = compile_showing(words.iter(), alphabet, &options, &mut |step| {
                    progress.step(step)
                });
                compiled
                    .map(|compiled| compiled.image)
                    .map_err(|error| Failure(format!("{source}: {error}")))
            }
        });
        images.collect()
    }
}
