package lexc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The plays or moves of a position, best first. The search has found all of them; the {@link Move} of each is made when it is read,
 * which needs the lexicon to be open.
 */
public final class Moves extends AbstractList<Move> implements RandomAccess {
    /** Size in bytes of the record of a move, and the places of its fields. */
    private static final int RECORD = 48;

    private static final int PLACED = 9;
    private static final int EQUITY = 32;

    /** The number of moves that are made at a time. */
    private static final int BLOCK = 16;

    private final Position position;
    private final byte[] records;
    private final ByteBuffer fields;
    private final Move[] made;

    Moves(Position position, byte[] records) {
        this.position = position;
        this.records = records;
        fields = ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN);
        made = new Move[records.length / RECORD];
    }

    @Override
    public int size() {
        return made.length;
    }

    @Override
    public Move get(int index) {
        Objects.checkIndex(index, made.length);
        if (made[index] == null) {
            // Threads that make the same moves make equal ones.
            int start = index - index % BLOCK;
            int end = Math.min(start + BLOCK, made.length);
            Packed packed = position.describe(Arrays.copyOfRange(records, start * RECORD, end * RECORD));
            for (int i = start; i < end; i++) {
                made[i] = Move.read(packed);
            }
        }
        return made[index];
    }

    /**
     * Returns the score of a move without making its object.
     *
     * @param index the index of the move
     * @return the points
     */
    public int score(int index) {
        return fields.getInt(Objects.checkIndex(index, made.length) * RECORD);
    }

    /**
     * Returns the number of tiles that a move places, without making its object.
     *
     * @param index the index of the move
     * @return the number of tiles
     */
    public int placed(int index) {
        return fields.get(Objects.checkIndex(index, made.length) * RECORD + PLACED);
    }

    /**
     * Returns the equity of a move without making its object.
     *
     * @param index the index of the move
     * @return the equity in points; NaN in moves of {@link Position#plays}
     */
    public double equity(int index) {
        return fields.getDouble(Objects.checkIndex(index, made.length) * RECORD + EQUITY);
    }

    /**
     * Returns the scores of all moves.
     *
     * @return the scores, in the order of the moves
     */
    public int[] scores() {
        int[] scores = new int[made.length];
        Arrays.setAll(scores, this::score);
        return scores;
    }
}
