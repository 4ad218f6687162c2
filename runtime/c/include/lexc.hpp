// lexc for C++17: lexicons, positions and bags as objects that own their memory, over lexc.h.
//
// Lifetimes
//   A position keeps its lexicon and rules alive, and a lexicon or leaves keep their image alive, except an image passed to
//   lexicon::borrow. So objects may be destroyed in any order. Copies of a lexicon or of leaves share one image; copies of
//   rules, positions and bags are independent; an undo can be moved, not copied. A moved-from lexicon, leaves or position can be
//   assigned or destroyed; its other functions throw, except handle(), which returns a null pointer.
//
// Errors
//   Functions throw lexc::error, a std::runtime_error with the message of the library, the status, and the place in a text.
//   Visitors may throw, too: the search ends, and the exception reaches the caller of the search.
//
// Texts
//   All texts are UTF-8, written as lexc.h describes. Scores are in points; equities and the values of leaves are in thousandths
//   of a point.
//
// Threads
//   Several threads may use an object at once if they call only const functions.
//
// Structures such as lexc_play are those of lexc.h. handle() gives the handle of an object, to call functions of
// lexc.h that have no counterpart here.

#ifndef LEXC_HPP
#define LEXC_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lexc.h"

namespace lexc {

// A failure of a function.
class error : public std::runtime_error {
public:
    error(lexc_status status, const std::string &text) : std::runtime_error(text), status_(status) {}
    explicit error(const lexc_error &found)
        : std::runtime_error(found.message), status_(found.status), line_(found.line), column_(found.column) {}

    lexc_status status() const noexcept { return status_; }

    // Line of the fault in the text, and character of the line, from 1; 0 if the failure has no place in a text.
    std::uint32_t line() const noexcept { return line_; }
    std::uint32_t column() const noexcept { return column_; }

private:
    lexc_status status_;
    std::uint32_t line_ = 0;
    std::uint32_t column_ = 0;
};

namespace detail {

// Throws an error for a failure; without a description, an error with the text of the status.
inline void check(lexc_status status, const lexc_error *found = nullptr) {
    if (status < 0) {
        throw found != nullptr && found->status == status ? error(*found) : error(status, lexc_status_text(status));
    }
}

// Calls a function that describes its failures, and returns its status.
template <class Function>
lexc_status call(Function function) {
    lexc_error found;
    const lexc_status status = function(&found);
    check(status, &found);
    return status;
}

// Calls a function that checks a play or a move, and returns the message if it is illegal.
template <class Function>
std::optional<std::string> fault(Function function) {
    lexc_error found;
    const lexc_status status = function(&found);
    if (status == LEXC_ERROR_ILLEGAL) {
        return found.message;
    }
    check(status, &found);
    return std::nullopt;
}

// Arguments of a function that writes a text: places for the text, for its length and, if the function describes its failures,
// for the description.
struct buffer {
    char *text;
    std::size_t text_bytes;
    std::size_t *len;
    lexc_error *failure;
};

// Calls a function that writes a text, and returns the text.
template <class Function>
std::string text(Function function) {
    lexc_error found{};
    char short_text[LEXC_TEXT_BYTES];
    std::size_t len = 0;
    const lexc_status status = function(buffer{short_text, sizeof short_text, &len, &found});
    if (status != LEXC_ERROR_CAPACITY) {
        check(status, &found);
        return std::string(short_text, len);
    }
    std::string long_text(len, '\0');
    check(function(buffer{long_text.data(), len + 1, &len, &found}), &found);
    return long_text;
}

// Copies a text; the copy ends in the zero that the library needs. Throws if the text contains a zero.
inline std::string zero_ended(std::string_view text) {
    const std::size_t zero = text.find('\0');
    if (zero != std::string_view::npos) {
        throw error(LEXC_ERROR_TEXT, "zero byte at byte " + std::to_string(zero + 1) + " of a text (remove it)");
    }
    return std::string(text);
}

// The lines of a text.
inline std::vector<std::string> lines(const std::string &text) {
    std::vector<std::string> found;
    for (std::size_t start = 0, end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
        found.push_back(text.substr(start, end - start));
    }
    return found;
}

// Passes the items of a search to the function `visit`, and keeps an exception that `visit` throws.
template <class Visit>
struct visitor {
    Visit &visit;
    std::exception_ptr thrown = nullptr;

