//! What the suite knows of move generation: all generators, and what makes their plays legal.

use std::ops::ControlFlow;

use lexc_runtime::{Algorithm, Lexicon, Play, Position, for_each_play, for_each_play_by};

use crate::oracle::PlainPlay;

/// Visits every legal play until the visitor breaks.
pub type Generator =
    fn(&Lexicon<'_>, &Position<'_>, &mut dyn FnMut(&Play) -> ControlFlow<()>) -> ControlFlow<()>;

/// Every generator, which all have to find the same plays, and its name.
pub const GENERATORS: &[(&str, Generator)] = &[
    ("every line", |lexicon, position, visit| {
        for_each_play(lexicon, position, visit)
    }),
    ("GADDAG", |lexicon, position, visit| {
        let flow = for_each_play_by(Algorithm::Gaddag, lexicon, position, visit);
        flow.expect("the suite's images have a GADDAG")
    }),
    ("DAWG", |lexicon, position, visit| {
        let flow = for_each_play_by(Algorithm::Dawg, lexicon, position, visit);
        flow.expect("the suite's images have a DAWG")
    }),
];

/// Every algorithm that the runtime has.
pub const ALGORITHMS: [Algorithm; 3] = [Algorithm::Gaddag, Algorithm::Dawg, Algorithm::EveryLine];

/// All plays in the order in which the generator delivers them.
pub fn delivered(
    generator: Generator,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
) -> Vec<Play> {
    let mut plays = Vec::new();
    let flow = generator(lexicon, position, &mut |play| {
        plays.push(*play);
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    plays
}

/// The plays as plain data, sorted.
pub fn sorted(plays: &[Play]) -> Vec<PlainPlay> {
    let mut plays: Vec<PlainPlay> = plays.iter().map(PlainPlay::from).collect();
    plays.sort();
    plays
}
