// Best looks up words, and prints the five best plays of a position.
//
//	best IMAGE POSITION [WORD...]
//
// POSITION is a line of CGP. Exit code: 0 done, 1 a text or a file is not readable, 2 wrong usage.
package main

/*
#cgo pkg-config: lexc
#include <lexc.h>
#include <stdlib.h>

// The library keeps addresses of handles after a call, so handles lie in memory of C, where Go moves nothing.
typedef struct session {
	lexc_map file;
	lexc_lexicon lexicon;
	lexc_rules rules;
	lexc_position position;
} session;
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"unsafe"
)

// Check returns the error of a status, or nil after success. A function that describes no failures has no `described`.
func check(status C.lexc_status, described *C.lexc_error) error {
	switch {
	case status >= 0:
		return nil
	case described != nil:
		return errors.New(C.GoString(&described.message[0]))
	default:
		return errors.New(C.GoString(C.lexc_status_text(C.int32_t(status))))
	}
}

// Text passes a text to C for the time of a call.
func text(value string, call func(*C.char)) {
	copied := C.CString(value)
	defer C.free(unsafe.Pointer(copied))
	call(copied)
}

// Lexicon is a mapped image.
type lexicon struct {
	c *C.session
	e C.lexc_error
}

// Open maps an image and checks all of it.
func open(path string) (*lexicon, error) {
	l := &lexicon{c: (*C.session)(C.calloc(1, C.sizeof_session))}
	var status C.lexc_status
	text(path, func(path *C.char) {
		status = C.lexc_map_open(&l.c.file, path, &l.e)
	})
	if err := check(status, &l.e); err != nil {
		C.free(unsafe.Pointer(l.c))
		return nil, err
	}
	var image *C.uint8_t
	var imageBytes C.size_t
	C.lexc_map_image(&l.c.file, &image, &imageBytes)
	if err := check(C.lexc_lexicon_open(&l.c.lexicon, image, imageBytes, C.LEXC_CHECK_ALL, &l.e), &l.e); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *lexicon) close() {
	C.lexc_map_close(&l.c.file)
	C.free(unsafe.Pointer(l.c))
}

// Contains looks up a word.
func (l *lexicon) contains(word string) (bool, error) {
	var isWord C.bool
	var status C.lexc_status
	text(word, func(word *C.char) {
		status = C.lexc_contains(&l.c.lexicon, word, &isWord, &l.e)
	})
	return bool(isWord), check(status, &l.e)
}

// Best returns the best plays of a position by score, as lines of text.
func (l *lexicon) best(cgp string, most int) ([]string, error) {
	var status C.lexc_status
	text(cgp, func(cgp *C.char) {
		text("", func(usual *C.char) {
			status = C.lexc_rules_parse(&l.c.rules, &l.c.lexicon, usual, cgp, &l.e)
		})
		if status < 0 {
			return
		}
		status = C.lexc_position_parse(&l.c.position, &l.c.lexicon, &l.c.rules, cgp, &l.e)
	})
	if err := check(status, &l.e); err != nil {
		return nil, err
	}
	plays := make([]C.lexc_play, most)
	var count C.size_t
	if err := check(C.lexc_best_plays(&l.c.position, &plays[0], C.size_t(most), &count), nil); err != nil {
		return nil, err
	}
	var lines []string
	for i := range plays[:count] {
		var written [C.LEXC_TEXT_BYTES]C.char
		status := C.lexc_play_text(&l.c.position, &plays[i], &written[0], C.LEXC_TEXT_BYTES, nil)
		if err := check(status, nil); err != nil {
			return nil, err
		}
		lines = append(lines, fmt.Sprintf("%d  %s", plays[i].score, C.GoString(&written[0])))
	}
	return lines, nil
}

func run(path, cgp string, words []string) error {
	l, err := open(path)
	if err != nil {
		return err
	}
	defer l.close()
	for _, word := range words {
		isWord, err := l.contains(word)
		if err != nil {
			return err
		}
		answer := map[bool]string{true: "a word", false: "no word"}[isWord]
		fmt.Printf("%s: %s\n", word, answer)
	}
	lines, err := l.best(cgp, 5)
	for _, line := range lines {
		fmt.Println(line)
	}
	return err
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: best IMAGE POSITION [WORD...]")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "best:", err)
		os.Exit(1)
	}
}
