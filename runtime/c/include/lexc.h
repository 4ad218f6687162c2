// lexc: word lists as images that are read in place, and all plays of a crossword game.
//
// `lexc build` makes an image. This library opens it wherever it lies: in memory, in flash or in a mapped file. It looks up
// and finds words. It generates the plays of a position with their scores, or the moves with their equities. It keeps games
// of two to four players, with their turns, challenges and end. lexc.hpp has classes for C++. README.md of runtime/c says how to
// install and link, and has a first program; examples/bot.c and examples/four.c show more.
//
// Memory
//   The library allocates no memory. Handles (lexc_lexicon, lexc_leaves, lexc_rules, lexc_position, lexc_undo, lexc_game,
//   lexc_bag, lexc_map) lie where the caller puts them; lexc_map needs lexc_map_close, the others need no closing. Four kinds of
//   handles borrow memory, which must stay where it is, and unchanged, while the handle is in use:
//       lexc_lexicon   borrows the bytes of its image,
//       lexc_leaves    borrows the bytes of its image,
//       lexc_position  borrows its lexicon and its rules,
//       lexc_game      borrows its lexicon and its rules.
//   The bytes that lexc_map_image gives belong to the map. A handle may be moved while no other handle borrows it. A handle may
//   be copied if it is neither a lexc_map nor a lexc_undo. Searches take up to 96 KiB of stack on hosts with an operating
//   system. Without an operating system, lexc_for_each_play takes 5 KiB with the algorithm LEXC_DAWG or LEXC_GADDAG.
//
// Arguments
//   Each pointer is NULL, or points to a handle, a text that ends in a zero, or memory of the size that the function names.
//   Functions return an error for NULL, misaligned pointers, numbers out of range, texts that are not UTF-8, and handles that
//   were not made. The library recognizes a handle by its first 64 bits: zeroed memory counts as a handle that was not made. It
//   cannot detect other wrong memory, such as a buffer that is shorter than the caller says. Memory that a function writes must
//   not overlap another argument. Pointers to results must not be NULL unless the comment of the function allows it. After a
//   failure, results are undefined, except errors and texts: see below.
//
// Errors
//   After success, functions return LEXC_OK or a positive number; after a failure, they return a negative LEXC_ERROR_...
//   number. Functions with the argument `error` describe a failure there, for programs and for people: the status, the line and
//   the column in a text, and a message. After success, they clear it. Pass NULL for no description. For other functions,
//   lexc_status_text explains the status. Each thread needs a lexc_error of its own. No function panics or unwinds into the
//   caller, whatever the image.
//
// Texts
//   All texts are UTF-8 in Unicode's form NFC (convert other texts), except paths on Unix. Texts that the library writes end in a
//   zero. Functions with arguments `text`, `text_bytes` and `len` write a text to the buffer `text`, and its length without
//   the zero to *len; `len` may be NULL. If the buffer is too short, they write the characters that fit, and the length of the
//   whole text, and return LEXC_ERROR_CAPACITY.
//   A tile is written as its character; in brackets if it has several characters ("[CH]A"), or if it would read as part of a
//   tile that has several ("[C]H").
//   A blank is "?" on a rack; on the board, it is the text that the alphabet has for a designated blank, usually the small letter.
//
// Squares and tiles
//   Rows and columns count from 0, from the top left. The number of a tile is its code, 1 to 62, in alphabet order. The number
//   of a placed tile is the code of its letter, plus LEXC_BLANK if the tile is a blank; 0 stands for an empty square. In a bag
//   and on a rack, a blank is LEXC_BLANK. In a set of tiles, bit c stands for the tile with code c.
//
// Threads
//   There is no global state. Several threads may use a handle at once if none of them changes it: a function changes only
//   arguments that are not `const`.
//
// Builds
//   All features are on by default. A library that was built without "full", "std" or "views" lacks the functions marked
//   (full), (std) or (views). Without "games", it reads no presets of rules, and few settings; without "fast-nodes", it opens
//   compact images alone. "full" includes "games" and "views".

#ifndef LEXC_H
#define LEXC_H

// Made by cbindgen from runtime/c/src. Change the comments there, and the text above in cbindgen.toml.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Version of this interface, and number of the shared library's SONAME. It changes when programs that were compiled with an
// older header can no longer use the library.
#define LEXC_ABI 1

// Size in bytes of a buffer with room for the text of any position, rack, play or word, if the text of each tile is
// one byte. For a text that does not fit, functions return LEXC_ERROR_CAPACITY.
#define LEXC_TEXT_BYTES 1024

// Size in bytes of the message of a lexc_error, enough for every message and a zero.
#define LEXC_MESSAGE_BYTES 512

// Largest number of rows, of columns, and of tiles on a rack.
#define LEXC_MAX_DIM 21

// Code of a blank in a bag and on a rack. The placed tile of a designated blank is LEXC_BLANK plus the code of the
// tile that the blank stands for.
#define LEXC_BLANK 128

// Bytes of a lexc_position that a library without the feature "std" uses. With such a library, memory of this size, aligned to
// 8 bytes, is enough for a position.
#define LEXC_SMALL_POSITION_BYTES 800

// Number of levels of casual players.
#define LEXC_CASUAL_LEVELS 8

// Largest number of players of a game.
#define LEXC_MAX_PLAYERS 4

// Largest number of conditions of a search.
#define LEXC_MAX_CONDITIONS 8

// Result of a function: 0 or more after success, negative after a failure.
enum lexc_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Success.
    LEXC_OK = 0,
    // The visitor ended the search.
    LEXC_STOPPED = 1,
    // A pointer is NULL.
    LEXC_ERROR_NULL = -1,
    // A pointer is not aligned to its type.
    LEXC_ERROR_ALIGNMENT = -2,
    // A handle was not made, or was closed.
    LEXC_ERROR_HANDLE = -3,
    // A number is out of range, or a play is malformed.
    LEXC_ERROR_ARGUMENT = -4,
    // A text is not UTF-8.
    LEXC_ERROR_UTF8 = -5,
    // A buffer is too short.
    LEXC_ERROR_CAPACITY = -6,
    // The bytes are damaged or are not an image, a lexicon is opened from an image of leaves, or leaves are of another
    // alphabet than the lexicon.
    LEXC_ERROR_IMAGE = -7,
    // The image lacks the automaton, the word index, the definitions or the leaves that the function needs.
    LEXC_ERROR_MISSING = -8,
    // The text of a word, rack, condition, position, play, move, layout or rules is malformed.
    LEXC_ERROR_TEXT = -9,
    // The lexicon has no such word.
    LEXC_ERROR_NO_WORD = -10,
    // The rack size is out of range, or scores under these rules may exceed 32 bits.
    LEXC_ERROR_RULES = -11,
    // Board, rack and rules do not fit together, or the play to take back is not the latest.
    LEXC_ERROR_POSITION = -12,
    // The play or the move is illegal.
    LEXC_ERROR_ILLEGAL = -13,
    // A file cannot be read or mapped.
    LEXC_ERROR_FILE = -14,
    // A rack or a bag does not have the tile.
    LEXC_ERROR_NO_TILE = -15,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lexc_status lexc_status;
