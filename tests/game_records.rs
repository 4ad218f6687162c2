//! Game records of other programs, where they are available.

use std::fs;

use common::english::beside_the_project;
use lexc_game::{Gcg, GcgError, GcgFault, GcgRemedy, GcgRepair};
use lexc_runtime::{Alphabet, Rules};

/// Records that must be refused, each with its error message.
const REFUSED: [(&str, &str); 3] = [
    (
        "malformed_play.gcg",
        "line 11, character 22: '2' is an unknown tile",
    ),
    (
        "phony_tiles_returned_mismatch.gcg",
        "line 22, character 18: the rack differs from the rack of the withdrawn play (write the same tiles)",
    ),
    (
        "played_tile_not_in_rack.gcg",
        "line 9, character 18: the rack has no R left for 7I",
    ),
];

fn alphabet(name: &str) -> Alphabet<'static> {
    let section = lexc_compiler::alphabet::load(name)
        .unwrap()
        .encode()
        .unwrap();
    Alphabet::from_bytes(section.leak()).unwrap()
}

/// The names and the bytes of the records; empty if they are not available.
fn records() -> Vec<(String, Vec<u8>)> {
    let folder = beside_the_project("interop/gcg");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("skipped: the game records are not in {}", folder.display());
        return Vec::new();
    };
    let mut records: Vec<_> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path).unwrap())
        })
        .collect();
    records.sort();
    assert_eq!(records.len(), 12);
    records
}

fn alphabet_of(name: &str) -> Alphabet<'static> {
    alphabet(if name.starts_with("polish") {
        "polish"
    } else {
        "english"
    })
}

/// Reads and replays a record. Returns the record, its final scores, and the text of all repairs.
fn replay(name: &str, bytes: &[u8]) -> Result<(Gcg, [i32; 2], Vec<String>), GcgError> {
    let alphabet = alphabet_of(name);
    let rules = Rules::standard(alphabet);
    let (gcg, repairs) = Gcg::from_bytes(bytes)?;
    let mut repairs: Vec<String> = repairs.iter().map(ToString::to_string).collect();
    let mut steps = gcg.replay(&rules, alphabet);
    for step in steps.by_ref() {
        repairs.extend(step?.repairs.iter().map(ToString::to_string));
    }
    let scores = steps.scores();
    Ok((gcg, scores, repairs))
}

#[test]
fn records_of_other_programs_are_replayed_or_refused() {
    for (name, bytes) in records() {
        let refused = REFUSED.iter().find(|(refused, _)| *refused == name);
        match replay(&name, &bytes) {
            Ok((gcg, scores, repairs)) => {
                assert_eq!(refused, None, "{name}");
                println!("{name}: {scores:?} {repairs:#?}");
                let totals = [0, 1].map(|index| {
                    let own = gcg.events().iter().rev();
                    let mut own = own.filter(|event| event.seat().index() == index);
                    own.find_map(|event| event.total()).unwrap_or(0)
                });
                assert_eq!(scores, totals, "{name}");
            }
            Err(error) => {
                assert_eq!(
                    refused.map(|(_, message)| *message),
                    Some(&*error.to_string())
                );
            }
        }
    }
}

/// Records of faults found in the wild: for each, the alphabet or the file of one, the encoding, and the first words of
/// all repairs.
const CASES: [(&str, &str, &str, &[&str]); 12] = [
    (
        "arrow-in-note",
        "english",
        "",
        &["a line that starts with >"],
    ),
    ("exchange-none", "english", "", &[]),
    ("incomplete-rack", "english", "", &[]),
    ("known-tiles-after-phony", "english", "", &[]),
    ("long-note", "english", "", &[]),
    ("plus-minus", "english", "", &[]),
    (
        "same-nickname",
        "english",
        "",
        &["both players have the nickname"],
    ),
    ("sixth-zero-turn", "tiny", "", &[]),
    ("unknown-challenge", "english", "", &[]),
    (
        "windows-1251",
        "russian",
        "windows-1251",
        &["0 points written", "a total of 0"],
    ),
    (
        "words-after-total",
        "english",
        "",
        &[
            "not the whole word: read as 7E RVE",
            "the event does not form \"VEL\"",
            "12 points",
            "a total of 82",
        ],
    ),
    ("zero-turn-count-tiny", "tiny", "", &[]),
];

#[test]
fn records_as_found_are_read_and_their_faults_reported() {
    let folder = beside_the_project("cases");
    if !folder.exists() {
        println!("skipped: the cases are not in {}", folder.display());
        return;
    }
    for (name, alphabet_name, encoding, expected) in CASES {
        let bytes = fs::read(folder.join(format!("gcg/{name}.gcg"))).unwrap();
        let file = folder.join(format!("alphabets/{alphabet_name}.csv"));
        let alphabet = match file.exists() {
            true => alphabet(file.to_str().unwrap()),
            false => alphabet(alphabet_name),
        };
        let read = match encoding {
            "" => Gcg::from_bytes(&bytes),
            encoding => Gcg::from_bytes_in(&bytes, encoding),
        };
        let (gcg, mut repairs) = read.unwrap();
        let rules = Rules::standard(alphabet);
        let mut steps = gcg.replay(&rules, alphabet);
        for step in steps.by_ref() {
            repairs.extend(step.unwrap().repairs);
        }
        repairs.extend(steps.repairs());
        let repairs: Vec<String> =
            (repairs.iter().map(|repair| repair.remedy.to_string())).collect();
        assert_eq!(repairs.len(), expected.len(), "{name}: {repairs:?}");
        for (found, expected) in repairs.iter().zip(expected) {
            assert!(found.starts_with(expected), "{name}: {repairs:?}");
        }
    }
    for (name, message) in [
        ("three-players", "a game of 3 players"),
        ("windows-1251", "'Ê' is an unknown tile"),
        ("orientation", "another tile is on 5H"),
    ] {
        let bytes = fs::read(folder.join(format!("gcg/{name}.gcg"))).unwrap();
        let error = replay(name, &bytes).unwrap_err();
        assert!(
            error.fault.to_string().starts_with(message),
            "{name}: {error}"
        );
    }
}

#[test]
fn records_of_other_programs_are_written_without_loss() {
    for (name, bytes) in records() {
        let Ok((gcg, _)) = Gcg::from_bytes(&bytes) else {
            continue;
        };
        let text = gcg.to_string();
        let (again, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
        assert_eq!(again, gcg, "{name}");
        let is_kept = |repair: &GcgRepair| matches!(repair.remedy, GcgRemedy::NotObeyed { .. });
        assert!(repairs.iter().all(is_kept), "{name}: {repairs:?}");
        assert_eq!(again.to_string(), text, "{name}");
    }
}

#[test]
fn games_of_other_programs_are_resumed() {
    for (name, bytes) in records() {
        let Ok((gcg, _, _)) = replay(&name, &bytes) else {
            continue;
        };
        let alphabet = alphabet_of(&name);
        let rules = Rules::standard(alphabet);
        match gcg.resume(&rules, alphabet) {
            Ok(game) => println!("{name}: over {}, {:?}", game.is_over(), game.scores()),
            Err(error) => {
                println!("{name}: {error}");
                assert!(matches!(
                    error.fault,
                    GcgFault::RackUnknown | GcgFault::RackImpossible | GcgFault::AfterEnd
                ));
            }
        }
    }
}
