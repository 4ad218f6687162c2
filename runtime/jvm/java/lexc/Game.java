package lexc;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A game of two to four players, numbered from 0, by the rules of the printed game and of tournaments.
 *
 * <p>Seed and stream choose the random numbers of the draws: the same arguments and moves give the same game everywhere. Threads may
 * share a game; each call is made as a whole.
 */
public final class Game extends Handle {
    private final Lexicon lexicon;

    private Game(Lexicon lexicon, long id) {
        super(id, closer(id));
        this.lexicon = lexicon;
    }

    private static Runnable closer(long id) {
        return () -> Native.closeGame(null, id);
    }

    static Game of(Lexicon lexicon, long id) {
        return new Game(lexicon, id);
    }

    /** What changes in a game. */
    private record State(
            OptionalInt onTurn, Optional<GameEnd> end, List<Integer> scores, List<Rack> racks, int bagLen) {
        static State read(Packed packed) {
            return new State(
                    packed.optionalInt(),
                    packed.optional(GameEnd::read),
                    packed.integers(),
                    packed.list(Rack::read),
                    packed.integer());
        }
    }

    private State state() {
        return State.read(new Packed(Native.gameState(this, id)));
    }

    /**
     * Starts a game of two players by the usual rules: fills their racks from the full bag.
     *
     * @param lexicon the lexicon
     * @param seed the seed of the draws
     * @return the game
     */
    public static Game start(Lexicon lexicon, long seed) {
        return start(lexicon, 2, "", seed, 0);
    }

    /**
     * Starts a game: fills the racks of all players from the full bag.
     *
     * @param lexicon the lexicon
     * @param players the number of players, 2 to 4
     * @param rules settings, as for {@link Position#fromCgp(String, Lexicon, String)}
     * @param seed the seed of the draws
     * @param stream the number of the game, for several games with one seed
     * @return the game
     */
    public static Game start(Lexicon lexicon, int players, String rules, long seed, long stream) {
        return new Game(lexicon, Native.startGame(lexicon, lexicon.id, players, Utf8.of(rules), seed, stream));
    }

    /**
     * Continues a game from a position, by the usual rules.
     *
     * @param cgp a position in CGP with the racks of all players; the bag has all other tiles, and the first player is on turn
     * @param lexicon the lexicon
     * @param seed the seed of the draws
     * @return the game
     */
    public static Game fromCgp(String cgp, Lexicon lexicon, long seed) {
        return fromCgp(cgp, lexicon, "", seed, 0);
    }

    /**
     * Continues a game from a position.
     *
     * @param cgp a position in CGP with the racks of all players; the bag has all other tiles, and the first player is on turn
     * @param lexicon the lexicon
     * @param rules settings, as for {@link Position#fromCgp(String, Lexicon, String)}
     * @param seed the seed of the draws
     * @param stream the number of the game, for several games with one seed
     * @return the game
     */
    public static Game fromCgp(String cgp, Lexicon lexicon, String rules, long seed, long stream) {
        return new Game(lexicon, Native.gameOf(lexicon, lexicon.id, Utf8.of(cgp), Utf8.of(rules), seed, stream));
    }

    /**
     * Makes a move of the player on turn, and draws tiles.
     *
     * @param move a move that {@link Position#parse} reads
     * @return the turn
     * @throws LexcException with the rule that the move breaks; the game then stays as it was
     */
    public Turn make(String move) {
        return make(move, false);
    }

    /**
     * Makes a move of the player on turn, and draws tiles, as {@link #make(String)}.
     *
     * @param move a move
     * @return the turn
     * @throws LexcException with the rule that the move breaks; the game then stays as it was
     */
    public Turn make(Move move) {
        return make(move.text(), false);
    }

    /**
     * Makes a move without looking up its words, which can then be challenged.
     *
     * @param move a move that {@link Position#parse} reads
     * @return the turn
     * @throws LexcException with the rule that the move breaks; the game then stays as it was
     */
    public Turn makePhony(String move) {
        return make(move, true);
    }

    private Turn make(String move, boolean withPhonies) {
        return Turn.read(new Packed(Native.make(this, id, Utf8.of(move), withPhonies)));
    }

    /**
     * Challenges the play of the latest turn, at the price of the rules. If the play forms a phony, takes the play off the board.
     *
     * @return the phony; empty if all words are valid
     * @throws LexcException if there is no play to challenge
     */
    public Optional<String> challenge() {
        return challenge(null);
    }

    /**
     * Challenges the play of the latest turn. If the play forms a phony, takes the play off the board.
     *
     * @param rule the price of a challenge of valid words: {@code single}, {@code double}, {@code triple}, {@code 5} for points a play,
     *     {@code 5/word}, or {@code -10} for points that the challenger loses; null for that of the rules
     * @return the phony; empty if all words are valid
     * @throws LexcException if there is no play to challenge
     */
    public Optional<String> challenge(String rule) {
        return Optional.ofNullable(Native.challenge(this, id, Utf8.ofOptional(rule))).map(Utf8::read);
    }

    /**
     * Takes the latest turn back.
     *
     * @return the turn; empty at the start of the game
     */
    public Optional<Turn> takeBack() {
        return Optional.ofNullable(Native.takeBack(this, id)).map(turn -> Turn.read(new Packed(turn)));
    }

    /**
     * Adds points, which may be negative, to the score of a player, as for a time penalty.
     *
     * @param player the player
     * @param points the points
     * @return the turn
     * @throws IndexOutOfBoundsException if there is no such player
     */
    public Turn adjust(int player, int points) {
        return Turn.read(new Packed(Native.adjust(this, id, player, points)));
    }

    /** Plays the game to its end: all players make the play of the highest score. */
    public void playOut() {
        playOut(null);
    }

    /**
     * Plays the game to its end: all players make the move of the highest equity.
     *
     * @param leaves the values of leaves; with null, players make the play of the highest score
     */
    public void playOut(Leaves leaves) {
        Native.playOut(this, id, leaves, Handle.idOf(leaves));
    }

    /**
     * Returns the position of the player on turn, with the racks of all players.
     *
     * @return the position
     */
    public Position position() {
        return Position.read(lexicon, new Packed(Native.gamePosition(this, id)));
    }

    /**
     * Returns the turns so far.
     *
     * @return the turns
     */
    public List<Turn> turns() {
        return new Packed(Native.turns(this, id)).list(Turn::read);
    }

    /**
     * Returns the player on turn.
     *
     * @return the player; empty if the game is over
     */
    public OptionalInt onTurn() {
        return state().onTurn();
    }

    /**
     * Tells whether the game is over.
     *
     * @return true if it is over
     */
    public boolean isOver() {
        return state().onTurn().isEmpty();
    }

    /**
     * Returns how the game ended.
     *
     * @return the end; empty while the game is under way
     */
    public Optional<GameEnd> end() {
        return state().end();
    }

    /**
     * Returns the scores of all players.
     *
     * @return the scores, in the order of the players
     */
    public List<Integer> scores() {
        return state().scores();
    }

    /**
     * Returns the racks of all players.
     *
     * @return the racks, in the order of the players
     */
    public List<Rack> racks() {
        return state().racks();
    }

    /**
     * Returns the number of tiles in the bag.
     *
     * @return the number of tiles
     */
    public int bagLen() {
        return state().bagLen();
    }

    /**
     * Returns the lexicon.
     *
     * @return the lexicon
     */
    public Lexicon lexicon() {
        return lexicon;
    }

    /** Gives the memory of the game back. A game that is not closed keeps it until the game is collected as garbage. */
    @Override
    public void close() {
        super.close();
    }
}
