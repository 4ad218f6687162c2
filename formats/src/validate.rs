//! Validates bytes as an [`Image`], or refuses them. The checks have a fixed order: each relies on the earlier ones.
//! The submodules check container, nodes, roots and word index. The contents of every other section are checked by
//! the type that reads it, such as [`Alphabet`].

mod compact;
mod container;
mod fast;

use core::mem::offset_of;

pub(crate) use self::container::KnownRows;
use self::container::{Container, prefix};
use crate::alphabet::Alphabet;
use crate::anagram_filter::AnagramFilter;
use crate::definitions::Definitions;
use crate::error::ImageError;
use crate::image::Image;
use crate::labels::Labels;
use crate::leave_estimate::LeaveEstimate;
use crate::leave_values::LeaveValues;
use crate::marks::Marks;
use crate::metadata::Metadata;
use crate::raw::int::U32Le;
use crate::raw::node::{
    CompactLengthError, CompactNodes, HEAD_BIT, NodeRef, NodeStore, SetCode, SetCodes,
};
use crate::raw::section::{AutomatonEntry, SectionName};
use crate::with_nodes;
use crate::word_map::WordMap;

/// How much of an image is checked when it is opened. Every choice is memory-safe for any bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Checks {
    /// All of it: header, checksums, and the structure of every section that this version defines. Takes time linear in the
    /// image's length.
    ///
    /// An accepted image is undamaged, unless a checksum of damaged bytes is right by chance, and its automata are
    /// well-formed: every edge has an earlier node as its target, so every walk ends. `lexc check` also checks the
    /// words.
    ///
    /// On hosts with 64-bit addresses and in WebAssembly, compact nodes take 76 KB of stack. Other hosts check them with little
    /// stack, in eight times the instructions.
    #[default]
    All,
    /// The checks of [`Bounds`](Self::Bounds), padding and checksums: that no byte has changed since the image was made. Takes
    /// time linear in the image's length: for fast nodes, at most an eighth of the instructions of [`All`](Self::All).
    ///
    /// Refuses accidental damage. In header and section table, always finds up to three wrong bits, and misses other
    /// damage in one of 2^32 cases; in a section, misses damage in one of 2^64 cases. An image that was forged, checksums
    /// included, may give wrong words and walks without end, nothing worse.
    Checksums,
    /// The header, its checksum, the section table, the presence and lengths of sections, and the fields of the roots: for an
    /// image that was checked before. Takes constant time.
    ///
    /// An image damaged after its check may give wrong words and walks without end, nothing worse.
    Bounds,
}

