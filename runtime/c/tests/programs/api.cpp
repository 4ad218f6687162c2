// Calls the functions of lexc.hpp.
//
//     api IMAGE LEAVES DEFINED OTHER
//
// The arguments are those of api.c. Prints each expectation that fails. Exit code: the number of failed expectations, at most
// 100; 125 wrong usage.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "lexc.hpp"

static int failures;

static void expect(bool is_true, const char *condition, int line) {
    if (!is_true) {
        std::printf("line %d: false: %s\n", line, condition);
        failures++;
    }
}

// Expects an error with this status, whose text contains `part`.
template <class Function>
static void expect_error(Function function, lexc_status status, const char *part, int line) {
    try {
        function();
        std::printf("line %d: no error\n", line);
        failures++;
    } catch (const lexc::error &error) {
        if (error.status() != status || std::strstr(error.what(), part) == nullptr) {
            std::printf("line %d: status %d: %s\n", line, error.status(), error.what());
            failures++;
        }
    }
}

#define EXPECT(...) expect((__VA_ARGS__), #__VA_ARGS__, __LINE__)
#define ERROR(status, part, ...) expect_error([&] { (void)(__VA_ARGS__); }, status, part, __LINE__)

using texts = std::vector<std::string>;

static const char *const AR = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0";

static_assert(!std::is_copy_constructible_v<lexc::undo>);
static_assert(std::is_nothrow_move_constructible_v<lexc::position> && std::is_nothrow_move_assignable_v<lexc::position>);
static_assert(std::is_base_of_v<std::runtime_error, lexc::error>);

static std::vector<std::uint8_t> bytes(const char *path) {
    std::ifstream file(path, std::ios::binary);
    return std::vector<std::uint8_t>(std::istreambuf_iterator<char>(file), {});
}

static void opening(char **paths) {
    ERROR(LEXC_ERROR_FILE, "(check the path)", lexc::lexicon::open("no such file"));
    ERROR(LEXC_ERROR_IMAGE, "not a lexc image", lexc::lexicon::open(paths[4]));
    ERROR(LEXC_ERROR_IMAGE, "too short", lexc::lexicon::from_bytes({}));
    ERROR(LEXC_ERROR_TEXT, "zero byte at byte 2", lexc::lexicon::open(std::string("a\0b", 3)));
    const auto image = bytes(paths[1]);
    for (const auto checked : {LEXC_CHECK_ALL, LEXC_CHECK_CHECKSUMS, LEXC_CHECK_BOUNDS}) {
        EXPECT(lexc::lexicon::open(paths[1], checked).contains("CARE"));
        EXPECT(lexc::lexicon::from_bytes(image, checked).contains("CARE"));
        EXPECT(lexc::lexicon::borrow(image.data(), image.size(), checked).contains("CARE"));
    }
    auto damaged = image;
    damaged[damaged.size() / 2] ^= 1;
    ERROR(LEXC_ERROR_IMAGE, "checksum", lexc::lexicon::from_bytes(damaged, LEXC_CHECK_CHECKSUMS));
}

static void words(const lexc::lexicon &lexicon, char **paths) {
    EXPECT(lexicon.info().word_count == 15 && lexicon.info().has_gaddag);
    EXPECT(lexicon.name().empty() || lexicon.name().size() < LEXC_TEXT_BYTES);
    EXPECT(std::string(lexicon.tile(1).text) == "A");
    ERROR(LEXC_ERROR_ARGUMENT, "a number is out of range", lexicon.tile(0));
    EXPECT(lexicon.contains(std::string_view("CARES", 4)));
    ERROR(LEXC_ERROR_TEXT, "unknown tile", lexicon.contains("C-"));
    ERROR(LEXC_ERROR_UTF8, "UTF-8", lexicon.contains("\xC9"));
    ERROR(LEXC_ERROR_MISSING, "--definitions", lexicon.definition("CARE"));
    const auto defined = lexc::lexicon::open(paths[3]);
    EXPECT(defined.definition("AA") == "rough lava" && defined.definition("AB") == "");
    EXPECT(defined.definition("AC") == std::nullopt);
    ERROR(LEXC_ERROR_TEXT, "unknown tile", defined.definition("-"));

    EXPECT(lexicon.find("").size() == 15);
    ERROR(LEXC_ERROR_TEXT, "condition 1: pattern: character 2", lexicon.find("pattern:A["));
    ERROR(LEXC_ERROR_TEXT, "zero byte", lexicon.find(std::string_view("length:2\0", 9)));
    texts seen;
    const auto first_two = [&](std::string_view word) {
        seen.emplace_back(word);
        return seen.size() < 2;
    };
    EXPECT(!lexicon.for_each_word(first_two));
    EXPECT(seen == texts{"ABLE", "ABLES"});
    EXPECT(lexicon.for_each_word([](std::string_view) {}));
    ERROR(LEXC_ERROR_NO_TILE, "not all on the rack", lexicon.rack_without("TRAIN", "TT"));
}

