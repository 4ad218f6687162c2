//! Validates the container of an image: header, section table, padding and checksums.

use core::mem::{self, offset_of};

use bytemuck::{Pod, from_bytes};

use crate::error::ImageError;
use crate::raw::checksum::{header_checksum, section_checksum};
use crate::raw::header::{Header, MAGIC, VERSION};
use crate::raw::node::MAX_NODE_UNITS;
use crate::raw::section::{MAX_SECTIONS, REQUIRED, SECTION_ALIGNMENT, SectionEntry, SectionName};

/// The bytes of an image whose header and section table were checked.
#[derive(Clone, Copy)]
pub(super) struct Container<'a> {
    bytes: &'a [u8],
    pub(super) header: &'a Header,
    pub(super) table: &'a [SectionEntry],
    rows: KnownRows,
}

/// For each section that this version defines, by its place: 1 + its row in the table, or 0.
pub(crate) type KnownRows = [u8; SectionName::KNOWN];

/// Checks magic, length of the header, and major version, and returns the header.
pub(super) fn header(bytes: &[u8]) -> Result<&Header, ImageError> {
    let start = bytes
        .get(..MAGIC.len().min(bytes.len()))
        .unwrap_or_default();
    if !MAGIC.starts_with(start) {
        let mut found = [0; 8];
        for (to, from) in found.iter_mut().zip(start) {
            *to = *from;
        }
        return Err(ImageError::Magic { found });
    }
    let header = prefix::<Header>(bytes, "header")?;
    // Compares the version before any checksum, so that an image of another version is not reported as damaged.
    let found = header.version();
    if found.major != VERSION.major {
        return Err(ImageError::Version { found });
    }
    Ok(header)
}

