/*
 * Calls every function of the library, with good and with bad arguments.
 *
 *     api IMAGE LEAVES DEFINED OTHER
 *
 * IMAGE is examples/care.gaddag of this package, LEAVES care.leaves beside it; DEFINED has the words AA, with a
 * definition, and AB; OTHER is a file that is not an image. Prints each expectation that fails. Exit code:
 * the number of failed expectations, at most 100; 125 wrong usage. Compiles as C and as C++.
 */
#include <stdio.h>
#include <string.h>

#include "lexc.h"

#ifdef __cplusplus
#define CAST(type, value) static_cast<type>(value)
#else
#define CAST(type, value) ((type)(value))
#endif

static int failures;

static void expect(int is_true, const char *condition, int line) {
    if (!is_true) {
        printf("line %d: false: %s\n", line, condition);
        failures++;
    }
}

static void expect_status(lexc_status found, lexc_status expected, const char *call, int line) {
    if (found != expected) {
        printf("line %d: status %d, not %d: %s\n", line, found, expected, call);
        failures++;
    }
}

#define EXPECT(condition) expect((condition) ? 1 : 0, #condition, __LINE__)
#define STATUS(expected, call) expect_status((call), (expected), #call, __LINE__)
#define IS_TEXT(found, expected) expect(strcmp((found), (expected)) == 0, found, __LINE__)

static const char *const AR = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0";
/* Not UTF-8. */
static const char *const LATIN_1 = "\xC9" "A";

static lexc_error error;
static uint8_t file[65536];
static size_t file_len;
/* Handles whose names start with no_ are zeroed memory, so never made. */
static lexc_lexicon lexicon;
static lexc_lexicon no_lexicon;
static lexc_rules rules;
static lexc_rules no_rules;
static lexc_position position;
static lexc_position no_position;

static void library(void) {
    EXPECT(lexc_abi() == LEXC_ABI);
    EXPECT(strlen(lexc_version()) >= 5);
    IS_TEXT(lexc_format_version(), "1.4");
    IS_TEXT(lexc_status_text(LEXC_OK), "success");
    IS_TEXT(lexc_status_text(LEXC_ERROR_NO_TILE), "a rack or a bag does not have the tile");
    IS_TEXT(lexc_status_text(-16), "unknown status");
}

