//! The type of crossword game positions.

use core::fmt;

use crate::game::{
    Bag, Board, GameState, Position, PositionError, Rack, RackTile, Rules, ScorelessTurns, Seat,
};
use crate::text::Text;

/// A crossword game position, one line of text: `BOARD RACK/RACK SCORE/SCORE ZEROS OPERATION; OPERATION;`.
///
/// - Board: rows from top to bottom, separated by `/`. A number counts adjacent empty squares; a letter is a tile; a
///   letter in lower case is a designated blank. A tile of several characters may need brackets: see
///   [`Alphabet::read_placed_tiles`](crate::Alphabet::read_placed_tiles). All rows have the same width.
/// - Racks: of the player on turn, then of the opponent, with `?` for a blank; either may be empty. In a game of three or four,
///   the racks are those of all players in the order of turns, separated by `/`.
/// - Scores in the order of the racks, and the number of scoreless turns in a row, up to now.
/// - Operations such as `lex ENABLE;`: an opcode and its operands, ended by a semicolon.
///
/// The opponent's rack may be missing, and the text may end after the racks, the scores or the scoreless turns. By
/// default, the opponent has no tiles, scores and scoreless turns are 0, and there are no operations. [`Cgp::display`]
/// writes these defaults, and nothing for missing operations. It writes the tiles of racks in the order read. It writes a
/// line byte for byte as it was read if the line has all of `RACK/RACK SCORE/SCORE ZEROS`, single spaces between fields,
/// no spaces around the line, brackets around each tile of several characters, no superfluous zeros, signs or brackets,
/// and no [readings](crate::Alphabet::readings).
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::Cgp;
///
/// let line = "3/CaT/3 TREE?/ 5/0 0 lex ENABLE;";
/// let cgp = Cgp::parse(line, alphabet)?;
/// assert_eq!(cgp.board().dimensions().to_string(), "3 x 3");
/// assert_eq!(cgp.rack().len(), 5);
/// assert_eq!(cgp.operation("lex"), Some("ENABLE"));
/// assert_eq!(cgp.display(alphabet).to_string(), line);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cgp<'t> {
    pub(super) board: Board,
    /// The racks of the players, then empty ones.
    pub(super) racks: [WrittenRack; Seat::ALL.len()],
    pub(super) scores: [i32; Seat::ALL.len()],
    pub(super) players: u8,
    pub(super) zero_turns: u32,
    pub(super) operations: &'t str,
}

