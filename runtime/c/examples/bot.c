/* A bot that plays a game against itself: bot IMAGE [SEED [LEAVES]]. Prints the game in CGP and the move of each turn, then the
 * game at its end. LEAVES is an image of leave values; without it, the bot makes the move with the highest score. */
#include <stdio.h>

#include "app.h"

int main(int argc, char **argv) {
    static app bot;
    static lexc_map leaves_map;
    static lexc_leaves leaves;
    const uint8_t *image;
    size_t image_bytes, count;
    lexc_move best;
    char game[LEXC_TEXT_BYTES], text[LEXC_TEXT_BYTES];

    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 0);
    if (argc < 2 || !app_open(&bot, argv[1], 2)
        || (argc > 3 && (lexc_map_open(&leaves_map, argv[3], &bot.error) < 0
                         || lexc_map_image(&leaves_map, &image, &image_bytes) < 0
                         || lexc_leaves_open(&leaves, &bot.lexicon, image, image_bytes, LEXC_CHECK_ALL, &bot.error) < 0))) {
        fprintf(stderr, "bot: %s\n", argc < 2 ? "usage: bot IMAGE [SEED [LEAVES]]" : bot.error.message);
        return 1;
    }
    while (lexc_game_get_info(&bot.game, &bot.info) == LEXC_OK && bot.info.end == LEXC_UNDER_WAY
           && lexc_game_position(&bot.game, &bot.position) == LEXC_OK
           && lexc_best_moves(&bot.position, argc > 3 ? &leaves : NULL, bot.info.bag_len, &best, 1, &count) == LEXC_OK) {
        lexc_game_text(&bot.game, game, sizeof game, NULL);
        lexc_move_text(&bot.position, &best, text, sizeof text, NULL);
        printf("%s  %s\n", game, text);
        if (lexc_game_make(&bot.game, &best, app_random(&bot), APP_NUMBERS, &bot.error) < 0) return 1;
    }
    lexc_game_text(&bot.game, game, sizeof game, NULL);
    puts(game);
    app_close(&bot);
    return 0;
}
