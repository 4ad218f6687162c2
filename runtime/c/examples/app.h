/* A struct of an app, which owns an image, a lexicon, rules and a game. bot.c and four.c are apps with it. */
#include <stdlib.h>

#include "lexc.h"

#define APP_NUMBERS (LEXC_MAX_PLAYERS * LEXC_MAX_DIM)

/* The handles borrow each other, so the struct must not move between app_open and app_close. */
typedef struct app {
    lexc_map map;
    lexc_lexicon lexicon;
    lexc_rules rules;
    lexc_game game;
    lexc_position position; /* the board and the rack of the player on turn */
    lexc_game_info info;    /* scores, turn and end of the game */
    lexc_error error;       /* the latest failure */
    uint64_t numbers[APP_NUMBERS];
} app;

/* Makes random numbers, one for each tile of all racks. */
static const uint64_t *app_random(app *owner) {
    for (size_t i = 0; i < APP_NUMBERS; i++) owner->numbers[i] = (uint64_t)rand() << 32 ^ (uint64_t)rand();
    return owner->numbers;
}

/* Opens an image and starts a game. After a failure, owner->error describes it. */
static bool app_open(app *owner, const char *path, size_t players) {
    lexc_error *error = &owner->error;
    const uint8_t *image;
    size_t image_bytes;
    return lexc_map_open(&owner->map, path, error) == LEXC_OK
        && lexc_map_image(&owner->map, &image, &image_bytes) == LEXC_OK
        && lexc_lexicon_open(&owner->lexicon, image, image_bytes, LEXC_CHECK_ALL, error) == LEXC_OK
        && lexc_rules_parse(&owner->rules, &owner->lexicon, "", NULL, error) == LEXC_OK
        && lexc_game_new(&owner->game, &owner->lexicon, &owner->rules, players, app_random(owner), APP_NUMBERS, error) == LEXC_OK;
}

static void app_close(app *owner) { lexc_map_close(&owner->map); }
