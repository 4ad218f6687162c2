package lexc;

/**
 * A fault of an image, a text, a position, a move, a record or an argument. The message names the problem, and its place and remedy
 * where there are any.
 *
 * <p>A file that cannot be read is an {@link java.io.IOException} instead, and the use of a closed object an {@link
 * IllegalStateException}.
 */
public final class LexcException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Kind[] KINDS = Kind.values();

    /** The kind of the fault. */
    private final Kind kind;
    /** The line of the fault. */
    private final int line;
    /** The character of the line. */
    private final int column;

    /** Kinds of faults. */
    public enum Kind {
        /** An image that is damaged, or of another kind. */
        IMAGE,
        /** A text that cannot be read: {@link #line()} and {@link #column()} are its place. */
        TEXT,
        /** A board, racks, scores and rules that do not fit together. */
        POSITION,
        /** Settings of rules that do not fit together. */
        RULES,
        /** A move or a challenge that breaks a rule. */
        ILLEGAL,
        /** A record of a game that cannot be read, written or replayed. */
        RECORD,
        /** An image without what the call needs, such as a word index. */
        MISSING,
        /** An argument that is out of range. */
        ARGUMENT,
        /** A fault of the library itself. */
        FAULT
    }

    LexcException(Kind kind, String message, int line, int column) {
        super(message);
        this.kind = kind;
        this.line = line;
        this.column = column;
    }

    /** Called by the native library. */
    private LexcException(int kind, String message, int line, int column) {
        this(KINDS[kind], message, line, column);
    }

    /**
     * Returns the kind of the fault.
     *
     * @return the kind
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Returns the line of the fault in a text, from 1.
     *
     * @return the line; 0 if the fault has no place in a text
     */
    public int line() {
        return line;
    }

    /**
     * Returns the character of the line at the fault, from 1.
     *
     * @return the character; 0 if the fault has no place in a text
     */
    public int column() {
        return column;
    }
}
