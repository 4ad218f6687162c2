/*
 * Looks up words, and prints the best plays of a position.
 *
 *     plays IMAGE [POSITION [WORD...]]
 *
 * POSITION is a line of CGP. Exit code: 0 done, 1 image or position unreadable, 2 wrong usage or wrong library.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "lexc.h"

#define BEST 5

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
    char message[LEXC_MESSAGE_BYTES];
    bool is_word;
    int i;
    for (i = 0; i < word_count; i++) {
        if (lexc_contains(lexicon, words[i], &is_word, message, sizeof message) == LEXC_OK) {
            printf("%s: %s\n", words[i], is_word ? "a word" : "no word");
        } else {
            printf("%s: %s\n", words[i], message);
        }
    }
}

static void print_plays(const lexc_position *position, uint8_t rack_size) {
    counts counted = {0, 0, 0};
    lexc_play best[BEST];
    char text[LEXC_TEXT_BYTES];
    size_t found, i;
    counted.rack_size = rack_size;
    lexc_for_each_play(position, LEXC_FASTEST, count, &counted);
    printf("%lu plays, %lu of them bingos\n", counted.plays, counted.bingos);
    if (lexc_best_plays(position, best, BEST, &found) != LEXC_OK) {
        return;
    }
    for (i = 0; i < found; i++) {
        if (lexc_play_text(position, &best[i], text, sizeof text, NULL) == LEXC_OK) {
            printf("%" PRId32 "  %s\n", best[i].score, text);
        }
    }
}

/* Prints words and plays with the bytes of an image. Returns the exit code. */
static int run(const uint8_t *image, size_t image_bytes, int argc, char **argv) {
    lexc_lexicon lexicon;
    lexc_lexicon_info info;
    lexc_rules rules;
    lexc_rules_info rules_info;
    lexc_position position;
    char message[LEXC_MESSAGE_BYTES];
    const char *cgp = argc > 2 ? argv[2] : OPENING;

    if (lexc_lexicon_open(&lexicon, image, image_bytes, message, sizeof message) != LEXC_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], message);
        return 1;
    }
    if (lexc_lexicon_get_info(&lexicon, &info) != LEXC_OK
        || lexc_rules_new(&rules, &lexicon, LEXC_STANDARD) != LEXC_OK
        || lexc_rules_get_info(&rules, &rules_info) != LEXC_OK) {
        return 1; /* impossible: the lexicon is open */
    }
    printf("%" PRIu32 " words of up to %" PRIu32 " tiles\n", info.word_count, info.longest_word);
    if (argc > 3) {
        print_words(&lexicon, argc - 3, argv + 3);
    }
    if (lexc_position_parse(&position, &lexicon, &rules, cgp, message, sizeof message) != LEXC_OK) {
        fprintf(stderr, "position: %s\n", message);
        return 1;
    }
    print_plays(&position, rules_info.rack_size);
    return 0;
}

int main(int argc, char **argv) {
    static char output[BUFSIZ];
    char message[LEXC_MESSAGE_BYTES];
    lexc_map map;
    const uint8_t *image;
    size_t image_bytes;
    int code;

    /* Keeps the C library from allocating a buffer: the whole program runs without the heap. */
    setvbuf(stdout, output, _IOFBF, sizeof output);
    if (argc < 2) {
        fprintf(stderr, "usage: plays IMAGE [POSITION [WORD...]]\n");
        return 2;
    }
    if (lexc_abi() != LEXC_ABI) {
        fprintf(stderr, "the library has interface %" PRIu32 ", the program needs %d\n", lexc_abi(), LEXC_ABI);
        return 2;
    }
    if (lexc_map_open(&map, argv[1], message, sizeof message) != LEXC_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], message);
        return 1;
    }
    code = lexc_map_image(&map, &image, &image_bytes) == LEXC_OK ? run(image, image_bytes, argc, argv) : 1;
    lexc_map_close(&map);
    return code;
}