#else
typedef int32_t lexc_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Checks of an image when it is opened.
typedef enum {
    // Every byte. Takes about 2 ms per megabyte, 50 ms per megabyte if the image is compact, and at most 220 ms per megabyte if it is
    // forged. A library without the feature "full" makes the checks of LEXC_CHECK_CHECKSUMS.
    LEXC_CHECK_ALL = 0,
    // The checksums, which miss accidental damage with a probability below 1 in 4 billion. For fast nodes, takes at most an eighth
    // of the instructions of LEXC_CHECK_ALL.
    LEXC_CHECK_CHECKSUMS = 1,
    // The header, the section table and a few bytes of some sections, so that all reads stay within the image: for images that were
    // checked before and cannot have changed, such as an image in flash.
    LEXC_CHECK_BOUNDS = 2,
} lexc_checks;

// Directions in which a word is read.
typedef enum {
    // From left to right.
    LEXC_ACROSS = 0,
    // From top to bottom.
    LEXC_DOWN = 1,
} lexc_direction;

// Algorithms that generate plays: the same plays, in different orders.
typedef enum {
    // The fastest algorithm for the automata of the image.
    LEXC_FASTEST = 0,
    // Appel and Jacobson (1988), over the DAWG.
    LEXC_DAWG = 1,
    // Gordon (1994), over the GADDAG.
    LEXC_GADDAG = 2,
    // The algorithm of LEXC_DAWG; the feature "speed" makes it generate each left part once for all lines.
    LEXC_EVERY_LINE = 3,
} lexc_algorithm;

// Kinds of moves.
typedef enum {
    // Places tiles.
    LEXC_PLAY = 0,
    // Exchanges tiles with the bag.
    LEXC_EXCHANGE = 1,
    // Does nothing.
    LEXC_PASS = 2,
} lexc_move_kind;

// Ways in which a game ends.
typedef enum {
    // The game is under way.
    LEXC_UNDER_WAY = 0,
    // A player has no tiles left, and the bag is empty.
    LEXC_OUT = 1,
    // Too many turns in a row scored no point.
    LEXC_SCORELESS = 2,
    // A player has lost the game by a challenge, whatever the scores.
    LEXC_FORFEIT = 3,
    // The last of the turns that the rules allow is over.
    LEXC_TURNS = 4,
} lexc_end;

// A lexicon. Borrows the bytes of its image.
typedef struct {
    uint64_t opaque[96];
} lexc_lexicon;

// A failure, for functions with the argument `error`. Plain data.
typedef struct {
    // Status that the function returned; LEXC_OK if it succeeded.
    lexc_status status;
    // (full) Line of the fault in the text, from 1; 0 if the failure has no place in a text.
    uint32_t line;
    // (full) Character of the line, from 1; 0 if the failure has no place in a text.
    uint32_t column;
    // The problem, its place if it has one, and often a remedy in parentheses; empty if the function succeeded.
    char message[LEXC_MESSAGE_BYTES];
} lexc_error;

// Properties of a lexicon.
typedef struct {
    // Identity of the set of words, as `lexc info` prints it.
    uint8_t fingerprint[16];
    // Number of words.
    uint32_t word_count;
    // Number of tiles of the longest word.
    uint32_t longest_word;
    // Number of tiles of the alphabet. Their codes are 1 to tile_count.
    uint32_t tile_count;
    // Number of blanks in a full bag.
    uint32_t blank_count;
    // True if the image has a DAWG.
    bool has_dawg;
    // True if the image has a GADDAG.
    bool has_gaddag;
    // True if the image has a word index: lexc_word_index and lexc_word_at need it.
    bool has_word_index;
    // True if the image has an anagram filter: lexc_best_plays, lexc_best_moves and anagrams of lexc_find are faster with it.
    bool has_anagram_filter;
} lexc_lexicon_info;

// A tile of the alphabet.
typedef struct {
    // Text of the tile, without brackets.
    char text[17];
    // Text of a blank designated as this tile.
    char blank_text[17];
    // True if the tile is a vowel.
    bool is_vowel;
    // Always 0.
    uint8_t reserved;
    // Points.
    int16_t value;
    // Number of copies of the tile in a full bag.
    uint16_t count;
} lexc_tile;

// A flag or a number of a word.
typedef struct {
    // The name; empty if the word has no label with the index.
    char name[33];
    // True for a number, false for a flag.
    bool is_number;
    // Always 0.
    uint8_t reserved[2];
    // The value of a number; 1 for a flag.
    uint32_t value;
} lexc_label;

// Tiles that make a word when put before or after the given tiles. Bit c stands for the tile with code c.
typedef struct {
    // Front hooks: tiles to put before the given tiles.
    uint64_t front;
    // Back hooks: tiles to put after the given tiles.
    uint64_t back;
} lexc_hook_sets;

// Rules of a game. Borrows nothing.
typedef struct {
    uint64_t opaque[144];
} lexc_rules;

// Properties of rules.
typedef struct {
    // Points for placing as many tiles as one play may.
    int32_t bingo_bonus;
    // Rows of the board, 1 to LEXC_MAX_DIM.
    uint8_t rows;
    // Columns of the board, 1 to LEXC_MAX_DIM.
    uint8_t cols;
    // Row of the start square, which the first play covers.
    uint8_t start_row;
    // Column of the start square.
    uint8_t start_col;
    // Tiles on a full rack, 1 to LEXC_MAX_DIM.
    uint8_t rack_size;
    // Tiles that the bag must hold for an exchange; 255 stands for 255 or more.
    uint8_t exchange_bag_len;
    // Always 0.
    uint8_t reserved[2];
} lexc_rules_info;

