//! [`MoveGen`], the entry point: generates all plays or moves of a position, the best one, or the top k.

use core::ops::ControlFlow;

use lexc_formats::TileSet;

use super::algorithm::{Algorithm, MissingAutomatonError};
use super::all_plays::{Scene, all_plays, all_plays_traced, plays_on_line};
use super::best::{RackLeaves, top_moves, top_plays};
use super::cross_set::RunWalker;
use super::moves::{Moves, candidate};
use super::place::Place;
use super::sink::{VisitorResult, visit_with};
use super::tracer::Tracer;
use super::tracked::TrackedPosition;
use crate::game::candidate::{Candidate, Move};
use crate::game::exchange::for_each_exchange;
use crate::game::leaves::Leaves;
use crate::game::play::Play;
use crate::game::position::Position;
use crate::game::rack::Rack;
use crate::game::square::{Direction, Line, Square};
use crate::lexicon::automaton::Automaton;
use crate::lexicon::{Lexicon, with_nodes};

/// Generates the legal plays or moves of positions.
///
/// By default, searches generate plays, with the fastest algorithm, and rank the best by score. Options change that:
/// [`with_algorithm`](MoveGen::with_algorithm), [`with_tracer`](MoveGen::with_tracer), and
/// [`with_moves`](MoveGen::with_moves) for exchanges, the pass and leave values. Each search takes a
/// [`Position`](crate::Position) or a [`TrackedPosition`](crate::TrackedPosition); it uses the cross-sets of a tracked
/// position whose lexicon reads the same image as the lexicon of this `MoveGen`.
///
/// A **play** places `1..=rack size` tiles of the rack in one line, next to a tile on the board, such that all words
/// formed are in the lexicon. On an empty board the word covers the start square and has at least two tiles, and if the
/// layout is symmetric, only across plays are generated. The same tiles on the same squares are one play; a single tile
/// that forms words both ways is an across play. A designated blank and the letter it stands for make different plays.
///
/// No search allocates memory. The documentation of [`Algorithm`] has the bounds on steps and stack.
///
/// ```
/// use core::ops::ControlFlow;
///
/// use lexc_runtime::{Cgp, Lexicon, MoveGen, Rules};
///
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet());
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon.alphabet())?;
/// let position = cgp.position(&rules)?;
/// let movegen = MoveGen::new(&lexicon);
///
/// // All plays.
/// let mut plays = Vec::new();
/// movegen.for_each(&position, |play| plays.push(*play));
/// assert_eq!(plays.len(), 9);
///
/// // Stop at the first play of at least 5 points.
/// let found = movegen.for_each(&position, |play| match play.score() {
///     5.. => ControlFlow::Break(*play),
///     _ => ControlFlow::Continue(()),
/// });
/// assert!(found.is_break());
///
/// // The best play, and the best three, without generating all.
/// let best = movegen.best(&position).ok_or("there are plays")?;
/// assert_eq!(best.display(position.board(), lexicon.alphabet()).to_string(), "8D SCARE");
/// let mut best = [None; 3];
/// assert_eq!(movegen.top(&position, &mut best), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MoveGen<'l, K = Plays> {
    lexicon: &'l Lexicon<'l>,
    /// `None`: the fastest one for each search.
    algorithm: Option<Algorithm>,
    kind: K,
}

/// Generates plays, and ranks the best by score: the default kind of a [`MoveGen`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plays(());

/// Generates plays and reports each step to a tracer: see [`MoveGen::with_tracer`].
#[derive(Clone, Copy, Debug)]
pub struct TracedPlays<T>(T);

