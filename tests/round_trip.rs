use common::{image, letters};
use lexc::{Automata, CompileOptions};
use lexc_runtime::{Lexicon, Tile};

fn tiles(codes: &[u8]) -> Vec<Tile> {
    codes.iter().map(|&code| Tile::new(code).unwrap()).collect()
}

#[test]
fn enable() {
    let Ok(text) = std::fs::read_to_string("../../shared/lexicons/enable.txt") else {
        return;
    };
    let words: Vec<Vec<u8>> = text
        .lines()
        .map(|l| l.bytes().map(|b| b - 64).collect())
        .collect();
    for n in [26, 30, 61] {
        for automata in [Automata::Both, Automata::Dawg, Automata::Gaddag] {
            let options = CompileOptions {
                automata,
                numbers: automata != Automata::Gaddag,
                ..Default::default()
            };
            let t = std::time::Instant::now();
            let image = image(&words, &letters(n), &options);
            let t1 = t.elapsed();
            let lexicon = Lexicon::from_bytes(&image).unwrap();
            println!(
                "{n} {automata:?} {} build {t1:?} open {:?} {}",
                image.len(),
                t.elapsed() - t1,
                lexicon.fingerprint()
            );
            assert!(
                lexicon
                    .words()
                    .map(|w| w.iter().map(|t| t.code()).collect::<Vec<_>>())
                    .eq(words.iter().cloned())
            );
            for (i, w) in words.iter().enumerate() {
                let w = tiles(w);
                assert!(lexicon.contains(&w));
                if options.numbers {
                    assert_eq!(lexicon.number_of(&w), Some(i as u32));
                    assert_eq!(&**lexicon.word_at(i as u32).as_ref().unwrap(), &*w);
                }
            }
        }
    }
}
