"""A program whose types are checked (`mypy --strict`)."""

from typing import Optional

import lexc


def longest(lexicon: lexc.Lexicon, rack: str) -> list[str]:
    words = lexicon.find(sub_anagram=rack)
    return [word for word in words if len(word) == max(map(len, words))]


def best(position: lexc.Position, leaves: Optional[lexc.Leaves] = None) -> lexc.Move:
    move: lexc.Move = position.best_moves(1, leaves)[0]
    ruling: lexc.Ruling = position.judge(move)
    assert ruling.score == move.score
    return move


with lexc.Lexicon.from_bytes(lexc.compile(["care", "cares", "scare"], word_index=True)) as lexicon:
    first: str = lexicon[0]
    some: list[str] = lexicon[1:]
    game = lexc.Game(lexicon, seed=1, rules="rack=5")
    turn: lexc.Turn = game.make("pass")
    scores: tuple[int, ...] = game.scores
    print(first, some, longest(lexicon, "acers"), best(lexc.Position.start("CARES", lexicon)).word, turn.points, scores)
