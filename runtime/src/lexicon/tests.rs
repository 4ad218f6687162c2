use super::*;
use crate::lexicon::word::Word;
use crate::testing::BINGOS;

/// The hooks, found by two look-ups for each tile of the alphabet.
fn hooks_by_trial(lexicon: &Lexicon<'_>, word: &[Tile]) -> Hooks {
    let contains = |parts: [&[Tile]; 2]| {
        let word = Word::from_tiles(&parts.concat());
        word.is_some_and(|word| lexicon.contains(&word))
    };
    let tiles = || lexicon.alphabet().tiles();
    Hooks {
        front: tiles().filter(|&tile| contains([&[tile], word])).collect(),
        back: tiles().filter(|&tile| contains([word, &[tile]])).collect(),
    }
}

#[test]
fn refuses_leaves_however_they_are_opened() {
    static LEAVES: &[u8] = include_bytes!("../../examples/care.leaves");
    for checks in [Checks::All, Checks::Checksums, Checks::Bounds] {
        let opened = Lexicon::open(LEAVES, checks);
        assert_eq!(opened.unwrap_err(), ImageError::NotWords);
        let owned = OwnedLexicon::open(LEAVES, checks);
        assert_eq!(owned.unwrap_err(), ImageError::NotWords);
    }
    let image = Image::from_bytes(LEAVES).unwrap();
    assert_eq!(Words::of(image).count(), 5);
}

#[test]
fn hooks_agree_with_a_trial_of_every_tile() {
    let lexicon = Lexicon::from_bytes(BINGOS).unwrap();
    let alphabet = lexicon.alphabet();
    let mut found = 0;
    for word in lexicon.words() {
        for len in 1..=word.len() {
            for part in [&word[..len], &word[word.len() - len..]] {
                let expected = hooks_by_trial(&lexicon, part);
                assert_eq!(lexicon.hooks(part), expected);
                found += expected.front.len() + expected.back.len();
                let dawg = lexicon.image().dawg().map(Automaton::Dawg).unwrap();
                let over_dawg = with_nodes!(lexicon.image(), |nodes| dawg.hooks(nodes, part));
                assert_eq!(over_dawg, (expected.front, expected.back));
            }
        }
    }
    assert!(found > 50);
    let none = Hooks {
        front: TileSet::EMPTY,
        back: TileSet::EMPTY,
    };
    for word in ["", "ZZ"] {
        let word = Word::parse(word, alphabet).unwrap();
        assert_eq!(lexicon.hooks(&word), none);
    }
}