static void files(const char *path, const char *no_image) {
    lexc_map map, no_map;
    uint64_t bytes = 0;
    const uint8_t *image = NULL;
    size_t image_bytes = 0;
    char long_path[2000];
    memset(&no_map, 0, sizeof no_map);
    memset(long_path, 'x', sizeof long_path);
    long_path[sizeof long_path - 1] = 0;

    STATUS(LEXC_OK, lexc_file_bytes(path, &bytes, &error));
    EXPECT(bytes > 0 && bytes < sizeof file);
    STATUS(LEXC_OK, lexc_file_read(path, file, sizeof file, &file_len, &error));
    EXPECT(file_len == bytes);
    STATUS(LEXC_OK, lexc_file_read(path, file, file_len, &file_len, &error));
    STATUS(LEXC_ERROR_CAPACITY, lexc_file_read(path, file, file_len - 1, &file_len, &error));
    EXPECT(strstr(error.message, " bytes and ") != NULL);
    STATUS(LEXC_ERROR_CAPACITY, lexc_file_read(path, NULL, 0, &file_len, &error));
    STATUS(LEXC_OK, lexc_file_read(path, file, sizeof file, &file_len, &error));
    STATUS(LEXC_ERROR_NULL, lexc_file_bytes(NULL, &bytes, &error));
    STATUS(LEXC_ERROR_NULL, lexc_file_bytes(path, NULL, &error));
    STATUS(LEXC_ERROR_FILE, lexc_file_bytes("no such file", &bytes, &error));
    EXPECT(strstr(error.message, "cannot open the file") != NULL && strstr(error.message, "(check the path)") != NULL);
    STATUS(LEXC_ERROR_FILE, lexc_file_bytes(long_path, &bytes, &error));
    STATUS(LEXC_ERROR_NULL, lexc_file_read(NULL, file, sizeof file, &file_len, &error));
    STATUS(LEXC_ERROR_NULL, lexc_file_read(path, NULL, 1, &file_len, &error));
    STATUS(LEXC_ERROR_NULL, lexc_file_read(path, file, sizeof file, NULL, &error));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_file_read(path, file, SIZE_MAX, &file_len, &error));
    STATUS(LEXC_ERROR_FILE, lexc_file_read("no such file", file, sizeof file, &file_len, &error));

    STATUS(LEXC_ERROR_NULL, lexc_map_open(NULL, path, &error));
    STATUS(LEXC_ERROR_NULL, lexc_map_open(&map, NULL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_map_close(&map));
    STATUS(LEXC_ERROR_FILE, lexc_map_open(&map, "no such file", &error));
    STATUS(LEXC_ERROR_FILE, lexc_map_open(&map, ".", &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_map_image(&map, &image, &image_bytes));
    STATUS(LEXC_OK, lexc_map_open(&map, path, &error));
    STATUS(LEXC_ERROR_NULL, lexc_map_image(NULL, &image, &image_bytes));
    STATUS(LEXC_ERROR_NULL, lexc_map_image(&map, NULL, &image_bytes));
    STATUS(LEXC_ERROR_NULL, lexc_map_image(&map, &image, NULL));
    STATUS(LEXC_OK, lexc_map_image(&map, &image, &image_bytes));
    EXPECT(image_bytes == bytes && memcmp(image, file, image_bytes) == 0);
    STATUS(LEXC_OK, lexc_map_page_by_page(&map));
    STATUS(LEXC_ERROR_NULL, lexc_map_page_by_page(NULL));
    STATUS(LEXC_ERROR_HANDLE, lexc_map_page_by_page(&no_map));
    STATUS(LEXC_OK, lexc_map_release(&map, &error));
    EXPECT(memcmp(image, file, image_bytes) == 0);
    STATUS(LEXC_ERROR_NULL, lexc_map_release(NULL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_map_release(&no_map, &error));
    STATUS(LEXC_OK, lexc_map_close(&map));
    STATUS(LEXC_ERROR_HANDLE, lexc_map_close(&map));
    STATUS(LEXC_ERROR_HANDLE, lexc_map_image(&map, &image, &image_bytes));
    STATUS(LEXC_ERROR_HANDLE, lexc_map_release(&map, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_map_close(&no_map));
    STATUS(LEXC_ERROR_NULL, lexc_map_close(NULL));

    STATUS(LEXC_OK, lexc_map_open(&map, no_image, &error));
    STATUS(LEXC_OK, lexc_map_image(&map, &image, &image_bytes));
    STATUS(LEXC_ERROR_IMAGE, lexc_lexicon_open(&lexicon, image, image_bytes, LEXC_CHECK_ALL, &error));
    EXPECT(strstr(error.message, "not a lexc image") != NULL && strstr(error.message, "(build one") != NULL);
    STATUS(LEXC_OK, lexc_map_close(&map));
}

static void opening(void) {
    lexc_lexicon other;
    bool answer = false;
    size_t bit;
    STATUS(LEXC_ERROR_NULL, lexc_lexicon_open(NULL, file, file_len, LEXC_CHECK_ALL, &error));
    IS_TEXT(error.message, "lexicon is a null pointer");
    STATUS(LEXC_ERROR_NULL, lexc_lexicon_open(&other, NULL, file_len, LEXC_CHECK_ALL, &error));
    STATUS(LEXC_ERROR_IMAGE, lexc_lexicon_open(&other, NULL, 0, LEXC_CHECK_ALL, &error));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_lexicon_open(&other, file, SIZE_MAX, LEXC_CHECK_ALL, &error));
    STATUS(LEXC_ERROR_IMAGE, lexc_lexicon_open(&other, file, file_len - 1, LEXC_CHECK_ALL, NULL));
    STATUS(LEXC_ERROR_IMAGE, lexc_lexicon_open(&other, file, 10, LEXC_CHECK_BOUNDS, &error));
    EXPECT(strstr(error.message, "image too short") == error.message);
    STATUS(LEXC_ERROR_HANDLE, lexc_contains(&other, "CARE", &answer, &error));
    /* After a failed attempt to open, a handle that held a lexicon holds none. */
    STATUS(LEXC_OK, lexc_lexicon_open(&other, file, file_len, LEXC_CHECK_ALL, &error));
    IS_TEXT(error.message, "");
    STATUS(LEXC_ERROR_IMAGE, lexc_lexicon_open(&other, file, 10, LEXC_CHECK_ALL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_contains(&other, "CARE", &answer, &error));
    IS_TEXT(error.message, "lexicon was not made, or was closed (make or open it first)");
    /* Flips every seventh bit, one at a time: each damage is found. */
    for (bit = 0; bit < 8 * file_len; bit += 7) {
        file[bit / 8] ^= CAST(uint8_t, 1u << bit % 8);
        STATUS(LEXC_ERROR_IMAGE, lexc_lexicon_open(&other, file, file_len, LEXC_CHECK_ALL, &error));
        EXPECT(strlen(error.message) > 20 && strlen(error.message) < LEXC_MESSAGE_BYTES - 1);
        STATUS(LEXC_ERROR_IMAGE, lexc_lexicon_open(&other, file, file_len, LEXC_CHECK_CHECKSUMS, NULL));
        file[bit / 8] ^= CAST(uint8_t, 1u << bit % 8);
    }
    STATUS(LEXC_OK, lexc_lexicon_open(&lexicon, file, file_len, LEXC_CHECK_CHECKSUMS, &error));
    STATUS(LEXC_OK, lexc_contains(&lexicon, "CARE", &answer, &error));
    EXPECT(answer);
    STATUS(LEXC_OK, lexc_lexicon_open(&lexicon, file, file_len, LEXC_CHECK_BOUNDS, &error));
    STATUS(LEXC_OK, lexc_contains(&lexicon, "CARE", &answer, &error));
    EXPECT(answer);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_lexicon_open(&lexicon, file, file_len, 3, &error));
    STATUS(LEXC_OK, lexc_lexicon_open(&lexicon, file, file_len, LEXC_CHECK_ALL, &error));
    /* A copy of a handle is a handle. */
    other = lexicon;
    answer = false;
    STATUS(LEXC_OK, lexc_contains(&other, "CARE", &answer, NULL));
    EXPECT(answer);
    /* A misaligned handle is refused. */
    STATUS(LEXC_ERROR_ALIGNMENT,
           lexc_contains((const lexc_lexicon *)(const void *)((const char *)&other + 1), "CARE", &answer, &error));
    IS_TEXT(error.message, "lexicon is not aligned (see lexc.h)");
    /* A misaligned error is refused, and stays as it was. */
    STATUS(LEXC_ERROR_ALIGNMENT,
           lexc_contains(&other, "CA-RE", &answer, (lexc_error *)(void *)((char *)&error + 1)));
    IS_TEXT(error.message, "lexicon is not aligned (see lexc.h)");
}

static void words(void) {
    lexc_lexicon_info info;
    lexc_tile tile;
    lexc_hook_sets hooks;
    bool answer = false;
    uint32_t number = 99;
    char text[LEXC_TEXT_BYTES];
    char short_text[3];
    size_t len = 99;
    static const uint8_t CARE[] = {3, 1, 18, 5}, UNKNOWN_TILE[] = {3, 1, 200};
    uint8_t long_codes[100];
    memset(long_codes, 1, sizeof long_codes);

    STATUS(LEXC_OK, lexc_lexicon_get_info(&lexicon, &info));
    EXPECT(info.word_count == 15 && info.longest_word == 6 && info.tile_count == 26 && info.blank_count == 2);
    EXPECT(info.has_dawg && info.has_gaddag && info.has_word_index);
    STATUS(LEXC_ERROR_NULL, lexc_lexicon_get_info(NULL, &info));
    STATUS(LEXC_ERROR_NULL, lexc_lexicon_get_info(&lexicon, NULL));
    STATUS(LEXC_ERROR_HANDLE, lexc_lexicon_get_info(&no_lexicon, &info));
    STATUS(LEXC_OK, lexc_lexicon_name(&lexicon, text, sizeof text, &len));
    EXPECT(len == strlen(text));
    STATUS(LEXC_ERROR_HANDLE, lexc_lexicon_name(&no_lexicon, text, sizeof text, &len));
    STATUS(LEXC_OK, lexc_lexicon_tile(&lexicon, 17, &tile));
    IS_TEXT(tile.text, "Q");
    IS_TEXT(tile.blank_text, "q");
    EXPECT(tile.value == 10 && tile.count == 1 && !tile.is_vowel && tile.reserved == 0);
    STATUS(LEXC_OK, lexc_lexicon_tile(&lexicon, 1, &tile));
    EXPECT(tile.value == 1 && tile.count == 9 && tile.is_vowel);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_lexicon_tile(&lexicon, 0, &tile));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_lexicon_tile(&lexicon, 27, &tile));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_lexicon_tile(&lexicon, 255, &tile));
    STATUS(LEXC_ERROR_NULL, lexc_lexicon_tile(&lexicon, 1, NULL));
    STATUS(LEXC_ERROR_HANDLE, lexc_lexicon_tile(&no_lexicon, 1, &tile));

    STATUS(LEXC_OK, lexc_contains(&lexicon, "CAR", &answer, &error));
    EXPECT(!answer);
    STATUS(LEXC_OK, lexc_contains(&lexicon, "scare", &answer, &error));
    EXPECT(answer);
    STATUS(LEXC_OK, lexc_contains(&lexicon, "", &answer, &error));
    EXPECT(!answer);
    STATUS(LEXC_ERROR_TEXT, lexc_contains(&lexicon, "CA-RE", &answer, &error));
    IS_TEXT(error.message, "character 3: '-' is an unknown tile");
    EXPECT(error.status == LEXC_ERROR_TEXT && error.line == 1 && error.column == 3);
    STATUS(LEXC_ERROR_UTF8, lexc_contains(&lexicon, LATIN_1, &answer, &error));
    IS_TEXT(error.message, "word is not UTF-8 (convert it)");
    EXPECT(error.status == LEXC_ERROR_UTF8 && error.line == 0 && error.column == 0);
    STATUS(LEXC_ERROR_TEXT, lexc_contains(&lexicon, "-", &answer, &error));
    STATUS(LEXC_OK, lexc_contains(&lexicon, "A", &answer, &error));
    EXPECT(error.status == LEXC_OK && error.line == 0 && error.column == 0 && error.message[0] == 0);
    STATUS(LEXC_ERROR_NULL, lexc_contains(&lexicon, NULL, &answer, &error));
    STATUS(LEXC_ERROR_NULL, lexc_contains(&lexicon, "CARE", NULL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_contains(&no_lexicon, "CARE", &answer, &error));
    STATUS(LEXC_OK, lexc_contains_tiles(&lexicon, CARE, 4, &answer));
    EXPECT(answer);
    STATUS(LEXC_OK, lexc_contains_tiles(&lexicon, CARE, 3, &answer));
    EXPECT(!answer);
    STATUS(LEXC_OK, lexc_contains_tiles(&lexicon, UNKNOWN_TILE, 3, &answer));
    EXPECT(!answer);
    STATUS(LEXC_OK, lexc_contains_tiles(&lexicon, long_codes, sizeof long_codes, &answer));
    EXPECT(!answer);
    STATUS(LEXC_OK, lexc_contains_tiles(&lexicon, NULL, 0, &answer));
    EXPECT(!answer);
    STATUS(LEXC_ERROR_NULL, lexc_contains_tiles(&lexicon, NULL, 1, &answer));
    STATUS(LEXC_ERROR_NULL, lexc_contains_tiles(NULL, CARE, 4, &answer));
    STATUS(LEXC_OK, lexc_is_prefix(&lexicon, "CAR", &answer, &error));
    EXPECT(answer);
    STATUS(LEXC_OK, lexc_is_prefix(&lexicon, "CAT", &answer, &error));
    EXPECT(!answer);
    STATUS(LEXC_ERROR_NULL, lexc_is_prefix(NULL, "CAT", &answer, &error));

    STATUS(LEXC_OK, lexc_word_index(&lexicon, "ACE", &number, &error));
    EXPECT(number == 2);
    STATUS(LEXC_ERROR_NO_WORD, lexc_word_index(&lexicon, "AC", &number, &error));
    STATUS(LEXC_ERROR_NULL, lexc_word_index(NULL, "ACE", &number, &error));
    STATUS(LEXC_OK, lexc_word_at(&lexicon, 2, text, sizeof text, &len, &error));
    IS_TEXT(text, "ACE");
    EXPECT(len == 3);
    STATUS(LEXC_ERROR_NO_WORD, lexc_word_at(&lexicon, 15, text, sizeof text, &len, &error));
    STATUS(LEXC_ERROR_CAPACITY, lexc_word_at(&lexicon, 2, short_text, sizeof short_text, &len, &error));
    IS_TEXT(short_text, "AC");
    EXPECT(len == 3);
    STATUS(LEXC_ERROR_CAPACITY, lexc_word_at(&lexicon, 2, NULL, 9, NULL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_word_at(&no_lexicon, 2, text, sizeof text, &len, &error));

    /* S is a front hook of CARE (SCARE) and a back hook (CARES). */
    STATUS(LEXC_OK, lexc_hooks(&lexicon, "CARE", &hooks, &error));
    EXPECT(hooks.front == CAST(uint64_t, 1) << 19 && (hooks.back & CAST(uint64_t, 1) << 19) != 0);
    STATUS(LEXC_ERROR_NULL, lexc_hooks(&lexicon, "CARE", NULL, &error));
    STATUS(LEXC_ERROR_TEXT, lexc_hooks(&lexicon, "C?RE", &hooks, &error));
}

static void changing_rules(void) {
    lexc_rules_info info;
    int32_t letter = 0, word = 0;
    char text[LEXC_TEXT_BYTES];
    size_t len = 0;
    STATUS(LEXC_ERROR_NULL, lexc_rules_parse(NULL, &lexicon, "", NULL, &error));
    STATUS(LEXC_ERROR_NULL, lexc_rules_parse(&rules, &lexicon, NULL, NULL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_rules_parse(&rules, &no_lexicon, "", NULL, &error));
    STATUS(LEXC_ERROR_UTF8, lexc_rules_parse(&rules, &lexicon, "rack=\xff", NULL, &error));
    STATUS(LEXC_ERROR_RULES, lexc_rules_parse(&rules, &lexicon, "rack=22", NULL, &error));
    STATUS(LEXC_ERROR_RULES, lexc_rules_parse(&rules, &lexicon, "bonus=2147483647", NULL, &error));
    STATUS(LEXC_ERROR_TEXT, lexc_rules_parse(&rules, &lexicon, "rack=8 bonus", NULL, &error));
    EXPECT(strcmp(error.message, "rules, setting 2: no = in it (write key=value, such as rack=8)") == 0);
    STATUS(LEXC_ERROR_HANDLE, lexc_rules_get_info(&rules, &info));
    STATUS(LEXC_ERROR_HANDLE, lexc_rules_text(&rules, &lexicon, text, sizeof text, &len));
    STATUS(LEXC_OK, lexc_rules_parse(&rules, &lexicon, "rack=8", NULL, &error));
    STATUS(LEXC_OK, lexc_rules_get_info(&rules, &info));
    EXPECT(info.rows == 15 && info.rack_size == 8 && info.exchange_bag_len == 8);
    STATUS(LEXC_OK, lexc_rules_text(&rules, &lexicon, text, sizeof text, &len));
    EXPECT(strcmp(text, "board=standard rack=8 bonus=50 blank=0 exchange=8 scoreless=6 passes=none end=tournament "
                        "challenge=double") == 0 && len == strlen(text));
    STATUS(LEXC_ERROR_CAPACITY, lexc_rules_text(&rules, &lexicon, text, 10, &len));
    EXPECT(strcmp(text, "board=sta") == 0 && len > sizeof "board=sta");

    /* Settings that the text leaves out follow from the position. */
    STATUS(LEXC_OK, lexc_rules_parse(&rules, &lexicon, "rack=6", "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0 bb 40; etl 3;", &error));
    STATUS(LEXC_OK, lexc_rules_get_info(&rules, &info));
    EXPECT(info.rows == 15 && info.rack_size == 6 && info.bingo_bonus == 40 && info.exchange_bag_len == 3);
    STATUS(LEXC_ERROR_TEXT, lexc_rules_parse(&rules, &lexicon, "", "15/15 [", &error));
    STATUS(LEXC_ERROR_UTF8, lexc_rules_parse(&rules, &lexicon, "", "\xff", &error));
    STATUS(LEXC_ERROR_POSITION, lexc_rules_parse(&rules, &lexicon, "", "15/15 /", &error));
    EXPECT(strstr(error.message, "no preset layout has 2 x 15 squares ") == error.message);

    STATUS(LEXC_OK, lexc_rules_parse(&rules, &lexicon, "board=super", NULL, &error));
    STATUS(LEXC_OK, lexc_rules_get_info(&rules, &info));
    EXPECT(info.rows == 21 && info.cols == 21 && info.start_row == 10 && info.start_col == 10);
    STATUS(LEXC_OK, lexc_rules_premium(&rules, 0, 0, &letter, &word));
    EXPECT(letter == 1 && word == 4);
    STATUS(LEXC_OK, lexc_rules_premium(&rules, 2, 5, &letter, NULL));
    EXPECT(letter == 4);
    STATUS(LEXC_OK, lexc_rules_parse(&rules, &lexicon, "rack=8 bonus=-3 exchange=1", NULL, &error));
    STATUS(LEXC_OK, lexc_rules_set_layout(&rules, "0, 1\n'-\n#=\n", &error));
    STATUS(LEXC_OK, lexc_rules_set_value(&rules, 17, 11, &error));
    STATUS(LEXC_OK, lexc_rules_set_value(&rules, 0, 2, &error));
    STATUS(LEXC_OK, lexc_rules_get_info(&rules, &info));
    EXPECT(info.exchange_bag_len == 1 && info.reserved[0] == 0 && info.reserved[1] == 0);
    EXPECT(info.rows == 2 && info.cols == 2 && info.start_row == 0 && info.start_col == 1);
    EXPECT(info.rack_size == 8 && info.bingo_bonus == -3);
    STATUS(LEXC_OK, lexc_rules_premium(&rules, 1, 1, NULL, &word));
    EXPECT(word == 3);
    STATUS(LEXC_OK, lexc_rules_premium(&rules, 1, 0, &letter, &word));
    EXPECT(letter == 0 && word == 0);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_rules_premium(&rules, 2, 0, &letter, &word));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_rules_premium(&rules, 0, 255, &letter, &word));
    STATUS(LEXC_ERROR_TEXT, lexc_rules_set_layout(&rules, "0, 0\nx\n", &error));
    EXPECT(strstr(error.message, "line 2, column 1: ") == error.message && error.line == 2 && error.column == 1);
    STATUS(LEXC_ERROR_TEXT, lexc_rules_set_layout(&rules, "9, 9\n-\n", &error));
    EXPECT(error.line == 1 && error.column == 1);
    STATUS(LEXC_ERROR_NULL, lexc_rules_set_layout(&rules, NULL, &error));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_rules_set_value(&rules, 27, 1, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_rules_set_value(&no_rules, 1, 1, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_rules_set_layout(&no_rules, "0, 0\n-\n", &error));
    STATUS(LEXC_OK, lexc_rules_parse(&rules, &lexicon, "bonus=2147400000", NULL, &error));
    STATUS(LEXC_OK, lexc_rules_set_value(&rules, 1, 32767, &error));
    STATUS(LEXC_ERROR_RULES, lexc_position_new(&position, &lexicon, &rules, &error));
    EXPECT(error.status == LEXC_ERROR_RULES && error.message[0] != 0);
    STATUS(LEXC_OK, lexc_rules_parse(&rules, &lexicon, "", NULL, &error));
}

static void positions(void) {
    char text[LEXC_TEXT_BYTES];
    char short_text[10];
    uint8_t placed_tile = 99;
    uint64_t tiles = 0;
    size_t len = 0;
    STATUS(LEXC_ERROR_HANDLE, lexc_position_new(&position, &no_lexicon, &rules, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_position_new(&position, &lexicon, &no_rules, &error));
    STATUS(LEXC_ERROR_NULL, lexc_position_new(NULL, &lexicon, &rules, &error));
    STATUS(LEXC_OK, lexc_position_new(&position, &lexicon, &rules, &error));
    STATUS(LEXC_OK, lexc_position_text(&position, text, sizeof text, &len));
    IS_TEXT(text, "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0");
    EXPECT(len == strlen(text));
    STATUS(LEXC_OK, lexc_position_set(&position, 7, 5, 1));
    STATUS(LEXC_OK, lexc_position_set(&position, 7, 6, LEXC_BLANK + 18));
    STATUS(LEXC_OK, lexc_position_set_rack(&position, "SEC", &error));
    STATUS(LEXC_OK, lexc_position_text(&position, text, sizeof text, NULL));
    IS_TEXT(text, "15/15/15/15/15/15/15/5Ar8/15/15/15/15/15/15/15 CES/ 0/0 0");
    STATUS(LEXC_ERROR_CAPACITY, lexc_position_text(&position, short_text, sizeof short_text, &len));
    IS_TEXT(short_text, "15/15/15/");
    EXPECT(len == strlen(text));
    STATUS(LEXC_OK, lexc_position_rack(&position, text, sizeof text, NULL));
    IS_TEXT(text, "CES");
    STATUS(LEXC_OK, lexc_position_get(&position, 7, 6, &placed_tile));
    EXPECT(placed_tile == LEXC_BLANK + 18);
    STATUS(LEXC_OK, lexc_position_get(&position, 0, 0, &placed_tile));
    EXPECT(placed_tile == 0);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_position_get(&position, 15, 0, &placed_tile));
    STATUS(LEXC_ERROR_NULL, lexc_position_get(&position, 0, 0, NULL));
    STATUS(LEXC_OK, lexc_position_set(&position, 7, 6, 0));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_position_set(&position, 0, 15, 1));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_position_set(&position, 0, 0, LEXC_BLANK));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_position_set(&position, 0, 0, 63));
    STATUS(LEXC_ERROR_POSITION, lexc_position_set(&position, 0, 0, 27));
    STATUS(LEXC_ERROR_NULL, lexc_position_set(NULL, 0, 0, 1));
    STATUS(LEXC_ERROR_TEXT, lexc_position_set_rack(&position, "a", &error));
    EXPECT(error.line == 1 && error.column == 1);
    EXPECT(strstr(error.message, "(write a blank on a rack as ?)") != NULL);
    STATUS(LEXC_ERROR_POSITION, lexc_position_set_rack(&position, "AAAAAAAA", &error));
    STATUS(LEXC_ERROR_UTF8, lexc_position_set_rack(&position, LATIN_1, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_position_set_rack(&no_position, "A", &error));

    STATUS(LEXC_ERROR_TEXT, lexc_position_parse(&position, &lexicon, &rules, "15/", &error));
    EXPECT(error.line == 1 && error.column == 4);
    STATUS(LEXC_ERROR_HANDLE, lexc_position_get(&position, 0, 0, &placed_tile));
    STATUS(LEXC_ERROR_POSITION, lexc_position_parse(&position, &lexicon, &rules, "3/3/3 AB/", &error));
    EXPECT(strstr(error.message, "the board has 3 x 3 squares") == error.message);
    STATUS(LEXC_ERROR_NULL, lexc_position_parse(&position, &lexicon, &rules, NULL, &error));
    STATUS(LEXC_ERROR_NULL, lexc_position_parse(&position, &lexicon, NULL, AR, &error));
    STATUS(LEXC_ERROR_NULL, lexc_position_parse(&position, NULL, &rules, AR, &error));
    STATUS(LEXC_ERROR_NULL, lexc_position_parse(NULL, &lexicon, &rules, AR, &error));
    STATUS(LEXC_OK, lexc_position_parse(&position, &lexicon, &rules, AR, &error));
    STATUS(LEXC_OK, lexc_position_text(&position, text, sizeof text, NULL));
    IS_TEXT(text, AR);

    STATUS(LEXC_OK, lexc_cross_set(&position, 0, 0, LEXC_ACROSS, &tiles));
    EXPECT(tiles == (CAST(uint64_t, 1) << 27) - 2);
    STATUS(LEXC_OK, lexc_cross_set(&position, 7, 5, LEXC_ACROSS, &tiles));
    EXPECT(tiles == 0);
    /* ARE is the only word of AR and one more tile after it. */
    STATUS(LEXC_OK, lexc_cross_set(&position, 7, 7, LEXC_DOWN, &tiles));
    EXPECT(tiles == CAST(uint64_t, 1) << 5);
    STATUS(LEXC_OK, lexc_position_set(&position, 7, 3, 17));
    STATUS(LEXC_OK, lexc_cross_set(&position, 7, 4, LEXC_DOWN, &tiles));
    EXPECT(tiles == 0);
    STATUS(LEXC_OK, lexc_position_set(&position, 7, 3, 0));
    STATUS(LEXC_OK, lexc_cross_set(&position, 7, 7, LEXC_ACROSS, &tiles));
    EXPECT(tiles == (CAST(uint64_t, 1) << 27) - 2);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_cross_set(&position, 7, 7, 2, &tiles));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_cross_set(&position, 15, 7, LEXC_DOWN, &tiles));
    STATUS(LEXC_ERROR_NULL, lexc_cross_set(&position, 7, 7, LEXC_DOWN, NULL));
}

