package lexc

/*
#include <lexc.h>
*/
import "C"

import (
	"runtime"
	"strings"
)

// Lexicon is a set of words in alphabetical order, read in place from an image. Words may be passed in upper or lower case.
type Lexicon struct {
	*handle[C.lexc_lexicon]
}

// Open maps an image file, and checks all of it. While the lexicon is reachable, no program may write to the file or truncate it;
// replacing it by renaming is safe.
func Open(path string) (*Lexicon, error) {
	image, err := mapped(path)
	if err != nil {
		return nil, err
	}
	return open(image)
}

// OpenBytes copies an image, and checks all of it.
func OpenBytes(bytes []byte) (*Lexicon, error) {
	return open(copied(bytes))
}

func open(image *image) (*Lexicon, error) {
	l := &Lexicon{newHandle[C.lexc_lexicon](image)}
	err := described(func(e *C.lexc_error) C.lexc_status {
		return C.lexc_lexicon_open(l.c, image.bytes, image.size, C.LEXC_CHECK_ALL, e)
	})
	if err != nil {
		return nil, err
	}
	return l, nil
}

// View returns the lexicon of the words whose labels satisfy an expression, such as "csw & !new" or "level<=35".
func (l *Lexicon) View(expression string) (*Lexicon, error) {
	view := &Lexicon{newHandle[C.lexc_lexicon](l.borrows...)}
	err := l.given(expression, func(expression *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_lexicon_view(l.c, expression, view.c, e)
	})
	if err != nil {
		return nil, err
	}
	return view, nil
}

// Given passes a text to a call, and keeps the lexicon meanwhile.
func (l *Lexicon) given(text string, call func(*C.char, *C.lexc_error) C.lexc_status) error {
	defer runtime.KeepAlive(l)
	return given(text, call)
}

// Info has properties of a lexicon.
type Info struct {
	// Fingerprint is the identity of the image's set of words.
	Fingerprint                                        [16]byte
	WordCount, LongestWord, TileCount, BlankCount      int
	HasDAWG, HasGADDAG, HasWordIndex, HasAnagramFilter bool
}

// Info returns properties of the lexicon.
func (l *Lexicon) Info() Info {
	defer runtime.KeepAlive(l)
	var info C.lexc_lexicon_info
	C.lexc_lexicon_get_info(l.c, &info)
	found := Info{
		WordCount:        int(info.word_count),
		LongestWord:      int(info.longest_word),
		TileCount:        int(info.tile_count),
		BlankCount:       int(info.blank_count),
		HasDAWG:          bool(info.has_dawg),
		HasGADDAG:        bool(info.has_gaddag),
		HasWordIndex:     bool(info.has_word_index),
		HasAnagramFilter: bool(info.has_anagram_filter),
	}
	for i, value := range info.fingerprint {
		found.Fingerprint[i] = byte(value)
	}
	return found
}

// Name returns the name of the lexicon, which may be empty.
func (l *Lexicon) Name() string {
	defer runtime.KeepAlive(l)
	return text(func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
		return C.lexc_lexicon_name(l.c, text, size, length)
	})
}

// Tile is a tile of an alphabet.
type Tile struct {
	// Text is that of the tile, and Blank that of a blank designated as this tile.
	Text, Blank string
	// Value is in points, and Count the number of copies in a full bag.
	Value, Count int
	IsVowel      bool
}

// Tiles returns the tiles of the alphabet, in its order.
func (l *Lexicon) Tiles() []Tile {
	defer runtime.KeepAlive(l)
	var tiles []Tile
	var tile C.lexc_tile
	for code := C.uint8_t(1); C.lexc_lexicon_tile(l.c, code, &tile) >= 0; code++ {
		tiles = append(tiles, Tile{
			Text:    C.GoString(&tile.text[0]),
			Blank:   C.GoString(&tile.blank_text[0]),
			Value:   int(tile.value),
			Count:   int(tile.count),
			IsVowel: bool(tile.is_vowel),
		})
	}
	return tiles
}

// Contains looks up a word.
func (l *Lexicon) Contains(word string) (bool, error) {
	var found C.bool
	err := l.given(word, func(word *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_contains(l.c, word, &found, e)
	})
	return bool(found), err
}

// IsPrefix returns true if a word starts with these tiles.
func (l *Lexicon) IsPrefix(tiles string) (bool, error) {
	var found C.bool
	err := l.given(tiles, func(tiles *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_is_prefix(l.c, tiles, &found, e)
	})
	return bool(found), err
}

// IndexOf returns the number of words before a word in alphabetical order; -1 if it is not in the lexicon. Needs a word index.
func (l *Lexicon) IndexOf(word string) (int, error) {
	var index C.uint32_t
	err := l.given(word, func(word *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_word_index(l.c, word, &index, e)
	})
	if isStatus(err, C.LEXC_ERROR_NO_WORD) {
		return -1, nil
	}
	return int(index), err
}

