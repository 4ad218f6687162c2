//! Work of the firmware, and of the program `host` on this machine: opens an image, looks up words, finds anagrams, generates
//! and scores all plays of positions, and ranks the moves of one by equity. Writes results as lines of text that are equal on every machine, and costs as lines that start
//! with `#`.
#![no_std]
#![forbid(unsafe_code)]

mod cost;

use core::fmt::{self, Write};
use core::hint::black_box;
use core::ops::ControlFlow;

use lexc_runtime::{
    Algorithm, Candidate, Cgp, Image, LeaveImage, Leaves, Lexicon, MissingAutomatonError, Move,
    MoveGen, Play, Position, Rack, Rules, Tile, Word, check_play, for_each_exchange,
};

#[cfg(not(feature = "microbit"))]
use lexc_runtime::{Condition, Finder};

use cost::Costs;
pub use cost::{Cost, Meter, Unmetered};

/// Strings to look up.
const QUESTIONS: [&str; 4] = ["QUIZ", "RETINAS", "ZAX", "AEINRST"];

/// Tiles to find the anagrams of.
#[cfg(not(feature = "microbit"))]
const ANAGRAMS: [&str; 2] = ["AEINRST", "AEINRS?"];

/// Values of five leaves, for the English alphabet.
static LEAVES: &[u8] = include_bytes!("../../care.leaves");

/// Number of tiles in the bag, so that exchanges are allowed.
const BAG_LEN: usize = 50;

/// Approximate number of words of the lexicon to look up, each also spelled backwards.
const SAMPLE: usize = 200;

/// Look-ups per measurement: the timer is too coarse for a single one.
const REPEATS: u32 = 32;

/// Opens the image at the start of the bytes, and writes the results. `positions` are lines of CGP.
///
/// # Errors
/// Only errors of the output. For an image or a position that cannot be read, writes a line that says so.
pub fn report(
    bytes: &[u8],
    positions: &str,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> fmt::Result {
    let Some(lexicon) = open(bytes, meter, output)? else {
        return Ok(());
    };
    look_up(&lexicon, meter, output)?;
    // Leaves no room for all words in 256 KiB.
    #[cfg(not(feature = "microbit"))]
    find_anagrams(&lexicon, meter, output)?;
    let rules = Rules::standard(lexicon.alphabet());
    // Constants, so that the compiler leaves out the code of other algorithms. These two take 4 KiB of stack; the default of
    // `MoveGen` takes 56 KiB.
    if lexicon.image().dawg().is_some() {
        let search = |position: &Position<'_>, sum: &mut Sum<'_>| {
            let movegen = MoveGen::new(&lexicon).with_algorithm(Algorithm::Dawg)?;
            movegen.for_each(position, |play| sum.add(play));
            Ok(())
        };
        find_plays("DAWG", search, &lexicon, &rules, positions, meter, output)?;
    }
    // An image with a GADDAG does not fit in 256 KiB; its search is left out, too.
    #[cfg(not(feature = "microbit"))]
    if lexicon.image().gaddag().is_some() {
        let search = |position: &Position<'_>, sum: &mut Sum<'_>| {
            let movegen = MoveGen::new(&lexicon).with_algorithm(Algorithm::Gaddag)?;
            movegen.for_each(position, |play| sum.add(play));
            Ok(())
        };
        find_plays("GADDAG", search, &lexicon, &rules, positions, meter, output)?;
    }
    Ok(())
}

/// Opens the image with and without validation. Returns `None` if it is refused.
#[inline(never)]
fn open<'i>(
    bytes: &'i [u8],
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> Result<Option<Lexicon<'i>>, fmt::Error> {
    // In flash, only the header tells the length of the image.
    let image = match Image::total_bytes(bytes) {
        Ok(len) => usize::try_from(len).ok().and_then(|len| bytes.get(..len)),
        Err(_) => None,
    };
    let image = image.unwrap_or(bytes);
    let (checked, cost) = meter.measure(|| Lexicon::from_bytes(image));
    let lexicon = match checked {
        Ok(lexicon) => lexicon,
        Err(error) => {
            writeln!(output, "the image: {error}")?;
            return Ok(None);
        }
    };
    writeln!(
        output,
        "the image: {} bytes, {} words of up to {} tiles, fingerprint {}",
        image.len(),
        lexicon.word_count(),
        lexicon.longest_word(),
        lexicon.fingerprint()
    )?;
    Costs::of(cost).report_per_byte(image.len(), "opened and checked", output)?;
    let (unvalidated, cost) = meter.measure(|| Lexicon::from_bytes_unvalidated(image));
    if unvalidated.is_err() {
        writeln!(output, "the image is refused without validation")?;
    }
    Costs::of(cost).report("opened unvalidated", output)?;
    Ok(Some(lexicon))
}