// A position: board and rack, and with the feature "std" the cross-sets of the board. Borrows its lexicon and its rules.
typedef struct {
    uint64_t opaque[1568];
} lexc_position;

// A word on the board. Plain data.
typedef struct {
    // Row of the first square.
    uint8_t row;
    // Column of the first square.
    uint8_t col;
    // A lexc_direction.
    uint8_t direction;
    // Number of tiles; 0 if there is no such word.
    uint8_t len;
    // True if the lexicon has the word.
    bool is_word;
} lexc_board_word;

// A play: tiles placed in one row or column, and the word that they form with tiles on the board. 32 bytes of plain data.
typedef struct {
    // Points.
    int32_t score;
    // Row of the origin, the first square of the word.
    uint8_t row;
    // Column of the origin.
    uint8_t col;
    // A lexc_direction.
    uint8_t direction;
    // Number of tiles of the word, including tiles already on the board.
    uint8_t len;
    // Number of tiles placed, at least 1. Functions that take a play ignore this member, and count the tiles in
    // `placed_tiles` instead.
    uint8_t placed_len;
    // Placed tile of each square of the word, or 0 if a tile is already on the square. The bytes after the word are 0.
    uint8_t placed_tiles[LEXC_MAX_DIM];
    // Always 0.
    uint8_t reserved[2];
} lexc_play;

// Record of a play that was made, for lexc_position_take_back.
typedef struct {
    uint64_t opaque[17];
} lexc_undo;

// Values of leaves, the tiles kept on a rack. Borrows the bytes of its image.
typedef struct {
    uint64_t opaque[72];
} lexc_leaves;

// A move and its equity. Plain data.
typedef struct {
    // Equity in thousandths of a point: the score (0 for an exchange or the pass) plus the value of the leave.
    int64_t equity;
    // The play; zeroed if the move is an exchange or the pass.
    lexc_play play;
    // A lexc_move_kind.
    uint8_t kind;
    // Number of tiles exchanged.
    uint8_t exchanged_len;
    // Codes of the tiles exchanged, LEXC_BLANK for a blank; 0 after the last.
    uint8_t exchanged[LEXC_MAX_DIM];
    // Always 0.
    uint8_t reserved[25];
} lexc_move;

// A tile on a square. Plain data.
typedef struct {
    // Row of the square.
    uint8_t row;
    // Column of the square.
    uint8_t col;
    // The tile: a code, plus LEXC_BLANK for a designated blank.
    uint8_t placed_tile;
} lexc_placed;

// Receives a play, which is valid until the function returns, and the context of the search. A result other than 0 ends the
// search. The function may call this library, but may not change or close the position, its lexicon, rules or map. It must
// return: no longjmp, no exceptions.
typedef int32_t (*lexc_visitor)(const lexc_play *play, void *context);

// A game: board, bag, racks, scores, turn and end. Borrows its lexicon and its rules.
typedef struct {
    uint64_t opaque[200];
} lexc_game;

// A game between two turns. Players count from 0, in the order of turns. Plain data.
typedef struct {
    // Points of each player.
    int32_t scores[LEXC_MAX_PLAYERS];
    // Number of tiles in the bag.
    uint32_t bag_len;
    // Number of turns in a row without a point.
    uint32_t zero_turns;
    // Number of players.
    uint8_t players;
    // The player on turn, or who would be next in a game that is over.
    uint8_t on_turn;
    // A lexc_end.
    uint8_t end;
    // The player who went out or lost the game; 0 if there is none.
    uint8_t ended_by;
    // Number of tiles of each player.
    uint8_t rack_lens[LEXC_MAX_PLAYERS];
    // Points of each player without those at the end.
    int32_t played[LEXC_MAX_PLAYERS];
    // Points that each player gained or lost at the end, for the tiles left.
    int32_t end_points[LEXC_MAX_PLAYERS];
} lexc_game_info;

// A bag: the tiles that are not drawn yet, or that a player does not see. Borrows nothing.
typedef struct {
    uint64_t opaque[19];
} lexc_bag;

// Receives a word, its length in bytes, and the context of the search. The word ends in a zero, and is valid until the function
// returns. A result other than 0 ends the search. The function may call this library, but may not change the lexicon or close
// its map. It must return: no longjmp, no exceptions.
typedef int32_t (*lexc_word_visitor)(const char *word, size_t word_bytes, void *context);

// A file that is mapped into memory.
typedef struct {
    uint64_t opaque[8];
} lexc_map;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Returns the version of the library, such as "0.1.0". The text is static.
const char *lexc_version(void);

// (full) Returns the version of the image format that the library reads, such as "1.0". If an image of a later minor
// version has new sections, the library ignores the optional ones, and refuses the image if a new section is required.
// The text is static.
const char *lexc_format_version(void);

// Returns the LEXC_ABI that the library was built with. Compare it with the header's LEXC_ABI if the library is shared.
uint32_t lexc_abi(void);

// (full) Returns a static text that explains a status, such as "a handle was not made, or was closed". Meant for
// failures of functions without the argument `error`.
const char *lexc_status_text(int32_t status);

// Opens an image, whose bytes need no alignment. `checks` is a lexc_checks; if an image is damaged or forged in a way that they do
// not cover, answers may be wrong and searches may take long; nothing worse happens.
// LEXC_ERROR_IMAGE: the message names the fault, and its place if it has one; or the image is of leaves, or has fast nodes, and the
// library was built without the feature "fast-nodes". LEXC_ERROR_ARGUMENT: unknown checks.
lexc_status lexc_lexicon_open(lexc_lexicon *lexicon,
                              const uint8_t *image,
                              size_t image_bytes,
                              int32_t checks,
                              lexc_error *error);

// (views) Makes the lexicon of the words whose labels satisfy an expression, such as "csw & !new" or "level<=35": a view, which borrows
// the same image as `lexicon`. Every function that takes a lexicon then finds, plays and judges these words alone; words that are
// on a board stay. Fingerprint and name are the image's. lexc_lexicon_get_info, lexc_word_index and lexc_word_at walk over all words of
// the image.
// LEXC_ERROR_TEXT: the image has no labels, or the message names the fault of the expression and its place.
lexc_status lexc_lexicon_view(const lexc_lexicon *lexicon,
                              const char *expression,
                              lexc_lexicon *view,
                              lexc_error *error);

