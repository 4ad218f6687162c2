package lexc

/*
#include <lexc.h>
*/
import "C"

import (
	"runtime"
)

// Random is a source of random numbers, such as a *rand.Rand.
type Random interface {
	Uint64() uint64
}

// Game is a game of two to four players, who are numbered from 0 in the order of turns.
type Game struct {
	*handle[C.lexc_game]
	lexicon *Lexicon
	rules   *handle[C.lexc_rules]
	random  Random
}

func (l *Lexicon) game(rules, cgp string, random Random) (*Game, error) {
	resolved, err := l.rules(rules, cgp)
	if err != nil {
		return nil, err
	}
	return &Game{newHandle[C.lexc_game](l, resolved), l, resolved, random}, nil
}

// NewGame starts a game: fills the racks of all players from the full bag. `rules` is a text of settings, as for Position.
func (l *Lexicon) NewGame(players int, rules string, random Random) (*Game, error) {
	g, err := l.game(rules, "", random)
	if err != nil {
		return nil, err
	}
	numbers := g.numbers(C.LEXC_MAX_PLAYERS)
	err = described(func(e *C.lexc_error) C.lexc_status {
		return C.lexc_game_new(g.c, l.c, g.rules.c, C.size_t(players), &numbers[0], C.size_t(len(numbers)), e)
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}

// ResumeGame continues a game from a line of CGP with the racks and the scores of all players, of whom player `onTurn` is the first.
func (l *Lexicon) ResumeGame(cgp string, onTurn int, rules string, random Random) (*Game, error) {
	g, err := l.game(rules, cgp, random)
	if err != nil {
		return nil, err
	}
	err = l.given(cgp, func(cgp *C.char, e *C.lexc_error) C.lexc_status {
		return C.lexc_game_parse(g.c, l.c, g.rules.c, cgp, C.size_t(onTurn), e)
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}

// Numbers returns random numbers for each tile of some racks.
func (g *Game) numbers(racks int) []C.uint64_t {
	numbers := make([]C.uint64_t, racks*C.LEXC_MAX_DIM)
	for i := range numbers {
		numbers[i] = C.uint64_t(g.random.Uint64())
	}
	return numbers
}

// FillRacks fills the racks of all players from the bag, and draws the unknown tiles of racks anew.
func (g *Game) FillRacks() error {
	defer runtime.KeepAlive(g)
	numbers := g.numbers(C.LEXC_MAX_PLAYERS)
	return checked(C.lexc_game_fill_racks(g.c, &numbers[0], C.size_t(len(numbers))))
}

// End is a way in which a game ends.
type End int

// The ways in which a game ends.
const (
	// UnderWay is the state before the end.
	UnderWay End = C.LEXC_UNDER_WAY
	// Out is the end by a player without tiles.
	Out End = C.LEXC_OUT
	// Scoreless is the end by too many turns without a point.
	Scoreless End = C.LEXC_SCORELESS
	// Forfeit is the end by a challenge.
	Forfeit End = C.LEXC_FORFEIT
	// Turns is the end after as many turns as the rules allow.
	Turns End = C.LEXC_TURNS
)

// State is a game between two turns.
type State struct {
	// Scores has the points of each player.
	Scores []int
	// BagLen is the number of tiles in the bag, and ZeroTurns that of turns in a row without a point.
	BagLen, ZeroTurns int
	// OnTurn is the player on turn, or who would be next in a game that is over.
	OnTurn int
	End    End
	// EndedBy is the player who went out or lost the game; 0 if there is none.
	EndedBy int
}

// State returns the scores, the turn and the end of the game.
func (g *Game) State() State {
	defer runtime.KeepAlive(g)
	var info C.lexc_game_info
	C.lexc_game_get_info(g.c, &info)
	state := State{
		BagLen:    int(info.bag_len),
		ZeroTurns: int(info.zero_turns),
		OnTurn:    int(info.on_turn),
		End:       End(info.end),
		EndedBy:   int(info.ended_by),
	}
	for _, score := range info.scores[:info.players] {
		state.Scores = append(state.Scores, int(score))
	}
	return state
}

// String returns the game in CGP: the board, the racks and the scores of all players from the one on turn, and the turns without points.
func (g *Game) String() string {
	defer runtime.KeepAlive(g)
	return text(func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
		return C.lexc_game_text(g.c, text, size, length)
	})
}

// Rack returns the rack of a player.
func (g *Game) Rack(player int) (string, error) {
	defer runtime.KeepAlive(g)
	rack, status := written(func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
		return C.lexc_game_rack(g.c, C.size_t(player), text, size, length)
	})
	return rack, checked(status)
}

// Position returns the position of the player on turn.
func (g *Game) Position() (*Position, error) {
	defer runtime.KeepAlive(g)
	p := &Position{newHandle[C.lexc_position](g.lexicon, g.rules), g.lexicon, g.rules}
	if err := checked(C.lexc_game_position(g.c, p.c)); err != nil {
		return nil, err
	}
	return p, nil
}

// Make makes a move of the player on turn, and draws tiles. The error names the rule that the move breaks; the game then stays as it was.
func (g *Game) Make(move Move) error {
	return g.make(move, false)
}

// MakeUnchecked makes a move without looking up its words, which can then be challenged.
func (g *Game) MakeUnchecked(move Move) error {
	return g.make(move, true)
}

func (g *Game) make(move Move, phonies bool) error {
	defer runtime.KeepAlive(g)
	numbers := g.numbers(1)
	return described(func(e *C.lexc_error) C.lexc_status {
		if status := C.lexc_game_check(g.c, &move.c, C.bool(phonies), e); status < 0 {
			return status
		}
		return C.lexc_game_make(g.c, &move.c, &numbers[0], C.size_t(len(numbers)), e)
	})
}

// Challenge challenges the play that was made last, at the price of the rules. Returns the phony; an empty text if all words are valid.
func (g *Game) Challenge() (string, error) {
	defer runtime.KeepAlive(g)
	phony, status := written(func(text *C.char, size C.size_t, length *C.size_t) C.lexc_status {
		return C.lexc_game_challenge(g.c, text, size, length)
	})
	return phony, checked(status)
}

// TakeBack takes back the move that was made last.
func (g *Game) TakeBack() error {
	defer runtime.KeepAlive(g)
	return checked(C.lexc_game_take_back(g.c))
}

// Adjust adds points to the score of a player, as for a time penalty.
func (g *Game) Adjust(player, points int) error {
	defer runtime.KeepAlive(g)
	return described(func(e *C.lexc_error) C.lexc_status {
		return C.lexc_game_adjust(g.c, C.size_t(player), C.int32_t(points), e)
	})
}
