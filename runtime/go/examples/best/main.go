// Best looks up words, and prints the five best plays of a position.
//
//	best IMAGE POSITION [WORD...]
//
// POSITION is a line of CGP. Exit code: 0 done, 1 a text or a file is not readable, 2 wrong usage.
package main

import (
	"fmt"
	"os"

	lexc "example.org/lexc/runtime/go"
)

func run(path, cgp string, words []string) error {
	lexicon, err := lexc.Open(path)
	if err != nil {
		return err
	}
	for _, word := range words {
		isWord, err := lexicon.Contains(word)
		if err != nil {
			return err
		}
		answer := map[bool]string{true: "a word", false: "no word"}[isWord]
		fmt.Printf("%s: %s\n", word, answer)
	}
	position, err := lexicon.Position(cgp, "")
	if err != nil {
		return err
	}
	plays, err := position.BestPlays(5)
	for _, play := range plays {
		fmt.Printf("%d  %s\n", play.Score(), play)
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
