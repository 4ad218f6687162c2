//! [`Endgame`]: the solver and its settings.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lexc_runtime::{Lexicon, Move, MoveGen, Position, RackTile, TrackedPosition};

use super::node::Node;
use super::position::EndgamePosition;
use super::search::Search;
use super::solve::Solution;
use super::stop::Limits;
use super::store::Store;
use super::table::Table;
use super::turns::{TurnLimits, Turns};
use crate::deadline::Deadline;

/// Solves end games: the bag is empty, so each player can infer the other's rack.
///
/// The value of a position is the spread, in points, that the player on turn gains from here under best play by both
/// (Sheppard, "World-championship-caliber Scrabble", 2002, describes the game). [`EndgamePosition`] has the rules.
///
/// - **Method**: alpha-beta with iterative deepening and a transposition table (Knuth and Moore, "An analysis of alpha-beta
///   pruning", 1975; Slate and Atkin, "CHESS 4.5", 1977). Plays are generated once for each state of a row or column. The
///   opponent's plays that go out bound the values of all moves that leave them legal.
/// - **Exactness**: without a limit, solutions are exact. The exceptions: other limits than two passes can allow games of more
///   than 100 turns, the largest depth of a search; and after a turn that scored, the search ends the game by two passes in
///   place of six scoreless turns, which gave the same value in every position tried. Scores above 2^23 points count as 2^23. Nodes have keys of 64 bits;
///   the probability that two nodes of a search with a million nodes have equal keys is below 1 in 10 million.
/// - **Time**: with the words of ENABLE, milliseconds for 8 tiles on both racks together, and about 0.05 s for 14 tiles
///   (two full racks). Two full racks may take minutes if one of them has a tile that fits nowhere: set a limit.
/// - **Memory**: a table and a store of plays, which start small and grow with the search: see
///   [`with_table_bytes`](Self::with_table_bytes).
/// - **Threads**: one, or more by [`with_threads`](Self::with_threads). A solver is `Copy` and can be shared.
/// - **Results**: value and line of an exact solution are the same on every host and with any number of threads, unless
///   there is a limit of time. Among equally good moves, the line prefers a play that goes out, then the play with the
///   highest sum of its score and the value of its tiles, and the pass last. On several threads, `depth` and `nodes`
///   vary.
///
/// ```
/// use lexc_game::{Endgame, EndgamePosition};
/// use lexc_runtime::{Cgp, Lexicon, Move, Rules};
///
/// // 15 words, among them CARE, SCARE and ABLE.
/// static IMAGE: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
///
/// let lexicon = Lexicon::from_bytes(IMAGE)?;
/// let rules = Rules::standard(lexicon.alphabet());
/// let cgp = Cgp::parse("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/S 0/0 0", lexicon.alphabet())?;
/// let position = EndgamePosition::from_cgp(&cgp, &rules)?;
///
/// let solution = Endgame::new(&lexicon).solve(&position);
/// assert!(solution.is_exact);
/// // SCARE scores 16 points, and the opponent is left with an S, worth 1.
/// assert_eq!(solution.value, 16 + 2);
/// assert!(matches!(solution.line[..], [Move::Play(play)] if play.score() == 16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Endgame<'l> {
    lexicon: &'l Lexicon<'l>,
    pub(super) time_limit: Option<Duration>,
    pub(super) interrupt: Option<&'l AtomicBool>,
    pub(crate) node_limit: u64,
    pub(crate) table_bytes: usize,
    threads: usize,
}

