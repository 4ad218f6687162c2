/*
 * lexc: word lists as images that are read in place, and all plays of a crossword game.
 *
 * An image is made by `lexc build`. This library opens one wherever it lies, in memory, in flash or in a mapped file, looks
 * words up, and generates the plays of a position with their scores. A complete program is examples/plays.c; how to build
 * and link is in README.md beside this folder.
 *
 * Memory
 *   The library allocates none. Handles (lexc_lexicon, lexc_rules, lexc_position, lexc_map) are the caller's, on the stack or
 *   wherever they are wanted, and need no end, but for lexc_map_close. What a handle borrows has to stay where it is, and
 *   unchanged, as long as the handle is in use:
 *       lexc_lexicon   borrows the bytes of the image,
 *       lexc_position  borrows the rules,
 *       the bytes of lexc_map_image are those of the map.
 *   A handle may be copied (but for lexc_map), and moved as long as nothing borrows it. Stack: searches take up to 96 KiB on
 *   hosts with an operating system; lexc_for_each_play with LEXC_DAWG or LEXC_GADDAG takes 5 KiB without one.
 *
 * Arguments
 *   A pointer is NULL, or leads to what the function says: a handle, a text that ends in a zero, so many bytes. The library
 *   answers NULL, misalignment, numbers out of range, texts that are not UTF-8, and handles that were not made, or
 *   whose making failed, with a status. It can't know of other memory whether it is what it should be; to be told apart, a
 *   handle that was not made must not look like one that was, and none does that is zeroed or holds what memory happens to.
 *   What is written may not overlap any other argument. Pointers to results may not be NULL unless the function says so.
 *   After a failure, results are not to be used.
 *
 * Errors
 *   Functions return LEXC_OK or another number that is not negative if they did what they are for, and one of LEXC_ERROR_...,
 *   which are negative, if not. Those with the arguments `message` and `message_bytes` write a text for people to that
 *   buffer: what is wrong, where, and in parentheses what to do about it; empty after success, cut off at the end of a
 *   character if it does not fit. LEXC_MESSAGE_BYTES are always enough, and NULL is taken for no wish to know.
 *   Nothing panics or unwinds into the caller, whatever the image. With lexc_lexicon_open_trusted, a damaged image may give
 *   wrong answers, and nothing worse.
 *
 * Texts
 *   All are UTF-8. Those that are written end in a zero. Functions with the arguments `text`, `text_bytes` and `len` write
 *   the text to the buffer and its length without the zero to *len; `len` may be NULL. If the buffer is too short, they
 *   write as many whole characters as fit, the length that is needed, and return LEXC_ERROR_CAPACITY.
 *   Tiles are written as one character, or in brackets if they are several ("[L.L]A"); a blank on a rack as "?", and on the
 *   board in the form that blanks have in the alphabet, by custom the small letter.
 *
 * Squares, tiles and faces
 *   Rows and columns count from 0, from the top left. A tile is its code, 1 to 62: its place in alphabet order. A face, what
 *   lies on a square, is 0 for nothing, the code for a lettered tile, and LEXC_BLANK + code for a blank that stands for it.
 *   Sets of tiles have bit c for the tile with code c.
 *
 * Threads
 *   There is no global state. Any number of threads may use a handle at once if none of them changes it: arguments that are
 *   `const` are not changed. Functions that change a handle have to be alone with it.
 */
#ifndef LEXC_H
#define LEXC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The number of this interface; compare it with lexc_abi() if the library is a shared one. */
#define LEXC_ABI 1

/* Bytes that are enough for every message. */
#define LEXC_MESSAGE_BYTES 512

/* Bytes that are enough for the text of every position, rack, play and word, in an alphabet of one-byte tiles; tiles of
 * several characters can take more, and what is not enough is said. */
#define LEXC_TEXT_BYTES 1024

/* The largest number of rows and of columns, and of tiles on a rack. */
#define LEXC_MAX_DIM 21

/* What a blank adds to the code of the tile that it stands for. */
#define LEXC_BLANK 0x80

