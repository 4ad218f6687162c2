use lexc_runtime::{Alphabet, ChallengeRule, FinalPoints, Lexicon, Move, MoveGen, Rack, Rules};

use super::super::testing::{gcg, repairs};
use super::super::{Gcg, GcgEvent, GcgEventKind, GcgRemedy};
use crate::Random;
use lexc_runtime::Seat;

use crate::game::{Action, Game};
use crate::testing::{abc, english, image};

const WORDS: &str = "AA AB AD AE AG AH AI AN AR AS AT BE BO DE DO ED EH EL EN ER ES ET GO HE HI HO ID IN IS IT LA LI LO MA ME MI \
    NA NE NO NU OD OE OF ON OP OR OS OW PE PI QI RE SO TA TE TI TO UN UP UT WE WO XI YE YO ZA ATE EAT EATER TEA RATE TIER OAR \
    ORE VEX VIE JO JOE CAT CUR FAR FIR KID KOI INERTIA RETAINS ENTRAIN";

/// Plays a game of random plays, exchanges, passes, challenges and penalties. Calls `visit` at the start and after
/// every event.
fn play(number: u64, rules: &Rules, mut visit: impl FnMut(&Game)) {
    let alphabet = english();
    let (image, few) = (image(WORDS, alphabet), image("QI", alphabet));
    let lexicons = [&image, &few].map(|image| Lexicon::from_bytes(image).unwrap());
    let mut random = Random::new(11, number);
    let mut game = Game::new(rules, &mut random).unwrap();
    visit(&game);
    let mut moves = 0;
    while let Some(seat) = game.on_turn() {
        let mut plays = Vec::new();
        MoveGen::new(&lexicons[0]).for_each(&game.position(), |play| plays.push(*play));
        let action = match random.index_below(12) {
            0 => Move::Pass,
            1 if game.may_exchange() => {
                let tiles = game.rack(seat).into_iter().take(1 + random.index_below(7));
                Move::Exchange(tiles.collect::<Option<Rack>>().unwrap())
            }
            _ if plays.is_empty() => Move::Pass,
            _ => Move::Play(plays[random.index_below(plays.len())]),
        };
        game.make(&action, &mut random).unwrap();
        visit(&game);
        if random.index_below(4) == 0 {
            // The second lexicon makes nearly all plays phonies.
            let lexicon = &lexicons[random.index_below(2)];
            let _ = game.challenge(lexicon);
            visit(&game);
        }
        moves += 1;
        if moves % 10 == 0 {
            game.adjust(seat, -10).unwrap();
            visit(&game);
        }
    }
    game.adjust(Seat::Second, -20).unwrap();
    visit(&game);
}

#[track_caller]
fn assert_same(resumed: &Game, game: &Game) {
    assert_eq!(resumed.state().cgp(), game.state().cgp());
    assert_eq!(resumed.on_turn(), game.on_turn());
    assert_eq!(
        (resumed.scores(), resumed.bag()),
        (game.scores(), game.bag())
    );
    let history = |game: &Game| {
        let turns = game.turns().iter().map(|turn| {
            let scores = turn.scores().to_vec();
            (turn.seat(), *turn.action(), turn.points(), scores)
        });
        turns.collect::<Vec<_>>()
    };
    assert_eq!(history(resumed), history(game));
}

#[test]
fn games_are_saved_and_resumed_after_every_event() {
    let mut kinds = std::collections::HashSet::new();
    let challenges = [
        ChallengeRule::Double,
        ChallengeRule::Points(5),
        ChallengeRule::Single,
        ChallengeRule::WordPoints(5),
        ChallengeRule::Loss(10),
        ChallengeRule::Triple,
    ];
    for (number, challenge) in (0..12).zip(challenges.into_iter().cycle()) {
        let rules = Rules::standard(english()).with_challenge(challenge);
        play(number, &rules, |game| {
            let gcg = Gcg::from_game(game, english(), ["Ann Bell", "Bob"]).unwrap();
            let (again, found) = Gcg::from_bytes(gcg.to_string().as_bytes()).unwrap();
            assert_eq!((&again, found.as_slice()), (&gcg, [].as_slice()));
            let mut steps = again.replay(&rules, english());
            let mut found = repairs(steps.by_ref());
            // Each adjustment of a game is a penalty of its record.
            found.retain(|one| !one.contains("a second time penalty"));
            assert_eq!(found, [""; 0]);
            assert_eq!(steps.scores(), game.scores());
            assert_eq!(steps.board(), game.board());
            assert_same(&again.resume(&rules, english()).unwrap(), game);
            let turns = game.turns().iter();
            kinds.extend(turns.map(|turn| std::mem::discriminant(turn.action())));
        });
    }
    assert_eq!(kinds.len(), 9);
}

