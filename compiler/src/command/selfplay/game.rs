//! A game of two players: turns, draws and the end.

use lexc_runtime::{Board, Cgp, PlacedTile, Play, Position, Rack, RackTile, Rules};

use super::bag::{Bag, Random};

/// The number of turns in a row without a point that ends a game.
const LAST_ZERO_TURN: u32 = 6;

/// A game under way, or over.
///
/// The rules are those of the printed game and of tournaments where the two agree, otherwise as follows. A rack is filled
/// from the bag after every play. A player may exchange or pass instead of playing; an exchange needs as many tiles in the bag
/// as the rules require: in `selfplay`, a full rack. The game ends
///
/// - when a player has no tiles left and the bag is empty: that player gets the value of the other's tiles, and the other
///   loses it;
/// - after six turns in a row, of both players together, that scored no point (exchanges, passes or plays): each player
///   loses the value of its own tiles.
#[derive(Clone, Debug)]
pub struct Game<'r> {
    rules: &'r Rules,
    board: Board,
    bag: Bag,
    random: Random,
    /// The racks and the scores of both players; player 0 starts.
    racks: [Rack; 2],
    scores: [i32; 2],
    on_turn: usize,
    zero_turns: u32,
    is_over: bool,
}

impl<'r> Game<'r> {
    /// Starts a game. Fills both racks from the bag in its order, beginning with the player who starts.
    pub fn new(rules: &'r Rules, mut bag: Bag, random: Random) -> Game<'r> {
        let mut racks = [Rack::EMPTY; 2];
        for rack in &mut racks {
            bag.fill(rack, rules.rack_size());
        }
        Game {
            rules,
            board: Board::new(rules.layout().dimensions()),
            bag,
            random,
            racks,
            scores: [0; 2],
            on_turn: 0,
            zero_turns: 0,
            is_over: false,
        }
    }

    /// True if the game is over. Then no player is on turn.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// The points of both players, beginning with the player who started.
    pub fn scores(&self) -> [i32; 2] {
        self.scores
    }

    pub fn rack(&self) -> &Rack {
        &self.racks[self.on_turn]
    }

    /// The position of the player on turn.
    pub fn position(&self) -> Position<'r> {
        let position = Position::try_new(self.board.clone(), self.racks[self.on_turn], self.rules);
        position.expect("board and racks are filled by the rules")
    }

