/*
 * Looks up words in an image that is larger than memory, on a POSIX system.
 *
 *     lookup IMAGE EVERY < WORDS
 *
 * WORDS has a word per line. The program maps the image and opens it with the checks of bounds alone, so that it reads only the pages on the
 * paths of the words, one page at a time. After every EVERY look-ups (0: never) it gives the memory of these pages back. Prints
 * the number of words, the number of words found, and the resident set of the process in KiB, before the image is opened and
 * at its largest (0 except on Linux). Uses no heap. Exit code: 0 done, 2 failed.
 *
 * The program does the work of lexc_map_open, lexc_map_page_by_page and lexc_map_release itself, so that it can be linked with
 * a library without the feature "std", and with any C library.
 */
#define _DEFAULT_SOURCE /* madvise */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lexc.h"

static void write_text(int file, const char *text) {
    /* A failed write cannot be reported. */
    if (write(file, text, strlen(text)) < 0) {
        _exit(2);
    }
}

static void write_number(unsigned long number) {
    char digits[24];
    char *first = digits + sizeof digits - 1;
    *first = 0;
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    write_text(STDOUT_FILENO, first);
}

static int fail(const char *message) {
    write_text(STDERR_FILENO, "lookup: ");
    write_text(STDERR_FILENO, message);
    write_text(STDERR_FILENO, "\n");
    return 2;
}

/* Bytes of standard input. The buffer is longer than any word, even in UTF-8 and in brackets. */
static char buffer[2048];
static size_t buffered, used;

/* Returns the next line of standard input, without its end; NULL after the last line. Cuts a line longer than the buffer into
 * several. */
static const char *next_line(void) {
    for (;;) {
        char *start = buffer + used;
        char *end = (char *)memchr(start, '\n', buffered - used);
        ssize_t got;
        if (end != NULL) {
            *end = 0;
            used = (size_t)(end - buffer) + 1;
            return start;
        }
        memmove(buffer, start, buffered - used);
        buffered -= used;
        used = 0;
        got = read(STDIN_FILENO, buffer + buffered, sizeof buffer - 1 - buffered);
        if (got < 0) {
            _exit(fail("cannot read the words"));
        }
        if (got == 0) {
            buffer[buffered] = 0;
            used = buffered;
            return buffered == 0 ? NULL : buffer;
        }
        buffered += (size_t)got;
    }
}

/* Returns an entry of /proc/self/status in KiB; 0 if it is missing. */
static unsigned long status_kib(const char *name) {
    static char status[4096];
    const char *found;
    ssize_t got;
    int file = open("/proc/self/status", O_RDONLY);
    if (file < 0) {
        return 0;
    }
    got = read(file, status, sizeof status - 1);
    close(file);
    status[got < 0 ? 0 : got] = 0;
    found = strstr(status, name);
    return found == NULL ? 0 : strtoul(found + strlen(name), NULL, 10);
}

int main(int argc, char **argv) {
    lexc_error error;
    lexc_lexicon lexicon;
    unsigned long words = 0, found = 0, every, before;
    const char *word;
    void *image;
    off_t image_bytes;
    int file;

    if (argc != 3) {
        return fail("usage: lookup IMAGE EVERY < WORDS");
    }
    every = strtoul(argv[2], NULL, 10);
    before = status_kib("VmRSS:");
    file = open(argv[1], O_RDONLY);
    image_bytes = file < 0 ? -1 : lseek(file, 0, SEEK_END);
    if (image_bytes <= 0) {
        return fail("cannot read the image (check its path)");
    }
    image = mmap(NULL, (size_t)image_bytes, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (image == MAP_FAILED) {
        return fail("cannot map the image");
    }
    /* Advises the system not to read ahead, before the first page is read. */
    madvise(image, (size_t)image_bytes, MADV_RANDOM);
    if (lexc_lexicon_open(&lexicon, (const uint8_t *)image, (size_t)image_bytes, LEXC_CHECK_BOUNDS, &error) != LEXC_OK) {
        return fail(error.message);
    }
    while ((word = next_line()) != NULL) {
        bool is_word = false;
        if (lexc_contains(&lexicon, word, &is_word, &error) == LEXC_OK && is_word) {
            found++;
        }
        words++;
        if (every != 0 && words % every == 0) {
            madvise(image, (size_t)image_bytes, MADV_DONTNEED);
        }
    }
    write_number(words);
    write_text(STDOUT_FILENO, " words, ");
    write_number(found);
    write_text(STDOUT_FILENO, " found, ");
    write_number(before);
    write_text(STDOUT_FILENO, " KiB before, ");
    write_number(status_kib("VmHWM:"));
    write_text(STDOUT_FILENO, " KiB at most\n");
    return 0;
}
