//! Generates all plays from a hash of letter multisets, as a student report proposes, and compares plays and times with
//! those of the runtime's searches.
//!
//! `cargo bench --bench letter_sets [-- LIST POSITIONS.cgp]`
//!
//! The hash maps a multiset of letters to its words. A slot is a series of adjacent squares of a line that a word can
//! fill, at least one of them empty. For each slot of a position and each multiset of letters that the rack can place
//! on the slot's empty squares, one letter on each, the generator looks up these letters together with the letters that
//! lie on the slot, and keeps the words that fit. Slots with equal letters and equal numbers of empty squares share
//! look-ups.
//!
//! The report ranks the multisets of the rack by (sum of bigram scores)^e times the sum of letter values, and tries
//! only the first m, the cut. The report does not say which bigrams a multiset has; here they are all pairs of its
//! letters, in both orders. The score of a bigram is its frequency in the list.
//!
//! If all multisets are tried, the plays and scores must equal those of the runtime. For each cut, the bench counts the
//! positions whose best play is missed. Times of the runtime include scores; times of this generator exclude them.

mod trial;

use std::collections::HashMap;
use std::error::Error;
use std::time::{Duration, Instant};

use lexc_compiler::word_list::WordList;
use lexc_runtime::{
    Algorithm, Cgp, Direction, MoveGen, PlacedTile, Play, Position, Rules, Square, Tile, score,
};

use self::trial::Trial;

/// A multiset of letters: four bits for the count of each tile code.
type Letters = u128;

/// Tile codes that [`Letters`] have room for.
const CODES: std::ops::Range<u8> = 1..32;
/// Length of the longest words that [`Letters`] have room for.
const LINE_LEN: usize = 15;

/// Cuts: name, and the number of multisets that are tried for a position.
const CUTS: [(&str, usize); 6] = [
    ("first 16", 16),
    ("first 32", 32),
    ("first 64", 64),
    ("first 128", 128),
    ("first 1,024", 1024),
    ("all multisets", usize::MAX),
];

fn letter(code: u8) -> Letters {
    1 << (4 * code)
}

fn letters(codes: impl IntoIterator<Item = u8>) -> Letters {
    codes.into_iter().map(letter).sum()
}

/// The words by their letters, and the frequencies of bigrams.
struct Dictionary<'w> {
    words: HashMap<Letters, Vec<&'w [u8]>>,
    bigrams: [[f64; 32]; 32],
}

