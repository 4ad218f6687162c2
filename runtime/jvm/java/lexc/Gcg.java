package lexc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The record of a game in GCG. It is a value: it never changes, and needs no closing. */
public final class Gcg {
    private final String text;
    private final byte[] bytes;
    private final List<GcgPlayer> players;
    private final Optional<String> title;
    private final Optional<String> lexicon;
    private final Optional<String> rules;
    private final List<String> repairs;
    private final List<GcgEvent> events;

    private Gcg(byte[] record) {
        Packed packed = new Packed(record);
        text = packed.text();
        bytes = Utf8.of(text);
        players = List.of(GcgPlayer.read(packed), GcgPlayer.read(packed));
        title = packed.optionalText();
        lexicon = packed.optionalText();
        rules = packed.optionalText();
        repairs = packed.texts();
        events = packed.list(GcgEvent::read);
    }

    /**
     * Reads a record from its text.
     *
     * @param record the text
     * @return the record
     * @throws LexcException with the line of the first fault that has no obvious remedy
     */
    public static Gcg parse(String record) {
        return new Gcg(Native.parseGcg(null, Utf8.of(record)));
    }

    /**
     * Reads a record from bytes in UTF-8, Windows-1252 or the encoding that the record names.
     *
     * @param record the bytes
     * @return the record
     * @throws LexcException with the line of the first fault that has no obvious remedy
     */
    public static Gcg parse(byte[] record) {
        return new Gcg(Native.gcgOfBytes(null, Objects.requireNonNull(record)));
    }

    /**
     * Reads the record in a file.
     *
     * @param path the path of the file
     * @return the record
     * @throws IOException if the file cannot be read
     * @throws LexcException with the line of the first fault that has no obvious remedy
     */
    public static Gcg open(Path path) throws IOException {
        return new Gcg(Native.openGcg(null, Utf8.ofPath(path)));
    }

    /**
     * Returns the record of a game of two.
     *
     * @param game a game that started from the empty board without points
     * @param first the name of the first player
     * @param second the name of the second player
     * @return the record
     * @throws LexcException for a game that continues a position with tiles or points, and for more than two players
     */
    public static Gcg fromGame(Game game, String first, String second) {
        return new Gcg(Native.gcgOfGame(game, game.id, Utf8.of(first), Utf8.of(second)));
    }

    /**
     * Replays the record by its rules, or else the usual ones, as {@link #replay(Lexicon, String)}.
     *
     * @param lexicon the lexicon, whose words are not looked up
     * @return a step for each event
     */
    public List<GcgStep> replay(Lexicon lexicon) {
        return replay(lexicon, "");
    }

    /**
     * Replays the record: finds the position before each event, and checks the event by the rules. Does not look up words.
     *
     * @param lexicon the lexicon
     * @param rules settings, as for {@link Position#fromCgp(String, Lexicon, String)}; those of the record count where they have none
     * @return a step for each event
     * @throws LexcException at the first event that breaks the rules
     */
    public List<GcgStep> replay(Lexicon lexicon, String rules) {
        Packed packed = new Packed(Native.replay(lexicon, lexicon.id, bytes, Utf8.of(rules)));
        return packed.list(step -> GcgStep.read(lexicon, step));
    }

    /**
     * Returns the game at the end of the record, to be continued, by the record's rules, or else the usual ones.
     *
     * @param lexicon the lexicon
     * @param seed the seed of the draws
     * @return the game
     */
    public Game resume(Lexicon lexicon, long seed) {
        return resume(lexicon, "", seed, 0);
    }

    /**
     * Returns the game at the end of the record, to be continued. For all positions with tiles in the bag, the record must have complete
     * racks.
     *
     * @param lexicon the lexicon
     * @param rules settings, as for {@link Position#fromCgp(String, Lexicon, String)}; those of the record count where they have none
     * @param seed the seed of the draws
     * @param stream the number of the game, for several games with one seed
     * @return the game
     */
    public Game resume(Lexicon lexicon, String rules, long seed, long stream) {
        return Game.of(lexicon, Native.resume(lexicon, lexicon.id, bytes, Utf8.of(rules), seed, stream));
    }

    /**
     * Returns both players.
     *
     * @return the players
     */
    public List<GcgPlayer> players() {
        return players;
    }

    /**
     * Returns the title.
     *
     * @return the title; empty if the record has none
     */
    public Optional<String> title() {
        return title;
    }

    /**
     * Returns the name of the lexicon.
     *
     * @return the name; empty if the record has none
     */
    public Optional<String> lexicon() {
        return lexicon;
    }

    /**
     * Returns the settings of the rules.
     *
     * @return the text; empty if the record has none
     */
    public Optional<String> rules() {
        return rules;
    }

    /**
     * Returns the repairs of the record's text, each with its line.
     *
     * @return the repairs
     */
    public List<String> repairs() {
        return repairs;
    }

    /**
     * Returns the events as written.
     *
     * @return the events
     */
    public List<GcgEvent> events() {
        return events;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Gcg that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the text of the record. */
    @Override
    public String toString() {
        return text;
    }
}
