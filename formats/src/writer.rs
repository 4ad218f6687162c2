//! Writes sections as an image.

use alloc::vec::Vec;

use crate::raw::checksum::{header_checksum, section_checksum};
use crate::raw::header::{Header, MAGIC, VERSION};
use crate::raw::int::{U16Le, U32Le, U64Le};
use crate::raw::section::{SECTION_ALIGNMENT, SectionEntry, SectionName};

/// Writes an image: its sections in the order in which they are added.
#[derive(Clone, Debug, Default)]
pub struct ImageWriter<'a> {
    sections: Vec<(SectionName, u32, &'a [u8])>,
}

impl<'a> ImageWriter<'a> {
    /// An image without sections.
    pub fn new() -> ImageWriter<'a> {
        ImageWriter::default()
    }

    /// Adds a section with the flags of its name; with none for a name that this version does not have.
    pub fn add(&mut self, name: SectionName, contents: &'a [u8]) -> &mut ImageWriter<'a> {
        self.add_with_flags(name, name.known_flags().unwrap_or(0), contents)
    }

    /// Adds a section with these flags.
    pub fn add_with_flags(
        &mut self,
        name: SectionName,
        flags: u32,
        contents: &'a [u8],
    ) -> &mut ImageWriter<'a> {
        self.sections.push((name, flags, contents));
        self
    }

    /// The image: header, section table, and the sections at their places.
    ///
    /// Checks nothing: repeated names, or more than 64 sections, give an image that readers refuse.
    pub fn finish(&self) -> Vec<u8> {
        let table_end = size_of::<Header>() + self.sections.len() * size_of::<SectionEntry>();
        let mut end = table_end as u64;
        let mut table = Vec::with_capacity(self.sections.len());
        for &(name, flags, contents) in &self.sections {
            let offset = end.next_multiple_of(SECTION_ALIGNMENT);
            end = offset + contents.len() as u64;
            table.push(SectionEntry {
                name,
                flags: U32Le::new(flags),
                offset: U64Le::new(offset),
                len: U64Le::new(contents.len() as u64),
                checksum: U64Le::new(section_checksum(contents)),
            });
        }
        let mut header = Header {
            magic: MAGIC,
            major: U16Le::new(VERSION.major),
            minor: U16Le::new(VERSION.minor),
            section_count: U32Le::new(u32::try_from(table.len()).unwrap_or(u32::MAX)),
            total_bytes: U64Le::new(end),
            checksum: U32Le::new(0),
            reserved: U32Le::new(0),
        };
        header.checksum = U32Le::new(header_checksum(&header, &table));
        let mut image = Vec::with_capacity(usize::try_from(end).unwrap_or(0));
        image.extend_from_slice(bytemuck::bytes_of(&header));
        image.extend_from_slice(bytemuck::cast_slice(&table));
        for (&(_, _, contents), entry) in self.sections.iter().zip(&table) {
            image.resize(usize::try_from(entry.offset.get()).unwrap_or(0), 0);
            image.extend_from_slice(contents);
        }
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::Image;

    #[test]
    fn sections_lie_one_after_the_other_at_multiples_of_64() {
        let unknown = SectionName(*b"Xtra");
        let mut writer = ImageWriter::new();
        writer.add(SectionName::METADATA, &[1; 65]);
        writer.add(SectionName::DAWG, &[]);
        writer.add_with_flags(unknown, 6, &[2; 64]);
        let image = writer.finish();
        // Header and table end at 128, which is a multiple of 64 already.
        assert_eq!(image.len(), 320);
        assert_eq!(Image::total_bytes(&image), Ok(320));
        let rows: &[SectionEntry] = bytemuck::cast_slice(&image[32..128]);
        for (row, (name, flags, place)) in rows.iter().zip([
            (SectionName::METADATA, 1, 128..193),
            (SectionName::DAWG, 0, 256..256),
            (unknown, 6, 256..320),
        ]) {
            assert_eq!((row.name, row.flags.get()), (name, flags));
            assert_eq!(row.offset.get(), place.start as u64);
            assert_eq!(row.len.get(), place.len() as u64);
            assert_eq!(row.checksum.get(), section_checksum(&image[place]));
        }
        assert!(image[193..256].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn an_image_without_sections_is_a_header() {
        assert_eq!(ImageWriter::new().finish().len(), 32);
    }
}
