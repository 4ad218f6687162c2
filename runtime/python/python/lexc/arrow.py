"""Best moves for a column of positions: Arrow tables and record batches, pandas and polars data frames."""

from __future__ import annotations

import functools
import os
from typing import Any, Optional, TypeVar, Union, cast

import pyarrow as pa

from lexc._lexc import Leaves, Lexicon, best_rows
from lexc._types import Rules

Table = TypeVar("Table")
Path = Union[str, "os.PathLike[str]"]


def best_moves(
    table: Table,
    column: str,
    image: Union[Lexicon, Path],
    *,
    count: int = 1,
    leaves: Union[Leaves, Path, None] = None,
    rules: Optional[Rules] = None,
) -> Table:
    """Adds the best move of each position to a table, and returns a table of the same kind.

    ``table`` is a ``pyarrow.Table``, a ``pyarrow.RecordBatch``, a ``pandas.DataFrame`` or a ``polars.DataFrame`` with positions in
    CGP in a column of text. The added columns:

    - ``move``: the best move: by score, a play; with leaves, a play, an exchange or the pass by equity. Null if there is no play
    - ``score``: its points
    - ``equity``, with leaves only: its equity in points
    - ``error``: the fault of a row that is not a position; null for the others

    If ``count`` is above 1, all added columns except ``error`` have lists of up to ``count`` moves, best first. A process opens each image once
    per path; it opens a file again that was replaced.

    >>> import pyarrow
    >>> table = pyarrow.table({"cgp": [position.cgp, "15/15 oops"]})
    >>> best_moves(table, "cgp", image_path).select(["move", "score"]).to_pylist()
    [{'move': '8D SCARE', 'score': 16}, {'move': None, 'score': None}]
    """
    rows: Any = table
    lexicon: Lexicon = image if isinstance(image, Lexicon) else _opened(Lexicon, image)
    values: Optional[Leaves] = leaves if leaves is None or isinstance(leaves, Leaves) else _opened(Leaves, leaves)
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


def _columns(
    texts: Any, lexicon: Lexicon, count: int, leaves: Optional[Leaves], rules: Optional[Rules]
) -> dict[str, pa.Array]:
    """The added columns."""
    if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type) or pa.types.is_string_view(texts.type)):
        raise TypeError(f"a column of text is needed, not of {texts.type}")
    moves, scores, equities, errors = best_rows(lexicon, texts.to_pylist(), count, leaves, rules)
    found: dict[str, tuple[Any, Any]] = {"move": (moves, pa.string()), "score": (scores, pa.int32())}
    if leaves is not None:
        found["equity"] = (equities, pa.float64())
    if count == 1:
        arrays = {name: pa.array([row[0] if row else None for row in rows], kind) for name, (rows, kind) in found.items()}
    else:
        arrays = {name: pa.array(rows, pa.list_(kind)) for name, (rows, kind) in found.items()}
    arrays["error"] = pa.array(errors, pa.string())
    return arrays


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


def _opened(kind: Any, path: Path) -> Any:
    """The image at a path, opened once for each version of the file."""
    status = os.stat(path)
    version = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
    return _open(kind, os.path.abspath(path), version)


@functools.lru_cache(maxsize=8)
def _open(kind: Any, path: str, version: tuple[int, ...]) -> Any:
    return kind.open(path)
