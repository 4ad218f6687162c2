//! The only way from bytes to an [`Image`]: every check, in order. Each relies on those before it.

use core::mem::offset_of;

use bytemuck::{Pod, from_bytes};

use crate::alphabet::Alphabet;
use crate::checksum::{header_checksum, section_checksum};
use crate::error::ImageError;
use crate::header::{Header, MAGIC, VERSION, Version};
use crate::image::Image;
use crate::int::U32Le;
use crate::metadata::Metadata;
use crate::record::{EdgeRef, HEAD, MAX_RECORD_WORDS};
use crate::section::{
    AutomatonEntry, MAX_SECTIONS, REQUIRED, SECTION_ALIGNMENT, SectionEntry, SectionName,
};
use crate::set_code::SetCodes;
use crate::structure;

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
    let sets = table.iter().find(|entry| entry.name == SectionName::SETS);
    let offset = sets.map_or(0, |entry| entry.offset.get());
    image.codes.validate(image.alphabet.len(), offset)?;
    match image.mask_words() {
        1 => structure::check::<1>(&image),
        2 => structure::check::<2>(&image),
        _ => structure::check::<3>(&image),
    }?;
    Ok(image)
}

/// Header and section table, and the lengths of the sections: all that constant time allows.
pub(crate) fn trusted(bytes: &[u8]) -> Result<Image<'_>, ImageError> {
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
            offset: offset_of!(Header, reserved) as u64,
        });
    }
    check_table(table, found)?;
    Ok((header, table))
}

