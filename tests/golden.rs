//! Images whose bytes must not change, and images of other versions.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::english::data;
use common::golden::{
    ESTIMATE, LABELS, MARKS, WORD_MAP, WORDS, folder, golden_images, golden_leaves,
};
use common::parts::{Parts, seal};
use common::reader::read;
use common::words::codes;
use lexc_compiler::check::{CheckLevel, check, check_up_to};
use lexc_compiler::tokenizer::Detokenizer;
use lexc_compiler::word_list::WordList;
use lexc_compiler::{Automata, CompileOptions, StoreKind, compile_leaves, compile_sorted};
use lexc_formats::raw::header::VERSION;
use lexc_formats::{Image, ImageError, LabelDefinition, LabelsDefinition, SectionName, Version};
use lexc_runtime::{Alphabet, Checks, Lexicon};

/// The remedy for an intended change.
const REMEDY: &str = "bytes of images have changed: give the format another version in formats/src/raw/header.rs and \
                      FORMAT.md, then `cargo run -p lexc-tests --example write_golden`";

/// The images of the runtime's examples and unit tests. Their bytes change only with the version of the format. To
/// write one again, remove it and run this test.
#[test]
fn the_runtimes_images_keep_their_bytes() {
    let english = lexc_compiler::alphabet::load("english")
        .unwrap()
        .encode()
        .unwrap();
    let english = Alphabet::from_bytes(&english).unwrap();
    for (file, name, words) in [
        (
            "care.gaddag",
            "CARE",
            "ABLE ABLES ACE ACES AR ARE AS CABLE CABLES CARE CARES EAR ER RACE SCARE",
        ),
        (
            "relates.gaddag",
            "RELATES",
            "AT ATE ATLATLS EAR EEL EL ER LATE LATER LETTER RATE RE RELATE RELATED RELATES STEALER STEEL TASTE TATTLE \
             TATTLER TATTLERS TREADLE TREADLES",
        ),
    ] {
        let options = CompileOptions {
            word_index: true,
            name: name.into(),
            labels: (name == "CARE").then(labels_of_care),
            ..CompileOptions::default()
        };
        let list = WordList::from_words(english, words.split(' ')).unwrap();
        let image = compile_sorted(list.iter(), english, &options)
            .unwrap()
            .image;
        let stored = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../runtime/examples")
            .join(file);
        if !stored.exists() {
            fs::write(&stored, &image).unwrap();
        }
        assert_eq!(image, fs::read(stored).unwrap(), "{file}");
    }
}

/// The labels of the words of `care.gaddag`; the table of conformance lists them.
fn labels_of_care() -> LabelsDefinition {
    let label = |name: &str, symbol| LabelDefinition {
        name: name.to_owned(),
        symbol,
    };
    // ABLE to SCARE: 1 for common, 2 for new.
    let flags = [1, 0, 1, 0, 2, 1, 1, 0, 0, 1, 0, 1, 2, 1, 0];
    let levels = [10, 35, 20, 35, 60, 10, 10, 20, 35, 10, 35, 10, 0, 20, 35];
    let levels = levels.map(|level| Some(level).filter(|&level| level > 0));
    LabelsDefinition {
        flags: vec![label("common", None), label("new", Some('+'))],
        numbers: vec![label("level", None)],
        flags_of_words: flags.into(),
        numbers_of_words: vec![levels.into()],
    }
}

/// `lexc convert - --to leaves --compact --force -o runtime/examples/care.leaves` writes the image from the lines of `text`.
#[test]
fn the_runtimes_leaves_image_keeps_its_bytes() {
    let english = lexc_compiler::alphabet::load("english").unwrap();
    let alphabet = lexc_compiler::leaves_alphabet(&english).encode().unwrap();
    let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
    let text = b"S,8\n?,25.6\nQ,-6.8\nQU,0.8\nERS,9.375\n";
    let leaves = lexc_compiler::interop::leave_text::read("leaves", text, alphabet).unwrap();
    let options = CompileOptions {
        store: StoreKind::Compact,
        automata: Automata::Dawg,
        ..CompileOptions::default()
    };
    let image = compile_leaves(&leaves.leaves, alphabet, &options)
        .unwrap()
        .image;
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/examples/care.leaves");
    assert_eq!(image, fs::read(stored).unwrap());
}