    /// The position of the player on turn, with both racks, the scores and the turns without points.
    pub fn cgp(&self) -> Cgp<'static> {
        let (on_turn, opponent) = (self.on_turn, 1 - self.on_turn);
        Cgp::new(self.board.clone(), self.racks[on_turn])
            .with_opponent_rack(self.racks[opponent])
            .with_scores([self.scores[on_turn], self.scores[opponent]])
            .with_zero_turns(self.zero_turns)
    }

    /// True if the player on turn may exchange tiles.
    pub fn may_exchange(&self) -> bool {
        self.bag.len() >= self.rules.exchange_bag_len()
    }

    /// Makes a play, which must be legal in this position, for the player on turn.
    pub fn play(&mut self, play: &Play) {
        self.board.play_unchecked(play);
        let rack = &mut self.racks[self.on_turn];
        for (_, placed_tile) in play.placed() {
            let is_there = rack.remove(placed_tile);
            debug_assert!(is_there, "plays are made of the rack's tiles");
        }
        self.bag.fill(rack, self.rules.rack_size());
        let is_out = rack.is_empty();
        self.add(self.on_turn, play.score());
        if is_out {
            let left = self.value_on_rack(1 - self.on_turn);
            self.add(self.on_turn, left);
            self.add(1 - self.on_turn, -left);
            self.is_over = true;
        } else {
            self.end_turn(play.score());
        }
    }

    /// Exchanges the whole rack of the player on turn: draws as many tiles, then puts the old tiles back into the bag.
    pub fn exchange_all(&mut self) {
        debug_assert!(self.may_exchange());
        let rack = &mut self.racks[self.on_turn];
        let old = std::mem::take(rack);
        self.bag.fill(rack, old.len());
        self.bag.put_back(&old);
        self.bag.shuffle(&mut self.random);
        self.end_turn(0);
    }

    /// Passes for the player on turn.
    pub fn pass(&mut self) {
        self.end_turn(0);
    }

    fn end_turn(&mut self, points: i32) {
        self.zero_turns = if points == 0 { self.zero_turns + 1 } else { 0 };
        if self.zero_turns == LAST_ZERO_TURN {
            for player in [0, 1] {
                self.add(player, -self.value_on_rack(player));
            }
            self.is_over = true;
        }
        self.on_turn = 1 - self.on_turn;
    }

    /// Adds points; saturates, because only tile values that nobody plays with exceed an `i32`.
    fn add(&mut self, player: usize, points: i32) {
        self.scores[player] = self.scores[player].saturating_add(points);
    }

    fn value_on_rack(&self, player: usize) -> i32 {
        let rack = &self.racks[player];
        let value = |tile: RackTile| match tile.letter() {
            Some(letter) => self.rules.value(PlacedTile::letter(letter)),
            None => self.rules.blank_value(),
        };
        rack.into_iter().map(value).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::word_list::WordList;
    use crate::{CompileOptions, compile};
    use lexc_formats::{Alphabet, AlphabetDefinition, TileDefinition};
    use lexc_runtime::{Layout, Lexicon, MoveGen};

    use super::*;

    /// Three tiles, of 1, 2 and 4 points, and a blank.
    fn alphabet() -> Alphabet<'static> {
        let tile = |text: &str, value| TileDefinition {
            text: text.to_string(),
            blank_text: text.to_lowercase(),
            value,
            count: 3,
            is_vowel: false,
        };
        let definition = AlphabetDefinition {
            name: "abc".to_string(),
            tiles: vec![tile("A", 1), tile("B", 2), tile("C", 4)],
            blank_count: 1,
            ..AlphabetDefinition::default()
        };
        Alphabet::from_bytes(definition.encode().unwrap().leak()).unwrap()
    }

    /// Two tiles on a rack, 3 x 3 squares without premiums, 10 points for both tiles.
    fn rules() -> Rules {
        Rules::standard(alphabet())
            .with_exchange_bag_len(2)
            .with_layout(Layout::parse("1, 1\n   \n   \n   ").unwrap())
            .with_rack_size(2)
            .with_bingo_bonus(10)
    }

    /// A game in which the tiles are drawn in this order.
    fn game<'r>(rules: &'r Rules, tiles: &str) -> Game<'r> {
        let mut bag = Bag::full(alphabet());
        let mut all = Rack::EMPTY;
        bag.fill(&mut all, Rack::MAX_LEN);
        for tile in tiles.chars().rev() {
            bag.put_back(&Rack::parse(&tile.to_string(), alphabet()).unwrap());
        }
        Game::new(rules, bag, Random::new(0, 0))
    }

    fn play(game: &mut Game<'_>, text: &str) {
        let position = game.position();
        let play = Play::parse(text, &position, alphabet()).unwrap();
        game.play(&play);
    }

    #[track_caller]
    fn assert_stands(game: &Game<'_>, cgp: &str) {
        assert!(!game.is_over());
        assert_eq!(game.cgp().display(alphabet()).to_string(), cgp);
    }

    #[test]
    fn playing_out_wins_the_points_of_the_other_rack() {
        let rules = rules();
        let mut game = game(&rules, "ABCCA?B");
        assert_stands(&game, "3/3/3 AB/CC 0/0 0");
        // 1 + 2, and 10 for both tiles. A and the blank are drawn.
        play(&mut game, "2A AB");
        assert_stands(&game, "3/AB1/3 CC/A? 0/13 0");
        // 1 + 2 + 4.
        play(&mut game, "2A ABC");
        assert_stands(&game, "3/ABC/3 A?/BC 13/7 0");
        // 1, and 0 for the blank; the bag is empty now.
        play(&mut game, "A1 aA");
        assert_stands(&game, "a2/ABC/3 BC/A 7/14 0");
        play(&mut game, "C2 CB");
        assert_stands(&game, "a2/ABC/2B A/C 14/13 0");
        // 1 + 1 + 0. The game is over: 4 points for the tile on the other rack, which the other player loses.
        play(&mut game, "A1 aAA");
        assert!(game.is_over());
        assert_eq!(game.scores(), [14 + 2 + 4, 13 - 4]);
    }

    #[test]
    fn ends_after_six_turns_without_a_point() {
        let rules = rules();
        let mut game = game(&rules, "ABCABC");
        game.pass();
        game.pass();
        assert_stands(&game, "3/3/3 AB/AC 0/0 2");
        play(&mut game, "2A AB");
        for zero_turns in 0..6 {
            assert!(!game.is_over());
            assert_eq!(game.cgp().zero_turns(), zero_turns);
            game.pass();
        }
        assert!(game.is_over());
        // 13 for the play; the player then draws B and C, worth 6. The other player keeps A and C, worth 5.
        assert_eq!(game.scores(), [13 - 6, -5]);
    }

    #[test]
    fn plays_without_points_count_as_turns_without_points() {
        let rules = rules().with_bingo_bonus(0);
        let mut game = game(&rules, "ABCA?B");
        play(&mut game, "2A AB");
        game.pass();
        // Stands for a play of blanks alone, which scores 0 if there is no bonus.
        let play = Play::parse("A2 Ab", &game.position(), alphabet()).unwrap();
        game.play(&play.with_score(0));
        assert_eq!(game.cgp().zero_turns(), 2);
    }

    #[test]
    fn an_exchange_keeps_all_tiles() {
        let rules = rules();
        let mut game = game(&rules, "ABCAB?");
        assert!(game.may_exchange());
        game.exchange_all();
        // The next two tiles are on the rack; the two old tiles are in the bag.
        assert_stands(&game, "3/3/3 AC/B? 0/0 1");
        assert_eq!(game.bag.len(), 2);
        game.exchange_all();
        assert_stands(&game, "3/3/3 B?/AB 0/0 2");
        let mut bag = Rack::EMPTY;
        game.bag.fill(&mut bag, 2);
        assert_eq!(bag, Rack::parse("AC", alphabet()).unwrap());
        assert!(!game.may_exchange());
    }

    /// All tiles of a game, on the board, on the racks and in the bag, sorted.
    fn tiles(game: &Game<'_>) -> Vec<RackTile> {
        let mut bag = game.bag.clone();
        let squares = game.board.dimensions().squares();
        let placed_tiles = squares.filter_map(|square| game.board.get(square));
        let mut tiles: Vec<_> = placed_tiles.map(RackTile::from).collect();
        for rack in &game.racks {
            bag.put_back(rack);
        }
        tiles.extend(bag.tiles());
        tiles.sort();
        tiles
    }

    #[test]
    fn no_tile_is_lost_or_gained() {
        let english = crate::alphabet::load("english").unwrap().encode().unwrap();
        let english = Alphabet::from_bytes(&english).unwrap();
        let words = [
            "AA", "AI", "EAR", "EGO", "IO", "ION", "NIT", "RATIO", "TO", "TORE",
        ];
        let words = WordList::from_words(english, words).unwrap();
        let image = compile(words.iter(), english, &CompileOptions::default()).unwrap();
        let lexicon = Lexicon::from_bytes(&image.image).unwrap();
        let rules = Rules::standard(english);
        let mut exchanges = 0;
        for number in 0..50 {
            let mut bag = Bag::full(english);
            let mut random = Random::new(3, number);
            bag.shuffle(&mut random);
            let mut game = Game::new(&rules, bag, random);
            let all = tiles(&game);
            assert_eq!(all.len(), 100);
            while !game.is_over() {
                let movegen = MoveGen::new(&lexicon);
                let first = movegen.for_each(&game.position(), |play| ControlFlow::Break(*play));
                match first {
                    ControlFlow::Break(found) => game.play(&found),
                    _ if game.may_exchange() => {
                        exchanges += 1;
                        game.exchange_all();
                    }
                    _ => game.pass(),
                }
                assert_eq!(tiles(&game), all);
                let has_tiles = game.bag.len() > 0;
                assert!(!has_tiles || game.racks.iter().all(|rack| rack.len() == 7));
            }
        }
        assert!(exchanges > 0);
    }

    #[test]
    fn values_of_any_size_overflow_nothing() {
        let rules = rules();
        let mut game = game(&rules, "ABCABC");
        game.scores = [i32::MAX, i32::MIN];
        play(&mut game, "2A AB");
        assert_eq!(game.scores(), [i32::MAX, i32::MIN]);
    }
}
