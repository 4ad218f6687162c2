//! Quackle's DAWG, version 1.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | version, 1 |
//! | 16 | hash of the words |
//! | 3 | number of words, most significant byte first |
//! | 1 | number of letters |
//! | | the letters in UTF-8, each ended by a space |
//! | 7 each | nodes |
//!
//! A node has the index of its first child (3 bytes, most significant first), a byte with the letter, and 3 bytes of
//! playability: a word ends here if these are not all 0. In the letter's byte, bits 0 to 5 are the letter's index, from
//! 0; bit 6 marks the last sibling, and bit 7 a word of a smaller lexicon. Node 0 is the root; its letter has no
//! meaning. Siblings are in the order in which the words were added.

use lexc_formats::Alphabet;

use super::error::InteropError;
use super::graph::{CheckedNodes, Graph, GraphNode, Words, for_each_word};
use crate::limits::Limits;
use crate::text::Quoted;
use crate::tokenizer::Tokenizer;
use crate::word_list::WordList;

/// The first byte of a file.
const VERSION: u8 = 1;

const NODE_BYTES: usize = 7;

/// The parts of a file before its nodes.
struct Header<'a> {
    word_count: u32,
    letters: Vec<&'a str>,
    /// The offset of the first node.
    nodes_start: usize,
}