// Writes the properties of a lexicon.
lexc_status lexc_lexicon_get_info(const lexc_lexicon *lexicon, lexc_lexicon_info *info);

// Writes the name of a lexicon, which may be empty.
lexc_status lexc_lexicon_name(const lexc_lexicon *lexicon, char *text, size_t text_bytes, size_t *len);

// Writes the tile that has this code.
// LEXC_ERROR_ARGUMENT: the code is not 1 to tile_count.
lexc_status lexc_lexicon_tile(const lexc_lexicon *lexicon, uint8_t code, lexc_tile *tile);

// (views) Writes one of the labels of a word, its flags first, in the order of the image: the one with this index, from 0. A text that is not
// a word, and a word of an image without labels, have none.
lexc_status lexc_word_label(const lexc_lexicon *lexicon,
                            const char *word,
                            size_t index,
                            lexc_label *label,
                            lexc_error *error);

// Looks up a word. The text of a tile and the text of a blank designated as this tile mean the same; a tile of several
// characters may be in mixed case, such as "Ch" for "CH". Takes one step per tile.
// LEXC_ERROR_TEXT: the text is not written in tiles of the alphabet, or has more than 63 tiles.
lexc_status lexc_contains(const lexc_lexicon *lexicon, const char *word, bool *is_word, lexc_error *error);

// (full) Looks up a word by the codes of its tiles. Writes false if a code is unknown, or if there are more than 63 codes.
lexc_status lexc_contains_tiles(const lexc_lexicon *lexicon, const uint8_t *codes, size_t len, bool *is_word);

// (full) Tests if any word of the lexicon starts with these tiles. Each word is a prefix of itself.
// LEXC_ERROR_TEXT: as for lexc_contains.
lexc_status lexc_is_prefix(const lexc_lexicon *lexicon, const char *prefix, bool *is_prefix, lexc_error *error);

// (full) Writes the word index of a word: the number of words before it in alphabetical order.
// LEXC_ERROR_NO_WORD: the lexicon does not have the word. LEXC_ERROR_MISSING: the image has no word index.
// LEXC_ERROR_TEXT: as for lexc_contains.
lexc_status lexc_word_index(const lexc_lexicon *lexicon, const char *word, uint32_t *index, lexc_error *error);

// (full) Writes the word that has this word index, 0 to word_count - 1.
// LEXC_ERROR_NO_WORD: the index is word_count or more. LEXC_ERROR_MISSING: the image has no word index.
lexc_status lexc_word_at(const lexc_lexicon *lexicon,
                         uint32_t index,
                         char *text,
                         size_t text_bytes,
                         size_t *len,
                         lexc_error *error);

// (full) Writes the definition of a word; an empty text if the word list had none for it.
// LEXC_ERROR_NO_WORD: the lexicon does not have the word. LEXC_ERROR_MISSING: the image has no definitions.
// LEXC_ERROR_TEXT: as for lexc_contains.
lexc_status lexc_definition(const lexc_lexicon *lexicon,
                            const char *word,
                            char *text,
                            size_t text_bytes,
                            size_t *len,
                            lexc_error *error);

// (full) Writes the hooks of these tiles, which need not form a word themselves.
// LEXC_ERROR_TEXT: as for lexc_contains.
lexc_status lexc_hooks(const lexc_lexicon *lexicon, const char *word, lexc_hook_sets *hooks, lexc_error *error);

// Makes rules from settings key=value, separated by spaces or line ends, in any order, such as "rack=8 challenge=5/word". An
// empty text gives the usual rules of the lexicon's alphabet. The first word may be the name of a preset, such as rack-8: rules of a
// game in use, which `lexc rules` lists. The keys:
//     board      standard (15 x 15), super (21 x 21), or a layout on one line: "1,1:=.'/.-/'.=" has the row and column of the
//                start square, then the rows with the characters of lexc_rules_set_layout, and a dot for a plain square
//     rack       tiles on a full rack, 1 to LEXC_MAX_DIM
//     bonus      points for placing as many tiles as one play may, or a list by number of tiles placed: 7:50,8:x2 has 50 points for
//                seven tiles, and doubles a play of eight
//     blank      points of a blank
//     exchange   tiles that the bag must hold for an exchange; usually 1 in Spanish, otherwise as many as a full rack
//     scoreless  turns in a row without a point that end a game
//     passes     passes in a row that end a game, or none
//     end        tournament: a player who goes out gets twice the tiles of the others; printed: gets them once, and the others
//                lose them; none: tiles left count no points
//     challenge  void, single, double, triple, 5 for points a play, 5/word, or -10 for points that the challenger loses
//     finish     out: the game ends when a player goes out; last: after one more turn of each of the others; bag: after one more turn
//                of each player once the bag is empty
//     turns      turns of each player after which a game ends, or none
//     swap       tiles that one exchange may swap, or all, for as many as a full rack has
//     place      tiles that one play may place, or all, for as many as a full rack has
//     values     points of letters in place of the alphabet's: JX:8,QZ:10
//     drawn      a seed that draws the premium squares of the board
//     counts     numbers of tiles in the full bag in place of the alphabet's: AI:9,?:2
// `cgp` is NULL, or a position as lexc_position_parse reads it. The position then gives settings that the text leaves out: the board
// is the preset of its size, and its operations bb and etl are bonus and exchange.
// LEXC_ERROR_TEXT: the message names the wrong setting, or the place in the position. LEXC_ERROR_RULES: the rack size is out of
// range, or scores may exceed 32 bits. LEXC_ERROR_POSITION: no preset has the size of the position's board.
lexc_status lexc_rules_parse(lexc_rules *rules,
                             const lexc_lexicon *lexicon,
                             const char *text,
                             const char *cgp,
                             lexc_error *error);

// Writes the rules as text on one line that lexc_rules_parse reads. Settings after challenge are left out where they are the usual
// ones.
lexc_status lexc_rules_text(const lexc_rules *rules,
                            const lexc_lexicon *lexicon,
                            char *text,
                            size_t text_bytes,
                            size_t *len);

