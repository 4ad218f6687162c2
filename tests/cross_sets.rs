//! Cross-sets (Gordon 1994, "Computing cross sets"), observed through plays and compared with the word list.
//!
//! On a board of one line, the plays of a single blank show the cross-set of each square beside a tile. On a wider
//! board, two blanks form words across the line.

use std::collections::BTreeSet;

use common::english::scowl_60;
use common::game::Game;
use common::generators::Search;
use common::positions::{SMALL, Variety, check_games};
use lexc_runtime::{
    Board, Dimensions, Direction, Layout, Lexicon, Line, PlacedTile, Play, Position, Rack, Rules,
    Tile, Word,
};

/// "If PA and ABLE were separated by just one square, this computation would allow a word to be played perpendicular to
/// them if it placed an R or a Y between them."
#[test]
fn only_r_and_y_fit_between_pa_and_able() {
    let game = scowl_60();
    let lexicon = game.lexicon();
    let [first, second] = ["PA", "ABLE"].map(|text| tiles(text, &lexicon));
    let line = Runs {
        first: &first,
        second: &second,
        gap: 1,
    };
    for direction in Direction::ALL {
        for search in &game.searches() {
            let (found, name) = (line.found(search, direction), search.name);
            let between = found.into_iter().filter(|&(offset, _)| offset == 3);
            let between: Vec<Tile> = between.map(|(_, tile)| tile).collect();
            assert_eq!(between, tiles("RY", &lexicon), "{name}, {direction:?}");
        }
    }
}

/// Front and back hooks of real words, and tiles that join two copies of a word.
#[test]
fn cross_sets_of_real_words_are_right() {
    let game = scowl_60();
    let searches = game.searches();
    let short = game.words.iter().filter(|word| word.len() <= 9);
    for word in short.step_by(100) {
        check(
            game,
            &searches,
            &Runs {
                first: word,
                second: word,
                gap: 1,
            },
        );
    }
}

/// Games with many words of few different tiles, so that many tiles fit between words.
const DENSE: Variety = Variety {
    name: "dense",
    games: 300,
    tiles: 2..=6,
    words: 50..=400,
    ..SMALL
};

/// Hooks of two runs one or two squares apart, and tiles that join runs one square apart. The runs are two words, or
/// the parts of a word around a missing tile.
#[test]
fn cross_sets_in_random_lexicons_are_right() {
    let mut found = 0;
    check_games("cross_sets/hooks", 1, &[DENSE], |random, _, game| {
        let searches = game.searches();
        for _ in 0..40 {
            // The parts of a word around a missing tile often admit other tiles in the gap.
            let word = random.pick(&game.words);
            let cut = random.below(word.len());
            let [first, second] = match random.once_in(2) {
                true => [&word[..cut], &word[cut + 1..]],
                false => [&word[..], random.pick::<Vec<Tile>>(&game.words)],
            };
            let runs = Runs {
                first,
                second,
                gap: random.within(&(1..=2)),
            };
            if runs.line().len() <= Dimensions::MAX.cols() {
                found += check(game, &searches, &runs);
            }
        }
    });
    assert!(found > 1_000, "{found}");
}

/// A word of two tiles can cross a square if and only if the square's cross-set has the tile that the word puts there.
#[test]
fn words_cross_a_square_if_and_only_if_its_cross_set_has_their_tile() {
    let mut found = 0;
    check_games("cross_sets/crossed", 1, &[DENSE], |random, _, game| {
        let searches = game.searches();
        for _ in 0..20 {
            let word = random.pick(&game.words);
            let cut = random.below(word.len());
            let runs = Runs {
                first: &word[..cut],
                second: &word[cut + 1..],
                gap: 1,
            };
            if word.len() == 1 || runs.line().len() > Dimensions::MAX.rows() {
                continue;
            }
            let (row, col) = (cut + 1, 1);
            let fitting = runs.expected(&game.words, &game.rules);
            let pairs = game.words.iter().filter(|word| word.len() == 2);
            let expected: BTreeSet<(usize, Vec<Tile>)> = pairs
                .flat_map(|word| [(0, word.clone()), (1, word.clone())])
                .filter(|(origin, word)| fitting.contains(&(row, word[col - origin])))
                .collect();
            let dimensions = Dimensions::new(runs.line().len(), 3).unwrap();
            let board = runs.board(dimensions, Line::new(Direction::Down, col).unwrap());
            for search in &searches {
                let plays = plays(search, &board, 2);
                let through = plays.iter().filter(|play| {
                    let is_on_row = play.origin().row() == row;
                    is_on_row && play.direction() == Direction::Across && play.placed_len() == 2
                });
                let words: BTreeSet<(usize, Vec<Tile>)> = through
                    .map(|play| {
                        let word = play.placed().map(|(_, placed_tile)| placed_tile.tile());
                        (play.origin().col(), word.collect())
                    })
                    .collect();
                assert_eq!(words, expected, "{}, {runs:?}", search.name);
                found += words.len();
            }
        }
    });
    assert!(found > 1_000, "{found}");
}

