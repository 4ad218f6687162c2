/**
 * Lexicons, plays and games of crossword games.
 *
 * <p>A {@link lexc.Lexicon} reads an image of words, which the command {@code lexc build} makes. A {@link lexc.Position} finds plays
 * and moves, {@link lexc.Leaves} give equities, a {@link lexc.Game} is played by the rules, and a {@link lexc.Gcg} is the record of one.
 *
 * <p>Threads may share all objects. Each text may be in any of Unicode's forms. A null argument is a {@link
 * java.lang.NullPointerException}, except where a method allows it.
 */
package lexc;