// Exceptions of visitors reach the caller, and the search ends.
static void throwing(const lexc::lexicon &lexicon, const lexc::position &position) {
    int seen = 0, caught = 0;
    try {
        lexicon.for_each_word([&](std::string_view) { throw ++seen; });
    } catch (int number) {
        caught = number;
    }
    EXPECT(seen == 1 && caught == 1);
    try {
        position.for_each_play([&](const lexc_play &) { throw std::string(1000, 'x'); });
    } catch (const std::string &text) {
        caught = static_cast<int>(text.size());
    }
    EXPECT(caught == 1000);
}

static void changing_rules(const lexc::lexicon &lexicon) {
    lexc::rules rules(lexicon);
    EXPECT(rules.info().rack_size == 7 && rules.premium_at(0, 0).word == 3 && rules.premium_at(0, 0).letter == 1);
    rules = lexc::rules(lexicon, "rack=8 bonus=40 exchange=1");
    rules.set_value(1, 2);
    EXPECT(rules.info().rack_size == 8 && rules.info().bingo_bonus == 40 && rules.info().exchange_bag_len == 1);
    ERROR(LEXC_ERROR_RULES, "rack", lexc::rules(lexicon, "rack=22"));
    ERROR(LEXC_ERROR_TEXT, "setting 2: unknown key", lexc::rules(lexicon, "rack=7 size=7"));
    ERROR(LEXC_ERROR_TEXT, "zero byte", lexc::rules(lexicon, std::string_view("rack=7\0", 7)));
    ERROR(LEXC_ERROR_POSITION, "no preset layout", lexc::rules(lexicon, "", "15/15 /"));
    ERROR(LEXC_ERROR_TEXT, "line 2", rules.set_layout("1, 1\n..."));
    try {
        rules.set_layout("1, 1\n x");
    } catch (const lexc::error &error) {
        EXPECT(error.line() == 2 && error.column() == 2);
    }
    try {
        rules.premium_at(3, 99);
    } catch (const lexc::error &error) {
        EXPECT(error.status() == LEXC_ERROR_ARGUMENT && error.line() == 0 && error.column() == 0);
    }
    EXPECT(rules.info().rows == 15);
    EXPECT(rules.set_layout("0, 0\n   \n # \n   \n").info().rows == 3 && rules.premium_at(1, 1).word == 0);
    ERROR(LEXC_ERROR_ARGUMENT, "out of range", rules.premium_at(3, 0));
}

