//! Hostile headers and section tables: images of any bytes, with some fields repaired.

use lexc_formats::Image;
use lexc_formats::raw::checksum::section_checksum;
use lexc_formats::raw::header::MAGIC;

use super::image::query;
use super::input::Input;
use crate::parts::seal;

/// Size of the header, and of each row of the section table, in bytes.
const ROW: usize = 32;

/// Upper bound on the rows that are repaired.
const MAX_ROWS: usize = 70;

/// Reads the input as flags and an image, repairs the fields whose flags are 0, and calls queries on the image.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let flags = input.byte();
    let mut image = input.rest().to_vec();
    let _ = Image::total_bytes(&image);
    if image.len() >= ROW {
        repair(&mut image, flags);
    }
    query(&image);
}

/// Repairs every field whose flag is 0. A flag of 1 leaves its field unrepaired, so that each check meets images that
/// pass all other checks.
fn repair(image: &mut Vec<u8>, flags: u8) {
    let repairs = |bit: u8| flags >> bit & 1 == 0;
    if repairs(0) {
        image[..8].copy_from_slice(&MAGIC);
        image[8..10].copy_from_slice(&1_u16.to_le_bytes());
    }
    let rows = image.len() / ROW - 1;
    if repairs(1) {
        let count = usize::from(image[12]) % (MAX_ROWS.min(rows) + 1);
        let count = u32::try_from(count).expect("at most 70");
        image[12..16].copy_from_slice(&count.to_le_bytes());
    }
    let count = u32::from_le_bytes([image[12], image[13], image[14], image[15]]) as usize;
    let count = count.min(MAX_ROWS).min(rows);
    if repairs(2) {
        repair_sections(image, count);
    }
    if repairs(3) {
        let len = image.len() as u64;
        image[16..24].copy_from_slice(&len.to_le_bytes());
    }
    if repairs(4) {
        image[28..32].fill(0);
    }
    for row in 1..=count {
        let [offset, len] = [8, 16].map(|field| u64_at(image, ROW * row + field));
        let end = offset.saturating_add(len);
        if repairs(5)
            && let Some(contents) = image.get(offset..end)
        {
            let checksum = section_checksum(contents);
            image[ROW * row + 24..][..8].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    if repairs(6) {
        seal(image);
    }
}

/// Gives each section the next valid offset and a limited length, ends the image after the last section, and fills
/// padding with 0.
fn repair_sections(image: &mut Vec<u8>, count: usize) {
    let mut end = ROW * (count + 1);
    for row in 1..=count {
        let place = ROW * row;
        let offset = end.next_multiple_of(64);
        let len = (u64_at(image, place + 16) % 4096).min(image.len().saturating_sub(offset));
        if let Some(padding) = image.get_mut(end..offset) {
            padding.fill(0);
        }
        image[place + 8..][..8].copy_from_slice(&(offset as u64).to_le_bytes());
        image[place + 16..][..8].copy_from_slice(&(len as u64).to_le_bytes());
        end = offset + len;
    }
    image.resize(end, 0);
}

fn u64_at(image: &[u8], offset: usize) -> usize {
    let bytes = image[offset..]
        .first_chunk()
        .expect("the table is within the image");
    usize::try_from(u64::from_le_bytes(*bytes)).unwrap_or(usize::MAX)
}
