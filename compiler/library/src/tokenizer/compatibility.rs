//! Compatibility forms: characters that stand for letters which other characters write, such as ĳ, ﬁ, full-width and
//! presentation forms, and the syllables of Hangul.

use std::iter;

use unicode_normalization::UnicodeNormalization;

/// Digraphs with one character for both letters, in upper case.
const DIGRAPHS: [char; 5] = ['Ĳ', 'Ǆ', 'Ǉ', 'Ǌ', 'Ǳ'];

/// The letters of the initial consonants of syllables, U+1100 to U+1112.
const INITIALS: &str = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
/// The letters of the vowels of syllables, U+1161 to U+1175.
const VOWELS: &str = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";
/// The letters of the final consonants of syllables, U+11A8 to U+11C2.
const FINALS: &str = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";

/// The character that writes both letters of this text, in upper case; `None` if there is none.
pub(super) fn digraph(upper: &str) -> Option<char> {
    DIGRAPHS
        .into_iter()
        .find(|digraph| iter::once(*digraph).nfkc().eq(upper.nfc()))
}

/// The letters that a character in NFC stands for, if it is a compatibility form of letters; otherwise `None`.
///
/// Superscripts, fractions, circled letters and the like are not letters of words, and have no such form.
pub(crate) fn letters(c: char) -> Option<Vec<char>> {
    match c {
        '\u{1100}'..='\u{1112}' | '\u{1161}'..='\u{1175}' | '\u{11A8}'..='\u{11C2}' => {
            hangul_letter(c).map(|letter| vec![letter])
        }
        '\u{AC00}'..='\u{D7A3}' => iter::once(c).nfd().map(hangul_letter).collect(),
        // Latin digraphs, and L with a middle dot.
        '\u{132}'
        | '\u{133}'
        | '\u{13F}'
        | '\u{140}'
        | '\u{149}'
        | '\u{1C4}'..='\u{1CC}'
        | '\u{1F1}'..='\u{1F3}'
        // Ligatures, and the presentation forms of Hebrew and Arabic.
        | '\u{FB00}'..='\u{FDFF}'
        | '\u{FE70}'..='\u{FEFC}'
        // Full-width and half-width forms.
        | '\u{FF01}'..='\u{FFDC}' => {
            let form: Vec<char> = iter::once(c).nfkc().collect();
            let is_form = form != [c] && !form.contains(&' ');
            is_form.then_some(form)
        }
        _ => None,
    }
}

/// The letter of a part of a Hangul syllable.
fn hangul_letter(part: char) -> Option<char> {
    [
        ('\u{1100}', INITIALS),
        ('\u{1161}', VOWELS),
        ('\u{11A8}', FINALS),
    ]
    .into_iter()
    .find_map(|(first, letters)| {
        let index = u32::from(part).checked_sub(first.into())?;
        letters.chars().nth(usize::try_from(index).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(c: char) -> Option<String> {
        letters(c).map(String::from_iter)
    }

    #[test]
    fn forms_of_letters_are_read_and_signs_are_not() {
        for (c, expected) in [
            ('ĳ', "ij"),
            ('ǆ', "dž"),
            ('ǈ', "Lj"),
            ('ﬁ', "fi"),
            ('Ａ', "A"),
            ('ﺏ', "ب"),
            ('ﻻ', "لا"),
            ('ﬡ', "א"),
            ('한', "ㅎㅏㄴ"),
            ('갸', "ㄱㅑ"),
            ('ᄀ', "ㄱ"),
            ('ᆼ', "ㅇ"),
        ] {
            assert_eq!(form(c).as_deref(), Some(expected), "{c}");
        }
        for c in ['A', 'ß', 'é', '²', '½', 'Ⓐ', 'ª', 'ㄱ', '\u{FE70}'] {
            assert_eq!(form(c), None, "{c}");
        }
        assert_eq!(
            ["IJ", "DŽ", "LJ", "NJ", "DZ", "CH"].map(digraph),
            [Some('Ĳ'), Some('Ǆ'), Some('Ǉ'), Some('Ǌ'), Some('Ǳ'), None]
        );
    }
}
