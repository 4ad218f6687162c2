//! Game records of other programs, where they are available.

use std::fs;

use common::english::beside_the_project;
use lexc_game::{Gcg, GcgError, GcgFault};
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

#[test]
fn records_of_other_programs_are_written_without_loss() {
    for (name, bytes) in records() {
        let Ok((gcg, _)) = Gcg::from_bytes(&bytes) else {
            continue;
        };
        let text = gcg.to_string();
        let (again, repairs) = Gcg::from_bytes(text.as_bytes()).unwrap();
        assert_eq!(again, gcg, "{name}");
        assert_eq!(repairs, [], "{name}");
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
