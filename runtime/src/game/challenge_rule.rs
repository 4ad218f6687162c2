//! The price of a challenge.

/// The price of a challenge of valid words. A challenged play with a phony always comes off the board.
///
/// Tournaments differ: [`Double`](Self::Double) in North America, [`Points`](Self::Points) of 5 in most of the world,
/// [`WordPoints`](Self::WordPoints) of 5 in Britain and [`Points`](Self::Points) of 10 in Singapore.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ChallengeRule {
    /// Phonies are refused when they are played, so there are no challenges.
    Void,
    /// A challenge of valid words costs nothing.
    Single,
    /// The challenger loses the turn, unless the game is over.
    #[default]
    Double,
    /// The challenger loses the game.
    Triple,
    /// The player of the valid words gets these points, once for the whole play.
    Points(u16),
    /// The player of the valid words gets these points for each word of the play.
    WordPoints(u16),
    /// The challenger loses these points.
    Loss(u16),
}