impl<'a> Image<'a> {
    /// Opens an image and checks all of it: [`open`](Self::open) with [`Checks::All`]. Takes time linear in the image's length,
    /// and no heap.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Image<'a>, ImageError> {
        Image::open(bytes, Checks::All)
    }

    /// Opens an image and makes these checks.
    ///
    /// # Errors
    /// The first error in this order: magic, version, length, checksum of the header, section table; padding and the checksum of
    /// each section, if they are checked; presence and lengths of sections, fields of the roots, fast nodes without the feature
    /// `fast-nodes`; and the contents of each section, if all is checked.
    #[inline(always)]
    pub fn open(bytes: &'a [u8], checks: Checks) -> Result<Image<'a>, ImageError> {
        // A program whose checks are constants has no code for other checks.
        match checks {
            // Checks checksums before contents, so that damage is not reported as a writer's mistake.
            Checks::All => open(bytes, true).and_then(|image| {
                check_contents(&image)?;
                Ok(image)
            }),
            Checks::Checksums => open(bytes, true),
            Checks::Bounds => open(bytes, false),
        }
    }

    /// The rows of the sections of an image, for [`again`](Self::again).
    pub(crate) fn rows(bytes: &[u8]) -> Result<KnownRows, ImageError> {
        Ok(Container::new(bytes)?.rows())
    }

    /// The image in bytes that [`open`](Self::open) has opened, with their [`rows`](Self::rows). Takes constant
    /// time. The image without words if the bytes are others by now.
    pub(crate) fn again(bytes: &'a [u8], rows: KnownRows) -> Image<'a> {
        let opened = Container::again(bytes, rows).and_then(image);
        opened.unwrap_or(Image::WITHOUT_WORDS)
    }

    /// The length in bytes of the image at the start of `bytes`, by its header: for an image in flash or from a stream, with
    /// other bytes behind it. Needs the first 32 bytes.
    ///
    /// # Errors
    /// [`ImageError::TooShort`], [`ImageError::Magic`] and [`ImageError::Version`].
    pub fn total_bytes(bytes: &[u8]) -> Result<u64, ImageError> {
        Ok(container::header(bytes)?.total_bytes.get())
    }
}

/// The image in a container. Checks presence and lengths of sections and the fields of the roots. Takes constant time.
fn image(container: Container<'_>) -> Result<Image<'_>, ImageError> {
    let alphabet = container.required(SectionName::ALPHABET)?;
    let alphabet = Alphabet::from_bytes_unvalidated(alphabet).map_err(ImageError::Alphabet)?;
    let marks = container.optional(SectionName::MARKS, marks)?;
    let alphabet = alphabet.with_marks(marks.unwrap_or(Marks::NONE));
    let metadata = Metadata::from_bytes_unvalidated(container.required(SectionName::METADATA)?)?;
    let nodes = match container.section(SectionName::COMPACT) {
        Some((_, section)) => NodeStore::Compact(compact(container, section, alphabet.len())?),
        None => fast(container, alphabet.len())?,
    };
    let dawg = root(container, SectionName::DAWG)?;
    let gaddag = root(container, SectionName::GADDAG)?;
    if dawg.is_none() && gaddag.is_none() {
        return Err(ImageError::NoAutomaton);
    }
    let words = metadata.word_count();
    let word_index = container.optional(SectionName::WORD_INDEX, |section| {
        units(section, SectionName::WORD_INDEX)
    })?;
    let leave_values = container.optional(SectionName::LEAVES, |section| {
        LeaveValues::from_bytes_unvalidated(section, words)
    })?;
    let leave_estimate = container.optional(SectionName::ESTIMATE, |section| {
        LeaveEstimate::from_bytes_unvalidated(section, alphabet.len())
    })?;
    let anagram_filter = container.optional(
        SectionName::ANAGRAM_FILTER,
        AnagramFilter::from_bytes_unvalidated,
    )?;
    // A small program skips the map, because its searches have no code for it.
    let word_map = match cfg!(feature = "speed") {
        true => container.optional(SectionName::WORD_MAP, WordMap::from_bytes_unvalidated)?,
        false => None,
    };
    let labels = container.optional(SectionName::LABELS, |section| {
        Labels::from_bytes_unvalidated(section).map(|_| section)
    })?;
    let definitions = container.optional(SectionName::DEFINITIONS, |section| {
        Definitions::from_bytes_unvalidated(section, words)
    })?;
    Ok(Image {
        header: container.header,
        table: container.table,
        alphabet,
        metadata,
        nodes,
        dawg,
        gaddag,
        word_index,
        anagram_filter,
        word_map,
        labels,
        definitions,
        leave_values,
        leave_estimate,
    })
}

fn open(bytes: &[u8], with_checksums: bool) -> Result<Image<'_>, ImageError> {
    let container = Container::new(bytes)?;
    if with_checksums {
        container.check_padding()?;
        container.check_checksums()?;
    }
    image(container)
}

/// Checks the contents of every section.
fn check_contents(image: &Image<'_>) -> Result<(), ImageError> {
    check_fields(image)?;
    with_nodes!(
        *image.node_store(),
        fast | nodes | fast::check(image, nodes),
        compact | nodes | compact::check(image, nodes)
    )
}

/// Checks the contents of alphabet, metadata, set codes, anagram filter, word map, labels, definitions, leave values and their
/// estimate.
fn check_fields(image: &Image<'_>) -> Result<(), ImageError> {
    image.alphabet.validate().map_err(ImageError::Alphabet)?;
    image.metadata.validate()?;
    let tile_count = image.alphabet.len();
    let invalid_row = with_nodes!(
        *image.node_store(),
        fast | nodes | nodes.set_codes().invalid_row(tile_count),
        compact | _nodes | None
    );
    // Wide nodes have no table of set codes.
    let is_wide = image.mask_units() > 1;
    let invalid_row = match image.section_offset(SectionName::SETS) {
        1.. if is_wide => Some(0),
        _ => invalid_row,
    };
    if let Some(row) = invalid_row {
        let row_offset = (row * size_of::<SetCode>()) as u64;
        return Err(ImageError::SetCode {
            offset: image.section_offset(SectionName::SETS) + row_offset,
        });
    }
    let marks = image.alphabet.marks();
    if !marks.is_empty() {
        let section = SectionName::MARKS;
        let offset = image.section_offset(section);
        marks.validate().map_err(|error| ImageError::Contents {
            section,
            offset: offset + error.place as u64,
            what: error.what,
        })?;
        if image.alphabet.has_text_with_marks() {
            let what = "a mark is in the text of a tile or a reading";
            return Err(ImageError::Contents {
                section,
                offset,
                what,
            });
        }
    }
    if let Some(filter) = image.anagram_filter {
        filter.validate(image.section_offset(SectionName::ANAGRAM_FILTER))?;
    }
    if let Some(map) = image.word_map {
        map.validate(image.section_offset(SectionName::WORD_MAP))?;
    }
    if let Some(labels) = image.labels() {
        labels.validate(image.section_offset(SectionName::LABELS))?;
    }
    if let Some(definitions) = image.definitions {
        definitions.validate(
            image.metadata.word_count(),
            image.section_offset(SectionName::DEFINITIONS),
        )?;
    }
    let has_leave_values = image.leave_values.is_some();
    if image.alphabet.blank_tile().is_some() != has_leave_values {
        return Err(ImageError::BlankTile { has_leave_values });
    }
    if let Some(values) = image.leave_values {
        values.validate(
            image.metadata.word_count(),
            image.section_offset(SectionName::LEAVES),
        )?;
    }
    match image.leave_estimate {
        Some(estimate) => estimate.validate(image.section_offset(SectionName::ESTIMATE)),
        None => Ok(()),
    }
}

/// The marks, in ranges of two 32-bit numbers.
fn marks(section: &[u8]) -> Result<Marks<'_>, ImageError> {
    let needed = section.len().max(1).next_multiple_of(8);
    Marks::from_bytes_unvalidated(section).ok_or(ImageError::SectionLength {
        section: SectionName::MARKS,
        needed: needed as u64,
        found: section.len() as u64,
    })
}