// (full) Replaces the layout of the board by that of a layout file. The first line of `layout` is "row, col" of the start square.
// Then follows a line for each row, with a character for each square: a space is a plain square; the characters ', ", ^ and *
// multiply the letter by two to five; -, =, ~ and ! multiply the word by two to five; # is a brick, which no tile covers. No
// position may borrow the rules when this function or another lexc_rules_set_ function changes them.
// LEXC_ERROR_TEXT: the message names the fault, and its line and column if it has them.
lexc_status lexc_rules_set_layout(lexc_rules *rules,
                                  const char *layout,
                                  lexc_error *error);

// (full) Changes the points of a tile; code 0 is the blank.
// LEXC_ERROR_ARGUMENT: unknown code.
lexc_status lexc_rules_set_value(lexc_rules *rules, uint8_t code, int16_t value, lexc_error *error);

// Writes the properties of rules.
lexc_status lexc_rules_get_info(const lexc_rules *rules, lexc_rules_info *info);

// Writes the premium of a square: the factors for the letter placed there and for its word, 1 to 5; both are 0 for a brick.
// `letter_multiplier`, `word_multiplier` or both may be NULL.
// LEXC_ERROR_ARGUMENT: the square is outside the board.
lexc_status lexc_rules_premium(const lexc_rules *rules,
                               uint8_t row,
                               uint8_t col,
                               int32_t *letter_multiplier,
                               int32_t *word_multiplier);

// Makes a position with an empty board and an empty rack.
// LEXC_ERROR_RULES: under these rules, scores may exceed 32 bits.
lexc_status lexc_position_new(lexc_position *position, const lexc_lexicon *lexicon, const lexc_rules *rules, lexc_error *error);

// Reads a position from a line of CGP: rows from the top, separated by "/", in which a number stands for as many empty
// squares; then the rack. "/" and an opponent's rack, scores, scoreless turns and operations may follow; they are
// checked, but not kept.
//     15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINR?/
// LEXC_ERROR_RULES: under these rules, scores may exceed 32 bits.
// LEXC_ERROR_TEXT: the message names the place. LEXC_ERROR_POSITION: the size of the board is not that of the rules, the rack
// has too many tiles, a tile is on a brick, or the alphabet of the rules lacks a tile.
lexc_status lexc_position_parse(lexc_position *position,
                                const lexc_lexicon *lexicon,
                                const lexc_rules *rules,
                                const char *cgp,
                                lexc_error *error);

// Writes the position as a line of CGP, with scores of 0.
lexc_status lexc_position_text(const lexc_position *position, char *text, size_t text_bytes, size_t *len);

// Writes the placed tile of a square, or 0 if it is empty.
// LEXC_ERROR_ARGUMENT: the square is outside the board.
lexc_status lexc_position_get(const lexc_position *position, uint8_t row, uint8_t col, uint8_t *placed_tile);

// Sets the placed tile of a square; 0 empties it. Does not change the rack. Computes all cross-sets again (std): to set up
// many squares, lexc_position_parse is faster.
// LEXC_ERROR_ARGUMENT: the square is outside the board, or the placed tile is malformed. LEXC_ERROR_POSITION: the alphabet
// of the rules lacks the tile, or the square is a brick.
lexc_status lexc_position_set(lexc_position *position, uint8_t row, uint8_t col, uint8_t placed_tile);

// Sets the rack, written as tiles, with ? for each blank.
// LEXC_ERROR_TEXT: the message names the place. LEXC_ERROR_POSITION: the rack has too many tiles, or the alphabet of the rules
// lacks a tile.
lexc_status lexc_position_set_rack(lexc_position *position, const char *rack, lexc_error *error);

// Writes the rack: letters in alphabet order, then blanks.
lexc_status lexc_position_rack(const lexc_position *position, char *text, size_t text_bytes, size_t *len);

// Writes the number of tiles in the bag: those of a full bag that are not on the board, not on this rack, and not on the
// opponent's, which is full as far as the tiles suffice.
lexc_status lexc_position_bag_len(const lexc_position *position, size_t *bag_len);

// Writes one of the words on the board, which are the runs of at least two tiles, across and then down. `index` counts them from
// 0; if there are fewer words, zeroes `word` and writes an empty text.
lexc_status lexc_position_word(const lexc_position *position,
                               size_t index,
                               lexc_board_word *word,
                               char *text,
                               size_t text_bytes,
                               size_t *len);

// Makes a play: moves its tiles from the rack to the board. Does not look up words; lexc_play_check does. Makes `undo`
// for lexc_position_take_back, unless `undo` is NULL.
// LEXC_ERROR_ARGUMENT: the play is malformed. LEXC_ERROR_ILLEGAL: the message names the fault.
lexc_status lexc_position_play(lexc_position *position, const lexc_play *play, lexc_undo *undo, lexc_error *error);

// (full) Takes back the latest play that was not taken back yet: restores board and rack, even if the rack was set since.
// A call that returns LEXC_OK or LEXC_ERROR_POSITION uses up `undo`, which then counts as not made.
// LEXC_ERROR_POSITION: `undo` is from another play, or lexc_position_set was called since. A library without the
// feature "std" only checks that the tiles of the play that made `undo` are on the board.
lexc_status lexc_position_take_back(lexc_position *position, lexc_undo *undo);

// (full) Writes the cross-set of an empty square: the tiles that, placed on it by a play in this direction, form a
// word across the play. The set has all tiles if both neighbours of the square across the play are empty, and none if
// the square is occupied or a brick. Bit c stands for the tile with code c. A library without the feature "std"
// computes the cross-set at each call.
// LEXC_ERROR_ARGUMENT: the square is outside the board, or the direction is unknown.
lexc_status lexc_cross_set(const lexc_position *position, uint8_t row, uint8_t col, int32_t direction, uint64_t *tiles);

// Opens an image of leaves for the alphabet of a lexicon. `checks` is a lexc_checks, as for lexc_lexicon_open. `lexc leaves` or
// `lexc convert` makes an image of leaves. A
// leave that is not listed has the value of the image's estimate. In an image without an estimate, it has the value 0 if
// the image lists leaves of six tiles, and otherwise the sum of the values listed for its single tiles.
// LEXC_ERROR_IMAGE: the message names the damage, or says that the leaves are of another alphabet. LEXC_ERROR_MISSING:
// the image has words, not leaves. LEXC_ERROR_ARGUMENT: unknown checks.
lexc_status lexc_leaves_open(lexc_leaves *leaves,
                             const lexc_lexicon *lexicon,
                             const uint8_t *image,
                             size_t image_bytes,
                             int32_t checks,
                             lexc_error *error);