    template <class Item>
    std::int32_t receive(Item item) noexcept {
        try {
            if constexpr (std::is_void_v<std::invoke_result_t<Visit &, Item>>) {
                std::invoke(visit, item);
                return 0;
            } else {
                return std::invoke(visit, item) ? 0 : 1;
            }
        } catch (...) {
            thrown = std::current_exception();
            return 1;
        }
    }

    static std::int32_t play(const lexc_play *play, void *context) noexcept {
        return static_cast<visitor *>(context)->template receive<const lexc_play &>(*play);
    }

    static std::int32_t word(const char *word, std::size_t word_bytes, void *context) noexcept {
        return static_cast<visitor *>(context)->receive(std::string_view(word, word_bytes));
    }

    // Throws the exception of `visit`, if it threw one. Returns true if the search visited everything.
    bool end(lexc_status status) const {
        if (thrown) {
            std::rethrow_exception(thrown);
        }
        return status != LEXC_STOPPED;
    }
};

// The bytes of an image: mapped from a file, owned, or borrowed.
class image {
public:
    explicit image(const std::string &path) {
        const std::string name = zero_ended(path);
        call([&](lexc_error *failure) { return lexc_map_open(&map_, name.c_str(), failure); });
        lexc_map_image(&map_, &bytes_, &len_);
        is_mapped_ = true;
    }
    explicit image(std::vector<std::uint8_t> bytes) : owned_(std::move(bytes)), bytes_(owned_.data()), len_(owned_.size()) {}
    image(const std::uint8_t *bytes, std::size_t len) : bytes_(bytes), len_(len) {}
    image(const image &) = delete;
    image &operator=(const image &) = delete;
    ~image() {
        if (is_mapped_) {
            lexc_map_close(&map_);
        }
    }

    const std::uint8_t *bytes() const noexcept { return bytes_; }
    std::size_t len() const noexcept { return len_; }

private:
    lexc_map map_{};
    bool is_mapped_ = false;
    std::vector<std::uint8_t> owned_;
    const std::uint8_t *bytes_ = nullptr;
    std::size_t len_ = 0;
};

// A handle and the image that it borrows.
template <class Handle>
struct opened {
    template <class... Source>
    explicit opened(Source &&...source) : bytes(std::forward<Source>(source)...) {}

    image bytes;
    Handle handle{};
};

}  // namespace detail

// A lexicon and its image.
class lexicon {
public:
    // Maps a file. While the file is mapped, no program may write to it; replacing it by renaming is safe, but Windows may
    // refuse it.
    static lexicon open(const std::string &path, lexc_checks checks = LEXC_CHECK_ALL) { return lexicon(checks, path); }

    // Opens an image in memory, which the lexicon owns.
    static lexicon from_bytes(std::vector<std::uint8_t> image, lexc_checks checks = LEXC_CHECK_ALL) {
        return lexicon(checks, std::move(image));
    }

    // Opens an image in memory of the caller. The bytes must stay, unchanged, as long as any object uses the lexicon.
    static lexicon borrow(const std::uint8_t *image, std::size_t image_bytes, lexc_checks checks = LEXC_CHECK_ALL) {
        return lexicon(checks, image, image_bytes);
    }

    // The lexicon of the words whose labels satisfy an expression, as lexc_lexicon_view describes it. Shares the image.
    lexicon view(std::string_view expression) const {
        const std::string written = detail::zero_ended(expression);
        // The image stays as long as the view.
        const std::uint8_t *no_bytes = nullptr;
        std::shared_ptr<opened> made(new opened(no_bytes, std::size_t{0}), [image = state_](opened *view) { delete view; });
        detail::call([&](lexc_error *failure) {
            return lexc_lexicon_view(handle(), written.c_str(), &made->handle, failure);
        });
        lexicon view = *this;
        view.state_ = std::move(made);
        return view;
    }

    lexc_lexicon_info info() const {
        lexc_lexicon_info info;
        detail::check(lexc_lexicon_get_info(handle(), &info));
        return info;
    }

    std::string name() const {
        return detail::text([&](detail::buffer to) { return lexc_lexicon_name(handle(), to.text, to.text_bytes, to.len); });
    }

