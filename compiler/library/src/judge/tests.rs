use lexc_runtime::{Cgp, Rules};

use super::*;
use crate::word_list::WordList;
use crate::{CompileOptions, compile_sorted};

/// The ruling on a play in a position, with the English alphabet and the standard rules.
fn ruling(words: &[&str], cgp: &str, play: &str) -> Result<Ruling, TextError> {
    let section = crate::alphabet::load("english").unwrap().encode().unwrap();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let words = WordList::from_words(alphabet, words.iter().copied()).unwrap();
    let image = compile_sorted(words.iter(), alphabet, &CompileOptions::default()).unwrap();
    let lexicon = Lexicon::from_bytes(&image.image).unwrap();
    let rules = Rules::standard(alphabet);
    let cgp = Cgp::parse(cgp, alphabet).unwrap();
    Ruling::on(play, &cgp.position(&rules).unwrap(), &lexicon)
}

const WORDS: [&str; 4] = ["RETSINA", "HEM", "RE", "EM"];
const EMPTY: &str = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/";
const RETSINA: &str = "15/15/15/15/15/15/15/3RETSInA5/15/15/15/15/15/15/15 AEHMT?S/";

#[test]
fn a_legal_play_has_the_terms_of_its_score() {
    let ruling = ruling(&WORDS, RETSINA, "9c hEM").unwrap();
    assert_eq!((ruling.play.as_str(), ruling.legal), ("9C hEM", true));
    let account = ruling.account.unwrap();
    let terms = |word: &WordAccount| {
        word.tiles
            .iter()
            .map(TileAccount::to_string)
            .collect::<Vec<_>>()
    };
    let words: Vec<_> = account
        .words
        .iter()
        .map(|word| {
            (
                word.word.as_str(),
                word.coordinate.as_str(),
                terms(word),
                word.score,
            )
        })
        .collect();
    let owned = |terms: &[&str]| terms.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        words,
        [
            ("HEM", "9C", owned(&["h 0x2", "E 1", "M 3"]), 4),
            ("RE", "D8", owned(&["(R) 1", "E 1"]), 2),
            ("EM", "E8", owned(&["(E) 1", "M 3"]), 4),
        ]
    );
    assert_eq!(
        (account.bonus, account.score, account.leave.as_str()),
        (0, 10, "AHST")
    );
}

#[test]
fn the_terms_of_a_bingo_add_up() {
    let account = ruling(&WORDS, EMPTY, "H8 RETSINA")
        .unwrap()
        .account
        .unwrap();
    let [word] = account.words.as_slice() else {
        panic!("one word");
    };
    let points = |tile: &TileAccount| tile.value * tile.letter_multiplier;
    let sum: i32 = word.tiles.iter().map(points).sum();
    assert_eq!((sum, word.word_multiplier, word.score), (8, 2, 16));
    assert_eq!(
        (account.bonus, account.score, account.leave.as_str()),
        (50, 66, "")
    );
}

#[test]
fn an_illegal_play_has_its_reason() {
    for (cgp, play, reason) in [
        (
            RETSINA,
            "9C HAM",
            "HAM on 9C and RA on D8 are not in the lexicon",
        ),
        (
            RETSINA,
            "8D RETSINAS",
            "RETSINAS on 8D is not in the lexicon",
        ),
        (RETSINA, "9C HEX", "the rack has no X left for 9E"),
        (RETSINA, "9C hEm", "the rack has no blank left for 9E"),
        (RETSINA, "8D RATSINAS", "8E is occupied by E"),
        (
            RETSINA,
            "8D RETSINA.S",
            "the word has a gap on 8K (place a tile there)",
        ),
        (RETSINA, "8E .TSINA", "the play places no tile"),
        (RETSINA, "8D (RETSINA)", "the play places no tile"),
        (
            RETSINA,
            "10C HEM",
            "the play is not adjacent to a tile on the board",
        ),
        (
            RETSINA,
            "8K S",
            "the word includes 8J (write the whole word)",
        ),
        (
            RETSINA,
            "15M HEMS",
            "the word leaves the board of 15 x 15 squares",
        ),
        (
            EMPTY,
            "1A RETSINA",
            "the first play does not cover the start square 8H",
        ),
        (
            EMPTY,
            "8H A",
            "the first play has one tile (place two or more)",
        ),
    ] {
        let ruling = ruling(&WORDS, cgp, play).unwrap();
        assert_eq!(
            (ruling.legal, ruling.reason.as_deref()),
            (false, Some(reason)),
            "{play}"
        );
    }
}

#[test]
fn refuses_a_text_that_is_not_a_play() {
    for play in ["RETSINA", "8D", "8D RÉ", "8D RE)"] {
        assert!(ruling(&WORDS, EMPTY, play).is_err(), "{play}");
    }
}
