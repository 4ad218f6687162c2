"""Best moves for a column of positions: Arrow tables and record batches, pandas and polars data frames."""

from __future__ import annotations

import functools
import os
from typing import Any, Optional, TypeVar, Union

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

    With ``count`` above 1, the columns but ``error`` have lists of up to so many moves, best first. A process opens each image once
    per path; it opens a file again that was replaced.

    >>> import pyarrow
    >>> table = pyarrow.table({"cgp": [position.cgp, "15/15 oops"]})
    >>> best_moves(table, "cgp", image_path).select(["move", "score"]).to_pylist()
    [{'move': '8D SCARE', 'score': 16}, {'move': None, 'score': None}]
    """
    lexicon = image if isinstance(image, Lexicon) else _opened(Lexicon, image)
    if leaves is not None and not isinstance(leaves, Leaves):
        leaves = _opened(Leaves, leaves)
    if isinstance(table, (pa.Table, pa.RecordBatch)):
        return _with_columns(table, _columns(table.column(column), lexicon, count, leaves, rules))
    kind = type(table).__module__.partition(".")[0]
    if kind == "polars":
        import polars

        texts = table[column].to_arrow()  # type: ignore[index]
        added = _columns(texts, lexicon, count, leaves, rules)
        return table.with_columns(**{name: polars.from_arrow(values) for name, values in added.items()})  # type: ignore
    if kind == "pandas":
        texts = pa.array(table[column], pa.string(), from_pandas=True)  # type: ignore[index]
        added = _columns(texts, lexicon, count, leaves, rules)
        import pandas

        # Scores with nulls stay integers.
        kinds = {pa.int32(): pandas.Int32Dtype()}
        frame = pa.table(added).to_pandas(types_mapper=kinds.get).set_axis(table.index)  # type: ignore[attr-defined]
        return table.assign(**{name: frame[name] for name in added})  # type: ignore[attr-defined]
    raise TypeError(f"table: a pyarrow, pandas or polars table is needed, not {type(table).__name__}")


def _columns(
    texts: Any, lexicon: Lexicon, count: int, leaves: Optional[Leaves], rules: Optional[Rules]
) -> dict[str, pa.Array]:
    """The added columns."""
    if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type) or pa.types.is_string_view(texts.type)):
        raise TypeError(f"a column of text is needed, not of {texts.type}")
    moves, scores, equities, errors = best_rows(lexicon, texts.to_pylist(), count, leaves, rules)
    found = {"move": (moves, pa.string()), "score": (scores, pa.int32())}
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
