//! The only way from bytes to an [`Image`]: every check, in order. Each relies on those before it.

mod compact;
mod fast;

use core::mem::offset_of;

use bytemuck::{Pod, from_bytes};

use crate::alphabet::Alphabet;
use crate::anagram_filter::AnagramFilter;
use crate::error::ImageError;
use crate::image::Image;
use crate::metadata::Metadata;
use crate::raw::checksum::{header_checksum, section_checksum};
use crate::raw::header::{Header, MAGIC, VERSION, Version};
use crate::raw::int::U32Le;
use crate::raw::node::{CompactNodes, HEAD, MAX_NODE_UNITS, NodeRef, NodeStore, SetCodes};
use crate::raw::section::{
    AutomatonEntry, MAX_SECTIONS, REQUIRED, SECTION_ALIGNMENT, SectionEntry, SectionName,
};

/// Length, magic, version: enough to know how long the image is.
pub(crate) fn header(bytes: &[u8]) -> Result<&Header, ImageError> {
    let magic_bytes = bytes
        .get(..MAGIC.len().min(bytes.len()))
        .unwrap_or_default();
    if !MAGIC.starts_with(magic_bytes) {
        let mut found = [0; 8];
        found
            .iter_mut()
            .zip(magic_bytes)
            .for_each(|(found, byte)| *found = *byte);
        return Err(ImageError::Magic { found });
    }
    let header = prefix::<Header>(bytes, "header")?;
    // Before any checksum, so that an image from the future is told from a damaged one.
    let found = Version {
        major: header.major.get(),
        minor: header.minor.get(),
    };
    if found.major != VERSION.major {
        return Err(ImageError::Version { found });
    }
    Ok(header)
}

/// Everything: the checksums before the contents, so that damage is told from a writer's mistake. Takes time in proportion
/// to the image.
pub(crate) fn checked(bytes: &[u8]) -> Result<Image<'_>, ImageError> {
    let (header, table) = header_and_table(bytes)?;
    check_padding(bytes, table)?;
    check_sections(bytes, table)?;
    let image = image(bytes, header, table)?;
    image.alphabet.validate().map_err(ImageError::Alphabet)?;
    image.metadata.validate()?;
    let offset = |name| {
        let section = table.iter().find(|entry| entry.name == name);
        section.map_or(0, |entry| entry.offset.get())
    };
    let (_, codes) = image.words_and_codes();
    codes.validate(image.alphabet.len(), offset(SectionName::SETS))?;
    if let Some(anagram_filter) = image.anagram_filter {
        anagram_filter.validate(offset(SectionName::ANAGRAM_FILTER))?;
    }
    match image.node_store() {
        NodeStore::One(_) => fast::check::<1>(&image),
        NodeStore::Two(_) => fast::check::<2>(&image),
        NodeStore::Three(_) => fast::check::<3>(&image),
        NodeStore::Compact(nodes) => compact::check(&image, nodes, offset(SectionName::COMPACT)),
    }?;
    Ok(image)
}

/// Header and section table, and the lengths of the sections: all that constant time allows.
pub(crate) fn unvalidated(bytes: &[u8]) -> Result<Image<'_>, ImageError> {
    let (header, table) = header_and_table(bytes)?;
    image(bytes, header, table)
}

fn header_and_table(bytes: &[u8]) -> Result<(&Header, &[SectionEntry]), ImageError> {
    let header = header(bytes)?;
    let found = bytes.len() as u64;
    if header.total_bytes.get() != found {
        return Err(ImageError::Length {
            recorded: header.total_bytes.get(),
            found,
            section: cut_section(bytes, header),
        });
    }
    let table = table(bytes, header)?;
    let recorded = header.checksum.get();
    let computed = header_checksum(header, table);
    if recorded != computed {
        return Err(ImageError::HeaderChecksum { recorded, computed });
    }
    if header.reserved.get() != 0 {
        return Err(ImageError::Reserved {
            section: None,
            offset: offset_of!(Header, reserved) as u64,
        });
    }
    check_table(table, found)?;
    Ok((header, table))
}

/// Of bytes that are fewer than the header says, the first section that is not whole; of more, the last one. None if
/// there is no such section, or the table can't be believed.
fn cut_section(bytes: &[u8], header: &Header) -> Option<SectionName> {
    let table = table(bytes, header).ok()?;
    if header.checksum.get() != header_checksum(header, table) {
        return None;
    }
    let found = bytes.len() as u64;
    let is_whole = |entry: &&SectionEntry| {
        let end = entry.offset.get().checked_add(entry.len.get());
        end.is_some_and(|end| end <= found)
    };
    let entry = if found < header.total_bytes.get() {
        table.iter().find(|entry| !is_whole(entry))
    } else {
        table.last().filter(is_whole)
    };
    entry.map(|entry| entry.name)
}