impl<'l> MoveGen<'l> {
    /// Generates plays of words in the lexicon.
    pub const fn new(lexicon: &'l Lexicon<'l>) -> MoveGen<'l> {
        MoveGen {
            lexicon,
            algorithm: None,
            kind: Plays(()),
        }
    }

    /// Generates plays, exchanges and the pass, as [`Candidate`]s with their equity: score plus leave value.
    ///
    /// `bag_len` is the number of tiles in the bag. If it is at least
    /// [`Rules::exchange_bag_len`](crate::Rules::exchange_bag_len), there are exchanges, of up to `bag_len` tiles. If it
    /// is 0, no tile can be drawn, so no leave counts: the values are then those of [`StaticEndgame::of`](crate::StaticEndgame::of) the position.
    /// Only if the alphabet has no counts, so that the bag is not known to be empty, the values are those of `leaves`.
    /// [`NoLeaves`](crate::NoLeaves) values every leave at 0.
    ///
    /// ```
    /// use lexc_runtime::{Cgp, Lexicon, Move, MoveGen, Rack, Rules};
    ///
    /// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    ///
    /// let lexicon = Lexicon::from_bytes(IMAGE)?;
    /// let rules = Rules::standard(lexicon.alphabet());
    /// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CEQS/ 0/0 0", lexicon.alphabet())?;
    /// let position = cgp.position(&rules)?;
    /// let q = lexicon.alphabet().placed_tile("Q").map(|placed_tile| placed_tile.tile());
    /// let leaves = |kept: &Rack| if q.is_some_and(|q| kept.count(q) > 0) { -20_000 } else { 0 };
    ///
    /// // SCARE for 16 points keeps the Q. While the bag has enough tiles, exchanging the Q is better.
    /// let movegen = MoveGen::new(&lexicon);
    /// let best = movegen.with_moves(3, &leaves).best(&position);
    /// assert!(matches!(best.action, Move::Play(play) if play.score() == 16));
    /// assert_eq!(best.equity, 16_000 - 20_000);
    /// let best = movegen.with_moves(80, &leaves).best(&position);
    /// assert!(matches!(best.action, Move::Exchange(tiles) if tiles.len() == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn with_moves(
        self,
        bag_len: usize,
        leaves: &'l dyn Leaves,
    ) -> MoveGen<'l, Moves<'l>> {
        MoveGen {
            lexicon: self.lexicon,
            algorithm: self.algorithm,
            kind: Moves::by_leaves(bag_len, leaves),
        }
    }

    /// Generates plays and the pass, as [`Candidate`]s with their equity once the bag is empty: score plus the value that a
    /// [`StaticEndgame`](crate::StaticEndgame) against an opponent with this rack gives the tiles kept.
    ///
    /// [`with_moves`](Self::with_moves) with an empty bag does the same, and derives the opponent's rack from the unseen tiles.
    pub const fn with_endgame_moves(self, opponent: Rack) -> MoveGen<'l, Moves<'l>> {
        MoveGen {
            lexicon: self.lexicon,
            algorithm: self.algorithm,
            kind: Moves::in_endgame(opponent),
        }
    }

    /// Reports each step of [`for_each`](MoveGen::<TracedPlays<T>>::for_each) to a tracer.
    ///
    /// ```
    /// use core::cell::Cell;
    ///
    /// use lexc_runtime::{Algorithm, Cgp, Lexicon, MoveGen, Rules, Tracer};
    ///
    /// #[derive(Default)]
    /// struct Steps {
    ///     edges: Cell<u64>,
    ///     anchors: Cell<u64>,
    /// }
    ///
    /// impl Tracer for &Steps {
    ///     fn edge(self) {
    ///         self.edges.set(self.edges.get() + 1);
    ///     }
    ///
    ///     fn anchor(self) {
    ///         self.anchors.set(self.anchors.get() + 1);
    ///     }
    /// }
    ///
    /// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    ///
    /// let lexicon = Lexicon::from_bytes(IMAGE)?;
    /// let rules = Rules::standard(lexicon.alphabet());
    /// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon.alphabet())?;
    /// let position = cgp.position(&rules)?;
    /// let steps = Steps::default();
    /// let movegen = MoveGen::new(&lexicon).with_algorithm(Algorithm::Gaddag)?;
    /// movegen.with_tracer(&steps).for_each(&position, |_| ());
    /// // Across: the run AR, two squares above it and two below. Down: A, R, and a square on each side of AR.
    /// assert_eq!(steps.anchors.get(), 9);
    /// assert!(steps.edges.get() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_tracer<T: Tracer>(self, tracer: T) -> MoveGen<'l, TracedPlays<T>> {
        MoveGen {
            lexicon: self.lexicon,
            algorithm: self.algorithm,
            kind: TracedPlays(tracer),
        }
    }

    /// Visits every play with its score, until the visitor breaks. The order depends only on algorithm, words, position and
    /// the feature `speed`.
    pub fn for_each<'p, R: VisitorResult>(
        &self,
        position: impl Into<PositionRef<'p>>,
        visit: impl FnMut(&Play) -> R,
    ) -> R {
        let scene = self.scene(position.into());
        let algorithm = self.algorithm_for_all();
        visit_with(visit, |visit| {
            let in_view = scene.in_view();
            in_view.visit(visit, |sink| all_plays(algorithm, &scene, sink))
        })
    }

    /// Visits every play of one row or column with its score, until the visitor breaks. These are the plays of
    /// [`for_each`](Self::for_each) whose words lie on the line. So a single tile that forms words both ways is a play
    /// of its row only, and on an empty board with a symmetric layout, columns have no plays.
    ///
    /// A program that searches ahead can keep the plays of each line that a new play does not affect. By default,
    /// searches from anchors, over the GADDAG if the image has one. [`Algorithm::EveryLine`] here does the same as
    /// [`Algorithm::Dawg`]. A line outside the board has no plays.
    ///
    /// ```
    /// use lexc_runtime::{Cgp, Direction, Lexicon, Line, MoveGen, Rules};
    ///
    /// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    ///
    /// let lexicon = Lexicon::from_bytes(IMAGE)?;
    /// let rules = Rules::standard(lexicon.alphabet());
    /// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", lexicon.alphabet())?;
    /// let position = cgp.position(&rules)?;
    /// let row = Line::new(Direction::Across, 7).ok_or("no such line")?;
    /// let mut plays = Vec::new();
    /// MoveGen::new(&lexicon).for_each_on_line(&position, row, |play| plays.push(*play));
    /// assert!(plays.iter().all(|play| play.origin().row() == 7));
    /// assert_eq!(plays.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_each_on_line<'p, R: VisitorResult>(
        &self,
        position: impl Into<PositionRef<'p>>,
        line: Line,
        visit: impl FnMut(&Play) -> R,
    ) -> R {
        let scene = self.scene(position.into());
        visit_with(visit, |visit| {
            let in_view = scene.in_view();
            in_view.visit(visit, |sink| {
                plays_on_line(self.algorithm, &scene, line, sink)
            })
        })
    }

    /// Best play: the first of all plays in the order of [`Play::best_first`]. `None` if there is no play.
    ///
    /// Costs as much as [`top`](Self::top) with one slot.
    pub fn best<'p>(&self, position: impl Into<PositionRef<'p>>) -> Option<Play> {
        let mut best = [None];
        self.top(position, &mut best);
        let [play] = best;
        play
    }

    /// Puts the best plays into the slots, best first in the order of [`Play::best_first`]; the slots after the last play
    /// are `None`. Returns the number of plays in the slots.
    ///
    /// - **Algorithm**: the chosen one; by default, the fastest for image and rack. All algorithms find the same plays,
    ///   except if the image's anagram filter lacks words: `lexc check` finds such a fault, [`Lexicon::from_bytes`]
    ///   does not.
    /// - **Cost**: up to 64 KiB of stack on boards of up to 15 rows and columns, and up to 96 KiB on larger ones. A
    ///   small host can instead keep the best of the plays that [`for_each`](Self::for_each) visits, with 4 KiB of
    ///   stack. More slots take more steps. A rack of many blanks has very many plays, and the search cannot be ended
    ///   early.
    pub fn top<'p>(
        &self,
        position: impl Into<PositionRef<'p>>,
        slots: &mut [Option<Play>],
    ) -> usize {
        top_plays(self.algorithm, &self.scene(position.into()), slots)
    }

    /// Cross-set of an empty square for plays in this direction: the tiles that form a word across the play. All tiles
    /// if the square's two neighbours across the play are empty; none if the square is occupied, a brick or outside the
    /// board.
    ///
    /// Walks the runs beside the square, or reads the cross-set from a [`TrackedPosition`](crate::TrackedPosition).
    pub fn cross_set<'p>(
        &self,
        position: impl Into<PositionRef<'p>>,
        square: Square,
        direction: Direction,
    ) -> TileSet {
        let position = position.into();
        if let PositionRef::Tracked(tracked) = position
            && tracked.cross_sets(self.lexicon).is_some()
        {
            return tracked.cross_set(square, direction);
        }
        let (image, position) = (self.lexicon.image(), position.position());
        let board = position.board();
        let across = square.line(direction.crossing());
        let place = Place::on(across, square).filter(|_| board.dimensions().contains(square));
        match (place, Automaton::for_cross_sets(image)) {
            (Some(place), Some(automaton))
                if board.get(square).is_none() && !position.rules().layout().is_brick(square) =>
            {
                with_nodes!(image, |nodes| {
                    let walker = RunWalker::new(nodes, automaton, self.lexicon.as_view());
                    walker.cross_set(position, across, place).0
                })
            }
            _ => TileSet::EMPTY,
        }
    }
}

