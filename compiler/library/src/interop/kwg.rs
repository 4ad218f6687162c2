//! KWG: word graphs of wolges, MAGPIE and Macondo.
//!
//! A file is a sequence of nodes of 32 bits, little-endian, without a header or an alphabet:
//!
//! | form | child | last sibling | ends a word | tile |
//! |---|---|---|---|---|
//! | `.kwg` | bits 0 to 21 | bit 22 | bit 23 | bits 24 to 31 |
//! | `.kbwg` | bits 8 to 31 | bit 6 | bit 7 | bits 0 to 5 |
//!
//! The child of node 0 is the first node of the DAWG, the child of node 1 the first node of the GADDAG. Tile *n* is the *n*-th
//! of the alphabet, and tile 0 the separator. Siblings are sorted by tile. The GADDAG has the same strings as in an
//! image: `CARE` gives `C◇ARE`, `AC◇RE`, `RAC◇E` and `ERAC`. The child of a separator is a node of the DAWG.
//!
//! [`write()`] stores equal lists of siblings once, and a list that is the end of a longer one as a part of the longer one:
//! {S} as the end of {E, S}.

mod builder;

use lexc_formats::raw::node::mask_units;
use lexc_formats::{Alphabet, SEPARATOR_CODE};

use super::error::InteropError;
use super::graph::{CheckedNodes, Graph, GraphNode, Words, for_each_word};
use crate::dawg::DawgBuilder;
use crate::error::CompileError;
use crate::gaddag::add_left_half;
use crate::limits::Limits;
use crate::progress::{Counter, StepVisitor};
use crate::word_list::WordList;
use builder::Siblings;

/// The form of the nodes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Indices of 22 bits, `.kwg`.
    Kwg,
    /// Indices of 24 bits, for larger lexicons, `.kbwg`.
    Kbwg,
}

/// The size of a node.
const NODE_BYTES: usize = 4;

impl Form {
    /// The form of a word graph, by the number of bytes and the first node; `None` if these do not fit a DAWG.
    pub fn detect(bytes: &[u8]) -> Option<Form> {
        let len = u32::try_from(bytes.len() / NODE_BYTES).ok()?;
        let mut forms = [Form::Kwg, Form::Kbwg].into_iter();
        forms.find(|form| {
            let root = bytes.first_chunk().map(|node| form.decode(*node));
            bytes.len().is_multiple_of(NODE_BYTES)
                && root.is_some_and(|root| is_root(root) && root.child != 0 && root.child < len)
        })
    }

    fn decode(self, bytes: [u8; NODE_BYTES]) -> GraphNode {
        let node = u32::from_le_bytes(bytes);
        let [low, .., high] = bytes;
        match self {
            Form::Kwg => GraphNode {
                tile: high,
                ends_word: node >> 23 & 1 != 0,
                is_last: node >> 22 & 1 != 0,
                child: node & ((1 << 22) - 1),
            },
            Form::Kbwg => GraphNode {
                tile: low & 63,
                ends_word: low >> 7 != 0,
                is_last: low >> 6 & 1 != 0,
                child: node >> 8,
            },
        }
    }

    fn encode(self, node: GraphNode) -> [u8; NODE_BYTES] {
        let (ends_word, is_last) = (u32::from(node.ends_word), u32::from(node.is_last));
        let tile = u32::from(node.tile);
        let node = match self {
            Form::Kwg => tile << 24 | ends_word << 23 | is_last << 22 | node.child,
            Form::Kbwg => node.child << 8 | ends_word << 7 | is_last << 6 | tile,
        };
        node.to_le_bytes()
    }

    /// The number of nodes that indices can name.
    const fn max_nodes(self) -> usize {
        match self {
            Form::Kwg => 1 << 22,
            Form::Kbwg => 1 << 24,
        }
    }
}

/// Returns `true` if a node can refer to the first node of an automaton.
fn is_root(node: GraphNode) -> bool {
    node.tile == 0 && node.is_last && !node.ends_word
}

/// The nodes of a word graph.
#[derive(Clone, Copy)]
pub(super) struct KwgNodes<'a> {
    nodes: &'a [[u8; NODE_BYTES]],
    form: Form,
    /// The offset of the first node in the file.
    start: u64,
    tiles: Tiles,
}

/// The tiles that nodes can have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tiles {
    /// Letters from 1 up to this number.
    Letters(usize),
    /// Letters, and the separator as 0.
    LettersAndSeparator(usize),
    /// Letters, and the blank as 0.
    LettersAndBlank(usize),
}