// (full) Writes the value of a leave in thousandths of a point. The leave is written as a rack.
// LEXC_ERROR_TEXT: the text is not a rack.
lexc_status lexc_leave_value(const lexc_leaves *leaves,
                             const lexc_lexicon *lexicon,
                             const char *leave,
                             int32_t *value,
                             lexc_error *error);

// Writes the moves with the highest equities to `moves`, best first, and their number to *count: `capacity`, or fewer
// if there are no more. Zeroes the rest of `moves`. Moves are plays, exchanges and the pass. `bag_len` is the number
// of tiles in the bag: if it is less than the rules require for an exchange, there are no exchanges. `leaves` may be
// NULL: all leaves then have the value 0. Takes up to 96 KiB of stack on every host.
lexc_status lexc_best_moves(const lexc_position *position,
                            const lexc_leaves *leaves,
                            size_t bag_len,
                            lexc_move *moves,
                            size_t capacity,
                            size_t *count);

// Writes the move of a casual player, who overlooks words so that people can win: the play of the highest score whose word is not
// overlooked, else an exchange of the whole rack or the pass. Each `level`, from 1 to LEXC_CASUAL_LEVELS, wins 60 to 70 % of the games
// against the one below, and so do the plays of the highest score against the last. The same position gives the same move.
// LEXC_ERROR_ARGUMENT: no such level.
lexc_status lexc_casual_move(const lexc_position *position,
                             size_t level,
                             size_t bag_len,
                             lexc_move *made);

// Reads a move, as lexc_move_text writes it: a play as by lexc_play_parse, "exchange QV" with the tiles in any order and letter
// case, or "pass". Scores a play; the equity is the score. The move need not be legal.
// LEXC_ERROR_TEXT: the message names the place.
lexc_status lexc_move_parse(const lexc_position *position, const char *written, lexc_move *parsed, lexc_error *error);

// Reads a move that a person types: like lexc_move_parse, except for the designated blanks of a play if its word has no
// upper-case letter, as in "8d care", or if the rack has too few blanks for them: each then stays a blank only if the rack has a
// blank left, and no such letter.
// LEXC_ERROR_TEXT: the message names the place.
lexc_status lexc_move_parse_typed(const lexc_position *position,
                                  const char *written,
                                  lexc_move *parsed,
                                  lexc_error *error);

// Makes the play of tiles that a player lays on the board, in any order: its word runs through the tiles on the board beside and
// between them. Scores the play; the equity is the score. The play need not be legal.
// LEXC_ERROR_ILLEGAL: the tiles are not all in one word, a square is outside the board, or a tile is malformed.
lexc_status lexc_move_place(const lexc_position *position,
                            const lexc_placed *placed,
                            size_t count,
                            lexc_move *made,
                            lexc_error *error);

// Writes a move as text: a play in standard notation, such as "8D RETSINA"; an exchange as "exchange QV"; the pass as
// "pass".
// LEXC_ERROR_ARGUMENT: the move is malformed.
lexc_status lexc_move_text(const lexc_position *position,
                           const lexc_move *candidate,
                           char *text,
                           size_t text_bytes,
                           size_t *len);

// Writes a part of a move as text. `part` is its name: "kind" is "play", "exchange" or "pass"; "text" is that of lexc_move_text;
// "coordinate" is the first square of a play's word, such as "8D" across, "D8" down; "direction" is "across" or "down"; "row" and
// "col" are those of the first square, from 0; "word" has the tiles on the board; "tiles" has a "." for each of them; "score";
// "placed" is the number of tiles placed; "leave" has the tiles that stay on the rack; "leave_value" and "equity" are in thousandths
// of a point. The text is empty if the move does not have the part.
// LEXC_ERROR_ARGUMENT: unknown part, or the move is malformed.
lexc_status lexc_move_part(const lexc_position *position,
                           const lexc_move *candidate,
                           const char *part,
                           char *text,
                           size_t text_bytes,
                           size_t *len);

// (full) Visits each legal play and its score, until the visitor returns a number other than 0. The order depends on position,
// algorithm and image, and on the feature "speed". Omits exchanges and the pass. On an empty board with a symmetric
// layout, also omits the plays in the direction LEXC_DOWN.
// LEXC_STOPPED: the visitor ended the search. LEXC_ERROR_MISSING: the image lacks the automaton of the lexc_algorithm.
// LEXC_ERROR_ARGUMENT: unknown algorithm.
lexc_status lexc_for_each_play(const lexc_position *position,
                               int32_t algorithm,
                               lexc_visitor visitor,
                               void *context,
                               lexc_error *error);

// (full) Writes the `capacity` plays with the highest scores, or all plays if there are fewer, best first. Writes
// their number to `count`, and zeroes the unused part of `plays`. Plays of equal score are ordered by direction
// (across first), row, column, and placed tiles. A search for a few best plays is much faster than a search for all
// plays. Takes up to 96 KiB of stack on every host.
lexc_status lexc_best_plays(const lexc_position *position, lexc_play *plays, size_t capacity, size_t *count);

// (full) Writes a play in standard notation: "8D RETSINA" across, "D8 RETSINA" down. The word includes tiles on the board.
// LEXC_ERROR_ARGUMENT: the play is malformed.
lexc_status lexc_play_text(const lexc_position *position, const lexc_play *play, char *text, size_t text_bytes, size_t *len);

// Reads a play in standard notation and scores it. A tile on the board is written like a placed tile, as ".",
// or in parentheses. The play need not be legal.
// LEXC_ERROR_TEXT: the message names the place.
lexc_status lexc_play_parse(const lexc_position *position, const char *written, lexc_play *play, lexc_error *error);

// Returns LEXC_OK if a play is legal and the lexicon has all words that the play forms.
// LEXC_ERROR_ILLEGAL: the message names the fault. LEXC_ERROR_ARGUMENT: the play is malformed.
lexc_status lexc_play_check(const lexc_position *position, const lexc_play *play, lexc_error *error);