#[test]
fn records_of_games_in_which_a_player_goes_out_have_their_scores() {
    let alphabet = abc().encode().unwrap();
    let alphabet = Alphabet::from_bytes(&alphabet).unwrap();
    let image = image("AA AB AC BA CAB ABBA", alphabet);
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    for (form, lines) in [(FinalPoints::Tournament, 1), (FinalPoints::Printed, 2)] {
        let rules = Rules::standard(alphabet).with_rack_size(3);
        let rules = rules.with_final_points(form);
        let mut went_out = 0;
        for number in 0..20 {
            let mut random = Random::new(1, number);
            let mut game = Game::new(&rules, &mut random).unwrap();
            while game.on_turn().is_some() {
                let best = MoveGen::new(&lexicon).best(&game.position());
                let action = best.map_or(Move::Pass, Move::Play);
                game.make(&action, &mut random).unwrap();
            }
            let gcg = Gcg::from_game(&game, alphabet, ["Ann", "Bob"]).unwrap();
            let mut steps = gcg.replay(&rules, alphabet);
            assert_eq!(repairs(steps.by_ref()), [""; 0]);
            assert_eq!(steps.scores(), game.scores());
            if Seat::BOTH.iter().any(|&seat| game.rack(seat).is_empty()) {
                let is_end = |event: &&GcgEvent| {
                    matches!(
                        event.kind(),
                        GcgEventKind::OtherRack(_) | GcgEventKind::OwnRack(_)
                    )
                };
                assert_eq!(gcg.events().iter().filter(is_end).count(), lines);
                went_out += 1;
            }
        }
        assert!(went_out > 5, "{went_out}");
    }
}

#[test]
fn a_resumed_game_takes_turns_back() {
    let rules = Rules::standard(english());
    play(0, &rules, |game| {
        let gcg = Gcg::from_game(game, english(), ["a", "b"]).unwrap();
        let mut resumed = gcg.resume(&rules, english()).unwrap();
        let mut game = game.clone();
        while let Some(turn) = game.take_back() {
            let action = resumed.take_back().map(|turn| *turn.action());
            assert_eq!(action, Some(*turn.action()));
            // The tiles drawn after a phony are not in a record.
            if !matches!(
                resumed.turns().last().map(|turn| *turn.action()),
                Some(Action::Play(_))
            ) {
                assert_eq!(resumed.state().cgp(), game.state().cgp());
            }
        }
        assert!(resumed.take_back().is_none());
    });
}

#[test]
fn records_are_written_in_one_form() {
    let text = "#ID x\n> a:AB? 8d  (A) +1\n#note #x\n#note >y\n z\n>b:  - +0 0\n#note\n\n#note lost turn\n#rack2 Z\n#Lexicon L\n# c";
    let written = "#character-encoding UTF-8\n#player1 a A\n#player2 b B\n#lexicon L\n#ID x\n# c\n>a: AB? 8d (A) +1\n\
        #note #x\n#note >y\n z\n>b:  - +0 0\n#note\n\nlost turn\n#rack2 Z\n";
    assert_eq!(gcg(text).to_string(), written);
    assert_eq!(gcg(text), Gcg::from_bytes(written.as_bytes()).unwrap().0);
}

#[test]
fn names_of_any_kind_are_written() {
    let rules = Rules::standard(english());
    let game = Game::new(&rules, &mut Random::new(1, 1)).unwrap();
    let long = "x".repeat(1000);
    for names in [
        ["", ""],
        ["a\nb", "a b"],
        ["#", ">"],
        [&long, &long],
        [" é: ", ":"],
    ] {
        let gcg = Gcg::from_game(&game, english(), names)
            .unwrap()
            .with_pragma("lexicon", "a\n>b")
            .with_pragma("my own", &long)
            .with_pragma("player3", "ignored")
            .with_pragma("incomplete", "AB")
            .with_pragma("note", "ignored");
        let (again, found) = Gcg::from_bytes(gcg.to_string().as_bytes()).unwrap();
        assert_eq!(again, gcg);
        assert!(matches!(&found[..], [one] if matches!(one.remedy, GcgRemedy::NotObeyed { .. })));
        assert_eq!(again.lexicon(), Some("a >b"));
        assert_eq!(again.pragmas().count(), 1);
    }
}

#[test]
fn invisible_characters_are_written_as_escapes() {
    let text = "#player1 a\u{1b}b A\u{202e}B\n#title x\u{2066}y\n>a\u{1b}b: AEGILNT 8D GELATIN +70 70\n#note 1\t\u{200f}2\u{200d}\n3";
    let (gcg, _) = Gcg::from_bytes(text.as_bytes()).unwrap();
    assert_eq!(gcg.title(), Some("x\u{2066}y"));
    let written = gcg.to_string();
    assert!(
        written.contains(
            "#player1 a\\u{1b}b A\\u{202e}B\n#player2 player2\n#title x\\u{2066}y\n>a\\u{1b}b: AEGILNT 8D GELATIN +70 70\n\
             #note 1\t\\u{200f}2\u{200d}\n3\n"
        ),
        "{written}"
    );
    let (again, repairs) = Gcg::from_bytes(written.as_bytes()).unwrap();
    assert_eq!((again.to_string(), repairs.len()), (written, 0));
}

#[test]
fn a_seat_beyond_the_players_has_no_lines() {
    let rules = Rules::standard(english());
    let mut game = Game::new(&rules, &mut Random::new(1, 0)).unwrap();
    game.adjust(Seat::Third, -10).unwrap();
    let record = Gcg::from_game(&game, english(), ["a", "b"]).unwrap();
    assert_eq!((record.events(), record.rack(Seat::Third)), (&[][..], None));
}