    // The tile with a code, 1 to info().tile_count.
    lexc_tile tile(std::uint8_t code) const {
        lexc_tile tile;
        detail::check(lexc_lexicon_tile(handle(), code, &tile));
        return tile;
    }

    // True if the lexicon has the word. Throws if the text is not written in tiles of the alphabet.
    bool contains(std::string_view word) const { return answer<bool>(lexc_contains, word); }

    // The flags and numbers of a word, its flags first: none for a text that is not a word, and in an image without labels.
    std::vector<lexc_label> labels(std::string_view word) const {
        const std::string written = detail::zero_ended(word);
        std::vector<lexc_label> labels;
        for (lexc_label label;; labels.push_back(label)) {
            detail::call([&](lexc_error *failure) {
                return lexc_word_label(handle(), written.c_str(), labels.size(), &label, failure);
            });
            if (label.name[0] == '\0') return labels;
        }
    }

    // True if a word starts with these tiles.
    bool is_prefix(std::string_view prefix) const { return answer<bool>(lexc_is_prefix, prefix); }

    // Hooks of these tiles.
    lexc_hook_sets hooks(std::string_view word) const { return answer<lexc_hook_sets>(lexc_hooks, word); }

    // Word index of a word: the number of words before it; nothing if the lexicon lacks the word.
    std::optional<std::uint32_t> index_of(std::string_view word) const {
        return unless_no_word([&] { return answer<std::uint32_t>(lexc_word_index, word); });
    }

    // The word that has this word index; nothing if the index is info().word_count or more.
    std::optional<std::string> word_at(std::uint32_t index) const {
        return unless_no_word([&] {
            return detail::text(
                [&](detail::buffer to) { return lexc_word_at(handle(), index, to.text, to.text_bytes, to.len, to.failure); });
        });
    }

    // The definition of a word, empty if the word list had none; nothing if the lexicon lacks the word.
    std::optional<std::string> definition(std::string_view word) const {
        const std::string written = detail::zero_ended(word);
        return unless_no_word([&] {
            return detail::text([&](detail::buffer to) {
                return lexc_definition(handle(), written.c_str(), to.text, to.text_bytes, to.len, to.failure);
            });
        });
    }

    // Visits the words that meet all conditions, in alphabetical order. The conditions are a text, as for lexc_find. `visit`
    // takes a std::string_view, and returns nothing or a bool: false ends the search. Returns true if the search visited all
    // words.
    template <class Visit>
    bool for_each_word(std::string_view conditions, Visit &&visit) const {
        using visitor = detail::visitor<std::remove_reference_t<Visit>>;
        visitor state{visit};
        const std::string text = detail::zero_ended(conditions);
        return state.end(detail::call([&](lexc_error *failure) {
            return lexc_for_each_word(handle(), text.c_str(), visitor::word, &state, failure);
        }));
    }

    // Visits all words in alphabetical order.
    template <class Visit>
    bool for_each_word(Visit &&visit) const {
        return for_each_word(std::string_view(), std::forward<Visit>(visit));
    }

    // The words that meet all conditions, in alphabetical order. The conditions are a text, as for lexc_find.
    std::vector<std::string> find(std::string_view conditions) const {
        std::vector<std::string> words;
        for_each_word(conditions, [&](std::string_view word) { words.emplace_back(word); });
        return words;
    }

    // The tiles that stay if `tiles` are taken off `rack`. Throws if the rack does not have all of `tiles`.
    std::string rack_without(std::string_view rack, std::string_view tiles) const {
        const std::string from = detail::zero_ended(rack), taken = detail::zero_ended(tiles);
        return detail::text([&](detail::buffer to) {
            return lexc_rack_subtract(handle(), from.c_str(), taken.c_str(), to.text, to.text_bytes, to.len, to.failure);
        });
    }

    const lexc_lexicon *handle() const noexcept { return state_ ? &state_->handle : nullptr; }

private:
    using opened = detail::opened<lexc_lexicon>;