/* Results of functions. The type has a fixed size, as that of an enumeration depends on the compiler's options. */
typedef int32_t lexc_status;
enum {
    LEXC_OK = 0,                 /* done */
    LEXC_STOPPED = 1,            /* done as far as the visitor wanted */
    LEXC_ERROR_NULL = -1,        /* a pointer is NULL */
    LEXC_ERROR_ALIGNMENT = -2,   /* a pointer is not aligned to its type */
    LEXC_ERROR_HANDLE = -3,      /* a handle was not made, or was closed */
    LEXC_ERROR_ARGUMENT = -4,    /* a number is out of range, or a play is none */
    LEXC_ERROR_UTF8 = -5,        /* a text is not UTF-8 */
    LEXC_ERROR_CAPACITY = -6,    /* a buffer is too short */
    LEXC_ERROR_IMAGE = -7,       /* the image is damaged, or is none */
    LEXC_ERROR_MISSING = -8,     /* the image has no such automaton, or no numbers */
    LEXC_ERROR_TEXT = -9,        /* a word, rack, position, play or layout can't be read */
    LEXC_ERROR_NO_WORD = -10,    /* there is no such word */
    LEXC_ERROR_RULES = -11,      /* the rules are impossible */
    LEXC_ERROR_POSITION = -12,   /* board, rack and rules do not go together */
    LEXC_ERROR_ILLEGAL = -13,    /* the play is not legal */
    LEXC_ERROR_FILE = -14        /* a file can't be read or mapped */
};

/* Presets of rules. */
enum {
    LEXC_STANDARD = 0,           /* 15 x 15 squares, 7 tiles, 50 points for placing all of them */
    LEXC_SUPER = 1               /* 21 x 21 squares with quadruple premiums, 7 tiles, 50 points */
};

/* Directions in which words are read. */
enum {
    LEXC_ACROSS = 0,             /* from left to right */
    LEXC_DOWN = 1                /* from top to bottom */
};

/* Algorithms that generate plays. The plays are the same, their order is not. */
enum {
    LEXC_FASTEST = 0,            /* the fastest for which the image has the automaton */
    LEXC_DAWG = 1,               /* Appel and Jacobson's, over the DAWG */
    LEXC_GADDAG = 2,             /* Gordon's, over the GADDAG */
    LEXC_EVERY_LINE = 3          /* Appel and Jacobson's with all lines at once, over the DAWG */
};

/* Handles. What is in them is the library's; they are aligned to 8 bytes and larger than they have to be. */
typedef struct lexc_lexicon { uint64_t opaque[64]; } lexc_lexicon;
typedef struct lexc_rules { uint64_t opaque[96]; } lexc_rules;
typedef struct lexc_position { uint64_t opaque[96]; } lexc_position;
typedef struct lexc_map { uint64_t opaque[8]; } lexc_map;

/* What a lexicon is. */
typedef struct lexc_lexicon_info {
    uint8_t fingerprint[16];     /* identity of the set of words, as `lexc info` prints it */
    uint32_t word_count;
    uint32_t longest_word;       /* in tiles */
    uint32_t tile_count;         /* codes are 1 to this */
    uint32_t blank_count;        /* blanks in the bag */
    bool has_dawg;
    bool has_gaddag;
    bool has_numbers;            /* for lexc_number_of and lexc_word_at */
    bool has_anagrams;           /* the best plays are found sooner */
} lexc_lexicon_info;

/* A tile of the alphabet. */
typedef struct lexc_tile {
    char text[17];               /* what is written on it, without brackets */
    char blank_text[17];         /* what a blank shows that stands for it */
    bool is_vowel;
    uint8_t reserved;            /* 0 */
    int16_t value;               /* points */
    uint16_t count;              /* how many there are in the bag */
} lexc_tile;

/* The tiles that make another word of one. */
typedef struct lexc_hook_sets {
    uint64_t before;             /* those that can be put before it */
    uint64_t after;              /* those that can be put after it */
} lexc_hook_sets;

/* What rules say. */
typedef struct lexc_rules_info {
    int32_t bingo_bonus;         /* points for placing a full rack */
    uint8_t rows;                /* 1 to LEXC_MAX_DIM */
    uint8_t cols;                /* 1 to LEXC_MAX_DIM */
    uint8_t start_row;           /* the square that the first play covers */
    uint8_t start_col;
    uint8_t rack_size;           /* tiles on a full rack, 1 to LEXC_MAX_DIM */
    uint8_t reserved[3];         /* 0 */
} lexc_rules_info;

/* A play: tiles placed in one row or column, as the word that they make or extend. Plain data of 32 bytes. */
typedef struct lexc_play {
    int32_t score;               /* points */
    uint8_t row;                 /* of the word's first tile */
    uint8_t col;
    uint8_t direction;           /* LEXC_ACROSS or LEXC_DOWN */
    uint8_t len;                 /* tiles of the word, those on the board included */
    uint8_t placed;              /* tiles placed, at least 1; counted, not read, where a play is an argument */
    uint8_t faces[LEXC_MAX_DIM]; /* what is placed on each square of the word; 0 where a tile lies already, and at the end */
    uint8_t reserved[2];         /* 0 */
} lexc_play;

