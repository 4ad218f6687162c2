//! The level `canonical`, and the anagram filter at the level `words`.

use lexc_formats::raw::checksum::header_checksum;
use lexc_formats::raw::header::Header;

use super::*;
use crate::compile::Automata;

/// Image of AB with the strings A◇B and BA. Its two leaf nodes are in the compiler's order or in the reverse order.
fn ordered(is_canonical: bool) -> Vec<u8> {
    by_hand(|nodes| {
        let sets = if is_canonical { [B, A] } else { [A, B] };
        let [first, second] = sets.map(|set| nodes.push(set, 0, &[]).unwrap());
        let [after_a, after_b] = match is_canonical {
            true => [first, second],
            false => [second, first],
        };
        let rest = NodeRef::inline(0, after_a, 1).unwrap();
        let gaddag = nodes.push(0, A | B, &[rest, after_b]).unwrap();
        [NodeRef::inline(1, after_a, 1).unwrap(), gaddag]
    })
}

#[test]
fn rejects_nodes_in_another_order() {
    assert!(check(&ordered(true)).is_good());
    let image = ordered(false);
    assert_fails(
        &image,
        CheckLevel::Canonical,
        "section RECS, offset 768: 0x00000002 where this compiler writes 0x00000004; \
         different, too: DAWG, GADD (build the image again)",
    );
    assert!(check(&image).words.is_some());
    assert!(check_up_to(&image, CheckLevel::Minimal).is_good());
}

#[test]
fn rejects_other_codes_of_letter_sets() {
    let good = compiled(&[&[1, 2]], &CompileOptions::default());
    let codes = Image::from_bytes(&good).unwrap().sections()[4];
    assert_eq!(codes.name, SectionName::SETS);
    let start = usize::try_from(codes.offset.get()).unwrap();
    let with_row = |row: usize, set: u64| {
        let mut codes = good[start..][..256].to_vec();
        codes[16 * row + 8..][..8].copy_from_slice(&set.to_le_bytes());
        with_sections(&good, &[(SectionName::SETS, &codes)])
    };
    // Adds a code that no node has: first for the letter set A, which its node stores itself, then for a letter set
    // that no node has.
    for (row, set, shown) in [(3, A, "A"), (15, A | B | 1 << 3, "AB[L·L]")] {
        let message = format!(
            "section SETS, offset {}: row {row} has the letter set {shown} where this compiler writes no letter set \
             (build the image again)",
            512 + 16 * row
        );
        assert_fails(&with_row(row, set), CheckLevel::Canonical, &message);
    }
    // A table without letter sets passes: each letter set occurs once, so it is stored in its node.
    let mut writer = FastWriter::<1>::default();
    let after_a = writer.push(B, 0, &[]).unwrap();
    let after_b = writer.push(A, 0, &[]).unwrap();
    let rest = NodeRef::inline(0, after_a, 1).unwrap();
    let gaddag = writer.push(0, A | B, &[rest, after_b]).unwrap();
    let (nodes, _) = writer.finish();
    let (_, no_codes) = FastWriter::<1>::new(3).finish();
    let roots = [NodeRef::inline(1, after_a, 1).unwrap(), gaddag];
    assert!(check(&of_nodes(&nodes, &no_codes, roots)).is_good());
}

#[test]
fn names_the_first_differing_node_or_a_missing_section() {
    // AA, AB, BA and B[L·L]: both letter sets are stored in the nodes, not as codes.
    let words: [&[u8]; 4] = [&[1, 1], &[1, 2], &[2, 1], &[2, 3]];
    let options = CompileOptions {
        automata: Automata::Dawg,
        ..CompileOptions::default()
    };
    let good = compiled(&words, &options);
    let with_order = |sets: [u64; 2]| {
        let mut writer = FastWriter::<1>::new(3);
        let mut nodes = sets.map(|set| (set, writer.push(set, 0, &[]).unwrap()));
        nodes.sort();
        let root = writer.push(0, A | B, &nodes.map(|(_, node)| node));
        let root = AutomatonEntry {
            root: U32Le::new(root.unwrap().unit()),
            reserved: U32Le::new(0),
        };
        let (nodes, _) = writer.finish();
        let sections: [(SectionName, &[u8]); 2] = [
            (SectionName::DAWG, bytemuck::bytes_of(&root)),
            (SectionName::NODES, bytemuck::cast_slice(&nodes)),
        ];
        with_sections(&good, &sections)
    };
    let sets = [A | B, A | 1 << 3];
    assert_eq!(with_order(sets), good);
    let offset = Image::from_bytes(&good).unwrap().sections()[4].offset.get();
    let assert_fails = |image: &[u8], message: &str| {
        assert_eq!(
            check(image).failure(),
            Some((CheckLevel::Canonical, message))
        );
    };
    assert_fails(
        &with_order([sets[1], sets[0]]),
        &format!(
            "section RECS, offset {offset}: 0x0000000a where this compiler writes 0x00000006; different, too: DAWG \
             (build the image again)"
        ),
    );
    // The image is valid: no node has a code.
    assert_fails(
        &without_section(&good, SectionName::SETS),
        "section table, offset 128: this compiler writes a section SETS here, which the image does not have \
         (build the image again)",
    );
}