impl<'t> Cgp<'t> {
    /// The board and the rack of the player on turn; all other fields are empty or 0.
    pub fn new(board: Board, rack: Rack) -> Cgp<'t> {
        Cgp {
            board,
            racks: [
                WrittenRack::new(rack),
                WrittenRack::EMPTY,
                WrittenRack::EMPTY,
                WrittenRack::EMPTY,
            ],
            scores: [0; Seat::ALL.len()],
            players: 2,
            zero_turns: 0,
            operations: "",
        }
    }

    /// The same position with another rack of the opponent.
    #[must_use]
    pub fn with_opponent_rack(mut self, rack: Rack) -> Cgp<'t> {
        let [_, opponent, ..] = &mut self.racks;
        *opponent = WrittenRack::new(rack);
        self
    }

    /// The same position with other scores in points, the player on turn first. Scores of more players are ignored.
    #[must_use]
    pub fn with_scores(mut self, scores: &[i32]) -> Cgp<'t> {
        let players = self.players();
        for (to, score) in self.scores.iter_mut().take(players).zip(scores) {
            *to = *score;
        }
        self
    }

    /// The same position with another number of scoreless turns.
    #[must_use]
    pub fn with_zero_turns(self, zero_turns: u32) -> Cgp<'t> {
        Cgp { zero_turns, ..self }
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rack of the player on turn.
    pub fn rack(&self) -> Rack {
        let [on_turn, ..] = &self.racks;
        on_turn.rack()
    }

    /// The rack of the opponent, or of the next player; empty if unknown.
    pub fn opponent_rack(&self) -> Rack {
        let [_, opponent, ..] = &self.racks;
        opponent.rack()
    }

    /// The number of players: two to four.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// The racks of all players, that of the player on turn first.
    pub fn racks(&self) -> impl Iterator<Item = Rack> {
        self.written_racks().map(WrittenRack::rack)
    }

    pub(super) fn written_racks(&self) -> impl Iterator<Item = &WrittenRack> {
        self.racks.iter().take(self.players())
    }

    /// The scores in points, one for each player, the player on turn first.
    pub fn scores(&self) -> &[i32] {
        self.scores.get(..self.players()).unwrap_or(&[])
    }

    /// The points by which the player on turn is ahead of the next player.
    pub const fn lead(&self) -> i64 {
        let [own, other, ..] = self.scores;
        own as i64 - other as i64
    }

    /// The number of scoreless turns in a row, up to now.
    pub const fn zero_turns(&self) -> u32 {
        self.zero_turns
    }

    /// The opcode of the bingo bonus.
    pub const BINGO_BONUS: &'static str = "bb";

    /// The opcode of the number of tiles that the bag must hold for an exchange.
    pub const EXCHANGE_LIMIT: &'static str = "etl";

    /// The opcode of the name of the board's layout.
    pub const BOARD: &'static str = "bdn";

    /// The operations in order, each as its opcode and its operands.
    pub fn operations(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        operations_in(self.operations)
    }

    /// The operations as text, such as `bb 50; lex A;`.
    pub fn display_operations(&self) -> impl fmt::Display + Copy + use<'t> {
        let operations = self.operations;
        Text::new(move |to| {
            let operations = operations_in(operations);
            let separated = core::iter::once("").chain(core::iter::repeat(" "));
            for (separator, (opcode, operands)) in separated.zip(operations) {
                let space = if operands.is_empty() { "" } else { " " };
                write!(to, "{separator}{opcode}{space}{operands};")?;
            }
            Ok(())
        })
    }

    /// The operands of the first operation with this opcode; `None` if no operation has it.
    pub fn operation(&self, opcode: &str) -> Option<&'t str> {
        let (_, operands) = self.operations().find(|&(found, _)| found == opcode)?;
        Some(operands)
    }

    /// The same position without its operations, which borrow from the text.
    #[must_use]
    pub fn without_operations(self) -> Cgp<'static> {
        Cgp {
            operations: "",
            ..self
        }
    }

    /// The board and the rack of the player on turn as a position under these rules.
    ///
    /// # Errors
    /// The same as for [`Position::try_new`].
    pub fn position<'r>(&self, rules: &'r Rules) -> Result<Position<'r>, PositionError> {
        Position::try_new(self.board.clone(), self.rack(), rules)
    }

    /// The tiles of the full bag that are neither on the board nor on a rack: none if there are no counts of tiles. `None` if board
    /// and racks have more of a tile than the full bag.
    pub fn bag(&self, rules: &Rules) -> Option<Bag> {
        let full = rules.full_bag().clone();
        if full.is_empty() {
            return Some(full);
        }
        let squares = self.board.dimensions().squares();
        let on_board = squares.filter_map(|square| self.board.get(square));
        full.checked_sub(on_board.map(RackTile::from).chain(self.racks().flatten()))
    }

    /// The state of the game, [`Seat::First`] on turn. The bag has the tiles of the full bag that are neither on the board nor on a
    /// rack; tiles in excess of a full bag are ignored. Racks of other players are full as far as the tiles suffice: the tiles
    /// that the text does not name are unknown.
    ///
    /// # Errors
    /// The same as for [`Position::try_new`], for any of the racks.
    pub fn state(&self, rules: &Rules) -> Result<GameState, PositionError> {
        let unseen = rules.unseen(&self.board, self.rack());
        self.state_with(unseen, rules)
    }

    /// The state of the game as [`state`](Self::state) gives it, with these tiles in the bag and on the racks of other players.
    ///
    /// # Errors
    /// The same as for [`Position::try_new`], for any of the racks.
    #[inline(never)]
    pub fn state_with(&self, unseen: Bag, rules: &Rules) -> Result<GameState, PositionError> {
        let (mut position, mut bag) = (self.position(rules)?, unseen);
        let racks = self.racks.each_ref().map(WrittenRack::rack);
        for (index, rack) in racks.iter().enumerate() {
            position.set_rack(*rack)?;
            // The bag does not have the tiles of the player on turn.
            for tile in rack.into_iter().filter(|_| index > 0) {
                let _ = bag.remove(tile);
            }
        }
        let mut state = GameState::of_racks(self.board.clone(), racks, self.players, bag);
        for seat in Seat::ALL.into_iter().take(self.players()).skip(1) {
            let missing = rules.rack_size().saturating_sub(state.rack_len(seat));
            state.hide(seat, missing);
        }
        Ok(state
            .with_scores(self.scores())
            .with_scoreless_turns(ScorelessTurns::new(self.zero_turns)))
    }
}

