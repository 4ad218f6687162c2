"""A game of four, who all make the play of the highest score.

Usage: four.py IMAGE
"""

import sys

import lexc

game = lexc.Game(lexc.Lexicon.open(sys.argv[1]), players=4, seed=1)
while not game.is_over:
    best = game.position.best_moves()
    turn = game.make(best[0] if best else "pass")
    print(f"{turn.player + 1}: {turn.text} +{turn.points}")
print(list(game.scores))
