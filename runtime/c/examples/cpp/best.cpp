// Looks up words, and prints the five best moves of a position and the anagrams of its rack.
//
//     best [--leaves LEAVES] IMAGE POSITION [WORD...]
//
// POSITION is a line of CGP. LEAVES is an image of leave values; without it, moves are ranked by score. Exit code: 0 done, 1 a
// text or a file is not readable, 2 wrong usage.
#include <lexc.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

static void best(const std::optional<std::string> &leaves_path, const std::vector<std::string> &arguments) {
    const auto lexicon = lexc::lexicon::open(arguments[0]);
    for (std::size_t i = 2; i < arguments.size(); i++) {
        std::printf("%s: %s\n", arguments[i].c_str(), lexicon.contains(arguments[i]) ? "a word" : "no word");
    }

    const lexc::position position(lexicon, lexc::rules(lexicon), arguments[1]);
    // The unseen tiles are those of the bag and of the opponent's rack.
    const std::size_t unseen = lexc::bag::unseen(position).size();
    const std::size_t bag_len = unseen > 7 ? unseen - 7 : 0;
    const auto moves = leaves_path ? position.best_moves(5, bag_len, lexc::leaves::open(lexicon, *leaves_path))
                                   : position.best_moves(5, bag_len);
    for (const lexc_move &move : moves) {
        std::printf("%.3f  %s\n", static_cast<double>(move.equity) / 1000, position.text(move).c_str());
    }
    for (const auto &word : lexicon.find("anagram:" + position.rack())) {
        std::printf("anagram %s\n", word.c_str());
    }
}

int main(int argc, char **argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    std::optional<std::string> leaves_path;
    if (arguments.size() > 2 && arguments[0] == "--leaves") {
        leaves_path = arguments[1];
        arguments.erase(arguments.begin(), arguments.begin() + 2);
    }
    if (arguments.size() < 2) {
        std::fputs("usage: best [--leaves LEAVES] IMAGE POSITION [WORD...]\n", stderr);
        return 2;
    }
    try {
        best(leaves_path, arguments);
        return 0;
    } catch (const lexc::error &error) {
        std::fprintf(stderr, "best: %s\n", error.what());
        return 1;
    }
}