#[test]
fn the_compiler_writes_the_stored_bytes() {
    for golden in golden_images() {
        let stored = fs::read(golden.path()).unwrap_or_default();
        let file = &golden.file;
        assert!(golden.image() == stored, "{file}: {REMEDY}");
        let report = check(&stored);
        assert_eq!(report.failure(), None, "{file}");
        let lexicon = Lexicon::from_bytes(&stored).unwrap();
        assert_eq!(codes(&lexicon), golden.words, "{file}");
    }
}

#[test]
fn every_stored_image_is_compared() {
    let expected: BTreeSet<PathBuf> = golden_images().iter().map(|golden| golden.path()).collect();
    let stored = |version| {
        let entries = fs::read_dir(folder(version)).expect(REMEDY);
        entries
            .map(|entry| entry.unwrap().path())
            .collect::<BTreeSet<PathBuf>>()
    };
    let words: BTreeSet<PathBuf> = [WORDS, MARKS, WORD_MAP, LABELS]
        .into_iter()
        .flat_map(stored)
        .collect();
    assert_eq!(expected, words);
    let leaves = golden_leaves().map(|(path, _)| path);
    assert_eq!(BTreeSet::from(leaves), stored(ESTIMATE));
}

#[test]
fn leaves_images_with_an_estimate_keep_their_bytes_and_version() {
    for (path, image) in golden_leaves() {
        let stored = fs::read(&path).unwrap_or_default();
        assert!(image == stored, "{}: {REMEDY}", path.display());
        assert_eq!(Image::from_bytes(&stored).unwrap().version(), ESTIMATE);
        assert_eq!(check(&stored).failure(), None);
        let report = read(&stored).unwrap();
        assert!(report.is_canonical, "{}", path.display());
        // A reader of version 1.0 skips the section, and the same leaves without it have version 1.0.
        let without = Parts::of(&stored).without(SectionName::ESTIMATE).write();
        let image = Image::from_bytes(&without).unwrap();
        assert_eq!(
            (image.version(), image.leave_estimate().is_some()),
            (WORDS, false)
        );
        assert_eq!(check(&without).failure(), None);
    }
}

#[test]
fn older_versions_load_or_are_refused_for_their_version() {
    let mut versions = 0;
    for entry in fs::read_dir(data("images")).unwrap() {
        versions += 1;
        for image in fs::read_dir(entry.unwrap().path()).unwrap() {
            let path = image.unwrap().path();
            let image = fs::read(&path).unwrap();
            match Image::from_bytes(&image) {
                Ok(image) => assert_eq!(image.version().major, VERSION.major),
                Err(ImageError::Version { found }) => assert_ne!(found.major, VERSION.major),
                Err(error) => panic!("{}: {error}", path.display()),
            }
        }
    }
    assert!(versions > 0);
}

#[test]
fn the_independent_reader_finds_stored_images_canonical() {
    for golden in golden_images() {
        let report = read(&fs::read(golden.path()).unwrap());
        let report = report.unwrap_or_else(|rule| panic!("{}: {rule}", golden.file));
        assert!(report.is_canonical, "{}", golden.file);
        let automata = [&report.dawg, &report.gaddag].map(Option::is_some);
        let expected = match golden.options.automata {
            Automata::Both => [true, true],
            Automata::Dawg => [true, false],
            Automata::Gaddag => [false, true],
        };
        assert_eq!(automata, expected, "{}", golden.file);
        let lists = [report.dawg, report.gaddag];
        let mut lists = lists.iter().flatten();
        assert!(lists.all(|words| words.len() == golden.words.len()));
    }
}

