/*
 * Runs the table of conformance by lexc.h: the head of the table explains it.
 *
 *     conformance IMAGE LEAVES TABLE
 *
 * Prints each wrong answer. Exit code: the number of wrong answers, at most 100; 125 wrong usage. Compiles as C and as C++.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lexc.h"

#ifdef __cplusplus
#define CAST(type, value) static_cast<type>(value)
#else
#define CAST(type, value) ((type)(value))
#endif

/* The result of a call that the library for C lacks. */
#define NO_CALL CAST(lexc_status, 99)
#define MOST_MOVES 16

static lexc_lexicon all_words;
static lexc_lexicon lexicon;
static lexc_leaves leaves;
static lexc_rules rules;
static lexc_position position;
static lexc_rules game_rules;
static lexc_game game;
static bool has_game;
static const uint64_t zeros[LEXC_MAX_PLAYERS * LEXC_MAX_DIM] = {0};
/* The answer to a call, and the error of a call that fails. */
static char answer[2 * LEXC_TEXT_BYTES];
static lexc_error error;

static lexc_status say(const char *text) {
    strcpy(answer, text);
    return LEXC_OK;
}

static void say_number(const char *before, int64_t number) {
    sprintf(answer + strlen(answer), "%s%" PRId64, before, number);
}

/* The lines of the answer as words with spaces between. */
static lexc_status in_a_row(lexc_status status) {
    char *end;
    while (status == LEXC_OK && (end = strchr(answer, '\n')) != NULL) {
        *end = end[1] == '\0' ? '\0' : ' ';
    }
    return status;
}

static void say_tiles(uint64_t set) {
    lexc_tile tile;
    uint8_t code;
    for (code = 1; lexc_lexicon_tile(&lexicon, code, &tile) == LEXC_OK; code++) {
        if ((set >> code & 1) != 0) {
            strcat(strcat(answer, *answer == '\0' ? "" : " "), tile.text);
        }
    }
}

static lexc_status of_words(const char *call, const char *text) {
    lexc_lexicon_info info;
    lexc_hook_sets hooks;
    lexc_status status;
    bool is_yes = false;
    uint32_t index = 0;
    if (strcmp(call, "words") == 0) {
        return in_a_row(lexc_find(&lexicon, "", answer, sizeof answer, NULL, &error));
    }
    if (strcmp(call, "find") == 0) {
        return in_a_row(lexc_find(&lexicon, text, answer, sizeof answer, NULL, &error));
    }
    if (strcmp(call, "word-count") == 0 || strcmp(call, "view") == 0) {
        status = LEXC_OK;
        if (*call == 'v') {
            lexicon = all_words;
            status = *text == '\0' ? LEXC_OK : lexc_lexicon_view(&all_words, text, &lexicon, &error);
        }
        if (status != LEXC_OK) {
            return status;
        }
        status = lexc_lexicon_get_info(&lexicon, &info);
        say_number("", info.word_count);
        return status;
    }
    if (strcmp(call, "contains") == 0 || strcmp(call, "is-prefix") == 0) {
        status = *call == 'c' ? lexc_contains(&lexicon, text, &is_yes, &error) : lexc_is_prefix(&lexicon, text, &is_yes, &error);
        say(is_yes ? "yes" : "no");
        return status;
    }
    if (strcmp(call, "labels") == 0) {
        for (size_t label_index = 0;; label_index++) {
            lexc_label label;
            status = lexc_word_label(&lexicon, text, label_index, &label, &error);
            if (status != LEXC_OK || *label.name == '\0') {
                return status;
            }
            strcat(strcat(answer, *answer == '\0' ? "" : " "), label.name);
            if (label.is_number) {
                snprintf(answer + strlen(answer), sizeof answer - strlen(answer), "=%lu", CAST(unsigned long, label.value));
            }
        }
    }
    if (strcmp(call, "front-hooks") == 0 || strcmp(call, "back-hooks") == 0) {
        status = lexc_hooks(&lexicon, text, &hooks, &error);
        say_tiles(*call == 'f' ? hooks.front : hooks.back);
        return status;
    }
    if (strcmp(call, "index-of") == 0) {
        status = lexc_word_index(&lexicon, text, &index, &error);
        say_number("", index);
        return status == LEXC_ERROR_NO_WORD ? say("none") : status;
    }
    if (strcmp(call, "word-at") == 0) {
        status = lexc_word_at(&lexicon, CAST(uint32_t, atol(text)), answer, sizeof answer, NULL, &error);
        return status == LEXC_ERROR_NO_WORD ? say("none") : status;
    }
    return NO_CALL;
}

