"""Games by their numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

import lexc

pytest.importorskip("pyarrow")
import pyarrow as pa

from cluster import LEAVES, image
from lexc.arrow import best_moves, selfplay


def test_games_are_those_of_the_command() -> None:
    games = selfplay(range(5), image())
    # The figures of `lexc selfplay --games 5 --seed 1`.
    scores = games["first_score"].to_pylist() + games["second_score"].to_pylist()
    assert sum(scores) == 3634
    assert sum(map(len, games["positions"].to_pylist())) == 130


@pytest.mark.parametrize("leaves", [None, LEAVES])
def test_parts_join_to_the_whole(leaves: Path | None) -> None:
    lexicon = image()
    parts = [selfplay(games, lexicon, seed=9, leaves=leaves) for games in (range(2), range(2, 2), range(2, 7))]
    whole = selfplay(range(7), lexicon, seed=9, leaves=leaves)
    assert pa.concat_tables(parts).combine_chunks().equals(whole)


def test_a_record_has_the_moves_of_the_positions() -> None:
    lexicon = image()
    [game] = selfplay([4], lexicon).to_pylist()
    best = best_moves(pa.table({"cgp": game["positions"]}), "cgp", lexicon)
    lines = [line for line in game["gcg"].splitlines() if line.startswith(">")]
    for move, score, line in zip(best["move"].to_pylist(), best["score"].to_pylist(), lines):
        if move is not None:
            _, _, square, _, points, _ = line.split()
            assert (square, points) == (move.split()[0], f"+{score}")


def test_refuses_wrong_numbers() -> None:
    with pytest.raises(OverflowError):
        selfplay([-1], image())
    with pytest.raises(TypeError):
        selfplay(["1"], image())  # type: ignore[list-item]
