//! Brute-force oracle of move generation: tries every word on every square in both directions, by the rules of the
//! game.
//!
//! The oracle is slow and obvious on purpose. It has the words as a sorted list, and shares only data with the runtime:
//! tiles on the board and on the rack, layout, tile values, rack size, the limit of placed tiles, and the text of the bonuses.

use std::collections::BTreeMap;

use lexc_runtime::{Direction, PlacedTile, Play, Position, Premium, Rules, Square, Tile};

/// A play as plain data, ordered by direction, origin, word and score.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PlainPlay {
    /// The direction of the word.
    pub direction: Direction,
    /// The origin: first square of the word.
    pub origin: Square,
    /// The placed tile on each square of the word; `None` on squares that were occupied.
    pub word: Vec<Option<PlacedTile>>,
    /// The score in points.
    pub score: i32,
}

impl PlainPlay {
    /// The runtime's form of the play.
    pub fn to_play(&self) -> Play {
        Play::new(self.origin, self.direction, &self.word, self.score)
            .expect("the play is on the board")
    }

    /// Counts the placed tiles.
    pub fn placed_len(&self) -> usize {
        self.word.iter().flatten().count()
    }
}

impl From<&Play> for PlainPlay {
    fn from(play: &Play) -> PlainPlay {
        let plain = PlainPlay {
            direction: play.direction(),
            origin: play.origin(),
            word: play.squares().map(|(_, placed_tile)| placed_tile).collect(),
            score: play.score(),
        };
        assert_eq!(plain.placed_len(), play.placed_len(), "{play:?}");
        plain
    }
}

/// All legal plays of the position, sorted. `words` must be sorted.
pub fn all_plays(words: &[Vec<Tile>], position: &Position<'_>) -> Vec<PlainPlay> {
    assert!(words.is_sorted());
    let grid = Grid::new(position);
    let mirrored = grid.transposed();
    let is_opening = grid.is_empty();
    let is_symmetric = grid == mirrored;
    let bonuses = bonuses_of(position.rules());
    let mut found = Vec::new();
    for (direction, grid) in [(Direction::Across, &grid), (Direction::Down, &mirrored)] {
        if is_opening && is_symmetric && direction == Direction::Down {
            // Each down play mirrors an across play, which stands for both.
            break;
        }
        let search = Search {
            words,
            grid,
            direction,
            is_opening,
            rack: rack_counts(position),
            rules: position.rules(),
            bonuses: &bonuses,
        };
        for row in 0..grid.rows.len() {
            search.find_in_row(row, &mut found);
        }
    }
    found.sort();
    found
}

/// The texts of the bonuses in the rules, by number of tiles placed.
fn bonuses_of(rules: &Rules) -> BTreeMap<usize, String> {
    let text = rules.bonuses().to_string();
    match text.contains(':') {
        false => BTreeMap::from([(most_placed(rules), text)]),
        true => {
            let entries = text.split(',').filter_map(|entry| entry.split_once(':'));
            let number = |placed: &str| placed.parse().expect("a number of tiles");
            entries
                .map(|(placed, bonus)| (number(placed), bonus.to_owned()))
                .collect()
        }
    }
}

fn most_placed(rules: &Rules) -> usize {
    rules.place_limit().unwrap_or(rules.rack_size())
}

/// The best play: of the plays with the highest score, the first in the order of [`PlainPlay`].
pub fn best(plays: &[PlainPlay]) -> Option<&PlainPlay> {
    let best_score = plays.iter().map(|play| play.score).max()?;
    plays.iter().filter(|play| play.score == best_score).min()
}

/// Numbers of tiles by code; index 0 has the number of blanks.
type Counts = [u8; 64];

fn rack_counts(position: &Position<'_>) -> Counts {
    let mut counts = [0; 64];
    counts[0] = count(position.rack().blanks());
    for tile in position.rules().tiles() {
        counts[tile.index()] = count(position.rack().count(tile));
    }
    counts
}

fn count(tiles: usize) -> u8 {
    u8::try_from(tiles).expect("at most 21 tiles are on a rack")
}

/// A square of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Cell {
    placed_tile: Option<PlacedTile>,
    premium: Premium,
    is_brick: bool,
    is_start: bool,
}

/// The board, row by row.
#[derive(Clone, PartialEq, Debug)]
struct Grid {
    rows: Vec<Vec<Cell>>,
}

impl Grid {
    fn new(position: &Position<'_>) -> Grid {
        let layout = position.rules().layout();
        let dimensions = layout.dimensions();
        let cell = |row, col| {
            let square = Square::new(row, col).expect("a square of the board");
            Cell {
                placed_tile: position.board().get(square),
                premium: layout.premium(square),
                is_brick: layout.is_brick(square),
                is_start: layout.start() == square,
            }
        };
        let row = |row| (0..dimensions.cols()).map(|col| cell(row, col)).collect();
        Grid {
            rows: (0..dimensions.rows()).map(row).collect(),
        }
    }