impl<'l, T: Tracer> MoveGen<'l, TracedPlays<T>> {
    /// Visits every play, as [`MoveGen::for_each`] does without a tracer, in the same order.
    pub fn for_each<'p, R: VisitorResult>(
        &self,
        position: impl Into<PositionRef<'p>>,
        visit: impl FnMut(&Play) -> R,
    ) -> R {
        let scene = self.scene(position.into());
        let (tracer, algorithm) = (self.kind.0, self.algorithm_for_all());
        visit_with(visit, |visit| {
            let in_view = scene.in_view();
            in_view.visit(visit, |sink| {
                all_plays_traced(tracer, algorithm, &scene, sink)
            })
        })
    }
}

impl<'l> MoveGen<'l, Moves<'l>> {
    /// Visits every move with its equity, until the visitor breaks: first the plays, then the exchanges, last the pass.
    ///
    /// Takes 3 KiB more stack than a search for plays alone; see [`Algorithm`].
    pub fn for_each<'p, R: VisitorResult>(
        &self,
        position: impl Into<PositionRef<'p>>,
        visit: impl FnMut(&Candidate) -> R,
    ) -> R {
        let scene = self.scene(position.into());
        visit_with(visit, |visit| self.each_move(&scene, visit))
    }

    /// Best move: the first of all moves in the order of [`Candidate::best_first`]. The pass is always a move.
    ///
    /// Costs as much as [`top`](Self::top) with one slot.
    pub fn best<'p>(&self, position: impl Into<PositionRef<'p>>) -> Candidate {
        let mut best = [None];
        let position = position.into();
        self.top(position, &mut best);
        let [candidate] = best;
        candidate.unwrap_or_else(|| self.candidate(position, Move::Pass))
    }

    /// A move with its equity by the values of this search. It must be a move of the position.
    pub fn candidate<'p>(&self, position: impl Into<PositionRef<'p>>, action: Move) -> Candidate {
        let scene = self.scene(position.into());
        let rack = *scene.position.rack();
        let candidate = |values: &dyn Leaves| candidate(action, rack, values);
        self.kind.with_values(&scene, candidate)
    }

    /// Puts the best moves into the slots, best first in the order of [`Candidate::best_first`]; the slots after the last
    /// move are `None`. Returns the number of moves in the slots.
    ///
    /// - **Exactness**: finds the best moves if no leave value exceeds [`Leaves::bound`]. A play is pruned only if
    ///   upper bounds on its score and leave value add up to less than the lowest equity kept.
    /// - **Cost**: if the rack has at most 256 leaves, evaluates each once; otherwise evaluates leaves as it finds plays and
    ///   exchanges. Takes more stack than [`MoveGen::top`], for the values of the leaves.
    pub fn top<'p>(
        &self,
        position: impl Into<PositionRef<'p>>,
        slots: &mut [Option<Candidate>],
    ) -> usize {
        let scene = self.scene(position.into());
        let bag_len = self.kind.bag_len();
        self.kind.with_values(&scene, |leaves| {
            top_moves(self.algorithm, &scene, bag_len, leaves, slots)
        })
    }

    /// Inlined, so a program for a small host, which chooses the algorithm by a constant, links no other algorithm.
    #[inline]
    fn each_move(
        &self,
        scene: &Scene<'_>,
        visit: &mut dyn FnMut(&Candidate) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let visit_with_values = |leaves: &dyn Leaves| self.each_move_with(scene, leaves, visit);
        self.kind.with_values(scene, visit_with_values)
    }

    #[inline]
    fn each_move_with(
        &self,
        scene: &Scene<'_>,
        leaves: &dyn Leaves,
        visit: &mut dyn FnMut(&Candidate) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let bag_len = self.kind.bag_len();
        let position = scene.position;
        let leave_values = RackLeaves::new(position.rack(), leaves);
        let mut visit_play = |play: &Play| {
            let leave = leave_values.after(play);
            visit(&Candidate::play(*play, leave))
        };
        scene.in_view().visit(&mut visit_play, |sink| {
            all_plays(self.algorithm_for_all(), scene, sink)
        })?;
        for_each_exchange(position, bag_len, |exchanged, _| {
            visit(&Candidate {
                action: Move::Exchange(*exchanged),
                equity: leave_values.without(*exchanged).into(),
            })
        })?;
        visit(&candidate(Move::Pass, *position.rack(), leaves))
    }
}

