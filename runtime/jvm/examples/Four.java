import java.nio.file.Path;
import java.util.List;
import lexc.Game;
import lexc.Lexicon;
import lexc.Move;
import lexc.Turn;

/**
 * A game of four, who all make the play of the highest score.
 *
 * <p>Usage: java -cp lexc.jar Four.java IMAGE
 */
class Four {
    public static void main(String[] arguments) throws Exception {
        try (Lexicon lexicon = Lexicon.open(Path.of(arguments[0]));
                Game game = Game.start(lexicon, 4, "", 1, 0)) {
            while (!game.isOver()) {
                List<Move> best = game.position().bestMoves(1);
                Turn turn = game.make(best.isEmpty() ? "pass" : best.get(0).text());
                System.out.println((turn.player() + 1) + ": " + turn.text() + " +" + turn.points());
            }
            System.out.println(game.scores());
        }
    }
}
