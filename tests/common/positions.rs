//! Random games and positions: boards after random legal plays, and boards with phonies.

use std::ops::RangeInclusive;

use lexc_formats::{AlphabetDefinition, TileDefinition};
use lexc_runtime::{
    Board, Bonus, Layout, PlacedTile, Position, Premium, Rack, RackTile, Rules, RulesError, Square,
    Tile,
};

use crate::cases;
use crate::game::Game;
use crate::oracle::{PlainPlay, all_plays};
use crate::perft;
use crate::random::Random;
use crate::scope;

/// Ranges of a random game's parameters.
#[derive(Clone, Debug)]
pub struct Variety {
    /// The name.
    pub name: &'static str,
    /// Number of games that [`check_games`] plays at full scope.
    pub games: u64,
    /// Number of tiles of the alphabet.
    pub tiles: RangeInclusive<usize>,
    /// True if some tiles have texts of several characters.
    pub has_digraphs: bool,
    /// Number of rows of the board.
    pub rows: RangeInclusive<usize>,
    /// Number of columns of the board.
    pub cols: RangeInclusive<usize>,
    /// Number of tiles of a full rack.
    pub rack_size: RangeInclusive<usize>,
    /// Upper bound on the blanks on a rack.
    pub blanks: usize,
    /// Number of words that are drawn for the lexicon.
    pub words: RangeInclusive<usize>,
    /// True if random tiles are put on random squares; most of these tiles form phonies or stand alone.
    pub has_phonies: bool,
    /// True if tile values are far from 0, and the bingo bonus is as far from 0 as the rules allow with these values.
    pub has_extreme_values: bool,
    /// True if random squares are bricks: in each game, a twelfth to a half of the board on average.
    pub has_bricks: bool,
    /// True if a blank has a random value.
    pub has_blank_value: bool,
    /// True if bonuses depend on the number of tiles placed, and one play may place fewer tiles than a full rack has.
    pub has_place_rules: bool,
}

/// Small alphabets, boards and racks, which reach most cases.
pub const SMALL: Variety = Variety {
    name: "small",
    games: 400,
    tiles: 2..=10,
    has_digraphs: false,
    rows: 5..=9,
    cols: 5..=9,
    rack_size: 1..=7,
    blanks: 2,
    words: 5..=200,
    has_phonies: false,
    has_extreme_values: false,
    has_bricks: false,
    has_blank_value: false,
    has_place_rules: false,
};

/// Small games with tiles of several characters.
pub const DIGRAPHS: Variety = Variety {
    name: "digraphs",
    games: 60,
    has_digraphs: true,
    ..SMALL
};

/// Small games with this number of tiles, of one to several characters, and many words.
const fn alphabet(name: &'static str, tiles: usize) -> Variety {
    Variety {
        name,
        games: 20,
        tiles: tiles..=tiles,
        has_digraphs: true,
        cols: 5..=15,
        rack_size: 5..=9,
        words: 500..=1500,
        ..SMALL
    }
}

/// Boards up to the largest size.
pub const LARGE_BOARDS: Variety = Variety {
    name: "large boards",
    games: 40,
    rows: 15..=21,
    cols: 15..=21,
    ..SMALL
};

/// Racks of 8 to 15 tiles.
pub const LONG_RACKS: Variety = Variety {
    name: "long racks",
    games: 30,
    rows: 5..=12,
    cols: 5..=12,
    rack_size: 8..=15,
    blanks: 3,
    words: 5..=60,
    ..SMALL
};

/// Racks of up to 21 tiles, on large boards.
pub const LONGEST_RACKS: Variety = Variety {
    name: "longest racks",
    games: 30,
    tiles: 15..=30,
    rows: 15..=21,
    cols: 15..=21,
    rack_size: 15..=21,
    blanks: 1,
    ..LONG_RACKS
};

/// Many words of few different tiles, some longer than a full rack. Most turns have bingos.
pub const BINGOS: Variety = Variety {
    name: "bingos",
    games: 30,
    tiles: 2..=5,
    rows: 8..=13,
    cols: 8..=13,
    rack_size: 6..=8,
    words: 300..=1_500,
    ..SMALL
};

/// Tiles on the board that form no words, and isolated tiles.
pub const PHONIES: Variety = Variety {
    name: "phonies",
    games: 200,
    has_phonies: true,
    ..SMALL
};