/// Looks up [`QUESTIONS`], and words of the lexicon spelled forwards and backwards.
#[inline(never)]
fn look_up(lexicon: &Lexicon<'_>, meter: &mut impl Meter, output: &mut impl Write) -> fmt::Result {
    for text in QUESTIONS {
        let answer = match Word::parse(text, lexicon.alphabet()) {
            Ok(word) if lexicon.contains(&word) => "yes",
            Ok(_) => "no",
            Err(_) => "not in its alphabet",
        };
        writeln!(output, "{text}: {answer}")?;
    }
    let every = (lexicon.word_count() as usize / SAMPLE).max(1);
    let (mut costs, mut count, mut found) = (Costs::NONE, [0_u32; 2], [0_u32; 2]);
    for word in lexicon.words().step_by(every) {
        let mut backwards = word;
        reverse(&word, &mut backwards);
        for (word, is_backwards) in [(&word, 0), (&backwards, 1)] {
            let (is_found, cost) = meter.measure(|| {
                (0..REPEATS).fold(true, |all, _| all & lexicon.contains(black_box(word)))
            });
            costs.add(cost, REPEATS);
            if let (Some(count), Some(found)) =
                (count.get_mut(is_backwards), found.get_mut(is_backwards))
            {
                *count += 1;
                *found += u32::from(is_found);
            }
        }
    }
    let ([words, backwards], [found, found_backwards]) = (count, found);
    writeln!(output, "words: {found} of {words} found")?;
    writeln!(
        output,
        "words spelled backwards: {found_backwards} of {backwards} found"
    )?;
    costs.report("look-ups", output)
}

/// Finds the anagrams of [`ANAGRAMS`].
#[cfg(not(feature = "microbit"))]
#[inline(never)]
fn find_anagrams(
    lexicon: &Lexicon<'_>,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> fmt::Result {
    let mut costs = Costs::NONE;
    for rack in ANAGRAMS {
        let Ok(condition) = Condition::anagram(rack, lexicon.alphabet()) else {
            return writeln!(output, "anagrams of {rack}: not in its alphabet");
        };
        let mut conditions = [condition];
        let mut count = 0_u32;
        let (found, cost) =
            meter.measure(|| Finder::new(lexicon).words(&mut conditions, |_| count += 1));
        costs.add(cost, 1);
        let note = if found.is_err() { ", and more" } else { "" };
        writeln!(output, "anagrams of {rack}: {count}{note}")?;
    }
    costs.report("anagrams", output)
}

/// Writes the tiles of a word to `backwards` in reverse order.
fn reverse(word: &[Tile], backwards: &mut Word) {
    while backwards.pop().is_some() {}
    for &tile in word.iter().rev() {
        backwards.push(tile);
    }
}

/// Number, score sum and best of plays.
#[derive(Default)]
struct Sum<'l> {
    plays: u32,
    score: i64,
    best: Option<Play>,
    moves: Option<Moves<'l>>,
}

impl Sum<'_> {
    /// Adds a play, and keeps the best one. [`MoveGen::best`] would take 64 KiB of stack.
    fn add(&mut self, play: &Play) {
        self.plays += 1;
        self.score += i64::from(play.score());
        if self.best.is_none_or(|best| play.best_first(&best).is_lt()) {
            self.best = Some(*play);
        }
        if let Some(moves) = &mut self.moves {
            moves.add_play(play);
        }
    }
}

/// The best move by equity.
struct Moves<'l> {
    rack: Rack,
    leaves: LeaveImage<'l>,
    best: Option<Candidate>,
}

impl Moves<'_> {
    fn add_play(&mut self, play: &Play) {
        let mut leave = self.rack;
        for (_, placed_tile) in play.placed() {
            // The rack has the tiles of each play.
            let _ = leave.remove(placed_tile);
        }
        self.add(Candidate::play(*play, self.leaves.value(&leave)));
    }

    fn add(&mut self, candidate: Candidate) {
        if self
            .best
            .is_none_or(|best| candidate.best_first(&best).is_lt())
        {
            self.best = Some(candidate);
        }
    }
}

