"""Best moves for a column of positions: Arrow tables and record batches, pandas and polars data frames. Games by their numbers.

``lexc.spark`` and ``lexc.ray`` call these functions on the workers of a cluster.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable
from typing import Any, Optional, TypeVar, Union, cast

import pyarrow as pa

from lexc._lexc import Leaves, Lexicon, best_rows, play_games
from lexc._types import Rules

Table = TypeVar("Table")
Path = Union[str, "os.PathLike[str]"]


def best_moves(
    table: Table,
    column: str,
    image: Union[Lexicon, Path, bytes],
    *,
    count: int = 1,
    leaves: Union[Leaves, Path, bytes, None] = None,
    rules: Optional[Rules] = None,
) -> Table:
    """Adds the best move of each position to a table, and returns a table of the same kind.

    ``table`` is a ``pyarrow.Table``, a ``pyarrow.RecordBatch``, a ``pandas.DataFrame`` or a ``polars.DataFrame`` with positions in
    CGP in a column of text. The added columns:

    - ``move``: the best move: by score, a play; with leaves, a play, an exchange or the pass by equity. Null if there is no play
    - ``score``: its points
    - ``equity``, with leaves only: its equity in points
    - ``error``: the fault of a row that is not a position; null for the others

    If ``count`` is above 1, all added columns except ``error`` have lists of up to ``count`` moves, best first. A process opens each
    image once, by its path or its bytes; it opens a file again that was replaced.

    >>> import pyarrow
    >>> table = pyarrow.table({"cgp": [position.cgp, "15/15 oops"]})
    >>> best_moves(table, "cgp", image_path).select(["move", "score"]).to_pylist()
    [{'move': '8D SCARE', 'score': 16}, {'move': None, 'score': None}]
    """
    rows: Any = table
    lexicon: Lexicon = _opened(Lexicon, image)
    values: Optional[Leaves] = None if leaves is None else _opened(Leaves, leaves)
    added: Any
    if isinstance(rows, (pa.Table, pa.RecordBatch)):
        added = _columns(rows.column(column), lexicon, count, values, rules)
        return cast(Table, _with_columns(rows, added))
    kind = type(rows).__module__.partition(".")[0]
    if kind == "polars":
        import polars

        added = _columns(rows[column].to_arrow(), lexicon, count, values, rules)
        return cast(Table, rows.with_columns(**{name: polars.from_arrow(array) for name, array in added.items()}))
    if kind == "pandas":
        import pandas

        added = _columns(pa.array(rows[column], pa.string(), from_pandas=True), lexicon, count, values, rules)
        # Scores with nulls stay integers.
        kinds: dict[Any, Any] = {pa.int32(): pandas.Int32Dtype()}
        frame: Any = pa.table(added).to_pandas(types_mapper=kinds.get).set_axis(rows.index)
        return cast(Table, rows.assign(**{name: frame[name] for name in added}))
    raise TypeError(f"table: a pyarrow, pandas or polars table is needed, not {type(rows).__name__}")


def best_moves_fields(count: int = 1, *, leaves: bool = False) -> list[pa.Field]:
    """The columns that ``best_moves`` adds with these options.

    >>> [field.name for field in best_moves_fields(leaves=True)]
    ['move', 'score', 'equity', 'error']
    """
    found = [("move", pa.string()), ("score", pa.int32())]
    if leaves:
        found.append(("equity", pa.float64()))
    fields = [pa.field(name, kind if count == 1 else pa.list_(kind)) for name, kind in found]
    return [*fields, pa.field("error", pa.string())]


GAMES = pa.schema(
    [
        ("game", pa.int64()),
        ("first_score", pa.int32()),
        ("second_score", pa.int32()),
        ("positions", pa.list_(pa.string())),
        ("gcg", pa.string()),
    ]
)
"""The columns of ``selfplay``."""


def selfplay(
    games: Iterable[int],
    image: Union[Lexicon, Path, bytes],
    *,
    seed: int = 1,
    leaves: Union[Leaves, Path, bytes, None] = None,
    rules: Optional[Rules] = None,
) -> pa.Table:
    """Plays the games of these numbers, one row for each, the same games as ``lexc selfplay`` on any machine.

    Both players make the play of the highest score; with leaves, the move of the highest equity, and the end game as ``lexc
    selfplay --players equity,equity``. Seed and number decide a game, so that parts of ``range(n)`` join to the whole. The columns:

    - ``game``: its number, from 0
    - ``first_score``, ``second_score``: the scores at the end
    - ``positions``: the position of each turn in CGP
    - ``gcg``: the record of the game

    >>> table = selfplay(range(2, 4), image_path)
    >>> table.column_names, table["game"].to_pylist()
    (['game', 'first_score', 'second_score', 'positions', 'gcg'], [2, 3])
    """
    values: Optional[Leaves] = None if leaves is None else _opened(Leaves, leaves)
    numbers = list(games)
    played = play_games(_opened(Lexicon, image), numbers, seed, values, rules)
    columns = [numbers, *zip(*played)] if played else [[] for _ in GAMES]
    return pa.table([pa.array(values, field.type) for values, field in zip(columns, GAMES)], schema=GAMES)


def _columns(
    texts: Any, lexicon: Lexicon, count: int, leaves: Optional[Leaves], rules: Optional[Rules]
) -> dict[str, pa.Array]:
    """The added columns."""
    if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type) or pa.types.is_string_view(texts.type)):
        raise TypeError(f"a column of text is needed, not of {texts.type}")
    fields = best_moves_fields(count, leaves=leaves is not None)
    moves, scores, equities, errors = best_rows(lexicon, texts.to_pylist(), count, leaves, rules)
    found: dict[str, Any] = {"move": moves, "score": scores, "equity": equities}
    if count == 1:
        found = {name: [row[0] if row else None for row in rows] for name, rows in found.items()}
    found["error"] = errors
    return {field.name: pa.array(found[field.name], field.type) for field in fields}


def _with_columns(table: Any, added: dict[str, pa.Array]) -> Any:
    """The table with these columns; a column of the same name is replaced."""
    names = table.schema.names
    columns = {name: table.column(name) for name in names}
    columns.update(added)
    schema = pa.schema(
        [pa.field(name, values.type) if name in added else table.schema.field(name) for name, values in columns.items()],
        metadata=table.schema.metadata,
    )
    return type(table).from_arrays(list(columns.values()), schema=schema)


def _opened(kind: Any, image: Any) -> Any:
    """The image of a path or of bytes, opened once for each version of the file."""
    if isinstance(image, kind):
        return image
    if isinstance(image, bytes):
        return _open_bytes(kind, image)
    status = os.stat(image)
    version = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
    return _open(kind, os.path.abspath(image), version)


@functools.lru_cache(maxsize=8)
def _open(kind: Any, path: str, version: tuple[int, ...]) -> Any:
    return kind.open(path)


@functools.lru_cache(maxsize=8)
def _open_bytes(kind: Any, image: bytes) -> Any:
    return kind.from_bytes(image)