/* Is shown a play, which lies there until it returns, and the `context` of the call. Any result but 0 ends the search. It
 * may call all functions of this library, but none that changes or closes the lexicon, the position, the rules or the map of
 * that call; it must return (no longjmp, no exceptions). */
typedef int32_t (*lexc_visitor)(const lexc_play *play, void *context);

/* ---- The library ----
 * Functions marked with (full) are not in a library that was built without the feature "full", as for the page for browsers. */

/* The version of the library, such as "0.1.0". It is there for ever. */
const char *lexc_version(void);

/* The number of the library's interface: LEXC_ABI of the header that it was made with. */
uint32_t lexc_abi(void);

/* ---- Lexicons ---- */

/* Opens the image in these bytes, and checks all of it, which takes about 2 ms a megabyte, 50 if it is compact, and no
 * memory. The bytes need no alignment. `lexicon` borrows them.
 * LEXC_ERROR_IMAGE: what is damaged, and where. */
lexc_status lexc_lexicon_open(lexc_lexicon *lexicon, const uint8_t *image, size_t image_bytes,
                              char *message, size_t message_bytes);

/* As lexc_lexicon_open, for an image that was checked before and can't have changed, as one in flash: looks at its first page
 * alone, whatever its size. If it was damaged after all, answers may be wrong, and nothing worse.
 * LEXC_ERROR_IMAGE: what is wrong with its header. */
lexc_status lexc_lexicon_open_trusted(lexc_lexicon *lexicon, const uint8_t *image, size_t image_bytes,
                                      char *message, size_t message_bytes);

/* What the lexicon is. */
lexc_status lexc_lexicon_get_info(const lexc_lexicon *lexicon, lexc_lexicon_info *info);

/* The lexicon's name; may be empty. */
lexc_status lexc_lexicon_name(const lexc_lexicon *lexicon, char *text, size_t text_bytes, size_t *len);

/* The tile with this code.
 * LEXC_ERROR_ARGUMENT: the code is not 1 to tile_count. */
lexc_status lexc_lexicon_tile(const lexc_lexicon *lexicon, uint8_t code, lexc_tile *tile);

/* Whether this is a word. Capitals or the forms of blanks make no difference. Takes a step a tile.
 * LEXC_ERROR_TEXT: it is not written with tiles of the alphabet, or has more than 63. */
lexc_status lexc_contains(const lexc_lexicon *lexicon, const char *word, bool *answer,
                          char *message, size_t message_bytes);

/* (full) Whether the tiles with these codes are a word. What is no code, or too long, is none. */
lexc_status lexc_contains_tiles(const lexc_lexicon *lexicon, const uint8_t *codes, size_t len, bool *answer);

/* (full) Whether a word starts like this; every word starts with itself.
 * LEXC_ERROR_TEXT: as of lexc_contains. */
lexc_status lexc_is_prefix(const lexc_lexicon *lexicon, const char *word, bool *answer,
                           char *message, size_t message_bytes);

/* (full) How many words come before this one in alphabet order.
 * LEXC_ERROR_NO_WORD: it is none. LEXC_ERROR_MISSING: the image does not number its words. LEXC_ERROR_TEXT: as above. */
lexc_status lexc_number_of(const lexc_lexicon *lexicon, const char *word, uint32_t *number,
                           char *message, size_t message_bytes);

/* (full) The word with this number, 0 to word_count - 1.
 * LEXC_ERROR_NO_WORD: there are not as many. LEXC_ERROR_MISSING: the image does not number its words. */
lexc_status lexc_word_at(const lexc_lexicon *lexicon, uint32_t number, char *text, size_t text_bytes, size_t *len);

/* (full) The tiles that can be put before and after these, be they a word or not, so that a word comes of it. Looks two
 * words up for each tile of the alphabet.
 * LEXC_ERROR_TEXT: as of lexc_contains. */
lexc_status lexc_hooks(const lexc_lexicon *lexicon, const char *word, lexc_hook_sets *hooks,
                       char *message, size_t message_bytes);

/* ---- Rules ---- */

/* Makes rules: LEXC_STANDARD or LEXC_SUPER, with the values of the lexicon's tiles. They borrow nothing.
 * LEXC_ERROR_ARGUMENT: there is no such preset. */
lexc_status lexc_rules_new(lexc_rules *rules, const lexc_lexicon *lexicon, int32_t preset);

/* (full) Gives the rules another board, which is drawn in a text: "row, col" of the start square, then a line for each
 * row, with a character for each square: space for a plain one, ' " ^ for two, three, four times the letter, - = ~ the
 * word. Not while a position borrows the rules; neither do the three below.
 * LEXC_ERROR_TEXT: it can't be read. LEXC_ERROR_RULES: scores would be too large for 32 bits. */