impl GameState {
    /// The state as a position: the board, the known tiles and the scores of all players from the one on turn, and the number of
    /// turns without points.
    pub fn cgp(&self) -> Cgp<'static> {
        let next = |seat: &Seat| Some(seat.next(self.players()));
        let seats = core::iter::successors(Some(self.next_seat()), next);
        let mut cgp = Cgp::new(self.board().clone(), Rack::EMPTY);
        let fields = cgp.racks.iter_mut().zip(&mut cgp.scores);
        for (seat, (rack, score)) in seats.take(self.players()).zip(fields) {
            *rack = WrittenRack::new(self.rack(seat));
            *score = self.score(seat);
        }
        Cgp {
            players: u8::try_from(self.players()).unwrap_or(2),
            zero_turns: self.scoreless_turns().count(),
            ..cgp
        }
    }
}

/// The tiles of a rack in written order, which a [`Rack`] does not keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WrittenRack {
    /// The tiles, then `None` up to the end.
    tiles: [Option<RackTile>; Rack::MAX_LEN],
}

impl WrittenRack {
    pub(super) const EMPTY: WrittenRack = WrittenRack {
        tiles: [None; Rack::MAX_LEN],
    };

    fn new(rack: Rack) -> WrittenRack {
        let mut written = WrittenRack::EMPTY;
        for (to, tile) in written.tiles.iter_mut().zip(rack) {
            *to = Some(tile);
        }
        written
    }

    /// Appends a tile. Returns `false` if the rack is full.
    pub(super) fn push(&mut self, tile: RackTile) -> bool {
        let free = self.tiles.iter_mut().find(|to| to.is_none());
        free.map(|to| *to = Some(tile)).is_some()
    }

    pub(super) fn tiles(&self) -> impl Iterator<Item = RackTile> + Clone {
        self.tiles.into_iter().flatten()
    }

    fn rack(&self) -> Rack {
        self.tiles().collect::<Option<Rack>>().unwrap_or_default()
    }
}