/// Boards with bricks.
pub const BRICKS: Variety = Variety {
    name: "bricks",
    games: 100,
    rows: 5..=17,
    cols: 5..=17,
    words: 50..=300,
    has_bricks: true,
    ..SMALL
};

/// Blanks with a value, and up to three of them on a rack.
pub const BLANK_VALUE: Variety = Variety {
    name: "blank value",
    games: 80,
    blanks: 3,
    words: 5..=60,
    has_blank_value: true,
    ..SMALL
};

/// Every variety.
pub const VARIETIES: [Variety; 20] = [
    SMALL,
    DIGRAPHS,
    alphabet("26 tiles", 26),
    alphabet("30 tiles", 30),
    alphabet("31 tiles", 31),
    alphabet("45 tiles", 45),
    alphabet("62 tiles", 62),
    LARGE_BOARDS,
    LONG_RACKS,
    LONGEST_RACKS,
    Variety {
        name: "four blanks",
        games: 40,
        blanks: 4,
        words: 5..=40,
        ..SMALL
    },
    // Most squares are at an edge.
    Variety {
        name: "few rows",
        games: 120,
        rows: 1..=3,
        cols: 1..=21,
        ..SMALL
    },
    Variety {
        name: "few columns",
        games: 120,
        rows: 1..=21,
        cols: 1..=2,
        ..SMALL
    },
    BINGOS,
    PHONIES,
    BRICKS,
    Variety {
        name: "bricks and phonies",
        games: 40,
        has_phonies: true,
        ..BRICKS
    },
    BLANK_VALUE,
    // Bonuses by number of tiles placed, and plays of fewer tiles than a full rack has.
    Variety {
        name: "place rules",
        games: 80,
        has_place_rules: true,
        ..BLANK_VALUE
    },
    // Scores at the limits of an `i32`.
    Variety {
        name: "extreme values",
        games: 60,
        rack_size: 1..=12,
        has_extreme_values: true,
        ..BLANK_VALUE
    },
];

/// Checks a property for random games of each variety, by default for a fifth of them: for one in `share`.
pub fn check_games(
    test: &str,
    share: usize,
    varieties: &[Variety],
    mut property: impl FnMut(&mut Random, &Variety, &Game),
) {
    for variety in varieties {
        let seeds = (0..variety.games).step_by(share * scope::step(5));
        cases::check(&format!("{test}/{}", variety.name), seeds, |random| {
            let game = random_game(random, variety);
            property(random, variety, &game);
        });
    }
}

/// A random game.
pub fn random_game(random: &mut Random, variety: &Variety) -> Game {
    let rows = random.within(&variety.rows);
    let cols = random.within(&variety.cols);
    let definition = random_alphabet(random, variety);
    let words = random_words(random, variety, definition.tiles.len(), rows.max(cols));
    let rack_size = random.within(&variety.rack_size);
    let bonus = i32::try_from(random.below(101)).expect("at most 100") - 20;
    Game::new(&definition, words, |rules| {
        let rules = rules.with_rack_size(rack_size).with_bingo_bonus(bonus);
        let rules = match variety.has_place_rules {
            true => with_place_rules(random, rules),
            false => rules,
        };
        let brick_rarity = variety.has_bricks.then(|| random.within(&(2..=12)));
        let rules = on_random_layout(random, rows, cols, brick_rarity, &rules);
        let rules = match variety.has_blank_value {
            true => rules.with_blank_value(*random.pick(&[-7, -1, 1, 3, 20])),
            false => rules,
        };
        if variety.has_extreme_values {
            with_extreme_values(random, rules)
        } else {
            rules
        }
    })
}

/// The rules with a random limit of the tiles that one play may place, and random bonuses.
fn with_place_rules(random: &mut Random, rules: Rules) -> Rules {
    let rack_size = rules.rack_size();
    let limit = random.within(&(rack_size / 2..=rack_size)).max(1);
    let rules = match random.once_in(3) {
        true => rules,
        false => rules.with_place_limit(Some(limit)),
    };
    let mut bonuses = *rules.bonuses();
    for _ in 0..random.below(4) {
        let bonus = match random.once_in(2) {
            true => Bonus::Times(*random.pick(&[2, 3])),
            false => Bonus::Points(*random.pick(&[-9, 5, 35, 60])),
        };
        bonuses = bonuses.with(random.within(&(1..=rack_size)), bonus);
    }
    rules.with_bonuses(bonuses)
}

