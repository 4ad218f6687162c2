//! The only way from bytes to an [`Image`]: every check, in order. Each relies on those before it.

use bytemuck::{Pod, from_bytes};

use crate::alphabet::Alphabet;
use crate::checksum::{header_checksum, section_checksum};
use crate::error::{ImageError, RecordError};
use crate::header::{Header, MAGIC, VERSION, Version};
use crate::image::Image;
use crate::int::U32Le;
use crate::metadata::Metadata;
use crate::numbers::Numbers;
use crate::record::{
    EdgeRef, HAS_SET, HEAD, HEAD_MASK, Packing, Record, Records, SEPARATOR, WORD_BITS,
};
use crate::section::{AutomatonEntry, MAX_SECTIONS, SECTION_ALIGNMENT, SectionEntry, SectionName};
use crate::tile_set::TileSet;

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

/// Header and section table, and the lengths of the small sections: all that constant time allows.
pub(crate) fn open(bytes: &[u8]) -> Result<Image<'_>, ImageError> {
    let header = header(bytes)?;
    let found = bytes.len() as u64;
    if header.total_bytes.get() != found {
        return Err(ImageError::Length {
            recorded: header.total_bytes.get(),
            found,
        });
    }
    let table = table(bytes, header)?;
    let recorded = header.checksum.get();
    let computed = header_checksum(header, table);
    if recorded != computed {
        return Err(ImageError::HeaderChecksum { recorded, computed });
    }
    if header.reserved.get() != 0 {
        return Err(ImageError::Reserved { offset: 28 });
    }
    check_table(table, found)?;

    let section = |name| section(bytes, table, name);
    let required = |name| section(name).ok_or(ImageError::MissingSection { section: name });
    let alphabet = Alphabet::from_bytes_trusted(required(SectionName::ALPHABET)?)
        .map_err(ImageError::Alphabet)?;
    let metadata = Metadata::from_bytes_trusted(required(SectionName::METADATA)?)?;
    let records = words(required(SectionName::RECORDS)?, SectionName::RECORDS)?;
    let root = |name| section(name).map(|bytes| root(bytes, name)).transpose();
    let dawg = root(SectionName::DAWG)?;
    let gaddag = root(SectionName::GADDAG)?;
    if dawg.is_none() && gaddag.is_none() {
        return Err(ImageError::NoAutomaton);
    }
    let numbers = section(SectionName::NUMBERS)
        .map(|bytes| words(bytes, SectionName::NUMBERS))
        .transpose()?;
    if numbers.is_some() && dawg.is_none() {
        return Err(ImageError::MissingSection {
            section: SectionName::DAWG,
        });
    }
    Ok(Image {
        header,
        table,
        alphabet,
        metadata,
        records,
        dawg,
        gaddag,
        numbers,
    })
}