static lexc_status parse_rules(lexc_rules *parsed, const char *settings, const char *cgp) {
    return lexc_rules_parse(parsed, &lexicon, settings, *cgp == '\0' ? NULL : cgp, &error);
}

static lexc_status of_texts(const char *call, const char *first, const char *second) {
    lexc_rules usual;
    lexc_position empty;
    lexc_status status = lexc_rules_parse(&usual, &lexicon, "", NULL, NULL);
    int32_t value = 0, other = 0;
    if (strcmp(call, "rules") == 0) {
        status = parse_rules(&usual, first, second);
        return status < 0 ? status : lexc_rules_text(&usual, &lexicon, answer, sizeof answer, NULL);
    }
    if (strcmp(call, "rack") == 0) {
        lexc_position_new(&empty, &lexicon, &usual, NULL);
        status = lexc_position_set_rack(&empty, first, &error);
        return status < 0 ? status : lexc_position_rack(&empty, answer, sizeof answer, NULL);
    }
    if (strcmp(call, "rack-minus") == 0) {
        status = lexc_rack_subtract(&lexicon, first, second, answer, sizeof answer, NULL, &error);
        return status == LEXC_ERROR_NO_TILE ? say("none") : status;
    }
    if (strcmp(call, "leave-value") == 0) {
        status = lexc_leave_value(&leaves, &lexicon, first, &value, &error);
        say_number("", value);
        return status;
    }
    if (strcmp(call, "end-points") == 0) {
        status = lexc_end_points(&lexicon, &usual, first, second, &value, &other, &error);
        say_number("", value);
        say_number(" ", other);
        return status;
    }
    return NO_CALL;
}

static size_t bag_len(void) {
    lexc_game seen = game;
    lexc_game_info info;
    char cgp[LEXC_TEXT_BYTES];
    if (!has_game) {
        lexc_position_text(&position, cgp, sizeof cgp, NULL);
        lexc_game_parse(&seen, &lexicon, &rules, cgp, 0, NULL);
    }
    return lexc_game_get_info(&seen, &info) == LEXC_OK ? info.bag_len : 0;
}

static int32_t count_play(const lexc_play *play, void *context) {
    (void)play;
    ++*CAST(size_t *, context);
    return 0;
}

/* The best plays or, with leaves, the best moves, each with its points. */
static lexc_status best(const char *call, size_t most) {
    lexc_play plays[MOST_MOVES];
    lexc_move moves[MOST_MOVES];
    char text[LEXC_TEXT_BYTES];
    const bool is_moves = strcmp(call, "best-moves") == 0;
    size_t count = 0, i;
    const lexc_status status = is_moves ? lexc_best_moves(&position, &leaves, bag_len(), moves, most, &count)
                                        : lexc_best_plays(&position, plays, most, &count);
    for (i = 0; i < count; i++) {
        if (is_moves) {
            lexc_move_text(&position, &moves[i], text, sizeof text, NULL);
        } else {
            lexc_play_text(&position, &plays[i], text, sizeof text, NULL);
        }
        strcat(strcat(answer, i == 0 ? "" : ", "), text);
        say_number(" ", is_moves ? moves[i].equity : plays[i].score);
    }
    return status;
}

/* Writes the tiles that a play places, with their squares. Returns their number. */
static size_t lay(const lexc_play *play, lexc_placed *placed) {
    size_t count = 0;
    uint8_t at;
    for (at = 0; at < play->len; at++) {
        if (play->placed_tiles[at] != 0) {
            placed[count].row = CAST(uint8_t, play->row + (play->direction == LEXC_DOWN ? at : 0));
            placed[count].col = CAST(uint8_t, play->col + (play->direction == LEXC_DOWN ? 0 : at));
            placed[count++].placed_tile = play->placed_tiles[at];
        }
    }
    return count;
}

