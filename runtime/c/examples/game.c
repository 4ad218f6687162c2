/*
 * Plays a whole game against itself, and prints the score sheet.
 *
 *     game IMAGE [SEED [LEAVES]]
 *
 * LEAVES is an image of leave values. Both players make the best move by equity; without LEAVES, by score. The
 * game ends when a player has no tiles left and the bag is empty, or after LEXC_LAST_ZERO_TURN turns in a row
 * without a point. The same seed, 0 by default, gives the same game on every machine.
 * Exit code: 0 done, 1 image or leaves unreadable, 2 wrong usage or wrong library.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lexc.h"

/* A game. In a turn, the position has the rack of the player on turn; between turns, `racks` has the racks of both. */
typedef struct table {
    lexc_lexicon lexicon;
    lexc_leaves leaves;
    bool has_leaves;
    lexc_rules rules;
    uint8_t rack_size;
    lexc_position position;
    lexc_bag bag;
    char racks[2][LEXC_TEXT_BYTES];
    int32_t scores[2];
    uint64_t random;
} table;

/* Ends the program after a failure that only a programming error can cause. */
static void must(lexc_status status, int line) {
    if (status != LEXC_OK) {
        fprintf(stderr, "game.c, line %d: status %d\n", line, (int)status);
        exit(1);
    }
}

#define MUST(call) must((call), __LINE__)

/* The next random number below `end`, by splitmix64. The bias is below one in 2^56 if `end` is at most 256. */
static size_t random_below(table *game, size_t end) {
    uint64_t bits = (game->random += UINT64_C(0x9E3779B97F4A7C15));
    bits = (bits ^ bits >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94D049BB133111EB);
    return (size_t)((bits ^ bits >> 31) % end);
}

static size_t bag_len(const table *game) {
    size_t len = 0;
    MUST(lexc_bag_len(&game->bag, &len));
    return len;
}

/* Draws `count` tiles to the rack of the position, or all if the bag has fewer. */
static void draw(table *game, size_t count) {
    size_t len;
    uint8_t tile = 0;
    for (; count > 0 && (len = bag_len(game)) > 0; count--) {
        MUST(lexc_bag_draw(&game->bag, random_below(game, len), &tile));
        MUST(lexc_position_add_tile(&game->position, tile));
    }
}

/* Makes a move for the player on turn, and draws. Returns the points of the move. */
static int32_t make(table *game, const lexc_move *move) {
    uint8_t i;
    switch (move->kind) {
    case LEXC_PLAY:
        MUST(lexc_position_play(&game->position, &move->play, NULL, NULL, 0));
        draw(game, move->play.placed_len);
        return move->play.score;
    case LEXC_EXCHANGE:
        for (i = 0; i < move->exchanged_len; i++) {
            MUST(lexc_position_remove_tile(&game->position, move->exchanged[i]));
        }
        draw(game, move->exchanged_len);
        for (i = 0; i < move->exchanged_len; i++) {
            MUST(lexc_bag_add(&game->bag, move->exchanged[i]));
        }
        return 0;
    default:
        return 0;
    }
}

/* Plays and prints one turn. Returns its points. */
static int32_t play_turn(table *game, int turn) {
    const lexc_leaves *leaves = game->has_leaves ? &game->leaves : NULL;
    char *rack = game->racks[turn % 2], text[LEXC_TEXT_BYTES];
    int32_t points, *score = &game->scores[turn % 2];
    lexc_move best;
    size_t count = 0;

    MUST(lexc_position_set_rack(&game->position, rack, NULL, 0));
    MUST(lexc_best_moves(&game->position, leaves, bag_len(game), &best, 1, &count));
    MUST(lexc_move_text(&game->position, &best, text, sizeof text, NULL));
    points = make(game, &best);
    *score += points;
    printf("%3d  player %d  %-7s  %-20s %+4" PRId32 "  %4" PRId32 "\n", turn + 1, turn % 2 + 1, rack, text, points, *score);
    MUST(lexc_position_rack(&game->position, rack, LEXC_TEXT_BYTES, NULL));
    return points;
}

