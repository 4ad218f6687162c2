"""``lexc.ray`` on Ray itself, with two workers. Needs ray[data]."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Iterator

import pytest

ray = pytest.importorskip("ray")
pytest.importorskip("ray.data")

import lexc.arrow
import lexc.ray
from cluster import LEAVES, DiesOnce, as_bytes, image, positions


@pytest.fixture(scope="module", autouse=True)
def instance() -> Iterator[None]:
    # Workers import the tests' modules.
    environment = {"env_vars": {"PYTHONPATH": os.path.dirname(__file__)}}
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=200 << 20, runtime_env=environment)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("image") / "scowl-60.gaddag"
    path.write_bytes(image())
    return path


def dataset() -> Any:
    return ray.data.from_arrow(positions()).repartition(6)


@pytest.mark.parametrize("is_put", [False, True])
@pytest.mark.parametrize("options", [{}, {"count": 3, "leaves": LEAVES}])
def test_rows_are_those_of_one_machine(path: Path, is_put: bool, options: dict[str, Any]) -> None:
    one = lexc.arrow.best_moves(positions(), "cgp", path, **options)
    if is_put:
        options = {name: value.read_bytes() if name == "leaves" else value for name, value in options.items()}
    ds = lexc.ray.best_moves(dataset(), "cgp", path.read_bytes() if is_put else path, batch_size=50, **options)
    assert as_bytes(ds.take_all(), one.schema) == as_bytes(one.to_pylist(), one.schema)


def test_a_killed_worker_loses_no_row(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = lexc.arrow.best_moves(positions(), "cgp", path)
    marker = tmp_path / "killed"
    monkeypatch.setattr(lexc.ray, "_best_moves", DiesOnce(lexc.arrow.best_moves, marker))
    found = lexc.ray.best_moves(dataset(), "cgp", path.read_bytes(), batch_size=50).take_all()
    assert marker.exists()
    assert as_bytes(found, one.schema) == as_bytes(one.to_pylist(), one.schema)


@pytest.mark.parametrize("blocks", [1, 3])
def test_games_do_not_depend_on_blocks(
    path: Path, blocks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = lexc.arrow.selfplay(range(3, 33), path, seed=5)
    marker = tmp_path / "killed"
    monkeypatch.setattr(lexc.ray, "_selfplay", DiesOnce(lexc.arrow.selfplay, marker))
    found = lexc.ray.selfplay(range(3, 33), path, seed=5, blocks=blocks, batch_size=4).take_all()
    assert marker.exists()
    assert as_bytes(found, one.schema) == as_bytes(one.to_pylist(), one.schema)
