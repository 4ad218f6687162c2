//! Work of the firmware, and of the program `host` on this machine: opens an image, looks up words and their labels, finds anagrams, generates
//! and scores all plays of positions, plays a game, and finds best moves with leave values. Writes results as lines of text
//! that are equal on every machine, and costs as lines that start with `#`.
#![no_std]
#![forbid(unsafe_code)]

mod cost;
#[cfg(not(feature = "microbit"))]
mod game;

use core::fmt::{self, Write};
use core::hint::black_box;

use lexc_runtime::{
    Algorithm, Candidate, Cgp, Checks, Image, LeaveImage, Leaves, Lexicon, MissingAutomatonError,
    MoveGen, Play, Position, Rules, Tile, Word, check_play,
};
#[cfg(not(feature = "microbit"))]
use lexc_runtime::{Condition, Finder, Label};

use cost::Costs;
pub use cost::{Cost, Meter, Unmetered};

/// Strings to look up.
const QUESTIONS: [&str; 4] = ["QUIZ", "RETINAS", "ZAX", "AEINRST"];

/// Racks whose anagrams are searched.
#[cfg(not(feature = "microbit"))]
const RACKS: [&str; 3] = ["AEINRST", "AEINR?", "AEINR??"];

/// Approximate number of words of the lexicon to look up, each also spelled backwards.
const SAMPLE: usize = 200;

/// Look-ups per measurement: the timer is too coarse for a single one.
const REPEATS: u32 = 32;

