/* A game of four at one table: four IMAGE [SEED]. Each line of the input is the move of the player on turn, such as "8D CARE",
 * "exchange QV" or "pass"; or "challenge", by the player who is next on turn. Ends at the end of the input or of the game. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "app.h"

int main(int argc, char **argv) {
    static app table;
    const lexc_error *error = &table.error;
    char rack[LEXC_TEXT_BYTES], line[LEXC_TEXT_BYTES];
    lexc_move move;
    int player;

    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 0);
    if (argc < 2 || !app_open(&table, argv[1], 4)) {
        fprintf(stderr, "four: %s\n", argc < 2 ? "usage: four IMAGE [SEED]" : error->message);
        return 1;
    }
    while (lexc_game_get_info(&table.game, &table.info) == LEXC_OK && table.info.end == LEXC_UNDER_WAY) {
        lexc_game_rack(&table.game, table.info.on_turn, rack, sizeof rack, NULL);
        printf("player %d has %s\n", table.info.on_turn + 1, rack);
        if (fgets(line, sizeof line, stdin) == NULL) break;
        line[strcspn(line, "\n")] = 0;
        if (strcmp(line, "challenge") == 0) {
            lexc_status status = lexc_game_challenge(&table.game, line, sizeof line, NULL);
            puts(status < 0 ? "there is no play to challenge" : line[0] == 0 ? "all words are valid" : line);
        } else if (lexc_game_position(&table.game, &table.position) < 0
                   || lexc_move_parse(&table.position, line, &move, &table.error) < 0
                   || lexc_game_make(&table.game, &move, app_random(&table), APP_NUMBERS, &table.error) < 0) {
            printf("%s\n", error->message);
        }
    }
    for (player = 0; player < table.info.players; player++) printf("player %d: %" PRId32 "\n", player + 1, table.info.scores[player]);
    app_close(&table);
    return 0;
}
