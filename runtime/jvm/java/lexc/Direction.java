package lexc;

/** The direction of a play. */
public enum Direction {
    /** From left to right. */
    ACROSS,
    /** From top to bottom. */
    DOWN
}
