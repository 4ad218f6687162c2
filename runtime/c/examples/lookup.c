/*
 * Looks words up in an image that is larger than memory, on a system with POSIX.
 *
 *     lookup IMAGE EVERY < WORDS
 *
 * The image is mapped and opened the trusted way, so that no more of it is read than the words lead to, and a page at a time;
 * after EVERY look-ups (0: never) the memory that its pages take is given back. The words are one a line. Prints how many
 * there were, how many of them are in the lexicon, and on Linux the resident set of the process before the image was opened
 * and at its largest, in KiB. There is no heap.
 *
 * It does for itself what lexc_map_open, lexc_map_page_by_page and lexc_map_release do, so that it can be linked with the
 * library that was built without files, and with any C library.
 */
#define _DEFAULT_SOURCE /* madvise */

#define LEXC_NO_FILES
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lexc.h"

static void write_text(int file, const char *text) {
    /* Nothing can be done about what can't be written. */
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

/* A line of the longest words there are, in UTF-8 and in brackets, and more. */
static char buffer[2048];
static size_t buffered, used;

/* The next line of standard input, without its end; NULL after the last. What is longer than the buffer is cut. */
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
        if (got <= 0) {
            buffer[buffered] = 0;
            used = buffered;
            return buffered == 0 ? NULL : buffer;
        }
        buffered += (size_t)got;
    }
}

/* What a line of /proc/self/status says, in KiB; 0 if there is none. */
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
    char message[LEXC_MESSAGE_BYTES];
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
    /* Before the first page is touched: no reading ahead. */
    madvise(image, (size_t)image_bytes, MADV_RANDOM);
    if (lexc_lexicon_open_trusted(&lexicon, (const uint8_t *)image, (size_t)image_bytes, message, sizeof message) != LEXC_OK) {
        return fail(message);
    }
    while ((word = next_line()) != NULL) {
        bool is_word = false;
        if (lexc_contains(&lexicon, word, &is_word, message, sizeof message) == LEXC_OK && is_word) {
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