typedef struct visits {
    long seen;
    long last;
    int32_t best;
    const lexc_position *position;
} visits;

static int32_t visit(const lexc_play *play, void *context) {
    visits *state = CAST(visits *, context);
    int32_t points = -1;
    STATUS(LEXC_OK, lexc_play_check(state->position, play, &error));
    STATUS(LEXC_OK, lexc_play_score(state->position, play, &points));
    EXPECT(points == play->score);
    EXPECT(play->reserved[0] == 0 && play->reserved[1] == 0);
    if (play->score > state->best) {
        state->best = play->score;
    }
    state->seen++;
    return state->seen == state->last ? 1 : 0;
}

static void generating(void) {
    visits state = {0, 0, 0, NULL};
    lexc_play plays[64], played;
    lexc_undo undo;
    char text[LEXC_TEXT_BYTES];
    size_t count = 0, i;
    int32_t algorithm;
    long all;
    state.position = &position;
    for (algorithm = LEXC_FASTEST; algorithm <= LEXC_EVERY_LINE; algorithm++) {
        state.seen = 0;
        STATUS(LEXC_OK, lexc_for_each_play(&position, algorithm, visit, &state, &error));
        EXPECT(state.seen > 3 && state.seen < 64);
    }
    all = state.seen;
    state.seen = 0;
    state.last = 2;
    STATUS(LEXC_STOPPED, lexc_for_each_play(&position, LEXC_FASTEST, visit, &state, &error));
    EXPECT(state.seen == 2);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_for_each_play(&position, 4, visit, &state, &error));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_for_each_play(&position, -1, visit, &state, &error));
    STATUS(LEXC_ERROR_NULL, lexc_for_each_play(&position, 0, NULL, &state, &error));
    STATUS(LEXC_ERROR_NULL, lexc_for_each_play(NULL, 0, visit, &state, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_for_each_play(&no_position, 0, visit, &state, &error));

    memset(plays, 0xFF, sizeof plays);
    STATUS(LEXC_OK, lexc_best_plays(&position, plays, 64, &count));
    EXPECT(CAST(long, count) == all && plays[0].score == state.best);
    EXPECT(plays[count].len == 0 && plays[63].score == 0);
    for (i = 1; i < count; i++) {
        EXPECT(plays[i - 1].score >= plays[i].score);
    }
    STATUS(LEXC_OK, lexc_best_plays(&position, plays, 1, &count));
    EXPECT(count == 1);
    STATUS(LEXC_OK, lexc_best_plays(&position, NULL, 0, &count));
    EXPECT(count == 0);
    STATUS(LEXC_ERROR_NULL, lexc_best_plays(&position, NULL, 1, &count));
    STATUS(LEXC_ERROR_NULL, lexc_best_plays(&position, plays, 1, NULL));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_best_plays(&position, plays, SIZE_MAX / 4, &count));
    STATUS(LEXC_ERROR_HANDLE, lexc_best_plays(&no_position, plays, 1, &count));

    STATUS(LEXC_OK, lexc_best_plays(&position, plays, 1, &count));
    STATUS(LEXC_OK, lexc_play_text(&position, plays, text, sizeof text, NULL));
    IS_TEXT(text, "8D SCARE");
    EXPECT(plays[0].row == 7 && plays[0].col == 3 && plays[0].direction == LEXC_ACROSS);
    EXPECT(plays[0].len == 5 && plays[0].placed_len == 3 && plays[0].score == 16);
    EXPECT(plays[0].placed_tiles[0] == 19 && plays[0].placed_tiles[1] == 3 && plays[0].placed_tiles[2] == 0 && plays[0].placed_tiles[3] == 0);
    EXPECT(plays[0].placed_tiles[4] == 5 && plays[0].placed_tiles[5] == 0);
    STATUS(LEXC_ERROR_CAPACITY, lexc_play_text(&position, plays, text, 8, NULL));
    IS_TEXT(text, "8D SCAR");

    STATUS(LEXC_OK, lexc_play_parse(&position, "8D SC..E", &played, &error));
    EXPECT(memcmp(&played, plays, sizeof played) == 0);
    STATUS(LEXC_OK, lexc_play_check(&position, &played, &error));
    STATUS(LEXC_ERROR_TEXT, lexc_play_parse(&position, "8Z SC..E", &played, &error));
    EXPECT(error.line == 1 && error.column > 0);
    STATUS(LEXC_ERROR_NULL, lexc_play_parse(&position, NULL, &played, &error));
    STATUS(LEXC_ERROR_NULL, lexc_play_parse(&position, "8D SC..E", NULL, &error));
    STATUS(LEXC_OK, lexc_play_parse(&position, "8E C..S", &played, &error));
    STATUS(LEXC_ERROR_ILLEGAL, lexc_play_check(&position, &played, &error));
    IS_TEXT(error.message, "CARS on 8E is not in the lexicon");
    STATUS(LEXC_OK, lexc_play_words(&position, &played, false, text, sizeof text, &count));
    IS_TEXT(text, "CARS\n");
    EXPECT(count == 5);
    /* CE on row 9 is below AR on row 8. */
    STATUS(LEXC_OK, lexc_play_parse(&position, "9F CE", &played, &error));
    STATUS(LEXC_OK, lexc_play_words(&position, &played, false, text, sizeof text, NULL));
    IS_TEXT(text, "CE\nAC\nRE\n");
    STATUS(LEXC_OK, lexc_play_words(&position, &played, true, text, sizeof text, NULL));
    IS_TEXT(text, "CE\nAC\nRE\n");
    STATUS(LEXC_OK, lexc_play_parse(&position, "G8 .E", &played, &error));
    STATUS(LEXC_OK, lexc_play_parse(&position, "H8 EC", &played, &error));
    STATUS(LEXC_OK, lexc_play_words(&position, &played, false, text, sizeof text, NULL));
    IS_TEXT(text, "EC\nARE\n");
    STATUS(LEXC_OK, lexc_play_words(&position, &played, true, text, sizeof text, NULL));
    IS_TEXT(text, "EC\n");
    STATUS(LEXC_ERROR_CAPACITY, lexc_play_words(&position, &played, true, text, 3, &count));
    EXPECT(count == 3);
    STATUS(LEXC_ERROR_NULL, lexc_play_words(&position, NULL, true, text, sizeof text, NULL));
    STATUS(LEXC_ERROR_HANDLE, lexc_play_words(&no_position, &played, true, text, sizeof text, NULL));
    STATUS(LEXC_OK, lexc_play_parse(&position, "9F CE", &played, &error));
    STATUS(LEXC_ERROR_ILLEGAL, lexc_play_check(&position, &played, &error));
    STATUS(LEXC_OK, lexc_play_parse(&position, "1A SEC", &played, &error));
    STATUS(LEXC_ERROR_ILLEGAL, lexc_play_check(&position, &played, &error));
    IS_TEXT(error.message, "the play is not adjacent to a tile on the board");
    STATUS(LEXC_ERROR_ILLEGAL, lexc_position_play(&position, &played, NULL, &error));

    /* Malformed plays. */
    played = plays[0];
    played.row = 21;
    STATUS(LEXC_ERROR_ARGUMENT, lexc_play_check(&position, &played, &error));
    played = plays[0];
    played.direction = 2;
    STATUS(LEXC_ERROR_ARGUMENT, lexc_play_check(&position, &played, &error));
    played = plays[0];
    played.len = 22;
    STATUS(LEXC_ERROR_ARGUMENT, lexc_play_check(&position, &played, &error));
    played.len = 0;
    STATUS(LEXC_ERROR_ARGUMENT, lexc_play_text(&position, &played, text, sizeof text, NULL));
    played = plays[0];
    played.placed_tiles[20] = 63;
    STATUS(LEXC_ERROR_ARGUMENT, lexc_play_check(&position, &played, &error));
    EXPECT(strstr(error.message, "unknown tile code 63") != NULL);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_play_words(&position, &played, false, text, sizeof text, NULL));
    memset(&played, 0xFF, sizeof played);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_position_play(&position, &played, NULL, &error));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_play_score(&position, &played, &algorithm));
    STATUS(LEXC_ERROR_NULL, lexc_play_score(&position, NULL, &algorithm));
    STATUS(LEXC_ERROR_NULL, lexc_play_check(&position, NULL, &error));

    STATUS(LEXC_OK, lexc_position_play(&position, plays, &undo, &error));
    STATUS(LEXC_OK, lexc_position_text(&position, text, sizeof text, NULL));
    IS_TEXT(text, "15/15/15/15/15/15/15/3SCARE7/15/15/15/15/15/15/15 / 0/0 0");
    STATUS(LEXC_ERROR_ILLEGAL, lexc_position_play(&position, plays, NULL, &error));
    STATUS(LEXC_ERROR_NULL, lexc_position_play(&position, NULL, NULL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_position_play(&no_position, plays, NULL, &error));

    STATUS(LEXC_OK, lexc_position_set_rack(&position, "QU", &error));
    STATUS(LEXC_OK, lexc_position_take_back(&position, &undo));
    STATUS(LEXC_OK, lexc_position_text(&position, text, sizeof text, NULL));
    IS_TEXT(text, AR);
    STATUS(LEXC_ERROR_HANDLE, lexc_position_take_back(&position, &undo));
    STATUS(LEXC_ERROR_NULL, lexc_position_take_back(&position, NULL));
    STATUS(LEXC_ERROR_HANDLE, lexc_position_take_back(&no_position, &undo));
    STATUS(LEXC_OK, lexc_position_play(&position, plays, &undo, &error));
    STATUS(LEXC_OK, lexc_position_parse(&position, &lexicon, &rules, AR, &error));
    STATUS(LEXC_ERROR_POSITION, lexc_position_take_back(&position, &undo));
}

