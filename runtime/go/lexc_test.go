package lexc_test

import (
	"errors"
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	lexc "example.org/lexc/runtime/go"
)

const ar = "15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0"

func care(t *testing.T) *lexc.Lexicon {
	lexicon, err := lexc.Open("../examples/care.gaddag")
	if err != nil {
		t.Fatal(err)
	}
	return lexicon
}

func Example() {
	lexicon, err := lexc.Open("../examples/care.gaddag")
	if err != nil {
		fmt.Println(err)
		return
	}
	words, _ := lexicon.Find("anagram:race*")
	fmt.Println(words)
	position, err := lexicon.Position("15/15/15/15/15/15/15/5AR8/15/15/15/15/15/15/15 CES/ 0/0 0", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	plays, _ := position.BestPlays(2)
	for _, play := range plays {
		fmt.Println(play, play.Score())
	}
	// Output:
	// [CARE CARES RACE SCARE]
	// 8D SCARE 16
	// 8E CARES 14
}

func TestErrorsHaveStatusPlaceAndMessage(t *testing.T) {
	var e *lexc.Error
	_, err := care(t).Contains("CA-RE")
	if !errors.As(err, &e) || e.Line != 1 || e.Column != 3 || e.Status >= 0 || !strings.Contains(e.Message, "unknown tile") {
		t.Errorf("%#v", err)
	}
	for _, open := range []func() error{
		func() error { _, err := lexc.Open("none"); return err },
		func() error { _, err := lexc.Open("../examples/care.leaves"); return err },
		func() error { _, err := lexc.Open("no\x00ne"); return err },
		func() error { _, err := lexc.OpenBytes(nil); return err },
		func() error { _, err := care(t).OpenLeaves("../examples/care.gaddag"); return err },
		func() error { _, err := care(t).View("("); return err },
		func() error { _, err := care(t).Contains("CARE\x00"); return err },
		func() error { _, err := care(t).Position(ar, "rack=x"); return err },
		func() error { _, err := care(t).Start("ZZ-", ""); return err },
		func() error { _, err := care(t).NewGame(5, "", first{}); return err },
		func() error { _, err := care(t).WordAt(15); return err },
		func() error { _, err := care(t).Definition("CARE"); return err },
	} {
		if err := open(); !errors.As(err, &e) || e.Message == "" {
			t.Errorf("%#v", err)
		}
	}
}

func TestDamagedImagesAreRefused(t *testing.T) {
	image, err := os.ReadFile("../examples/care.gaddag")
	if err != nil {
		t.Fatal(err)
	}
	for i := range image {
		damaged := append([]byte(nil), image...)
		damaged[i] ^= 1 << (i % 8)
		if _, err := lexc.OpenBytes(damaged); err == nil {
			t.Fatalf("byte %d", i)
		}
	}
	whole, err := lexc.OpenBytes(image)
	if err != nil || whole.Info() != care(t).Info() {
		t.Fatal(err)
	}
}

func TestPositionsAreValues(t *testing.T) {
	position, err := care(t).Position(ar, "bonus=40")
	if err != nil {
		t.Fatal(err)
	}
	plays, err := position.Plays()
	if err != nil || len(plays) != 9 {
		t.Fatal(plays, err)
	}
	after, err := position.After(plays[0])
	if err != nil || after.Rack() != "" || position.Rack() != "CES" {
		t.Fatal(after, position, err)
	}
	exchange, err := position.ParseMove("exchange CE")
	if err != nil || position.Check(exchange) == nil || exchange.Part("leave") != "S" || exchange.Part("nothing") != "" {
		t.Fatal(exchange, err)
	}
}

func TestGamesToTheEnd(t *testing.T) {
	lexicon := care(t)
	for players := 2; players <= 4; players++ {
		game, err := lexicon.NewGame(players, "", rand.New(rand.NewSource(1)))
		if err != nil {
			t.Fatal(err)
		}
		for game.State().End == lexc.UnderWay {
			position, err := game.Position()
			if err != nil {
				t.Fatal(err)
			}
			moves, err := position.BestMoves(1, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := game.Make(moves[0]); err != nil {
				t.Fatal(err)
			}
		}
		if state := game.State(); len(state.Scores) != players {
			t.Fatal(state)
		}
		if err := game.TakeBack(); err != nil || game.State().End != lexc.UnderWay {
			t.Fatal(err)
		}
		if err := game.Adjust(0, -10); err != nil {
			t.Fatal(err)
		}
		if err := game.FillRacks(); err != nil {
			t.Fatal(err)
		}
		if _, err := game.Rack(players); err == nil {
			t.Fatal("a rack of no player")
		}
	}
}

// Objects that nothing else keeps are used while the garbage collector runs, by several goroutines.
func TestMemoryIsKeptWhileItIsUsed(t *testing.T) {
	image, err := os.ReadFile("../examples/care.gaddag")
	if err != nil {
		t.Fatal(err)
	}
	expected, _ := care(t).Position(ar, "")
	plays, _ := expected.BestPlays(3)
	var group sync.WaitGroup
	for n := 0; n < 4; n++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := 0; i < 50; i++ {
				lexicon, err := lexc.OpenBytes(image)
				if err != nil {
					t.Error(err)
					return
				}
				position, err := lexicon.Position(ar, "")
				if err != nil {
					t.Error(err)
					return
				}
				runtime.GC()
				found, err := position.BestPlays(3)
				if err != nil || fmt.Sprint(found) != fmt.Sprint(plays) {
					t.Error(found, err)
				}
			}
		}()
	}
	group.Wait()
}