/// The operations of a text, each as its opcode and its operands.
fn operations_in(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let operations = text.split([';']).map(str::trim);
    operations
        .filter(|operation| !operation.is_empty())
        .map(|operation| {
            let (opcode, operands) = operation
                .split_once(char::is_whitespace)
                .unwrap_or((operation, ""));
            (opcode, operands.trim_start())
        })
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use lexc_formats::Alphabet;

    use super::*;
    use crate::testing::{catalan, english, spanish};

    fn assert_round_trips(line: &str, alphabet: Alphabet<'_>) {
        let cgp = Cgp::parse(line, alphabet).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(cgp.display(alphabet).to_string(), line);
    }

    #[test]
    fn writes_real_lines_byte_for_byte() {
        for line in [
            "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ??GYIHE/ 0/0 0 lex SCOWL-60;",
            "2J3OUR2K3/1VISION1EXPIRY1/2GO7LEAN/1T1A1v5OM2/1U1PROF3B1O2/1Q1I1Y3FA1V2/1U1E1A3EN1E2/WETS1GLADE2DIG/2AT1E3D5/2U2R9/2N1CS9/2T1I10/2E1A10/2R1OH9/5I9 ?/ 0/0 0 lex SCOWL-60;",
            "5BERGS5/4PA3U5/2QAID3R5/3BEE3F2S2/1P1ET2VIATIC2/MA1TAW3c2H2/ES3IS2E2A2/AT1FOLIA4V2/LI1L1EX1E6/1N1O1D2N2Y3/1GNU2C1JETE3/2ER2OHO2N3/2O3GOY6/1INDOW1U7/4DORR7 IKLMTZ/AEINRU? 375/-12 1 lex OSPD1; tmr 10000/-2500; lm exchange 2;",
            "1 / 0/0 0",
            "2A/3 ABC/?B/ 12/-3/0 4",
            "2A/3 ABC/?B//Q 12/-3/0/1 4 lex X;",
        ] {
            assert_round_trips(line, english());
        }
        let digraphs = "3/L[NY][ny]/[l·l]2 [L·L]Ç?A/[NY] 0/0 3";
        assert_round_trips(digraphs, catalan());
        let largest = ["21"; 21].join("/") + " A/A 0/0 4294967295";
        assert_round_trips(&largest, english());
    }

    #[test]
    fn reads_by_the_rules_of_the_alphabet_and_writes_lines_that_read_as_the_same_position() {
        for (line, written) in [
            ("CHA1/Æ1/1ll1 ÁCH/ 0/0 0", "[CH]A1/AA1/1[ll]1 A[CH]/ 0/0 0"),
            ("æ1/[C]H1/cH1 [C]H/ 0/0 0", "aa1/[C]H1/cH1 [C]H/ 0/0 0"),
            ("C1H/3/3 / 0/0 0", "C1H/3/3 / 0/0 0"),
        ] {
            let cgp = Cgp::parse(line, spanish()).unwrap();
            let shown = cgp.display(spanish()).to_string();
            assert_eq!(shown, written, "{line}");
            assert_eq!(Cgp::parse(&shown, spanish()), Ok(cgp));
        }
    }

    #[test]
    fn reads_every_field_and_builds_the_same_position() {
        let line = "2/aB EF?/G 12/-3 4 lex A B;bb  50; x;";
        let cgp = Cgp::parse(line, english()).unwrap();
        let rack = |text| Rack::parse(text, english()).unwrap();
        assert_eq!(cgp.board().display(english()).to_string(), "2/aB");
        assert_eq!((cgp.rack(), cgp.opponent_rack()), (rack("EF?"), rack("G")));
        assert_eq!((cgp.scores(), cgp.zero_turns()), (&[12, -3][..], 4));
        let operations: Vec<_> = cgp.operations().collect();
        assert_eq!(operations, [("lex", "A B"), ("bb", "50"), ("x", "")]);
        assert_eq!(cgp.operation("bb"), Some("50"));
        assert_eq!(cgp.operation("b"), None);
        let built = Cgp::new(cgp.board().clone(), rack("?FE"))
            .with_opponent_rack(rack("G"))
            .with_scores(&[12, -3])
            .with_zero_turns(4)
            .with_operations(" lex A B;bb  50; x;\n")
            .unwrap();
        assert_eq!(built, cgp);
    }

    #[test]
    fn writes_all_fields_in_their_shortest_form() {
        for text in [
            " 2/2 AB\r\n",
            "2/2 AB/",
            "2/2  AB/ 0/0",
            "2/2 AB/ 00/-0 0 ",
            "2/2 [A][B]/ 0/0 0",
        ] {
            let cgp = Cgp::parse(text, english()).unwrap();
            assert_eq!(cgp.display(english()).to_string(), "2/2 AB/ 0/0 0");
        }
    }

    #[test]
    fn checks_positions_against_the_rules() {
        let rules = Rules::standard(english());
        let cgp = Cgp::parse("2/2 AB/", english()).unwrap();
        assert!(matches!(
            cgp.position(&rules),
            Err(PositionError::Dimensions { .. })
        ));
        let line = ["15"; 15].join("/") + " AB/";
        let cgp = Cgp::parse(&line, english()).unwrap();
        let position = cgp.position(&rules).unwrap();
        assert_eq!(
            (position.board(), *position.rack()),
            (cgp.board(), cgp.rack())
        );
    }
}
