import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntConsumer;
import lexc.Lexicon;
import lexc.Move;
import lexc.Moves;
import lexc.Position;

/**
 * Times of calls, the least of several rounds.
 *
 * <p>Usage: Measure IMAGE POSITIONS, with a file of positions in CGP
 */
final class Measure {
    /** Rounds are many and short, so that some of them have the processor to themselves. */
    private static final int ROUNDS = 400;

    private static final int WORDS = 1000;
    private static final int POSITIONS = 12;

    private static long sum;

    private Measure() {}

    public static void main(String[] arguments) throws Exception {
        try (Lexicon lexicon = Lexicon.open(Path.of(arguments[0]))) {
            List<String> words = lexicon.stream().filter(word -> word.hashCode() % 64 == 0).limit(WORDS).toList();
            time("look-up", words.size(), i -> sum += lexicon.contains(words.get(i)) ? 1 : 0);
            time("look-ups in one call", words.size(), i -> sum += i == 0 ? lexicon.containsMany(words).length : 0);
            List<Position> positions = Files.readAllLines(Path.of(arguments[1])).stream()
                    .filter(line -> !line.startsWith("#") && !line.isEmpty())
                    .filter(line -> line.hashCode() % 64 == 0)
                    .limit(POSITIONS)
                    .map(line -> Position.fromCgp(line, lexicon))
                    .toList();
            List<String> texts = positions.stream().map(Position::cgp).toList();
            long plays = positions.stream().mapToLong(position -> position.plays().size()).sum();
            System.out.println(positions.size() + " positions with " + plays + " plays");
            time("reading a position", texts.size(), i -> sum += Position.fromCgp(texts.get(i), lexicon).bagLen());
            time("all plays", positions.size(), i -> sum += positions.get(i).plays().size());
            time("all plays, their scores", positions.size(), i -> sum += positions.get(i).plays().scores().length);
            time("all plays, the objects of all", positions.size(), i -> {
                Moves moves = positions.get(i).plays();
                for (Move move : moves) {
                    sum += move.score();
                }
            });
            time("best play", positions.size(), i -> sum += positions.get(i).bestMoves(1).size());
            time("parse and judge", positions.size(), i -> sum += positions.get(i).judge("8D CARE").words().size());
        }
    }

    private static void time(String name, int count, IntConsumer call) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                call.accept(i);
            }
            least = Math.min(least, System.nanoTime() - start);
        }
        System.out.printf("%-30s %9.3f us%n", name, least / 1000.0 / count);
    }
}
