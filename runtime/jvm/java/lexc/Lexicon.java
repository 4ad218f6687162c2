package lexc;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A lexicon: a set of words in alphabetical order, read in place from an image.
 *
 * <p>Words may be passed in upper or lower case; the lexicon returns them as its alphabet writes tiles, with brackets around tiles of
 * several characters. A text that cannot be read as tiles is a {@link LexcException} with the place.
 *
 * <p>Threads may share a lexicon. After {@link #close}, all calls that need the image, also those of its positions and games, are an
 * {@link IllegalStateException}; a call under way keeps the image until it returns.
 */
public final class Lexicon extends Handle implements Iterable<String> {
    /** The number of words that an iteration reads at a time. */
    private static final int BLOCK = 64;

    private final String name;
    private final String alphabet;
    private final String fingerprint;
    private final String expression;
    private final int size;
    private final int longestWord;
    private final int blankCount;
    private final boolean hasWordIndex;
    private final boolean hasDefinitions;
    private final List<Tile> tiles;

    private Lexicon(long id) {
        super(id, closer(id));
        Packed info = new Packed(Native.info(this, id));
        name = info.text();
        alphabet = info.text();
        fingerprint = info.text();
        expression = info.text();
        size = info.integer();
        longestWord = info.integer();
        blankCount = info.integer();
        hasWordIndex = info.flag();
        hasDefinitions = info.flag();
        tiles = info.list(Tile::read);
    }

    private static Runnable closer(long id) {
        return () -> Native.closeLexicon(null, id);
    }

    /**
     * Opens an image file: maps it into memory and checks all of it. The checks take about 2 ms per megabyte, or 50 ms per megabyte of
     * a compact image.
     *
     * <p>While the lexicon is open, no program may write to the file or truncate it; replacing it by renaming, as {@code lexc build}
     * does, is safe, but Windows may refuse it.
     *
     * @param path the path of the image
     * @return the lexicon
     * @throws IOException if the file cannot be read
     * @throws LexcException if the file is damaged or not an image of words
     */
    public static Lexicon open(Path path) throws IOException {
        return new Lexicon(Native.openLexicon(null, Utf8.ofPath(path)));
    }

    /**
     * Opens an image in a direct buffer, from its start to its capacity, and checks all of it. Copies nothing: the lexicon keeps the
     * buffer, whose bytes must not change, or be freed as with a buffer of a closed arena, while the lexicon is open.
     *
     * @param image a direct buffer
     * @return the lexicon
     * @throws IllegalArgumentException if the buffer is not direct
     * @throws LexcException if the bytes are damaged or not an image of words
     */
    public static Lexicon of(ByteBuffer image) {
        return new Lexicon(Native.lexiconOf(null, direct(image)));
    }

    static ByteBuffer direct(ByteBuffer image) {
        if (!image.isDirect()) {
            throw new IllegalArgumentException("the buffer is not direct (copy it into one of ByteBuffer.allocateDirect)");
        }
        return image;
    }

    /**
     * Returns the lexicon of the words whose labels satisfy an expression. It shares the image, and is closed on its own.
     *
     * @param expression an expression such as {@code csw & !new} or {@code level<=35}
     * @return the view
     * @throws LexcException if the image has no labels, or at the fault of the expression
     */
    public Lexicon view(String expression) {
        return new Lexicon(Native.view(this, id, Utf8.of(expression)));
    }

    /**
     * Looks up a word.
     *
     * @param word a text
     * @return true if it is a word
     */
    public boolean contains(String word) {
        return Native.contains(this, id, Utf8.of(word));
    }

    /**
     * Looks up many words in one call. A text that cannot be read as tiles is not a word.
     *
     * @param words texts
     * @return true for each text that is a word, in their order
     */
    public boolean[] containsMany(Collection<String> words) {
        StringBuilder lines = new StringBuilder();
        for (String word : words) {
            // No word has a line end or half of a pair of surrogates.
            boolean isLine = word.chars().noneMatch(c -> c == '\n' || Character.isSurrogate((char) c));
            lines.append(isLine ? word : "").append('\n');
        }
        byte[] found = Native.containsMany(this, id, Utf8.of(lines.toString()));
        boolean[] answers = new boolean[found.length];
        for (int i = 0; i < found.length; i++) {
            answers[i] = found[i] != 0;
        }
        return answers;
    }

    /**
     * Judges words as an adjudicator rules on a challenge.
     *
     * @param words texts
     * @return true if all of them are words
     */
    public boolean judge(String... words) {
        for (String word : words) {
            if (!contains(word)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells whether a word starts with these tiles; a word is a prefix of itself.
     *
     * @param tiles the tiles
     * @return true if a word starts with them
     */
    public boolean isPrefix(String tiles) {
        return Native.isPrefix(this, id, Utf8.of(tiles));
    }

    /**
     * Returns the number of words.
     *
     * @return the number of words
     */
    public int size() {
        return size;
    }

    /**
     * Returns the word at an index. Needs a word index.
     *
     * @param index an index from 0
     * @return the word
     * @throws IndexOutOfBoundsException if there is no such word
     */
    public String get(int index) {
        return Utf8.read(Native.wordAt(this, id, index));
    }

    /**
     * Returns the index of a word: the number of words before it in alphabetical order. Needs a word index.
     *
     * @param word a word
     * @return the index; empty if there is no such word
     */
    public OptionalInt index(String word) {
        int index = Native.indexOf(this, id, Utf8.of(word));
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /**
     * Returns the tiles that make a word when put before or after some tiles, which need not be a word.
     *
     * @param word the tiles
     * @return their hooks
     */
    public Hooks hooks(String word) {
        Packed hooks = new Packed(Native.hooks(this, id, Utf8.of(word)));
        return new Hooks(hooks.texts(), hooks.texts());
    }

    /**
     * Returns the definition of a word.
     *
     * @param word a word
     * @return the definition; empty if the word has none or is not in the lexicon
     * @throws LexcException if the image has no definitions at all
     */
    public Optional<String> definition(String word) {
        return Optional.ofNullable(Native.definition(this, id, Utf8.of(word))).map(Utf8::read);
    }

    /**
     * Returns the labels of a word by name: an empty number for a flag, and the number of others.
     *
     * @param word a word
     * @return the labels; empty if the word is not in the lexicon, or the image has no labels
     */
    public Optional<Map<String, OptionalLong>> labels(String word) {
        byte[] labels = Native.labels(this, id, Utf8.of(word));
        if (labels == null) {
            return Optional.empty();
        }
        Packed packed = new Packed(labels);
        Map<String, OptionalLong> named = new LinkedHashMap<>();
        for (int count = packed.integer(); count > 0; count--) {
            String label = packed.text();
            Optional<String> number = packed.optionalText();
            named.put(label, number.isPresent() ? OptionalLong.of(Long.parseLong(number.get())) : OptionalLong.empty());
        }
        return Optional.of(Collections.unmodifiableMap(named));
    }

    /**
     * Returns the number of ways to draw a word from a full bag, with up to two blanks. Orders words of one length by probability.
     *
     * @param word a word
     * @return the number of ways
     */
    public BigInteger draws(String word) {
        return new BigInteger(Utf8.read(Native.draws(this, id, Utf8.of(word))));
    }

    /**
     * Finds the words that meet all conditions, in alphabetical order.
     *
     * <p>A condition is a name and a value, such as {@code anagram:AEINRT?} or {@code length:7-8}, and white space separates them.
     * The names are those of the options of {@code lexc find}: {@code anagram}, {@code sub-anagram}, {@code pattern}, {@code prefix},
     * {@code suffix}, {@code contains}, {@code extensions}, {@code hooks}, {@code near}, {@code code}, {@code length}, {@code vowels},
     * {@code takes-no-hook} and {@code is-hook}.
     *
     * @param conditions the conditions; all words meet an empty text
     * @return the words
     */
    public List<String> find(String conditions) {
        return find(conditions, Integer.MAX_VALUE);
    }

    /**
     * Finds the first words that meet all conditions.
     *
     * @param conditions the conditions, as for {@link #find(String)}
     * @param limit the greatest number of words
     * @return the words
     */
    public List<String> find(String conditions, int limit) {
        return new Packed(Native.find(this, id, Utf8.of(conditions), limit)).texts();
    }

    /**
     * Finds phrases that use all tiles of a rack. Lists each combination of words once.
     *
     * @param anagram a rack; {@code ?} is a blank
     * @param maxWords the greatest number of words of a phrase
     * @param limit the greatest number of phrases
     * @return the phrases
     */
    public List<String> findPhrases(String anagram, int maxWords, int limit) {
        return new Packed(Native.findPhrases(this, id, Utf8.of(anagram), maxWords, limit)).texts();
    }

    /**
     * Reads a rack.
     *
     * @param text tiles; {@code ?} is a blank
     * @return the rack
     */
    public Rack rack(String text) {
        return Rack.read(new Packed(Native.rack(this, id, Utf8.of(text))));
    }

    /**
     * Returns an iterator over the words in alphabetical order, which reads them in blocks. If the lexicon is closed meanwhile, the
     * next block is an {@link IllegalStateException}.
     */
    @Override
    public Iterator<String> iterator() {
        return new Words();
    }

    /** The words, read in blocks. */
    private final class Words implements Iterator<String> {
        private List<String> block = List.of();
        private int next;
        private String last = "";

        @Override
        public boolean hasNext() {
            if (next == block.size()) {
                block = new Packed(Native.wordsAfter(Lexicon.this, id, Utf8.of(last), BLOCK)).texts();
                next = 0;
            }
            return next < block.size();
        }

        @Override
        public String next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            last = block.get(next++);
            return last;
        }
    }

    @Override
    public Spliterator<String> spliterator() {
        int traits = Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.IMMUTABLE | Spliterator.NONNULL;
        return Spliterators.spliterator(iterator(), size, traits);
    }

    /**
     * Returns a stream of the words in alphabetical order.
     *
     * @return the words
     */
    public Stream<String> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    /**
     * Returns the tiles of the alphabet, in its order.
     *
     * @return the tiles
     */
    public List<Tile> tiles() {
        return tiles;
    }

    /**
     * Returns the name of the alphabet.
     *
     * @return the name
     */
    public String alphabet() {
        return alphabet;
    }

    /**
     * Returns the number of blanks in a full bag.
     *
     * @return the number of blanks
     */
    public int blankCount() {
        return blankCount;
    }

    /**
     * Returns the number of tiles of the longest word.
     *
     * @return the number of tiles
     */
    public int longestWord() {
        return longestWord;
    }

    /**
     * Returns the name of the lexicon.
     *
     * @return the name, which may be empty
     */
    public String name() {
        return name;
    }

    /**
     * Returns the identity of the set of words of the image, as {@code lexc info} prints it.
     *
     * @return the fingerprint
     */
    public String fingerprint() {
        return fingerprint;
    }

    /**
     * Returns the expression of a view.
     *
     * @return the expression; empty for all words
     */
    public String expression() {
        return expression;
    }

    /**
     * Tells whether the image has a word index, which {@link #get} and {@link #index} need.
     *
     * @return true if it has
     */
    public boolean hasWordIndex() {
        return hasWordIndex;
    }

    /**
     * Tells whether the image has definitions.
     *
     * @return true if it has
     */
    public boolean hasDefinitions() {
        return hasDefinitions;
    }

    /** Closes the image. A lexicon that is not closed keeps it until the lexicon is collected as garbage. */
    @Override
    public void close() {
        super.close();
    }

    /** Lexicons with the same words are equal, and so are views of them with the same expression. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Lexicon that && fingerprint.equals(that.fingerprint) && expression.equals(that.expression);
    }

    @Override
    public int hashCode() {
        return Objects.hash(fingerprint, expression);
    }

    @Override
    public String toString() {
        return "Lexicon of " + size + " words, alphabet " + alphabet + (isClosed() ? ", closed" : "");
    }
}
