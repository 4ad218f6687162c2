// Runs the table of conformance by lexc.hpp: the head of the table explains it.
//
//     conformance IMAGE LEAVES TABLE
//
// Prints each wrong answer. Exit code: the number of wrong answers, at most 100; 125 wrong usage.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "lexc.hpp"

using texts = std::vector<std::string>;

static std::string joined(const texts &words) {
    std::string text;
    for (const auto &word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

static std::string yes_or_no(bool answer) { return answer ? "yes" : "no"; }

static std::size_t number(const std::string &text) { return std::stoul(text); }

class face {
public:
    face(const std::string &image, const std::string &leaves)
        : all_words(lexc::lexicon::open(image)), words(all_words), values(lexc::leaves::open(words, leaves)) {}

    // The answer to a call; nothing if the face lacks the call. Throws the failure of a call.
    std::optional<std::string> answer(const std::string &call, const std::string &first, const std::string &second) {
        const auto is = [&](const char *name) { return call == name; };
        if (is("view")) {
            words = first.empty() ? all_words : all_words.view(first);
            return std::to_string(words.info().word_count);
        }
        if (is("words")) return joined(words.find(""));
        if (is("word-count")) return std::to_string(words.info().word_count);
        if (is("contains")) return yes_or_no(words.contains(first));
        if (is("labels")) {
            std::string labels;
            for (const lexc_label &label : words.labels(first)) {
                labels += labels.empty() ? "" : " ";
                labels += label.name;
                if (label.is_number) labels += "=" + std::to_string(label.value);
            }
            return labels;
        }
        if (is("is-prefix")) return yes_or_no(words.is_prefix(first));
        if (is("front-hooks")) return tiles(words.hooks(first).front);
        if (is("back-hooks")) return tiles(words.hooks(first).back);
        if (is("index-of")) {
            const auto index = words.index_of(first);
            return index ? std::to_string(*index) : "none";
        }
        if (is("word-at")) return words.word_at(static_cast<std::uint32_t>(number(first))).value_or("none");
        if (is("find")) return joined(words.find(first));
        if (is("rack")) {
            lexc::position empty(words, lexc::rules(words));
            empty.set_rack(first);
            return empty.rack();
        }
        if (is("rack-minus")) return rest(first, second);
        if (is("leave-value")) return std::to_string(values.value(first));
        if (is("end-points")) {
            const auto points = lexc::rules(words).end_points(words, first, second);
            return std::to_string(points.first) + " " + std::to_string(points.second);
        }
        if (is("rules")) return rules_of(first, second).text(words);
        if (is("position")) {
            rules = rules_of(second, first);
            position.emplace(words, *rules, first);
            game.reset();
            return position->text();
        }
        if (is("deal")) {
            const auto dealt = rules_of(second, "");
            const std::size_t players = number(first);
            game.emplace(words, dealt, players, std::vector<std::uint64_t>(players * dealt.info().rack_size));
            return game->text();
        }
        if (is("game")) {
            game.emplace(words, rules_of(second, first), first);
            return game->text();
        }
        if (is("bag-len")) return std::to_string(bag_len());
        const auto of_position = position_answer(call, first, second);
        return of_position ? of_position : game_answer(call, first);
    }

private:
    std::optional<std::string> position_answer(const std::string &call, const std::string &first, const std::string &second) const {
        const auto is = [&](const char *name) { return call == name; };
        const auto score = [](const lexc_play &play) { return play.score; };
        if (is("move")) return position->text(position->read_move(first));
        if (is("typed")) return position->text(position->read_typed(first));
        if (is("place")) {
            auto placed = placed_of(position->read(first));
            const auto more = placed_of(position->read(second));
            placed.insert(placed.end(), more.begin(), more.end());
            return position->text(position->place(placed));
        }
        if (is("part")) return position->part(position->read_move(second), first);
        if (is("check")) {
            const auto fault = position->fault(position->read(first));
            if (fault) throw lexc::error(LEXC_ERROR_ILLEGAL, *fault);
            return "legal";
        }
        if (is("score")) return std::to_string(position->score(position->read(first)));
        if (is("words-formed")) return joined(position->words(position->read(first)));
        if (is("phonies")) return joined(position->phonies(position->read(first)));
        if (is("play-count")) {
            std::size_t count = 0;
            position->for_each_play([&](const lexc_play &) { count++; });
            return std::to_string(count);
        }
        if (is("plays") || is("best-plays")) return scored(position->best_plays(number(first)), score);
        if (is("casual")) return position->text(position->casual_move(number(first), bag_len()));
        if (is("best-moves")) {
            const auto equity = [](const lexc_move &move) { return move.equity; };
            return scored(position->best_moves(number(first), bag_len(), values), equity);
        }
        return std::nullopt;
    }

    static std::vector<lexc_placed> placed_of(const lexc_play &play) {
        std::vector<lexc_placed> placed;
        for (std::uint8_t at = 0; at < play.len; at++) {
            const bool down = play.direction == LEXC_DOWN;
            const auto row = static_cast<std::uint8_t>(play.row + (down ? at : 0));
            const auto col = static_cast<std::uint8_t>(play.col + (down ? 0 : at));
            if (play.placed_tiles[at] != 0) placed.push_back({row, col, play.placed_tiles[at]});
        }
        return placed;
    }

    std::optional<std::string> game_answer(const std::string &call, const std::string &first) {
        if (!game) return std::nullopt;
        const auto is = [&](const char *name) { return call == name; };
        static const char *const ENDS[] = {"under way", "out ", "scoreless", "forfeit ", "turns"};
        const auto info = game->info();
        if (is("on-turn")) return info.end == LEXC_UNDER_WAY ? std::to_string(info.on_turn) : "none";
        if (is("end")) return ENDS[info.end] + (info.end % 2 == 0 ? "" : std::to_string(info.ended_by));
        if (is("scores")) {
            texts scores;
            for (int player = 0; player < info.players; player++) {
                scores.push_back(std::to_string(info.scores[player]));
            }
            return joined(scores);
        }
        if (is("challenge")) return game->challenge();
        if (is("take-back")) {
            game->take_back();
        } else if (is("make") || is("make-phony")) {
            const auto move = game->current().read_move(first);
            const auto fault = game->fault(move, is("make-phony"));
            if (fault) throw lexc::error(LEXC_ERROR_ILLEGAL, *fault);
            game->make(move, std::vector<std::uint64_t>(LEXC_MAX_DIM));
        } else if (!is("game-text")) {
            return std::nullopt;
        }
        return game->text();
    }

    lexc::rules rules_of(const std::string &settings, const std::string &cgp) const {
        return cgp.empty() ? lexc::rules(words, settings) : lexc::rules(words, settings, cgp);
    }

    std::string rest(const std::string &rack, const std::string &taken) const {
        try {
            return words.rack_without(rack, taken);
        } catch (const lexc::error &failure) {
            if (failure.status() != LEXC_ERROR_NO_TILE) throw;
            return "none";
        }
    }

    std::string tiles(std::uint64_t set) const {
        texts found;
        for (std::uint8_t code = 1; code <= words.info().tile_count; code++) {
            if ((set >> code & 1) != 0) {
                found.emplace_back(words.tile(code).text);
            }
        }
        return joined(found);
    }

    // Moves or plays, each with its points.
    template <class Moves, class Points>
    std::string scored(const Moves &moves, Points points) const {
        std::string found;
        for (const auto &each : moves) {
            found += (found.empty() ? "" : ", ") + position->text(each) + " " + std::to_string(points(each));
        }
        return found;
    }

    std::uint32_t bag_len() const {
        return game ? game->info().bag_len : lexc::game(words, *rules, position->text()).info().bag_len;
    }

    lexc::lexicon all_words;
    lexc::lexicon words;
    lexc::leaves values;
    std::optional<lexc::rules> rules;
    std::optional<lexc::position> position;
    std::optional<lexc::game> game;
};

// Splits a text at the first `mark`, and leaves the spaces around the mark out.
static std::string take(std::string &text, const std::string &mark) {
    const auto at = text.find(mark);
    std::string before = text.substr(0, at);
    text = at == std::string::npos ? "" : text.substr(at + mark.size());
    before.erase(before.find_last_not_of(' ') + 1);
    text.erase(0, text.find_first_not_of(' '));
    return before;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        return 125;
    }
    face answers(argv[1], argv[2]);
    std::ifstream table(argv[3]);
    std::string line;
    int wrong = 0;
    for (int number = 1; std::getline(table, line); number++) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        bool is_excepted = false;
        while (line[0] == '-') {
            is_excepted = take(line, " ") == "-c++" || is_excepted;
        }
        const bool fails = line.find(" !") < line.find(" >");
        std::string second = take(line, fails ? " !" : " >");
        const std::string call = take(second, " "), first = take(second, "|");
        std::string found = "no such call";
        bool is_right = false;
        try {
            const auto answer = answers.answer(call, first, second);
            found = answer.value_or(found);
            is_right = answer && !fails && found == line;
        } catch (const lexc::error &error) {
            found = error.what();
            is_right = fails && found.find(line) != std::string::npos;
        }
        if (is_right == is_excepted) {
            std::printf("line %d, %s: %s\n", number, call.c_str(), found.c_str());
            wrong++;
        }
    }
    return std::min(wrong, 100);
}