impl<'a> Container<'a> {
    /// Checks header and section table. Takes constant time.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Container<'a>, ImageError> {
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
        let rows = check_table(table, found)?;
        Ok(Container {
            bytes,
            header,
            table,
            rows,
        })
    }

    /// The container in bytes whose header and section table were checked before, with the rows that [`new`](Self::new) found.
    pub(super) fn again(bytes: &'a [u8], rows: KnownRows) -> Result<Container<'a>, ImageError> {
        let header = prefix(bytes, "header")?;
        Ok(Container {
            bytes,
            header,
            table: table(bytes, header)?,
            rows,
        })
    }

    /// For each section that this version defines: 1 + its row in the table, or 0.
    pub(super) fn rows(self) -> KnownRows {
        self.rows
    }

    /// The table's row and the bytes of a section that this version defines, if the image has it.
    #[inline(always)]
    pub(super) fn section(self, name: SectionName) -> Option<(&'a SectionEntry, &'a [u8])> {
        self.section_at(name.known()?.place)
    }

    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn section_at(self, place: usize) -> Option<(&'a SectionEntry, &'a [u8])> {
        let row = usize::from(*self.rows.get(place)?).checked_sub(1)?;
        let entry = self.table.get(row)?;
        Some((entry, self.contents(entry)))
    }

    /// The view of a section that the image may lack, made by `read`. Refuses an image without the section that this one needs.
    #[inline(always)]
    pub(super) fn optional<T>(
        self,
        name: SectionName,
        read: impl FnOnce(&'a [u8]) -> Result<T, ImageError>,
    ) -> Result<Option<T>, ImageError> {
        let Some((_, contents)) = self.section(name) else {
            return Ok(None);
        };
        let view = read(contents)?;
        match name.needs() {
            Some(section) if self.section(section).is_none() => {
                Err(ImageError::MissingSection { section })
            }
            _ => Ok(Some(view)),
        }
    }

    /// The bytes of a section that the image must have.
    pub(super) fn required(self, name: SectionName) -> Result<&'a [u8], ImageError> {
        let section = self.section(name);
        section
            .map(|(_, contents)| contents)
            .ok_or(ImageError::MissingSection { section: name })
    }

    /// The bytes of a section.
    fn contents(self, entry: &SectionEntry) -> &'a [u8] {
        // The section is within the image, which is in memory, so its offset and length fit a usize.
        let place = usize::try_from(entry.offset.get())
            .ok()
            .zip(usize::try_from(entry.len.get()).ok());
        place
            .and_then(|(offset, len)| self.bytes.get(offset..offset.checked_add(len)?))
            .unwrap_or_default()
    }

    /// Checks that all bytes of padding, before the first section and between sections, are 0.
    pub(super) fn check_padding(self) -> Result<(), ImageError> {
        let mut end = size_of::<Header>() + size_of_val(self.table);
        for entry in self.table {
            let start = usize::try_from(entry.offset.get()).unwrap_or(usize::MAX);
            let padding = self.bytes.get(end..start).unwrap_or_default();
            if let Some(index) = padding.iter().position(|&byte| byte != 0) {
                return Err(ImageError::Padding {
                    section: entry.name,
                    offset: (end + index) as u64,
                });
            }
            end = start.saturating_add(self.contents(entry).len());
        }
        Ok(())
    }

    /// Checks the checksum of every section.
    pub(super) fn check_checksums(self) -> Result<(), ImageError> {
        for entry in self.table {
            let recorded = entry.checksum.get();
            let computed = section_checksum(self.contents(entry));
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
}

/// If there are fewer bytes than the header says: the first section that is cut off. If there are more: the last
/// section. `None` if the image has no such section, or if header or table is damaged or cut off.
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

/// Reads a value at the start of the bytes; `what` names it in the error.
pub(super) fn prefix<'a, T: Pod>(bytes: &'a [u8], what: &'static str) -> Result<&'a T, ImageError> {
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
    // Never fails: the length is that of whole entries. `cast_slice` would leave a panic in the program.
    Ok(bytemuck::try_cast_slice(table).unwrap_or_default())
}

/// Checks that sections are known or optional, distinct, and lie one after the other up to the image's end. Computes with
/// `u64`, so that no length overflows on a 32-bit host. Returns the rows of the sections that this version defines.
pub(super) fn check_table(
    table: &[SectionEntry],
    total_bytes: u64,
) -> Result<KnownRows, ImageError> {
    let mut rows = KnownRows::default();
    let mut end = (size_of::<Header>() + size_of_val(table)) as u64;
    for (row, entry) in (1_u8..).zip(table) {
        let section = entry.name;
        let known = section.known();
        check_flags(section, known.map(|known| known.flags), entry.flags.get())?;
        let is_repeated = match known.and_then(|known| rows.get_mut(known.place)) {
            Some(earlier) => mem::replace(earlier, row) != 0,
            None => {
                let earlier = table.iter().take(usize::from(row) - 1);
                earlier.into_iter().any(|earlier| earlier.name == section)
            }
        };
        if is_repeated {
            return Err(ImageError::RepeatedSection { section });
        }
        end = check_place(entry, end, total_bytes)?;
        let len = entry.len.get();
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
    Ok(rows)
}

fn check_flags(section: SectionName, known: Option<u32>, found: u32) -> Result<(), ImageError> {
    match known {
        None if found & REQUIRED != 0 => Err(ImageError::UnknownSection { section }),
        known if found != known.unwrap_or(0) => Err(ImageError::SectionFlags { section, found }),
        _ => Ok(()),
    }
}

/// Checks that a section starts at the first multiple of [`SECTION_ALIGNMENT`] that is at least `end`, the end of the
/// bytes before the section, and that it ends within the image. Returns the section's end.
fn check_place(entry: &SectionEntry, end: u64, total_bytes: u64) -> Result<u64, ImageError> {
    let (offset, len) = (entry.offset.get(), entry.len.get());
    let error = ImageError::SectionPlace {
        section: entry.name,
        offset,
        len,
    };
    if end.checked_next_multiple_of(SECTION_ALIGNMENT) != Some(offset) {
        return Err(error);
    }
    let end = offset.checked_add(len);
    end.filter(|&end| end <= total_bytes).ok_or(error)
}