static lexc_status of_position(const char *call, const char *first, const char *second) {
    lexc_move move;
    lexc_play play;
    lexc_status status;
    lexc_placed placed[2 * LEXC_MAX_DIM];
    size_t count = 0;
    int32_t points = 0;
    if (strcmp(call, "position") == 0) {
        has_game = false;
        status = parse_rules(&rules, second, first);
        status = status < 0 ? status : lexc_position_parse(&position, &lexicon, &rules, first, &error);
        return status < 0 ? status : lexc_position_text(&position, answer, sizeof answer, NULL);
    }
    if (strcmp(call, "move") == 0) {
        status = lexc_move_parse(&position, first, &move, &error);
        return status < 0 ? status : lexc_move_text(&position, &move, answer, sizeof answer, NULL);
    }
    if (strcmp(call, "typed") == 0) {
        status = lexc_move_parse_typed(&position, first, &move, &error);
        return status < 0 ? status : lexc_move_text(&position, &move, answer, sizeof answer, NULL);
    }
    if (strcmp(call, "place") == 0) {
        status = lexc_play_parse(&position, first, &play, &error);
        count = lay(&play, placed);
        status = status < 0 ? status : lexc_play_parse(&position, second, &play, &error);
        count += lay(&play, placed + count);
        status = status < 0 ? status : lexc_move_place(&position, placed, count, &move, &error);
        return status < 0 ? status : lexc_move_text(&position, &move, answer, sizeof answer, NULL);
    }
    if (strcmp(call, "part") == 0) {
        status = lexc_move_parse(&position, second, &move, &error);
        return status < 0 ? status : lexc_move_part(&position, &move, first, answer, sizeof answer, NULL);
    }
    if (strcmp(call, "bag-len") == 0) {
        say_number("", CAST(int64_t, bag_len()));
        return LEXC_OK;
    }
    if (strcmp(call, "play-count") == 0) {
        status = lexc_for_each_play(&position, LEXC_FASTEST, count_play, &count, &error);
        say_number("", CAST(int64_t, count));
        return status;
    }
    if (strcmp(call, "casual") == 0) {
        lexc_move casual;
        status = lexc_casual_move(&position, CAST(size_t, atol(first)), bag_len(), &casual);
        return status < 0 ? status : lexc_move_text(&position, &casual, answer, sizeof answer, NULL);
    }
    if (strcmp(call, "plays") == 0 || strncmp(call, "best-", 5) == 0) {
        return best(call, CAST(size_t, atol(first)));
    }
    status = lexc_play_parse(&position, first, &play, &error);
    if (strcmp(call, "check") == 0) {
        say("legal");
        return status < 0 ? status : lexc_play_check(&position, &play, &error);
    }
    if (strcmp(call, "score") == 0) {
        status = status < 0 ? status : lexc_play_score(&position, &play, &points);
        say_number("", points);
        return status;
    }
    if (strcmp(call, "words-formed") == 0 || strcmp(call, "phonies") == 0) {
        return status < 0 ? status : in_a_row(lexc_play_words(&position, &play, *call == 'p', answer, sizeof answer, NULL));
    }
    return NO_CALL;
}

/* Makes a move of the game. */
static lexc_status make(const char *written, bool allow_phonies) {
    lexc_position seen;
    lexc_move move;
    lexc_status status = lexc_game_position(&game, &seen);
    status = status < 0 ? status : lexc_move_parse(&seen, written, &move, &error);
    status = status < 0 ? status : lexc_game_check(&game, &move, allow_phonies, &error);
    return status < 0 ? status : lexc_game_make(&game, &move, zeros, LEXC_MAX_DIM, &error);
}

