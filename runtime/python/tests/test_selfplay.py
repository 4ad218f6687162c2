"""Games by their numbers."""

import pytest
from conftest import LEAVES

pa = pytest.importorskip("pyarrow")
arrow = pytest.importorskip("lexc.arrow")


# `scores` and `turns` are sums over the games of `lexc selfplay --games 5 --seed 1`; in the case with leaves, the command
# also has `--players equity,equity`.
@pytest.mark.parametrize("leaves, scores, turns", [(None, 3634, 130), (LEAVES, 3522, 129)])
def test_games_are_those_of_the_command(scowl_path, leaves, scores, turns):
    games = arrow.selfplay(range(5), scowl_path, leaves=leaves)
    assert sum(games["first_score"].to_pylist() + games["second_score"].to_pylist()) == scores
    assert sum(map(len, games["positions"].to_pylist())) == turns


@pytest.mark.parametrize("leaves", [None, LEAVES])
def test_parts_join_to_the_whole(scowl_path, leaves):
    ranges = (range(2), range(2, 2), range(2, 7))
    parts = [arrow.selfplay(games, scowl_path, seed=9, leaves=leaves) for games in ranges]
    assert pa.concat_tables(parts).combine_chunks() == arrow.selfplay(range(7), scowl_path, seed=9, leaves=leaves)


def test_a_record_has_the_moves_of_the_positions(scowl):
    [game] = arrow.selfplay([4], scowl).to_pylist()
    best = arrow.best_moves(pa.table({"cgp": game["positions"]}), "cgp", scowl)
    turns = [line.split()[2:5] for line in game["gcg"].splitlines() if line.startswith(">")]
    for move, score, (square, _, points) in zip(best["move"].to_pylist(), best["score"].to_pylist(), turns):
        assert move is None or (square, points) == (move.split()[0], f"+{score}")


def test_refuses_wrong_numbers(scowl):
    with pytest.raises(OverflowError):
        arrow.selfplay([-1], scowl)
    with pytest.raises(TypeError):
        arrow.selfplay(["1"], scowl)
