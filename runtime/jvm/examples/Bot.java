import java.nio.file.Path;
import java.util.Locale;
import java.util.Scanner;
import lexc.Leaves;
import lexc.LexcException;
import lexc.Lexicon;
import lexc.Move;
import lexc.Position;

/**
 * A bot: reads positions in CGP, one per line, and writes the move of the highest equity for each.
 *
 * <p>Usage: java -cp lexc.jar Bot.java IMAGE LEAVES &lt;POSITIONS
 */
class Bot {
    public static void main(String[] arguments) throws Exception {
        try (Lexicon lexicon = Lexicon.open(Path.of(arguments[0]));
                Leaves leaves = Leaves.open(Path.of(arguments[1]));
                Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                try {
                    Move best = Position.fromCgp(lines.nextLine(), lexicon).bestMoves(1, leaves).get(0);
                    double equity = best.equity().orElseThrow();
                    System.out.printf(Locale.ROOT, "%s for %d points, equity %.1f%n", best, best.score(), equity);
                } catch (LexcException error) {
                    System.out.println("error: " + error.getMessage());
                }
            }
        }
    }
}