    /// The grid mirrored at the main diagonal: in the mirrored grid, down plays are across plays.
    fn transposed(&self) -> Grid {
        let col = |col| self.rows.iter().map(|row| row[col]).collect();
        Grid {
            rows: (0..self.rows[0].len()).map(col).collect(),
        }
    }

    fn is_empty(&self) -> bool {
        self.rows
            .iter()
            .flatten()
            .all(|cell| cell.placed_tile.is_none())
    }

    /// The formed word in the column if this tile is placed on this empty square: the tiles from top to bottom, each
    /// with the premium that counts for it. If no tile lies right above or below the square, only the placed tile.
    fn downward_word(
        &self,
        row: usize,
        col: usize,
        placed_tile: PlacedTile,
    ) -> Vec<(PlacedTile, Premium)> {
        let lying = |row: usize| Some((self.rows[row][col].placed_tile?, Premium::Plain));
        let mut word: Vec<_> = (0..row).rev().map_while(lying).collect();
        word.reverse();
        word.push((placed_tile, self.rows[row][col].premium));
        word.extend((row + 1..self.rows.len()).map_while(lying));
        word
    }
}

/// The search for plays of one direction. For down plays the grid is mirrored, so that their words lie in its rows.
struct Search<'a> {
    words: &'a [Vec<Tile>],
    grid: &'a Grid,
    direction: Direction,
    is_opening: bool,
    rack: Counts,
    rules: &'a Rules,
    /// The texts of the bonuses, by number of tiles placed.
    bonuses: &'a BTreeMap<usize, String>,
}

/// A word and the square of its first tile.
#[derive(Clone, Copy)]
struct Site<'a> {
    word: &'a [Tile],
    row: usize,
    col: usize,
}

