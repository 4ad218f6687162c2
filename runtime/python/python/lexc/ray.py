"""Best moves, simulations and games on Ray Data.

An image given by its path is opened on each worker, which must have the file there. An image given as bytes goes once into Ray's
object store, from where each worker gets it. The same holds for leaves. A worker needs this package and pyarrow.
"""

from __future__ import annotations

import functools
import os
from typing import Any, Callable, Optional, Union

import pyarrow as pa
import ray
import ray.data

from lexc._lexc import Leaves, Lexicon
from lexc.arrow import Path
from lexc.arrow import best_moves as _best_moves
from lexc.arrow import selfplay as _selfplay
from lexc.arrow import simulate as _simulate


def best_moves(
    ds: ray.data.Dataset,
    column: str,
    image: Union[Path, bytes, Lexicon],
    *,
    count: int = 1,
    leaves: Union[Path, bytes, Leaves, None] = None,
    rules: Optional[str] = None,
    batch_size: int = 10_000,
    **options: Any,
) -> ray.data.Dataset:
    """Adds the best move of each position to a ``Dataset``, in the columns that ``lexc.arrow.best_moves`` adds.

    The work divides by blocks, so there should be at least two blocks for each core: ``ds.repartition(n)``. Ray may change
    the order of blocks. ``options`` are those of ``Dataset.map_batches``, such as ``num_cpus`` and ``concurrency``.
    """
    lexicon, values = _shared(image), _shared(leaves)

    def add(batch: pa.Table) -> pa.Table:
        return _best_moves(batch, column, lexicon(), count=count, leaves=values(), rules=rules)

    return ds.map_batches(add, batch_format="pyarrow", batch_size=batch_size, **options)


def simulate(
    ds: ray.data.Dataset,
    column: str,
    image: Union[Path, bytes, Lexicon],
    *,
    leaves: Union[Path, bytes, Leaves, None] = None,
    rules: Optional[str] = None,
    batch_size: int = 100,
    **settings: Any,
) -> ray.data.Dataset:
    """Adds the move that a simulation ranks first, in the columns that ``lexc.arrow.simulate`` adds. ``settings`` are those of
    ``lexc.arrow.simulate``."""
    lexicon, values = _shared(image), _shared(leaves)

    def add(batch: pa.Table) -> pa.Table:
        return _simulate(batch, column, lexicon(), leaves=values(), rules=rules, **settings)

    return ds.map_batches(add, batch_format="pyarrow", batch_size=batch_size)


def selfplay(
    games: range,
    image: Union[Path, bytes, Lexicon],
    *,
    seed: int = 1,
    leaves: Union[Path, bytes, Leaves, None] = None,
    rules: Optional[str] = None,
    blocks: Optional[int] = None,
    batch_size: int = 100,
    **options: Any,
) -> ray.data.Dataset:
    """Plays the games with these numbers, and returns for each the row of ``lexc.arrow.selfplay``. Rows sorted by ``game`` are
    the same for any number of workers and blocks. ``options`` are those of ``Dataset.map_batches``.
    """
    lexicon, values = _shared(image), _shared(leaves)

    def play(batch: pa.Table) -> pa.Table:
        numbers = [games[index] for index in batch.column("id").to_pylist()]
        return _selfplay(numbers, lexicon(), seed=seed, leaves=values(), rules=rules)

    numbers = ray.data.range(len(games), override_num_blocks=blocks)
    return numbers.map_batches(play, batch_format="pyarrow", batch_size=batch_size, **options)


def _shared(image: Any) -> Callable[[], Any]:
    """Makes a function to call on a worker. It returns the image or leaves: a path as an absolute path, bytes from the object
    store, and other objects as they were given."""
    if isinstance(image, bytes):
        reference = ray.put(image)
        return lambda: _fetched(reference)
    if isinstance(image, (str, os.PathLike)):
        image = os.path.abspath(image)
    return lambda: image


@functools.lru_cache(maxsize=8)
def _fetched(reference: ray.ObjectRef) -> Any:
    return ray.get(reference)
