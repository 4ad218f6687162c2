//! Hostile headers and section tables; the header's checksum is right, except where a test changes it.

use common::parts::{Parts, place, seal};
use common::small_images;
use common::words::{codes, small_list};
use lexc_formats::{Image, ImageError, SectionName};
use lexc_runtime::Lexicon;

/// The error of opening an image that breaks a rule.
#[track_caller]
fn refused(image: &[u8]) -> ImageError {
    Image::from_bytes(image).expect_err("the image breaks a rule")
}

#[test]
fn refuses_a_section_outside_the_image() {
    for whole in small_images(4) {
        let table = Image::from_bytes(&whole)
            .expect("the image is sound")
            .sections()
            .to_vec();
        for len in 32..whole.len() {
            let mut cut = whole[..len].to_vec();
            cut[16..24].copy_from_slice(&(len as u64).to_le_bytes());
            seal(&mut cut);
            let first_outside = table.iter().find(|&entry| place(entry).end > len);
            let table_end = 32 + 32 * table.len() as u64;
            match refused(&cut) {
                ImageError::TooShort {
                    what,
                    needed,
                    found,
                } => {
                    assert!(found == len as u64 && found < table_end);
                    assert_eq!((what, needed), ("section table", table_end));
                }
                ImageError::SectionPlace { section, .. } => {
                    assert_eq!(
                        Some(section),
                        first_outside.map(|entry| entry.name),
                        "{len}"
                    );
                }
                error => panic!("{len}: {error:?}"),
            }
        }
    }
}

#[test]
fn skips_optional_and_unknown_sections() {
    let [fast, compact] = small_images(4).map(|image| Parts::of(&image));
    let optional = [SectionName::GADDAG, SectionName::WORD_INDEX];
    check_section_names(&fast, &optional);
    check_section_names(&compact, &[SectionName::ANAGRAM_FILTER]);
}

fn check_section_names(parts: &Parts, optional: &[SectionName]) {
    let words = small_list(4);
    for &name in optional {
        let image = parts.clone().without(name).write();
        let lexicon = Lexicon::from_bytes(&image).expect("the section is optional");
        assert_eq!(codes(&lexicon), words);
    }
    let section = SectionName(*b"Leav");
    for contents in [&b"anything"[..], b""] {
        let image = parts.clone().with(section, 0, contents).write();
        let lexicon = Lexicon::from_bytes(&image).expect("the section is skipped");
        assert_eq!(codes(&lexicon), words);
    }
    // The checksum of an unknown section is checked, too.
    let mut image = parts.clone().with(section, 0, b"anything").write();
    *image.last_mut().expect("it is not empty") ^= 1;
    assert!(
        matches!(refused(&image), ImageError::SectionChecksum { section: s, .. } if s == section)
    );

    let mut crowded = parts.clone();
    let more = 64 - u8::try_from(parts.0.len()).expect("a small count");
    for number in 0..more {
        crowded = crowded.with(SectionName([b'x', b'y', b'z', number]), 0, &[number]);
    }
    assert!(Image::from_bytes(&crowded.write()).is_ok());
    let found = 65;
    let one_more = crowded.with(section, 0, b"");
    assert_eq!(
        refused(&one_more.write()),
        ImageError::SectionCount { found }
    );
}

#[test]
fn takes_sections_in_any_order() {
    for image in small_images(4) {
        check_section_order(&Parts::of(&image));
    }
}

fn check_section_order(parts: &Parts) {
    // Rows and contents in reverse order.
    let mut backwards = parts.clone();
    backwards.0.reverse();
    let image = backwards.write();
    let lexicon = Lexicon::from_bytes(&image).expect("the order is free");
    assert_eq!(codes(&lexicon), small_list(4));
    // Two rows swapped, but not their contents.
    for row in 0..parts.0.len() - 1 {
        let mut image = parts.write();
        let at = 32 + 32 * row;
        image[at..at + 64].rotate_left(32);
        seal(&mut image);
        let section = parts.0[row + 1].name;
        assert!(
            matches!(refused(&image), ImageError::SectionPlace { section: s, .. } if s == section)
        );
    }
}
