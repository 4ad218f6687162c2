package lexc;

import java.util.OptionalInt;

/**
 * How a game ended.
 *
 * @param kind the kind of the end
 * @param player the player who went out or who lost the game by a challenge; empty for other ends
 */
public record GameEnd(Kind kind, OptionalInt player) {
    private static final Kind[] KINDS = Kind.values();

    /** Kinds of ends. */
    public enum Kind {
        /** A player placed all tiles. */
        OUT,
        /** Too many turns in a row scored no point. */
        SCORELESS,
        /** A challenge lost the game. */
        FORFEIT,
        /** Each player had as many turns as the rules allow. */
        TURNS
    }

    static GameEnd read(Packed packed) {
        return new GameEnd(KINDS[packed.integer()], packed.optionalInt());
    }
}