lexc_status lexc_rules_set_layout(lexc_rules *rules, const char *layout, char *message, size_t message_bytes);

/* (full) The number of tiles on a full rack, 1 to LEXC_MAX_DIM.
 * LEXC_ERROR_RULES: it is another one, or scores would be too large for 32 bits. */
lexc_status lexc_rules_set_rack_size(lexc_rules *rules, uint32_t rack_size, char *message, size_t message_bytes);

/* (full) The points for placing a full rack.
 * LEXC_ERROR_RULES: scores would be too large for 32 bits. */
lexc_status lexc_rules_set_bingo_bonus(lexc_rules *rules, int32_t bingo_bonus, char *message, size_t message_bytes);

/* (full) The points of a tile.
 * LEXC_ERROR_ARGUMENT: there is no such tile. LEXC_ERROR_RULES: scores would be too large for 32 bits. */
lexc_status lexc_rules_set_value(lexc_rules *rules, uint8_t code, int16_t value, char *message, size_t message_bytes);

/* What the rules say. */
lexc_status lexc_rules_get_info(const lexc_rules *rules, lexc_rules_info *info);

/* How many times a square counts the letter, and the word, placed on it: 1 to 4. Either result may be NULL.
 * LEXC_ERROR_ARGUMENT: the board has no such square. */
lexc_status lexc_rules_premium(const lexc_rules *rules, uint8_t row, uint8_t col,
                               int32_t *letter_multiplier, int32_t *word_multiplier);

/* ---- Positions ---- */

/* Makes the position without tiles. `position` borrows `rules`. */
lexc_status lexc_position_new(lexc_position *position, const lexc_rules *rules);

/* Makes the position that is written in a line of CGP: rows from the top, separated by "/", with numbers for runs of empty
 * squares; then the rack, and "/". More may follow (scores and so on), and is not kept. `position` borrows `rules`.
 *     15/15/15/15/15/15/15/5TS8/15/15/15/15/15/15/15 AEINR?/
 * LEXC_ERROR_TEXT: it can't be read. LEXC_ERROR_POSITION: the board has another size than the rules', the rack is too long. */
lexc_status lexc_position_parse(lexc_position *position, const lexc_rules *rules, const lexc_lexicon *lexicon,
                                const char *cgp, char *message, size_t message_bytes);

/* The position as a line of CGP, without points. */
lexc_status lexc_position_text(const lexc_position *position, const lexc_lexicon *lexicon,
                               char *text, size_t text_bytes, size_t *len);

/* The face on a square; 0 if there is none.
 * LEXC_ERROR_ARGUMENT: the board has no such square. */
lexc_status lexc_position_get(const lexc_position *position, uint8_t row, uint8_t col, uint8_t *face);

/* Puts a face on a square, or takes away what lies there if it is 0. The rack stays as it is.
 * LEXC_ERROR_ARGUMENT: the board has no such square, or there is no such face. LEXC_ERROR_POSITION: no such tile in the
 * alphabet. */
lexc_status lexc_position_set(lexc_position *position, uint8_t row, uint8_t col, uint8_t face);

/* Gives the player on turn another rack.
 * LEXC_ERROR_TEXT: it can't be read. LEXC_ERROR_POSITION: it is too long, or of another alphabet. */
lexc_status lexc_position_set_rack(lexc_position *position, const lexc_lexicon *lexicon, const char *rack,
                                   char *message, size_t message_bytes);

/* The rack, letters in alphabet order, then blanks. */
lexc_status lexc_position_rack(const lexc_position *position, const lexc_lexicon *lexicon,
                               char *text, size_t text_bytes, size_t *len);

/* Puts the tiles of a play on the board, and takes them off the rack. Words are not looked up: lexc_play_check does that.
 * LEXC_ERROR_ARGUMENT: it is no play. LEXC_ERROR_ILLEGAL: the tiles can't be placed so. */
lexc_status lexc_position_play(lexc_position *position, const lexc_play *play, char *message, size_t message_bytes);

/* (full) The tiles that plays in a direction may place on an empty square, as far as the word is concerned that crosses
 * them there: all if there is none. 0 for a square that is taken.
 * LEXC_ERROR_ARGUMENT: the board has no such square, or there is no such direction. */
lexc_status lexc_cross_set(const lexc_lexicon *lexicon, const lexc_position *position,
                           uint8_t row, uint8_t col, int32_t direction, uint64_t *tiles);

/* ---- Plays ---- */

