//! Generators of plays: the runtime's algorithms, over images of both node stores.

use std::ops::ControlFlow;

use lexc_runtime::{Algorithm, Lexicon, MoveGen, Play, Position, TrackedPosition};

use crate::oracle::PlainPlay;

/// Visits every legal play until the visitor breaks.
pub type Generator =
    fn(&Lexicon<'_>, &Position<'_>, &mut dyn FnMut(&Play) -> ControlFlow<()>) -> ControlFlow<()>;

/// The default algorithm: every line at once, if the image has a DAWG.
const EVERY_LINE: Generator =
    |lexicon, position, visit| MoveGen::new(lexicon).for_each(position, visit);
const BY_GADDAG: Generator = |lexicon, position, visit| {
    let flow = visit_plays(Algorithm::Gaddag, lexicon, position, visit);
    flow.expect("images of games have a GADDAG")
};
const BY_DAWG: Generator = |lexicon, position, visit| {
    let flow = visit_plays(Algorithm::Dawg, lexicon, position, visit);
    flow.expect("images of games have a DAWG")
};

/// Every generator with its name. All find the same plays.
pub const GENERATORS: &[(&str, Generator)] = &[
    ("every line", EVERY_LINE),
    ("GADDAG", BY_GADDAG),
    ("DAWG", BY_DAWG),
];

/// The same generators, with their names for searches over a compact image.
pub const COMPACT_GENERATORS: &[(&str, Generator)] = &[
    ("every line, compact", EVERY_LINE),
    ("GADDAG, compact", BY_GADDAG),
    ("DAWG, compact", BY_DAWG),
];

/// A generator over an image.
#[derive(Clone, Copy, Debug)]
pub struct Search<'l> {
    /// The name of the generator; it ends in `compact` if the image is compact.
    pub name: &'static str,
    /// The generator.
    pub generator: Generator,
    /// The lexicon of the image.
    pub lexicon: Lexicon<'l>,
}

impl Search<'_> {
    /// All plays in the order of the generator.
    pub fn delivered(&self, position: &Position<'_>) -> Vec<Play> {
        delivered(self.generator, &self.lexicon, position)
    }
}

/// Every algorithm of the runtime.
pub const ALGORITHMS: [Algorithm; 3] = [Algorithm::Gaddag, Algorithm::Dawg, Algorithm::EveryLine];

/// The algorithms that an image supports.
pub fn algorithms(lexicon: &Lexicon<'_>) -> impl Iterator<Item = Algorithm> {
    let has_gaddag = lexicon.image().gaddag().is_some();
    let has_dawg = lexicon.image().dawg().is_some();
    ALGORITHMS
        .into_iter()
        .filter(move |algorithm| match algorithm {
            Algorithm::Gaddag => has_gaddag,
            _ => has_dawg,
        })
}

/// All plays in the order of the generator.
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

/// The [`MoveGen`] with an algorithm; `None` if the image lacks the algorithm's automaton.
pub fn movegen<'l>(algorithm: Algorithm, lexicon: &'l Lexicon<'l>) -> Option<MoveGen<'l>> {
    MoveGen::new(lexicon).with_algorithm(algorithm).ok()
}

/// Visits the plays that an algorithm finds; `None` if the image lacks the algorithm's automaton.
pub fn visit_plays(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
    visit: &mut dyn FnMut(&Play) -> ControlFlow<()>,
) -> Option<ControlFlow<()>> {
    Some(movegen(algorithm, lexicon)?.for_each(position, visit))
}

/// All plays that an algorithm finds, in its order; `None` if the image lacks the algorithm's automaton.
pub fn plays_by(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    position: &Position<'_>,
) -> Option<Vec<Play>> {
    let mut plays = Vec::new();
    movegen(algorithm, lexicon)?.for_each(position, |play| plays.push(*play));
    Some(plays)
}

/// All plays that an algorithm finds in a tracked position; `None` if the image lacks the algorithm's automaton.
pub fn tracked_plays_by(algorithm: Algorithm, tracked: &TrackedPosition<'_>) -> Option<Vec<Play>> {
    let mut plays = Vec::new();
    movegen(algorithm, tracked.lexicon())?.for_each(tracked, |play| plays.push(*play));
    Some(plays)
}

/// The plays as plain data, in ascending order.
pub fn sorted(plays: &[Play]) -> Vec<PlainPlay> {
    let mut plays: Vec<PlainPlay> = plays.iter().map(PlainPlay::from).collect();
    plays.sort();
    plays
}
