import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import lexc.Game;
import lexc.GameEnd;
import lexc.Gcg;
import lexc.GcgStep;
import lexc.Leaves;
import lexc.LexcException;
import lexc.Lexicon;
import lexc.Move;
import lexc.Moves;
import lexc.Position;
import lexc.Ruling;
import lexc.Turn;

/**
 * Tests of the package.
 *
 * <p>Usage: Tests FOLDER [NAME...]
 */
final class Tests {
    static final String AR = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0";
    static final String RECORD =
            "#player1 ann Ann\n#player2 bob Bob\n>ann: ACERS?? 8D SCARE +16 16\n>bob: ABEL - +0 0\n>ann: AB 9D AB +10 26\n";

    static Path images;

    private Tests() {}

    interface Test {
        void run() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        images = Path.of(arguments[0]);
        Map<String, Test> tests = new LinkedHashMap<>();
        tests.put("opens", Tests::opens);
        tests.put("buffers", Tests::buffers);
        tests.put("words", Tests::words);
        tests.put("views", Tests::views);
        tests.put("positions", Tests::positions);
        tests.put("moves", Tests::moves);
        tests.put("rulings", Tests::rulings);
        tests.put("games", Tests::games);
        tests.put("challenges", Tests::challenges);
        tests.put("records", Tests::records);
        tests.put("errors", Tests::errors);
        tests.put("closing", Tests::closing);
        tests.put("threads", Tests::threads);
        tests.put("garbage", Tests::garbage);
        tests.put("hostile images", Hostile::images);
        tests.put("hostile positions", Hostile::positions);
        tests.put("hostile records", Hostile::records);
        tests.put("any texts", Hostile::anyTexts);
        List<String> names = arguments.length > 1 ? List.of(arguments).subList(1, arguments.length) : List.copyOf(tests.keySet());
        for (String name : names) {
            tests.get(name).run();
        }
        System.out.println(names.size() + " tests passed");
    }

    static Lexicon care() throws Exception {
        return Lexicon.open(images.resolve("care.gaddag"));
    }

    static Leaves leaves() throws Exception {
        return Leaves.open(images.resolve("care.leaves"));
    }

    static void is(Object found, Object expected) {
        if (!found.equals(expected)) {
            throw new AssertionError("found " + found + ", and expected " + expected);
        }
    }

    static <E extends Throwable> E fails(Class<E> type, Callable<?> call) {
        try {
            throw new AssertionError("found " + call.call() + ", and expected " + type);
        } catch (Throwable error) {
            if (!type.isInstance(error)) {
                throw new AssertionError("found " + error + ", and expected " + type, error);
            }
            return type.cast(error);
        }
    }

    private static void opens() throws Exception {
        try (Lexicon care = care()) {
            is(care.size(), 15);
            is(care.contains("scare") && care.contains("SCARE") && !care.contains("car"), true);
        }
        fails(NoSuchFileException.class, () -> Lexicon.open(images.resolve("none")));
        Path folder = Files.createTempDirectory("lexc");
        try {
            Path accent = Files.copy(images.resolve("care.gaddag"), folder.resolve("cafe\u0301.gaddag"));
            Lexicon.open(accent).close();
            Files.delete(accent);
        } catch (InvalidPathException error) {
            // The locale has no such character.
            is(error.getInput().length(), 12);
        }
        Files.delete(folder);
        fails(java.io.IOException.class, () -> Lexicon.open(images));
        is(fails(LexcException.class, () -> Lexicon.open(images.resolve("care.leaves"))).kind(), LexcException.Kind.IMAGE);
        is(fails(LexcException.class, () -> Leaves.open(images.resolve("care.gaddag"))).kind(), LexcException.Kind.IMAGE);
        fails(NullPointerException.class, () -> Lexicon.open(null));
    }