static void moving(const char *path) {
    static uint8_t image[4096];
    lexc_leaves leaves, no_leaves;
    lexc_move moves[8];
    char text[LEXC_TEXT_BYTES];
    size_t image_bytes = 0, count = 0;
    int32_t value = 1;
    memset(&no_leaves, 0, sizeof no_leaves);
    STATUS(LEXC_OK, lexc_file_read(path, image, sizeof image, &image_bytes, &error));
    STATUS(LEXC_ERROR_MISSING, lexc_leaves_open(&leaves, &lexicon, file, file_len, LEXC_CHECK_ALL, &error));
    EXPECT(strstr(error.message, "image of words, not of leaves") == error.message);
    STATUS(LEXC_ERROR_IMAGE, lexc_leaves_open(&leaves, &lexicon, image, image_bytes - 1, LEXC_CHECK_ALL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_best_moves(&position, &leaves, 80, moves, 8, &count));
    STATUS(LEXC_ERROR_HANDLE, lexc_leaves_open(&leaves, &no_lexicon, image, image_bytes, LEXC_CHECK_ALL, &error));
    STATUS(LEXC_ERROR_IMAGE, lexc_lexicon_open(&no_lexicon, image, image_bytes, LEXC_CHECK_ALL, &error));
    EXPECT(strstr(error.message, "image of leaves, not of words") == error.message);
    STATUS(LEXC_ERROR_NULL, lexc_leaves_open(NULL, &lexicon, image, image_bytes, LEXC_CHECK_ALL, &error));

    /* The image gives S 8 points, the blank 25.6 and Q -6.8; the leave of S and the blank, which it does not list, has their sum. */
    STATUS(LEXC_OK, lexc_position_parse(&position, &lexicon, &rules, "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 QS?/", &error));
    STATUS(LEXC_OK, lexc_leaves_open(&leaves, &lexicon, image, image_bytes, LEXC_CHECK_ALL, &error));
    STATUS(LEXC_OK, lexc_best_moves(&position, &leaves, 80, moves, 8, &count));
    EXPECT(count == 8 && moves[0].equity == 33600);
    EXPECT(moves[0].kind == LEXC_EXCHANGE && moves[0].exchanged_len == 1);
    EXPECT(moves[0].exchanged[0] == 17 && moves[0].exchanged[1] == 0);
    STATUS(LEXC_OK, lexc_move_text(&position, moves, text, sizeof text, NULL));
    IS_TEXT(text, "exchange Q");
    STATUS(LEXC_OK, lexc_move_part(&position, moves, "leave", text, sizeof text, &count));
    IS_TEXT(text, "S?");
    EXPECT(count == 2);
    STATUS(LEXC_OK, lexc_move_part(&position, moves, "equity", text, sizeof text, NULL));
    IS_TEXT(text, "33600");
    STATUS(LEXC_OK, lexc_move_part(&position, moves, "word", text, sizeof text, NULL));
    IS_TEXT(text, "");
    STATUS(LEXC_ERROR_ARGUMENT, lexc_move_part(&position, moves, "words", text, sizeof text, NULL));
    STATUS(LEXC_ERROR_NULL, lexc_move_part(&position, moves, NULL, text, sizeof text, NULL));

    /* Moves are read as they are written. */
    STATUS(LEXC_OK, lexc_move_parse(&position, "Exchange q", &moves[1], &error));
    EXPECT(moves[1].kind == LEXC_EXCHANGE && moves[1].exchanged_len == 1 && moves[1].exchanged[0] == 17 && moves[1].equity == 0);
    STATUS(LEXC_OK, lexc_move_parse(&position, "pass", &moves[1], &error));
    EXPECT(moves[1].kind == LEXC_PASS);
    STATUS(LEXC_OK, lexc_move_parse(&position, "8g rS", &moves[1], &error));
    EXPECT(moves[1].kind == LEXC_PLAY && moves[1].play.placed_len == 1 && moves[1].equity == 1000 * moves[1].play.score);
    STATUS(LEXC_OK, lexc_move_part(&position, &moves[1], "tiles", text, sizeof text, NULL));
    IS_TEXT(text, ".S");
    STATUS(LEXC_OK, lexc_move_parse(&position, "8G (R)s", &moves[1], &error));
    STATUS(LEXC_OK, lexc_move_part(&position, &moves[1], "word", text, sizeof text, NULL));
    IS_TEXT(text, "Rs");
    STATUS(LEXC_OK, lexc_move_part(&position, &moves[1], "coordinate", text, sizeof text, NULL));
    IS_TEXT(text, "8G");
    STATUS(LEXC_OK, lexc_move_parse_typed(&position, "8g (R)S", &moves[1], &error));
    STATUS(LEXC_ERROR_TEXT, lexc_move_parse_typed(&position, "RS", &moves[1], &error));
    STATUS(LEXC_ERROR_TEXT, lexc_move_parse(&position, "RS", &moves[1], &error));
    IS_TEXT(error.message, "character 1: a move starts with a square or a keyword (write 8D CARE, exchange QV or pass)");
    EXPECT(error.line == 1 && error.column == 1);
    STATUS(LEXC_ERROR_NULL, lexc_move_parse(&position, NULL, &moves[1], &error));
    STATUS(LEXC_ERROR_NULL, lexc_move_parse(&position, "pass", NULL, &error));
    STATUS(LEXC_OK, lexc_leave_value(&leaves, &lexicon, "?S", &value, &error));
    EXPECT(value == 33600);
    STATUS(LEXC_OK, lexc_leave_value(&leaves, &lexicon, "Q", &value, &error));
    EXPECT(value == -6800);
    STATUS(LEXC_ERROR_TEXT, lexc_leave_value(&leaves, &lexicon, "q", &value, &error));
    STATUS(LEXC_ERROR_NULL, lexc_leave_value(&leaves, &lexicon, "Q", NULL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_leave_value(&no_leaves, &lexicon, "Q", &value, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_leave_value(&leaves, &no_lexicon, "Q", &value, &error));
    STATUS(LEXC_OK, lexc_best_moves(&position, &leaves, 80, moves, 1, &count));
    EXPECT(count == 1 && moves[0].equity == 33600);
    STATUS(LEXC_OK, lexc_best_moves(&position, NULL, 80, moves, 1, &count));
    EXPECT(moves[0].kind == LEXC_PLAY && moves[0].equity == 1000 * moves[0].play.score);
    STATUS(LEXC_OK, lexc_move_text(&position, moves, text, sizeof text, NULL));
    STATUS(LEXC_OK, lexc_play_check(&position, &moves[0].play, &error));

    /* No play has a Q and the bag is empty, so only the pass remains. */
    STATUS(LEXC_OK, lexc_position_set_rack(&position, "Q", &error));
    STATUS(LEXC_OK, lexc_best_moves(&position, &leaves, 0, moves, 8, &count));
    EXPECT(count == 1 && moves[0].kind == LEXC_PASS && moves[1].equity == 0);
    STATUS(LEXC_OK, lexc_move_text(&position, moves, text, sizeof text, NULL));
    IS_TEXT(text, "pass");
    moves[0].kind = 3;
    STATUS(LEXC_ERROR_ARGUMENT, lexc_move_text(&position, moves, text, sizeof text, NULL));
    moves[0].kind = LEXC_EXCHANGE;
    moves[0].exchanged_len = 22;
    STATUS(LEXC_ERROR_ARGUMENT, lexc_move_text(&position, moves, text, sizeof text, NULL));
    moves[0].exchanged_len = 21;
    STATUS(LEXC_ERROR_ARGUMENT, lexc_move_text(&position, moves, text, sizeof text, NULL));
    STATUS(LEXC_ERROR_HANDLE, lexc_best_moves(&position, &no_leaves, 0, moves, 8, &count));
    STATUS(LEXC_ERROR_NULL, lexc_best_moves(&position, &leaves, 0, NULL, 8, &count));
    STATUS(LEXC_ERROR_NULL, lexc_best_moves(NULL, &leaves, 0, moves, 8, &count));
}

static void bags(void) {
    lexc_bag bag, no_bag;
    char text[LEXC_TEXT_BYTES];
    size_t len = 0, count = 0, i;
    int32_t first = 0, second = 0;
    uint8_t code = 0;
    memset(&no_bag, 0, sizeof no_bag);
    STATUS(LEXC_ERROR_HANDLE, lexc_bag_new(&bag, &no_lexicon));
    STATUS(LEXC_ERROR_NULL, lexc_bag_new(NULL, &lexicon));
    STATUS(LEXC_OK, lexc_bag_new(&bag, &lexicon));
    STATUS(LEXC_OK, lexc_bag_len(&bag, &len));
    STATUS(LEXC_OK, lexc_bag_count(&bag, LEXC_BLANK, &count));
    EXPECT(len == 100 && count == 2);
    STATUS(LEXC_OK, lexc_bag_count(&bag, 5, &count));
    EXPECT(count == 12);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_bag_count(&bag, 0, &count));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_bag_count(&bag, LEXC_BLANK + 1, &count));
    STATUS(LEXC_ERROR_HANDLE, lexc_bag_len(&no_bag, &len));
    STATUS(LEXC_ERROR_NULL, lexc_bag_len(&bag, NULL));

    STATUS(LEXC_ERROR_ARGUMENT, lexc_bag_draw(&bag, 100, &code));
    STATUS(LEXC_ERROR_NULL, lexc_bag_draw(&bag, 99, NULL));
    STATUS(LEXC_ERROR_HANDLE, lexc_bag_draw(&no_bag, 0, &code));
    STATUS(LEXC_OK, lexc_bag_draw(&bag, 99, &code));
    EXPECT(code == LEXC_BLANK);
    STATUS(LEXC_OK, lexc_bag_draw(&bag, 0, &code));
    EXPECT(code == 1);
    STATUS(LEXC_OK, lexc_bag_remove(&bag, LEXC_BLANK));
    STATUS(LEXC_ERROR_NO_TILE, lexc_bag_remove(&bag, LEXC_BLANK));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_bag_remove(&bag, 63));
    STATUS(LEXC_OK, lexc_bag_add(&bag, 1));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_bag_add(&bag, 0));
    STATUS(LEXC_ERROR_NULL, lexc_bag_add(NULL, 1));
    STATUS(LEXC_OK, lexc_bag_len(&bag, &len));
    EXPECT(len == 98);
    STATUS(LEXC_OK, lexc_bag_count(&bag, 1, &count));
    for (i = count; i < 65535; i++) {
        if (lexc_bag_add(&bag, 1) != LEXC_OK) {
            break;
        }
    }
    EXPECT(i == 65535);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_bag_add(&bag, 1));

    STATUS(LEXC_OK, lexc_position_parse(&position, &lexicon, &rules, AR, &error));
    STATUS(LEXC_OK, lexc_bag_unseen(&bag, &position));
    STATUS(LEXC_OK, lexc_bag_len(&bag, &len));
    EXPECT(len == 95);
    STATUS(LEXC_ERROR_HANDLE, lexc_bag_unseen(&bag, &no_position));
    STATUS(LEXC_ERROR_HANDLE, lexc_bag_len(&bag, &len));

    STATUS(LEXC_OK, lexc_position_add_tile(&position, LEXC_BLANK));
    STATUS(LEXC_OK, lexc_position_add_tile(&position, 1));
    STATUS(LEXC_OK, lexc_position_remove_tile(&position, 19));
    STATUS(LEXC_ERROR_NO_TILE, lexc_position_remove_tile(&position, 19));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_position_remove_tile(&position, 0));
    STATUS(LEXC_OK, lexc_position_rack(&position, text, sizeof text, NULL));
    IS_TEXT(text, "ACE?");
    STATUS(LEXC_ERROR_POSITION, lexc_position_add_tile(&position, 27));
    STATUS(LEXC_OK, lexc_position_set_rack(&position, "AAAAAAA", &error));
    STATUS(LEXC_ERROR_POSITION, lexc_position_add_tile(&position, 1));
    STATUS(LEXC_ERROR_HANDLE, lexc_position_add_tile(&no_position, 1));
    STATUS(LEXC_ERROR_HANDLE, lexc_position_remove_tile(&no_position, 1));

    STATUS(LEXC_OK, lexc_rack_subtract(&lexicon, "TRAIN?S", "?TAN", text, sizeof text, &len, &error));
    IS_TEXT(text, "IRS");
    EXPECT(len == 3);
    STATUS(LEXC_ERROR_NO_TILE, lexc_rack_subtract(&lexicon, "TRAIN?S", "TT", text, sizeof text, NULL, &error));
    IS_TEXT(error.message, "the tiles are not all on the rack");
    STATUS(LEXC_ERROR_TEXT, lexc_rack_subtract(&lexicon, "TRAIN", "t", text, sizeof text, NULL, &error));
    STATUS(LEXC_ERROR_CAPACITY, lexc_rack_subtract(&lexicon, "TRAIN", "T", text, 4, NULL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_rack_subtract(&no_lexicon, "TRAIN", "T", text, 4, NULL, &error));
    STATUS(LEXC_OK, lexc_end_points(&lexicon, &rules, "", "QI?", &first, &second, &error));
    EXPECT(first == 22 && second == 0);
    STATUS(LEXC_OK, lexc_end_points(&lexicon, &rules, "ZA", "QI", &first, &second, &error));
    EXPECT(first == -11 && second == -11);
    STATUS(LEXC_ERROR_TEXT, lexc_end_points(&lexicon, &rules, "ZA", "-", &first, &second, &error));
    STATUS(LEXC_ERROR_NULL, lexc_end_points(&lexicon, &rules, "ZA", "QI", &first, NULL, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_end_points(&lexicon, &no_rules, "ZA", "QI", &first, &second, &error));
}

/* A game of three, from its text: a turn, a challenge and the end. */
static void games(void) {
    static const char GAME[] = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/EES/Q 5/7/9 2";
    static const uint64_t random[LEXC_MAX_PLAYERS * 7] = {5, 4, 3, 2, 1};
    lexc_game game, no_game;
    lexc_game_info info;
    lexc_position seen;
    lexc_move move;
    char text[LEXC_TEXT_BYTES];
    size_t len = 0, count = 0;
    memset(&no_game, 0, sizeof no_game);
    STATUS(LEXC_OK, lexc_game_parse(&game, &lexicon, &rules, GAME, 1, &error));
    STATUS(LEXC_OK, lexc_game_get_info(&game, &info));
    EXPECT(info.players == 3 && info.on_turn == 1 && info.end == LEXC_UNDER_WAY && info.zero_turns == 2);
    EXPECT(info.scores[1] == 5 && info.scores[2] == 7 && info.scores[0] == 9);
    /* The racks of the others are full, and their other tiles are not known. */
    EXPECT(info.rack_lens[1] == 3 && info.rack_lens[2] == 7 && info.rack_lens[0] == 7 && info.bag_len == 81);
    STATUS(LEXC_OK, lexc_game_text(&game, text, sizeof text, &len));
    IS_TEXT(text, GAME);
    STATUS(LEXC_OK, lexc_game_rack(&game, 2, text, sizeof text, NULL));
    IS_TEXT(text, "EES");
    STATUS(LEXC_ERROR_ARGUMENT, lexc_game_rack(&game, 3, text, sizeof text, NULL));
    STATUS(LEXC_OK, lexc_game_position(&game, &seen));
    STATUS(LEXC_OK, lexc_best_moves(&seen, NULL, info.bag_len, &move, 1, &count));
    STATUS(LEXC_OK, lexc_game_check(&game, &move, false, &error));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_game_make(&game, &move, random, 6, &error));
    STATUS(LEXC_OK, lexc_game_make(&game, &move, random, 7, &error));
    STATUS(LEXC_OK, lexc_game_get_info(&game, &info));
    EXPECT(info.on_turn == 2 && info.scores[1] == 5 + move.play.score && info.zero_turns == 0 && info.rack_lens[1] == 7);
    /* Under the rule double, the challenger of valid words loses the turn. */
    STATUS(LEXC_OK, lexc_game_challenge(&game, text, sizeof text, NULL));
    IS_TEXT(text, "");
    STATUS(LEXC_OK, lexc_game_get_info(&game, &info));
    EXPECT(info.on_turn == 0 && info.zero_turns == 1);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_game_challenge(&game, text, sizeof text, NULL));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_game_take_back(&game));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_game_fill_racks(&game, random, 20));
    STATUS(LEXC_OK, lexc_game_fill_racks(&game, random, 28));
    memset(&move, 0, sizeof move);
    move.kind = LEXC_EXCHANGE;
    STATUS(LEXC_ERROR_ILLEGAL, lexc_game_make(&game, &move, random, 7, &error));
    IS_TEXT(error.message, "no tiles to exchange, or not all of them are on the rack (name tiles of the rack)");
    move.kind = LEXC_PASS;
    for (count = 1; info.end == LEXC_UNDER_WAY; count++) {
        STATUS(LEXC_OK, lexc_game_make(&game, &move, random, 7, &error));
        STATUS(LEXC_OK, lexc_game_get_info(&game, &info));
    }
    EXPECT(count == 9 && info.end == LEXC_SCORELESS);
    EXPECT(info.end_points[0] < 0 && info.scores[0] == info.played[0] + info.end_points[0] && info.played[0] == 9);
    STATUS(LEXC_ERROR_ILLEGAL, lexc_game_make(&game, &move, random, 7, &error));
    STATUS(LEXC_OK, lexc_game_take_back(&game));
    STATUS(LEXC_OK, lexc_game_get_info(&game, &info));
    EXPECT(info.end == LEXC_UNDER_WAY && info.end_points[0] == 0);
    STATUS(LEXC_OK, lexc_game_adjust(&game, 0, -10, &error));
    STATUS(LEXC_OK, lexc_game_get_info(&game, &info));
    EXPECT(info.scores[0] == -1 && info.played[0] == -1);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_game_adjust(&game, 3, 1, &error));
    STATUS(LEXC_ERROR_ILLEGAL, lexc_game_adjust(&game, 0, INT32_MIN, &error));

    STATUS(LEXC_OK, lexc_game_new(&game, &lexicon, &rules, 4, random, 28, &error));
    STATUS(LEXC_OK, lexc_game_get_info(&game, &info));
    EXPECT(info.players == 4 && info.bag_len == 72 && info.rack_lens[3] == 7);
    STATUS(LEXC_ERROR_ARGUMENT, lexc_game_new(&game, &lexicon, &rules, 4, random, 27, &error));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_game_new(&game, &lexicon, &rules, 1, random, 28, &error));
    EXPECT(strstr(error.message, "players") != NULL && error.line == 0);
    STATUS(LEXC_ERROR_TEXT, lexc_game_parse(&game, &lexicon, &rules, "15", 0, &error));
    STATUS(LEXC_ERROR_ARGUMENT, lexc_game_parse(&game, &lexicon, &rules, GAME, 3, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_game_get_info(&no_game, &info));
    STATUS(LEXC_ERROR_HANDLE, lexc_game_position(&no_game, &seen));
}

