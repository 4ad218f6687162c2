//! Word lists of files, standard input and iterators.

use std::fs::File;
use std::io;
use std::path::Path;

use lexc_formats::Alphabet;

use super::list::WordList;
use super::reader::{ReadOptions, WordListReader};
use super::report::{ReadSummary, WordListError};
use crate::input::{Source, read_failure};

/// Reads word lists into one.
///
/// `progress` is called now and then with the number of bytes read so far.
///
/// # Errors
/// All sources that can't be read and all bad lines of the others, or that there are no words.
pub fn read(
    sources: &[Source],
    alphabet: Alphabet<'_>,
    options: &ReadOptions,
    progress: &mut dyn FnMut(u64),
) -> Result<(WordList, ReadSummary), WordListError> {
    let mut reader = WordListReader::new(alphabet, options.clone());
    for source in sources {
        let name = source.to_string();
        match source {
            Source::File(path) => match open(path) {
                Ok(mut file) => reader.read(&name, &mut file, progress),
                Err(message) => reader.refuse(&name, message),
            },
            Source::Stdin => reader.read(&name, &mut io::stdin().lock(), progress),
        }
    }
    reader.finish()
}

fn open(path: &Path) -> Result<File, String> {
    // Opening a directory fails in its own way on each system, or succeeds.
    if path.is_dir() {
        return Err("is a directory, not a word list (name the lists in it)".to_owned());
    }
    File::open(path).map_err(|error| read_failure(&error))
}

impl WordList {
    /// The words of an iterator, each taken for a line of a list.
    ///
    /// ```
    /// use lexc::word_list::WordList;
    /// use lexc_formats::Alphabet;
    ///
    /// let section = lexc::alphabet::load("english")?.encode()?;
    /// let words = WordList::from_words(Alphabet::from_bytes(&section)?, ["CAB", "ab"])?;
    /// assert!(words.iter().eq([&[1, 2][..], &[3, 1, 2]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// All words that are none of the alphabet, or that there are no words.
    pub fn from_words<W: AsRef<str>>(
        alphabet: Alphabet<'_>,
        words: impl IntoIterator<Item = W>,
    ) -> Result<WordList, WordListError> {
        let mut reader = WordListReader::new(alphabet, ReadOptions::default());
        reader.read_lines("words", words);
        Ok(reader.finish()?.0)
    }
}
