package lexc;

import java.util.OptionalInt;

/**
 * An event of a record, as written.
 *
 * @param player 0 or 1, in the order of the players of the record
 * @param text the move
 * @param points the points
 * @param total the player's total after the event
 * @param kind the kind of the event
 * @param rack the rack
 * @param note the note
 * @param line the line in the record, from 1; 0 if the record was not read from a text
 */
public record GcgEvent(
        int player, String text, OptionalInt points, OptionalInt total, Kind kind, String rack, String note, int line) {

    /** Kinds of events. */
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
        /** Points for the tiles on the other player's rack. */
        OTHER_RACK,
        /** Points lost for the tiles on the player's own rack. */
        OWN_RACK,
        /** Points lost for time. */
        TIME_PENALTY,
        /** Another event. */
        OTHER
    }

    static GcgEvent read(Packed packed) {
        return new GcgEvent(
                packed.integer(),
                packed.text(),
                packed.optionalInt(),
                packed.optionalInt(),
                packed.named(Kind.class),
                packed.text(),
                packed.text(),
                packed.integer());
    }
}