/* The words that a search visits, and the number of words after which it ends. */
typedef struct words_seen {
    char text[LEXC_TEXT_BYTES];
    size_t left;
} words_seen;

static int32_t see(const char *word, size_t word_bytes, void *context) {
    words_seen *seen = CAST(words_seen *, context);
    EXPECT(strlen(word) == word_bytes);
    strcat(strcat(seen->text, word), " ");
    return --seen->left == 0;
}

static void visiting(void) {
    words_seen seen;
#define VISIT(conditions) lexc_for_each_word(&lexicon, conditions, see, &seen, &error)
    memset(&seen, 0, sizeof seen);
    STATUS(LEXC_OK, VISIT("anagram:?ACE pattern:A*"));
    IS_TEXT(seen.text, "ACES ");
    memset(&seen, 0, sizeof seen);
    seen.left = 3;
    STATUS(LEXC_STOPPED, VISIT(""));
    IS_TEXT(seen.text, "ABLE ABLES ACE ");
    IS_TEXT(error.message, "");
    STATUS(LEXC_ERROR_TEXT, VISIT("pattern:A["));
    IS_TEXT(error.message, "condition 1: pattern: character 2: the bracket is not closed (add ])");
    STATUS(LEXC_ERROR_NULL, VISIT(NULL));
    STATUS(LEXC_ERROR_NULL, lexc_for_each_word(&lexicon, "", NULL, &seen, &error));
    STATUS(LEXC_ERROR_HANDLE, lexc_for_each_word(&no_lexicon, "", see, &seen, &error));
#undef VISIT
}