/* Adds the points of the racks, and prints the board and the scores. */
static void end(table *game) {
    int32_t points[2];
    char text[LEXC_TEXT_BYTES];
    int player;
    MUST(lexc_end_points(&game->lexicon, &game->rules, game->racks[0], game->racks[1], &points[0], &points[1], NULL, 0));
    for (player = 0; player < 2; player++) {
        game->scores[player] += points[player];
        printf("end  player %d  %-7s  %-20s %+4" PRId32 "  %4" PRId32 "\n", player + 1, game->racks[player], "", points[player],
               game->scores[player]);
    }
    MUST(lexc_position_set_rack(&game->position, "", NULL, 0));
    MUST(lexc_position_text(&game->position, text, sizeof text, NULL));
    printf("board %s\n", text);
}

static void play(table *game) {
    unsigned zero_turns = 0;
    int turn, player;
    MUST(lexc_bag_new(&game->bag, &game->lexicon));
    MUST(lexc_position_new(&game->position, &game->lexicon, &game->rules));
    for (player = 0; player < 2; player++) {
        MUST(lexc_position_set_rack(&game->position, "", NULL, 0));
        draw(game, game->rack_size);
        MUST(lexc_position_rack(&game->position, game->racks[player], LEXC_TEXT_BYTES, NULL));
        game->scores[player] = 0;
    }
    /* A player whose rack is empty after a turn found the bag empty. */
    for (turn = 0; zero_turns < LEXC_LAST_ZERO_TURN && (turn == 0 || game->racks[(turn + 1) % 2][0] != 0); turn++) {
        zero_turns = play_turn(game, turn) == 0 ? zero_turns + 1 : 0;
    }
    end(game);
}

/* Maps a file until the program ends. Prints the problem if the file cannot be mapped. */
static bool map_file(lexc_map *map, const char *path, const uint8_t **image, size_t *image_bytes) {
    char message[LEXC_MESSAGE_BYTES];
    if (lexc_map_open(map, path, message, sizeof message) != LEXC_OK) {
        fprintf(stderr, "%s: %s\n", path, message);
        return false;
    }
    return lexc_map_image(map, image, image_bytes) == LEXC_OK;
}

int main(int argc, char **argv) {
    static char output[BUFSIZ];
    static table game;
    lexc_map map, leaves_map;
    lexc_rules_info info;
    const uint8_t *image;
    size_t image_bytes;
    char message[LEXC_MESSAGE_BYTES];

    /* Keeps the C library from allocating a buffer: the whole program runs without the heap. */
    setvbuf(stdout, output, _IOFBF, sizeof output);
    if (argc < 2 || argc > 4 || lexc_abi() != LEXC_ABI) {
        fprintf(stderr, "usage: game IMAGE [SEED [LEAVES]], with interface %d of the library\n", LEXC_ABI);
        return 2;
    }
    if (!map_file(&map, argv[1], &image, &image_bytes)) {
        return 1;
    }
    if (lexc_lexicon_open(&game.lexicon, image, image_bytes, message, sizeof message) != LEXC_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], message);
        return 1;
    }
    game.random = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    game.has_leaves = argc > 3;
    if (game.has_leaves) {
        if (!map_file(&leaves_map, argv[3], &image, &image_bytes)) {
            return 1;
        }
        if (lexc_leaves_open(&game.leaves, &game.lexicon, image, image_bytes, message, sizeof message) != LEXC_OK) {
            fprintf(stderr, "%s: %s\n", argv[3], message);
            return 1;
        }
    }
    MUST(lexc_rules_new(&game.rules, &game.lexicon, LEXC_OF_ALPHABET));
    MUST(lexc_rules_get_info(&game.rules, &info));
    game.rack_size = info.rack_size;
    play(&game);
    return 0;
}
