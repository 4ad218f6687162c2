//! Plays of any image, valid or hostile: all plays by every algorithm, best plays and moves, and plays of tracked
//! positions.

use std::ops::ControlFlow;

use lexc_compiler::check::{CheckLevel, check};
use lexc_runtime::{
    Algorithm, Board, Candidate, Checks, Direction, Layout, Leaves, Lexicon, Move, MoveGen,
    PlacedTile, Play, Position, Rack, RackTile, Rules, Square, StaticEndgame, Tile,
    TrackedPosition, check_placement, check_play, for_each_exchange, score,
};

use super::hostile::Hostile;
use super::image::passed;
use super::input::Input;
use crate::generators::{ALGORITHMS, movegen, plays_by, sorted, tracked_plays_by};
use crate::oracle::all_plays;
use crate::random::Random;
use crate::steps::{Bounds, traced};

/// Upper bound on the words that the oracle gets: it tries each word on each square.
const MAX_WORDS: usize = 60;

/// Layouts of symmetric, asymmetric and narrow boards, some with lines of more than 15 squares.
const LAYOUTS: [&str; 8] = [
    "1, 1\n=  ' \n -   \n  \"  \n'   =\n",
    "2, 2\n=   =\n ' ' \n  -  \n ' ' \n=   =\n",
    "0, 3\n  ~ -'^\n",
    "4, 0\n \n=\n'\n \n-\n^\n \n",
    "0, 0\n - \n'  \n  =\n",
    "1, 8\n   =      '       \n        -         \n",
    "5, 1\n   \n = \n   \n'  \n   \n - \n   \n   \n  ^\n   \n   \n   \n   \n   \n   \n   \n   \n",
    "0, 0\n-\n",
];

/// Board, rack, bag and leaves, as numbers that make a position with any alphabet.
#[derive(Clone, Debug)]
pub struct Scene {
    layout: usize,
    /// Index in [`RACK_COUNTS`].
    rack_counts: usize,
    /// Numbers that select the letters of the rack. A rack of *n* letters, see `rack_counts`, uses the first *n*
    /// numbers.
    letters: [u8; 4],
    /// Tiles on the board, each as a number for the square and a number for the placed tile.
    lying: Vec<(u8, u8)>,
    bag_len: usize,
    /// Selects leave values, and the play that a tracked position makes.
    seed: u8,
}

/// Numbers of letters and blanks on a rack. The racks are small, so that each position can be searched many times.
const RACK_COUNTS: [(usize, usize); 8] = [
    (2, 1),
    (4, 0),
    (3, 1),
    (1, 2),
    (2, 2),
    (0, 1),
    (1, 0),
    (3, 0),
];

impl Scene {
    /// Decodes the next bytes of an input.
    pub fn decode(input: &mut Input<'_>) -> Scene {
        Scene {
            layout: input.below(LAYOUTS.len()),
            rack_counts: input.below(RACK_COUNTS.len()),
            letters: [0; 4].map(|_: u8| input.byte()),
            lying: (0..input.below(10))
                .map(|_| (input.byte(), input.byte()))
                .collect(),
            bag_len: input.below(16),
            seed: input.byte(),
        }
    }

    /// Encodes the scene.
    pub fn encode(&self) -> Vec<u8> {
        let byte = |number| u8::try_from(number).expect("a small number");
        let mut out = vec![byte(self.layout), byte(self.rack_counts)];
        out.extend(self.letters);
        out.push(byte(self.lying.len()));
        out.extend(
            self.lying
                .iter()
                .flat_map(|&(square, number)| [square, number]),
        );
        out.extend([byte(self.bag_len), self.seed]);
        out
    }