/// The sections as what they are. Their lengths are checked, and which of them there are.
fn image<'a>(
    bytes: &'a [u8],
    header: &'a Header,
    table: &'a [SectionEntry],
) -> Result<Image<'a>, ImageError> {
    let section = |name| section(bytes, table, name);
    let required = |name| section(name).ok_or(ImageError::MissingSection { section: name });
    let alphabet = Alphabet::from_bytes_trusted(required(SectionName::ALPHABET)?)
        .map_err(ImageError::Alphabet)?;
    let metadata = Metadata::from_bytes_trusted(required(SectionName::METADATA)?)?;
    let records = words(required(SectionName::RECORDS)?, SectionName::RECORDS)?;
    let codes = match section(SectionName::SETS) {
        Some(bytes) => SetCodes::from_bytes_trusted(bytes)?,
        None => SetCodes::none(alphabet.len()),
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
        codes,
        dawg,
        gaddag,
        numbers,
    })
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
        if section == SectionName::RECORDS && len / 4 > u64::from(MAX_RECORD_WORDS) {
            return Err(ImageError::RecordsTooLong { found: len });
        }
    }
    if end != total_bytes {
        return Err(ImageError::Trailing { offset: end });
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

fn root(bytes: &[u8], section: &SectionEntry) -> Result<EdgeRef, ImageError> {
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
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::fixture::Fixture;
    use crate::int::{U32Le, U64Le};
    use crate::writer::ImageWriter;

    /// Changes a field, makes the header's checksum right, and gives the error.
    fn refused(change: impl Fn(&mut Header, &mut [SectionEntry])) -> ImageError {
        let mut bytes = Fixture::new(3).write();
        let mut header: Header = *from_bytes(&bytes[..32]);
        let mut table: Vec<SectionEntry> = bytemuck::cast_slice(&bytes[32..224]).to_vec();
        change(&mut header, &mut table);
        header.checksum = U32Le::new(header_checksum(&header, &table));
        bytes[..32].copy_from_slice(bytemuck::bytes_of(&header));
        bytes[32..224].copy_from_slice(bytemuck::cast_slice(&table));
        checked(&bytes).unwrap_err()
    }

    /// The error of an image with other contents.
    fn refused_contents(change: impl Fn(&mut Fixture)) -> ImageError {
        let mut fixture = Fixture::new(3);
        change(&mut fixture);
        checked(&fixture.write()).unwrap_err()
    }

    #[test]
    fn what_is_no_image_is_called_so_however_short_it_is() {
        let magic = |found| Err(ImageError::Magic { found });
        assert_eq!(header(b"AB").map(|_| ()), magic(*b"AB\0\0\0\0\0\0"));
        assert_eq!(
            header(&[0x89, b'l']).map(|_| ()),
            magic([0x89, b'l', 0, 0, 0, 0, 0, 0])
        );
        let what = "header";
        let needed = 32;
        for found in [0, 1, 8, 31] {
            let bytes = &Fixture::new(3).write()[..found];
            let found = found as u64;
            assert_eq!(
                header(bytes).map(|_| ()),
                Err(ImageError::TooShort {
                    what,
                    needed,
                    found
                })
            );
        }
    }

    #[test]
    fn an_image_of_another_version_is_not_called_damaged() {
        for major in [0, 2, u16::MAX] {
            // Nothing but the magic is where this version has it.
            let mut bytes = [0xaa; 40];
            bytes[..8].copy_from_slice(&MAGIC);
            bytes[8..10].copy_from_slice(&major.to_le_bytes());
            let found = Version {
                major,
                minor: 0xaaaa,
            };
            assert_eq!(checked(&bytes).unwrap_err(), ImageError::Version { found });
            assert_eq!(trusted(&bytes).unwrap_err(), ImageError::Version { found });
        }
    }

    #[test]
    fn header_fields() {
        let found = Fixture::new(3).write().len() as u64;
        let recorded = found + 1;
        let error = refused(|header, _| header.total_bytes = U64Le::new(recorded));
        assert_eq!(error, ImageError::Length { recorded, found });
        let error = refused(|header, _| header.section_count = U32Le::new(65));
        assert_eq!(error, ImageError::SectionCount { found: 65 });
        let (what, needed) = ("section table", 32 + 64 * 32);
        let error = refused(|header, _| header.section_count = U32Le::new(64));
        assert_eq!(
            error,
            ImageError::TooShort {
                what,
                needed,
                found
            }
        );
        let error = refused(|header, _| header.reserved = U32Le::new(1));
        assert_eq!(error, ImageError::Reserved { offset: 28 });

        let mut bytes = Fixture::new(3).write();
        let recorded = u32::from_le_bytes(bytes[24..28].try_into().unwrap());
        bytes[33] ^= 1;
        match trusted(&bytes).unwrap_err() {
            ImageError::HeaderChecksum {
                recorded: found,
                computed,
            } => {
                assert_eq!(found, recorded);
                assert_ne!(computed, recorded);
            }
            error => panic!("{error:?}"),
        }
    }

    #[test]
    fn rows_of_the_section_table() {
        let section = SectionName::DAWG;
        let found = 2;
        let error = refused(|_, table| table[1].flags = U32Le::new(found));
        assert_eq!(error, ImageError::SectionFlags { section, found });
        let error = refused(|_, table| table[2].name = section);
        assert_eq!(error, ImageError::RepeatedSection { section });
        let unknown = SectionName(*b"WHAT");
        let error = refused(|_, table| (table[5].name, table[5].flags) = (unknown, U32Le::new(3)));
        assert_eq!(error, ImageError::UnknownSection { section: unknown });
        let error = refused(|_, table| (table[5].name, table[5].flags) = (unknown, U32Le::new(2)));
        assert_eq!(
            error,
            ImageError::SectionFlags {
                section: unknown,
                found
            }
        );
        let (len, offset) = (8, 321);
        let error = refused(|_, table| table[1].offset = U64Le::new(offset));
        assert_eq!(
            error,
            ImageError::SectionPlace {
                section,
                offset,
                len
            }
        );
    }

    /// Lengths that no host of 32 bits could hold are judged all the same.
    #[test]
    fn lengths_beyond_memory() {
        let row = |name: SectionName, offset, len| SectionEntry {
            name,
            flags: U32Le::new(name.known_flags().unwrap_or(0)),
            offset: U64Le::new(offset),
            len: U64Le::new(len),
            checksum: U64Le::new(0),
        };
        let most = 4 << 30;
        let records = |len| check_table(&[row(SectionName::RECORDS, 64, len)], 64 + len);
        assert_eq!(records(most), Ok(()));
        let found = most + 4;
        assert_eq!(records(found), Err(ImageError::RecordsTooLong { found }));

        let section = SectionName::METADATA;
        let offset = 64;
        let place = |len| check_table(&[row(section, offset, len)], u64::MAX);
        assert_eq!(place(u64::MAX - 64), Ok(()));
        for len in [u64::MAX - 63, u64::MAX] {
            let error = ImageError::SectionPlace {
                section,
                offset,
                len,
            };
            assert_eq!(place(len), Err(error));
        }
        // No multiple of 64 lies between the end of the first section and 2^64.
        let first = row(section, 128, u64::MAX - 130);
        let (section, offset, len) = (SectionName::DAWG, 0, 0);
        let error = ImageError::SectionPlace {
            section,
            offset,
            len,
        };
        let table = [first, row(section, offset, len)];
        assert_eq!(check_table(&table, u64::MAX), Err(error));
    }

    #[test]
    fn bytes_that_no_section_has() {
        let mut bytes = Fixture::new(3).write();
        let offset = 230;
        bytes[offset] = 1;
        let error = ImageError::Padding {
            offset: offset as u64,
        };
        assert_eq!(checked(&bytes).unwrap_err(), error);
        assert!(trusted(&bytes).is_ok());

        let mut writer = ImageWriter::new();
        let bytes = writer.add(SectionName::DAWG, &[0; 8]).finish();
        let mut longer = bytes.clone();
        longer.push(0);
        let mut header: Header = *from_bytes(&bytes[..32]);
        header.total_bytes = U64Le::new(longer.len() as u64);
        header.checksum = U32Le::new(header_checksum(
            &header,
            bytemuck::cast_slice(&bytes[32..64]),
        ));
        longer[..32].copy_from_slice(bytemuck::bytes_of(&header));
        assert_eq!(
            trusted(&longer).unwrap_err(),
            ImageError::Trailing { offset: 72 }
        );
    }

    #[test]
    fn damage_is_called_damage_before_its_effects_are() {
        let mut bytes = Fixture::new(3).write();
        // The number of tiles: with it, the section has the wrong length.
        let offset = 256;
        bytes[offset] = 9;
        match checked(&bytes).unwrap_err() {
            ImageError::SectionChecksum {
                section,
                offset: 256,
                recorded,
                computed,
            } => {
                assert_eq!(section, SectionName::ALPHABET);
                assert_ne!(recorded, computed);
            }
            error => panic!("{error:?}"),
        }
        assert!(matches!(trusted(&bytes), Err(ImageError::Alphabet(_))));
    }

    #[test]
    fn sections_that_must_be_there() {
        for section in [
            SectionName::ALPHABET,
            SectionName::METADATA,
            SectionName::RECORDS,
        ] {
            let bytes = Fixture::new(3).without(section).write();
            let error = ImageError::MissingSection { section };
            assert_eq!(checked(&bytes).unwrap_err(), error);
            assert_eq!(trusted(&bytes).unwrap_err(), error);
        }
        let section = SectionName::DAWG;
        let without_dawg = Fixture::new(3).without(section);
        let error = ImageError::MissingSection { section };
        assert_eq!(trusted(&without_dawg.write()).unwrap_err(), error);
        let neither = without_dawg.without(SectionName::GADDAG);
        assert_eq!(
            trusted(&neither.write()).unwrap_err(),
            ImageError::NoAutomaton
        );
    }

    #[test]
    fn sections_of_another_length() {
        let length = |section, needed, found| ImageError::SectionLength {
            section,
            needed,
            found,
        };
        for (section, needed, len) in [
            (SectionName::DAWG, 8, 4),
            (SectionName::GADDAG, 8, 12),
            (SectionName::RECORDS, 40, 39),
            (SectionName::NUMBERS, 4, 3),
        ] {
            let mut fixture = Fixture::new(3);
            fixture.contents(section).resize(len, 0);
            let error = length(section, needed, len as u64);
            assert_eq!(trusted(&fixture.write()).unwrap_err(), error);
        }
        // How many numbers there must be depends on the records.
        let error = refused_contents(|image| image.contents(SectionName::NUMBERS).truncate(4));
        assert_eq!(error, length(SectionName::NUMBERS, 8, 4));
    }

    #[test]
    fn contents_of_sections() {
        use crate::alphabet::AlphabetError;
        use crate::error::RecordError;

        let error = refused_contents(|image| image.contents(SectionName::ALPHABET)[4] = 255);
        assert_eq!(error, ImageError::Alphabet(AlphabetError::Name));
        let error = refused_contents(|image| image.contents(SectionName::METADATA)[16] = 0);
        assert_eq!(error, ImageError::Metadata { what: "word count" });
        let error = refused_contents(|image| image.contents(SectionName::DAWG)[3] |= 0x80);
        let found = 0xc000_0021;
        let section = SectionName::DAWG;
        assert_eq!(error, ImageError::Root { section, found });
        let error = refused_contents(|image| image.contents(SectionName::GADDAG)[4] = 1);
        assert_eq!(error, ImageError::Reserved { offset: 388 });
        let error = refused_contents(|image| image.contents(SectionName::RECORDS).extend([0; 4]));
        assert!(matches!(
            error,
            ImageError::Record {
                problem: RecordError::NoHead,
                ..
            }
        ));
    }
}
