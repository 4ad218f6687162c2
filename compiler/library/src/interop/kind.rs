//! Kinds of files, recognised by name and contents.

use std::path::Path;

use lexc_formats::raw::header::MAGIC;

use super::{klv, kwg, quackle};

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// An image, of words or of leaves.
    Image,
    /// A KWG word graph.
    Kwg(kwg::Form),
    /// Leave values with a word graph: KLV2, or the older KLV.
    Klv,
    /// Quackle's DAWG.
    Quackle,
    /// Text: a word list, or leaves with their values.
    Text,
}

impl FileKind {
    /// The kind of a file to be read. The magic of an image decides, then the name's extension, then the form of the contents.
    ///
    /// ```
    /// use std::path::Path;
    /// use lexc_compiler::interop::FileKind;
    ///
    /// let words = |name| FileKind::of_input(Path::new(name), b"AA\nAAH\n");
    /// assert_eq!([words("words.txt"), words("words.klv2")], [FileKind::Text, FileKind::Klv]);
    /// assert_eq!(FileKind::of_input(Path::new("words.kwg"), b"\x89LXC\r\n\x1a\n"), FileKind::Image);
    /// ```
    pub fn of_input(path: &Path, bytes: &[u8]) -> FileKind {
        if bytes.starts_with(&MAGIC) {
            return FileKind::Image;
        }
        match FileKind::of_extension(path) {
            Some(kind) => kind,
            None if has_extension(path, "dawg") => FileKind::Quackle,
            None if klv::is_klv(bytes) => FileKind::Klv,
            None if quackle::is_quackle(bytes) => FileKind::Quackle,
            None => match kwg::Form::detect(bytes) {
                Some(form) => FileKind::Kwg(form),
                None => FileKind::Text,
            },
        }
    }

    fn of_extension(path: &Path) -> Option<FileKind> {
        let kinds = [
            ("kwg", FileKind::Kwg(kwg::Form::Kwg)),
            ("kbwg", FileKind::Kwg(kwg::Form::Kbwg)),
            ("klv", FileKind::Klv),
            ("klv2", FileKind::Klv),
            ("csv", FileKind::Text),
            ("tsv", FileKind::Text),
            ("txt", FileKind::Text),
        ];
        let mut kinds = kinds.into_iter();
        let (_, kind) = kinds.find(|(extension, _)| has_extension(path, extension))?;
        Some(kind)
    }
}

/// Returns `true` if the name has this extension, in upper or lower case.
pub(crate) fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_tell_files_without_a_known_extension() {
        let section = crate::alphabet::load("english").unwrap().encode().unwrap();
        let alphabet = lexc_formats::Alphabet::from_bytes(&section).unwrap();
        let words = crate::word_list::WordList::from_words(alphabet, ["CARE", "BARE"]).unwrap();
        let kwg = |form| kwg::write(&words, alphabet, form).unwrap();
        let klv = [
            &2_u32.to_le_bytes()[..],
            &[1, 0, 0x40, 0, 0, 0, 0xC0, 1, 1, 0, 0, 0],
            &[0; 4],
        ]
        .concat();
        let quackle = [&[1; 1][..], &[0; 19], &[1], b"A ", &[0; 7]].concat();
        let kind = |bytes: &[u8]| FileKind::of_input(Path::new("-"), bytes);
        assert_eq!(kind(&kwg(kwg::Form::Kwg)), FileKind::Kwg(kwg::Form::Kwg));
        assert_eq!(kind(&kwg(kwg::Form::Kbwg)), FileKind::Kwg(kwg::Form::Kbwg));
        assert_eq!(kind(&klv), FileKind::Klv);
        assert_eq!(kind(&quackle), FileKind::Quackle);
        for text in ["", "CARE\n", "A,1\n", "\u{1}AB", "caf\u{e9}s\n"] {
            assert_eq!(kind(text.as_bytes()), FileKind::Text, "{text:?}");
        }
        assert_eq!(
            FileKind::of_input(Path::new("a.DAWG"), b"CARE"),
            FileKind::Quackle
        );
        assert_eq!(
            FileKind::of_input(Path::new("a.KWG"), &klv),
            FileKind::Kwg(kwg::Form::Kwg)
        );
    }
}