    /// Makes one random change.
    pub fn mutate(&mut self, random: &mut Random) {
        let any = random.next_u64().to_le_bytes();
        match random.below(6) {
            0 => self.layout = random.below(LAYOUTS.len()),
            1 => self.rack_counts = random.below(RACK_COUNTS.len()),
            2 => self.letters[random.below(4)] = any[0],
            3 if !self.lying.is_empty() => drop(self.lying.pop()),
            4 => (self.bag_len, self.seed) = (random.below(16), any[0]),
            _ if self.lying.len() < 9 => self.lying.push((any[0], any[1])),
            _ => self.lying.clear(),
        }
    }

    /// The numbers of letters and blanks on the rack.
    fn rack_counts(&self) -> (usize, usize) {
        RACK_COUNTS[self.rack_counts]
    }

    fn rules(&self, lexicon: &Lexicon<'_>) -> Option<Rules> {
        let layout = Layout::parse(LAYOUTS[self.layout]).expect("it is a layout");
        let rules = Rules::standard(lexicon.alphabet()).with_layout(layout);
        let (letters, blanks) = self.rack_counts();
        let rack_size = letters + blanks;
        let rules = rules.with_rack_size(rack_size);
        rules.check().is_ok().then_some(rules)
    }

    fn position<'r>(&self, rules: &'r Rules) -> Option<Position<'r>> {
        let tiles: Vec<Tile> = rules.tiles().into_iter().collect();
        let tile = |number: u8| tiles.get(usize::from(number) % tiles.len().max(1)).copied();
        let mut board = Board::new(rules.layout().dimensions());
        let squares: Vec<Square> = board.dimensions().squares().collect();
        for &(square, number) in &self.lying {
            let tile = tile(number >> 1)?;
            let placed_tile = match number & 1 {
                0 => PlacedTile::letter(tile),
                _ => PlacedTile::blank(tile),
            };
            let square = squares[usize::from(square) % squares.len()];
            board
                .set(square, Some(placed_tile))
                .expect("the square is on the board");
        }
        let mut rack = Rack::EMPTY;
        let (letters, blanks) = self.rack_counts();
        for &number in &self.letters[..letters] {
            assert!(rack.add(tile(number)?));
        }
        (0..blanks).for_each(|_| assert!(rack.add(RackTile::Blank)));
        Position::try_new(board, rack, rules).ok()
    }
}

/// Reads the input as a position and an image with correct checksums, and generates plays in every way.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let scene = Scene::decode(&mut input);
    let image = Hostile::decode(&mut input).write();
    let Ok(unvalidated) = Lexicon::open(&image, Checks::Bounds) else {
        return;
    };
    let Some(rules) = scene.rules(&unvalidated) else {
        return;
    };
    let Some(position) = scene.position(&rules) else {
        return;
    };
    let case = Case {
        scene: &scene,
        lexicon: &unvalidated,
        position: &position,
    };
    let report = check(&image);
    // True if the words passed the check and the GADDAG, if the image has one, has exactly the strings of the words.
    let is_right = passed(&report, CheckLevel::Words)
        && (unvalidated.image().gaddag().is_none() || passed(&report, CheckLevel::Gaddag));
    let found = ALGORITHMS.map(|algorithm| case.all_plays(algorithm));
    for (algorithm, plays) in ALGORITHMS.iter().zip(&found) {
        if let Some(plays) = plays {
            case.best(*algorithm, plays, is_right);
        }
    }
    case.default_is_one_of(&found);
    case.tracked_plays_are_right();
    if is_right {
        let words = report.words.as_ref().map_or(0, |words| words.len());
        let lexicon = Lexicon::from_bytes(&image).expect("it passed the check");
        let case = Case {
            lexicon: &lexicon,
            ..case
        };
        case.plays_are_right(&found, words);
    }
}

struct Case<'a> {
    scene: &'a Scene,
    lexicon: &'a Lexicon<'a>,
    position: &'a Position<'a>,
}