/// The sections as what they are. Their lengths are checked, and which of them there are.
fn image<'a>(
    bytes: &'a [u8],
    header: &'a Header,
    table: &'a [SectionEntry],
) -> Result<Image<'a>, ImageError> {
    let section = |name| section(bytes, table, name);
    let required = |name| section(name).ok_or(ImageError::MissingSection { section: name });
    let alphabet = Alphabet::from_bytes_unvalidated(required(SectionName::ALPHABET)?)
        .map_err(ImageError::Alphabet)?;
    let metadata = Metadata::from_bytes_unvalidated(required(SectionName::METADATA)?)?;
    let nodes = match section(SectionName::COMPACT) {
        Some(bytes) => NodeStore::Compact(compact_nodes(bytes, table, alphabet.len())?),
        None => {
            check_store(cfg!(feature = "fast-nodes"))?;
            let words = words(required(SectionName::NODES)?, SectionName::NODES)?;
            let codes = codes(bytes, table, alphabet.len())?;
            NodeStore::with_codes(words, codes, alphabet.len())
        }
    };
    let root = |name| {
        let entry = table.iter().find(|entry| entry.name == name);
        entry.map(|entry| root(bytes, entry)).transpose()
    };
    let dawg = root(SectionName::DAWG)?;
    let gaddag = root(SectionName::GADDAG)?;
    if dawg.is_none() && gaddag.is_none() {
        return Err(ImageError::NoAutomaton);
    }
    let word_index = section(SectionName::WORD_INDEX)
        .map(|bytes| words(bytes, SectionName::WORD_INDEX))
        .transpose()?;
    if word_index.is_some() && dawg.is_none() {
        return Err(ImageError::MissingSection {
            section: SectionName::DAWG,
        });
    }
    let anagram_filter = section(SectionName::ANAGRAM_FILTER)
        .map(AnagramFilter::from_bytes_unvalidated)
        .transpose()?;
    Ok(Image {
        header,
        table,
        alphabet,
        metadata,
        nodes,
        dawg,
        gaddag,
        word_index,
        anagram_filter,
    })
}

/// The codes of letter sets, if the image has any.
fn codes<'a>(
    bytes: &'a [u8],
    table: &[SectionEntry],
    tile_count: usize,
) -> Result<&'a SetCodes, ImageError> {
    match section(bytes, table, SectionName::SETS) {
        Some(bytes) => SetCodes::from_bytes_unvalidated(bytes),
        None => Ok(SetCodes::none(tile_count)),
    }
}

/// Compact nodes, beside which there can be no others, nor a GADDAG or numbers.
fn compact_nodes<'a>(
    bytes: &'a [u8],
    table: &[SectionEntry],
    tile_count: usize,
) -> Result<CompactNodes<'a>, ImageError> {
    let others = [
        SectionName::NODES,
        SectionName::SETS,
        SectionName::GADDAG,
        SectionName::WORD_INDEX,
    ];
    match table.iter().find(|entry| others.contains(&entry.name)) {
        Some(entry) => Err(ImageError::BesideCompact {
            section: entry.name,
        }),
        None => CompactNodes::from_bytes_unvalidated(bytes, tile_count),
    }
}

/// Refuses fast nodes if this reader has no code for them.
fn check_store(has_fast_nodes: bool) -> Result<(), ImageError> {
    if has_fast_nodes {
        Ok(())
    } else {
        Err(ImageError::NotCompact)
    }
}

fn prefix<'a, T: Pod>(bytes: &'a [u8], what: &'static str) -> Result<&'a T, ImageError> {
    match bytes.get(..size_of::<T>()) {
        Some(prefix) => Ok(from_bytes(prefix)),
        None => Err(ImageError::TooShort {
            what,
            needed: size_of::<T>() as u64,
            found: bytes.len() as u64,
        }),
    }
}

fn table<'a>(bytes: &'a [u8], header: &Header) -> Result<&'a [SectionEntry], ImageError> {
    let count = header.section_count.get();
    if count > MAX_SECTIONS {
        return Err(ImageError::SectionCount { found: count });
    }
    let end = size_of::<Header>() + count as usize * size_of::<SectionEntry>();
    let table = bytes
        .get(size_of::<Header>()..end)
        .ok_or(ImageError::TooShort {
            what: "section table",
            needed: end as u64,
            found: bytes.len() as u64,
        })?;
    // Whole entries. Without a panic in the program, should the compiler not see it.
    Ok(bytemuck::try_cast_slice(table).unwrap_or_default())
}

