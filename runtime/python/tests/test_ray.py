"""``lexc.ray`` on Ray itself, with two workers. Skipped without ray[data]."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any, Iterator

import pytest

ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")
import pyarrow.parquet as pq

import lexc.arrow
import lexc.ray
from cluster import CGP, DiesOnce, as_bytes, positions, snippet
from conftest import LEAVES


@pytest.fixture(scope="module", autouse=True)
def instance() -> Iterator[None]:
    # Workers import the tests' modules.
    environment = {"env_vars": {"PYTHONPATH": os.path.dirname(__file__)}}
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=200 << 20, runtime_env=environment)
    yield
    ray.shutdown()


def dataset() -> Any:
    return ray.data.from_arrow(positions()).repartition(6)


@pytest.mark.parametrize("is_put", [False, True])
@pytest.mark.parametrize("options", [{}, {"count": 3, "leaves": LEAVES}])
def test_rows_are_those_of_one_machine(scowl_path: Path, is_put: bool, options: dict[str, Any]) -> None:
    one = lexc.arrow.best_moves(positions(), "cgp", scowl_path, **options)
    if is_put:
        options = {name: value.read_bytes() if name == "leaves" else value for name, value in options.items()}
    ds = lexc.ray.best_moves(dataset(), "cgp", scowl_path.read_bytes() if is_put else scowl_path, batch_size=50, **options)
    assert as_bytes(ds.take_all(), one.schema) == as_bytes(one.to_pylist(), one.schema)


def test_a_killed_worker_loses_no_row(scowl_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = lexc.arrow.best_moves(positions(), "cgp", scowl_path)
    marker = tmp_path / "killed"
    monkeypatch.setattr(lexc.ray, "_best_moves", DiesOnce(lexc.arrow.best_moves, marker))
    found = lexc.ray.best_moves(dataset(), "cgp", scowl_path.read_bytes(), batch_size=50).take_all()
    assert marker.exists()
    assert as_bytes(found, one.schema) == as_bytes(one.to_pylist(), one.schema)


def test_simulations_are_those_of_one_machine(scowl_path: Path) -> None:
    settings: dict[str, Any] = {"leaves": LEAVES, "samples": 64, "seed": 3}
    some = positions().take(list(range(0, 1190, 60)))
    one = lexc.arrow.simulate(some, "cgp", scowl_path, **settings)
    few = ray.data.from_arrow(some).repartition(3)
    found = lexc.ray.simulate(few, "cgp", scowl_path.read_bytes(), batch_size=4, **settings).take_all()
    assert as_bytes(found, one.schema) == as_bytes(one.to_pylist(), one.schema)


@pytest.mark.parametrize("blocks", [1, 3])
def test_games_do_not_depend_on_blocks(
    scowl_path: Path, blocks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = lexc.arrow.selfplay(range(3, 33), scowl_path, seed=5)
    marker = tmp_path / "killed"
    monkeypatch.setattr(lexc.ray, "_selfplay", DiesOnce(lexc.arrow.selfplay, marker))
    found = lexc.ray.selfplay(range(3, 33), scowl_path, seed=5, blocks=blocks, batch_size=4).take_all()
    assert marker.exists()
    assert as_bytes(found, one.schema) == as_bytes(one.to_pylist(), one.schema)


def test_the_page_runs_as_written(scowl_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(scowl_path, "words.gaddag")
    shutil.copy(CGP, "games.cgp")
    code = snippet("ray")
    # Ray's workers have another working folder.
    for name in ("games.cgp", "best"):
        code = code.replace(f'"{name}"', repr(str(tmp_path / name)))
    exec(code, {})
    assert pq.read_table("best").num_rows == len(CGP.read_text().splitlines())