/// Fast nodes, and their set codes if the image has any.
fn fast(container: Container<'_>, tile_count: usize) -> Result<NodeStore<'_>, ImageError> {
    check_store(cfg!(feature = "fast-nodes"))?;
    let units = units(container.required(SectionName::NODES)?, SectionName::NODES)?;
    let set_codes = match container.section(SectionName::SETS) {
        Some((_, section)) => SetCodes::from_bytes(section).ok_or(ImageError::SectionLength {
            section: SectionName::SETS,
            needed: size_of::<SetCodes>() as u64,
            found: section.len() as u64,
        })?,
        None => SetCodes::none(tile_count),
    };
    Ok(NodeStore::fast(units, set_codes, tile_count))
}

/// Refuses fast nodes if this reader has no code for them.
fn check_store(has_fast_nodes: bool) -> Result<(), ImageError> {
    if has_fast_nodes {
        Ok(())
    } else {
        Err(ImageError::NotCompact)
    }
}

/// Compact nodes. Refuses an image that also has a section of fast nodes or set codes.
fn compact<'a>(
    container: Container<'a>,
    section: &'a [u8],
    tile_count: usize,
) -> Result<CompactNodes<'a>, ImageError> {
    let others = [SectionName::NODES, SectionName::SETS];
    let mut entries = container.table.iter();
    if let Some(entry) = entries.find(|entry| others.contains(&entry.name)) {
        return Err(ImageError::BesideCompact {
            section: entry.name,
        });
    }
    let nodes = CompactNodes::from_bytes_unvalidated(section, tile_count);
    nodes.map_err(|error| match error {
        CompactLengthError::Section { needed } => ImageError::SectionLength {
            section: SectionName::COMPACT,
            needed,
            found: section.len() as u64,
        },
        CompactLengthError::End { start, end } => ImageError::NodesEnd { start, end },
        CompactLengthError::TooLong { end } => ImageError::NodesTooLong {
            section: SectionName::COMPACT,
            found: end.into(),
        },
    })
}

/// A section of 32-bit units.
fn units(contents: &[u8], section: SectionName) -> Result<&[U32Le], ImageError> {
    bytemuck::try_cast_slice(contents).map_err(|_| ImageError::SectionLength {
        section,
        needed: contents.len().next_multiple_of(size_of::<U32Le>()) as u64,
        found: contents.len() as u64,
    })
}

/// The root of an automaton, if the image has it.
fn root(container: Container<'_>, name: SectionName) -> Result<Option<NodeRef>, ImageError> {
    let Some((section, contents)) = container.section(name) else {
        return Ok(None);
    };
    let (needed, found) = (size_of::<AutomatonEntry>() as u64, section.len.get());
    if needed != found {
        return Err(ImageError::SectionLength {
            section: name,
            needed,
            found,
        });
    }
    let entry: &AutomatonEntry = prefix(contents, "root")?;
    if entry.reserved.get() != 0 {
        return Err(ImageError::Reserved {
            section: Some(name),
            offset: section.offset.get() + offset_of!(AutomatonEntry, reserved) as u64,
        });
    }
    let root = entry.root.get();
    if root & HEAD_BIT != 0 {
        return Err(ImageError::Root {
            section: name,
            found: root,
        });
    }
    Ok(Some(NodeRef::from_unit(root)))
}

#[cfg(test)]
mod tests;