impl Search<'_> {
    fn find_in_row(&self, row: usize, found: &mut Vec<PlainPlay>) {
        let cells = &self.grid.rows[row];
        // Rejects most words at once: a word needs a blank for each of its tiles that neither the rack nor the row has.
        let mut available = self.rack;
        for placed_tile in cells.iter().filter_map(|cell| cell.placed_tile) {
            available[placed_tile.tile().index()] += 1;
        }
        for word in self.words {
            if word.len() > cells.len() || missing(word, available) > usize::from(self.rack[0]) {
                continue;
            }
            for col in 0..=cells.len() - word.len() {
                let site = Site { word, row, col };
                if !self.can_lie(site) {
                    continue;
                }
                let mut ways = Vec::new();
                choose_tiles(&self.new_tiles(site), self.rack, &mut Vec::new(), &mut ways);
                found.extend(
                    ways.iter()
                        .map(|placed_tiles| self.play(site, placed_tiles)),
                );
            }
        }
    }

    /// Returns `true` if all rules allow the word at the site. Does not check that the rack has the tiles.
    fn can_lie(&self, site: Site<'_>) -> bool {
        self.fits(site)
            && self.is_whole(site)
            && (1..=most_placed(self.rules)).contains(&self.new_tiles(site).len())
            && site.word.len() >= 2
            && self.is_connected(site)
            && self.cross_words_are_words(site)
            && !self.is_repeated(site)
    }

    /// The squares under the word.
    fn cells(&self, site: Site<'_>) -> &[Cell] {
        &self.grid.rows[site.row][site.col..site.col + site.word.len()]
    }

    /// The columns of the empty squares under the word, each with the tile that the word has there.
    fn new_tiles(&self, site: Site<'_>) -> Vec<(usize, Tile)> {
        let squares = (site.col..).zip(self.cells(site)).zip(site.word);
        squares
            .filter(|((_, cell), _)| cell.placed_tile.is_none())
            .map(|((col, _), &tile)| (col, tile))
            .collect()
    }

    /// True if no square under the word is a brick, and each occupied square holds the tile that the word has there.
    fn fits(&self, site: Site<'_>) -> bool {
        let mut squares = self.cells(site).iter().zip(site.word);
        squares.all(|(cell, &tile)| {
            !cell.is_brick
                && cell
                    .placed_tile
                    .is_none_or(|placed_tile| placed_tile.tile() == tile)
        })
    }

    /// True if no tile of the row lies right before or right after the word.
    fn is_whole(&self, site: Site<'_>) -> bool {
        let cells = &self.grid.rows[site.row];
        let before = site
            .col
            .checked_sub(1)
            .and_then(|col| cells[col].placed_tile);
        let after = cells.get(site.col + site.word.len());
        before.is_none() && after.is_none_or(|cell| cell.placed_tile.is_none())
    }

    /// On an empty board, true if the word covers the start square. On any other board, true if the word covers or
    /// touches a tile.
    fn is_connected(&self, site: Site<'_>) -> bool {
        let mut cells = self.cells(site).iter();
        if self.is_opening {
            cells.any(|cell| cell.is_start)
        } else {
            cells.any(|cell| cell.placed_tile.is_some()) || !self.cross_words(site).is_empty()
        }
    }

    /// The formed words of two tiles or more in the columns of the new tiles.
    fn cross_words(&self, site: Site<'_>) -> Vec<Vec<Tile>> {
        let word = |(col, tile)| {
            let word = (self.grid).downward_word(site.row, col, PlacedTile::letter(tile));
            word.into_iter()
                .map(|(placed_tile, _)| placed_tile.tile())
                .collect()
        };
        let words = self.new_tiles(site).into_iter().map(word);
        words.filter(|word: &Vec<Tile>| word.len() >= 2).collect()
    }

    fn cross_words_are_words(&self, site: Site<'_>) -> bool {
        let mut words = self.cross_words(site).into_iter();
        words.all(|word| self.words.binary_search(&word).is_ok())
    }

    /// True for a down play of one tile that forms a word across too: the across play of this tile is the same play.
    fn is_repeated(&self, site: Site<'_>) -> bool {
        self.direction == Direction::Down
            && self.new_tiles(site).len() == 1
            && !self.cross_words(site).is_empty()
    }

    /// The play that puts these tiles on the empty squares.
    fn play(&self, site: Site<'_>, placed_tiles: &[PlacedTile]) -> PlainPlay {
        let mut tiles_left = placed_tiles.iter().copied();
        let placed = |cell: &Cell| match cell.placed_tile {
            Some(_) => None,
            None => tiles_left.next(),
        };
        let word: Vec<Option<PlacedTile>> = self.cells(site).iter().map(placed).collect();
        let origin = match self.direction {
            Direction::Across => Square::new(site.row, site.col),
            Direction::Down => Square::new(site.col, site.row),
        };
        PlainPlay {
            direction: self.direction,
            origin: origin.expect("a square of the board"),
            score: self.score(site, &word),
            word,
        }
    }

    /// The sum of the scores of the main word and the cross-words, then the bonus for the number of tiles placed.
    fn score(&self, site: Site<'_>, word: &[Option<PlacedTile>]) -> i32 {
        let squares = self.cells(site).iter().zip(word);
        let main_word = squares.map(|(cell, &placed)| match placed {
            Some(placed_tile) => (placed_tile, cell.premium),
            None => (cell.placed_tile.expect("a tile lies there"), Premium::Plain),
        });
        let mut score = self.word_score(main_word);
        let placed = (site.col..).zip(word);
        for (col, placed_tile) in
            placed.filter_map(|(col, placed_tile)| Some((col, (*placed_tile)?)))
        {
            let cross_word = self.grid.downward_word(site.row, col, placed_tile);
            if cross_word.len() >= 2 {
                score += self.word_score(cross_word.into_iter());
            }
        }
        match self.bonuses.get(&word.iter().flatten().count()) {
            None => score,
            Some(bonus) => match bonus.strip_prefix('x') {
                Some(times) => score * times.parse::<i32>().expect("a multiplier"),
                None => score + bonus.parse::<i32>().expect("points"),
            },
        }
    }

    /// The score of a word; each tile comes with the premium that counts for it.
    fn word_score(&self, squares: impl Iterator<Item = (PlacedTile, Premium)>) -> i32 {
        let (mut letters, mut times) = (0, 1);
        for (placed_tile, premium) in squares {
            let value = match placed_tile.is_blank() {
                true => self.rules.blank_value(),
                false => self.rules.value(placed_tile),
            };
            let (letter_times, word_times) = match premium {
                Premium::Plain => (1, 1),
                Premium::DoubleLetter => (2, 1),
                Premium::TripleLetter => (3, 1),
                Premium::QuadrupleLetter => (4, 1),
                Premium::QuintupleLetter => (5, 1),
                Premium::DoubleWord => (1, 2),
                Premium::TripleWord => (1, 3),
                Premium::QuadrupleWord => (1, 4),
                Premium::QuintupleWord => (1, 5),
            };
            letters += value * letter_times;
            times *= word_times;
        }
        letters * times
    }
}

/// Counts the tiles of the word that `available` lacks.
fn missing(word: &[Tile], mut available: Counts) -> usize {
    let is_missing = |tile: &&Tile| match &mut available[tile.index()] {
        0 => true,
        left => {
            *left -= 1;
            false
        }
    };
    word.iter().filter(is_missing).count()
}

/// All ways to place these tiles from the rack, each as a letter or a blank.
fn choose_tiles(
    tiles: &[(usize, Tile)],
    rack: Counts,
    chosen: &mut Vec<PlacedTile>,
    ways: &mut Vec<Vec<PlacedTile>>,
) {
    let Some((&(_, tile), rest)) = tiles.split_first() else {
        ways.push(chosen.clone());
        return;
    };
    for (index, placed_tile) in [
        (tile.index(), PlacedTile::letter(tile)),
        (0, PlacedTile::blank(tile)),
    ] {
        let mut left = rack;
        if left[index] > 0 {
            left[index] -= 1;
            chosen.push(placed_tile);
            choose_tiles(rest, left, chosen, ways);
            chosen.pop();
        }
    }
}
