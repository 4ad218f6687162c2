package lexc;

import java.util.List;
import java.util.Optional;

/**
 * An event of a record with the position before it, and its outcome by the rules.
 *
 * @param player 0 or 1, in the order of the players of the record
 * @param position the position before the event, with the player's rack as far as it is known, and an empty rack of the opponent
 * @param move the move, if the event is one
 * @param points the points by the rules
 * @param total the player's total after the event
 * @param isWithdrawn true for a play that the record withdraws later
 * @param repairs the repairs of the event
 */
public record GcgStep(
        int player,
        Position position,
        Optional<Move> move,
        int points,
        int total,
        boolean isWithdrawn,
        List<String> repairs) {

    static GcgStep read(Lexicon lexicon, Packed packed) {
        return new GcgStep(
                packed.integer(),
                Position.read(lexicon, packed),
                packed.optional(Move::read),
                packed.integer(),
                packed.integer(),
                packed.flag(),
                packed.texts());
    }
}
