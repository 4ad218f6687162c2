package lexc_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	lexc "example.org/lexc/runtime/go"
)

// First draws the first tile of the bag each time.
type first struct{}

func (first) Uint64() uint64 {
	return 0
}

// Face answers the calls of the table of conformance.
type face struct {
	allWords, care *lexc.Lexicon
	leaves         *lexc.Leaves
	position       *lexc.Position
	game           *lexc.Game
}

// The call is one that the package lacks.
var errNoCall = errors.New("no such call")

func TestConformance(t *testing.T) {
	care, err := lexc.Open("../examples/care.gaddag")
	if err != nil {
		t.Fatal(err)
	}
	leaves, err := care.OpenLeaves("../examples/care.leaves")
	if err != nil {
		t.Fatal(err)
	}
	face := &face{allWords: care, care: care, leaves: leaves}
	table, err := os.ReadFile("../examples/care.conformance")
	if err != nil {
		t.Fatal(err)
	}
	form := regexp.MustCompile(`^((?:-\S+ )*)(\S+)(?: (.*?))? ([>!]) ?(.*)$`)
	for i, line := range strings.Split(string(table), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		parts := form.FindStringSubmatch(line)
		one, two, _ := strings.Cut(parts[3], "|")
		found, err := face.answer(parts[2], strings.TrimSpace(one), strings.TrimSpace(two))
		isRight := err == nil && parts[4] == ">" && found == parts[5]
		if err != nil && err != errNoCall {
			found = err.Error()
			isRight = parts[4] == "!" && strings.Contains(found, parts[5])
		}
		if isRight == strings.Contains(parts[1], "-go ") {
			t.Errorf("line %d, %s: %s, %v", i+1, parts[2], found, err)
		}
	}
}

func yes(answer bool, err error) (string, error) {
	return map[bool]string{true: "yes", false: "no"}[answer], err
}

func row(words []string, err error) (string, error) {
	return strings.Join(words, " "), err
}

func (f *face) answer(call, one, two string) (string, error) {
	number, _ := strconv.Atoi(one)
	switch call {
	case "view":
		view := f.allWords
		if one != "" {
			var err error
			if view, err = f.allWords.View(one); err != nil {
				return "", err
			}
		}
		f.care = view
		return strconv.Itoa(view.Info().WordCount), nil
	case "word-count":
		return strconv.Itoa(f.care.Info().WordCount), nil
	case "words":
		return row(f.care.Find(""))
	case "find":
		return row(f.care.Find(one))
	case "contains":
		return yes(f.care.Contains(one))
	case "is-prefix":
		return yes(f.care.IsPrefix(one))
	case "front-hooks":
		front, _, err := f.care.Hooks(one)
		return row(front, err)
	case "back-hooks":
		_, back, err := f.care.Hooks(one)
		return row(back, err)
	case "labels":
		labels, err := f.care.Labels(one)
		var shown []string
		for _, label := range labels {
			if label.IsNumber {
				label.Name += fmt.Sprint("=", label.Value)
			}
			shown = append(shown, label.Name)
		}
		return row(shown, err)
	case "index-of":
		index, err := f.care.IndexOf(one)
		if index < 0 {
			return "none", err
		}
		return strconv.Itoa(index), err
	case "word-at":
		word, err := f.care.WordAt(uint32(number))
		if err != nil {
			return "none", nil
		}
		return word, nil
	case "rack":
		start, err := f.care.Start(one, "")
		if err != nil {
			return "", err
		}
		return start.Rack(), nil
	case "leave-value":
		value, err := f.leaves.Value(one)
		return strconv.Itoa(value), err
	case "rules":
		return f.care.Rules(one, two)
	case "position":
		f.game = nil
		position, err := f.care.Position(one, two)
		if err != nil {
			return "", err
		}
		f.position = position
		return position.String(), nil
	case "deal", "game", "make", "make-phony", "challenge", "take-back", "game-text", "on-turn", "end", "scores":
		return f.ofGame(call, one, two)
	}
	return f.ofPosition(call, one, two)
}

func (f *face) ofPosition(call, one, two string) (string, error) {
	p := f.position
	number, _ := strconv.Atoi(one)
	switch call {
	case "move":
		return show(p.ParseMove(one))
	case "typed":
		return show(p.ParseTyped(one))
	case "part":
		move, err := p.ParseMove(two)
		return move.Part(one), err
	case "bag-len":
		if f.game != nil {
			return strconv.Itoa(f.game.State().BagLen), nil
		}
		return strconv.Itoa(p.BagLen()), nil
	case "play-count":
		plays, err := p.Plays()
		return strconv.Itoa(len(plays)), err
	case "plays":
		plays, err := p.Plays()
		return scored(plays[:number], err, lexc.Move.Score)
	case "best-plays":
		plays, err := p.BestPlays(number)
		return scored(plays, err, lexc.Move.Score)
	case "best-moves":
		moves, err := p.BestMoves(number, f.leaves)
		return scored(moves, err, func(move lexc.Move) int { return int(1000 * move.Equity()) })
	case "casual":
		return show(p.CasualMove(number))
	case "check", "score", "words-formed", "phonies":
		play, err := p.ParseMove(one)
		if err != nil {
			return "", err
		}
		switch call {
		case "check":
			return "legal", p.Check(play)
		case "score":
			return strconv.Itoa(play.Score()), nil
		}
		return row(p.WordsFormed(play, call == "phonies"))
	}
	return "", errNoCall
}

func show(move lexc.Move, err error) (string, error) {
	if err != nil {
		return "", err
	}
	return move.String(), nil
}

func scored(moves []lexc.Move, err error, points func(lexc.Move) int) (string, error) {
	var shown []string
	for _, move := range moves {
		shown = append(shown, fmt.Sprintf("%s %d", move, points(move)))
	}
	return strings.Join(shown, ", "), err
}

func (f *face) ofGame(call, one, two string) (string, error) {
	var err error
	switch call {
	case "deal", "game":
		players, _ := strconv.Atoi(one)
		var game *lexc.Game
		if call == "deal" {
			game, err = f.care.NewGame(players, two, first{})
		} else {
			game, err = f.care.ResumeGame(one, 0, two, first{})
		}
		if err != nil {
			return "", err
		}
		f.game = game
	case "make", "make-phony":
		var position *lexc.Position
		if position, err = f.game.Position(); err != nil {
			return "", err
		}
		var move lexc.Move
		if move, err = position.ParseMove(one); err != nil {
			return "", err
		}
		if call == "make" {
			err = f.game.Make(move)
		} else {
			err = f.game.MakeUnchecked(move)
		}
	case "challenge":
		return f.game.Challenge()
	case "take-back":
		err = f.game.TakeBack()
	case "on-turn":
		if state := f.game.State(); state.End == lexc.UnderWay {
			return strconv.Itoa(state.OnTurn), nil
		}
		return "none", nil
	case "end":
		state := f.game.State()
		ends := map[lexc.End]string{lexc.Scoreless: "scoreless", lexc.Turns: "turns", lexc.UnderWay: "under way"}
		if end, ok := ends[state.End]; ok {
			return end, nil
		}
		return fmt.Sprint(map[bool]string{true: "out", false: "forfeit"}[state.End == lexc.Out], " ", state.EndedBy), nil
	case "scores":
		return strings.Trim(fmt.Sprint(f.game.State().Scores), "[]"), nil
	}
	return f.game.String(), err
}