impl<'a> KwgNodes<'a> {
    /// The nodes in these bytes, which start at `start` in the file.
    pub(super) fn new(
        bytes: &'a [u8],
        form: Form,
        start: u64,
        tiles: Tiles,
    ) -> Result<KwgNodes<'a>, InteropError> {
        let (nodes, rest) = bytes.as_chunks();
        if nodes.is_empty() || !rest.is_empty() {
            let message = match bytes.len() {
                0 => "no nodes (get the file again)".to_owned(),
                len => {
                    format!("{len} bytes where nodes take {NODE_BYTES} each (get the file again)")
                }
            };
            return Err(InteropError::at(start + bytes.len() as u64, message));
        }
        let found = KwgNodes {
            nodes,
            form,
            start,
            tiles,
        };
        if nodes.len() > form.max_nodes() {
            return Err(found.fault(
                0,
                format!(
                    "{} nodes where indices can name {} (give the file the extension of its kind)",
                    nodes.len(),
                    form.max_nodes()
                ),
            ));
        }
        if !is_root(found.node(0)) {
            return Err(found.fault(
                0,
                "not a word graph: invalid first node (give the file the extension of its kind)"
                    .to_owned(),
            ));
        }
        Ok(found)
    }

    fn fault(&self, index: u32, message: String) -> InteropError {
        InteropError::at(self.offset(index), message)
    }

    /// The index of an automaton's first node: the child of node `root`, which is 0 or 1. Returns 0 without the
    /// automaton.
    pub(super) fn first(&self, root: u32) -> u32 {
        match self.nodes.get(root as usize) {
            Some(node) if is_root(self.form.decode(*node)) => self.form.decode(*node).child,
            _ => 0,
        }
    }
}

impl Graph for KwgNodes<'_> {
    fn len(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)
    }

    fn node(&self, index: u32) -> GraphNode {
        self.form.decode(self.nodes[index as usize])
    }

    fn offset(&self, index: u32) -> u64 {
        self.start + NODE_BYTES as u64 * u64::from(index)
    }

    fn problem(&self, node: GraphNode, next: Option<GraphNode>) -> Option<String> {
        let tile = usize::from(node.tile);
        let letters = match self.tiles {
            Tiles::Letters(_) if tile == 0 => {
                return Some("a separator in a word (get the file again)".to_owned());
            }
            Tiles::Letters(letters)
            | Tiles::LettersAndSeparator(letters)
            | Tiles::LettersAndBlank(letters) => letters,
        };
        if tile > letters {
            return Some(format!(
                "tile {tile} where the alphabet has {letters} (name the alphabet of the file by --alphabet)"
            ));
        }
        next.filter(|next| next.tile <= node.tile).map(|next| {
            format!(
                "sibling tile {} after tile {tile}: they must ascend (get the file again)",
                next.tile
            )
        })
    }
}

/// The words of a word graph.
///
/// Lists the words of the DAWG or, in a file without a DAWG, the words of the GADDAG. Checks all nodes of both
/// automata, but does not compare the words of the two.
///
/// # Errors
/// A file that breaks a rule, with the offset of the node; a word of more than 63 tiles; no words, or more than
/// [`Limits::DEFAULT`] permits.
pub fn read(bytes: &[u8], form: Form, alphabet: Alphabet<'_>) -> Result<WordList, InteropError> {
    read_within(bytes, form, alphabet, &Limits::DEFAULT)
}

/// The words of a word graph, as [`read`] lists them, within these limits.
///
/// # Errors
/// The errors of [`read`].
pub fn read_within(
    bytes: &[u8],
    form: Form,
    alphabet: Alphabet<'_>,
    limits: &Limits,
) -> Result<WordList, InteropError> {
    let letters = alphabet.len();
    let dawg = KwgNodes::new(bytes, form, 0, Tiles::Letters(letters))?;
    let gaddag = KwgNodes {
        tiles: Tiles::LettersAndSeparator(letters),
        ..dawg
    };
    let mut checked = CheckedNodes::none(dawg.len());
    let [dawg_first, gaddag_first] = [0, 1].map(|root| dawg.first(root));
    for (nodes, root, first) in [(dawg, 0, dawg_first), (gaddag, 1, gaddag_first)] {
        if first != 0 {
            checked.check(&nodes, first, root)?;
        }
    }
    let mut words = Words::within(limits);
    let mut push = |word: &[u8], offset| match word.contains(&SEPARATOR_CODE) {
        true => Err(InteropError::at(
            offset,
            "a second separator in a string (get the file again)",
        )),
        false => words.push(word, offset),
    };
    if dawg_first != 0 {
        for_each_word(&dawg, dawg_first, &[], &mut push)?;
    } else if gaddag_first != 0 {
        for_each_gaddag_word(&gaddag, gaddag_first, &mut push)?;
    }
    match words.count {
        0 => Err(InteropError::whole("a word graph without words")),
        _ => Ok(words.finish()),
    }
}

