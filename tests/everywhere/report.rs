//! Writes hashes of the runtime's results, one a line, which are compared between machines. Like the runtime, this
//! module needs neither `std` nor a heap.

use core::fmt::{self, Write};

use lexc_runtime::{
    Algorithm, Candidate, Cgp, Lexicon, MoveGen, Play, Position, Rack, Rules, TrackedPosition,
};
use xxhash_rust::xxh3::Xxh3;

/// Every algorithm; each finds the plays in an order of its own.
const ALGORITHMS: [Algorithm; 3] = [Algorithm::Gaddag, Algorithm::Dawg, Algorithm::EveryLine];

/// A hash of items in their order.
struct Digest {
    hash: Xxh3,
    /// The number of items.
    count: u32,
}

impl Digest {
    fn new() -> Digest {
        Digest {
            hash: Xxh3::new(),
            count: 0,
        }
    }

    /// Adds a text as an item.
    fn add(&mut self, text: fmt::Arguments<'_>) {
        // A hash accepts every text.
        let _ = writeln!(Text(&mut self.hash), "{text}");
        self.count += 1;
    }

    /// Adds a play as an item.
    fn add_play(&mut self, play: &Play) {
        let number = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
        let origin = play.origin();
        let direction = u8::from(play.direction() == lexc_runtime::Direction::Down);
        self.hash
            .update(&[number(origin.row()), number(origin.col()), direction]);
        for (_, placed_tile) in play.squares() {
            self.hash
                .update(&[placed_tile.map_or(0, |placed_tile| placed_tile.byte())]);
        }
        self.hash.update(&play.score().to_le_bytes());
        self.count += 1;
    }

    /// Writes a line: name, number of items, hash.
    fn report(&self, name: fmt::Arguments<'_>, output: &mut impl Write) -> fmt::Result {
        writeln!(
            output,
            "{name}: {} {:032x}",
            self.count,
            self.hash.digest128()
        )
    }
}

/// Writes text into a hash.
struct Text<'h>(&'h mut Xxh3);

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.update(text.as_bytes());
        Ok(())
    }
}

/// Writes the hashes of an image's words, of one in 64 word indices, and of all plays, best plays and best moves in
/// positions. `positions` has one position in CGP on each line. The image must have both automata and a
/// word index.
///
/// The hash of the words is the lexicon's fingerprint, as `lexc info` prints it.
///
/// # Errors
///
/// Errors of the output. For an invalid image or position, writes a line with the error.
pub fn report(image: &[u8], positions: &str, output: &mut impl Write) -> fmt::Result {
    let lexicon = match Lexicon::from_bytes(image) {
        Ok(lexicon) => lexicon,
        Err(error) => return writeln!(output, "the image: {error}"),
    };
    report_words(&lexicon, output)?;
    for algorithm in ALGORITHMS {
        let (mut plays, mut best) = (Digest::new(), Digest::new());
        for (line, number) in positions.lines().zip(1_u32..) {
            if let Err(problem) = add_position(&lexicon, line, algorithm, &mut plays, &mut best) {
                return writeln!(output, "position {number}: {problem}");
            }
        }
        plays.report(format_args!("plays, {algorithm:?}"), output)?;
        best.report(format_args!("best plays and moves, {algorithm:?}"), output)?;
    }
    Ok(())
}

fn report_words(lexicon: &Lexicon<'_>, output: &mut impl Write) -> fmt::Result {
    let (mut words, mut indices) = (Digest::new(), Digest::new());
    for (word, index) in lexicon.words().zip(0_u32..) {
        words.add(format_args!("{}", word.display(lexicon.alphabet())));
        if index % 64 == 0 {
            let found = lexicon.word_at(index).map(|word| lexicon.index_of(&word));
            indices.add(format_args!("{found:?}"));
        }
    }
    words.report(format_args!("words"), output)?;
    indices.report(format_args!("word indices"), output)
}

/// Adds to `plays` all plays of a position, and all plays of the position that its best play makes. Adds to `best` the
/// best plays and moves.
fn add_position(
    lexicon: &Lexicon<'_>,
    line: &str,
    algorithm: Algorithm,
    plays: &mut Digest,
    best: &mut Digest,
) -> Result<(), &'static str> {
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    let cgp = Cgp::parse(line, alphabet).map_err(|_| "not in CGP")?;
    let position = cgp
        .position(&rules)
        .map_err(|_| "not a position of the standard rules")?;
    let no_automaton = "the image lacks an automaton";
    let movegen = MoveGen::new(lexicon).with_algorithm(algorithm);
    let movegen = movegen.map_err(|_| no_automaton)?;
    movegen.for_each(&position, |play| plays.add_play(play));

    let mut slots: [Option<Play>; 4] = [None; 4];
    movegen.top(&position, &mut slots);
    for play in slots.iter().flatten() {
        let text = play.display(position.board(), alphabet);
        best.add(format_args!("{text} {}", play.score()));
    }
    let mut moves: [Option<Candidate>; 4] = [None; 4];
    movegen.with_moves(50, &leave).top(&position, &mut moves);
    for candidate in moves.iter().flatten() {
        best.add(format_args!("{candidate:?}"));
    }
    if let [Some(play), ..] = slots {
        add_plays_after(lexicon, position, &play, movegen, plays)?;
    }
    Ok(())
}

/// Makes a play in a tracked position, restores the rack, and adds all plays of the new position to `plays`.
fn add_plays_after(
    lexicon: &Lexicon<'_>,
    position: Position<'_>,
    play: &Play,
    movegen: MoveGen<'_>,
    plays: &mut Digest,
) -> Result<(), &'static str> {
    let rack = *position.rack();
    let mut tracked = TrackedPosition::new(lexicon, position);
    tracked.play(play).map_err(|_| "the best play is illegal")?;
    tracked
        .set_rack(rack)
        .map_err(|_| "the rack is too large")?;
    movegen.for_each(&tracked, |play| plays.add_play(play));
    Ok(())
}

/// The value of a leave in thousandths of a point: each different letter adds a number of its own, divided by one
/// more than the letter's count, and blanks add 25 points in all.
fn leave(kept: &Rack) -> i32 {
    let tiles = kept.letters().into_iter();
    let values = tiles.map(|tile| {
        let count = i32::try_from(kept.count(tile)).unwrap_or(0);
        (i32::from(tile.code()) * 7919 % 13_001 - 6_500) / (count + 1)
    });
    values.sum::<i32>() + 25_000 * i32::from(kept.blanks() > 0)
}
