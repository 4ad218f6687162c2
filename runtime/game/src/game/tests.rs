//! Tests of games on a small board, with a small alphabet.

use lexc_formats::{Alphabet, AlphabetDefinition};
use lexc_runtime::{
    Bag, Cgp, ChallengeError, ChallengeRule, GameError, Layout, Lexicon, Move, Play, PositionError,
    Rack, Rules, Seat, TurnError,
};

use super::{Action, Game, GameState};
use crate::Random;
use crate::testing::{abc, image};

/// The alphabet [`abc`] with one blank.
fn alphabet() -> Alphabet<'static> {
    let definition = AlphabetDefinition {
        blank_count: 1,
        ..abc()
    };
    Alphabet::from_bytes(definition.encode().unwrap().leak()).unwrap()
}

/// Rules with racks of two tiles, a board of 3 x 3 squares without premiums, and a bonus of 10 points for playing both
/// tiles.
fn rules() -> Rules {
    Rules::standard(alphabet())
        .with_exchange_bag_len(2)
        .with_layout(Layout::parse("1, 1\n   \n   \n   ").unwrap())
        .with_rack_size(2)
        .with_bingo_bonus(10)
}

fn rack(text: &str) -> Rack {
    Rack::parse(text, alphabet()).unwrap()
}

fn game(rules: &Rules, cgp: &str, bag: &str) -> Game {
    let cgp = Cgp::parse(cgp, alphabet()).unwrap();
    let mut tiles = Bag::EMPTY;
    assert!(rack(bag).into_iter().all(|tile| tiles.add(tile)));
    Game::from_cgp(rules, &cgp, tiles).unwrap()
}

fn play(game: &mut Game, text: &str) -> Play {
    let play = Play::parse(text, &game.position(), alphabet()).unwrap();
    game.make(&Move::Play(play), &mut Random::new(0, 0))
        .unwrap();
    play
}

fn pass(game: &mut Game) {
    game.make(&Move::Pass, &mut Random::new(0, 0)).unwrap();
}

#[track_caller]
fn assert_stands(game: &Game, cgp: &str) {
    assert!(!game.is_over());
    assert_eq!(game.state().cgp().display(alphabet()).to_string(), cgp);
}

#[test]
fn refuses_racks_that_break_the_rules() {
    let rules = rules();
    for racks in ["ABC/A", "A/ABC"] {
        let cgp = format!("3/3/3 {racks} 0/0 0");
        let cgp = Cgp::parse(&cgp, alphabet()).unwrap();
        let error = Game::from_cgp(&rules, &cgp, Bag::EMPTY).err();
        let (found, rack_size) = (3, 2);
        assert_eq!(error, Some(PositionError::RackTooLong { found, rack_size }));
    }
}

#[test]
fn playing_out_wins_the_points_of_the_other_rack() {
    let rules = rules();
    let mut game = game(&rules, "3/3/3 AB/CC 0/0 0", "A");
    // The play scores 1 + 2 points, and 10 for both tiles. Its player draws the A.
    play(&mut game, "2A AB");
    assert_stands(&game, "3/AB1/3 CC/A 0/13 0");
    play(&mut game, "2A ABC");
    assert_stands(&game, "3/ABC/3 A/C 13/7 0");
    // The play scores 1 + 1 points, and the game is over: its player gets twice the 4 points of the tile on the other rack.
    play(&mut game, "A1 AA");
    assert_eq!((game.is_over(), game.on_turn()), (true, None));
    assert_eq!(game.scores(), [13 + 2 + 8, 7]);
    let after_the_end = game.check(&Move::Pass, None);
    assert_eq!(after_the_end, Err(TurnError::Over));
}

#[test]
fn a_player_without_tiles_is_not_out_while_the_bag_has_some() {
    let rules = rules();
    let mut game = game(&rules, "3/3/3 /CC 0/0 0", "AB");
    pass(&mut game);
    assert_stands(&game, "3/3/3 CC/ 0/0 1");
    assert!(!game.is_over());
}

#[test]
fn ends_after_six_turns_without_a_point() {
    let rules = rules();
    let mut game = game(&rules, "3/3/3 AB/AC 0/0 2", "BC");
    play(&mut game, "2A AB");
    for zero_turns in 0..6 {
        assert!(!game.is_over());
        assert_eq!(game.scoreless_turns().count(), zero_turns);
        pass(&mut game);
    }
    assert!(game.is_over());
    // 13 for the play; the player then draws B and C, worth 6. The other player keeps A and C, worth 5.
    assert_eq!(game.scores(), [13 - 6, -5]);
}

#[test]
fn plays_without_points_count_as_turns_without_points() {
    let rules = rules().with_bingo_bonus(0);
    let mut game = game(&rules, "3/AB1/3 A?/AB 0/0 1", "AB");
    // The test sets the score to 0, as if the A on the board were a blank, too.
    let play = Play::parse("A2 Ab", &game.position(), alphabet()).unwrap();
    game.make_unchecked(&Move::Play(play.with_score(0)), &mut Random::new(0, 0));
    assert_eq!(game.scoreless_turns().count(), 2);
}

