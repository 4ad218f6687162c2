package lexc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The native library: its methods, and how it is found. */
final class Native {
    /** The property with the path of a library to load instead of that in the jar. */
    private static final String PATH = "lexc.library.path";

    static {
        load();
    }

    private Native() {}

    private static void load() {
        String path = System.getProperty(PATH);
        if (path != null) {
            System.load(Paths.get(path).toAbsolutePath().toString());
            return;
        }
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        boolean isWindows = system.startsWith("windows");
        String os = isWindows ? "windows" : system.startsWith("mac") ? "macos" : system;
        String arch = System.getProperty("os.arch");
        arch = arch.equals("amd64") ? "x86_64" : arch;
        String resource = "/natives/" + os + "-" + arch + "/" + System.mapLibraryName("lexc");
        try (InputStream library = Native.class.getResourceAsStream(resource)) {
            if (library == null) {
                throw new UnsatisfiedLinkError(
                        "no native library for " + os + "-" + arch + " in the jar (build one, and set -D" + PATH + ")");
            }
            loadCopy(library.readAllBytes(), isWindows);
        } catch (IOException error) {
            throw new UncheckedIOException("the native library cannot be copied (set java.io.tmpdir or " + PATH + ")", error);
        }
    }

    /** Loads the library from a file of its own, since the machine loads a file into one class loader only. */
    private static void loadCopy(byte[] library, boolean isWindows) throws IOException {
        String name = "lexc-" + hash(library) + "-";
        if (isWindows) {
            deleteUnused(name);
        }
        Path file = Files.createTempFile(name, isWindows ? ".dll" : ".so");
        try {
            Files.write(file, library);
            System.load(file.toString());
        } finally {
            // Windows refuses to delete a loaded library: the next program does it.
            if (!isWindows) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static String hash(byte[] library) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(library);
            return String.format("%016x", ByteBuffer.wrap(digest).getLong());
        } catch (NoSuchAlgorithmException error) {
            throw new AssertionError(error);
        }
    }

    /** Deletes the libraries of programs that have ended. A young one may belong to a program that has not loaded it yet. */
    private static void deleteUnused(String name) {
        Path folder = Paths.get(System.getProperty("java.io.tmpdir"));
        Instant old = Instant.now().minus(Duration.ofHours(1));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, name + "*.dll")) {
            for (Path file : files) {
                try {
                    if (Files.getLastModifiedTime(file).toInstant().isBefore(old)) {
                        Files.deleteIfExists(file);
                    }
                } catch (IOException error) {
                    // Another program has loaded it, or has deleted it.
                }
            }
        } catch (IOException | DirectoryIteratorException error) {
            // The folder can't be listed: the files stay.
        }
    }

    // Texts are UTF-8 in Unicode's form NFC, and results are read by `Packed`. The first argument is the object of the call, so that
    // it is not collected, and closed, during the call; `kept` are the leaves of the number after it.

    static native long openLexicon(Object owner, byte[] path);

    static native long lexiconOf(Object owner, ByteBuffer image);

    static native long view(Object owner, long lexicon, byte[] expression);

    static native void closeLexicon(Object owner, long lexicon);

    static native byte[] info(Object owner, long lexicon);

    static native boolean contains(Object owner, long lexicon, byte[] word);

    static native byte[] containsMany(Object owner, long lexicon, byte[] words);

    static native boolean isPrefix(Object owner, long lexicon, byte[] tiles);

    static native int indexOf(Object owner, long lexicon, byte[] word);

    static native byte[] wordAt(Object owner, long lexicon, int index);

    static native byte[] hooks(Object owner, long lexicon, byte[] word);

    static native byte[] definition(Object owner, long lexicon, byte[] word);

    static native byte[] labels(Object owner, long lexicon, byte[] word);

    static native byte[] draws(Object owner, long lexicon, byte[] word);

    static native byte[] wordsAfter(Object owner, long lexicon, byte[] word, int count);

    static native byte[] rack(Object owner, long lexicon, byte[] rack);

    static native byte[] find(Object owner, long lexicon, byte[] conditions, int limit);

    static native byte[] findPhrases(Object owner, long lexicon, byte[] anagram, int maxWords, int limit);

    static native long openLeaves(Object owner, byte[] path);

    static native long leavesOf(Object owner, ByteBuffer image);

    static native void closeLeaves(Object owner, long leaves);

    static native int leaveCount(Object owner, long leaves);

    static native double leaveValue(Object owner, long lexicon, long leaves, byte[] leave);

    static native byte[] positionOf(Object owner, long lexicon, byte[] cgp, byte[] rules);

    static native byte[] startPosition(Object owner, long lexicon, byte[] rack, byte[] rules);

    static native byte[] after(Object owner, long lexicon, byte[] cgp, byte[] rules, byte[] move);

    static native byte[] unseen(Object owner, long lexicon, byte[] cgp, byte[] rules);

    static native byte[] board(Object owner, long lexicon, byte[] cgp, byte[] rules);

    static native byte[] svg(Object owner, long lexicon, byte[] cgp, byte[] rules);

    static native byte[] judge(Object owner, long lexicon, byte[] cgp, byte[] rules, byte[] play);

    static native byte[] plays(Object owner, long lexicon, byte[] cgp, byte[] rules);

    static native byte[] moves(Object owner, long lexicon, byte[] cgp, byte[] rules, Object kept, long leaves);

    static native byte[] describe(Object owner, long lexicon, byte[] cgp, byte[] rules, byte[] records);

    static native byte[] bestMoves(
            Object owner, long lexicon, byte[] cgp, byte[] rules, int count, Object kept, long leaves);

    static native byte[] casualMove(Object owner, long lexicon, byte[] cgp, byte[] rules, int level);

    static native byte[] parseMove(
            Object owner, long lexicon, byte[] cgp, byte[] rules, byte[] move, boolean isTyped);

    static native long startGame(Object owner, long lexicon, int players, byte[] rules, long seed, long stream);

    static native long gameOf(Object owner, long lexicon, byte[] cgp, byte[] rules, long seed, long stream);

    static native void closeGame(Object owner, long game);

    static native byte[] make(Object owner, long game, byte[] move, boolean withPhonies);

    static native byte[] challenge(Object owner, long game, byte[] rule);

    static native byte[] takeBack(Object owner, long game);

    static native byte[] adjust(Object owner, long game, int player, int points);

    static native void playOut(Object owner, long game, Object kept, long leaves);

    static native byte[] gamePosition(Object owner, long game);

    static native byte[] turns(Object owner, long game);

    static native byte[] gameState(Object owner, long game);

    static native byte[] parseGcg(Object owner, byte[] record);

    static native byte[] gcgOfBytes(Object owner, byte[] record);

    static native byte[] openGcg(Object owner, byte[] path);

    static native byte[] gcgOfGame(Object owner, long game, byte[] first, byte[] second);

    static native byte[] replay(Object owner, long lexicon, byte[] record, byte[] rules);

    static native long resume(Object owner, long lexicon, byte[] record, byte[] rules, long seed, long stream);
}
