import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lexc.Game;
import lexc.GameEnd;
import lexc.Leaves;
import lexc.LexcException;
import lexc.Lexicon;
import lexc.Move;
import lexc.Position;
import lexc.Ruling;
import lexc.ScoredWord;

/**
 * The table of conformance: its head explains it.
 *
 * <p>Usage: Conformance FOLDER TABLE
 */
final class Conformance {
    private static final Pattern LINE = Pattern.compile("((?:-\\S+ )*)(\\S+)(?: (.*?))? ([>!]) ?(.*)");

    private final Lexicon allWords;
    private final Leaves leaves;
    private Lexicon care;
    private Position position;
    private Game game;

    /** The package lacks the call. */
    private static final class NoCall extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private Conformance(Path folder) throws Exception {
        allWords = care = Lexicon.open(folder.resolve("care.gaddag"));
        leaves = Leaves.open(folder.resolve("care.leaves"));
    }

    public static void main(String[] arguments) throws Exception {
        Conformance face = new Conformance(Path.of(arguments[0]));
        List<String> lines = Files.readAllLines(Path.of(arguments[1]));
        int wrong = 0;
        int calls = 0;
        for (int number = 1; number <= lines.size(); number++) {
            Matcher line = LINE.matcher(lines.get(number - 1));
            if (lines.get(number - 1).startsWith("#") || !line.matches()) {
                continue;
            }
            String[] texts = (line.group(3) == null ? "" : line.group(3)).split("\\|", 2);
            String kind = line.group(4);
            String found;
            boolean isRight;
            try {
                found = face.answer(line.group(2), texts[0].strip(), texts.length > 1 ? texts[1].strip() : "");
                isRight = kind.equals(">") && found.equals(line.group(5));
            } catch (LexcException error) {
                found = error.getMessage();
                isRight = kind.equals("!") && found.contains(line.group(5));
            } catch (NoCall error) {
                found = "no such call";
                isRight = false;
            }
            calls++;
            if (isRight == line.group(1).contains("-jvm ")) {
                System.err.println("line " + number + ", " + line.group(2) + ": " + found);
                wrong++;
            }
        }
        System.out.println(calls + " calls, " + wrong + " wrong");
        if (wrong > 0 || calls < 300) {
            System.exit(1);
        }
    }

    private static String yes(boolean answer) {
        return answer ? "yes" : "no";
    }

    private static String scored(Stream<Move> moves, ToLongFunction<Move> points) {
        return moves.map(move -> move + " " + points.applyAsLong(move)).collect(Collectors.joining(", "));
    }

    private static String shown(Object value) {
        return value.toString().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    private String answer(String call, String one, String two) {
        return switch (call) {
            case "view" -> {
                care = one.isEmpty() ? allWords : allWords.view(one);
                yield "" + care.size();
            }
            case "words" -> String.join(" ", care);
            case "word-count" -> "" + care.size();
            case "contains" -> yes(care.contains(one));
            case "is-prefix" -> yes(care.isPrefix(one));
            case "front-hooks" -> String.join(" ", care.hooks(one).front());
            case "back-hooks" -> String.join(" ", care.hooks(one).back());
            case "labels" -> care.labels(one).map(labels -> labels.entrySet().stream()
                            .map(label -> label.getKey() + (label.getValue().isPresent() ? "=" + label.getValue().getAsLong() : ""))
                            .collect(Collectors.joining(" ")))
                    .orElse("");
            case "index-of" -> care.index(one).isPresent() ? "" + care.index(one).getAsInt() : "none";
            case "word-at" -> {
                try {
                    yield care.get(Integer.parseInt(one));
                } catch (IndexOutOfBoundsException error) {
                    yield "none";
                }
            }
            case "find" -> String.join(" ", care.find(one));
            case "rack" -> care.rack(one).text();
            case "leave-value" -> "" + Math.round(1000 * leaves.value(one, care));
            case "rules" -> two.isEmpty() ? Position.start("", care, one).rules() : Position.fromCgp(two, care, one).rules();
            case "position" -> {
                game = null;
                position = Position.fromCgp(one, care, two);
                yield position.cgp();
            }
            case "bag-len" -> "" + (game == null ? position.bagLen() : game.bagLen());
            case "move", "typed", "part", "check", "score", "words-formed", "phonies" -> ofMove(call, one, two);
            case "play-count" -> "" + position.plays().size();
            case "plays" -> scored(position.plays().stream().limit(Integer.parseInt(one)), Move::score);
            case "best-plays" -> scored(position.bestMoves(Integer.parseInt(one)).stream(), Move::score);
            case "best-moves" -> scored(
                    position.bestMoves(Integer.parseInt(one), leaves).stream(),
                    move -> Math.round(1000 * move.equity().orElseThrow()));
            case "casual" -> position.casualMove(Integer.parseInt(one)).text();
            default -> ofGame(call, one, two);
        };
    }

    private String ofMove(String call, String one, String two) {
        if (call.equals("move")) {
            return position.parse(one).text();
        }
        if (call.equals("typed")) {
            return position.parseTyped(one).text();
        }
        if (call.equals("part")) {
            Move move = position.parse(two);
            return switch (one) {
                case "kind" -> shown(move.kind());
                case "text" -> move.text();
                case "coordinate" -> move.square().orElse("");
                case "direction" -> move.direction().map(Conformance::shown).orElse("");
                case "row" -> move.row().isPresent() ? "" + move.row().getAsInt() : "";
                case "col" -> move.col().isPresent() ? "" + move.col().getAsInt() : "";
                case "word" -> move.word().orElse("");
                case "tiles" -> move.tiles().orElse("");
                case "score" -> "" + move.score();
                case "placed" -> "" + move.placed();
                case "leave" -> move.leave();
                default -> throw new NoCall();
            };
        }
        if (call.equals("score")) {
            return "" + position.parse(one).score();
        }
        Ruling ruling = position.judge(one);
        if (call.equals("check")) {
            // As a message that a line expects.
            return ruling.reason().map(reason -> position.after(one).cgp()).orElse("legal");
        }
        return ruling.words().stream()
                .filter(word -> call.equals("words-formed") || !word.valid())
                .map(ScoredWord::word)
                .collect(Collectors.joining(" "));
    }

    private String ofGame(String call, String one, String two) {
        switch (call) {
            case "deal" -> game = Game.start(care, Integer.parseInt(one), two, 1, 0);
            case "game" -> game = Game.fromCgp(one, care, two, 1, 0);
            case "make" -> game.make(one);
            case "make-phony" -> game.makePhony(one);
            case "challenge" -> {
                return game.challenge().orElse("");
            }
            case "take-back" -> game.takeBack();
            case "game-text" -> {}
            case "on-turn" -> {
                return game.onTurn().isPresent() ? "" + game.onTurn().getAsInt() : "none";
            }
            case "scores" -> {
                return game.scores().stream().map(String::valueOf).collect(Collectors.joining(" "));
            }
            case "end" -> {
                Optional<GameEnd> end = game.end();
                String player = end.isPresent() && end.get().player().isPresent() ? " " + end.get().player().getAsInt() : "";
                return end.map(GameEnd::kind).map(Conformance::shown).orElse("under way") + player;
            }
            default -> throw new NoCall();
        }
        return game.position().cgp();
    }
}
