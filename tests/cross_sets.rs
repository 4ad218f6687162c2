//! Cross-sets (Gordon 1994, "Computing cross sets"), seen from outside: which tiles fit a square because of the words
//! across, against the list of words.
//!
//! A rack of a single blank makes them visible. It can be placed on a square as any tile that fits, so that its plays on a
//! board of one line are the cross-sets of that line's squares; and with a second blank there are words through them.

use std::collections::BTreeSet;

use common::english::scowl_60;
use common::game::Game;
use common::generators::Search;
use common::positions::{SMALL, Variety, random_game};
use common::random::Random;
use lexc_runtime::{
    Board, Dimensions, Direction, Layout, Lexicon, Line, PlacedTile, Play, Position, Rack, Rules,
    Tile, Word,
};

/// "If PA and ABLE were separated by just one square, this computation would allow a word to be played perpendicular to
/// them if it placed an R or a Y between them."
#[test]
fn between_pa_and_able() {
    let game = scowl_60();
    let lexicon = game.lexicon();
    let [first, second] = ["PA", "ABLE"].map(|text| tiles(text, &lexicon));
    let line = Blocks {
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

/// Front and back hooks of real words, and what fits between a word and itself.
#[test]
fn hooks_of_real_words() {
    let game = scowl_60();
    let searches = game.searches();
    let short = game.words.iter().filter(|word| word.len() <= 9);
    for word in short.step_by(100) {
        check(
            game,
            &searches,
            &Blocks {
                first: word,
                second: word,
                gap: 1,
            },
        );
    }
}

/// A game with many words of few tiles, so that much fits between them.
fn dense_game(random: &mut Random) -> Game {
    let variety = Variety {
        tiles: 2..=6,
        words: 50..=400,
        ..SMALL
    };
    random_game(random, &variety)
}

/// Hooks of words and of what is none, and what fits between them, one square apart and more.
#[test]
fn hooks_in_random_lexicons() {
    let mut found = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let game = dense_game(&mut random);
        let searches = game.searches();
        for _ in 0..40 {
            // A word with one tile taken out often has others that fit there.
            let word = random.pick(&game.words);
            let cut = random.below(word.len());
            let [first, second] = match random.once_in(2) {
                true => [&word[..cut], &word[cut + 1..]],
                false => [&word[..], random.pick::<Vec<Tile>>(&game.words)],
            };
            let blocks = Blocks {
                first,
                second,
                gap: random.within(&(1..=2)),
            };
            if blocks.line().len() <= Dimensions::MAX.cols() {
                found += check(&game, &searches, &blocks);
            }
        }
    }
    assert!(found > 1_000, "{found}");
}

/// Words of two tiles run through a square exactly if they have a tile there that fits.
#[test]
fn words_through_a_square() {
    let mut found = 0;
    for seed in 100..160 {
        let mut random = Random::new(seed);
        let game = dense_game(&mut random);
        let searches = game.searches();
        for _ in 0..20 {
            let word = random.pick(&game.words);
            let cut = random.below(word.len());
            let blocks = Blocks {
                first: &word[..cut],
                second: &word[cut + 1..],
                gap: 1,
            };
            if word.len() == 1 || blocks.line().len() > Dimensions::MAX.rows() {
                continue;
            }
            let (row, col) = (cut + 1, 1);
            let fitting = blocks.expected(&game.words, &game.rules);
            let pairs = game.words.iter().filter(|word| word.len() == 2);
            let expected: BTreeSet<(usize, Vec<Tile>)> = pairs
                .flat_map(|word| [(0, word.clone()), (1, word.clone())])
                .filter(|(lead, word)| fitting.contains(&(row, word[col - lead])))
                .collect();
            let dimensions = Dimensions::new(blocks.line().len(), 3).unwrap();
            let board = blocks.board(dimensions, Line::new(Direction::Down, col).unwrap());
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
                assert_eq!(words, expected, "{}, seed {seed}, {blocks:?}", search.name);
                found += words.len();
            }
        }
    }
    assert!(found > 1_000, "{found}");
}

/// Two blocks of tiles on a line, with an empty square before the first and after the second.
#[derive(Debug)]
struct Blocks<'w> {
    first: &'w [Tile],
    second: &'w [Tile],
    /// The number of empty squares between them.
    gap: usize,
}

impl Blocks<'_> {
    /// The squares of the line.
    fn line(&self) -> Vec<Option<Tile>> {
        let mut line = vec![None];
        line.extend(self.first.iter().copied().map(Some));
        line.resize(line.len() + self.gap, None);
        line.extend(self.second.iter().copied().map(Some));
        line.push(None);
        line
    }

    /// The tiles that fit the empty squares by the list of words, each with the offset of its square.
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

    /// The tiles that a generator can place on the empty squares, each with the offset of its square.
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

/// Every generator over every image finds the tiles that fit by the list, on a row and on a column. Returns how many these are.
fn check(game: &Game, searches: &[Search<'_>], blocks: &Blocks<'_>) -> usize {
    let expected = blocks.expected(&game.words, &game.rules);
    for direction in Direction::ALL {
        for search in searches {
            let (found, name) = (blocks.found(search, direction), search.name);
            assert_eq!(found, expected, "{name}, {direction:?}, {blocks:?}");
        }
    }
    expected.len()
}

/// The plays on a board without premium squares from a rack of so many blanks.
fn plays(search: &Search<'_>, board: &Board, blanks: usize) -> Vec<Play> {
    let alphabet = search.lexicon.alphabet();
    let dimensions = board.dimensions();
    let row = format!("\n{}", " ".repeat(dimensions.cols()));
    let layout = format!("0, 0{}", row.repeat(dimensions.rows()));
    let layout = Layout::parse(&layout).unwrap();
    let rules = Rules::standard(alphabet).with_layout(layout).unwrap();
    let rack = Rack::parse(&"?".repeat(blanks), alphabet).unwrap();
    let position = Position::try_new(board.clone(), rack, &rules).unwrap();
    search.delivered(&position)
}

fn tiles(text: &str, lexicon: &Lexicon<'_>) -> Vec<Tile> {
    Word::parse(text, lexicon.alphabet()).unwrap().to_vec()
}