    template <class... Source>
    explicit lexicon(lexc_checks checks, Source &&...source) {
        if (lexc_abi() != LEXC_ABI) {
            throw error(LEXC_ERROR_ARGUMENT, "the library has interface " + std::to_string(lexc_abi()) + ", the program needs " +
                                                 std::to_string(LEXC_ABI) + " (compile the program again)");
        }
        auto made = std::make_shared<opened>(std::forward<Source>(source)...);
        detail::call([&](lexc_error *failure) {
            return lexc_lexicon_open(&made->handle, made->bytes.bytes(), made->bytes.len(), checks, failure);
        });
        state_ = std::move(made);
    }

    // Calls a function of lexc.h that takes a text, and returns the answer that it writes.
    template <class Answer>
    Answer answer(lexc_status (*function)(const lexc_lexicon *, const char *, Answer *, lexc_error *),
                  std::string_view text) const {
        const std::string written = detail::zero_ended(text);
        Answer found{};
        detail::call([&](lexc_error *failure) {
            return function(handle(), written.c_str(), &found, failure);
        });
        return found;
    }

    // Result of a function; nothing if it fails with LEXC_ERROR_NO_WORD.
    template <class Function>
    static auto unless_no_word(Function function) -> std::optional<decltype(function())> {
        try {
            return function();
        } catch (const error &failure) {
            if (failure.status() == LEXC_ERROR_NO_WORD) {
                return std::nullopt;
            }
            throw;
        }
    }

    std::shared_ptr<const opened> state_;
};

// Rules of a game. A position copies them, so later changes have no effect on it.
class rules {
public:
    // Factors of a square: for the letter placed there and for its word; both are 0 for a brick.
    struct premium {
        std::int32_t letter;
        std::int32_t word;
    };

    // Rules from settings such as "rack=8 challenge=5/word", as lexc_rules_parse in lexc.h describes them. Settings that are
    // missing are the usual ones of the alphabet.
    explicit rules(const lexicon &words, std::string_view text = {}) {
        const std::string written = detail::zero_ended(text);
        detail::call([&](lexc_error *failure) {
            return lexc_rules_parse(&rules_, words.handle(), written.c_str(), nullptr, failure);
        });
    }

    // Rules of a position in CGP: the board is the preset of its size unless the text gives it, and the operations bb and etl of
    // the position apply where the text leaves bonus and exchange out.
    rules(const lexicon &words, std::string_view text, std::string_view cgp) {
        const std::string written = detail::zero_ended(text), position = detail::zero_ended(cgp);
        detail::call([&](lexc_error *failure) {
            return lexc_rules_parse(&rules_, words.handle(), written.c_str(), position.c_str(), failure);
        });
    }

    // All settings as one text.
    std::string text(const lexicon &words) const {
        return detail::text([&](detail::buffer room) {
            return lexc_rules_text(&rules_, words.handle(), room.text, room.text_bytes, room.len);
        });
    }

    // Each function set_... changes one rule, and returns the rules. lexc.h describes these functions.
    rules &set_layout(std::string_view layout) {
        const std::string written = detail::zero_ended(layout);
        return set([&](lexc_error *failure) {
            return lexc_rules_set_layout(&rules_, written.c_str(), failure);
        });
    }
    rules &set_value(std::uint8_t code, std::int16_t value) {
        return set([&](lexc_error *failure) {
            return lexc_rules_set_value(&rules_, code, value, failure);
        });
    }

    lexc_rules_info info() const {
        lexc_rules_info info;
        detail::check(lexc_rules_get_info(&rules_, &info));
        return info;
    }

    premium premium_at(std::uint8_t row, std::uint8_t col) const {
        premium found;
        detail::check(lexc_rules_premium(&rules_, row, col, &found.letter, &found.word));
        return found;
    }

    // Points that each of two players gains or loses at the end of a game, from the racks that they hold then.
    std::pair<std::int32_t, std::int32_t> end_points(const lexicon &words, std::string_view first_rack,
                                                     std::string_view second_rack) const {
        const std::string first = detail::zero_ended(first_rack), second = detail::zero_ended(second_rack);
        std::pair<std::int32_t, std::int32_t> points;
        detail::call([&](lexc_error *failure) {
            return lexc_end_points(words.handle(), &rules_, first.c_str(), second.c_str(), &points.first, &points.second,
                                   failure);
        });
        return points;
    }