/// Opens the image at the start of the bytes, and writes the results. `leaves` is a leaves image; `positions` are lines of CGP.
///
/// # Errors
/// Only errors of the output. For an image or a position that cannot be read, writes a line that says so.
pub fn report(
    bytes: &[u8],
    leaves: &[u8],
    positions: &str,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> fmt::Result {
    let Some(lexicon) = open(bytes, meter, output)? else {
        return Ok(());
    };
    look_up(&lexicon, meter, output)?;
    // Code of word searches and games does not fit beside the image in the micro:bit's 256 KiB of flash.
    #[cfg(not(feature = "microbit"))]
    {
        find_anagrams(&lexicon, meter, output)?;
        count_labels(&lexicon, meter, output)?;
    }
    let rules = Rules::standard(lexicon.alphabet());
    // Each algorithm is a constant, so that the compiler leaves out the code of the other algorithms. `Dawg` and
    // `Gaddag` take 4 KiB of stack; the default of `MoveGen` takes 56 KiB.
    if lexicon.image().dawg().is_some() {
        let search = |position: &Position<'_>, sum: &mut Sum| {
            let movegen = MoveGen::new(&lexicon).with_algorithm(Algorithm::Dawg)?;
            movegen.for_each(position, |play| sum.add(play));
            Ok(())
        };
        find_plays("DAWG", &search, &lexicon, &rules, positions, meter, output)?;
        #[cfg(not(feature = "microbit"))]
        game::play_game(&search, &lexicon, &rules, meter, output)?;
        if let Some(leaves) = open_leaves(leaves, &lexicon, meter, output)? {
            find_moves(&leaves, &lexicon, &rules, positions, meter, output)?;
        }
    }
    // An image with a GADDAG does not fit in the micro:bit's flash, so its firmware has no search over the GADDAG.
    #[cfg(not(feature = "microbit"))]
    if lexicon.image().gaddag().is_some() {
        let search = |position: &Position<'_>, sum: &mut Sum| {
            let movegen = MoveGen::new(&lexicon).with_algorithm(Algorithm::Gaddag)?;
            movegen.for_each(position, |play| sum.add(play));
            Ok(())
        };
        find_plays(
            "GADDAG", &search, &lexicon, &rules, positions, meter, output,
        )?;
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
    // The bytes may continue after the image, as on the MPS2 board; the header has the image's length.
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
    let (unvalidated, cost) = meter.measure(|| Lexicon::open(image, Checks::Bounds));
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

/// Counts the words of the sample with each flag, and adds up each number, if the image has labels.
#[cfg(not(feature = "microbit"))]
#[inline(never)]
fn count_labels(
    lexicon: &Lexicon<'_>,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> fmt::Result {
    let Some(labels) = lexicon.image().labels() else {
        return Ok(());
    };
    let every = (lexicon.word_count() as usize / SAMPLE).max(1);
    let mut costs = Costs::NONE;
    for name in labels.flags().chain(labels.numbers()).map(Label::name) {
        let (mut count, mut sum) = (0_u32, 0_u32);
        for word in lexicon.words().step_by(every) {
            let (set, cost) = meter.measure(|| {
                let once = || lexicon.labels(black_box(&word));
                (1..REPEATS).fold(once(), |_, _| once())
            });
            costs.add(cost, REPEATS);
            let found = set.and_then(|set| set.named().find(|(label, _)| label.name() == name));
            if let Some((_, number)) = found {
                count += 1;
                sum += number.unwrap_or(0);
            }
        }
        writeln!(
            output,
            "label {name}: {count} words of the sample, sum {sum}"
        )?;
    }
    costs.report("labels", output)
}

/// Writes the tiles of a word to `backwards` in reverse order.
fn reverse(word: &[Tile], backwards: &mut Word) {
    while backwards.pop().is_some() {}
    for &tile in word.iter().rev() {
        backwards.push(tile);
    }
}

/// Finds the anagrams of [`RACKS`].
#[cfg(not(feature = "microbit"))]
#[inline(never)]
fn find_anagrams(
    lexicon: &Lexicon<'_>,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> fmt::Result {
    let mut costs = Costs::NONE;
    for rack in RACKS {
        let Ok(anagram) = Condition::anagram(rack, lexicon.alphabet()) else {
            writeln!(output, "{rack}: not in its alphabet")?;
            continue;
        };
        let mut conditions = [anagram];
        let (mut count, mut last) = (0_u32, None);
        let visit = |word: &Word| {
            count += 1;
            last = Some(*word);
        };
        let (_, cost) = meter.measure(|| Finder::new(lexicon).words(&mut conditions, visit));
        costs.add(cost, 1);
        write!(output, "anagrams of {rack}: {count}")?;
        if let Some(last) = last {
            write!(output, ", last {}", last.display(lexicon.alphabet()))?;
        }
        writeln!(output)?;
    }
    costs.report("anagrams", output)
}

/// The number of plays, the sum of their scores, and the best play.
#[derive(Default)]
pub(crate) struct Sum {
    plays: u32,
    score: i64,
    pub(crate) best: Option<Play>,
}

impl Sum {
    /// Adds a play, and keeps the best one. [`MoveGen::best`] would take 64 KiB of stack.
    fn add(&mut self, play: &Play) {
        self.plays += 1;
        self.score += i64::from(play.score());
        if self.best.is_none_or(|best| play.best_first(&best).is_lt()) {
            self.best = Some(*play);
        }
    }
}

/// Generates and scores all plays of the positions over one automaton.
#[inline(never)]
fn find_plays(
    automaton: &str,
    search: &impl Fn(&Position<'_>, &mut Sum) -> Result<(), MissingAutomatonError>,
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
        total.plays += sum.plays;
        total.score += sum.score;
    }
    let Sum { plays, score, .. } = total;
    writeln!(output, "{automaton}: plays {plays}, score sum {score}")?;
    reading.report("a position read", output)?;
    checking.report("a play checked", output)?;
    finding.report("all plays", output)
}

/// Opens the leaves image; leaves that it does not list have the sum of the values of their tiles. Returns `None` if the image
/// is refused.
#[inline(never)]
fn open_leaves<'i>(
    bytes: &'i [u8],
    lexicon: &Lexicon<'_>,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> Result<Option<LeaveImage<'i>>, fmt::Error> {
    let (opened, cost) = meter.measure(|| LeaveImage::from_bytes(bytes, lexicon.alphabet()));
    match opened {
        Ok(leaves) => {
            let (len, count) = (bytes.len(), leaves.leave_count());
            writeln!(output, "the leaves: {len} bytes, {count} leaves")?;
            Costs::of(cost).report_per_byte(len, "leaves checked", output)?;
            Ok(Some(leaves))
        }
        Err(error) => {
            writeln!(output, "the leaves: {error}")?;
            Ok(None)
        }
    }
}

/// Finds the best move of each position by equity, among plays, exchanges and the pass.
#[inline(never)]
fn find_moves(
    leaves: &dyn Leaves,
    lexicon: &Lexicon<'_>,
    rules: &Rules,
    positions: &str,
    meter: &mut impl Meter,
    output: &mut impl Write,
) -> fmt::Result {
    let mut costs = Costs::NONE;
    for (line, number) in positions.lines().zip(1_u32..) {
        // `find_plays` has reported lines that cannot be read.
        let Some(position) = read(line, lexicon, rules) else {
            continue;
        };
        let mut best: Option<Candidate> = None;
        let (found, cost) = meter.measure(|| {
            let movegen = MoveGen::new(lexicon).with_algorithm(Algorithm::Dawg)?;
            let movegen = movegen.with_moves(bag_len(&position, lexicon), leaves);
            movegen.for_each(&position, |found| {
                if best.is_none_or(|best| found.best_first(&best).is_lt()) {
                    best = Some(*found);
                }
            });
            Ok::<(), MissingAutomatonError>(())
        });
        costs.add(cost, 1);
        if let (Ok(()), Some(best)) = (found, best) {
            write!(output, "best move {number}: equity {}, ", best.equity)?;
            let (board, alphabet) = (position.board(), lexicon.alphabet());
            writeln!(output, "{}", best.action.display(board, alphabet))?;
        }
    }
    costs.report("best moves", output)
}

/// Number of tiles in the bag, if the opponent holds a full rack.
fn bag_len(position: &Position<'_>, lexicon: &Lexicon<'_>) -> usize {
    let (board, alphabet) = (position.board(), lexicon.alphabet());
    let letters = alphabet.tiles().map(|tile| alphabet.count(tile));
    let all = letters.fold(usize::from(alphabet.blank_count()), |sum, count| {
        sum + usize::from(count)
    });
    let squares = board.dimensions().squares();
    let on_board = squares
        .filter(|square| board.get(*square).is_some())
        .count();
    all.saturating_sub(on_board + position.rack().len() + position.rules().rack_size())
}

/// Reads a line of CGP.
///
/// Not inlined, so that its stack is free during the search.
#[inline(never)]
fn read<'r>(line: &str, lexicon: &Lexicon<'_>, rules: &'r Rules) -> Option<Position<'r>> {
    let cgp = Cgp::parse(line, lexicon.alphabet()).ok()?;
    cgp.position(rules).ok()
}
