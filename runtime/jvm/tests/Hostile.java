import java.nio.file.Files;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import lexc.Gcg;
import lexc.Leaves;
import lexc.LexcException;
import lexc.Lexicon;
import lexc.Position;

/** Hostile images, positions and records: each call returns, or throws a {@code LexcException}. */
final class Hostile {
    private static final int ROUNDS = 1500;

    private Hostile() {}

    /** The bytes with some of them changed, removed, repeated or added. */
    private static byte[] edited(byte[] bytes, Random random) {
        for (int edits = random.nextInt(1, 6); edits > 0; edits--) {
            int start = random.nextInt(bytes.length + 1);
            int end = Math.min(bytes.length, start + random.nextInt(9));
            byte[] part = Arrays.copyOfRange(bytes, start, end);
            byte[] other = new byte[random.nextInt(4)];
            random.nextBytes(other);
            byte[] middle = random.nextInt(3) == 0 ? concat(part, part) : other;
            bytes = concat(concat(Arrays.copyOf(bytes, start), middle), Arrays.copyOfRange(bytes, end, bytes.length));
        }
        return bytes;
    }

    private static byte[] concat(byte[] start, byte[] end) {
        byte[] both = Arrays.copyOf(start, start.length + end.length);
        System.arraycopy(end, 0, both, start.length, end.length);
        return both;
    }

    /** Calls, and expects no other exception than {@code LexcException}; a panic is one of the kind FAULT. */
    private static <T> T survives(Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (LexcException error) {
            Tests.is(error.kind() == LexcException.Kind.FAULT || error.getMessage().isEmpty(), false);
            return null;
        }
    }

    static void images() throws Exception {
        Random random = new Random(1);
        byte[] image = Files.readAllBytes(Tests.images.resolve("care.gaddag"));
        for (int i = 0; i < ROUNDS; i++) {
            byte[] damaged = edited(image, random);
            if (damaged.length > 0 && !Arrays.equals(damaged, image)) {
                Tests.fails(LexcException.class, () -> Lexicon.of(Tests.direct(damaged)));
                Tests.fails(LexcException.class, () -> Leaves.of(Tests.direct(damaged)));
            }
        }
    }

    static void positions() throws Exception {
        Random random = new Random(2);
        try (Lexicon care = Tests.care()) {
            for (int i = 0; i < ROUNDS; i++) {
                String text = new String(edited(Tests.AR.getBytes("UTF-8"), random), "ISO-8859-1");
                String start = text.substring(0, Math.min(20, text.length()));
                Position found = survives(() -> Position.fromCgp(text, care));
                if (found != null) {
                    survives(() -> found.bestMoves(3));
                    survives(() -> found.judge(start));
                    survives(() -> found.moves().size());
                }
                for (String condition : new String[] {"anagram:", "pattern:", "sub-anagram:", ""}) {
                    survives(() -> care.find(condition + start));
                }
                survives(() -> care.contains(start));
                survives(() -> care.rack(start));
                survives(() -> care.view(start));
                survives(() -> Position.start("CARE", care, start));
            }
        }
    }

    static void records() throws Exception {
        Random random = new Random(3);
        try (Lexicon care = Tests.care()) {
            for (int i = 0; i < ROUNDS; i++) {
                byte[] bytes = edited(Tests.RECORD.getBytes("UTF-8"), random);
                Gcg gcg = survives(() -> Gcg.parse(bytes));
                survives(() -> Gcg.parse(new String(bytes, "ISO-8859-1")));
                if (gcg != null) {
                    survives(() -> gcg.replay(care));
                    survives(() -> gcg.resume(care, 1));
                    Gcg.parse(gcg.toString());
                }
            }
        }
    }

    /** Long texts, and texts with any characters. */
    static void anyTexts() throws Exception {
        Random random = new Random(4);
        try (Lexicon care = Tests.care()) {
            for (int i = 0; i < ROUNDS; i++) {
                int[] points = random.ints(random.nextInt(200), 0, i % 2 == 0 ? 0x10FFFF : 0x80).toArray();
                String text = new String(points, 0, points.length);
                survives(() -> care.contains(text));
                survives(() -> care.index(text));
                survives(() -> care.containsMany(java.util.List.of(text)));
                survives(() -> Position.fromCgp(text, care));
            }
            String huge = "A".repeat(10_000_000);
            survives(() -> care.contains(huge));
            survives(() -> Position.fromCgp(huge, care));
            survives(() -> Gcg.parse(huge));
        }
    }
}
