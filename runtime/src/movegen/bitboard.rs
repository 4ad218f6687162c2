//! All plays over a DAWG, with bitboards of the whole board.
//!
//! Generates left parts once for the whole board. A left part is a prefix spelled with rack tiles (Appel and Jacobson 1988,
//! section 3.3.1). Its path in the DAWG does not depend on the square where it starts, so the walk carries a bitboard of
//! the squares where the next tile may go, and each tile intersects it with the squares whose cross-set has that tile:
//! eight 64-bit ANDs for the 30 lines of a board of 15 rows and 15 columns. An empty bitboard ends the branch.
//!
//! Example: the rack is STALE, and ARE lies on the board after two empty squares that every tile fits. After the left
//! part `S T`, the bitboard has the first square of ARE and the DAWG has an edge for A, so that square is searched
//! alone: along A, R and E, then right as in the other algorithms. A word that meets no run is a play at each place of
//! the board where its tiles fit and one of them touches a tile beside the line: the walk spells STALE once for all
//! these plays.
//!
//! The walk over left parts is the outer loop, as Appel and Jacobson suggest (section 7.2), so no left part is
//! generated twice. The squares before each run are among the starting squares, so no anchors are needed. Each play is
//! found once, because each word is walked once.

mod search;
mod sets;

pub(super) use search::plays;
