//! Runs each fuzz target except `command_line` and `bot` over its inputs and 1,000 to 6,000 mutations of them, always the same.
//!
//! `LEXC_SCOPE=full` runs ten times as many mutations; `LEXC_FUZZ_ROUNDS` sets the number for each target.

use std::collections::BTreeMap;
use std::env;

use common::cases;
use common::fuzz::hostile::{Hostile, SECTIONS, Section};
use common::fuzz::input::Input;
use common::fuzz::mutate::{mutate_bytes, mutate_image, mutate_scene};
use common::fuzz::plays::Scene;
use common::fuzz::{self, TARGETS, seeds};
use common::parts::Parts;
use common::random::Random;
use common::scope;
use lexc_formats::{Image, ImageError, SectionName};
use lexc_runtime::Lexicon;

/// The number of mutations of a target.
fn rounds(usual: u64) -> u64 {
    match env::var("LEXC_FUZZ_ROUNDS") {
        Ok(rounds) => rounds.parse().expect("LEXC_FUZZ_ROUNDS is a number"),
        Err(_) if scope::is_full() => 10 * usual,
        Err(_) => usual,
    }
}

/// Runs a target over its inputs and mutations of them.
fn run(name: &str, rounds: u64, mutate: impl Fn(&[u8], &[u8], &mut Random) -> Vec<u8>) {
    let target = TARGETS.iter().find(|target| target.name == name);
    let run = target.expect("a known target").run;
    let inputs = fuzz::inputs(name);
    inputs.iter().for_each(|input| run(input));
    cases::check(&format!("fuzzing/{name}"), 0..rounds, |random| {
        let mut input = random.pick::<Vec<u8>>(&inputs).clone();
        random.list(&(1..=4), |random, _| {
            input = mutate(&input, random.pick::<Vec<u8>>(&inputs), random);
        });
        random.note(|| format!("b\"{}\"", input.escape_ascii()));
        run(&input);
    });
}

#[test]
fn image_target_holds() {
    run("image", rounds(2_000), |input, _, random| {
        mutate_image(input, random)
    });
}

/// Mutated images break each of the listed rules, and some stay valid.
#[test]
fn mutations_break_every_rule_of_nodes_and_sections() {
    let has_bytes = |section: &Section| matches!(section, Section::Fitted(_));
    let (of_sections, others): (Vec<Vec<u8>>, Vec<Vec<u8>>) =
        seeds::hostile_images().into_iter().partition(|seed| {
            let hostile = Hostile::decode(&mut Input::new(seed));
            hostile.sections.iter().any(has_bytes)
        });
    let mut random = Random::new(45);
    let mut accepted = BTreeMap::new();
    let mut refused = BTreeMap::new();
    for _ in 0..20_000 {
        let seeds = *random.pick(&[&of_sections, &others]);
        let mutated = mutate_image(random.pick::<Vec<u8>>(seeds), &mut random);
        let image = Hostile::decode(&mut Input::new(&mutated)).write();
        match Image::from_bytes(&image) {
            Ok(image) => {
                for entry in image.sections() {
                    *accepted.entry(entry.name.to_string()).or_insert(0) += 1;
                }
            }
            Err(error) => *refused.entry(reason(error)).or_insert(0) += 1,
        }
    }
    println!("{accepted:#?} {refused:#?}");
    for name in SECTIONS {
        assert!(accepted[&name.to_string()] > 50, "{name}");
    }
    for reason in RULES {
        assert!(refused.contains_key(reason), "{reason}");
    }
}

/// Rules as [`reason`] names them.
const RULES: [&str; 57] = [
    "BesideCompact",
    "EdgeCount",
    "Empty",
    "Label",
    "Order",
    "Reference",
    "Root",
    "SetCode",
    "Start",
    "Separator",
    "NotInline",
    "BlankTile",
    "WordIndex",
    "WordCount",
    "LeaveEstimate",
    "a letter set that is empty or not within the alphabet",
    "a page head that is not the last head of its 128 bytes",
    "an entry of the hot table that names no node",
    "length of ANAG",
    "length of ESTI",
    "length of LABL",
    "length of LEAV",
    "length of META",
    "length of NUMB",
    "length of WMAP",
    "ALPH: Length",
    "ALPH: Name",
    "ALPH: Reading",
    "ALPH: Repeated",
    "ALPH: Reserved",
    "ALPH: Text",
    "ALPH: TileCount",
    "META: longest word",
    "META: name",
    "META: reserved field",
    "META: word count",
    "DEFS: a line without a word",
    "DEFS: no line for the word",
    "DEFS: not one line of UTF-8 text",
    "DEFS: the stored start of the group is not that of its first line",
    "LABL: a column with bits out of range",
    "LABL: a column with values out of range",
    "LABL: a name or a symbol is cut off or not UTF-8",
    "LABL: a name or a symbol with another character than it may have",
    "LABL: bits of an entry or values that belong to no column",
    "LABL: no labels, or more than 32 flags or 8 numbers",
    "LABL: no segments, or segments of too many entries",
    "LABL: the last bytes of the entries are not zeros",
    "LABL: the values of a column do not ascend",
    "LEAV: a value above the highest",
    "LEAV: bits after the last value are not 0",
    "LEAV: the lowest value is higher than the highest",
    "MARK: ASCII, or not after the ranges before, with a gap",
    "MARK: a mark is in the text of a tile or a reading",
    "MARK: a range with white space",
    "MARK: not a range of characters",
    "WMAP: a row does not start at the end of the row before",
];