fn random_alphabet(random: &mut Random, variety: &Variety) -> AlphabetDefinition {
    let count = random.within(&variety.tiles);
    let tile = |index| {
        let [mut text, mut blank_text] = letter(index);
        if variety.has_digraphs && random.once_in(3) {
            // In text, brackets distinguish such a tile from several tiles of one character each.
            let [other, other_blank] = letter(random.below(count));
            let between = *random.pick(&["", "·"]);
            text = format!("{text}{between}{other}");
            blank_text = format!("{blank_text}{between}{other_blank}");
        }
        TileDefinition {
            text,
            blank_text,
            value: i16::try_from(random.below(14)).expect("at most 13") - 2,
            count: 1,
            is_vowel: false,
        }
    };
    AlphabetDefinition {
        name: "random".into(),
        tiles: (0..count).map(tile).collect(),
        blank_count: 2,
        ..AlphabetDefinition::default()
    }
}

/// The letter of an index, in upper and lower case: A to Z, then Cyrillic letters.
fn letter(index: usize) -> [String; 2] {
    let index = u32::try_from(index).expect("at most 62");
    let code = match index {
        0..26 => u32::from('A') + index,
        _ => u32::from('Ѐ') + index - 26,
    };
    let upper = char::from_u32(code).expect("a letter");
    [upper.to_string(), upper.to_lowercase().to_string()]
}

/// Words of up to `longest` + 2 tiles. Many have parts in common, so that they hook, cross and extend each other.
fn random_words(
    random: &mut Random,
    variety: &Variety,
    tile_count: usize,
    longest: usize,
) -> Vec<Vec<Tile>> {
    let tile = |random: &mut Random| {
        // Low codes are more frequent.
        let bound = random.within(&(1..=tile_count));
        let index = random.below(bound);
        Tile::new(u8::try_from(index + 1).expect("at most 62")).expect("a tile")
    };
    random.list(&variety.words, |random, words: &[Vec<Tile>]| {
        let mut word = match words {
            [] => Vec::new(),
            words => random.pick(words).clone(),
        };
        match random.below(8) {
            0 => word.insert(0, tile(random)),
            1 => word.push(tile(random)),
            2 if !word.is_empty() => {
                let index = random.below(word.len());
                word[index] = tile(random);
            }
            3 if !word.is_empty() => {
                word.push(tile(random));
                word.extend(random.pick(words));
            }
            _ => {
                let len = 1 + random.below(longest).min(random.below(longest));
                word = (0..len).map(|_| tile(random)).collect();
            }
        }
        // A few words are longer than every line of the board.
        word.truncate(longest + 2);
        word
    })
}

/// The rules with a layout of random premium squares, a random start square, and about one brick in `brick_rarity`
/// squares.
fn on_random_layout(
    random: &mut Random,
    rows: usize,
    cols: usize,
    brick_rarity: Option<usize>,
    rules: &Rules,
) -> Rules {
    // Dimensions, premium squares and start square are drawn separately: each alone can make a layout asymmetric.
    let is_mirrored = rows == cols && random.once_in(2);
    let is_plain = random.once_in(4);
    let rarity = random.within(&(1..=8));
    let mut symbol = || {
        let premium = match !is_plain && random.once_in(rarity) {
            true => *random.pick(&Premium::ALL),
            false => Premium::Plain,
        };
        match brick_rarity {
            Some(rarity) if random.once_in(rarity) => '#',
            _ => premium.symbol(),
        }
    };
    let drawn: Vec<Vec<char>> = (0..rows)
        .map(|_| (0..cols).map(|_| symbol()).collect())
        .collect();
    let symbol = |row: usize, col: usize| match is_mirrored {
        true => drawn[row.min(col)][row.max(col)],
        false => drawn[row][col],
    };
    let (start_row, start_col) = match random.below(rows.min(cols)) {
        diagonal if random.once_in(2) => (diagonal, diagonal),
        _ => (random.below(rows), random.below(cols)),
    };
    let mut text = format!("{start_row}, {start_col}\n");
    for row in 0..rows {
        text.extend(
            (0..cols).map(|col| match (row, col) == (start_row, start_col) {
                true if symbol(row, col) == '#' => ' ',
                _ => symbol(row, col),
            }),
        );
        text.push('\n');
    }
    let layout = Layout::parse(&text).expect("a layout");
    let found = rules.clone().with_layout(layout);
    match found.check() {
        Ok(()) => found,
        // Scores could exceed 32 bits: draws another layout.
        Err(_) => on_random_layout(random, rows, cols, brick_rarity, rules),
    }
}

