package lexc

/*
#include <lexc.h>
#include <stdlib.h>

typedef struct { lexc_play *plays; size_t count, capacity; } go_plays;

// Keeps a play. Ends the search if there is no memory.
static int32_t go_keep(const lexc_play *play, void *context) {
    go_plays *kept = context;
    if (kept->count == kept->capacity) {
        size_t capacity = kept->capacity == 0 ? 256 : 2 * kept->capacity;
        lexc_play *grown = realloc(kept->plays, capacity * sizeof *grown);
        if (grown == NULL) {
            return 1;
        }
        kept->plays = grown;
        kept->capacity = capacity;
    }
    kept->plays[kept->count++] = *play;
    return 0;
}

static lexc_status go_all_plays(const lexc_position *position, go_plays *kept, lexc_error *error) {
    return lexc_for_each_play(position, LEXC_FASTEST, go_keep, kept, error);
}
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// Position is a board, a rack and rules. Its methods change nothing.
type Position struct {
	*handle[C.lexc_position]
	lexicon *Lexicon
	rules   *handle[C.lexc_rules]
}

// Rules reads rules, on the board of a position if there is one.
func (l *Lexicon) rules(settings, cgp string) (*handle[C.lexc_rules], error) {
	rules := newHandle[C.lexc_rules]()
	err := l.given(settings, func(settings *C.char, e *C.lexc_error) C.lexc_status {
		if cgp == "" {
			return C.lexc_rules_parse(rules.c, l.c, settings, nil, e)
		}
		copied := C.CString(cgp)
		defer C.free(unsafe.Pointer(copied))
		return C.lexc_rules_parse(rules.c, l.c, settings, copied, e)
	})
	return rules, err
}

// Rules returns all settings of rules, such as "rack=8 bonus=40", for the board of a position in CGP; without a position, for the usual
// board of the alphabet.
func (l *Lexicon) Rules(settings, cgp string) (string, error) {
	defer runtime.KeepAlive(l)
	rules, err := l.rules(settings, cgp)
	if err != nil {
		return "", err
	}
	defer runtime.KeepAlive(rules)
	return text(func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
		return C.lexc_rules_text(rules.c, l.c, text, size, length)
	}), nil
}

// Position reads a position in CGP. `rules` is a text of settings such as "rack=8 bonus=40 challenge=5/word", or empty for the usual
// rules.
func (l *Lexicon) Position(cgp, rules string) (*Position, error) {
	resolved, err := l.rules(rules, cgp)
	if err != nil {
		return nil, err
	}
	p := &Position{newHandle[C.lexc_position](l, resolved), l, resolved}
	err = l.given(cgp, func(cgp *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_position_parse(p.c, l.c, resolved.c, cgp, e)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Start returns the start of a game: an empty board, and a rack.
func (l *Lexicon) Start(rack, rules string) (*Position, error) {
	resolved, err := l.rules(rules, "")
	if err != nil {
		return nil, err
	}
	p := &Position{newHandle[C.lexc_position](l, resolved), l, resolved}
	err = l.given(rack, func(rack *C.char, e *C.lexc_error) C.lexc_status {
		if status := C.lexc_position_new(p.c, l.c, resolved.c, e); status < 0 {
			return status
		}
		return C.lexc_position_set_rack(p.c, rack, e)
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// String returns the position in CGP, with scores of 0.
func (p *Position) String() string {
	defer runtime.KeepAlive(p)
	return text(func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
		return C.lexc_position_text(p.c, text, size, length)
	})
}

// Rack returns the rack: letters in alphabet order, then blanks.
func (p *Position) Rack() string {
	defer runtime.KeepAlive(p)
	return text(func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
		return C.lexc_position_rack(p.c, text, size, length)
	})
}

// BagLen returns the number of tiles in the bag if the opponent's rack is full.
func (p *Position) BagLen() int {
	defer runtime.KeepAlive(p)
	var count C.size_t
	C.lexc_position_bag_len(p.c, &count)
	return int(count)
}

// Move is a play, an exchange or the pass. Its texts are for the position that made it.
type Move struct {
	position *Position
	c        C.lexc_move
}

func (p *Position) move(play C.lexc_play) Move {
	return Move{p, C.lexc_move{play: play, kind: C.LEXC_PLAY, equity: 1000 * C.int64_t(play.score)}}
}

// String returns the move: "8D RETSINA", "exchange QV" or "pass".
func (m Move) String() string {
	return m.Part("text")
}

// Part returns a part of the move, empty if the move does not have it: kind, text, coordinate, direction, row, col, word, tiles, score,
// placed, leave or equity, as lexc_move_part in lexc.h describes them.
func (m Move) Part(name string) string {
	defer runtime.KeepAlive(m.position)
	part := C.CString(name)
	defer C.free(unsafe.Pointer(part))
	return text(func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
		return C.lexc_move_part(m.position.c, &m.c, part, text, size, length)
	})
}

// Score returns points; 0 for an exchange and the pass.
func (m Move) Score() int {
	return int(m.c.play.score)
}

// Equity returns the score plus the value of the leave, in points; of moves that BestMoves did not find, the score.
func (m Move) Equity() float64 {
	return float64(m.c.equity) / 1000
}

// ParseMove reads a move, which need not be legal: a play such as "8D RETSINA", "exchange QV" or "pass". Tiles on the board are letters,
// "." or in parentheses.
func (p *Position) ParseMove(written string) (Move, error) {
	defer runtime.KeepAlive(p)
	m := Move{position: p}
	err := given(written, func(written *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_move_parse(p.c, written, &m.c, e)
	})
	return m, err
}

// ParseTyped reads a move that a person types, with letters in any case.
func (p *Position) ParseTyped(written string) (Move, error) {
	defer runtime.KeepAlive(p)
	m := Move{position: p}
	err := given(written, func(written *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_move_parse_typed(p.c, written, &m.c, e)
	})
	return m, err
}

// Plays returns all plays, the highest scores first.
func (p *Position) Plays() ([]Move, error) {
	defer runtime.KeepAlive(p)
	var found C.go_plays
	err := described(func(e *C.lexc_error) C.lexc_status { return C.go_all_plays(p.c, &found, e) })
	defer C.free(unsafe.Pointer(found.plays))
	if err != nil {
		return nil, err
	}
	return p.BestPlays(int(found.count))
}

// BestPlays returns the plays of the highest scores, best first, but at most `count`.
func (p *Position) BestPlays(count int) ([]Move, error) {
	defer runtime.KeepAlive(p)
	if count <= 0 {
		return nil, nil
	}
	plays := make([]C.lexc_play, count)
	var found C.size_t
	if err := checked(C.lexc_best_plays(p.c, &plays[0], C.size_t(count), &found)); err != nil {
		return nil, err
	}
	moves := make([]Move, found)
	for i := range moves {
		moves[i] = p.move(plays[i])
	}
	return moves, nil
}

// BestMoves returns the moves of the highest equities, best first, but at most `count`: plays, exchanges and the pass. Without leaves,
// all leaves have the value 0.
func (p *Position) BestMoves(count int, leaves *Leaves) ([]Move, error) {
	defer runtime.KeepAlive(p)
	defer runtime.KeepAlive(leaves)
	if count <= 0 {
		return nil, nil
	}
	var values *C.lexc_leaves
	if leaves != nil {
		values = leaves.c
	}
	found := make([]C.lexc_move, count)
	var written C.size_t
	status := C.lexc_best_moves(p.c, values, C.size_t(p.BagLen()), &found[0], C.size_t(count), &written)
	if err := checked(status); err != nil {
		return nil, err
	}
	moves := make([]Move, written)
	for i := range moves {
		moves[i] = Move{p, found[i]}
	}
	return moves, nil
}

// CasualMove returns the move of a casual player, who overlooks words so that people can win; each level, from 1 to 8, is stronger than
// the one below.
func (p *Position) CasualMove(level int) (Move, error) {
	defer runtime.KeepAlive(p)
	m := Move{position: p}
	return m, checked(C.lexc_casual_move(p.c, C.size_t(level), C.size_t(p.BagLen()), &m.c))
}

// Check returns the rule that a play breaks as an error, and nil if it is legal and the lexicon has all words that it forms.
func (p *Position) Check(play Move) error {
	defer runtime.KeepAlive(p)
	return described(func(e *C.lexc_error) C.lexc_status { return C.lexc_play_check(p.c, &play.c.play, e) })
}

// WordsFormed returns the words that a play forms, the word of the play first; with `onlyPhonies`, those that the lexicon does not have.
func (p *Position) WordsFormed(play Move, onlyPhonies bool) ([]string, error) {
	defer runtime.KeepAlive(p)
	lines, status := written(func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
		return C.lexc_play_words(p.c, &play.c.play, C.bool(onlyPhonies), text, size, length)
	})
	return listed(lines), checked(status)
}

// After returns the position after a play: its tiles are on the board, and the rest is on the rack. Does not look up words; Check does.
func (p *Position) After(play Move) (*Position, error) {
	defer runtime.KeepAlive(p)
	after := &Position{newHandle[C.lexc_position](p.lexicon, p.rules), p.lexicon, p.rules}
	*after.c = *p.c
	err := described(func(e *C.lexc_error) C.lexc_status { return C.lexc_position_play(after.c, &play.c.play, nil, e) })
	if err != nil {
		return nil, err
	}
	return after, nil
}