/* (full) Shows the visitor every legal play of the position with its score, each once, in an order that is the same on
 * every host, until it returns another number than 0. No exchanges and no pass; on an empty board of a symmetric layout,
 * across plays alone.
 * LEXC_STOPPED: the visitor ended the search. LEXC_ERROR_MISSING: the image has no automaton for the algorithm.
 * LEXC_ERROR_ARGUMENT: there is no such algorithm. */
lexc_status lexc_for_each_play(const lexc_lexicon *lexicon, const lexc_position *position, int32_t algorithm,
                               lexc_visitor visitor, void *context);

/* Writes the plays of the highest scores to `plays`, best first, as many as there are and `capacity` has room for, and how
 * many these are to *count; what is left of `plays` is zeroed. Among equals, across plays come first, then those further up,
 * further left, and by their faces. Much faster than looking at all plays, if there are few to be found. */
lexc_status lexc_best_plays(const lexc_lexicon *lexicon, const lexc_position *position,
                            lexc_play *plays, size_t capacity, size_t *count);

/* The play as the game writes it: "8D RETSINA" across, "D8 RETSINA" down, with the tiles that lie on the board.
 * LEXC_ERROR_ARGUMENT: it is no play. */
lexc_status lexc_play_text(const lexc_lexicon *lexicon, const lexc_position *position, const lexc_play *play,
                           char *text, size_t text_bytes, size_t *len);

/* (full) Reads a play as it is written, with tiles on the board as they are, as "." or in parentheses, and scores it. It
 * need not be legal.
 * LEXC_ERROR_TEXT: it can't be read. */
lexc_status lexc_play_parse(const lexc_lexicon *lexicon, const lexc_position *position, const char *written,
                            lexc_play *play, char *message, size_t message_bytes);

/* (full) Whether a play is legal: LEXC_OK if so. Looks all words up that it forms.
 * LEXC_ERROR_ILLEGAL: the rule that it breaks, or which of its words there is not. LEXC_ERROR_ARGUMENT: it is no play. */
lexc_status lexc_play_check(const lexc_lexicon *lexicon, const lexc_position *position, const lexc_play *play,
                            char *message, size_t message_bytes);

/* (full) The points of a play by the rules; `score` is not read.
 * LEXC_ERROR_ARGUMENT: it is no play. */
lexc_status lexc_play_score(const lexc_position *position, const lexc_play *play, int32_t *points);

/* ---- Files, where there is an operating system (LEXC_NO_FILES leaves them out) ---- */
#ifndef LEXC_NO_FILES

/* Maps a file, so that only the pages in use take memory. Nobody may write to the file or cut it off as long as it is mapped:
 * answers would change, or the process be ended. To replace it by renaming, as `lexc build` does, is safe. Files that may
 * change are better read, by lexc_file_read.
 * LEXC_ERROR_FILE: there is none, it may not be read, or is empty. */
lexc_status lexc_map_open(lexc_map *map, const char *path, char *message, size_t message_bytes);

/* The bytes of the file, which are there until the map is closed. */
lexc_status lexc_map_image(const lexc_map *map, const uint8_t **image, size_t *image_bytes);

/* Asks the system to read pages one by one as they are needed, and none ahead: for an image that is larger than memory. To be
 * called before anything is read, so before lexc_lexicon_open_trusted. Does nothing but on Unix. */
lexc_status lexc_map_page_by_page(const lexc_map *map);

/* Gives back the memory that the pages in use take; they are read from the file again when they are needed. Threads may go on
 * to use the image meanwhile. Does nothing but on Unix.
 * LEXC_ERROR_FILE: what the system says. */
lexc_status lexc_map_release(const lexc_map *map);

/* Closes a map; nothing may use its bytes any more. A map that is closed already, or a copy of one, is not to be closed.
 * LEXC_ERROR_HANDLE: it is not open. */
lexc_status lexc_map_close(lexc_map *map);

/* The length of a file.
 * LEXC_ERROR_FILE: as of lexc_map_open. */
lexc_status lexc_file_bytes(const char *path, uint64_t *file_bytes, char *message, size_t message_bytes);

/* Reads a whole file into memory of the caller's, and writes its length to *len.
 * LEXC_ERROR_CAPACITY: it has more bytes than `capacity`; what `buffer` holds is not to be used then. LEXC_ERROR_FILE: as of
 * lexc_map_open. */
lexc_status lexc_file_read(const char *path, uint8_t *buffer, size_t capacity, size_t *len,
                           char *message, size_t message_bytes);

#endif /* LEXC_NO_FILES */

#ifdef __cplusplus
}
#endif

#endif /* LEXC_H */