/// Everything else: checksums, padding, and each section's contents, in time proportional to the image.
pub(crate) fn contents(bytes: &[u8], image: &Image<'_>) -> Result<(), ImageError> {
    check_padding(bytes, image.table)?;
    for entry in image.table {
        let recorded = entry.checksum.get();
        let computed = section_checksum(section_bytes(bytes, entry));
        if recorded != computed {
            let (section, offset) = (entry.name, entry.offset.get());
            return Err(ImageError::SectionChecksum {
                section,
                offset,
                recorded,
                computed,
            });
        }
    }
    let alphabet = section(bytes, image.table, SectionName::ALPHABET).unwrap_or_default();
    Alphabet::from_bytes(alphabet).map_err(ImageError::Alphabet)?;
    image.metadata.validate()?;
    match image.mask_words() {
        1 => automata::<1>(image),
        2 => automata::<2>(image),
        _ => automata::<3>(image),
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
    Ok(bytemuck::cast_slice(table))
}

/// Sections are known or optional, distinct, and lie one after the other up to the image's end.
fn check_table(table: &[SectionEntry], total_bytes: u64) -> Result<(), ImageError> {
    let mut end = (size_of::<Header>() + size_of_val(table)) as u64;
    for (index, entry) in table.iter().enumerate() {
        let section = entry.name;
        let flags = entry.flags.get();
        match section.known_flags() {
            None if flags != 0 => return Err(ImageError::UnknownSection { section }),
            Some(known) if flags != known => {
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
    }
    if end != total_bytes {
        return Err(ImageError::Length {
            recorded: end,
            found: total_bytes,
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
    Ok(bytemuck::cast_slice(bytes))
}

fn root(bytes: &[u8], section: SectionName) -> Result<EdgeRef, ImageError> {
    let (needed, found) = (size_of::<AutomatonEntry>() as u64, bytes.len() as u64);
    if needed != found {
        return Err(ImageError::SectionLength {
            section,
            needed,
            found,
        });
    }
    let entry: &AutomatonEntry = from_bytes(bytes);
    let root = entry.root.get();
    if root & HEAD != 0 || entry.reserved.get() != 0 {
        return Err(ImageError::Root {
            section,
            found: root,
        });
    }
    Ok(EdgeRef::from_word(root))
}

fn check_padding(bytes: &[u8], table: &[SectionEntry]) -> Result<(), ImageError> {
    let mut end = size_of::<Header>() + size_of_val(table);
    for entry in table {
        let start = usize::try_from(entry.offset.get()).unwrap_or(usize::MAX);
        let padding = bytes.get(end..start).unwrap_or_default();
        if let Some(index) = padding.iter().position(|&byte| byte != 0) {
            return Err(ImageError::Padding {
                offset: (end + index) as u64,
            });
        }
        end = start.saturating_add(section_bytes(bytes, entry).len());
    }
    Ok(())
}

/// Records, roots and numbers.
fn automata<const W: usize>(image: &Image<'_>) -> Result<(), ImageError> {
    let records = Records::<W>::new(image.records);
    let offset = |name: SectionName| {
        image
            .table
            .iter()
            .find(|entry| entry.name == name)
            .map_or(0, |entry| entry.offset.get())
    };
    check_records(records, image.alphabet.len()).map_err(|(index, problem)| {
        ImageError::Record {
            offset: offset(SectionName::RECORDS) + 4 * index as u64,
            problem,
        }
    })?;
    for (section, root) in [
        (SectionName::DAWG, image.dawg),
        (SectionName::GADDAG, image.gaddag),
    ] {
        if let Some(root) = root
            && !is_earlier_record(records, root, image.records.len(), image.alphabet.len())
        {
            return Err(ImageError::Root {
                section,
                found: root.word(),
            });
        }
    }
    match image.numbers {
        Some(counts) => check_numbers(records, counts, image.dawg, offset(SectionName::NUMBERS)),
        None => Ok(()),
    }
}

/// One pass over the records without memory. As every reference is to an earlier record, there is no cycle; as bit 31
/// marks the last word of every record and nothing else, every reference names a whole one.
fn check_records<const W: usize>(
    records: Records<'_, W>,
    tile_count: usize,
) -> Result<(), (usize, RecordError)> {
    let tiles = TileSet::first(tile_count).bits();
    let words = records.words();
    let mut start = 0;
    for (index, word) in words.iter().enumerate() {
        let head = word.get();
        if head & HEAD == 0 {
            continue;
        }
        let refuse = |problem| Err((index, problem));
        let body = words.get(start..index).unwrap_or_default();
        let own_words = if head & HAS_SET == 0 { W } else { 2 * W } - 1;
        let Some(reference_count) = body.len().checked_sub(own_words) else {
            return refuse(RecordError::EdgeCount {
                needed: 0,
                found: body.len() as u64,
            });
        };
        let (references, sets) = body.split_at_checked(reference_count).unwrap_or_default();
        let (set, low_mask) = sets.split_at_checked(own_words + 1 - W).unwrap_or_default();
        let mask = bits(
            low_mask
                .iter()
                .map(|word| word.get())
                .chain([head & HEAD_MASK]),
        );
        let set = bits(set.iter().map(|word| word.get()));
        if mask & !u128::from(tiles | SEPARATOR) != 0 {
            return refuse(RecordError::Label);
        }
        if set & !u128::from(tiles) != 0 || (head & HAS_SET != 0) != (set != 0) {
            return refuse(RecordError::LetterSet);
        }
        if mask == 0 && set == 0 {
            return refuse(RecordError::Empty);
        }
        let edges = mask.count_ones();
        let is_chained = start > 0 && reference_count + 1 == edges as usize;
        if !is_chained && reference_count != edges as usize {
            return refuse(RecordError::EdgeCount {
                needed: edges,
                found: reference_count as u64,
            });
        }
        for (place, reference) in references.iter().enumerate() {
            let found = reference.get();
            let place = start + place;
            if !is_earlier_record(records, EdgeRef::from_word(found), start, tile_count) {
                return Err((place, RecordError::Reference { found }));
            }
            if place == start && !is_chained && start.checked_sub(1) == Some(found as usize) {
                return Err((place, RecordError::NotChained));
            }
        }
        start = index + 1;
    }
    if start != words.len() {
        Err((start, RecordError::NoHead))
    } else {
        Ok(())
    }
}

/// The mask or letter set in these words, lowest first.
fn bits(words: impl DoubleEndedIterator<Item = u32>) -> u128 {
    words
        .rev()
        .fold(0, |bits, word| bits << WORD_BITS | u128::from(word))
}

/// Whether a reference names a record that ends before the word at `limit`.
fn is_earlier_record<const W: usize>(
    records: Records<'_, W>,
    reference: EdgeRef,
    limit: usize,
    tile_count: usize,
) -> bool {
    let (label, target) = match records.lone_edge(reference) {
        Some((label, target)) => (label, target),
        None => (0, reference),
    };
    let head = records
        .words()
        .get(target.word() as usize)
        .map_or(0, |word| word.get());
    usize::from(label) <= tile_count && (target.word() as usize) < limit && head & HEAD != 0
}

/// Every number is the count it stands for; as children come first, their counts are known to be right by then.
fn check_numbers<const W: usize>(
    records: Records<'_, W>,
    counts: &[U32Le],
    dawg: Option<EdgeRef>,
    section_offset: u64,
) -> Result<(), ImageError> {
    let needed = dawg.map_or(0, |root| {
        records
            .lone_edge(root)
            .map_or(root, |(_, target)| target)
            .word() as usize
            + 1
    });
    let length = |needed: usize| ImageError::SectionLength {
        section: SectionName::NUMBERS,
        needed: 4 * needed as u64,
        found: 4 * counts.len() as u64,
    };
    let (Some(dawg_words), true) = (records.words().get(..counts.len()), counts.len() == needed)
    else {
        return Err(length(needed));
    };
    let records = Records::<W>::new(dawg_words);
    let numbers = Numbers::new(records, counts);
    let mut next = 0;
    let mut check = |index: u32, needed: u64| {
        // The words of letter sets and masks before this one have no number.
        let skipped = (next..index).map(|index| (index, 0));
        for (index, needed) in skipped.chain([(index, needed)]) {
            let found = counts.get(index as usize).map_or(0, |count| count.get());
            if u64::from(found) != needed {
                return Err(ImageError::Number {
                    offset: section_offset + 4 * u64::from(index),
                    needed,
                    found,
                });
            }
        }
        next = index + 1;
        Ok(())
    };
    for reference in records.heads() {
        let record: Record = records.record(reference);
        let below = |rank: u32| -> u64 {
            (0..rank)
                .map(|rank| u64::from(numbers.through(records.child(record, rank))))
                .sum()
        };
        // References lie in the order of descending rank.
        for rank in (0..record.mask.count_ones()).rev() {
            if let Some(index) = records.reference_index(record, rank) {
                check(index, below(rank))?;
            }
        }
        check(reference.word(), below(record.mask.count_ones()))?;
    }
    Ok(())
}
