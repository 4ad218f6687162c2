//! Encodings of word lists: by name, by byte order mark, or guessed for a message.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind, Read};
use std::str::FromStr;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::Encoding;
use encoding_rs_io::DecodeReaderBytesBuilder;

use crate::compression::read_up_to;
use crate::text::ForeignEncoding;

/// Encoding of a text, by its name on the web: `windows-1252`, `iso-8859-2`, `utf-16le`.
///
/// ```
/// use lexc_compiler::encoding::TextEncoding;
///
/// let latin: TextEncoding = "Latin1".parse()?;
/// assert_eq!(latin.to_string(), "windows-1252");
/// assert!("klingon".parse::<TextEncoding>().is_err());
/// # Ok::<(), lexc_compiler::encoding::UnknownEncodingError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextEncoding(&'static Encoding);

impl TextEncoding {
    /// The bytes as text. A byte order mark overrides the encoding. Bytes that the encoding does not have become U+FFFD.
    pub(crate) fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.0.decode(bytes).0
    }
}

impl FromStr for TextEncoding {
    type Err = UnknownEncodingError;

    fn from_str(name: &str) -> Result<TextEncoding, UnknownEncodingError> {
        let encoding = Encoding::for_label(name.as_bytes());
        encoding.map(TextEncoding).ok_or(UnknownEncodingError)
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.name().to_ascii_lowercase())
    }
}

/// Error of an unknown name of an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownEncodingError;

impl fmt::Display for UnknownEncodingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown encoding (examples: utf-8, windows-1252, iso-8859-2, utf-16le; convert others, as by `iconv -f CP850 -t UTF-8`)")
    }
}

impl std::error::Error for UnknownEncodingError {}

/// The number of bytes at the start of a list by which its encoding is detected.
const DETECTION_BYTES: usize = 1 << 12;

/// The stream in UTF-8. Decodes it from `encoding` or, if that is `None` and the stream starts with a byte order mark
/// of UTF-16, from UTF-16. A byte order mark overrides every `encoding` except UTF-8.
///
/// Returns the stream unchanged if `encoding` is UTF-8, or if it is `None` and that mark is missing. Otherwise, bytes
/// that the encoding does not have become U+FFFD.
///
/// # Errors
/// If the start can't be read, if it is UTF-32, or if `encoding` is `None` and it is UTF-16 without a byte order mark.
pub(crate) fn decode<'r>(
    mut input: impl Read + 'r,
    encoding: Option<TextEncoding>,
) -> io::Result<Box<dyn Read + 'r>> {
    let start = read_up_to(&mut input, DETECTION_BYTES)?;
    let detected = ForeignEncoding::detect(&start);
    let has_mark = start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF");
    let encoding = match (encoding, detected) {
        (_, Some(utf32 @ (ForeignEncoding::Utf32Le | ForeignEncoding::Utf32Be))) => {
            let message = format!("the list is {utf32} (convert it to UTF-8 with `iconv`)");
            return Err(io::Error::new(ErrorKind::Unsupported, message));
        }
        (Some(TextEncoding(encoding)), _) => Some(encoding),
        (None, Some(utf16)) => {
            let encoding = match utf16 {
                ForeignEncoding::Utf16Be => encoding_rs::UTF_16BE,
                _ => encoding_rs::UTF_16LE,
            };
            if !has_mark {
                let name = TextEncoding(encoding);
                let message = format!("the list is {utf16} (--encoding {name} reads it)");
                return Err(io::Error::new(ErrorKind::Unsupported, message));
            }
            Some(encoding)
        }
        (None, None) => None,
    };
    let input = io::Cursor::new(start).chain(input);
    // UTF-8 is not decoded here, so that messages can name its faults.
    match encoding.filter(|encoding| *encoding != encoding_rs::UTF_8) {
        None => Ok(Box::new(input)),
        Some(encoding) => Ok(Box::new(
            DecodeReaderBytesBuilder::new()
                .encoding(Some(encoding))
                .bom_override(true)
                .build(input),
        )),
    }
}

/// Single-byte encodings in which word lists occur.
const SINGLE_BYTE: [&Encoding; 17] = [
    encoding_rs::WINDOWS_1252,
    encoding_rs::WINDOWS_1250,
    encoding_rs::ISO_8859_2,
    encoding_rs::WINDOWS_1254,
    encoding_rs::ISO_8859_3,
    encoding_rs::WINDOWS_1253,
    encoding_rs::ISO_8859_7,
    encoding_rs::WINDOWS_1251,
    encoding_rs::KOI8_U,
    encoding_rs::ISO_8859_5,
    encoding_rs::IBM866,
    encoding_rs::WINDOWS_1257,
    encoding_rs::ISO_8859_13,
    encoding_rs::ISO_8859_4,
    encoding_rs::ISO_8859_16,
    encoding_rs::MACINTOSH,
    encoding_rs::WINDOWS_1255,
];

/// Letters of DOS code page 850 for the bytes 0x80 and above; a space stands for ƒ, ª, º, µ or a sign. Code page 437
/// has Greek letters and signs in place of some of these letters.
const DOS_LETTERS: &str = "\
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø Ø  áíóúñÑ               ÁÂÀ              \
    ãÃ        ðÐÊËÈıÍÎÏ     Ì ÓßÔÒõÕ þÞÚÛÙýÝ                  ";

/// The likely encoding of a text that is not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LikelyEncoding {
    /// An encoding that [`decode`] reads.
    Readable(TextEncoding),
    /// Code page 437 or 850 of DOS; with `or_macintosh`, the text has just as many letters in Macintosh.
    Dos { or_macintosh: bool },
}