static void playing(const lexc::lexicon &lexicon, const char *leaves_path) {
    const lexc::rules rules(lexicon);
    ERROR(LEXC_ERROR_TEXT, "character", lexc::position(lexicon, rules, "15/15"));
    EXPECT(lexc::position(lexicon, rules).rack().empty());
    lexc::position position(lexicon, rules, AR);
    EXPECT(position.text() == AR && position.rack() == "CES" && position.get(7, 5) == 1);
    ERROR(LEXC_ERROR_ARGUMENT, "out of range", position.get(15, 0));
    EXPECT(position.cross_set(7, 7, LEXC_DOWN) == 1 << 5);

    texts all;
    EXPECT(position.for_each_play([&](const lexc_play &play) {
        all.push_back(position.text(play));
        EXPECT(position.score(play) == play.score && !position.fault(play) && position.phonies(play).empty());
    }));
    std::size_t counted = 0;
    EXPECT(!position.for_each_play([&](const lexc_play &) { return ++counted < 2; }, LEXC_GADDAG));
    EXPECT(counted == 2);
    throwing(lexicon, position);
    const auto best = position.best_plays(100);
    EXPECT(best.size() == all.size() && position.text(best[0]) == "8D SCARE" && best[0].score == 16);
    EXPECT(position.best_plays(0).empty());

    ERROR(LEXC_ERROR_TEXT, "", position.read("8Z SC..E"));
    ERROR(LEXC_ERROR_ARGUMENT, "", position.fault(lexc_play{}));
    ERROR(LEXC_ERROR_ILLEGAL, "adjacent", position.play(position.read("1A SEC")));

    // A copy is independent of its original.
    lexc::position copy = position;
    auto made = position.play(best[0]);
    EXPECT(position.rack().empty() && copy.text() == AR);
    auto moved = std::move(made);
    ERROR(LEXC_ERROR_HANDLE, "not made", position.take_back(std::move(made)));
    position.take_back(std::move(moved));
    EXPECT(position.text() == AR);
    ERROR(LEXC_ERROR_HANDLE, "not made", position.take_back(std::move(moved)));
    lexc::position taken = std::move(copy);
    EXPECT(taken.text() == AR);
    ERROR(LEXC_ERROR_NULL, "NULL", copy.text());
    copy = taken;
    copy.set(7, 5, 0);
    copy.set_rack("A");
    copy.add_tile(LEXC_BLANK);
    copy.remove_tile(1);
    EXPECT(copy.rack() == "?" && copy.get(7, 5) == 0 && taken.text() == AR);
    ERROR(LEXC_ERROR_NO_TILE, "does not have the tile", copy.remove_tile(1));
    ERROR(LEXC_ERROR_TEXT, "(write a blank on a rack as ?)", copy.set_rack("a"));

    ERROR(LEXC_ERROR_FILE, "(check the path)", lexc::leaves::open(lexicon, "no such file"));
    EXPECT(lexc::leaves::from_bytes(lexicon, bytes(leaves_path)).value("?S") == 33600);
    auto leaves = lexc::leaves::open(lexicon, leaves_path);
    EXPECT(leaves.value("?S") == 33600);
    ERROR(LEXC_ERROR_TEXT, "", leaves.value("-"));
    taken.set_rack("QS?");
    const auto moves = taken.best_moves(3, 80, leaves);
    EXPECT(moves.size() == 3 && moves[0].equity == 33600 && taken.text(moves[0]) == "exchange Q");
    ERROR(LEXC_ERROR_TEXT, "exchange QV or pass", taken.read_move("RS"));
    ERROR(LEXC_ERROR_ARGUMENT, "", taken.part(moves[0], "words"));
    EXPECT(taken.best_moves(1, 80)[0].kind == LEXC_PLAY);
    const auto other = std::move(leaves);
    ERROR(LEXC_ERROR_NULL, "NULL", taken.best_moves(1, 80, leaves));
    EXPECT(other.value("S") == 8000);

    auto bag = lexc::bag::unseen(position);
    EXPECT(bag.size() == 95 && bag.count(LEXC_BLANK) == 2);
    EXPECT(lexc::bag(lexicon).size() == 100 && bag.draw(94) == LEXC_BLANK);
    bag.add(1);
    bag.remove(LEXC_BLANK);
    EXPECT(bag.size() == 94);
    ERROR(LEXC_ERROR_NO_TILE, "", bag.remove(LEXC_BLANK));
    ERROR(LEXC_ERROR_ARGUMENT, "", bag.draw(94));

    lexc::game game(lexicon, rules, "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/EES 5/7 2", 1);
    EXPECT(game.info().on_turn == 1 && game.info().scores[0] == 7 && game.rack(0) == "EES");
    const auto move = game.current().best_moves(1, game.info().bag_len)[0];
    EXPECT(!game.fault(move) && game.info().bag_len == 88);
    const std::vector<std::uint64_t> random(7);
    game.make(move, random);
    EXPECT(game.info().on_turn == 0 && game.info().scores[1] == 5 + move.play.score);
    EXPECT(game.challenge().empty() && game.info().on_turn == 1);
    game.adjust(0, -3);
    EXPECT(game.info().scores[0] == 4);
    ERROR(LEXC_ERROR_ARGUMENT, "", game.take_back());
    ERROR(LEXC_ERROR_ARGUMENT, "", lexc::game(lexicon, rules, 5, std::vector<std::uint64_t>(35)));
    EXPECT(lexc::game(lexicon, rules, 4, std::vector<std::uint64_t>(28)).info().bag_len == 72);
    lexc::game unknown(lexicon, rules, AR);
    unknown.fill_racks(std::vector<std::uint64_t>(14));
    EXPECT(unknown.rack(0).size() == 7 && unknown.rack(1).size() == 7 && unknown.info().bag_len == 84);
    const lexc::position laid(lexicon, rules, AR);
    lexc_board_word word;
    EXPECT(laid.bag_len() == 88 && laid.board_word(0, word) == "AR" && word.is_word && laid.board_word(1, word).empty());
    EXPECT(laid.text(laid.place({{7, 7, 5}, {7, 4, 3}})) == "8E CARE" && laid.text(laid.read_typed("8d scare")) == "8D SCARE");
}

// A position keeps the image alive, and has a copy of the rules.
static lexc::position outliving(const char *path) {
    auto image = bytes(path);
    const auto lexicon = lexc::lexicon::from_bytes(std::move(image));
    lexc::rules rules(lexicon);
    lexc::position position(lexicon, rules, AR);
    rules = lexc::rules(lexicon, "rack=2");
    return position;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        return 125;
    }
    opening(argv);
    auto lexicon = lexc::lexicon::open(argv[1]);
    words(lexicon, argv);
    changing_rules(lexicon);
    playing(lexicon, argv[2]);
    EXPECT(outliving(argv[1]).best_plays(1)[0].score == 16);
    const auto moved = std::move(lexicon);
    ERROR(LEXC_ERROR_NULL, "lexicon", lexicon.contains("CARE"));
    EXPECT(moved.contains("CARE"));
    return failures > 100 ? 100 : failures;
}