// Scores a play by the rules. Ignores the member `score` of the play.
// LEXC_ERROR_ARGUMENT: the play is malformed.
lexc_status lexc_play_score(const lexc_position *position, const lexc_play *play, int32_t *points);

// (full) Writes the words that a play forms, each with a line feed after it: the word of the play, then the words across it, in
// the order of their squares. With `only_phonies`, writes only words that the lexicon does not have. Does not check the
// placement; lexc_play_check does.
// LEXC_ERROR_ARGUMENT: the play is malformed.
lexc_status lexc_play_words(const lexc_position *position,
                            const lexc_play *play,
                            bool only_phonies,
                            char *text,
                            size_t text_bytes,
                            size_t *len);

// Starts a game of 2 to 4 players: fills their racks from the full bag. `random` has a random number for each tile of the
// racks, any 64 bits; the same numbers give the same racks.
// LEXC_ERROR_ARGUMENT: `players` or `random_count` is out of range. LEXC_ERROR_RULES: the bag does not fill the racks, or a
// player might score more than 1,000,000,000 points.
lexc_status lexc_game_new(lexc_game *game,
                          const lexc_lexicon *lexicon,
                          const lexc_rules *rules,
                          size_t players,
                          const uint64_t *random,
                          size_t random_count,
                          lexc_error *error);

// Continues a game from a line of CGP, in which the racks and the scores of two to four players are joined by "/". The player
// `on_turn` is the first of them; the tiles that the line does not name are in the bag, or on racks that are not known.
// LEXC_ERROR_TEXT: the message names the place. LEXC_ERROR_POSITION, LEXC_ERROR_RULES: as for lexc_position_parse.
// LEXC_ERROR_ARGUMENT: there is no such player.
lexc_status lexc_game_parse(lexc_game *game,
                            const lexc_lexicon *lexicon,
                            const lexc_rules *rules,
                            const char *cgp,
                            size_t on_turn,
                            lexc_error *error);

// Fills the racks of all players from the bag, that of the player on turn first, and draws the unknown tiles of racks anew: as for
// a game that continues from a record. `random` has a random number for each tile to draw, any 64 bits; as many as full racks of
// all players have tiles are enough. There is no move to take back then.
// LEXC_ERROR_ARGUMENT: `random_count` is less than that.
lexc_status lexc_game_fill_racks(lexc_game *game,
                                 const uint64_t *random,
                                 size_t random_count);

// Writes the scores, the turn and the end of a game.
lexc_status lexc_game_get_info(const lexc_game *game, lexc_game_info *info);

// Writes the game as a line of CGP: the board, the racks and the scores of all players from the one on turn, and the turns
// without points. lexc_game_parse continues the game from it if the game is under way and the rack on turn is known; a limit of
// passes then counts all turns without points.
lexc_status lexc_game_text(const lexc_game *game, char *text, size_t text_bytes, size_t *len);

// Writes the rack of a player: letters in alphabet order, then blanks.
// LEXC_ERROR_ARGUMENT: there is no such player.
lexc_status lexc_game_rack(const lexc_game *game, size_t player, char *text, size_t text_bytes, size_t *len);

// Makes the position of the player on turn, for searches. The position borrows the lexicon and the rules of the game.
lexc_status lexc_game_position(const lexc_game *game, lexc_position *position);

// Checks a move of the player on turn by the rules. Looks up the words of a play unless `allow_phonies` is true, as in games in
// which they stay until they are challenged. Ignores the equity of the move.
// LEXC_ERROR_ARGUMENT: the move is malformed. LEXC_ERROR_ILLEGAL: the message names the rule that the move breaks.
lexc_status lexc_game_check(const lexc_game *game, const lexc_move *candidate, bool allow_phonies, lexc_error *error);

// Makes a move of the player on turn: puts its tiles on the board, draws, counts its points, and ends the game or puts the next
// player on turn. Points for the tiles left are added at the end. Does not look up words; lexc_game_check does. `random` has a
// random number for each tile to draw, any 64 bits; as many as a full rack has tiles are enough.
// LEXC_ERROR_ARGUMENT: the move is malformed, or `random_count` is less than the number of tiles on a full rack.
// LEXC_ERROR_ILLEGAL: the message names the rule that the move breaks; the game stays as it was.
lexc_status lexc_game_make(lexc_game *game,
                           const lexc_move *candidate,
                           const uint64_t *random,
                           size_t random_count,
                           lexc_error *error);

// Challenges the play that was made last, for the player after the one who made it, at the price of the rules. If the play
// formed a phony, takes it off the board and writes the phony to `text`; otherwise the text is empty.
// LEXC_ERROR_ARGUMENT: the latest move was not a play, or the rules permit no challenge. LEXC_ERROR_CAPACITY: the ruling stands,
// and the text is cut; LEXC_TEXT_BYTES are enough.
lexc_status lexc_game_challenge(lexc_game *game,
                                char *text,
                                size_t text_bytes,
                                size_t *len);

// Adds points to the score of a player, as for a time penalty. Does not end a turn; there is no move to take back then.
// LEXC_ERROR_ARGUMENT: there is no such player. LEXC_ERROR_ILLEGAL: the score would be out of range.
lexc_status lexc_game_adjust(lexc_game *game, size_t player, int32_t points, lexc_error *error);

// Takes back the move that was made last. There is one to take back after lexc_game_make, until a challenge,
// lexc_game_fill_racks, lexc_game_adjust or another call of this function.
// LEXC_ERROR_ARGUMENT: there is no move to take back.
lexc_status lexc_game_take_back(lexc_game *game);

// (full) Makes the full bag: each tile of the lexicon's alphabet, and the blank, as often as its count.
lexc_status lexc_bag_new(lexc_bag *bag, const lexc_lexicon *lexicon);

// (full) Makes the bag of the tiles that the player on turn does not see: the full bag without the tiles on the board and on the
// rack of the position. If board and rack have more copies of a tile than the full bag, the made bag has none.
lexc_status lexc_bag_unseen(lexc_bag *bag,
                            const lexc_position *position);

// (full) Writes the number of tiles in a bag, blanks included.
lexc_status lexc_bag_len(const lexc_bag *bag, size_t *len);

// (full) Writes the number of tiles in a bag that have this code; LEXC_BLANK counts the blanks.
// LEXC_ERROR_ARGUMENT: unknown code.
lexc_status lexc_bag_count(const lexc_bag *bag, uint8_t code, size_t *count);

