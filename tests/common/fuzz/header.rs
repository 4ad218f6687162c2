//! Images of any bytes, with some fields repaired: hostile headers and section tables.

use lexc_formats::Image;
use lexc_formats::raw::checksum::section_checksum;
use lexc_formats::raw::header::MAGIC;

use super::image::asked;
use super::input::Input;
use crate::parts::seal;

/// Bytes of the header, and of a row of the table.
const ROW: usize = 32;

/// Most rows to repair.
const MOST_ROWS: usize = 70;

/// Reads the input as an image, repairs the fields that its first byte selects, and asks every question about it.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let flags = input.byte();
    let mut image = input.rest().to_vec();
    let _ = Image::total_bytes(&image);
    if image.len() >= ROW {
        put_right(&mut image, flags);
    }
    asked(&image);
}

/// Repairs one field less for each flag, so that each check is the one to find the fault.
fn put_right(image: &mut Vec<u8>, flags: u8) {
    let has = |bit: u8| flags >> bit & 1 == 0;
    if has(0) {
        image[..8].copy_from_slice(&MAGIC);
        image[8..10].copy_from_slice(&1_u16.to_le_bytes());
    }
    let rows = image.len() / ROW - 1;
    if has(1) {
        let count = usize::from(image[12]) % (MOST_ROWS.min(rows) + 1);
        let count = u32::try_from(count).expect("at most 70");
        image[12..16].copy_from_slice(&count.to_le_bytes());
    }
    let count = u32::from_le_bytes([image[12], image[13], image[14], image[15]]) as usize;
    let count = count.min(MOST_ROWS).min(rows);
    if has(2) {
        put_sections_right(image, count);
    }
    if has(3) {
        let len = image.len() as u64;
        image[16..24].copy_from_slice(&len.to_le_bytes());
    }
    if has(4) {
        image[28..32].fill(0);
    }
    for row in 1..=count {
        let [offset, len] = [8, 16].map(|field| number(image, ROW * row + field));
        let end = offset.saturating_add(len);
        if has(5)
            && let Some(contents) = image.get(offset..end)
        {
            let checksum = section_checksum(contents);
            image[ROW * row + 24..][..8].copy_from_slice(&checksum.to_le_bytes());
        }
    }
    // The checksum cannot cover rows beyond the end.
    if has(6) && count <= rows {
        seal(image);
    }
}

/// Puts each section in its right place, ends the image after the last one, and zeros the padding.
fn put_sections_right(image: &mut Vec<u8>, count: usize) {
    let mut end = ROW * (count + 1);
    for row in 1..=count {
        let place = ROW * row;
        let offset = end.next_multiple_of(64);
        let len = (number(image, place + 16) % 4096).min(image.len().saturating_sub(offset));
        if let Some(padding) = image.get_mut(end..offset) {
            padding.fill(0);
        }
        image[place + 8..][..8].copy_from_slice(&(offset as u64).to_le_bytes());
        image[place + 16..][..8].copy_from_slice(&(len as u64).to_le_bytes());
        end = offset + len;
    }
    image.resize(end, 0);
}

fn number(image: &[u8], offset: usize) -> usize {
    let bytes = image[offset..].first_chunk().expect("the table is within");
    usize::try_from(u64::from_le_bytes(*bytes)).unwrap_or(usize::MAX)
}