impl<'a> Header<'a> {
    fn read(bytes: &'a [u8]) -> Result<Header<'a>, InteropError> {
        let cut = || {
            let message = "the file ends within its header (it was cut off, or is not a DAWG of Quackle: get it again)";
            InteropError::at(bytes.len() as u64, message)
        };
        let (&version, rest) = bytes.split_first().ok_or_else(cut)?;
        if version != VERSION {
            let message = format!(
                "version {version} where {VERSION} can be read (write the lexicon as version {VERSION} with Quackle)"
            );
            return Err(InteropError::at(0, message));
        }
        let (_hash, rest) = rest.split_first_chunk::<16>().ok_or_else(cut)?;
        let (&[high, middle, low], rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (&letter_count, mut rest) = rest.split_first().ok_or_else(cut)?;
        let mut letters = Vec::new();
        for _ in 0..letter_count {
            let offset = (bytes.len() - rest.len()) as u64;
            let end = rest.iter().position(|&byte| byte == b' ').ok_or_else(cut)?;
            let letter = str::from_utf8(&rest[..end]).map_err(|_| {
                InteropError::at(offset, "a letter that is not UTF-8 (get the file again)")
            })?;
            letters.push(letter);
            rest = &rest[end + 1..];
        }
        Ok(Header {
            word_count: u32::from_be_bytes([0, high, middle, low]),
            letters,
            nodes_start: bytes.len() - rest.len(),
        })
    }

    /// For each letter of the file, its code in the alphabet.
    fn codes(&self, alphabet: Alphabet<'_>) -> Result<Vec<u8>, InteropError> {
        let tokenizer = Tokenizer::new(alphabet);
        let code = |letter: &&str| {
            let tile = tokenizer.tokenize(&format!("[{letter}]"));
            let code = tile.ok().and_then(|tile| match *tile.codes() {
                [code] if !tile.odd.is_respelled => Some(code),
                _ => None,
            });
            code.ok_or_else(|| {
                let letters = self.letters.join(" ");
                InteropError::at(21, format!(
                    "{} is not a tile of the alphabet {}: the letters are {} (name the alphabet of the file by --alphabet)",
                    Quoted(letter), Quoted(alphabet.name()), Quoted(&letters)
                ))
            })
        };
        self.letters.iter().map(code).collect()
    }
}

/// Returns `true` if the bytes are a header of Quackle's DAWG with at least one letter, and then one or more whole nodes.
pub(super) fn is_quackle(bytes: &[u8]) -> bool {
    Header::read(bytes).is_ok_and(|header| {
        let nodes = &bytes[header.nodes_start..];
        !header.letters.is_empty()
            && nodes.len() >= NODE_BYTES
            && nodes.len().is_multiple_of(NODE_BYTES)
    })
}

struct QuackleNodes<'a> {
    nodes: &'a [[u8; NODE_BYTES]],
    start: u64,
    /// For each letter of the file, its code in the alphabet.
    codes: &'a [u8],
}

impl Graph for QuackleNodes<'_> {
    fn len(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    /// The tile is the code of the letter; 0 for an unknown letter.
    fn node(&self, index: u32) -> GraphNode {
        let [high, middle, low, letter, playability @ ..] = self.nodes[index as usize];
        let code = self.codes.get(usize::from(letter & 63));
        GraphNode {
            tile: code.copied().unwrap_or(0),
            ends_word: playability != [0; 3],
            is_last: letter >> 6 & 1 != 0,
            child: u32::from_be_bytes([0, high, middle, low]),
        }
    }

    fn offset(&self, index: u32) -> u64 {
        self.start + NODE_BYTES as u64 * u64::from(index)
    }

    fn problem(&self, node: GraphNode, _next: Option<GraphNode>) -> Option<String> {
        let letters = self.codes.len();
        (node.tile == 0)
            .then(|| format!("a letter beyond the file's {letters} (get the file again)"))
    }
}

/// Reads the words of Quackle's DAWG. The file's letters are looked up in the alphabet by their texts, so the file may
/// have them in an order of its own.
///
/// # Errors
/// If the file breaks a rule (the error has the offset), has a letter that is not in the alphabet, a word of more than 63
/// tiles, no words, or more than [`Limits::DEFAULT`] permits.
pub fn read(bytes: &[u8], alphabet: Alphabet<'_>) -> Result<WordList, InteropError> {
    read_within(bytes, alphabet, &Limits::DEFAULT)
}

/// Reads the words of Quackle's DAWG as [`read`] does, within these limits.
///
/// # Errors
/// The errors of [`read`].
pub fn read_within(
    bytes: &[u8],
    alphabet: Alphabet<'_>,
    limits: &Limits,
) -> Result<WordList, InteropError> {
    let header = Header::read(bytes)?;
    let codes = header.codes(alphabet)?;
    let (nodes, rest) = bytes[header.nodes_start..].as_chunks();
    if nodes.is_empty() || !rest.is_empty() {
        let message = match bytes.len() - header.nodes_start {
            0 => "no nodes (get the file again)".to_owned(),
            len => format!("{len} bytes where nodes take {NODE_BYTES} each (get the file again)"),
        };
        return Err(InteropError::at(bytes.len() as u64, message));
    }
    let graph = QuackleNodes {
        nodes,
        start: header.nodes_start as u64,
        codes: &codes,
    };
    let first = graph.node(0).child;
    let mut words = Words::within(limits);
    if first != 0 {
        CheckedNodes::none(graph.len()).check(&graph, first, 0)?;
        for_each_word(&graph, first, &[], |word, offset| words.push(word, offset))?;
    }
    // The file has the low 24 bits of the count.
    let (recorded, found) = (u64::from(header.word_count), words.count % (1 << 24));
    if recorded != found {
        let message = format!(
            "{recorded} words are recorded, but the nodes have {found} (get the file again)"
        );
        return Err(InteropError::at(17, message));
    }
    match words.count {
        0 => Err(InteropError::whole("a DAWG without words")),
        _ => Ok(words.finish()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of the words `AT`, `B` and `BAT`, with the nodes in Quackle's order and these letters in the header.
    fn file(letters: &str) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend([7; 16]);
        bytes.extend([0, 0, 3, 3]);
        bytes.extend(letters.bytes());
        for node in [
            [0, 0, 1, 63 | 64, 0, 0, 0],
            [0, 0, 3, 0, 0, 0, 0],
            [0, 0, 4, 1 | 64 | 128, 0, 1, 0],
            [0, 0, 0, 2 | 64, 0, 0, 1],
            [0, 0, 3, 64, 0, 0, 0],
        ] {
            bytes.extend(node);
        }
        bytes
    }

    fn read_english(bytes: &[u8]) -> Result<Vec<Vec<u8>>, String> {
        let section = crate::alphabet::load("english").unwrap().encode().unwrap();
        let words = read(bytes, Alphabet::from_bytes(&section).unwrap());
        let words = words.map_err(|error| error.to_string())?;
        Ok(words.iter().map(<[u8]>::to_vec).collect())
    }

    #[test]
    fn letters_are_found_by_their_texts() {
        let bytes = file("A B T ");
        assert!(is_quackle(&bytes));
        assert_eq!(
            read_english(&bytes).unwrap(),
            [vec![1, 20], vec![2], vec![2, 1, 20]]
        );
        // The letters in another order, one in lower case: the words `BT`, `A` and `ABT`.
        assert_eq!(
            read_english(&file("b A T ")).unwrap(),
            [vec![1], vec![1, 2, 20], vec![2, 20]]
        );
    }

    #[test]
    fn letters_that_are_only_readings_are_refused() {
        let section = crate::alphabet::load("french").unwrap().encode().unwrap();
        let found = read(&file("É B T "), Alphabet::from_bytes(&section).unwrap());
        let message = found.unwrap_err().to_string();
        assert!(message.starts_with("offset 21: `É` is not a tile of the alphabet `french`"));
    }

    #[test]
    fn broken_rules_are_reported_with_their_places() {
        let good = file("A B T ");
        let nodes = 27;
        let changed = |place: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[place] = byte;
            bytes
        };
        for (bytes, message) in [
            (
                changed(0, 2),
                "offset 0: version 2 where 1 can be read (write the lexicon as version 1 with Quackle)",
            ),
            (
                good[..20].to_vec(),
                "offset 20: the file ends within its header (it was cut off, or is not a DAWG of Quackle: get it again)",
            ),
            (
                good[..26].to_vec(),
                "offset 26: the file ends within its header (it was cut off, or is not a DAWG of Quackle: get it again)",
            ),
            (
                changed(21, 0xFF),
                "offset 21: a letter that is not UTF-8 (get the file again)",
            ),
            (
                changed(21, b'1'),
                "offset 21: `1` is not a tile of the alphabet `english`: the letters are `1 B T` (name the alphabet of the file by --alphabet)",
            ),
            (
                good[..good.len() - 1].to_vec(),
                "offset 61: 34 bytes where nodes take 7 each (get the file again)",
            ),
            (
                good[..nodes].to_vec(),
                "offset 27: no nodes (get the file again)",
            ),
            (
                changed(nodes + 2, 5),
                "offset 27: child 5 where the file has 5 nodes (get the file again)",
            ),
            (
                changed(nodes + 4 * 7 + 2, 1),
                "offset 55: cycle: a walk from node 1 returns to it (get the file again)",
            ),
            (
                changed(nodes + 7 + 3, 3),
                "offset 34: a letter beyond the file's 3 (get the file again)",
            ),
            (
                changed(nodes + 3 * 7 + 6, 0),
                "offset 48: a node without a child and without a word (get the file again)",
            ),
            (
                changed(19, 4),
                "offset 17: 4 words are recorded, but the nodes have 3 (get the file again)",
            ),
        ] {
            assert_eq!(read_english(&bytes).unwrap_err(), message);
        }
        let mut empty = changed(19, 0);
        empty[nodes + 2] = 0;
        assert_eq!(read_english(&empty).unwrap_err(), "a DAWG without words");
    }
}