impl<'w> Dictionary<'w> {
    fn new(list: &'w WordList) -> Dictionary<'w> {
        let mut dictionary = Dictionary {
            words: HashMap::new(),
            bigrams: [[0.0; 32]; 32],
        };
        let mut count = 0.0;
        for word in list.iter().filter(|word| word.len() <= LINE_LEN) {
            let key = letters(word.iter().copied());
            dictionary.words.entry(key).or_default().push(word);
            for pair in word.windows(2) {
                dictionary.bigrams[usize::from(pair[0])][usize::from(pair[1])] += 1.0;
                count += 1.0;
            }
        }
        for frequency in dictionary.bigrams.as_flattened_mut() {
            *frequency /= count;
        }
        dictionary
    }

    fn find(&self, letters: Letters) -> &[&'w [u8]] {
        self.words.get(&letters).map_or(&[], |words| &words[..])
    }

    fn contains(&self, word: &[u8]) -> bool {
        self.find(letters(word.iter().copied())).contains(&word)
    }

    /// The rank of a multiset by the report's heuristic.
    fn rank(&self, letters: Letters, points: i32) -> f64 {
        let codes: Vec<usize> = CODES
            .flat_map(|code| {
                let count = letters >> (4 * code) & 15;
                (0..count).map(move |_| usize::from(code))
            })
            .collect();
        let mut sum = 0.0;
        for (index, &first) in codes.iter().enumerate() {
            for &second in &codes[index + 1..] {
                sum += self.bigrams[first][second] + self.bigrams[second][first];
            }
        }
        sum.powf(std::f64::consts::E) * f64::from(points)
    }
}

/// A multiset of letters that the rack can place.
struct Subset {
    letters: Letters,
    len: usize,
    rank: f64,
}

/// The multisets of the rack's tiles, highest rank first. A blank stands for each letter in turn.
fn subsets(dictionary: &Dictionary<'_>, position: &Position<'_>) -> Vec<Subset> {
    let (rack, rules) = (position.rack(), position.rules());
    let tiles: Vec<Tile> = rack
        .letters()
        .into_iter()
        .flat_map(|tile| std::iter::repeat_n(tile, rack.count(tile)))
        .collect();
    let points = |tile| rules.value(PlacedTile::letter(tile));
    // For each multiset, the most points of any choice of letters and blanks that makes it.
    let mut found: HashMap<(Letters, usize), i32> = HashMap::new();
    for map in 0..1_u32 << tiles.len() {
        let chosen = (0..tiles.len()).filter(|index| map >> index & 1 != 0);
        let add = |(letters, len, sum), tile: Tile| {
            (letters + letter(tile.code()), len + 1, sum + points(tile))
        };
        let mut sets = vec![chosen.map(|index| tiles[index]).fold((0, 0, 0), add)];
        let mut level = sets.clone();
        for _ in 0..rack.blanks() {
            level = level
                .iter()
                .flat_map(|&(letters, len, sum)| {
                    let tiles = rules.tiles().into_iter();
                    tiles.map(move |tile| (letters + letter(tile.code()), len + 1, sum))
                })
                .collect();
            sets.extend_from_slice(&level);
        }
        for (letters, len, sum) in sets.into_iter().filter(|&(_, len, _)| len > 0) {
            let most = found.entry((letters, len)).or_insert(sum);
            *most = sum.max(*most);
        }
    }
    let subset = |((letters, len), points)| Subset {
        letters,
        len,
        rank: dictionary.rank(letters, points),
    };
    let mut subsets: Vec<Subset> = found.into_iter().map(subset).collect();
    subsets.sort_by(|a, b| b.rank.total_cmp(&a.rank).then(a.letters.cmp(&b.letters)));
    subsets
}

/// Adjacent squares of a line that a word can fill.
struct Slot {
    origin: Square,
    direction: Direction,
    /// For each square, the letters that may lie there. Bit c is the tile of code c.
    fits: Vec<u64>,
    is_empty: Vec<bool>,
}

/// The slots, by their letters on the board and their number of empty squares.
type Slots = HashMap<(Letters, usize), Vec<Slot>>;

fn slots(dictionary: &Dictionary<'_>, position: &Position<'_>) -> Slots {
    let (board, rules) = (position.board(), position.rules());
    let mut slots = Slots::new();
    let is_opening = board.is_empty();
    let directions = [Direction::Across, Direction::Down];
    for &direction in &directions[..2 - usize::from(is_opening)] {
        for line in board.dimensions().lines(direction) {
            let len = board.dimensions().line_len(direction);
            let squares: Vec<Square> = (0..len).filter_map(|offset| line.square(offset)).collect();
            let taken: Vec<Option<u8>> = squares.iter().map(|&at| code(position, at)).collect();
            let crosses: Vec<Option<u64>> = squares
                .iter()
                .map(|&square| cross_set(dictionary, position, square, direction.crossing()))
                .collect();
            let is_free = |place: usize| taken.get(place).is_none_or(Option::is_none);
            for first in (0..len).filter(|first| first.checked_sub(1).is_none_or(is_free)) {
                for end in (first + 2..=len).filter(|end| is_free(*end)) {
                    let places = || first..end;
                    let empty = places().filter(|&place| is_free(place)).count();
                    if empty > position.rack().len() {
                        break;
                    }
                    let is_crossed = places().any(|place| crosses[place].is_some());
                    let is_connected = match is_opening {
                        true => squares[first..end].contains(&rules.layout().start()),
                        false => empty < end - first || is_crossed,
                    };
                    // A play of one tile that forms words in both directions counts as across.
                    let is_across_play = direction == Direction::Down && empty == 1 && is_crossed;
                    if empty == 0 || !is_connected || is_across_play {
                        continue;
                    }
                    let on_board = letters(taken[first..end].iter().copied().flatten());
                    slots.entry((on_board, empty)).or_default().push(Slot {
                        origin: squares[first],
                        direction,
                        fits: places()
                            .map(|place| match taken[place] {
                                Some(code) => 1 << code,
                                None => crosses[place].unwrap_or(u64::MAX),
                            })
                            .collect(),
                        is_empty: places().map(is_free).collect(),
                    });
                }
            }
        }
    }
    slots
}

fn code(position: &Position<'_>, square: Square) -> Option<u8> {
    Some(position.board().get(square)?.tile().code())
}

/// Cross-set of a square; `None` if a tile lies on the square, or no tile lies beside it in the crossing direction.
fn cross_set(
    dictionary: &Dictionary<'_>,
    position: &Position<'_>,
    square: Square,
    crossing: Direction,
) -> Option<u64> {
    let run = |step: &dyn Fn(Square) -> Option<Square>| -> Vec<u8> {
        std::iter::successors(step(square), |at| step(*at))
            .map_while(|at| code(position, at))
            .collect()
    };
    let mut before = run(&|at| at.previous(crossing));
    before.reverse();
    let after = run(&|at| at.next(crossing));
    if code(position, square).is_some() || before.is_empty() && after.is_empty() {
        return None;
    }
    let fits = |code: &u8| dictionary.contains(&[&before[..], &[*code], &after].concat());
    Some(CODES.filter(fits).fold(0, |mask, code| mask | 1 << code))
}

/// Generates the plays of the first `cut` multisets, each play with a score of 0. Returns the number of look-ups.
fn generate(
    dictionary: &Dictionary<'_>,
    position: &Position<'_>,
    slots: &Slots,
    cut: usize,
    plays: &mut Vec<Play>,
) -> u64 {
    let subsets = subsets(dictionary, position);
    let mut look_ups = 0;
    for ((on_board, empty), slots) in slots {
        let tried = subsets.iter().take(cut);
        for subset in tried.filter(|subset| subset.len == *empty) {
            look_ups += 1;
            for word in dictionary.find(subset.letters + on_board) {
                for slot in slots {
                    let mut squares = word.iter().zip(&slot.fits);
                    if squares.all(|(code, fits)| fits >> code & 1 != 0) {
                        emit(slot, word, position, plays);
                    }
                }
            }
        }
    }
    look_ups
}

/// Emits the plays of a word in a slot: one for each choice of the squares on which blanks are placed.
fn emit(slot: &Slot, word: &[u8], position: &Position<'_>, plays: &mut Vec<Play>) {
    let empty: Vec<usize> = (0..word.len())
        .filter(|&place| slot.is_empty[place])
        .collect();
    for map in 0..1_u32 << empty.len() {
        if map.count_ones() as usize > position.rack().blanks() {
            continue;
        }
        let mut rack = *position.rack();
        let mut placed = vec![None; word.len()];
        let is_on_rack = empty.iter().enumerate().all(|(index, &place)| {
            let tile = Tile::new(word[place]).expect("a code of a word");
            let placed_tile = match map >> index & 1 {
                0 => PlacedTile::letter(tile),
                _ => PlacedTile::blank(tile),
            };
            placed[place] = Some(placed_tile);
            rack.remove(placed_tile)
        });
        if is_on_rack {
            plays.extend(Play::new(slot.origin, slot.direction, &placed, 0));
        }
    }
}

/// Totals of a cut.
#[derive(Clone, Copy, Default)]
struct Total {
    time: Duration,
    look_ups: u64,
    /// Positions whose best play is missed.
    missed: u32,
    /// Sum over the positions of the highest score found.
    points: i64,
}

fn measure(trial: &Trial<'_>) -> Result<(), Box<dyn Error>> {
    let (lexicon, alphabet) = (trial.lexicon, trial.lexicon.alphabet());
    let rules = Rules::standard(alphabet);
    let dictionary = Dictionary::new(trial.words);
    let algorithms = [Algorithm::Dawg, Algorithm::Gaddag, Algorithm::EveryLine];
    let (mut times, mut totals) = ([Duration::ZERO; 3], [Total::default(); CUTS.len()]);
    let (mut count, mut points, mut slots_time) = (0_u32, 0_i64, Duration::ZERO);
    let mut plays: Vec<Play> = Vec::new();
    for line in &trial.lines {
        let cgp = Cgp::parse(line, alphabet)?;
        let position = cgp.position(&rules)?;
        let mut expected: Vec<Vec<Play>> = Vec::new();
        for (time, algorithm) in times.iter_mut().zip(algorithms) {
            let movegen = MoveGen::new(lexicon).with_algorithm(algorithm)?;
            plays.clear();
            let start = Instant::now();
            movegen.for_each(&position, |play| plays.push(*play));
            *time += start.elapsed();
            plays.sort_by(Play::best_first);
            expected.push(plays.clone());
        }
        let best = expected[0].first().map_or(0, Play::score);
        let start = Instant::now();
        let slots = slots(&dictionary, &position);
        slots_time += start.elapsed();
        for (total, (_, cut)) in totals.iter_mut().zip(CUTS) {
            plays.clear();
            let start = Instant::now();
            total.look_ups += generate(&dictionary, &position, &slots, cut, &mut plays);
            total.time += start.elapsed();
            for play in &mut plays {
                *play = play.with_score(score(&position, play));
            }
            plays.sort_by(Play::best_first);
            if cut == usize::MAX {
                assert!(expected.iter().all(|expected| *expected == plays), "{line}");
            }
            let found = plays.first().map_or(0, Play::score);
            total.missed += u32::from(found < best);
            total.points += i64::from(found);
        }
        count += 1;
        points += i64::from(best);
    }
    println!("{}: {count} positions", trial.positions.display());
    println!("{:<22}{:>12}{:>9}", "all plays", "us/position", "/GADDAG");
    let row = |name: &str, time: Duration| {
        let ratio = time.as_secs_f64() / times[1].as_secs_f64();
        let micros = time.as_secs_f64() * 1e6 / f64::from(count);
        format!("{name:<22}{micros:12.1}{ratio:9.2}")
    };
    for (name, time) in ["DAWG", "GADDAG", "every line"].iter().zip(times) {
        println!("{}", row(name, time));
    }
    let slots = row("slots, cross-sets", slots_time);
    println!("{slots}  look-ups  best missed  points");
    for ((name, _), total) in CUTS.iter().zip(totals) {
        println!(
            "{}{:10.0}{:11.1} %{:8.3}",
            row(name, slots_time + total.time),
            total.look_ups as f64 / f64::from(count),
            100.0 * f64::from(total.missed) / f64::from(count),
            total.points as f64 / points as f64,
        );
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    trial::run(measure)
}