/// The words in the form that `lexc dump` writes compile to the same image, with the same alphabet and options.
#[test]
fn a_dump_builds_the_same_bytes() {
    for golden in golden_images() {
        let section = golden.alphabet.encode().unwrap();
        let marks = golden.alphabet.encode_marks().unwrap();
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let alphabet = alphabet.with_mark_section(&marks).unwrap();
        let mut speller = Detokenizer::new(alphabet);
        let lines = golden.words.iter().map(|word| speller.spell(word));
        let lines: Vec<String> = lines.collect();
        let lines = lines.iter().map(String::as_str);
        let list = WordList::from_words(alphabet, lines).unwrap();
        let image = compile_sorted(list.iter(), alphabet, &golden.options)
            .unwrap()
            .image;
        assert!(image == golden.image(), "{}", golden.file);
    }
}

#[test]
fn refuses_another_major_version_by_name() {
    for golden in golden_images() {
        let mut image = golden.image();
        for major in [VERSION.major - 1, VERSION.major + 1, u16::MAX] {
            let minor = golden.version().minor;
            let found = Version { major, minor };
            image[8..10].copy_from_slice(&major.to_le_bytes());
            // Another major version may have another checksum, or another place for it.
            for is_sealed in [false, true] {
                if is_sealed {
                    seal(&mut image);
                }
                let error = ImageError::Version { found };
                assert_eq!(Lexicon::from_bytes(&image).unwrap_err(), error);
                assert_eq!(Lexicon::open(&image, Checks::Bounds).unwrap_err(), error);
                assert_eq!(Image::total_bytes(&image), Err(error));
                let report = check(&image);
                let (level, message) = report.failure().unwrap();
                assert_eq!(level, CheckLevel::Header);
                let named =
                    format!("image has format version {found}, this reader supports version 1");
                assert!(message.starts_with(&named), "{message}");
            }
        }
    }
}

#[test]
fn reads_a_newer_minor_version_as_not_canonical() {
    for golden in golden_images() {
        let mut image = Parts::of(&golden.image())
            .with(SectionName(*b"NEWS"), 0, b"a later addition")
            .write();
        let minor = VERSION.minor + 1;
        image[10..12].copy_from_slice(&minor.to_le_bytes());
        seal(&mut image);
        let lexicon = Lexicon::from_bytes(&image).unwrap();
        assert_eq!(codes(&lexicon), golden.words);
        assert!(Lexicon::open(&image, Checks::Bounds).is_ok());
        assert!(check_up_to(&image, CheckLevel::Minimal).is_good());
        let report = check(&image);
        let (level, message) = report.failure().unwrap();
        assert_eq!(level, CheckLevel::Canonical);
        assert!(
            message.contains(&format!("the image has format version 1.{minor}")),
            "{message}"
        );
    }
}

#[test]
fn refuses_an_unknown_required_section_by_name_and_skips_an_optional_one() {
    let section = SectionName(*b"NEWS");
    for golden in golden_images() {
        let parts = Parts::of(&golden.image());
        let image = parts.clone().with(section, 1, b"indispensable").write();
        let error = ImageError::UnknownSection { section };
        assert_eq!(Lexicon::from_bytes(&image).unwrap_err(), error);
        assert_eq!(Lexicon::open(&image, Checks::Bounds).unwrap_err(), error);
        let report = check(&image);
        let message = "image requires a section NEWS, which this reader does not support (use a newer reader)";
        assert_eq!(report.failure(), Some((CheckLevel::Header, message)));

        let image = parts.with(section, 0, b"dispensable").write();
        let lexicon = Lexicon::from_bytes(&image).unwrap();
        assert_eq!(codes(&lexicon), golden.words);
        let report = check(&image);
        let (level, message) = report.failure().unwrap();
        assert_eq!(level, CheckLevel::Canonical);
        assert!(
            message.contains("section NEWS is not one that this compiler writes"),
            "{message}"
        );
    }
}
