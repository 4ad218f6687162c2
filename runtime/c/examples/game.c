/*
 * Plays a whole game against itself, and prints the score sheet.
 *
 *     game IMAGE [SEED [LEAVES]]
 *
 * LEAVES is an image of leave values. Both players make the best move by equity; without LEAVES, by score. lexc_game has the
 * rules of a turn and of the end. The same seed, 0 by default, gives the same game on every machine.
 * Exit code: 0 done, 1 image or leaves unreadable, 2 wrong usage or wrong library.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lexc.h"

/* Ends the program after a failure that only a programming error can cause. */
static void must(lexc_status status, int line) {
    if (status != LEXC_OK) {
        fprintf(stderr, "game.c, line %d: status %d\n", line, (int)status);
        exit(1);
    }
}

#define MUST(call) must((call), __LINE__)

#define PLAYERS 2

/* Random numbers by splitmix64, enough for the tiles of all racks. */
static const uint64_t *random_numbers(uint64_t *state) {
    static uint64_t numbers[PLAYERS * LEXC_MAX_DIM];
    size_t i;
    for (i = 0; i < PLAYERS * LEXC_MAX_DIM; i++) {
        uint64_t bits = (*state += UINT64_C(0x9E3779B97F4A7C15));
        bits = (bits ^ bits >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
        bits = (bits ^ bits >> 27) * UINT64_C(0x94D049BB133111EB);
        numbers[i] = bits ^ bits >> 31;
    }
    return numbers;
}

static void print_line(const char *start, int player, const char *rack, const char *text, int32_t points, int32_t total) {
    printf("%s  player %d  %-7s  %-20s %+4" PRId32 "  %4" PRId32 "\n", start, player + 1, rack, text, points, total);
}

/* Plays a game, and prints its turns, the points for the racks at the end, and the board. */
static void play(const lexc_lexicon *lexicon, const lexc_leaves *leaves, const lexc_rules *rules, uint64_t seed) {
    static lexc_game game;
    static lexc_position position;
    lexc_game_info info;
    lexc_move best;
    size_t count;
    char rack[LEXC_TEXT_BYTES], text[LEXC_TEXT_BYTES], number[12];
    int32_t totals[PLAYERS] = {0};
    int turn, player;

    MUST(lexc_game_new(&game, lexicon, rules, PLAYERS, random_numbers(&seed), PLAYERS * LEXC_MAX_DIM, NULL));
    for (turn = 1;; turn++) {
        int32_t points;
        MUST(lexc_game_get_info(&game, &info));
        if (info.end != LEXC_UNDER_WAY) {
            break;
        }
        MUST(lexc_game_rack(&game, info.on_turn, rack, sizeof rack, NULL));
        MUST(lexc_game_position(&game, &position));
        MUST(lexc_best_moves(&position, leaves, info.bag_len, &best, 1, &count));
        MUST(lexc_move_text(&position, &best, text, sizeof text, NULL));
        MUST(lexc_game_make(&game, &best, random_numbers(&seed), LEXC_MAX_DIM, NULL));
        points = best.kind == LEXC_PLAY ? best.play.score : 0;
        totals[info.on_turn] += points;
        snprintf(number, sizeof number, "%3d", turn);
        print_line(number, info.on_turn, rack, text, points, totals[info.on_turn]);
    }
    for (player = 0; player < PLAYERS; player++) {
        MUST(lexc_game_rack(&game, (size_t)player, rack, sizeof rack, NULL));
        print_line("end", player, rack, "", info.scores[player] - totals[player], info.scores[player]);
    }
    MUST(lexc_game_position(&game, &position));
    MUST(lexc_position_set_rack(&position, "", NULL));
    MUST(lexc_position_text(&position, text, sizeof text, NULL));
    printf("board %s\n", text);
}

/* Maps a file until the program ends. Prints the problem if the file cannot be mapped. */
static bool map_file(lexc_map *map, const char *path, const uint8_t **image, size_t *image_bytes) {
    lexc_error error;
    if (lexc_map_open(map, path, &error) != LEXC_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return false;
    }
    return lexc_map_image(map, image, image_bytes) == LEXC_OK;
}

int main(int argc, char **argv) {
    static char output[BUFSIZ];
    static lexc_lexicon lexicon;
    static lexc_leaves leaves;
    static lexc_rules rules;
    lexc_map map, leaves_map;
    const uint8_t *image;
    size_t image_bytes;
    lexc_error error;

    /* Keeps the C library from allocating a buffer: the whole program runs without the heap. */
    setvbuf(stdout, output, _IOFBF, sizeof output);
    if (argc < 2 || argc > 4 || lexc_abi() != LEXC_ABI) {
        fprintf(stderr, "usage: game IMAGE [SEED [LEAVES]], with interface %d of the library\n", LEXC_ABI);
        return 2;
    }
    if (!map_file(&map, argv[1], &image, &image_bytes)) {
        return 1;
    }
    if (lexc_lexicon_open(&lexicon, image, image_bytes, &error) != LEXC_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return 1;
    }
    if (argc > 3) {
        if (!map_file(&leaves_map, argv[3], &image, &image_bytes)) {
            return 1;
        }
        if (lexc_leaves_open(&leaves, &lexicon, image, image_bytes, &error) != LEXC_OK) {
            fprintf(stderr, "%s: %s\n", argv[3], error.message);
            return 1;
        }
    }
    MUST(lexc_rules_parse(&rules, &lexicon, "", NULL, NULL));
    play(&lexicon, argc > 3 ? &leaves : NULL, &rules, argc > 2 ? strtoull(argv[2], NULL, 10) : 0);
    return 0;
}