static void finding(void) {
    char text[LEXC_TEXT_BYTES];
    size_t len = 0;
#define FIND(conditions) lexc_find(&lexicon, conditions, text, sizeof text, &len, &error)
    STATUS(LEXC_OK, FIND(" "));
    EXPECT(strstr(text, "ABLE\nABLES\nACE\n") == text);
    STATUS(LEXC_ERROR_CAPACITY, lexc_find(&lexicon, "", text, 5, NULL, &error));
    IS_TEXT(text, "ABLE");
    STATUS(LEXC_OK, FIND("length:1- length:2- length:3- length:4- length:5- length:-6 length:-7 length:6"));
    IS_TEXT(text, "CABLES\n");

    STATUS(LEXC_ERROR_TEXT, FIND("length:3 anagrams:A"));
    EXPECT(strstr(error.message, "condition 2: unknown name (use anagram ") == error.message);
    STATUS(LEXC_ERROR_ARGUMENT, FIND("length:1- length:1- length:1- length:1- length:1- length:1- length:1- length:1- length:1-"));
    IS_TEXT(error.message, "more than 8 conditions (leave some out)");
    STATUS(LEXC_ERROR_UTF8, FIND("\xC9"));
    STATUS(LEXC_ERROR_NULL, FIND(NULL));
    STATUS(LEXC_ERROR_HANDLE, lexc_find(&no_lexicon, "", text, sizeof text, &len, &error));
#undef FIND
}