    const lexc_rules *handle() const noexcept { return &rules_; }

private:
    // Calls a function that changes the rules, and restores the rules if it fails.
    template <class Function>
    rules &set(Function function) {
        const lexc_rules before = rules_;
        try {
            detail::call(function);
        } catch (...) {
            rules_ = before;
            throw;
        }
        return *this;
    }

    lexc_rules rules_{};
};

// Values of leaves.
class leaves {
public:
    // Maps a leaves image for the alphabet of a lexicon. `lexc_leaves_open` has the values of leaves that are not listed.
    static leaves open(const lexicon &words, const std::string &path, lexc_checks checks = LEXC_CHECK_ALL) {
        return leaves(words, checks, path);
    }

    // Opens a leaves image in memory, which the leaves own.
    static leaves from_bytes(const lexicon &words, std::vector<std::uint8_t> image, lexc_checks checks = LEXC_CHECK_ALL) {
        return leaves(words, checks, std::move(image));
    }

    // Value of a leave, written as a rack, in thousandths of a point.
    std::int32_t value(std::string_view leave) const {
        const std::string written = detail::zero_ended(leave);
        std::int32_t value = 0;
        detail::call([&](lexc_error *failure) {
            return lexc_leave_value(handle(), words_.handle(), written.c_str(), &value, failure);
        });
        return value;
    }

    const lexc_leaves *handle() const noexcept { return state_ ? &state_->handle : nullptr; }

private:
    using opened = detail::opened<lexc_leaves>;

    template <class Source>
    leaves(const lexicon &words, lexc_checks checks, Source &&source) : words_(words) {
        auto made = std::make_shared<opened>(std::forward<Source>(source));
        detail::call([&](lexc_error *failure) {
            return lexc_leaves_open(&made->handle, words.handle(), made->bytes.bytes(), made->bytes.len(), checks, failure);
        });
        state_ = std::move(made);
    }

    lexicon words_;
    std::shared_ptr<const opened> state_;
};

// Record of a play that was made, for one call of position::take_back.
class undo {
public:
    undo(undo &&from) noexcept : undo_(std::exchange(from.undo_, lexc_undo{})) {}
    undo &operator=(undo &&from) noexcept {
        undo_ = std::exchange(from.undo_, lexc_undo{});
        return *this;
    }

private:
    friend class position;
    undo() = default;

    lexc_undo undo_{};
};

// A position: board and rack.
class position {
public:
    // An empty board and an empty rack.
    position(const lexicon &words, const rules &game_rules) : position(words, game_rules, nullptr) {
        detail::call([&](lexc_error *failure) {
            return lexc_position_new(position_.get(), words_.handle(), rules_->handle(), failure);
        });
    }

    // Reads a line of CGP.
    position(const lexicon &words, const rules &game_rules, std::string_view cgp) : position(words, game_rules, nullptr) {
        const std::string written = detail::zero_ended(cgp);
        detail::call([&](lexc_error *failure) {
            return lexc_position_parse(position_.get(), words_.handle(), rules_->handle(), written.c_str(), failure);
        });
    }

    position(const position &from)
        : words_(from.words_),
          rules_(from.rules_),
          position_(from.position_ ? std::make_unique<lexc_position>(*from.position_) : nullptr) {}
    position(position &&) noexcept = default;
    position &operator=(const position &from) { return *this = position(from); }
    position &operator=(position &&) noexcept = default;
    ~position() = default;

    // The position as a line of CGP.
    std::string text() const {
        return detail::text([&](detail::buffer to) { return lexc_position_text(handle(), to.text, to.text_bytes, to.len); });
    }

    // Placed tile of a square, or 0.
    std::uint8_t get(std::uint8_t row, std::uint8_t col) const {
        std::uint8_t placed_tile = 0;
        detail::check(lexc_position_get(handle(), row, col, &placed_tile));
        return placed_tile;
    }

    void set(std::uint8_t row, std::uint8_t col, std::uint8_t placed_tile) {
        detail::check(lexc_position_set(position_.get(), row, col, placed_tile));
    }

    std::string rack() const {
        return detail::text([&](detail::buffer to) { return lexc_position_rack(handle(), to.text, to.text_bytes, to.len); });
    }

    void set_rack(std::string_view rack) {
        const std::string written = detail::zero_ended(rack);
        detail::call([&](lexc_error *failure) {
            return lexc_position_set_rack(position_.get(), written.c_str(), failure);
        });
    }