/// Sections are known or optional, distinct, and lie one after the other up to the image's end. Works on numbers alone,
/// so that no length can be too much for a 32-bit host.
fn check_table(table: &[SectionEntry], total_bytes: u64) -> Result<(), ImageError> {
    let mut end = (size_of::<Header>() + size_of_val(table)) as u64;
    for (index, entry) in table.iter().enumerate() {
        let section = entry.name;
        let flags = entry.flags.get();
        match section.known_flags() {
            None if flags & REQUIRED != 0 => return Err(ImageError::UnknownSection { section }),
            known if flags != known.unwrap_or(0) => {
                return Err(ImageError::SectionFlags {
                    section,
                    found: flags,
                });
            }
            _ => {}
        }
        if table
            .iter()
            .take(index)
            .any(|earlier| earlier.name == section)
        {
            return Err(ImageError::RepeatedSection { section });
        }
        let (offset, len) = (entry.offset.get(), entry.len.get());
        let place = ImageError::SectionPlace {
            section,
            offset,
            len,
        };
        if end.checked_next_multiple_of(SECTION_ALIGNMENT) != Some(offset) {
            return Err(place);
        }
        end = offset
            .checked_add(len)
            .filter(|&end| end <= total_bytes)
            .ok_or(place)?;
        if section == SectionName::NODES && len / 4 > u64::from(MAX_NODE_UNITS) {
            return Err(ImageError::NodesTooLong {
                section,
                found: len,
            });
        }
    }
    if end != total_bytes {
        return Err(ImageError::Trailing {
            section: table.last().map(|entry| entry.name),
            offset: end,
        });
    }
    Ok(())
}

fn section_bytes<'a>(bytes: &'a [u8], entry: &SectionEntry) -> &'a [u8] {
    // The table was checked: both ends are within the image, which is in memory, so that they fit a usize.
    let place = usize::try_from(entry.offset.get())
        .ok()
        .zip(usize::try_from(entry.len.get()).ok());
    place
        .and_then(|(offset, len)| bytes.get(offset..offset.checked_add(len)?))
        .unwrap_or_default()
}

fn section<'a>(bytes: &'a [u8], table: &[SectionEntry], name: SectionName) -> Option<&'a [u8]> {
    table
        .iter()
        .find(|entry| entry.name == name)
        .map(|entry| section_bytes(bytes, entry))
}

fn words(bytes: &[u8], section: SectionName) -> Result<&[U32Le], ImageError> {
    let needed = bytes.len().next_multiple_of(size_of::<U32Le>());
    if needed != bytes.len() {
        return Err(ImageError::SectionLength {
            section,
            needed: needed as u64,
            found: bytes.len() as u64,
        });
    }
    Ok(bytemuck::try_cast_slice(bytes).unwrap_or_default())
}

fn root(bytes: &[u8], section: &SectionEntry) -> Result<NodeRef, ImageError> {
    let (needed, found) = (size_of::<AutomatonEntry>() as u64, section.len.get());
    if needed != found {
        return Err(ImageError::SectionLength {
            section: section.name,
            needed,
            found,
        });
    }
    let entry: &AutomatonEntry = prefix(section_bytes(bytes, section), "root")?;
    if entry.reserved.get() != 0 {
        return Err(ImageError::Reserved {
            section: Some(section.name),
            offset: section.offset.get() + offset_of!(AutomatonEntry, reserved) as u64,
        });
    }
    let root = entry.root.get();
    if root & HEAD != 0 {
        return Err(ImageError::Root {
            section: section.name,
            found: root,
        });
    }
    Ok(NodeRef::from_unit(root))
}

fn check_padding(bytes: &[u8], table: &[SectionEntry]) -> Result<(), ImageError> {
    let mut end = size_of::<Header>() + size_of_val(table);
    for entry in table {
        let start = usize::try_from(entry.offset.get()).unwrap_or(usize::MAX);
        let padding = bytes.get(end..start).unwrap_or_default();
        if let Some(index) = padding.iter().position(|&byte| byte != 0) {
            return Err(ImageError::Padding {
                section: entry.name,
                offset: (end + index) as u64,
            });
        }
        end = start.saturating_add(section_bytes(bytes, entry).len());
    }
    Ok(())
}

fn check_sections(bytes: &[u8], table: &[SectionEntry]) -> Result<(), ImageError> {
    for entry in table {
        let recorded = entry.checksum.get();
        let computed = section_checksum(section_bytes(bytes, entry));
        if recorded != computed {
            return Err(ImageError::SectionChecksum {
                section: entry.name,
                offset: entry.offset.get(),
                recorded,
                computed,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
