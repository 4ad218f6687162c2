//! Hostile game records.

use lexc_game::{Gcg, GcgRemedy, GcgRepair};
use lexc_runtime::{Move, Rules, check_placement};

use super::input::Input;
use super::texts::{ALPHABETS, alphabet};

/// Reads the input as a game record. Asserts that an accepted record, written as text, reads as the same record if it has no
/// invisible characters, which are written as escapes, and else as a record that is written in the same way; and that its plays fit board and rack. Resumes the game, writes it as a record, and asserts that a game resumed from
/// this record has the same position, scores and player on turn.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let alphabet = alphabet(input.below(ALPHABETS));
    let (gcg, repairs) = match Gcg::from_bytes(input.rest()) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert!(repairs.iter().all(|repair| !repair.to_string().is_empty()));
    let written = gcg.to_string();
    let (again, repairs) = Gcg::from_bytes(written.as_bytes()).expect("it was written");
    assert_eq!(again.to_string(), written);
    let has_escapes = written.contains("\\u{");
    if !has_escapes {
        assert_eq!(again, gcg, "{written}");
    }
    // Pragmas that are not obeyed, come twice or have no right value are kept.
    let is_kept = |repair: &GcgRepair| {
        use GcgRemedy::{NotObeyed, Repeated, ValueIgnored};
        matches!(
            repair.remedy,
            NotObeyed { .. } | Repeated { .. } | ValueIgnored { .. }
        )
    };
    assert!(repairs.iter().all(is_kept), "{written}: {repairs:?}");
    let rules = Rules::standard(alphabet);
    for step in gcg.replay(&rules, alphabet) {
        let step = match step {
            Ok(step) => step,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                break;
            }
        };
        if let Some(Move::Play(play)) = step.action {
            assert_eq!(check_placement(&step.position, &play), Ok(()));
            assert_eq!(step.points, play.score());
        }
    }
    let Ok(game) = gcg.resume(&rules, alphabet) else {
        return;
    };
    let saved = Gcg::from_game(&game, alphabet, ["first", "second"]).expect("two players");
    let resumed = saved
        .resume(&rules, alphabet)
        .expect("the record of a game");
    assert_eq!(resumed.state().cgp(), game.state().cgp(), "{saved}");
    assert_eq!(resumed.scores(), game.scores(), "{saved}");
    assert_eq!(resumed.on_turn(), game.on_turn(), "{saved}");
}
