//! The game that `examples/game.c` plays, replayed with the runtime.

use lexc_runtime::{
    Alphabet, Bag, Board, Cgp, Leaves, Lexicon, Move, MoveGen, Position, Rack, Rules,
};

/// A line of a score sheet.
struct Line<'s> {
    player: usize,
    rack: Rack,
    action: &'s str,
    points: i32,
    total: i32,
}

impl<'s> Line<'s> {
    fn read(line: &'s str, alphabet: Alphabet<'_>) -> Line<'s> {
        let (_, rest) = line.split_once("player ").unwrap();
        let (player, rest) = rest.split_at(1);
        // Spaces pad the columns.
        let (rack, rest) = rest[2..].split_at(7);
        let (action, numbers) = rest[2..].split_at(20);
        let mut numbers = numbers.split_whitespace().map(|number| number.parse());
        Line {
            player: player.parse::<usize>().unwrap() - 1,
            rack: Rack::parse(rack.trim(), alphabet).unwrap(),
            action: action.trim(),
            points: numbers.next().unwrap().unwrap(),
            total: numbers.next().unwrap().unwrap(),
        }
    }
}

/// Replays a score sheet, and asserts that each move is the best one, each rack is filled from the bag, and the game ends by
/// the rules. Returns the numbers of plays, exchanges and passes, and whether a player went out.
pub(super) fn replay(
    sheet: &str,
    lexicon: &Lexicon<'_>,
    leaves: &dyn Leaves,
) -> ([usize; 3], bool) {
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    let (turns, end) = sheet.split_once("end").unwrap();
    let (end, board_line) = end.split_once("board ").unwrap();
    let read = |line| Line::read(line, alphabet);
    let turns: Vec<Line<'_>> = turns.lines().map(read).collect();
    let end: Vec<Line<'_>> = end.lines().map(read).collect();
    let lines: Vec<&Line<'_>> = turns.iter().chain(&end).collect();
    // Rack on the player's first line at `index` or later.
    let rack_from = |index: usize, player: usize| {
        let mut later = lines[index..].iter();
        later.find(|line| line.player == player).unwrap().rack
    };
    let mut racks = [0, 1].map(|player| rack_from(0, player));
    let mut bag = Bag::full(alphabet).checked_sub(racks[0]).unwrap();
    bag = bag.checked_sub(racks[1]).unwrap();
    let mut board = Board::new(rules.layout().dimensions());
    let (mut scores, mut zero_turns, mut counts) = ([0; 2], 0, [0; 3]);
    for (turn, line) in turns.iter().enumerate() {
        let player = turn % 2;
        assert_eq!((line.player, line.rack), (player, racks[player]));
        assert!(zero_turns < Rules::SCORELESS_LIMIT && !racks[1 - player].is_empty());
        let position = Position::try_new(board.clone(), line.rack, &rules).unwrap();
        let mut best = [None];
        let movegen = MoveGen::new(lexicon).with_moves(bag.len(), leaves);
        movegen.top(&position, &mut best);
        let (written, points, kept, returned) = match best[0].unwrap().action {
            Move::Play(play) => {
                counts[0] += 1;
                board.play_unchecked(&play);
                let placed = play.placed().map(|(_, placed_tile)| placed_tile);
                let kept = line.rack.checked_sub(placed).unwrap();
                let written = play.display(position.board(), alphabet).to_string();
                (written, play.score(), kept, Rack::EMPTY)
            }
            Move::Exchange(tiles) => {
                counts[1] += 1;
                let written = format!("exchange {}", tiles.display(alphabet));
                (written, 0, line.rack.checked_sub(tiles).unwrap(), tiles)
            }
            Move::Pass => {
                counts[2] += 1;
                ("pass".to_owned(), 0, line.rack, Rack::EMPTY)
            }
        };
        assert_eq!((line.action, line.points), (&*written, points));
        scores[player] += points;
        assert_eq!(line.total, scores[player]);
        zero_turns = if points == 0 { zero_turns + 1 } else { 0 };
        racks[player] = rack_from(turn + 1, player);
        let drawn = racks[player].checked_sub(kept).unwrap();
        let needed = line.rack.len().max(7) - kept.len();
        let expected = if points == 0 { returned.len() } else { needed };
        assert_eq!(drawn.len(), expected.min(bag.len()));
        bag = bag.checked_sub(drawn).unwrap();
        assert!(returned.into_iter().all(|tile| bag.add(tile)));
    }
    let is_out = racks[(turns.len() - 1) % 2].is_empty();
    assert!(is_out || zero_turns == Rules::SCORELESS_LIMIT);
    for (line, points) in end.iter().zip(rules.end_points(racks)) {
        assert_eq!((line.rack, line.points), (racks[line.player], points));
        assert_eq!(line.total, scores[line.player] + points);
    }
    let written = Cgp::new(board, Rack::EMPTY);
    assert_eq!(board_line.trim(), written.display(alphabet).to_string());
    (counts, is_out)
}
