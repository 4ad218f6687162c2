//! Warnings about positions that name another lexicon or alphabet than the image's.

use lexc_runtime::{Cgp, Lexicon};

use crate::text::Quoted;

/// The names of an image's lexicon and alphabet, compared with those in positions.
#[derive(Debug)]
pub struct LexiconNames<'a> {
    names: [Name<'a>; 2],
}

#[derive(Debug)]
struct Name<'a> {
    /// The opcode of the CGP operation that gives the name.
    opcode: &'static str,
    what: &'static str,
    /// Empty if the image has no name, or after a warning.
    name: &'a str,
}

impl<'a> LexiconNames<'a> {
    /// The names of this lexicon and of its alphabet.
    pub fn new(lexicon: &Lexicon<'a>) -> LexiconNames<'a> {
        let name = |opcode, what, name| Name { opcode, what, name };
        LexiconNames {
            names: [
                name("lex", "lexicon", lexicon.name()),
                name("ld", "alphabet", lexicon.alphabet().name()),
            ],
        }
    }

    /// Warnings about other names than the image's, in any case. Each kind of name causes one warning at most.
    pub fn warnings(&mut self, cgp: &Cgp<'_>) -> Vec<String> {
        let names = self.names.iter_mut().filter(|name| !name.name.is_empty());
        names
            .filter_map(|name| {
                let found = cgp.operation(name.opcode)?;
                if found.eq_ignore_ascii_case(name.name) {
                    return None;
                }
                let Name { opcode, what, .. } = *name;
                let expected = std::mem::take(&mut name.name);
                Some(format!(
                    "warning: the position names the {what} {} ({opcode}), the image {}",
                    Quoted(found),
                    Quoted(expected)
                ))
            })
            .collect()
    }
}