#[test]
fn rejects_unknown_sections_and_another_order_of_sections() {
    let good = compiled(&[&[1, 2]], &CompileOptions::default());
    assert_fails(
        &with_sections(&good, &[(SectionName(*b"XtRa"), b"more")]),
        CheckLevel::Canonical,
        "section table, offset 256: section XtRa is not one that this compiler writes (build the image again)",
    );
    let mut writer = ImageWriter::new();
    let sections = Image::from_bytes(&good).unwrap().sections();
    for section in [0, 2, 1, 3, 4, 5, 6].map(|index| sections[index]) {
        writer.add(section.name, canonical::contents(&good, &section));
    }
    assert_fails(
        &writer.finish(),
        CheckLevel::Canonical,
        "section table, offset 64: section GADD is where this compiler writes section DAWG (build the image again)",
    );
}

#[test]
fn rejects_filters_with_too_few_or_too_many_bits() {
    let good = compiled(&[&[1; 7], &[1, 2]], &CompileOptions::default());
    let last = Image::from_bytes(&good).unwrap().sections()[6];
    assert_eq!(last.name, SectionName::ANAGRAM_FILTER);
    let mut filter = canonical::contents(&good, &last).to_vec();
    assert!(filter[8..].iter().any(|&byte| byte != 0));
    filter[8..].fill(0);
    let image = with_sections(&good, &[(SectionName::ANAGRAM_FILTER, &filter)]);
    assert!(Image::from_bytes(&image).is_ok());
    let report = check(&image);
    let (level, message) = report.failure().unwrap();
    assert_eq!(level, CheckLevel::Words);
    assert_eq!(
        message,
        "section ANAG: the tiles of AAAAAAA are missing (build the image again)"
    );
    // A filter with all bits set lacks no word.
    filter[8..].fill(0xff);
    let image = with_sections(&good, &[(SectionName::ANAGRAM_FILTER, &filter)]);
    let report = check(&image);
    let (level, message) = report.failure().unwrap();
    assert_eq!(level, CheckLevel::Canonical);
    assert!(message.starts_with("section ANAG, offset "), "{message}");
}

#[test]
fn rejects_word_maps_without_a_word_or_with_other_bytes() {
    let options = CompileOptions {
        word_map: true,
        ..CompileOptions::default()
    };
    let good = compiled(&[&[1, 2], &[1, 2, 3], &[2, 1]], &options);
    assert!(check(&good).is_good());
    let last = Image::from_bytes(&good).unwrap().sections()[7];
    assert_eq!(last.name, SectionName::WORD_MAP);
    let map = canonical::contents(&good, &last).to_vec();
    // Rows of width 0 to 3, each with a pilot: an entry of 8 bits, two of 9 bits, one of 10 bits, one of 11 bits; and eight zeros.
    assert_eq!(map.len(), 4 + 4 * 12 + 3 + (2 + 3) + (2 + 2) + (2 + 2) + 8);
    let check_with = |place: usize, bits: u8| {
        let mut map = map.clone();
        map[place] ^= bits;
        let image = with_sections(&good, &[(SectionName::WORD_MAP, &map)]);
        assert!(Image::from_bytes(&image).is_ok());
        let report = check(&image);
        let (level, message) = report.failure().unwrap();
        (level, message.to_owned())
    };
    // The check bits of the word of three tiles, and the bits after the last entry of a row.
    let (level, message) = check_with(4 + 48 + 3 + 5 + 4 + 2, 1);
    assert_eq!(level, CheckLevel::Words);
    assert_eq!(
        message,
        "section WMAP: the word AB[L·L] is missing (build the image again)"
    );
    let (level, message) = check_with(4 + 48 + 3 + 4, 0x80);
    assert_eq!(level, CheckLevel::Canonical);
    assert!(message.starts_with("section WMAP, offset "), "{message}");
}

#[test]
fn rejects_other_versions() {
    let mut later = compiled(&[&[1, 2]], &CompileOptions::default());
    later[10] = 1;
    let mut header: Header = *bytemuck::from_bytes(&later[..32]);
    let table = bytemuck::cast_slice(&later[32..32 + 7 * 32]);
    header.checksum = U32Le::new(header_checksum(&header, table));
    later[..32].copy_from_slice(bytemuck::bytes_of(&header));
    assert_fails(
        &later,
        CheckLevel::Canonical,
        "header, offset 8: the image has format version 1.1, this compiler writes 1.0 for its sections (build the image again)",
    );
}
