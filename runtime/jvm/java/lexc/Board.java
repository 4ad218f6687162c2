package lexc;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The tiles on a board. */
public final class Board {
    private final int rows;
    private final List<Optional<String>> squares;

    private Board(int rows, List<Optional<String>> squares) {
        this.rows = rows;
        this.squares = squares;
    }

    static Board read(Packed packed) {
        return new Board(packed.integer(), packed.list(Packed::optionalText));
    }

    /**
     * Returns the number of rows.
     *
     * @return the number of rows
     */
    public int rows() {
        return rows;
    }

    /**
     * Returns the number of columns.
     *
     * @return the number of columns
     */
    public int cols() {
        return squares.size() / rows;
    }

    /**
     * Returns the tile on a square.
     *
     * @param row the row, counted from 0
     * @param col the column, counted from 0
     * @return the text of the tile, a designated blank in lower case; empty for an empty square
     */
    public Optional<String> get(int row, int col) {
        return squares.get(Objects.checkIndex(row, rows) * cols() + Objects.checkIndex(col, cols()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Board that && rows == that.rows && squares.equals(that.squares);
    }

    @Override
    public int hashCode() {
        return squares.hashCode();
    }

    /** Returns a line for each row, with a {@code .} for each empty square. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < squares.size(); i++) {
            text.append(squares.get(i).orElse(".")).append((i + 1) % cols() == 0 ? "\n" : " ");
        }
        return text.toString();
    }
}
