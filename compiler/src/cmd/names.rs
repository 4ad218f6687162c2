//! Positions that name another lexicon or alphabet than the image has.

use lexc::text::Quoted;
use lexc_runtime::{Cgp, Lexicon};

/// Compares the names in positions with those of the image, and tells of each kind once.
#[derive(Debug)]
pub struct NameCheck<'a> {
    names: [ImageName<'a>; 2],
}

#[derive(Debug)]
struct ImageName<'a> {
    /// The opcode of the operation that names it in a position.
    opcode: &'static str,
    what: &'static str,
    /// Empty if nothing is compared: it has no name, or a difference was told.
    name: &'a str,
}

impl<'a> NameCheck<'a> {
    /// Compares with the names of the lexicon and of its alphabet.
    pub fn new(lexicon: &Lexicon<'a>) -> NameCheck<'a> {
        let name = |opcode, what, name| ImageName { opcode, what, name };
        NameCheck {
            names: [
                name("lex", "lexicon", lexicon.name()),
                name("ld", "alphabet", lexicon.alphabet().name()),
            ],
        }
    }

    /// Warnings about differences that were not told before. Upper and lower case make none.
    pub fn warnings(&mut self, cgp: &Cgp<'_>) -> Vec<String> {
        let names = self.names.iter_mut().filter(|name| !name.name.is_empty());
        names
            .filter_map(|name| {
                let found = cgp.operation(name.opcode)?;
                if found.eq_ignore_ascii_case(name.name) {
                    return None;
                }
                let ImageName { opcode, what, .. } = *name;
                let expected = std::mem::take(&mut name.name);
                Some(format!(
                    "warning: the position is of the {what} {} ({opcode}), and the image of {}",
                    Quoted(found),
                    Quoted(expected)
                ))
            })
            .collect()
    }
}
