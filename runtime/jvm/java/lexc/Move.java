package lexc;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A play, an exchange or the pass. Square, direction, row, column, word and tiles are empty for an exchange and the pass.
 *
 * @param text the move as text: {@code 8D RETSINA}, {@code exchange QV} or {@code pass}
 * @param score points; 0 for an exchange and the pass
 * @param equity score plus value of the leave, in points; empty in moves of {@link Position#plays}, of records, and of {@link
 *     Position#bestMoves(int)}
 * @param kind the kind of the move
 * @param square the square of the word's first tile: {@code 8D} across, {@code D8} down
 * @param direction the direction of the word
 * @param row the row of the word's first tile, counted from 0
 * @param col the column of the word's first tile, counted from 0
 * @param word the word, tiles on the board included; designated blanks in lower case
 * @param tiles the word with a {@code .} for each tile on the board
 * @param placed the number of tiles placed
 * @param leave the tiles that stay on the rack
 */
public record Move(
        String text,
        int score,
        OptionalDouble equity,
        Kind kind,
        Optional<String> square,
        Optional<Direction> direction,
        OptionalInt row,
        OptionalInt col,
        Optional<String> word,
        Optional<String> tiles,
        int placed,
        String leave) {

    /** Kinds of moves. */
    public enum Kind {
        /** Places tiles on the board. */
        PLAY,
        /** Exchanges tiles with the bag. */
        EXCHANGE,
        /** Does nothing. */
        PASS
    }

    static Move read(Packed packed) {
        return new Move(
                packed.optionalText().orElse(""),
                packed.optionalInt().orElse(0),
                packed.optionalDouble(),
                packed.optional(kind -> kind.named(Kind.class)).orElseThrow(),
                packed.optionalText(),
                packed.optional(direction -> direction.named(Direction.class)),
                packed.optionalInt(),
                packed.optionalInt(),
                packed.optionalText(),
                packed.optionalText(),
                packed.optionalInt().orElse(0),
                packed.optionalText().orElse(""));
    }

    /** Returns the text of the move. */
    @Override
    public String toString() {
        return text;
    }
}