/// Starts each tile value at a limit of an `i16` and halves it until scores fit 32 bits; then sets the bonus to the
/// highest or the lowest that fits.
fn with_extreme_values(random: &mut Random, mut rules: Rules) -> Rules {
    for tile in rules.tiles() {
        let with = |value| {
            let rules = rules.clone().with_value(tile, value);
            rules.check().is_ok().then_some(rules)
        };
        let (highest, lowest) = (i16::MAX, i16::MIN);
        let is_debt = random.once_in(3);
        let values = (0..16).map(|halvings| if is_debt { lowest } else { highest } >> halvings);
        if let Some(extreme) = values.into_iter().find_map(with) {
            rules = extreme;
        }
    }
    let with_bonus = |bonus| rules.clone().with_bingo_bonus(bonus);
    let Err(RulesError::Score { bound }) = with_bonus(i32::MAX).check() else {
        panic!("the bonus exceeds the range of scores");
    };
    let room = i32::try_from(2 * i64::from(i32::MAX) - bound).expect("room for a bonus");
    let bonus = *random.pick(&[room, -room]);
    assert!(with_bonus(bonus + bonus.signum()).check().is_err());
    assert_eq!(with_bonus(bonus).check(), Ok(()));
    with_bonus(bonus)
}

/// A rack, usually full. Most of its letters come from words of the game, several from one word.
pub fn random_rack(random: &mut Random, game: &Game, blanks: usize) -> Rack {
    let tiles: Vec<Tile> = game.rules.tiles().into_iter().collect();
    let rack_size = game.rules.rack_size();
    let len = match random.below(4) {
        0 => random.within(&(1..=rack_size)),
        _ => rack_size,
    };
    let blanks = random.within(&(0..=blanks));
    let mut rack = Rack::EMPTY;
    while rack.len() < len {
        let added = if rack.len() < blanks {
            rack.add(RackTile::Blank)
        } else if random.once_in(4) {
            rack.add(*random.pick(&tiles))
        } else {
            // Several tiles of one word make plays likely.
            let word = random.pick(&game.words);
            let (index, room) = (random.below(word.len()), len - rack.len());
            word[index..].iter().take(room).all(|&tile| rack.add(tile))
        };
        assert!(added);
    }
    rack
}

/// Visits the position before each of `turns` turns, with all its plays. A turn makes a random legal play, or passes if
/// there is none. In games with phonies, about half of the turns only put random tiles on random squares. Every third
/// pass empties the board.
pub fn play_out(
    random: &mut Random,
    game: &Game,
    variety: &Variety,
    turns: usize,
    mut visit: impl FnMut(&mut Random, &Position<'_>, &[PlainPlay]),
) {
    let dimensions = game.rules.layout().dimensions();
    let mut board = Board::new(dimensions);
    let mut passes = 0;
    for _ in 0..turns {
        random.part(|random| {
            let rack = random_rack(random, game, variety.blanks);
            let position = Position::try_new(board.clone(), rack, &game.rules).expect("a position");
            random.note(|| perft::file(game, &position));
            let plays = all_plays(&game.words, &position);
            visit(random, &position, &plays);
            if variety.has_phonies && random.once_in(2) {
                scatter(random, &mut board, game);
            } else if plays.is_empty() {
                passes += 1;
                if passes == 3 {
                    (board, passes) = (Board::new(dimensions), 0);
                }
            } else {
                board.play_unchecked(&random.pick(&plays).to_play());
            }
        });
    }
}

/// Puts one to three random tiles on random squares.
fn scatter(random: &mut Random, board: &mut Board, game: &Game) {
    let layout = game.rules.layout();
    let squares = board.dimensions().squares();
    let squares: Vec<Square> = squares.filter(|&square| !layout.is_brick(square)).collect();
    let tiles: Vec<Tile> = game.rules.tiles().into_iter().collect();
    for _ in 0..random.within(&(1..=3)) {
        let tile = *random.pick(&tiles);
        let placed_tile = match random.once_in(5) {
            true => PlacedTile::blank(tile),
            false => PlacedTile::letter(tile),
        };
        let square = *random.pick(&squares);
        board
            .set(square, Some(placed_tile))
            .expect("a square of the board");
    }
}
