package lexc;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A position of a game: a board, the racks, the scores, and the rules. It is a value: it never changes, and needs no closing. Its calls
 * need the lexicon to be open.
 */
public final class Position {
    private final Lexicon lexicon;
    private final String cgp;
    private final String rules;
    private final Rack rack;
    private final Rack opponentRack;
    private final List<Integer> scores;
    private final int zeroTurns;
    private final int bagLen;
    /** The texts as the native library reads them. */
    private final byte[] cgpBytes;

    private final byte[] rulesBytes;

    private Position(Lexicon lexicon, Packed packed) {
        this.lexicon = lexicon;
        cgp = packed.text();
        rules = packed.text();
        rack = Rack.read(packed);
        opponentRack = Rack.read(packed);
        scores = packed.integers();
        zeroTurns = packed.integer();
        bagLen = packed.integer();
        cgpBytes = Utf8.of(cgp);
        rulesBytes = Utf8.of(rules);
    }

    static Position read(Lexicon lexicon, Packed packed) {
        return new Position(lexicon, packed);
    }

    /**
     * Reads a position in CGP, with the usual rules.
     *
     * @param cgp board, racks, scores, turns without points, and operations
     * @param lexicon the lexicon
     * @return the position
     */
    public static Position fromCgp(String cgp, Lexicon lexicon) {
        return fromCgp(cgp, lexicon, "");
    }

    /**
     * Reads a position in CGP. Without {@code board}, the position gets the preset layout of the board's size. The operations {@code bb}
     * (bonus) and {@code etl} (exchange) of the position apply if the rules leave these settings out.
     *
     * @param cgp board, racks, scores, turns without points, and operations
     * @param lexicon the lexicon
     * @param rules settings such as {@code rack=8 bonus=40 challenge=5/word}, as for {@code --rules} of the command {@code lexc}
     * @return the position
     */
    public static Position fromCgp(String cgp, Lexicon lexicon, String rules) {
        byte[] packed = Native.positionOf(lexicon, lexicon.id, Utf8.of(cgp), Utf8.of(rules));
        return new Position(lexicon, new Packed(packed));
    }

    /**
     * Returns the start of a game, an empty board and a rack, with the usual rules.
     *
     * @param rack the rack; {@code ?} is a blank
     * @param lexicon the lexicon
     * @return the position
     */
    public static Position start(String rack, Lexicon lexicon) {
        return start(rack, lexicon, "");
    }

    /**
     * Returns the start of a game: an empty board and a rack.
     *
     * @param rack the rack; {@code ?} is a blank
     * @param lexicon the lexicon
     * @param rules settings, as for {@link #fromCgp(String, Lexicon, String)}
     * @return the position
     */
    public static Position start(String rack, Lexicon lexicon, String rules) {
        byte[] packed = Native.startPosition(lexicon, lexicon.id, Utf8.of(rack), Utf8.of(rules));
        return new Position(lexicon, new Packed(packed));
    }

    /**
     * Finds all plays.
     *
     * @return the plays, the highest scores first
     */
    public Moves plays() {
        return new Moves(this, Native.plays(this, lexicon.id, cgpBytes, rulesBytes));
    }

    /**
     * Finds all moves: plays, exchanges and the pass. All leaves have the value 0.
     *
     * @return the moves, the highest equities first
     */
    public Moves moves() {
        return moves(null);
    }

    /**
     * Finds all moves: plays, exchanges and the pass.
     *
     * @param leaves the values of leaves; null for 0
     * @return the moves, the highest equities first
     */
    public Moves moves(Leaves leaves) {
        return new Moves(this, Native.moves(this, lexicon.id, cgpBytes, rulesBytes, leaves, Handle.idOf(leaves)));
    }

    /**
     * Finds the plays with the highest scores.
     *
     * @param count the greatest number of plays
     * @return the plays, the best first
     */
    public List<Move> bestMoves(int count) {
        return bestMoves(count, null);
    }

    /**
     * Finds the moves with the highest equities.
     *
     * @param count the greatest number of moves
     * @param leaves the values of leaves; with null, finds the plays with the highest scores
     * @return the moves, the best first
     */
    public List<Move> bestMoves(int count, Leaves leaves) {
        byte[] packed = Native.bestMoves(this, lexicon.id, cgpBytes, rulesBytes, count, leaves, Handle.idOf(leaves));
        return new Packed(packed).list(Move::read);
    }

    /**
     * Returns the move of a casual player, who overlooks words so that people can win.
     *
     * @param level a level from 1 to 8, each stronger than the one below
     * @return the move
     */
    public Move casualMove(int level) {
        return Move.read(new Packed(Native.casualMove(this, lexicon.id, cgpBytes, rulesBytes, level)));
    }