/// Finds the best move of a position by equity: a play, an exchange or the pass.
#[inline(never)]
fn rank_moves(
    search: &impl Fn(&Position<'_>, &mut Sum<'_>) -> Result<(), MissingAutomatonError>,
    position: &Position<'_>,
    lexicon: &Lexicon<'_>,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> fmt::Result {
    let alphabet = lexicon.alphabet();
    let (leaves, cost) = meter.measure(|| LeaveImage::from_bytes(LEAVES, alphabet));
    let leaves = match leaves {
        Ok(leaves) => leaves.with_sums(),
        Err(error) => return writeln!(output, "the leaves: {error}"),
    };
    Costs::of(cost).report("leaves opened and checked", output)?;
    let rack = *position.rack();
    let pass = Candidate {
        action: Move::Pass,
        equity: leaves.value(&rack).into(),
    };
    let moves = Moves {
        rack,
        leaves,
        best: Some(pass),
    };
    let mut sum = Sum {
        moves: Some(moves),
        ..Sum::default()
    };
    let (found, cost) = meter.measure(|| search(position, &mut sum));
    let Some(mut moves) = sum.moves.filter(|_| found.is_ok()) else {
        return Ok(());
    };
    let _ = for_each_exchange(position, BAG_LEN, |exchanged, kept| {
        let equity = moves.leaves.value(kept).into();
        moves.add(Candidate {
            action: Move::Exchange(*exchanged),
            equity,
        });
        ControlFlow::<()>::Continue(())
    });
    if let Some(Candidate { action, equity }) = moves.best {
        write!(
            output,
            "best move: equity {equity} thousandths of a point, "
        )?;
        match action {
            Move::Play(play) => writeln!(output, "{}", play.display(position.board(), alphabet))?,
            Move::Exchange(tiles) => writeln!(output, "exchange {}", tiles.display(alphabet))?,
            Move::Pass => writeln!(output, "pass")?,
        }
    }
    Costs::of(cost).report("plays ranked by equity", output)
}

/// Generates and scores all plays of the positions over one automaton.
#[inline(never)]
fn find_plays(
    automaton: &str,
    search: impl Fn(&Position<'_>, &mut Sum<'_>) -> Result<(), MissingAutomatonError>,
    lexicon: &Lexicon<'_>,
    rules: &Rules,
    positions: &str,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> fmt::Result {
    let (mut total, mut reading, mut finding, mut checking) =
        (Sum::default(), Costs::NONE, Costs::NONE, Costs::NONE);
    for (line, number) in positions.lines().zip(1_u32..) {
        let (position, cost) = meter.measure(|| read(line, lexicon, rules));
        reading.add(cost, 1);
        let Some(position) = position else {
            return writeln!(output, "position {number}: cannot be read");
        };
        let mut sum = Sum::default();
        let (found, cost) = meter.measure(|| search(&position, &mut sum));
        if found.is_err() {
            return writeln!(output, "position {number}: the image has no {automaton}");
        }
        finding.merge(&Costs::of(cost));
        write!(
            output,
            "{automaton}, position {number}: plays {}, score sum {}, best",
            sum.plays, sum.score
        )?;
        match sum.best {
            Some(best) => {
                let (is_legal, cost) =
                    meter.measure(|| check_play(lexicon, &position, &best).is_ok());
                checking.add(cost, 1);
                let text = best.display(position.board(), lexicon.alphabet());
                let verdict = if is_legal { "" } else { ", which is illegal" };
                writeln!(output, " {} by {text}{verdict}", best.score())?;
            }
            None => writeln!(output, " 0")?,
        }
        Costs::of(cost).report("", output)?;
        if number == 1 {
            rank_moves(&search, &position, lexicon, meter, output)?;
        }
        total.plays += sum.plays;
        total.score += sum.score;
    }
    let Sum { plays, score, .. } = total;
    writeln!(output, "{automaton}: plays {plays}, score sum {score}")?;
    reading.report("a position read", output)?;
    checking.report("a play checked", output)?;
    finding.report("all plays", output)
}

/// Reads a line of CGP.
///
/// Not inlined, so that its stack is free during the search.
#[inline(never)]
fn read<'r>(line: &str, lexicon: &Lexicon<'_>, rules: &'r Rules) -> Option<Position<'r>> {
    let cgp = Cgp::parse(line, lexicon.alphabet()).ok()?;
    cgp.position(rules).ok()
}