/// Two runs of tiles on a line, with an empty square at either end.
#[derive(Debug)]
struct Runs<'w> {
    first: &'w [Tile],
    second: &'w [Tile],
    /// Empty squares between the runs.
    gap: usize,
}

impl Runs<'_> {
    /// The squares of the line.
    fn line(&self) -> Vec<Option<Tile>> {
        let mut line = vec![None];
        line.extend(self.first.iter().copied().map(Some));
        line.resize(line.len() + self.gap, None);
        line.extend(self.second.iter().copied().map(Some));
        line.push(None);
        line
    }

    /// Tiles that fit the empty squares according to the word list, each with the offset of its square.
    fn expected(&self, words: &[Vec<Tile>], rules: &Rules) -> BTreeSet<(usize, Tile)> {
        let line = self.line();
        let fits = |&(offset, tile): &(usize, Tile)| {
            let before = line[..offset].iter().rev().map_while(|&tile| tile);
            let after = line[offset + 1..].iter().map_while(|&tile| tile);
            let mut word: Vec<Tile> = before.collect();
            word.reverse();
            word.push(tile);
            word.extend(after);
            word.len() > 1 && words.binary_search(&word).is_ok()
        };
        let empty = (0..line.len()).filter(|&offset| line[offset].is_none());
        empty
            .flat_map(|offset| rules.tiles().into_iter().map(move |tile| (offset, tile)))
            .filter(fits)
            .collect()
    }

    /// Tiles that a generator places on the empty squares, each with the offset of its square.
    fn found(&self, search: &Search<'_>, direction: Direction) -> BTreeSet<(usize, Tile)> {
        let line = Line::new(direction, 0).unwrap();
        let len = self.line().len();
        let dimensions = match direction {
            Direction::Across => Dimensions::new(1, len),
            Direction::Down => Dimensions::new(len, 1),
        };
        let plays = plays(search, &self.board(dimensions.unwrap(), line), 1);
        let placed = plays.iter().flat_map(|play| play.placed());
        placed
            .map(|(square, placed_tile)| (square.row() + square.col(), placed_tile.tile()))
            .collect()
    }

    /// A board with the tiles on this line.
    fn board(&self, dimensions: Dimensions, line: Line) -> Board {
        let mut board = Board::new(dimensions);
        for (offset, tile) in self.line().into_iter().enumerate() {
            let square = line.square(offset).unwrap();
            board.set(square, tile.map(PlacedTile::letter)).unwrap();
        }
        board
    }
}

/// Asserts that every generator over every image finds the tiles that fit, on a row and on a column. Returns the
/// number of these tiles.
fn check(game: &Game, searches: &[Search<'_>], runs: &Runs<'_>) -> usize {
    let expected = runs.expected(&game.words, &game.rules);
    for direction in Direction::ALL {
        for search in searches {
            let (found, name) = (runs.found(search, direction), search.name);
            assert_eq!(found, expected, "{name}, {direction:?}, {runs:?}");
        }
    }
    expected.len()
}

/// The plays of a rack of blanks on a board without premium squares.
fn plays(search: &Search<'_>, board: &Board, blanks: usize) -> Vec<Play> {
    let alphabet = search.lexicon.alphabet();
    let dimensions = board.dimensions();
    let row = format!("\n{}", " ".repeat(dimensions.cols()));
    let layout = format!("0, 0{}", row.repeat(dimensions.rows()));
    let layout = Layout::parse(&layout).unwrap();
    let rules = Rules::standard(alphabet).with_layout(layout);
    let rack = Rack::parse(&"?".repeat(blanks), alphabet).unwrap();
    let position = Position::try_new(board.clone(), rack, &rules).unwrap();
    search.delivered(&position)
}

fn tiles(text: &str, lexicon: &Lexicon<'_>) -> Vec<Tile> {
    Word::parse(text, lexicon.alphabet()).unwrap().to_vec()
}