impl Case<'_> {
    /// All plays by an algorithm, if the image has the automaton. Asserts that the numbers of steps and plays are
    /// within [`Bounds`], and that each play fits the board, uses tiles of the rack, and has the right score.
    fn all_plays(&self, algorithm: Algorithm) -> Option<Vec<Play>> {
        let (lexicon, position) = (self.lexicon, self.position);
        let bounds = Bounds::new(position);
        let mut plays = Vec::new();
        let steps = traced(algorithm, lexicon, position, &mut |play| plays.push(*play))?;
        assert!(
            steps.edges <= bounds.edges(),
            "{algorithm:?}: {} of {} edges",
            steps.edges,
            bounds.edges()
        );
        assert!(
            plays.len() as u64 <= bounds.plays(),
            "{algorithm:?}: {} of {} plays",
            plays.len(),
            bounds.plays()
        );
        for play in &plays {
            assert_eq!(check_placement(position, play), Ok(()), "{play:?}");
            assert_eq!(score(position, play), play.score(), "{play:?}");
        }
        Some(plays)
    }

    /// Asserts that the best plays and moves are the first of all plays and moves, sorted best first. Bingos may be
    /// missing if the filter is wrong.
    fn best(&self, algorithm: Algorithm, plays: &[Play], is_right: bool) {
        let (lexicon, position) = (self.lexicon, self.position);
        let mut slots = [None; 4];
        let movegen = movegen(algorithm, lexicon).expect("the image has the automaton");
        let count = movegen.top(position, &mut slots);
        assert_eq!(slots.iter().flatten().count(), count);
        let leaves = |kept: &Rack| self.leave(kept);
        let mut moves = [None; 4];
        let movegen = movegen.with_moves(self.scene.bag_len, &leaves);
        let found = movegen.top(position, &mut moves);
        assert_eq!(found, moves.iter().flatten().count());
        // Best plays use the GADDAG's cross-sets, which can differ from the DAWG's in a hostile image.
        if algorithm == Algorithm::Dawg && lexicon.image().gaddag().is_some() {
            return;
        }
        let may_be_missing = |play: &Play| {
            let is_bingo = play.placed_len() == position.rules().rack_size();
            is_bingo && !is_right && lexicon.has_anagram_filter()
        };
        let mut plays = plays.to_vec();
        plays.sort_by(Play::best_first);
        let known = plays
            .iter()
            .filter(|play| !may_be_missing(play) || slots.contains(&Some(**play)));
        assert!(slots.iter().flatten().eq(known.take(4)), "{algorithm:?}");
        let expected = self.all_moves(&plays);
        let known = expected.iter().filter(|candidate| match candidate.action {
            Move::Play(play) => !may_be_missing(&play) || moves.contains(&Some(**candidate)),
            _ => true,
        });
        assert!(moves.iter().flatten().eq(known.take(4)), "{algorithm:?}");
    }

    fn all_moves(&self, plays: &[Play]) -> Vec<Candidate> {
        let rack = self.position.rack();
        let candidate = |play: &Play| {
            let mut kept = *rack;
            assert!(
                play.placed()
                    .all(|(_, placed_tile)| kept.remove(placed_tile)),
                "{play:?}"
            );
            Candidate::play(*play, self.leave(&kept))
        };
        let mut moves: Vec<Candidate> = plays.iter().map(candidate).collect();
        let _ = for_each_exchange(self.position, self.scene.bag_len, |exchanged, kept| {
            moves.push(Candidate {
                action: Move::Exchange(*exchanged),
                equity: self.leave(kept).into(),
            });
            ControlFlow::<()>::Continue(())
        });
        moves.push(Candidate {
            action: Move::Pass,
            equity: self.leave(rack).into(),
        });
        moves.sort_by(Candidate::best_first);
        moves
    }

    /// A leave value: that of the static end game if the bag is empty, else one computed from the tiles and the seed.
    fn leave(&self, kept: &Rack) -> i32 {
        let in_endgame = || StaticEndgame::of(self.position);
        if let Some(values) = (self.scene.bag_len == 0).then(in_endgame).flatten() {
            return values.value(kept);
        }
        let seed = 1 + i32::from(self.scene.seed);
        let tiles = kept.letters().into_iter();
        let sum: i32 = tiles
            .map(|tile| {
                i32::from(tile.code()) * i32::try_from(kept.count(tile)).expect("a small count")
            })
            .sum();
        let blanks = i32::try_from(kept.blanks()).expect("a small count");
        (sum * seed + 71 * blanks) * 917 % 20_000 - 9_000
    }

    /// Asserts that a search by the default algorithm finds the plays of one of the algorithms, in the same order.
    fn default_is_one_of(&self, found: &[Option<Vec<Play>>; 3]) {
        let (lexicon, position) = (self.lexicon, self.position);
        let mut plays = Vec::new();
        let movegen = MoveGen::new(lexicon);
        movegen.for_each(position, |play| plays.push(*play));
        assert!(found.iter().flatten().any(|found| *found == plays));
        let mut slots = [None; 1];
        movegen.top(position, &mut slots);
        assert_eq!(movegen.best(position), slots[0]);
        let leaves = |kept: &Rack| self.leave(kept);
        let best = (movegen.with_moves(self.scene.bag_len, &leaves)).best(position);
        assert!(matches!(
            best.action,
            Move::Play(_) | Move::Exchange(_) | Move::Pass
        ));
    }

    /// Asserts that a tracked position has the same plays as a new position: before a play, after the play, and after
    /// the play is taken back.
    fn tracked_plays_are_right(&self) {
        let (lexicon, position) = (self.lexicon, self.position);
        let mut tracked = TrackedPosition::new(lexicon, position.clone());
        let before = self.tracked_plays(&tracked);
        let picked = before.get(usize::from(self.scene.seed) % before.len().max(1));
        let Some(play) = picked else {
            return;
        };
        let undo = tracked.play(play).expect("it was found");
        tracked.set_rack(*position.rack()).expect("it was the rack");
        self.tracked_plays(&tracked);
        for square in position.board().dimensions().squares() {
            for direction in Direction::ALL {
                let cross_set = tracked.cross_set(square, direction);
                assert_eq!(
                    cross_set | position.rules().tiles(),
                    position.rules().tiles()
                );
            }
        }
        tracked.take_back(undo).expect("it is the latest");
        assert_eq!(tracked.position(), position);
        assert_eq!(self.tracked_plays(&tracked), before);
    }

    /// The plays of a tracked position. Asserts that an equal, new position has the same plays.
    fn tracked_plays(&self, tracked: &TrackedPosition<'_>) -> Vec<Play> {
        let algorithm = Algorithm::fastest(self.lexicon.image());
        let kept = tracked_plays_by(algorithm, tracked);
        assert_eq!(kept, plays_by(algorithm, self.lexicon, tracked.position()));
        kept.unwrap_or_default()
    }

    /// Asserts that all algorithms find the same plays; that the first 50 are legal and, written as text, read as the
    /// same plays; and that the oracle finds the same plays, if there are few words.
    fn plays_are_right(&self, found: &[Option<Vec<Play>>; 3], word_count: usize) {
        let (lexicon, position) = (self.lexicon, self.position);
        let found: Vec<_> = found.iter().flatten().map(|plays| sorted(plays)).collect();
        assert!(found.iter().all(|plays| *plays == found[0]));
        for play in found[0].iter().map(|play| play.to_play()).take(50) {
            assert_eq!(check_play(lexicon, position, &play), Ok(()), "{play:?}");
            let text = play
                .display(position.board(), lexicon.alphabet())
                .to_string();
            let read = Play::parse(&text, position, lexicon.alphabet());
            assert_eq!(
                read.map(|read| read.canonical(position.board())),
                Ok(play.canonical(position.board())),
                "{text}"
            );
        }
        if word_count <= MAX_WORDS {
            let words = lexicon.words().map(|word| word.to_vec());
            assert_eq!(all_plays(&words.collect::<Vec<_>>(), position), found[0]);
        }
    }
}