    // Puts a tile on the rack: a code, or LEXC_BLANK.
    void add_tile(std::uint8_t code) { detail::check(lexc_position_add_tile(position_.get(), code)); }

    // Takes a tile off the rack.
    void remove_tile(std::uint8_t code) { detail::check(lexc_position_remove_tile(position_.get(), code)); }

    // Tiles that, placed on the square by a play in this direction, form a word across the play. Bit c stands for the tile with
    // code c.
    std::uint64_t cross_set(std::uint8_t row, std::uint8_t col, lexc_direction direction) const {
        std::uint64_t tiles = 0;
        detail::check(lexc_cross_set(handle(), row, col, direction, &tiles));
        return tiles;
    }

    // Moves the tiles of a play from the rack to the board. Does not look up words; fault() does.
    undo play(const lexc_play &played) {
        undo made;
        detail::call([&](lexc_error *failure) {
            return lexc_position_play(position_.get(), &played, &made.undo_, failure);
        });
        return made;
    }

    // Takes back the latest play. Throws if `made` is of another play, or if set() was called since the play.
    void take_back(undo &&made) { detail::check(lexc_position_take_back(position_.get(), &made.undo_)); }

    // Reads a play in standard notation, such as "8D RETSINA", and scores it. The play need not be legal.
    lexc_play read(std::string_view written) const {
        const std::string text = detail::zero_ended(written);
        lexc_play play;
        detail::call([&](lexc_error *failure) {
            return lexc_play_parse(handle(), text.c_str(), &play, failure);
        });
        return play;
    }

    // Reads and scores a move: a play, "exchange QV" or "pass". Need not be legal.
    lexc_move read_move(std::string_view written) const { return read_move(written, lexc_move_parse); }

    // Reads and scores a move that a person types, as lexc_move_parse_typed does.
    lexc_move read_typed(std::string_view written) const { return read_move(written, lexc_move_parse_typed); }

    // Makes and scores the play of tiles laid on the board. Need not be legal.
    lexc_move place(const std::vector<lexc_placed> &placed) const {
        lexc_move made;
        detail::call([&](lexc_error *failure) {
            return lexc_move_place(handle(), placed.data(), placed.size(), &made, failure);
        });
        return made;
    }

    // The number of tiles in the bag, if the opponent's rack is full.
    std::size_t bag_len() const {
        std::size_t len = 0;
        detail::check(lexc_position_bag_len(handle(), &len));
        return len;
    }

    // One of the words on the board, across and then down, with its place; an empty text if there are fewer.
    std::string board_word(std::size_t index, lexc_board_word &word) const {
        return detail::text(
            [&](detail::buffer to) { return lexc_position_word(handle(), index, &word, to.text, to.text_bytes, to.len); });
    }

    // Writes a play in standard notation.
    std::string text(const lexc_play &play) const {
        return detail::text(
            [&](detail::buffer to) { return lexc_play_text(handle(), &play, to.text, to.text_bytes, to.len); });
    }

    // Writes a move: a play, "exchange QV", or "pass".
    std::string text(const lexc_move &candidate) const {
        return detail::text(
            [&](detail::buffer to) { return lexc_move_text(handle(), &candidate, to.text, to.text_bytes, to.len); });
    }

    // Writes a part of a move, such as "word" or "leave"; empty if the move does not have it. lexc_move_part lists the parts.
    std::string part(const lexc_move &candidate, std::string_view name) const {
        const std::string written = detail::zero_ended(name);
        return detail::text([&](detail::buffer to) {
            return lexc_move_part(handle(), &candidate, written.c_str(), to.text, to.text_bytes, to.len);
        });
    }

    // The fault that makes a play illegal; nothing if the play is legal.
    std::optional<std::string> fault(const lexc_play &play) const {
        return detail::fault([&](lexc_error *failure) {
            return lexc_play_check(handle(), &play, failure);
        });
    }

    // Points of a play by the rules.
    std::int32_t score(const lexc_play &play) const {
        std::int32_t points = 0;
        detail::check(lexc_play_score(handle(), &play, &points));
        return points;
    }

    // The words that a play forms.
    std::vector<std::string> words(const lexc_play &play) const { return words(play, false); }

