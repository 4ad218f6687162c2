/*
 * Looks up words with their definitions, and prints the best moves of a position and the anagrams of its rack.
 *
 *     plays [--leaves LEAVES] IMAGE [POSITION [WORD...]]
 *
 * POSITION is a line of CGP. LEAVES is an image of leave values; without it, moves are ranked by score.
 * Exit code: 0: done; 1: image, leaves or position unreadable; 2: wrong usage or wrong library.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lexc.h"

#define BEST 5
/* Number of tiles in the bag: enough for exchanges. In a game, lexc_bag_len gives the number. */
#define BAG_LEN 80

static const char *const OPENING = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ACERS?E/";

/* Counts of the visitor: all plays, and bingos. */
typedef struct counts {
    unsigned long plays;
    unsigned long bingos;
    uint8_t rack_size;
} counts;

static int32_t count(const lexc_play *play, void *context) {
    counts *counted = (counts *)context;
    counted->plays++;
    counted->bingos += play->placed_len == counted->rack_size;
    return 0; /* continue */
}

static void print_words(const lexc_lexicon *lexicon, int word_count, char *const *words) {
    lexc_error error;
    char definition[LEXC_TEXT_BYTES];
    bool is_word;
    int i;
    for (i = 0; i < word_count; i++) {
        if (lexc_contains(lexicon, words[i], &is_word, &error) != LEXC_OK) {
            printf("%s: %s\n", words[i], error.message);
        } else if (lexc_definition(lexicon, words[i], definition, sizeof definition, NULL, NULL) == LEXC_OK
                   && definition[0] != 0) {
            printf("%s: a word, %s\n", words[i], definition);
        } else {
            printf("%s: %s\n", words[i], is_word ? "a word" : "no word");
        }
    }
}

/* Prints the number of plays, the best moves with their equities, and if the best move is a play, the position after it. */
static void print_moves(lexc_position *position, const lexc_leaves *leaves, uint8_t rack_size) {
    counts counted = {0, 0, 0};
    lexc_move best[BEST];
    lexc_undo undo;
    char text[LEXC_TEXT_BYTES];
    size_t found, i;
    counted.rack_size = rack_size;
    lexc_for_each_play(position, LEXC_FASTEST, count, &counted, NULL);
    printf("%lu plays, %lu of them bingos\n", counted.plays, counted.bingos);
    if (lexc_best_moves(position, leaves, BAG_LEN, best, BEST, &found) != LEXC_OK) {
        return;
    }
    for (i = 0; i < found; i++) {
        if (lexc_move_text(position, &best[i], text, sizeof text, NULL) == LEXC_OK) {
            printf("%.3f  %s\n", (double)best[i].equity / 1000, text);
        }
    }
    if (best[0].kind == LEXC_PLAY && lexc_position_play(position, &best[0].play, &undo, NULL) == LEXC_OK) {
        if (lexc_position_text(position, text, sizeof text, NULL) == LEXC_OK) {
            printf("then %s\n", text);
        }
        lexc_position_take_back(position, &undo);
    }
}

/* Prints the words that use all tiles of the rack. */
static void print_anagrams(const lexc_lexicon *lexicon, const lexc_position *position) {
    char anagram[LEXC_TEXT_BYTES] = "anagram:", words[4096], *rack = anagram + strlen(anagram);
    lexc_status status;
    if (lexc_position_rack(position, rack, sizeof anagram - strlen(anagram), NULL) != LEXC_OK) {
        return;
    }
    status = lexc_find(lexicon, anagram, words, sizeof words, NULL, NULL);
    if (status == LEXC_OK) {
        printf("anagrams of %s:\n%s", rack, words);
    } else if (status == LEXC_ERROR_CAPACITY) {
        printf("anagrams of %s: more than %zu bytes\n", rack, sizeof words);
    }
}

/* Maps a file. Prints the problem if the file cannot be mapped. */
static bool map_file(lexc_map *map, const char *path, const uint8_t **image, size_t *image_bytes) {
    lexc_error error;
    if (lexc_map_open(map, path, &error) != LEXC_OK) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        return false;
    }
    return lexc_map_image(map, image, image_bytes) == LEXC_OK;
}

/* Prints words, moves and anagrams, with the lexicon of an image. Returns the exit code. */
static int run(const uint8_t *image, size_t image_bytes, const char *leaves_path, int argc, char **argv) {
    lexc_lexicon lexicon;
    lexc_map leaves_map;
    lexc_leaves leaves;
    lexc_lexicon_info info;
    lexc_rules rules;
    lexc_rules_info rules_info;
    lexc_position position;
    lexc_error error;
    const char *cgp = argc > 2 ? argv[2] : OPENING;

    if (lexc_lexicon_open(&lexicon, image, image_bytes, &error) != LEXC_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return 1;
    }
    if (lexc_lexicon_get_info(&lexicon, &info) != LEXC_OK
        || lexc_rules_parse(&rules, &lexicon, "", NULL, &error) != LEXC_OK
        || lexc_rules_get_info(&rules, &rules_info) != LEXC_OK) {
        return 1; /* impossible: the lexicon is open */
    }
    printf("%" PRIu32 " words of up to %" PRIu32 " tiles\n", info.word_count, info.longest_word);
    if (argc > 3) {
        print_words(&lexicon, argc - 3, argv + 3);
    }
    if (lexc_position_parse(&position, &lexicon, &rules, cgp, &error) != LEXC_OK) {
        fprintf(stderr, "position: %s\n", error.message);
        return 1;
    }
    if (leaves_path == NULL) {
        print_moves(&position, NULL, rules_info.rack_size);
    } else {
        if (!map_file(&leaves_map, leaves_path, &image, &image_bytes)) {
            return 1;
        }
        if (lexc_leaves_open(&leaves, &lexicon, image, image_bytes, &error) != LEXC_OK) {
            fprintf(stderr, "%s: %s\n", leaves_path, error.message);
            lexc_map_close(&leaves_map);
            return 1;
        }
        print_moves(&position, &leaves, rules_info.rack_size);
        lexc_map_close(&leaves_map);
    }
    print_anagrams(&lexicon, &position);
    return 0;
}

int main(int argc, char **argv) {
    static char output[BUFSIZ];
    const char *leaves_path = NULL;
    lexc_map map;
    const uint8_t *image;
    size_t image_bytes;
    int code;

    /* Keeps the C library from allocating a buffer: the whole program runs without the heap. */
    setvbuf(stdout, output, _IOFBF, sizeof output);
    if (argc > 2 && strcmp(argv[1], "--leaves") == 0) {
        leaves_path = argv[2];
        argc -= 2;
        argv += 2;
    }
    if (argc < 2) {
        fprintf(stderr, "usage: plays [--leaves LEAVES] IMAGE [POSITION [WORD...]]\n");
        return 2;
    }
    if (lexc_abi() != LEXC_ABI) {
        fprintf(stderr, "the library has interface %" PRIu32 ", the program needs %d\n", lexc_abi(), LEXC_ABI);
        return 2;
    }
    if (!map_file(&map, argv[1], &image, &image_bytes)) {
        return 1;
    }
    code = run(image, image_bytes, leaves_path, argc, argv);
    lexc_map_close(&map);
    return code;
}
