//! Labels of words in every kind of image; hostile sections; damage after validation; and sizes.

use common::golden::labels;
use common::parts::Parts;
use common::random::Random;
use common::reader::read;
use common::words::{random_words, scowl_60};
use common::{compact_options, every_kind, image, letters, options};
use lexc_compiler::check::{CheckLevel, check};
use lexc_compiler::{Automata, CompileOptions};
use lexc_formats::{Image, ImageError, LabelDefinition, LabelsDefinition, SectionName, Tile};
use lexc_runtime::{Checks, Lexicon};

fn words(seed: u64, kinds: u8, longest: usize, count: usize) -> Vec<Vec<u8>> {
    let tiles: Vec<u8> = (1..=kinds).collect();
    random_words(&mut Random::new(seed), &tiles, longest, count)
}

fn with_labels(kind: &CompileOptions, labels: LabelsDefinition) -> CompileOptions {
    CompileOptions {
        labels: Some(labels),
        ..kind.clone()
    }
}

fn tiles(codes: &[u8]) -> Vec<Tile> {
    codes.iter().filter_map(|&code| Tile::new(code)).collect()
}

#[test]
fn every_word_has_its_labels_in_every_kind_of_image() {
    for (kind, tile_count) in every_kind().iter().zip([4, 26, 40, 62].into_iter().cycle()) {
        let words = words(3, tile_count, 9, 300);
        let expected = labels(words.len());
        let options = with_labels(kind, expected.clone());
        let bytes = image(&words, &letters(tile_count.into()), &options);
        assert_eq!(check(&bytes).failure(), None);
        assert!(read(&bytes).unwrap().is_canonical);
        let lexicon = Lexicon::from_bytes(&bytes).unwrap();
        let labels = lexicon.image().labels().unwrap();
        assert_eq!(labels.flag_named("nwl"), Some(1));
        assert_eq!(labels.flag_named("level"), None);
        assert_eq!(labels.number_named("rank"), Some(1));
        for (index, word) in words.iter().enumerate() {
            let set = lexicon.labels(&tiles(word)).unwrap();
            assert_eq!(set.flags(), expected.flags_of_words[index]);
            let numbers = [set.number(0), set.number(1)];
            let columns = &expected.numbers_of_words;
            assert_eq!(numbers, [columns[0][index], columns[1][index]]);
        }
        let longer = [tiles(&words[0]), tiles(&[1; 12])].concat();
        assert!(lexicon.labels(&longer).is_none());

        // The rest of the image has the bytes of an image without labels.
        let without = Parts::of(&bytes).without(SectionName::LABELS).write();
        assert_eq!(without, image(&words, &letters(tile_count.into()), kind));
        let lexicon = Lexicon::from_bytes(&without).unwrap();
        assert!(lexicon.labels(&tiles(&words[0])).is_none());
    }
}

/// Every bit of the section is checked: a change gives an error, or another value, or an image that is not canonical.
#[test]
fn any_change_of_the_section_is_found() {
    let words = words(5, 4, 6, 40);
    let options = with_labels(&compact_options(), labels(words.len()));
    let parts = Parts::of(&image(&words, &letters(26), &options));
    let len = parts.clone().contents(SectionName::LABELS).len();
    let mut random = Random::new(1);
    for place in 0..len {
        let mut parts = parts.clone();
        parts.contents(SectionName::LABELS)[place] ^= 1 << random.below(8);
        let image = parts.write();
        let is_canonical = read(&image).is_ok_and(|report| report.is_canonical);
        let report = check(&image);
        match report.failure() {
            // A changed name or symbol, or labels that are others throughout, is as good as the first.
            None => assert!(is_canonical, "{place}"),
            Some((CheckLevel::Canonical, message)) => {
                let is_named = message.starts_with("section LABL, offset ")
                    || message.starts_with("the words cannot be compiled again: labels");
                assert!(is_named, "{message}");
                assert!(!is_canonical, "{place}");
            }
            Some((level, message)) => {
                assert!(level < CheckLevel::Structure, "{message}");
                assert!(message.starts_with("section LABL"), "{message}");
                assert!(read(&image).is_err(), "{place}: {message}");
            }
        }
    }
}

