// Package lexc has lexicons, plays and games of crossword games. It calls the library for C, which runtime/c/install installs, and which
// pkg-config must find.
//
// A [Lexicon] looks up and finds words. A [Position] has the plays and moves of a rack. A [Game] is played by the rules. Methods return
// an [*Error] with the message of the library, which names the problem, and its place and remedy where there are any. Texts are UTF-8
// in Unicode's form NFC.
//
// Objects keep what they use, and finalizers give their memory back, so nothing needs closing. Goroutines may share lexicons, leaves,
// positions and moves; a game needs a lock.
package lexc

/*
#cgo pkg-config: lexc
#include <lexc.h>
#include <stdlib.h>
*/
import "C"

import (
	"runtime"
	"strings"
	"unsafe"
)

// Error is a failure of the library.
type Error struct {
	// Status is a number of enum lexc_status, below 0.
	Status int
	// Line and Column are the place of the fault in a text, from 1; 0 if it has none.
	Line, Column int
	// Message names the problem, and its place and remedy where there are any.
	Message string
}

func (e *Error) Error() string {
	return e.Message
}

func failure(status C.lexc_status) *Error {
	return &Error{Status: int(status), Message: C.GoString(C.lexc_status_text(C.int32_t(status)))}
}

// Checked makes a call whose failures have only a status.
func checked(status C.lexc_status) error {
	if status < 0 {
		return failure(status)
	}
	return nil
}

// Described makes a call that describes its failure.
func described(call func(*C.lexc_error) C.lexc_status) error {
	var described C.lexc_error
	status := call(&described)
	if status >= 0 {
		return nil
	}
	e := failure(status)
	if message := C.GoString(&described.message[0]); message != "" {
		e.Message = message
		e.Line, e.Column = int(described.line), int(described.column)
	}
	return e
}

// Given passes a text to a call that describes its failure.
func given(text string, call func(*C.char, *C.lexc_error) C.lexc_status) error {
	if strings.ContainsRune(text, 0) {
		e := failure(C.LEXC_ERROR_TEXT)
		e.Message = "the text has a zero (remove it)"
		return e
	}
	copied := C.CString(text)
	defer C.free(unsafe.Pointer(copied))
	return described(func(e *C.lexc_error) C.lexc_status { return call(copied, e) })
}

// A writer writes a text to a buffer, and its length.
type writer func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status

// Written returns the text that a call writes.
func written(write writer) (string, C.lexc_status) {
	buffer := make([]byte, C.LEXC_TEXT_BYTES)
	for {
		var length C.size_t
		status := write((*C.char)(unsafe.Pointer(&buffer[0])), C.size_t(len(buffer)), &length)
		if status != C.LEXC_ERROR_CAPACITY {
			if status < 0 {
				length = 0
			}
			return string(buffer[:length]), status
		}
		buffer = make([]byte, length+1)
	}
}

// Text returns the text that a call writes which cannot fail.
func text(write writer) string {
	text, _ := written(write)
	return text
}

// Handle is memory of C for a handle of the library, which other handles may borrow, with the objects that it borrows itself. Go must
// keep it reachable during calls that use the memory.
type handle[T any] struct {
	c       *T
	borrows []any
}

func newHandle[T any](borrows ...any) *handle[T] {
	var value T
	h := &handle[T]{c: (*T)(C.calloc(1, C.size_t(unsafe.Sizeof(value)))), borrows: borrows}
	runtime.SetFinalizer(h, func(h *handle[T]) { C.free(unsafe.Pointer(h.c)) })
	return h
}

// Image is the bytes of an image: a mapped file, or memory of C.
type image struct {
	file  C.lexc_map
	bytes *C.uint8_t
	size  C.size_t
	owned unsafe.Pointer
}

func (i *image) free() {
	C.free(i.owned)
	if i.owned == nil {
		C.lexc_map_close(&i.file)
	}
}

func mapped(path string) (*image, error) {
	i := new(image)
	err := given(path, func(path *C.char, e *C.lexc_error) C.lexc_status { return C.lexc_map_open(&i.file, path, e) })
	if err != nil {
		return nil, err
	}
	runtime.SetFinalizer(i, (*image).free)
	return i, checked(C.lexc_map_image(&i.file, &i.bytes, &i.size))
}

func copied(bytes []byte) *image {
	owned := C.CBytes(bytes)
	i := &image{owned: owned, bytes: (*C.uint8_t)(owned), size: C.size_t(len(bytes))}
	runtime.SetFinalizer(i, (*image).free)
	return i
}