// (full) Takes the tile with this index out of a bag, and writes its code, or LEXC_BLANK for a blank. Indices count
// the tiles of the bag from 0: the letters in alphabet order, then the blanks. To draw at random, pass a random index
// less than the number of tiles in the bag.
// LEXC_ERROR_ARGUMENT: the bag has no tile with this index.
lexc_status lexc_bag_draw(lexc_bag *bag, size_t index, uint8_t *code);

// (full) Puts a tile into a bag: a code, or LEXC_BLANK for a blank. In an exchange, draw the new tiles first.
// LEXC_ERROR_ARGUMENT: unknown code, or the bag already has 65,535 tiles with this code.
lexc_status lexc_bag_add(lexc_bag *bag, uint8_t code);

// (full) Takes a tile out of a bag: a code, or LEXC_BLANK for a blank.
// LEXC_ERROR_ARGUMENT: unknown code. LEXC_ERROR_NO_TILE: the bag does not have the tile.
lexc_status lexc_bag_remove(lexc_bag *bag, uint8_t code);

// (full) Puts a tile on the rack of a position: a code, or LEXC_BLANK for a blank.
// LEXC_ERROR_ARGUMENT: unknown code. LEXC_ERROR_POSITION: the rack is full, or the alphabet of the rules lacks the tile.
lexc_status lexc_position_add_tile(lexc_position *position, uint8_t code);

// (full) Takes a tile off the rack of a position, as for an exchange: a code, or LEXC_BLANK for a blank.
// LEXC_ERROR_ARGUMENT: unknown code. LEXC_ERROR_NO_TILE: the rack does not have the tile.
lexc_status lexc_position_remove_tile(lexc_position *position, uint8_t code);

// (full) Writes the tiles that stay if `tiles` are taken off `rack`, letters in alphabet order, then blanks.
// LEXC_ERROR_TEXT: a text is not a rack. LEXC_ERROR_NO_TILE: the rack does not have all of the tiles.
lexc_status lexc_rack_subtract(const lexc_lexicon *lexicon,
                               const char *rack,
                               const char *tiles,
                               char *text,
                               size_t text_bytes,
                               size_t *len,
                               lexc_error *error);

// (full) Writes the points that each of two players gains or loses at the end of a game, by the racks that they hold
// then. If one player has no tiles, this player gains twice the value of the other player's tiles. If both have tiles,
// as after turns without a point, each loses the value of their own tiles.
// LEXC_ERROR_TEXT: a text is not a rack.
lexc_status lexc_end_points(const lexc_lexicon *lexicon,
                            const lexc_rules *rules,
                            const char *first_rack,
                            const char *second_rack,
                            int32_t *first_points,
                            int32_t *second_points,
                            lexc_error *error);

// Writes the words that meet all conditions, in alphabetical order, each with a line feed after it. Takes up to 32 KiB of
// stack.
// A condition is a name and a value, such as "anagram:AEINRT?" or "length:7-8". White space separates conditions; an empty
// text has none, and all words meet it. The names are the long options of `lexc find`, which the message of an unknown name
// lists; compiler/book/src/words.md describes their values.
// LEXC_ERROR_ARGUMENT: more than LEXC_MAX_CONDITIONS conditions. LEXC_ERROR_TEXT: the message names the condition and the place.
// LEXC_ERROR_CAPACITY: the buffer is too short for all words.
lexc_status lexc_find(const lexc_lexicon *lexicon,
                      const char *conditions,
                      char *text,
                      size_t text_bytes,
                      size_t *len,
                      lexc_error *error);

// (full) Visits the words that meet all conditions, in alphabetical order, until the visitor returns a number other
// than 0. The conditions are a text, as for lexc_find. Takes up to 32 KiB of stack.
// LEXC_STOPPED: the visitor ended the search. LEXC_ERROR_ARGUMENT, LEXC_ERROR_TEXT: as for lexc_find.
lexc_status lexc_for_each_word(const lexc_lexicon *lexicon,
                               const char *conditions,
                               lexc_word_visitor visitor,
                               void *context,
                               lexc_error *error);

// (std) Maps a file: only the pages that are read take memory. While the file is mapped, no program may write to it or truncate
// it: answers could change, or the system could end the process. Replacing the file by renaming, as `lexc build` does, is safe;
// Windows may refuse to replace a mapped file. For a file that may change, use lexc_file_read.
// LEXC_ERROR_FILE: the file is missing, not readable, or cannot be mapped. An empty file has length 0 and is no error.
lexc_status lexc_map_open(lexc_map *map, const char *path, lexc_error *error);

// (std) Writes the address of the file's bytes and their number. The bytes are valid until the map is closed.
lexc_status lexc_map_image(const lexc_map *map, const uint8_t **image, size_t *image_bytes);

// (std) Advises the system not to read ahead, for an image that is larger than memory. The system may ignore the
// advice. Call the function before lexc_lexicon_open, which already reads pages of the image. Does nothing
// except on Unix.
lexc_status lexc_map_page_by_page(const lexc_map *map);

// (std) Gives the memory of the file's pages back to the system, which reads a page again when it is needed. Other threads may
// use the image meanwhile. Does nothing except on Unix.
// LEXC_ERROR_FILE: the system refuses.
lexc_status lexc_map_release(const lexc_map *map, lexc_error *error);

// (std) Closes a map. The bytes of the map must not be used afterwards. Close each map once. Do not close a copy of it.
// LEXC_ERROR_HANDLE: the map is not open.
lexc_status lexc_map_close(lexc_map *map);

// (std) Writes the length of a file in bytes.
// LEXC_ERROR_FILE: the file is missing or not readable. An empty file has length 0 and is no error.
lexc_status lexc_file_bytes(const char *path, uint64_t *file_bytes, lexc_error *error);

// (std) Reads a whole file into `buffer`, and writes its length in bytes to *len.
// LEXC_ERROR_CAPACITY: the file has more than `capacity` bytes; the contents of `buffer` are undefined then.
// LEXC_ERROR_FILE: the file is missing or not readable. An empty file has length 0 and is no error.
lexc_status lexc_file_read(const char *path, uint8_t *buffer, size_t capacity, size_t *len, lexc_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LEXC_H */
