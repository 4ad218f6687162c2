import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import lexc.Game;
import lexc.LexcException;
import lexc.Lexicon;
import lexc.Move;

/**
 * An app: one object owns lexicon, rules and a game. It makes the moves on standard input and answers each.
 *
 * <p>Usage: java -cp lexc.jar App.java IMAGE &lt;MOVES
 */
class App {
    private final Game game;

    App(Path image) throws IOException {
        game = Game.start(Lexicon.open(image), 2, "challenge=double", 1, 0);
    }

    String make(String text) {
        game.make(text);
        List<Move> best = game.position().bestMoves(1);
        String answer = best.isEmpty() ? "pass" : best.get(0).text();
        game.make(answer);
        return answer + " " + game.scores();
    }

    public static void main(String[] arguments) throws IOException {
        App app = new App(Path.of(arguments[0]));
        for (Scanner lines = new Scanner(System.in); lines.hasNextLine(); ) {
            try {
                System.out.println(app.make(lines.nextLine()));
            } catch (LexcException error) {
                System.out.println("error: " + error.getMessage());
            }
        }
    }
}