#[test]
fn an_exchange_draws_before_it_puts_back() {
    let rules = rules();
    let mut random = Random::new(0, 0);
    let mut game = game(&rules, "3/3/3 AB/AC 0/0 0", "CC");
    assert!(game.may_exchange());
    let exchange = |text| Move::Exchange(rack(text));
    assert_eq!(
        game.check(&exchange("C"), None),
        Err(TurnError::ExchangedTiles)
    );
    assert_eq!(
        game.check(&exchange(""), None),
        Err(TurnError::ExchangedTiles)
    );
    game.make(&exchange("AB"), &mut random).unwrap();
    // The drawn tiles are on the rack; the exchanged tiles are in the bag.
    assert_stands(&game, "3/3/3 AC/CC 0/0 1");
    assert_eq!(game.bag().counts().count(), 2);
    play(&mut game, "2A AC");
    assert!(!game.may_exchange());
    let error = game.make(&exchange("C"), &mut random).unwrap_err();
    assert_eq!(
        error.display(alphabet()).to_string(),
        "the bag has 0 tiles, and the exchange needs 2 (play or pass)"
    );
}

#[test]
fn errors_name_words_only_with_an_alphabet() {
    let image = image("AB ABC", alphabet());
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = rules();
    let game = game(&rules, "3/3/3 AB/CC 0/0 1", "AAAA");
    let phony = Play::parse("2A BA", &game.position(), alphabet()).unwrap();
    let error = game.check(&Move::Play(phony), Some(&lexicon)).unwrap_err();
    assert_eq!(
        error.display(alphabet()).to_string(),
        "BA on 2A is not in the lexicon"
    );
    let error: Box<dyn std::error::Error> = error.into();
    assert_eq!(error.to_string(), "the word on 2A is not in the lexicon");
}

#[test]
fn phonies_come_off_the_board_when_they_are_challenged() {
    let image = image("AB ABC", alphabet());
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = rules();
    let mut game = game(&rules, "3/3/3 AB/CC 0/0 1", "AAAA");
    assert_eq!(game.challenge(&lexicon), Err(ChallengeError::NoPlay));
    play(&mut game, "2A BA");
    assert_stands(&game, "3/BA1/3 CC/AA 0/13 0");
    let ruling = game.challenge(&lexicon);
    let Ok(Some(word)) = ruling else {
        panic!("{ruling:?}");
    };
    assert_eq!(word.display(alphabet()).to_string(), "BA");
    // The tiles are back on the rack and in the bag, and the turn counts as a turn without points.
    assert_stands(&game, "3/3/3 CC/AB 0/0 2");
    assert_eq!(game.bag().len(), 4);
    assert_eq!(game.challenge(&lexicon), Err(ChallengeError::NoPlay));
}

#[test]
fn challenges_of_valid_words_cost_what_the_rule_says() {
    let image = image("AB ABC", alphabet());
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let start = "3/3/3 AB/CC 0/0 1";
    for (rule, cgp) in [
        (ChallengeRule::Single, "3/AB1/3 CC/AA 0/13 0"),
        (ChallengeRule::Double, "3/AB1/3 AA/CC 13/0 1"),
        (ChallengeRule::Points(5), "3/AB1/3 CC/AA 0/18 0"),
        (ChallengeRule::Loss(10), "3/AB1/3 CC/AA -10/13 0"),
    ] {
        let rules = rules().with_challenge(rule);
        let mut game = game(&rules, start, "AAAA");
        play(&mut game, "2A AB");
        assert_eq!(game.challenge(&lexicon), Ok(None));
        assert_stands(&game, cgp);
    }
    let void = rules().with_challenge(ChallengeRule::Void);
    let mut game_of_void = game(&void, start, "AAAA");
    play(&mut game_of_void, "2A BA");
    assert_eq!(game_of_void.challenge(&lexicon), Err(ChallengeError::Void));
    let rules = rules();
    // The last play of a game can be challenged, too.
    let mut game = game(&rules, "3/3/3 AB/CC 0/0 1", "");
    play(&mut game, "2A BA");
    assert!(game.is_over());
    let ruling = game.challenge(&lexicon);
    assert!(matches!(ruling, Ok(Some(_))));
    assert_stands(&game, "3/3/3 CC/AB 0/0 2");
}

#[test]
fn points_for_each_word_count_all_words_of_the_play() {
    let image = image("ABC CC", alphabet());
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = rules().with_challenge(ChallengeRule::WordPoints(5));
    let mut game = game(&rules, "3/AB1/2C AC/CC 0/0 0", "AAAA");
    play(&mut game, "2A ABC");
    assert_eq!(game.scores(), [15, 0]);
    assert_eq!(game.challenge(&lexicon), Ok(None));
    assert_eq!(game.scores(), [25, 0]);
}