/// Guesses the encoding of lines that are not UTF-8.
pub(crate) struct EncodingGuess {
    detector: EncodingDetector,
    /// The number of occurrences of each byte that is not ASCII.
    counts: [u64; 128],
}

impl EncodingGuess {
    pub(crate) fn new() -> EncodingGuess {
        EncodingGuess {
            detector: EncodingDetector::new(Iso2022JpDetection::Deny),
            counts: [0; 128],
        }
    }

    /// Takes a line into account.
    pub(crate) fn add(&mut self, line: &[u8]) {
        self.detector.feed(line, false);
        self.detector.feed(b"\n", false);
        for byte in line.iter().filter(|byte| !byte.is_ascii()) {
            self.counts[usize::from(byte & 0x7F)] += 1;
        }
    }

    /// The encoding in which the highest number of non-ASCII bytes are letters by `is_letter`.
    ///
    /// If several encodings have equally many letters, the detector's guess comes first, then the encodings of [`SINGLE_BYTE`] in
    /// order, then DOS; but DOS comes before Macintosh. A multi-byte encoding that the detector guesses counts as one
    /// without letters.
    pub(crate) fn finish(self, is_letter: impl Fn(char) -> bool) -> LikelyEncoding {
        let letters = |encoding: &'static Encoding| -> u64 {
            let is_letter = |byte: u8| {
                let byte = [byte];
                let (text, _) = encoding.decode_without_bom_handling(&byte);
                text.chars().all(&is_letter)
            };
            let counts = (0x80..=0xFF_u8).zip(self.counts);
            let letters = counts.filter(|(byte, count)| *count > 0 && is_letter(*byte));
            letters.map(|(_, count)| count).sum()
        };
        let dos_letters = DOS_LETTERS.chars().zip(self.counts);
        let dos_letters = dos_letters.filter(|(letter, _)| is_letter(*letter));
        let dos_letters: u64 = dos_letters.map(|(_, count)| count).sum();
        let by_text = self.detector.guess(None, Utf8Detection::Deny);
        let mut best = (by_text, 0);
        if by_text.is_single_byte() {
            best.1 = letters(by_text);
        }
        for encoding in SINGLE_BYTE {
            let letters = letters(encoding);
            if letters > best.1 {
                best = (encoding, letters);
            }
        }
        let or_macintosh = best == (encoding_rs::MACINTOSH, dos_letters);
        match dos_letters > best.1 || or_macintosh {
            true => LikelyEncoding::Dos { or_macintosh },
            false => LikelyEncoding::Readable(TextEncoding(best.0)),
        }
    }
}

impl fmt::Debug for EncodingGuess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncodingGuess").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guess(lines: &[&[u8]], letters: &str) -> String {
        let mut guess = EncodingGuess::new();
        lines.iter().for_each(|line| guess.add(line));
        match guess.finish(|c| letters.contains(c)) {
            LikelyEncoding::Readable(encoding) => encoding.to_string(),
            LikelyEncoding::Dos { or_macintosh } => format!("dos {or_macintosh}"),
        }
    }

    #[test]
    fn guesses_by_the_letters_of_the_alphabet() {
        let swedish = "åäöÅÄÖ";
        assert_eq!(guess(&[b"r\xE4ka", b"\xE5\xF6"], swedish), "windows-1252");
        assert_eq!(guess(&[b"r\x8Aka", b"\x8C\x9A"], swedish), "macintosh");
        assert_eq!(guess(&[b"r\x84ka", b"\x86\x99"], swedish), "dos false");
        assert_eq!(guess(&[b"\x82gal"], "éÇ"), "dos true");
        let polish = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ";
        assert_eq!(
            guess(&[b"s\xB1d", b"le\xB6ny", b"\xBFaba"], polish),
            "iso-8859-2"
        );
        assert_eq!(
            guess(&[b"s\xB9d", b"le\x9Cny", b"\xBFaba"], polish),
            "windows-1250"
        );
        // Letters that the alphabet does not have: the text alone decides.
        assert_eq!(guess(&[b"caf\xE9", b"na\xEFve"], ""), "windows-1252");
        let russian = encoding_rs::KOI8_R.encode("СЛОВАРЬ").0.into_owned();
        assert!(guess(&[&russian], "АВЛОРСЬавлорсь").starts_with("koi8-"));
    }

    #[test]
    fn decodes_by_name_and_by_mark() {
        let read = |bytes: &[u8], name: Option<&str>| {
            let encoding = name.map(|name| name.parse().unwrap());
            let mut text = String::new();
            let decoded = decode(bytes, encoding);
            let read = decoded.and_then(|mut stream| stream.read_to_string(&mut text));
            read.map(|_| text).map_err(|error| error.to_string())
        };
        let utf16: Vec<u8> = "ÉA\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let marked = [b"\xFE\xFF", &utf16[..]].concat();
        for name in [None, Some("utf-16"), Some("windows-1252")] {
            assert_eq!(read(&marked, name).unwrap(), "ÉA\n", "{name:?}");
        }
        assert_eq!(
            read(&utf16, None).unwrap_err(),
            "the list is UTF-16, big-endian (--encoding utf-16be reads it)"
        );
        assert_eq!(read(&utf16, Some("utf-16be")).unwrap(), "ÉA\n");
        assert_eq!(read(b"\xC9A\n", Some("iso-8859-1")).unwrap(), "ÉA\n");
        assert!(read(b"\xC9A\n", Some("utf-8")).is_err());
        assert!(
            read(b"\xFF\xFE\0\0A\0\0\0", Some("utf-8"))
                .unwrap_err()
                .contains("UTF-32")
        );
    }
}