func isStatus(err error, status C.lexc_status) bool {
	e, ok := err.(*Error)
	return ok && e.Status == int(status)
}

// WordAt returns the word with an index. Needs a word index.
func (l *Lexicon) WordAt(index uint32) (string, error) {
	return l.written(func(e *C.lexc_error) writer {
		return func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
			return C.lexc_word_at(l.c, C.uint32_t(index), text, size, length, e)
		}
	})
}

// Written returns a text that a call writes which describes its failure.
func (l *Lexicon) written(call func(*C.lexc_error) writer) (string, error) {
	defer runtime.KeepAlive(l)
	var text string
	err := described(func(e *C.lexc_error) (status C.lexc_status) {
		text, status = written(call(e))
		return status
	})
	return text, err
}

// WrittenFor passes a text to such a call.
func (l *Lexicon) writtenFor(argument string, call func(*C.char, *C.lexc_error) writer) (string, error) {
	defer runtime.KeepAlive(l)
	var text string
	err := given(argument, func(argument *C.char, e *C.lexc_error) (status C.lexc_status) {
		text, status = written(call(argument, e))
		return status
	})
	return text, err
}

// Definition returns the definition of a word; an empty text if the word list had none for it. Needs an image with definitions.
func (l *Lexicon) Definition(word string) (string, error) {
	return l.writtenFor(word, func(word *C.char, e *C.lexc_error) writer {
		return func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
			return C.lexc_definition(l.c, word, text, size, length, e)
		}
	})
}

// Hooks returns the tiles that make a word when put before or after some tiles, which need not be a word.
func (l *Lexicon) Hooks(word string) (front, back []string, err error) {
	var hooks C.lexc_hook_sets
	err = l.given(word, func(word *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_hooks(l.c, word, &hooks, e)
	})
	if err != nil {
		return nil, nil, err
	}
	for i, tile := range l.Tiles() {
		if hooks.front>>(i+1)&1 != 0 {
			front = append(front, tile.Text)
		}
		if hooks.back>>(i+1)&1 != 0 {
			back = append(back, tile.Text)
		}
	}
	return front, back, nil
}

// Label is a flag or a number of a word.
type Label struct {
	Name     string
	IsNumber bool
	// Value is that of a number; 1 for a flag.
	Value uint32
}

// Labels returns the labels of a word, its flags first.
func (l *Lexicon) Labels(word string) ([]Label, error) {
	var labels []Label
	var label C.lexc_label
	for {
		err := l.given(word, func(word *C.char, e *C.lexc_error) C.lexc_status {
			return C.lexc_word_label(l.c, word, C.size_t(len(labels)), &label, e)
		})
		name := C.GoString(&label.name[0])
		if err != nil || name == "" {
			return labels, err
		}
		labels = append(labels, Label{name, bool(label.is_number), uint32(label.value)})
	}
}

// Find returns the words that meet all conditions, in alphabetical order: all words for an empty text. Conditions have spaces between,
// as in "anagram:AEINRT? length:7-8"; `lexc help find` lists them.
func (l *Lexicon) Find(conditions string) ([]string, error) {
	lines, err := l.writtenFor(conditions, func(conditions *C.char, e *C.lexc_error) writer {
		return func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
			return C.lexc_find(l.c, conditions, text, size, length, e)
		}
	})
	return listed(lines), err
}

// Listed splits lines, each of which ends in a line feed.
func listed(lines string) []string {
	words := strings.Split(lines, "\n")
	return words[:len(words)-1]
}

// Leaves has values of leaves, the tiles that a move keeps on the rack, for the alphabet of a lexicon.
type Leaves struct {
	*handle[C.lexc_leaves]
	lexicon *Lexicon
}

// OpenLeaves maps a leaves image for the alphabet of the lexicon, and checks all of it, as Open does.
func (l *Lexicon) OpenLeaves(path string) (*Leaves, error) {
	image, err := mapped(path)
	if err != nil {
		return nil, err
	}
	return l.leaves(image)
}

// OpenLeavesBytes copies a leaves image for the alphabet of the lexicon, and checks all of it.
func (l *Lexicon) OpenLeavesBytes(bytes []byte) (*Leaves, error) {
	return l.leaves(copied(bytes))
}

func (l *Lexicon) leaves(image *image) (*Leaves, error) {
	defer runtime.KeepAlive(l)
	leaves := &Leaves{newHandle[C.lexc_leaves](image), l}
	err := described(func(e *C.lexc_error) C.lexc_status {
		return C.lexc_leaves_open(leaves.c, l.c, image.bytes, image.size, C.LEXC_CHECK_ALL, e)
	})
	if err != nil {
		return nil, err
	}
	return leaves, nil
}

// Value returns the value of a leave, written as a rack, in thousandths of a point.
func (v *Leaves) Value(leave string) (int, error) {
	defer runtime.KeepAlive(v)
	var value C.int32_t
	err := v.lexicon.given(leave, func(leave *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_leave_value(v.c, v.lexicon.c, leave, &value, e)
	})
	return int(value), err
}