#[test]
fn a_triple_challenge_of_valid_words_loses_the_game() {
    let image = image("AB", alphabet());
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = rules().with_challenge(ChallengeRule::Triple);
    for bag in ["AAAA", ""] {
        let mut game = game(&rules, "3/3/3 AB/CC 0/0 1", bag);
        play(&mut game, "2A AB");
        let scores = game.scores().to_vec();
        assert_eq!(game.challenge(&lexicon), Ok(None));
        assert_eq!(
            (game.is_over(), game.forfeited()),
            (true, Some(Seat::Second))
        );
        assert_eq!(game.scores(), scores);
        let latest = game.take_back().unwrap();
        assert_eq!(
            (*latest.action(), latest.seat()),
            (Action::Forfeit, Seat::Second)
        );
        assert_eq!((game.is_over(), game.forfeited()), (bag.is_empty(), None));
    }
}

#[test]
fn turns_are_taken_back_one_by_one() {
    let image = image("AB ABC", alphabet());
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    let rules = rules();
    let mut game = game(&rules, "3/3/3 AB/CC 0/0 1", "AAAA");
    let text = |game: &Game| {
        let cgp = game.state().cgp().display(alphabet()).to_string();
        format!("{cgp} {:?}", game.bag())
    };
    let mut texts = vec![text(&game)];
    play(&mut game, "2A BA");
    texts.push(text(&game));
    game.challenge(&lexicon).unwrap();
    texts.push(text(&game));
    game.make(&Move::Exchange(rack("C")), &mut Random::new(1, 1))
        .unwrap();
    texts.push(text(&game));
    game.adjust(Seat::First, -10).unwrap();
    assert_eq!(game.scores(), [-10, 0]);
    let taken_back = |game: &mut Game| game.take_back().map(|turn| *turn.action());
    assert_eq!(taken_back(&mut game), Some(Action::Adjustment));
    while let Some(expected) = texts.pop() {
        assert_eq!(text(&game), expected);
        assert_eq!(game.take_back().is_none(), texts.is_empty());
    }
}

#[test]
fn exchanges_lose_no_tile() {
    let rules = rules();
    for number in 0..50 {
        let mut random = Random::new(3, number);
        let mut game = Game::new(&rules, &mut random).unwrap();
        while let Some(seat) = game.on_turn() {
            let mut all = game.bag().clone();
            for tile in Seat::BOTH.into_iter().flat_map(|seat| game.rack(seat)) {
                assert!(all.add(tile));
            }
            assert_eq!(all, Bag::full(alphabet()));
            let tiles = game.rack(seat).into_iter().take(1 + random.index_below(2));
            let exchange = Move::Exchange(tiles.collect::<Option<Rack>>().unwrap());
            game.make(&exchange, &mut random).unwrap();
        }
        assert_eq!(game.turns().len(), 6);
    }
}

#[test]
fn the_same_random_numbers_draw_the_same_racks() {
    let rules = rules();
    let racks = |number| Game::new(&rules, &mut Random::new(3, number)).unwrap();
    let racks = |number| Seat::BOTH.map(|seat| racks(number).rack(seat));
    assert_eq!(racks(1), racks(1));
}

#[test]
fn a_game_needs_two_full_racks() {
    let large = rules().with_rack_size(6);
    let error = Game::new(&large, &mut Random::new(0, 0)).err();
    let (found, needed) = (10, 12);
    assert_eq!(error, Some(GameError::Bag { found, needed }));
}

#[test]
fn totals_out_of_range_are_errors() {
    let rules = rules();
    let max = GameState::MAX_TOTAL;
    for scores in [[max, -max], [i32::MAX, i32::MIN]] {
        let cgp = format!("3/3/3 AB/C? {}/{} 0", scores[0], scores[1]);
        let mut game = game(&rules, &cgp, "");
        let action = Move::Play(Play::parse("2A AB", &game.position(), alphabet()).unwrap());
        let made = game.make(&action, &mut Random::new(1, 1));
        assert_eq!(made.map(|_| ()), Err(TurnError::Total));
        for (seat, points) in [
            (Seat::First, 1),
            (Seat::Second, -1),
            (Seat::First, i32::MAX),
        ] {
            let adjusted = game.adjust(seat, points).map(|_| ());
            assert_eq!(adjusted, Err(TurnError::Total));
        }
        assert_eq!((game.scores(), game.turns().len()), (&scores[..], 0));
    }
    let mut game = game(&rules, &format!("3/3/3 AB/C? {}/0 0", max - 100), "");
    play(&mut game, "2A AB");
    assert!(game.adjust(Seat::Second, max).is_ok());
    let dear = rules.clone().with_bingo_bonus(max / 9);
    let error = Game::new(&dear, &mut Random::new(0, 0)).err();
    assert_eq!(error, Some(GameError::Total));
}

#[test]
fn counts_saturate() {
    let rules = rules();
    let cgp = format!("3/3/3 AB/AC 0/0 {}", u32::MAX);
    let mut game = self::game(&rules, &cgp, "BC");
    pass(&mut game);
    assert!(game.is_over());
}