    static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes);
    }

    private static void buffers() throws Exception {
        byte[] bytes = Files.readAllBytes(images.resolve("care.gaddag"));
        try (Lexicon mapped = care();
                Lexicon buffered = Lexicon.of(direct(bytes))) {
            is(buffered, mapped);
            is(buffered.stream().toList(), mapped.stream().toList());
            Leaves leaves = Leaves.of(direct(Files.readAllBytes(images.resolve("care.leaves"))));
            is(leaves.value("S?", buffered), 33.6);
            is(leaves.size() > 0, true);
        }
        fails(IllegalArgumentException.class, () -> Lexicon.of(ByteBuffer.wrap(bytes)));
        fails(LexcException.class, () -> Lexicon.of(ByteBuffer.allocateDirect(0)));
        fails(LexcException.class, () -> Lexicon.of(ByteBuffer.allocateDirect(100)));
        fails(NullPointerException.class, () -> Lexicon.of(null));
    }

    private static void words() throws Exception {
        try (Lexicon care = care()) {
            is(care.stream().count(), 15L);
            is(care.containsMany(List.of("care", "C-R", "sca\nre", "", "\ud800", "Scare")).length, 6);
            is(Arrays.toString(care.containsMany(List.of("care", "C-R", "sca\nre", "", "\ud800", "Scare"))),
                    "[true, false, false, false, false, true]");
            is(care.judge("CARE", "SCARE") && !care.judge("CARE", "CAR"), true);
            is(care.index("scare"), OptionalInt.of(14));
            is(care.index("car"), OptionalInt.empty());
            is(care.get(14), "SCARE");
            is(care.find("anagram:race*", 2), List.of("CARE", "CARES"));
            is(care.find("anagram:race*", 0), List.of());
            is(care.findPhrases("acrescare", 2, 10).contains("CARE CARES"), true);
            is(care.draws("CARE").signum(), 1);
            is(care.tiles().get(0), new lexc.Tile("A", "a", 1, 9, true));
            is(care.tiles().size(), 26);
            is(care.rack("?TAC").text() + care.rack("?TAC").count("?") + care.rack("").size(), "ACT?10");
            is(care.alphabet() + care.blankCount() + care.longestWord(), "english26");
            is(fails(LexcException.class, () -> care.definition("CARE")).kind(), LexcException.Kind.MISSING);
            Iterator<String> words = care.iterator();
            words.next();
        }
    }

    private static void views() throws Exception {
        Lexicon care = care();
        try (Lexicon common = care.view("common");
                Lexicon easy = common.view("level<=10")) {
            is(common.size() + " " + easy.size(), "7 5");
            is(common.contains("CARES") || !common.contains("CARE"), false);
            is(easy.expression().isEmpty() || common.equals(care), false);
            is(care.labels("CARE").orElseThrow().get("level"), OptionalLong.of(10));
            is(care.labels("CARE").orElseThrow().get("common"), OptionalLong.empty());
            is(care.labels("CAR").isEmpty(), true);
            care.close();
            is(Position.fromCgp(AR, common).plays().size(), 5);
        }
    }

    private static void positions() throws Exception {
        try (Lexicon care = care()) {
            Position position = Position.fromCgp(AR, care, "rack=8 bonus=40");
            is(position.rules().startsWith("board=standard rack=8 bonus=40"), true);
            is(position.rack() + " " + position.opponentRack() + position.scores() + position.zeroTurns(), "CES [0, 0]0");
            is(position.bagLen(), 87);
            is(position.unseen().get("E") + " " + position.unseen().get("?"), "11 2");
            is(position.board().get(7, 5).orElseThrow() + position.board().get(0, 0).isPresent(), "Afalse");
            is(position.board().rows() + position.board().cols(), 30);
            is(position.board().toString().split("\n")[7], ". . . . . A R . . . . . . . .");
            fails(IndexOutOfBoundsException.class, () -> position.board().get(15, 0));
            is(position.svg().startsWith("<svg"), true);
            is(position, Position.fromCgp(position.cgp(), care, position.rules()));
            is(position.hashCode(), Position.fromCgp(position.cgp(), care, position.rules()).hashCode());
            Position after = position.after(position.bestMoves(1).get(0));
            is(after.scores() + after.rack().text(), "[0, 16]");
            is(fails(LexcException.class, () -> position.after("8E CARS")).kind(), LexcException.Kind.ILLEGAL);
            is(Position.start("SCARE", care).bestMoves(1).get(0).text(), "8D CARES");
        }
    }

    private static void moves() throws Exception {
        try (Lexicon care = care();
                Leaves leaves = leaves()) {
            Position position = Position.fromCgp(AR, care);
            Moves plays = position.plays();
            is(plays.size(), 9);
            is(plays.get(0), position.parse("8D SCARE"));
            is(plays.score(0) + plays.placed(0), 19);
            is(Double.isNaN(plays.equity(0)) && plays.get(0).equity().isEmpty(), true);
            is(Arrays.stream(plays.scores()).sum(), plays.stream().mapToInt(Move::score).sum());
            fails(IndexOutOfBoundsException.class, () -> plays.get(9));
            fails(IndexOutOfBoundsException.class, () -> plays.score(-1));
            fails(UnsupportedOperationException.class, () -> plays.remove(0));
            Moves moves = position.moves(leaves);
            is(moves.subList(0, 3), position.bestMoves(3, leaves));
            is(moves.equity(0), moves.get(0).equity().orElseThrow());
            is(moves.get(0).toString(), "8E CARE");
            is(moves.stream().filter(move -> move.kind() == Move.Kind.PASS).count(), 1L);
            Move exchange = moves.stream().filter(move -> move.kind() == Move.Kind.EXCHANGE).findFirst().orElseThrow();
            is(exchange.word().isEmpty() && exchange.row().isEmpty() && exchange.direction().isEmpty(), true);
            is(position.moves().size(), moves.size());
            is(position.bestMoves(0), List.of());
            is(position.bestMoves(-1), List.of());
            is(position.bestMoves(Integer.MAX_VALUE).size(), 9);
            is(fails(LexcException.class, () -> position.casualMove(9)).kind(), LexcException.Kind.ARGUMENT);
            is(position.parseTyped("8d scare"), position.parse("8D SCARE"));
        }
    }

    private static void rulings() throws Exception {
        try (Lexicon care = care()) {
            Position position = Position.fromCgp(AR, care);
            Ruling ruling = position.judge("8E CARE");
            is(ruling.legal() + " " + ruling.score() + ruling.words().get(0).word() + ruling.leave(), "true OptionalInt[12]CAREOptional[S]");
            is(position.judge("8E CARS").reason().orElseThrow(), "CARS on 8E is not in the lexicon");
            Ruling illegal = position.judge("1A SEC");
            is(illegal.legal() || illegal.score().isPresent() || !illegal.words().isEmpty(), false);
        }
    }

    private static void games() throws Exception {
        try (Lexicon care = care();
                Leaves leaves = leaves()) {
            for (int players = 2; players <= 4; players++) {
                Game game = Game.start(care, players, "", 1, 0);
                Game same = Game.start(care, players, "", 1, 0);
                while (!game.isOver()) {
                    List<Move> best = game.position().bestMoves(1);
                    game.make(best.isEmpty() ? "pass" : best.get(0).text());
                }
                Game again = Game.start(care, players, "", 1, 0);
                same.playOut();
                again.playOut();
                is(again.turns(), same.turns());
                is(again.scores(), same.scores());
                is(game.racks().size(), players);
                is(game.onTurn(), OptionalInt.empty());
                is(game.end().orElseThrow().kind() == GameEnd.Kind.SCORELESS, true);
                Turn turn = game.takeBack().orElseThrow();
                is(turn.kind(), Turn.Kind.PASS);
                is(game.end().isEmpty(), true);
                is(game.adjust(0, -10).kind(), Turn.Kind.ADJUSTMENT);
                final Game adjusted = game;
                final int none = players;
                fails(IndexOutOfBoundsException.class, () -> adjusted.adjust(none, 1));
                fails(IndexOutOfBoundsException.class, () -> adjusted.adjust(-1, 1));
            }
            Game equity = Game.start(care, 1);
            equity.playOut(leaves);
            is(equity.isOver(), true);
            fails(LexcException.class, () -> Game.start(care, 5, "", 1, 0));
            fails(LexcException.class, () -> Game.start(care, -1, "", 1, 0));
            is(Game.start(care, 1).takeBack().isEmpty(), true);
        }
    }

    private static void challenges() throws Exception {
        try (Lexicon care = care()) {
            Game game = Game.fromCgp("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/EES 0/0 0", care, 1);
            is(game.bagLen(), 92);
            is(fails(LexcException.class, game::challenge).kind(), LexcException.Kind.ILLEGAL);
            fails(LexcException.class, () -> game.make("8E CARS"));
            is(game.turns(), List.of());
            is(game.makePhony("8E CARS").text(), "8E CARS");
            is(game.challenge().orElseThrow(), "CARS");
            is(game.turns().get(game.turns().size() - 1).kind(), Turn.Kind.WITHDRAWAL);
            game.takeBack();
            fails(LexcException.class, () -> game.challenge("dear"));
            is(fails(LexcException.class, () -> Gcg.fromGame(game, "a", "b")).kind(), LexcException.Kind.RECORD);
        }
    }

    private static void records() throws Exception {
        try (Lexicon care = care()) {
            Gcg gcg = Gcg.parse(RECORD);
            is(gcg.players().get(1).name() + gcg.title().isPresent() + gcg.lexicon().isPresent(), "Bobfalsefalse");
            is(gcg.events().get(0).text() + gcg.events().get(0).points(), "8D SCAREOptionalInt[16]");
            GcgStep step = gcg.replay(care).get(0);
            is(step.move().orElseThrow() + " " + step.position().rack() + " " + step.total(), "8D SCARE ACERS?? 16");
            is(Gcg.parse(gcg.toString()), gcg);
            is(Gcg.parse(RECORD.getBytes("UTF-8")).events().size(), 3);
            Path file = Files.createTempFile("lexc", ".gcg");
            Files.writeString(file, RECORD);
            is(Gcg.open(file), Gcg.parse(RECORD.getBytes("UTF-8")));
            Files.delete(file);
            fails(NoSuchFileException.class, () -> Gcg.open(file));
            is(fails(LexcException.class, () -> Gcg.parse(">x")).line(), 1);
            Game game = Game.start(care, 1);
            game.playOut();
            Gcg played = Gcg.fromGame(game, "Ann", "Bob");
            is(played.replay(care).size() >= game.turns().size(), true);
            Game resumed = played.resume(care, 1);
            is(resumed.scores(), game.scores());
            is(Gcg.fromGame(resumed, "Ann", "Bob").toString(), played.toString());
        }
    }

    private static void errors() throws Exception {
        try (Lexicon care = care()) {
            LexcException error = fails(LexcException.class, () -> care.contains("CA-RE"));
            is(error.kind() + " " + error.line() + " " + error.column(), "TEXT 1 3");
            is(error.getMessage(), "character 3: '-' is an unknown tile");
            is(fails(LexcException.class, () -> care.contains("CA\ud800RE")).column(), 3);
            is(fails(LexcException.class, () -> Position.fromCgp(AR, care, "rack=x")).kind(), LexcException.Kind.TEXT);
            is(fails(LexcException.class, () -> Position.fromCgp("2/2 /", care)).kind(), LexcException.Kind.POSITION);
            is(fails(LexcException.class, () -> care.view("(")).kind(), LexcException.Kind.TEXT);
            fails(IndexOutOfBoundsException.class, () -> care.get(15));
            fails(IndexOutOfBoundsException.class, () -> care.get(-1));
            fails(NullPointerException.class, () -> care.contains(null));
            fails(NullPointerException.class, () -> Gcg.parse((byte[]) null));
            fails(NullPointerException.class, () -> care.containsMany(Arrays.asList("A", null)));
            fails(NullPointerException.class, () -> Position.fromCgp(AR, null));
            // Form NFC is not needed: E and a combining acute accent are one unknown tile.
            is(fails(LexcException.class, () -> care.contains("E\u0301")).getMessage().contains("\u00c9"), true);
        }
    }

    private static void closing() throws Exception {
        Lexicon care = care();
        Leaves leaves = leaves();
        Position position = Position.fromCgp(AR, care);
        Moves plays = position.plays();
        Game game = Game.start(care, 1);
        Iterator<String> words = care.iterator();
        is(care.isClosed(), false);
        leaves.close();
        leaves.close();
        fails(IllegalStateException.class, () -> position.bestMoves(1, leaves));
        fails(IllegalStateException.class, () -> leaves.value("S", care));
        care.close();
        care.close();
        is(care.isClosed(), true);
        is(care.size() + care.toString(), "15Lexicon of 15 words, alphabet english, closed");
        for (Callable<?> call : List.<Callable<?>>of(
                () -> care.contains("CARE"),
                () -> care.view("common"),
                () -> care.find(""),
                words::next,
                position::plays,
                () -> plays.get(0),
                () -> position.after("pass"),
                () -> game.make("pass"),
                game::scores,
                () -> Game.start(care, 1),
                () -> Gcg.parse(RECORD).replay(care),
                () -> Position.fromCgp(AR, care))) {
            is(fails(IllegalStateException.class, call).getMessage(), "the lexicon is closed (open it again)");
        }
        is(position.cgp().isEmpty() || plays.score(0) != 16, false);
        game.close();
        game.close();
        is(fails(IllegalStateException.class, game::scores).getMessage(), "the game is closed (open it again)");
    }

    /** Threads share a lexicon, a position and a game; one closes lexicons that others use. */
    private static void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        List<Future<?>> tasks = new ArrayList<>();
        try (Lexicon care = care();
                Leaves leaves = leaves()) {
            Position position = Position.fromCgp(AR, care);
            Moves shared = position.moves(leaves);
            List<Move> expected = List.copyOf(position.moves(leaves));
            Game game = Game.start(care, 1);
            for (int thread = 0; thread < 8; thread++) {
                boolean closes = thread % 2 == 0;
                tasks.add(pool.submit(() -> {
                    for (int i = 0; i < 300; i++) {
                        is(care.contains("SCARE"), true);
                        is(position.bestMoves(3, leaves), expected.subList(0, 3));
                        is(List.copyOf(shared), expected);
                        game.makePhony("pass");
                        game.takeBack();
                        Lexicon own = care();
                        Future<?> closing = closes ? pool.submit(own::close) : null;
                        try {
                            Position.fromCgp(AR, own).plays().forEach(play -> is(play.score() > 0, true));
                        } catch (IllegalStateException error) {
                            is(closes, true);
                        }
                        own.close();
                        is(closing == null || !closing.isCancelled(), true);
                    }
                    return null;
                }));
            }
            for (Future<?> task : tasks) {
                task.get();
            }
            is(game.turns(), List.of());
        }
        pool.shutdown();
    }

    /** Objects that nothing else keeps are used while garbage is collected. */
    private static void garbage() throws Exception {
        byte[] bytes = Files.readAllBytes(images.resolve("care.gaddag"));
        for (int i = 0; i < 200; i++) {
            Position position = Position.fromCgp(AR, Lexicon.of(direct(bytes)));
            if (i % 10 == 0) {
                System.gc();
            }
            is(position.plays().get(0).text(), "8D SCARE");
            is(Lexicon.of(direct(bytes)).contains("CARE"), true);
            is(Game.start(Lexicon.of(direct(bytes)), i).racks().size(), 2);
        }
    }
}
