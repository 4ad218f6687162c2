package lexc;

import java.util.List;

/**
 * A turn of a game.
 *
 * @param player 0 for the player who started the game, and so on
 * @param text the move; empty for a lost turn, a bonus and an adjustment
 * @param points the points of the turn, without those for tiles left at the end of the game
 * @param kind the kind of the turn
 * @param rack the player's rack before the turn
 * @param scores the scores of all players before the turn
 */
public record Turn(int player, String text, int points, Kind kind, String rack, List<Integer> scores) {

    /** Kinds of turns. */
    public enum Kind {
        /** A play. */
        PLAY,
        /** An exchange. */
        EXCHANGE,
        /** A pass. */
        PASS,
        /** A play taken off the board after a challenge. */
        WITHDRAWAL,
        /** A turn lost by a challenge of valid words. */
        LOST_TURN,
        /** Points gained by a challenge of valid words. */
        CHALLENGE_BONUS,
        /** Points lost by a challenge of valid words. */
        CHALLENGE_LOSS,
        /** A game lost by a challenge. */
        FORFEIT,
        /** Points added, as for a time penalty. */
        ADJUSTMENT
    }

    static Turn read(Packed packed) {
        return new Turn(
                packed.integer(),
                packed.text(),
                packed.integer(),
                packed.named(Kind.class),
                packed.text(),
                packed.integers());
    }
}