impl<'l, K> MoveGen<'l, K> {
    /// Chooses the algorithm. All algorithms generate the same plays; their orders may differ.
    ///
    /// # Errors
    /// [`MissingAutomatonError`] if the image lacks the automaton that the algorithm walks.
    pub fn with_algorithm(
        self,
        algorithm: Algorithm,
    ) -> Result<MoveGen<'l, K>, MissingAutomatonError> {
        match algorithm.automaton(self.lexicon.image()) {
            Some(_) => Ok(MoveGen {
                algorithm: Some(algorithm),
                ..self
            }),
            None => Err(MissingAutomatonError { algorithm }),
        }
    }

    /// Algorithm that generates all plays.
    fn algorithm_for_all(&self) -> Algorithm {
        match self.algorithm {
            Some(algorithm) => algorithm,
            None => Algorithm::fastest(self.lexicon.image()),
        }
    }

    fn scene<'s>(&self, position: PositionRef<'s>) -> Scene<'s>
    where
        'l: 's,
    {
        Scene {
            image: self.lexicon.image(),
            view: self.lexicon.as_view(),
            position: position.position(),
            cross_sets: match position {
                PositionRef::Plain(_) => None,
                PositionRef::Tracked(tracked) => tracked.cross_sets(self.lexicon),
            },
        }
    }
}

/// Reference to a position that moves are generated for. Both kinds of positions convert into it.
#[derive(Clone, Copy, Debug)]
pub enum PositionRef<'p> {
    /// A position whose cross-sets each search computes.
    Plain(&'p Position<'p>),
    /// A position that keeps its cross-sets.
    Tracked(&'p TrackedPosition<'p>),
}

impl<'p> PositionRef<'p> {
    /// Board, rack and rules.
    pub const fn position(self) -> &'p Position<'p> {
        match self {
            PositionRef::Plain(position) => position,
            PositionRef::Tracked(tracked) => tracked.position(),
        }
    }
}

impl<'p> From<&'p Position<'_>> for PositionRef<'p> {
    fn from(position: &'p Position<'_>) -> PositionRef<'p> {
        PositionRef::Plain(position)
    }
}

impl<'p> From<&'p TrackedPosition<'_>> for PositionRef<'p> {
    fn from(tracked: &'p TrackedPosition<'_>) -> PositionRef<'p> {
        PositionRef::Tracked(tracked)
    }
}
