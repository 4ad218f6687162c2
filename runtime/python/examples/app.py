"""An app: one object owns lexicon, rules and a game. It makes the moves on standard input and answers each.

Usage: app.py IMAGE <MOVES
"""

import sys

import lexc


class App:
    def __init__(self, path):
        self.lexicon = lexc.Lexicon.open(path)
        self.game = lexc.Game(self.lexicon, seed=1, rules="challenge=double")

    def make(self, text):
        self.game.make(text)
        best = self.game.position.best_moves()
        answer = best[0].text if best else "pass"
        self.game.make(answer)
        return f"{answer} {self.game.scores}"


app = App(sys.argv[1])
for line in sys.stdin:
    try:
        print(app.make(line.strip()))
    except lexc.LexcError as error:
        print(f"error: {error}")