impl<'l> Endgame<'l> {
    /// A solver with the words of a lexicon, without limits of time and nodes.
    pub const fn new(lexicon: &'l Lexicon<'l>) -> Endgame<'l> {
        Endgame {
            lexicon,
            time_limit: None,
            interrupt: None,
            node_limit: u64::MAX,
            table_bytes: 256 << 20,
            threads: 1,
        }
    }

    /// A solver for players, with limits of [`PLAYER_NODE_LIMIT`](Self::PLAYER_NODE_LIMIT) nodes and of 32 MiB for the transposition
    /// table. It takes a fraction of a second, and finds the same moves on every machine.
    pub const fn for_players(lexicon: &'l Lexicon<'l>) -> Endgame<'l> {
        Endgame::new(lexicon)
            .with_node_limit(Endgame::PLAYER_NODE_LIMIT)
            .with_table_bytes(32 << 20)
    }

    /// The same solver with a limit of time for each position. A search may exceed the limit by a few milliseconds.
    #[must_use]
    pub const fn with_time_limit(self, time_limit: Duration) -> Endgame<'l> {
        Endgame {
            time_limit: Some(time_limit),
            ..self
        }
    }

    /// The same solver with a flag by which another thread can cancel a search. A search then ends as at a time limit,
    /// a few milliseconds after the flag is set.
    #[must_use]
    pub const fn with_interrupt(self, interrupt: &'l AtomicBool) -> Endgame<'l> {
        Endgame {
            interrupt: Some(interrupt),
            ..self
        }
    }

    /// The same solver with a limit of nodes for each position, which measures the search's work: 256 plays that the search looks
    /// at count as one more node, and so do 16 that it generates. The search takes one thread, so the result is the same
    /// on every host; with a time limit, results may differ.
    #[must_use]
    pub const fn with_node_limit(self, node_limit: u64) -> Endgame<'l> {
        Endgame { node_limit, ..self }
    }

    /// The same solver with another limit of bytes for the transposition table: 256 MiB if not set.
    ///
    /// The table starts with 32 KiB and grows with the search up to the limit; an entry may replace another. The store of plays
    /// has the same limit, or 16 MiB if that is more; each thread has a store, with an equal part of the limit. A full store is
    /// emptied and filled again, each time with a higher limit, so that every search ends. Low limits cost time, not exactness.
    #[must_use]
    pub const fn with_table_bytes(self, table_bytes: usize) -> Endgame<'l> {
        Endgame {
            table_bytes,
            ..self
        }
    }

    /// The same solver on up to this many threads, which share the transposition table; 0 is the same as 1. A search of fewer than
    /// 500 nodes, or with a limit of nodes, takes one thread. A thread that can't be started is left out.
    #[must_use]
    pub const fn with_threads(self, threads: usize) -> Endgame<'l> {
        Endgame { threads, ..self }
    }

    /// The deadline of a search that starts now.
    pub(crate) fn deadline(&self) -> Deadline<'l> {
        Deadline::new(self.time_limit, self.interrupt)
    }

    /// The deadline of a search that starts now and may take this part of the time.
    pub(crate) fn deadline_of(&self, part: u32) -> Deadline<'l> {
        Deadline::new(self.time_limit.map(|limit| limit / part), self.interrupt)
    }

    /// The lexicon of the solver.
    pub(crate) const fn lexicon(&self) -> &'l Lexicon<'l> {
        self.lexicon
    }

    /// Solves a position. If a limit ends the search, returns the result of the last depth that was finished, or a guess.
    ///
    /// # Panics
    /// Never, for any position and lexicon.
    pub fn solve(&self, position: &EndgamePosition<'_>) -> Solution {
        self.solve_by(position, self.deadline())
    }

    /// Solves a position by a deadline.
    pub(super) fn solve_by(
        &self,
        position: &EndgamePosition<'_>,
        deadline: Deadline<'_>,
    ) -> Solution {
        self.solve_within(position, self.table_bytes.max(MIN_STORE_BYTES), deadline)
    }

    /// Solves a position. `store_limit` is the first limit of bytes for the stores of plays, of all threads together.
    pub(super) fn solve_within(
        &self,
        position: &EndgamePosition<'_>,
        store_limit: usize,
        deadline: Deadline<'_>,
    ) -> Solution {
        let threads = match self.node_limit {
            u64::MAX => self.threads.max(1),
            _ => 1,
        };
        let table = Table::new(self.table_bytes);
        let limits = Limits {
            deadline,
            node_limit: self.node_limit,
            store_limit: store_limit / threads,
            nodes: 0,
            stop: None,
            team: None,
        };
        let racks = position.racks();
        let tiles = racks.map(|rack| rack.into_iter().collect::<Vec<_>>());
        let search = || {
            let tiles = [&tiles[0][..], &tiles[1][..]];
            let mut search = self.search(position.position(), tiles, table.clone(), limits.clone());
            let root = &mut search.nodes[0];
            root.values = racks.map(|rack| position.position().rules().rack_value(rack));
            (search.turn_limits, root.turns) =
                TurnLimits::new(position.position().rules(), position.scoreless_turns());
            search
        };
        let mut solution = search().solve(threads, search);
        end_by_passes(position, &mut solution.line);
        solution
    }

    /// A search whose root has the board of `position`, and the racks `tiles`. The caller sets the values of the racks.
    pub(super) fn search<'p>(
        &self,
        position: &Position<'p>,
        tiles: [&[RackTile]; 2],
        table: Table,
        limits: Limits<'p>,
    ) -> Search<'p>
    where
        'l: 'p,
    {
        let tracked = TrackedPosition::new(self.lexicon, position.clone());
        let mut store = Store::new(MoveGen::new(self.lexicon), tracked, tiles);
        let root = Node {
            lines: store.root_lines(),
            racks: store.full_racks(),
            values: [0; 2],
            lens: tiles.map(|tiles| tiles.len()),
            board: 0,
            player: 0,
            turns: Turns::default(),
        };
        Search {
            store,
            table,
            limits,
            nodes: vec![root],
            path: Vec::new(),
            turn_limits: TurnLimits::TWO_PASSES,
            buffers: Vec::new(),
            outs: Vec::new(),
        }
    }
}

/// Appends the passes that end the game by the rules, if the search ended it by two passes.
fn end_by_passes(position: &EndgamePosition<'_>, line: &mut Vec<Move>) {
    let (limits, _) = TurnLimits::new(position.position().rules(), position.scoreless_turns());
    if limits != TurnLimits::TWO_PASSES || !line.ends_with(&[Move::Pass; 2]) {
        return;
    }
    let (mut reached, rules) = (position.state(), position.position().rules());
    for action in &*line {
        reached.apply(rules, action, |_| None);
    }
    while reached.end().is_none() {
        reached.apply(rules, &Move::Pass, |_| None);
        line.push(Move::Pass);
    }
}

/// Smallest limit of bytes for the store of plays.
const MIN_STORE_BYTES: usize = 16 << 20;