/// Visits the words of the GADDAG's strings `x` and `x ◇ y` where x is one tile.
fn for_each_gaddag_word(
    nodes: &KwgNodes<'_>,
    first: u32,
    visit: &mut impl FnMut(&[u8], u64) -> Result<(), InteropError>,
) -> Result<(), InteropError> {
    for index in first..nodes.len() {
        let node = nodes.node(index);
        if node.ends_word {
            visit(&[node.tile], nodes.offset(index))?;
        }
        let separator = (node.child != 0).then(|| nodes.node(node.child));
        let after = separator.filter(|node| node.tile == SEPARATOR_CODE && node.child != 0);
        if let Some(after) = after {
            for_each_word(nodes, after.child, &[node.tile], &mut *visit)?;
        }
        if node.is_last {
            break;
        }
    }
    Ok(())
}

/// Writes the word graph of the words: the DAWG and the GADDAG, both minimal.
///
/// ```
/// use lexc_compiler::interop::kwg::{self, Form};
/// use lexc_compiler::word_list::WordList;
/// use lexc_formats::Alphabet;
///
/// let section = lexc_compiler::alphabet::load("english")?.encode()?;
/// let alphabet = Alphabet::from_bytes(&section)?;
/// let words = WordList::from_words(alphabet, ["CARE", "CARES"])?;
/// let bytes = kwg::write(&words, alphabet, Form::Kwg)?;
/// assert_eq!(kwg::read(&bytes, Form::Kwg, alphabet)?, words);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a word has a tile that the alphabet does not have, or there are more nodes than indices can name.
pub fn write(
    words: &WordList,
    alphabet: Alphabet<'_>,
    form: Form,
) -> Result<Vec<u8>, InteropError> {
    write_showing(words, alphabet, form, &mut |_| {})
}

/// Writes a word graph as [`write()`] does, and visits the steps of its progress.
#[doc(hidden)]
pub fn write_showing(
    words: &WordList,
    alphabet: Alphabet<'_>,
    form: Form,
    visit: StepVisitor<'_>,
) -> Result<Vec<u8>, InteropError> {
    let compiled = match mask_units(alphabet.len()) {
        1 => siblings::<1>(words, alphabet.len(), true, visit),
        2 => siblings::<2>(words, alphabet.len(), true, visit),
        _ => siblings::<3>(words, alphabet.len(), true, visit),
    };
    encode(compiled?, form, 0)
}

/// Writes the nodes of the DAWG of leaves. Each tile has a code in `leaves` that is 1 more than its number in the file.
pub(super) fn write_dawg_of_leaves(
    leaves: &WordList,
    tile_count: usize,
) -> Result<Vec<u8>, InteropError> {
    let visit = &mut |_| {};
    let compiled = match mask_units(tile_count) {
        1 => siblings::<1>(leaves, tile_count, false, visit),
        2 => siblings::<2>(leaves, tile_count, false, visit),
        _ => siblings::<3>(leaves, tile_count, false, visit),
    };
    encode(compiled?, Form::Kwg, 1)
}

/// The siblings of the DAWG and, with `has_gaddag`, of the GADDAG, from the nodes that an image of the words would have.
fn siblings<const W: usize>(
    words: &WordList,
    tile_count: usize,
    has_gaddag: bool,
    visit: StepVisitor<'_>,
) -> Result<Siblings, InteropError> {
    let fail = |error: CompileError| InteropError::whole(error.to_string());
    let mut builder = DawgBuilder::<W>::new(tile_count);
    let mut counter = Counter::start("DAWG", words.len() as u64, "words", visit);
    for word in words {
        builder.insert(word).map_err(fail)?;
        counter.advance();
    }
    let finished = builder
        .finish_children()
        .and_then(|()| builder.write_root());
    let dawg = finished.map_err(|error| fail(error.into()))?;
    let (mut registry, prefixes) = builder.finish();
    let gaddag = match has_gaddag && !words.is_empty() {
        true => Some(add_left_half(&mut registry, prefixes, visit)),
        false => None,
    };
    let gaddag = gaddag.transpose().map_err(|error| fail(error.into()))?;
    Ok(Siblings::of(
        registry.writer().nodes(),
        [Some(dawg), gaddag],
    ))
}

/// The error for a file of `found` nodes, if indices cannot name them all.
fn too_many(found: usize, form: Form) -> Option<InteropError> {
    let remedy = match form {
        Form::Kwg if found <= Form::Kbwg.max_nodes() => "write a .kbwg",
        _ => "split the lexicon",
    };
    let message = format!(
        "{found} nodes where indices can name {} ({remedy})",
        form.max_nodes()
    );
    (found > form.max_nodes()).then(|| InteropError::whole(message))
}

/// Encodes the siblings. `less` is subtracted from every tile.
fn encode(siblings: Siblings, form: Form, less: u8) -> Result<Vec<u8>, InteropError> {
    if let Some(error) = too_many(siblings.node_count(), form) {
        return Err(error);
    }
    let nodes = siblings.nodes().map(|node| GraphNode {
        tile: node.tile.saturating_sub(less),
        ..node
    });
    Ok(nodes.flat_map(|node| form.encode(node)).collect())
}

#[cfg(test)]
mod tests;