    // The words that a play forms and the lexicon does not have.
    std::vector<std::string> phonies(const lexc_play &play) const { return words(play, true); }

    // Visits each legal play. `visit` takes a const lexc_play &, and returns nothing or a bool: false ends the search. Returns
    // true if the search visited all plays.
    template <class Visit>
    bool for_each_play(Visit &&visit, lexc_algorithm algorithm = LEXC_FASTEST) const {
        using visitor = detail::visitor<std::remove_reference_t<Visit>>;
        visitor state{visit};
        return state.end(detail::call([&](lexc_error *failure) {
            return lexc_for_each_play(handle(), algorithm, visitor::play, &state, failure);
        }));
    }

    // The plays with the highest scores, best first: `most`, or fewer if there are no more.
    std::vector<lexc_play> best_plays(std::size_t most) const {
        std::vector<lexc_play> plays(most);
        std::size_t count = 0;
        detail::check(lexc_best_plays(handle(), plays.data(), most, &count));
        plays.resize(count);
        return plays;
    }

    // The move of a casual player, who overlooks words so that people can win; each level, from 1 to LEXC_CASUAL_LEVELS, is stronger
    // than the one below.
    lexc_move casual_move(std::size_t level, std::size_t bag_len) const {
        lexc_move move;
        detail::check(lexc_casual_move(handle(), level, bag_len, &move));
        return move;
    }

    // The moves with the highest equities, best first: `most`, or fewer if there are no more. `bag_len` is the number of tiles
    // in the bag.
    std::vector<lexc_move> best_moves(std::size_t most, std::size_t bag_len, const leaves &values) const {
        // Refuses moved-from leaves: lexc_best_moves would take their NULL handle for leaves of value 0.
        detail::check(values.handle() == nullptr ? LEXC_ERROR_NULL : LEXC_OK);
        return best_moves(most, bag_len, values.handle());
    }

    // The moves with the highest equities if all leaves have the value 0.
    std::vector<lexc_move> best_moves(std::size_t most, std::size_t bag_len) const {
        return best_moves(most, bag_len, static_cast<const lexc_leaves *>(nullptr));
    }

    const lexc_position *handle() const noexcept { return position_.get(); }

private:
    friend class game;

    position(const lexicon &words, const rules &game_rules, std::nullptr_t)
        : position(words, std::make_shared<const rules>(game_rules)) {}

    position(const lexicon &words, std::shared_ptr<const rules> game_rules)
        : words_(words), rules_(std::move(game_rules)), position_(std::make_unique<lexc_position>()) {}

    std::vector<std::string> words(const lexc_play &play, bool only_phonies) const {
        return detail::lines(detail::text([&](detail::buffer to) {
            return lexc_play_words(handle(), &play, only_phonies, to.text, to.text_bytes, to.len);
        }));
    }

    lexc_move read_move(std::string_view written, decltype(lexc_move_parse) *parse) const {
        const std::string text = detail::zero_ended(written);
        lexc_move parsed;
        detail::call([&](lexc_error *failure) { return parse(handle(), text.c_str(), &parsed, failure); });
        return parsed;
    }

    std::vector<lexc_move> best_moves(std::size_t most, std::size_t bag_len, const lexc_leaves *values) const {
        std::vector<lexc_move> moves(most);
        std::size_t count = 0;
        detail::check(lexc_best_moves(handle(), values, bag_len, moves.data(), most, &count));
        moves.resize(count);
        return moves;
    }

    lexicon words_;
    std::shared_ptr<const rules> rules_;
    std::unique_ptr<lexc_position> position_;
};

// A game of two to four players. `random` has a random number for each tile of the racks, or of one rack; players count from 0.
class game {
public:
    // Fills the racks from the full bag.
    game(const lexicon &words, const rules &game_rules, std::size_t players, const std::vector<std::uint64_t> &random)
        : game(words, game_rules, nullptr) {
        detail::call([&](lexc_error *failure) {
            return lexc_game_new(game_.get(), words_.handle(), rules_->handle(), players, random.data(), random.size(), failure);
        });
    }