    /**
     * Judges a play: finds the rule that it breaks, the words that it forms, and its score.
     *
     * @param play a play such as {@code 8D SCARE}
     * @return the ruling
     */
    public Ruling judge(String play) {
        return Ruling.read(new Packed(Native.judge(this, lexicon.id, cgpBytes, rulesBytes, Utf8.of(play))));
    }

    /**
     * Reads a move: a play such as {@code 8D SCARE}, {@code exchange CE} or {@code pass}. Tiles on the board are letters, {@code .} or in
     * parentheses. Does not check that the move is legal.
     *
     * @param move the text
     * @return the move
     */
    public Move parse(String move) {
        return parse(move, false);
    }

    /**
     * Reads a move as a person types it: like {@link #parse(String)}, but small letters may stand for letters of the rack.
     *
     * @param move the text
     * @return the move
     */
    public Move parseTyped(String move) {
        return parse(move, true);
    }

    private Move parse(String move, boolean isTyped) {
        byte[] packed = Native.parseMove(this, lexicon.id, cgpBytes, rulesBytes, Utf8.of(move), isTyped);
        return Move.read(new Packed(packed));
    }

    /**
     * Returns the position after a move. The next player is then on turn; the player who moved keeps the rest of the rack, and the
     * tiles drawn are not known, unless they are all that are left. A move that ends the game adds the points for known tiles left.
     *
     * @param move a move that {@link #parse} reads
     * @return the position
     * @throws LexcException with the rule that an illegal move breaks
     */
    public Position after(String move) {
        byte[] packed = Native.after(this, lexicon.id, cgpBytes, rulesBytes, Utf8.of(move));
        return new Position(lexicon, new Packed(packed));
    }

    /**
     * Returns the position after a move, as {@link #after(String)}.
     *
     * @param move a move
     * @return the position
     * @throws LexcException with the rule that an illegal move breaks
     */
    public Position after(Move move) {
        return after(move.text());
    }

    /** The moves of records, one after the other. */
    Packed describe(byte[] records) {
        return new Packed(Native.describe(this, lexicon.id, cgpBytes, rulesBytes, records));
    }

    /**
     * Returns the tiles on the board.
     *
     * @return the board
     */
    public Board board() {
        return Board.read(new Packed(Native.board(this, lexicon.id, cgpBytes, rulesBytes)));
    }

    /**
     * Returns the tiles that the player on turn does not see, with the number of each.
     *
     * @return the number of each tile, in alphabet order; {@code ?} is a blank
     */
    public Map<String, Integer> unseen() {
        Packed packed = new Packed(Native.unseen(this, lexicon.id, cgpBytes, rulesBytes));
        Map<String, Integer> unseen = new LinkedHashMap<>();
        for (int count = packed.integer(); count > 0; count--) {
            unseen.put(packed.text(), packed.integer());
        }
        return Collections.unmodifiableMap(unseen);
    }

    /**
     * Draws the position: the board with premium squares and tiles, the racks and the scores.
     *
     * @return a picture in SVG
     */
    public String svg() {
        return Utf8.read(Native.svg(this, lexicon.id, cgpBytes, rulesBytes));
    }

    /**
     * Returns the lexicon.
     *
     * @return the lexicon
     */
    public Lexicon lexicon() {
        return lexicon;
    }

    /**
     * Returns the position in CGP.
     *
     * @return the text
     */
    public String cgp() {
        return cgp;
    }

    /**
     * Returns all settings of the rules, as a text that {@link #fromCgp(String, Lexicon, String)} reads.
     *
     * @return the text
     */
    public String rules() {
        return rules;
    }

    /**
     * Returns the rack of the player on turn.
     *
     * @return the rack
     */
    public Rack rack() {
        return rack;
    }

    /**
     * Returns the rack of the opponent, as far as it is known.
     *
     * @return the rack
     */
    public Rack opponentRack() {
        return opponentRack;
    }

    /**
     * Returns the scores of all players.
     *
     * @return the scores, the player on turn first
     */
    public List<Integer> scores() {
        return scores;
    }

    /**
     * Returns the number of turns in a row, up to now, that scored no point.
     *
     * @return the number of turns
     */
    public int zeroTurns() {
        return zeroTurns;
    }

    /**
     * Returns the number of tiles in the bag if the racks of all other players are full.
     *
     * @return the number of tiles
     */
    public int bagLen() {
        return bagLen;
    }

    /** Positions with the same text, rules and lexicon are equal. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Position that
                && cgp.equals(that.cgp)
                && rules.equals(that.rules)
                && lexicon.equals(that.lexicon);
    }

    @Override
    public int hashCode() {
        return Objects.hash(cgp, rules);
    }

    /** Returns the position in CGP. */
    @Override
    public String toString() {
        return cgp;
    }
}
