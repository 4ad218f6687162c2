"""A bot: reads positions in CGP, one per line, and writes the move of the highest equity for each.

Usage: bot.py IMAGE LEAVES <POSITIONS
"""

import sys

import lexc

lexicon = lexc.Lexicon.open(sys.argv[1])
leaves = lexc.Leaves.open(sys.argv[2])
for line in sys.stdin:
    try:
        best = lexc.Position.from_cgp(line.strip(), lexicon).best_moves(leaves=leaves)[0]
        print(f"{best.text} for {best.score} points, equity {best.equity:.1f}")
    except lexc.LexcError as error:
        print(f"error: {error}")