/// Any section gives an error or wrong labels, nothing worse.
#[test]
fn hostile_sections_are_read_without_a_fault() {
    let words = words(7, 5, 6, 60);
    let options = with_labels(&compact_options(), labels(words.len()));
    let parts = Parts::of(&image(&words, &letters(26), &options));
    let mut random = Random::new(2);
    let (mut opened, mut refused) = (0, 0);
    for _ in 0..1_000 {
        let mut parts = parts.clone();
        let section = parts.contents(SectionName::LABELS);
        for _ in 0..=random.below(6) {
            // Most of the changes are in the header and the columns.
            let bound = if random.once_in(3) { section.len() } else { 52 };
            section[random.below(bound)] = match random.below(3) {
                0 => 0xff,
                _ => random.next_u64().to_le_bytes()[0],
            };
        }
        let image = parts.write();
        match Lexicon::open(&image, Checks::Bounds) {
            Err(error) => assert_eq!(error.section(), Some(SectionName::LABELS)),
            Ok(lexicon) => {
                opened += 1;
                let labels = lexicon.image().labels().unwrap();
                let names = labels.flags().chain(labels.numbers());
                assert!(names.count() <= 512);
                for word in &words {
                    let set = lexicon.labels(&tiles(word)).unwrap();
                    let numbers = (0..300).map(|number| set.number(number));
                    let _ = (set.flags(), numbers.max());
                }
            }
        }
        refused += usize::from(Image::from_bytes(&image).is_err());
    }
    assert!(opened > 50 && refused > 500, "{opened} {refused}");
}

#[test]
fn both_readers_refuse_sections_that_break_a_rule() {
    let words = words(5, 4, 6, 40);
    let options = with_labels(&compact_options(), labels(words.len()));
    let parts = Parts::of(&image(&words, &letters(26), &options));
    let len = parts.clone().contents(SectionName::LABELS).len();
    let refused = |place: usize, byte: u8| {
        let mut parts = parts.clone();
        parts.contents(SectionName::LABELS)[place] = byte;
        let image = parts.write();
        assert!(read(&image).is_err(), "{place}");
        match Image::from_bytes(&image).unwrap_err() {
            ImageError::Contents { section, what, .. } => {
                assert_eq!(section, SectionName::LABELS);
                what
            }
            ImageError::SectionLength { .. } => "length",
            error => panic!("{error}"),
        }
    };
    assert_eq!(refused(4, 200), "length");
    assert_eq!(
        refused(0, 33),
        "no labels, or more than 32 flags or 8 numbers"
    );
    assert_eq!(refused(16 + 8, 1), "a column with bits out of range");
    // The names are csw#, nwl, level and rank.
    let names = len - (6 + 5 + 7 + 6);
    assert_eq!(
        refused(names - 1, 1),
        "the last bytes of the entries are not zeros"
    );
    assert_eq!(
        refused(names + 5, b'x'),
        "a name or a symbol with another character than it may have"
    );
    assert_eq!(
        refused(len - 1, b' '),
        "a name or a symbol with another character than it may have"
    );
    assert_eq!(
        refused(names, 200),
        "a name or a symbol is cut off or not UTF-8"
    );
}

/// Random flags and a level of eight values for each word.
fn random_labels(words: usize, flags: u32, with_level: bool) -> LabelsDefinition {
    let mut random = Random::new(4);
    let label = |name: String| LabelDefinition { name, symbol: None };
    LabelsDefinition {
        flags: (0..flags).map(|flag| label(format!("f{flag}"))).collect(),
        numbers: (0..usize::from(with_level))
            .map(|_| label("level".to_owned()))
            .collect(),
        flags_of_words: (0..words)
            .map(|_| u32::try_from(random.below(1 << flags)).unwrap())
            .collect(),
        numbers_of_words: (0..usize::from(with_level))
            .map(|_| {
                (0..words)
                    .map(|_| u32::try_from(random.below(8)).ok())
                    .collect()
            })
            .collect(),
    }
}

#[test]
fn labels_take_few_bytes() {
    let words = scowl_60();
    let english = common::english::english();
    let sizes = |labels: Option<LabelsDefinition>, kind: &CompileOptions| {
        let options = CompileOptions {
            labels,
            ..kind.clone()
        };
        let image = image(&words, &english, &options);
        let parts = Parts::of(&image);
        let mut sections = parts.0.iter();
        let section = sections.find(|part| part.name == SectionName::LABELS);
        let bytes = section.map_or(0, |part| part.contents.len());
        (bytes as f64 / words.len() as f64, image.len())
    };
    let dawg = options(Automata::Dawg, false);
    let (eight, _) = sizes(Some(random_labels(words.len(), 8, true)), &dawg);
    assert!(eight < 1.65, "{eight} bytes a word");
    // An edition within the other one: the smallest image, and the share of labels is the largest.
    let compact = compact_options();
    let (_, alone) = sizes(None, &compact);
    let (one, both) = sizes(Some(random_labels(words.len(), 1, false)), &compact);
    assert!(one < 0.15, "{one} bytes a word");
    assert!((both as f64) < 1.12 * alone as f64, "{both} {alone}");
}