/// Name of the rule that an image breaks, without the figures of the error.
fn reason(error: ImageError) -> String {
    let name = |debug: String| {
        let end = debug.find([' ', '(']).unwrap_or(debug.len());
        debug[..end].to_owned()
    };
    match error {
        ImageError::Node { problem, .. } => name(format!("{problem:?}")),
        ImageError::Table { what, .. } => what.to_owned(),
        ImageError::SectionLength { section, .. } => format!("length of {section}"),
        ImageError::Contents { section, what, .. } => format!("{section}: {what}"),
        ImageError::Metadata { what } => format!("META: {what}"),
        ImageError::Alphabet(error) => format!("ALPH: {}", name(format!("{error:?}"))),
        error => name(format!("{error:?}")),
    }
}

/// If an image records too few words, `Lexicon::words` may end before the image's last word; the fuzz target accepts
/// this.
#[test]
fn an_image_may_hold_more_words_than_it_records() {
    for image in seeds::images().iter().rev().take(2) {
        let mut hostile = Hostile::of(image);
        let mut metadata = Parts::of(image).contents(SectionName::METADATA).clone();
        metadata[16..20].copy_from_slice(&1_u32.to_le_bytes());
        *hostile.section(SectionName::METADATA) = Section::Any(metadata);
        let lexicon = hostile.write();
        let lexicon = Lexicon::from_bytes(&lexicon).unwrap();
        let words = Lexicon::from_bytes(image).unwrap().word_count() as usize;
        assert!((2..words).contains(&lexicon.words().count()));
        fuzz::image::run(&hostile.encode());
    }
}

#[test]
fn plays_target_holds() {
    run("plays", rounds(2_000), |input, _, random| {
        mutate_scene(input, random)
    });
}

#[test]
fn header_target_holds() {
    run("header", rounds(3_000), mutate_bytes);
}

#[test]
fn word_list_target_holds() {
    run("word_list", rounds(1_000), mutate_bytes);
}

#[test]
fn dictionary_target_holds() {
    run("dictionary", rounds(1_000), mutate_bytes);
}

#[test]
fn alphabet_file_target_holds() {
    run("alphabet_file", rounds(3_000), mutate_bytes);
}

#[test]
fn cgp_target_holds() {
    run("cgp", rounds(3_000), mutate_bytes);
}

#[test]
fn rack_target_holds() {
    run("rack", rounds(6_000), mutate_bytes);
}

#[test]
fn gcg_target_holds() {
    run("gcg", rounds(3_000), mutate_bytes);
}

#[test]
fn interop_target_holds() {
    run("interop", rounds(3_000), mutate_bytes);
}

#[test]
fn find_target_holds() {
    run("find", rounds(2_000), mutate_bytes);
}

#[test]
fn rules_target_holds() {
    run("rules", rounds(2_000), mutate_bytes);
}

#[test]
fn labels_target_holds() {
    run("labels", rounds(2_000), mutate_bytes);
}

/// Decoded and encoded again, seeds of `image` keep their bytes and seeds of `plays` their length. All seeds are
/// shorter than 4,096 bytes, the fuzzer's limit.
#[test]
fn seeds_are_short_and_survive_decoding() {
    for target in TARGETS {
        let seeds = (target.seeds)();
        assert!(
            seeds.len() >= 5 && seeds.iter().all(|seed| seed.len() < 4096),
            "{}",
            target.name
        );
        for seed in &seeds {
            let mut input = Input::new(seed);
            match target.name {
                "image" => assert_eq!(&Hostile::decode(&mut input).encode(), seed),
                "plays" => {
                    let scene = Scene::decode(&mut input).encode();
                    let image = Hostile::decode(&mut input).encode();
                    let again = [scene, image].concat();
                    assert_eq!(again.len(), seed.len());
                    let mut again = Input::new(&again);
                    Scene::decode(&mut again);
                    Hostile::decode(&mut again);
                }
                _ => {}
            }
        }
    }
}
