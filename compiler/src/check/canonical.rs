//! Does this compiler write the same bytes?

use lexc_formats::Image;
use lexc_formats::header::VERSION;

use super::Outcome;
use crate::compile::{Automata, CompileOptions, compile};
use crate::word_list::WordList;

/// Compiles the words again, with the options that the image shows, and compares.
pub(super) fn check(bytes: &[u8], image: &Image<'_>, words: &WordList) -> Result<Outcome, String> {
    let unknown = image
        .sections()
        .iter()
        .find(|section| section.name.known_flags().is_none());
    if let Some(section) = unknown {
        return Ok(Outcome::NotDone(format!(
            "section {} is not one that this compiler writes",
            section.name
        )));
    }
    if image.version() != VERSION {
        return Ok(Outcome::NotDone(format!(
            "the image has format version {}, this compiler writes {VERSION}",
            image.version()
        )));
    }
    let automata = match (image.dawg(), image.gaddag()) {
        (Some(_), None) => Automata::Dawg,
        (None, Some(_)) => Automata::Gaddag,
        _ => Automata::Both,
    };
    let metadata = image.metadata();
    let options = CompileOptions {
        automata,
        numbers: image.numbers().is_some(),
        name: metadata.name().to_owned(),
        source: metadata.source().to_owned(),
        license: metadata.license().to_owned(),
    };
    let again = compile(words.iter(), image.alphabet(), &options)
        .map_err(|error| format!("the words can't be compiled again: {error}"))?
        .image;
    if bytes == again {
        return Ok(Outcome::Passed(
            "byte for byte what this compiler writes".to_owned(),
        ));
    }
    let same = bytes.iter().zip(&again).take_while(|(a, b)| a == b).count();
    let section = image
        .sections()
        .iter()
        .rfind(|section| section.offset.get() <= same as u64);
    let section = section.map_or("header and section table".to_owned(), |section| {
        format!("section {}", section.name)
    });
    Err(format!(
        "{section}, offset {same}: from here on the bytes differ from what this compiler writes (build the image again)"
    ))
}
