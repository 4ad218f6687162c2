//! Text after the words of a list: comments, definitions and further words.

use lexc_formats::Alphabet;

use super::options::DefinitionStart;
use crate::text::{NamedChar, ends_word, tile_texts};

/// The number of bytes at the start of a list by which its form is recognised.
pub(super) const HEAD_BYTES: usize = 1 << 16;

/// Text after a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rest {
    /// Nothing, or only white space.
    Nothing,
    /// A comment.
    Comment,
    /// A definition.
    Definition,
    /// Another word: the line is a phrase.
    Phrase,
}

/// Form of the lines of one list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineForm {
    start: DefinitionStart,
    /// True if text that ends in a part of speech in brackets is a definition, as in `AA rough lava [n AAS]`.
    has_parts_of_speech: bool,
}

impl LineForm {
    /// Decides on the form of a list from its first lines.
    pub(super) fn of(start: DefinitionStart, head: &[u8]) -> LineForm {
        LineForm {
            start,
            has_parts_of_speech: start == DefinitionStart::Tab && has_parts_of_speech(head),
        }
    }

    /// The word at the start of a line, empty if there is none, and the text after it.
    pub(super) fn split<'l>(&self, content: &'l str) -> (&'l str, &'l str) {
        let mark = self.mark();
        let end = content.find(|c| ends_word(c) || Some(c) == mark);
        content.split_at(end.unwrap_or(content.len()))
    }

    /// The words of a line, without the definition or comment after them.
    pub(super) fn words<'l>(&self, content: &'l str) -> &'l str {
        let mark = self.mark();
        let mut parts = content.split(|c| matches!(c, '\t' | '#') || Some(c) == mark);
        parts.next().unwrap_or_default()
    }

    /// The character that starts a definition, if the option gives one.
    fn mark(&self) -> Option<char> {
        match self.start {
            DefinitionStart::Character(mark) => Some(mark),
            DefinitionStart::Tab | DefinitionStart::Space => None,
        }
    }

    /// The definition after a word, without the mark that starts it; `None` if the text is not a definition.
    pub(super) fn definition<'l>(&self, rest: &'l str) -> Option<&'l str> {
        let text = rest.trim_start();
        let unmarked = self.mark().and_then(|mark| text.strip_prefix(mark));
        (self.classify(rest) == Rest::Definition).then(|| unmarked.unwrap_or(text))
    }

    /// Classifies the text after a word.
    pub(super) fn classify(&self, rest: &str) -> Rest {
        let text = rest.trim_start();
        let gap = &rest[..rest.len() - text.len()];
        match text.chars().next() {
            None => Rest::Nothing,
            Some('#') => Rest::Comment,
            Some(c) if self.mark() == Some(c) => match text.trim_end().len() == c.len_utf8() {
                true => Rest::Nothing,
                false => Rest::Definition,
            },
            Some(_)
                if gap.contains('\t')
                    || self.start == DefinitionStart::Space
                    || self.has_parts_of_speech && ends_in_part_of_speech(text) =>
            {
                Rest::Definition
            }
            Some(_) => Rest::Phrase,
        }
    }
}

/// Returns the error message if a tile or a reading has the character that starts definitions.
pub(super) fn mark_fault(start: DefinitionStart, alphabet: Alphabet<'_>) -> Option<String> {
    let DefinitionStart::Character(mark) = start else {
        return None;
    };
    let readings = alphabet.readings().map(|(text, _)| text);
    let mut texts = tile_texts(alphabet).chain(readings);
    texts.any(|text| text.contains(mark)).then(|| {
        format!(
            "definitions can't start at {}, which a tile or a reading has (choose another character)",
            NamedChar(mark)
        )
    })
}