static lexc_status of_game(const char *call, const char *first, const char *second) {
    static const char *const ENDS[] = {"under way", "out", "scoreless", "forfeit", "turns"};
    lexc_rules_info rules_info;
    lexc_game_info info;
    lexc_status status = LEXC_OK;
    int player;
    if (strcmp(call, "deal") == 0) {
        const size_t players = CAST(size_t, atol(first));
        status = parse_rules(&game_rules, second, "");
        lexc_rules_get_info(&game_rules, &rules_info);
        status = status < 0 ? status
                            : lexc_game_new(&game, &lexicon, &game_rules, players, zeros, players * rules_info.rack_size, &error);
    } else if (strcmp(call, "game") == 0) {
        status = parse_rules(&game_rules, second, first);
        status = status < 0 ? status : lexc_game_parse(&game, &lexicon, &game_rules, first, 0, &error);
    } else if (strcmp(call, "make") == 0 || strcmp(call, "make-phony") == 0) {
        status = make(first, strcmp(call, "make") != 0);
    } else if (strcmp(call, "take-back") == 0) {
        status = lexc_game_take_back(&game);
    } else if (strcmp(call, "challenge") == 0) {
        return lexc_game_challenge(&game, answer, sizeof answer, NULL);
    } else if (strcmp(call, "game-text") != 0) {
        status = lexc_game_get_info(&game, &info);
        if (strcmp(call, "on-turn") == 0) {
            say_number("", info.on_turn);
            return info.end == LEXC_UNDER_WAY ? status : say("none");
        }
        if (strcmp(call, "end") == 0) {
            say(ENDS[info.end]);
            if (info.end == LEXC_OUT || info.end == LEXC_FORFEIT) {
                say_number(" ", info.ended_by);
            }
            return status;
        }
        if (strcmp(call, "scores") == 0) {
            for (player = 0; player < info.players; player++) {
                say_number(player == 0 ? "" : " ", info.scores[player]);
            }
            return status;
        }
        return NO_CALL;
    }
    has_game = true;
    return status < 0 ? status : lexc_game_text(&game, answer, sizeof answer, NULL);
}

/* Makes a call, which writes its answer or its error. */
static lexc_status make_call(const char *call, const char *first, const char *second) {
    lexc_status status;
    *answer = *error.message = '\0';
    status = of_words(call, first);
    if (status == NO_CALL) {
        status = of_texts(call, first, second);
    }
    if (status == NO_CALL) {
        status = of_position(call, first, second);
    }
    return status == NO_CALL ? of_game(call, first, second) : status;
}

/* Ends the text before `mark`, and returns the text after it without the spaces around; an empty text if there is no mark. */
static char *split(char *text, const char *mark) {
    char *found = strstr(text, mark), *end;
    char *after = found == NULL ? text + strlen(text) : found + strlen(mark);
    for (end = found == NULL ? after : found; end > text && end[-1] == ' '; end--) {
    }
    after += strspn(after, " ");
    *end = '\0';
    return after;
}

/* Returns true if the answer to a line of the table is right. */
static bool is_right(char *line, int number) {
    char *message = strstr(line, " !"), *expected = strstr(line, " >");
    const bool fails = message != NULL && (expected == NULL || message < expected);
    bool is_excepted = false, is_as_expected;
    char *call = line, *first, *second;
    lexc_status status;
    expected = split(line, fails ? " !" : " >");
    while (*call == '-') {
        first = split(call, " ");
        is_excepted = strcmp(call, "-c") == 0 || is_excepted;
        call = first;
    }
    first = split(call, " ");
    second = split(first, "|");
    status = make_call(call, first, second);
    is_as_expected = fails ? status < 0 && strstr(error.message, expected) != NULL : status == LEXC_OK && strcmp(answer, expected) == 0;
    if (is_as_expected != is_excepted) {
        return true;
    }
    printf("line %d, %s: status %d, %s%s\n", number, call, status, status < 0 ? "" : answer, status < 0 ? error.message : "");
    return false;
}

int main(int argc, char **argv) {
    static uint8_t images[2][65536];
    static char table[65536];
    size_t bytes = 0;
    int number, wrong = 0;
    char *line, *next;
    if (argc != 4) {
        return 125;
    }
    lexc_file_read(argv[1], images[0], sizeof images[0], &bytes, NULL);
    if (lexc_lexicon_open(&lexicon, images[0], bytes, LEXC_CHECK_ALL, NULL) != LEXC_OK) {
        return 125;
    }
    all_words = lexicon;
    lexc_file_read(argv[2], images[1], sizeof images[1], &bytes, NULL);
    if (lexc_leaves_open(&leaves, &lexicon, images[1], bytes, LEXC_CHECK_ALL, NULL) != LEXC_OK) {
        return 125;
    }
    if (lexc_file_read(argv[3], CAST(uint8_t *, CAST(void *, table)), sizeof table - 1, &bytes, NULL) != LEXC_OK) {
        return 125;
    }
    for (line = table, number = 1; (next = strchr(line, '\n')) != NULL; line = next + 1, number++) {
        *next = '\0';
        if (*line != '\0' && *line != '#' && !is_right(line, number)) {
            wrong++;
        }
    }
    return wrong > 100 ? 100 : wrong;
}