    // Continues a game from a line of CGP.
    game(const lexicon &words, const rules &game_rules, std::string_view cgp, std::size_t on_turn = 0)
        : game(words, game_rules, nullptr) {
        const std::string written = detail::zero_ended(cgp);
        detail::call([&](lexc_error *failure) {
            return lexc_game_parse(game_.get(), words_.handle(), rules_->handle(), written.c_str(), on_turn, failure);
        });
    }

    // Fills the racks of all players, and draws their unknown tiles anew.
    void fill_racks(const std::vector<std::uint64_t> &random) {
        detail::check(lexc_game_fill_racks(game_.get(), random.data(), random.size()));
    }

    // The scores, the turn and the end.
    lexc_game_info info() const {
        lexc_game_info info;
        detail::check(lexc_game_get_info(handle(), &info));
        return info;
    }

    // The game as a line of CGP.
    std::string text() const {
        return detail::text([&](detail::buffer to) { return lexc_game_text(handle(), to.text, to.text_bytes, to.len); });
    }

    std::string rack(std::size_t player) const {
        return detail::text(
            [&](detail::buffer to) { return lexc_game_rack(handle(), player, to.text, to.text_bytes, to.len); });
    }

    // The position of the player on turn.
    position current() const {
        position made(words_, rules_);
        detail::check(lexc_game_position(handle(), made.position_.get()));
        return made;
    }

    // The rule that a move breaks; nothing if the player on turn may make it.
    std::optional<std::string> fault(const lexc_move &candidate, bool allow_phonies = false) const {
        return detail::fault([&](lexc_error *failure) {
            return lexc_game_check(handle(), &candidate, allow_phonies, failure);
        });
    }

    // Makes a move and draws. Does not look up words; fault() does.
    void make(const lexc_move &candidate, const std::vector<std::uint64_t> &random) {
        detail::call([&](lexc_error *failure) {
            return lexc_game_make(game_.get(), &candidate, random.data(), random.size(), failure);
        });
    }

    // Challenges the latest play. Returns the phony that took it off the board; an empty text if all words are valid.
    std::string challenge() {
        return detail::text(
            [&](detail::buffer to) { return lexc_game_challenge(game_.get(), to.text, to.text_bytes, to.len); });
    }

    // Adds points to the score of a player, as for a time penalty.
    void adjust(std::size_t player, std::int32_t points) {
        detail::call([&](lexc_error *failure) { return lexc_game_adjust(game_.get(), player, points, failure); });
    }

    // Takes back the latest move.
    void take_back() { detail::check(lexc_game_take_back(game_.get())); }

    const lexc_game *handle() const noexcept { return game_.get(); }

private:
    game(const lexicon &words, const rules &game_rules, std::nullptr_t)
        : words_(words), rules_(std::make_shared<const rules>(game_rules)), game_(std::make_unique<lexc_game>()) {}

    lexicon words_;
    std::shared_ptr<const rules> rules_;
    std::unique_ptr<lexc_game> game_;
};

// A bag.
class bag {
public:
    // The full bag.
    explicit bag(const lexicon &words) { detail::check(lexc_bag_new(&bag_, words.handle())); }

    // The tiles that the player on turn does not see.
    static bag unseen(const position &seen) {
        bag made;
        detail::check(lexc_bag_unseen(&made.bag_, seen.handle()));
        return made;
    }

    std::size_t size() const {
        std::size_t len = 0;
        detail::check(lexc_bag_len(&bag_, &len));
        return len;
    }

    // Number of tiles that have this code; LEXC_BLANK counts the blanks.
    std::size_t count(std::uint8_t code) const {
        std::size_t count = 0;
        detail::check(lexc_bag_count(&bag_, code, &count));
        return count;
    }

    // Takes out the tile at an index below size(), and returns its code. lexc_bag_draw describes the order of the tiles.
    std::uint8_t draw(std::size_t index) {
        std::uint8_t code = 0;
        detail::check(lexc_bag_draw(&bag_, index, &code));
        return code;
    }

    void add(std::uint8_t code) { detail::check(lexc_bag_add(&bag_, code)); }
    void remove(std::uint8_t code) { detail::check(lexc_bag_remove(&bag_, code)); }

    const lexc_bag *handle() const noexcept { return &bag_; }

private:
    bag() = default;

    lexc_bag bag_{};
};

}  // namespace lexc

#endif  // LEXC_HPP
