//! The levels of casual players, in games of each against the next.

use common::english::scowl_60;
use common::scope;
use lexc_game::{Game, Greedy, Player, Random, play_out};
use lexc_runtime::{Casual, Rules, Seat};

#[test]
fn each_level_wins_60_to_70_percent_of_the_games_against_the_one_below() {
    let lexicon = scowl_60().lexicon();
    let rules = Rules::standard(lexicon.alphabet());
    let games = if scope::is_full() { 1_000 } else { 60 };
    let casual = Casual::LEVELS.map(Greedy::casual);
    let mut players: Vec<&Greedy> = casual.iter().collect();
    let greedy = Greedy::new();
    players.push(&greedy);
    for (level, pair) in (1..).zip(players.windows(2)) {
        let [weak, strong]: [&dyn Player; 2] = [pair[0], pair[1]];
        // Two for each game that the stronger player wins, and one for each draw.
        let mut points = 0;
        for number in 0..games {
            let mut random = Random::new(1, number);
            let mut game = Game::new(&rules, &mut random).unwrap();
            let (seat, players) = match number % 2 {
                0 => (Seat::Second, [weak, strong]),
                _ => (Seat::First, [strong, weak]),
            };
            play_out(&lexicon, &mut game, &players, &mut random);
            let [own, other] = [seat, seat.next(2)].map(|seat| game.state().score(seat));
            points += 1 + own.cmp(&other) as i64;
        }
        let percent = 50.0 * points as f64 / games as f64;
        let range = if scope::is_full() {
            60.0..=70.0
        } else {
            45.0..=85.0
        };
        assert!(range.contains(&percent), "level {}: {percent} %", level + 1);
    }
}