static void defining(const char *path, const char *leaves_path) {
    static uint8_t image[65536], leaves_image[4096];
    lexc_lexicon defined;
    lexc_leaves leaves;
    char text[LEXC_TEXT_BYTES];
    size_t image_bytes = 0, len = 0;
    STATUS(LEXC_ERROR_MISSING, lexc_definition(&lexicon, "CARE", text, sizeof text, &len, &error));
    EXPECT(strstr(error.message, "(build it with `lexc build --definitions`)") != NULL);
    STATUS(LEXC_OK, lexc_file_read(path, image, sizeof image, &image_bytes, &error));
    STATUS(LEXC_OK, lexc_lexicon_open(&defined, image, image_bytes, LEXC_CHECK_ALL, &error));
    STATUS(LEXC_OK, lexc_definition(&defined, "AA", text, sizeof text, &len, &error));
    IS_TEXT(text, "rough lava");
    STATUS(LEXC_OK, lexc_definition(&defined, "AB", text, sizeof text, &len, &error));
    EXPECT(len == 0);
    STATUS(LEXC_ERROR_NO_WORD, lexc_definition(&defined, "AC", text, sizeof text, &len, &error));
    STATUS(LEXC_ERROR_TEXT, lexc_definition(&defined, "-", text, sizeof text, &len, &error));
    STATUS(LEXC_ERROR_NULL, lexc_definition(&defined, NULL, text, sizeof text, &len, &error));

    /* The alphabet of `defined` has three tiles more than the leaves. */
    STATUS(LEXC_OK, lexc_file_read(leaves_path, leaves_image, sizeof leaves_image, &image_bytes, &error));
    STATUS(LEXC_ERROR_IMAGE, lexc_leaves_open(&leaves, &defined, leaves_image, image_bytes, LEXC_CHECK_ALL, &error));
    EXPECT(strstr(error.message, "convert the leaves again, with the lexicon's alphabet") != NULL);
}

int main(int argc, char **argv) {
    static char output[BUFSIZ];
    setvbuf(stdout, output, _IOFBF, sizeof output);
    if (argc != 5) {
        return 125;
    }
    memset(&lexicon, 0xA5, sizeof lexicon);
    memset(&rules, 0xA5, sizeof rules);
    memset(&position, 0xA5, sizeof position);
    library();
    files(argv[1], argv[4]);
    opening();
    words();
    changing_rules();
    positions();
    generating();
    moving(argv[2]);
    bags();
    games();
    finding();
    visiting();
    defining(argv[3], argv[2]);
    return failures > 100 ? 100 : failures;
}