/// Returns `true` if some lines in `head` are like `AA rough lava [n AAS]`, with the word in upper case, and no other
/// line in `head` has text after a word, except a comment or a definition after a tab.
fn has_parts_of_speech(head: &[u8]) -> bool {
    if !head.contains(&b'[') {
        return false;
    }
    let mut lines = head.split(|byte| matches!(byte, b'\n' | b'\r'));
    if head.len() >= HEAD_BYTES {
        // The last line may be cut.
        lines.next_back();
    }
    let mut has_one = false;
    let plain = LineForm {
        start: DefinitionStart::Tab,
        has_parts_of_speech: false,
    };
    for line in lines {
        let Ok(line) = str::from_utf8(line) else {
            return false;
        };
        let (word, rest) = plain.split(line.trim());
        match plain.classify(rest) {
            Rest::Phrase if ends_in_part_of_speech(rest) && !word.contains(char::is_lowercase) => {
                has_one = true;
            }
            Rest::Phrase => return false,
            _ => {}
        }
    }
    has_one
}

/// Returns `true` if the text ends in `[n]`, `[adj]`, `[v CARED, CARES]` and the like.
fn ends_in_part_of_speech(text: &str) -> bool {
    let Some((before, inside)) = text
        .trim_end()
        .strip_suffix(']')
        .and_then(|text| text.rsplit_once('['))
    else {
        return false;
    };
    let part = inside.split([' ', ',']).next().unwrap_or_default();
    (before.is_empty() || before.ends_with(' '))
        && (1..=12).contains(&part.len())
        && part.bytes().all(|byte| byte.is_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(head: &str) -> LineForm {
        LineForm::of(DefinitionStart::Tab, head.as_bytes())
    }

    #[test]
    fn definitions_start_at_a_tab_or_as_the_option_says() {
        for (start, rest, expected) in [
            (DefinitionStart::Tab, " \t", Rest::Nothing),
            (DefinitionStart::Tab, " # a b", Rest::Comment),
            (DefinitionStart::Tab, "\tlava", Rest::Definition),
            (DefinitionStart::Tab, " \t lava", Rest::Definition),
            (DefinitionStart::Tab, " dog\tsausage", Rest::Phrase),
            (DefinitionStart::Tab, "\u{a0}dog", Rest::Phrase),
            (DefinitionStart::Tab, " lava [n AAS]", Rest::Phrase),
            (DefinitionStart::Space, " lava", Rest::Definition),
            (DefinitionStart::Character('='), " = lava", Rest::Definition),
            (DefinitionStart::Character('='), "=lava", Rest::Definition),
            (DefinitionStart::Character('='), " = ", Rest::Nothing),
            (DefinitionStart::Character('='), "\tlava", Rest::Definition),
            (
                DefinitionStart::Character('='),
                " dog = sausage",
                Rest::Phrase,
            ),
        ] {
            assert_eq!(
                LineForm::of(start, b"").classify(rest),
                expected,
                "{start:?} {rest:?}"
            );
        }
    }

    #[test]
    fn a_definition_comes_without_the_mark_that_starts_it() {
        let definition = |start, rest| LineForm::of(start, b"").definition(rest);
        assert_eq!(
            definition(DefinitionStart::Tab, " \t = lava"),
            Some("= lava")
        );
        assert_eq!(definition(DefinitionStart::Tab, " # lava"), None);
        for rest in ["= lava = x", " =\u{a0}lava = x", "\t lava = x"] {
            let found = definition(DefinitionStart::Character('='), rest).unwrap();
            assert_eq!(found.trim_start(), "lava = x", "{rest}");
        }
    }

    #[test]
    fn recognises_a_list_with_parts_of_speech() {
        let collins = "AA rough, cindery lava [n AAS]\nAAH to exclaim [v AAHED, AAHING, AAHS]\n\nAAHED <aah=v> [v]\n# x\nAB\n";
        let form_of_collins = form(collins);
        assert_eq!(
            form_of_collins.classify(" a muscle [n ABS]"),
            Rest::Definition
        );
        assert_eq!(form_of_collins.classify(" DOG"), Rest::Phrase);
        for other in [
            "AA lava [n AAS]\nHOT DOG\n",
            "HOT DOG\n",
            "AA\nAB\n",
            "aa lava [n AAS]\n",
            "HOT [D]OG\n",
            "HOT [DOG]\n",
            "HOT [dog house,] x\n",
        ] {
            assert_eq!(
                form(other).classify(" a muscle [n ABS]"),
                Rest::Phrase,
                "{other:?}"
            );
        }
    }
}
