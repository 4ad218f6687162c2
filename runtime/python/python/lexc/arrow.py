"""Look-ups of a column of words, best moves and simulations for a column of positions in a table of pyarrow, pandas or polars, and
games by seed and number.

``lexc.spark`` and ``lexc.ray`` call these functions on the workers of a cluster.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable
from typing import Any, Callable, Optional, TypeVar, Union, cast

import pyarrow as pa

from lexc._lexc import Leaves, LexcError, Lexicon, Position, best_rows, play_games

__all__ = ["best_moves", "contains", "indices", "labels", "selfplay", "simulate"]

Table = TypeVar("Table")
Path = Union[str, "os.PathLike[str]"]


def contains(words: Any, image: Union[Lexicon, Path, bytes]) -> pa.BooleanArray:
    """For each text of a column, true if it is a word, as ``in`` says, and null for null.

    ``words`` is an array or a chunked array of pyarrow, a series of pandas or polars, or anything else that ``pyarrow.array`` takes.

    >>> from lexc.arrow import contains
    >>> contains(["care", None, "race"], image_path).to_pylist()
    [True, None, False]
    """
    texts = _column(words)
    found = _opened(Lexicon, image).contains_many(texts)
    return pa.array([None if text is None else is_word for text, is_word in zip(texts, found)], pa.bool_())


def indices(words: Any, image: Union[Lexicon, Path, bytes]) -> pa.UInt32Array:
    """For each text of a column, the index of the word; null if it is not a word. The image needs a word index.

    Takes what ``contains`` takes.

    >>> from lexc.arrow import indices
    >>> indices(["scare", "race"], image_path).to_pylist()
    [4, None]
    """
    return pa.array(_opened(Lexicon, image).index_many(_column(words)), pa.uint32())


def labels(words: Any, image: Union[Lexicon, Path, bytes]) -> pa.Table:
    """For each text of a column, the labels of the word: a column of booleans for each flag of the image, and one of integers for each
    number. A row is null for a text that is not a word, and a number for a word that does not have it.

    Takes what ``contains`` takes.
    """
    flags, numbers = _opened(Lexicon, image).label_columns(_column(words))
    columns = {name: pa.array(values, pa.bool_()) for name, values in flags.items()}
    return pa.table(columns | {name: pa.array(values, pa.uint32()) for name, values in numbers.items()})


def best_moves(
    table: Table,
    column: str,
    image: Union[Lexicon, Path, bytes],
    *,
    count: int = 1,
    leaves: Union[Leaves, Path, bytes, None] = None,
    rules: Optional[str] = None,
) -> Table:
    """Adds the best move of each position to a table, and returns a table of the same kind.

    ``table`` is a ``pyarrow.Table``, a ``pyarrow.RecordBatch``, a ``pandas.DataFrame`` or a ``polars.DataFrame`` with positions in
    CGP in a column of text. The added columns:

    - ``move``: the best move. Without leaves, this is the play of the highest score, or null if there is no play; with leaves,
      the play, exchange or pass of the highest equity. Null in a row with an error
    - ``score``: its points
    - ``equity``, with leaves only: its equity in points
    - ``error``: the fault of a row that is not a position; null for all other rows

    If ``count`` is not 1, all added columns except ``error`` have lists of up to ``count`` moves, best first. A process keeps
    open the last eight images and leaves given by path, and the last eight given as bytes. It opens a replaced file again.

    >>> import pyarrow
    >>> table = pyarrow.table({"cgp": [position.cgp, "15/15 oops"]})
    >>> best_moves(table, "cgp", image_path).select(["move", "score"]).to_pylist()
    [{'move': '8D SCARE', 'score': 16}, {'move': None, 'score': None}]
    """
    lexicon = _opened(Lexicon, image)
    values = None if leaves is None else _opened(Leaves, leaves)
    return _add(table, column, lambda texts: _best_columns(texts, lexicon, count, values, rules))


def best_moves_fields(count: int = 1, *, leaves: bool = False) -> list[pa.Field]:
    """The columns that ``best_moves`` adds with these options."""
    found = [("move", pa.string()), ("score", pa.int32())]
    if leaves:
        found.append(("equity", pa.float64()))
    fields = [pa.field(name, kind if count == 1 else pa.list_(kind)) for name, kind in found]
    return [*fields, pa.field("error", pa.string())]


SIMULATED = pa.schema(
    [
        ("move", pa.string()),
        ("score", pa.int32()),
        ("equity", pa.float64()),
        ("equity_error", pa.float64()),
        ("win_rate", pa.float64()),
        ("win_rate_error", pa.float64()),
        ("error", pa.string()),
    ]
)
"""The columns that ``simulate`` adds."""


def simulate(
    table: Table,
    column: str,
    image: Union[Lexicon, Path, bytes],
    *,
    leaves: Union[Leaves, Path, bytes, None] = None,
    rules: Optional[str] = None,
    **settings: Any,
) -> Table:
    """Adds the move that ``Position.simulate`` ranks first, by sampling the tiles that the player does not see.

    ``settings`` are those of ``Position.simulate``, such as ``samples`` and ``seed``; ``threads`` is 1 by default. A row depends on
    its position, the images, the rules and the settings alone. The added columns: ``move``, its ``score``, the simulated
    ``equity`` and ``win_rate``, both with their standard errors, and ``error``. Takes and returns the same kinds of tables as
    ``best_moves``.

    >>> import pyarrow
    >>> from lexc.arrow import simulate
    >>> table = pyarrow.table({"cgp": [position.cgp]})
    >>> simulate(table, "cgp", image_path, samples=64)["move"].to_pylist()
    ['8D SCARE']
    """
    lexicon = _opened(Lexicon, image)
    values = None if leaves is None else _opened(Leaves, leaves)
    settings = {"threads": 1, **settings}
    # Raises if the settings are wrong, so that the fault is not reported as the error of a row.
    Position.start("", lexicon, rules).simulate(values, **{**settings, "samples": 0})

    def row(text: Optional[str]) -> dict[str, Any]:
        if text is None:
            return {"error": "no position (null)"}
        try:
            simulation = Position.from_cgp(text, lexicon, rules).simulate(values, **settings)
        except LexcError as error:
            return {"error": str(error)}
        if not simulation.candidates:
            return {}
        best = simulation.candidates[0]
        return {**best._asdict(), "move": best.move.text, "score": best.move.score}

    def columns(texts: Any) -> dict[str, pa.Array]:
        rows = [row(text) for text in _texts(texts).to_pylist()]
        return {field.name: pa.array([row.get(field.name) for row in rows], field.type) for field in SIMULATED}

    return _add(table, column, columns)


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
    rules: Optional[str] = None,
) -> pa.Table:
    """Plays the games with these numbers, and returns a row for each. On any machine, the games are those of ``lexc selfplay``.

    Both players make the play of the highest score, and the final points have the printed form. With leaves, they make the move of
    the highest equity, and play the end game as ``lexc selfplay --players equity,equity`` does; the final points have the form of
    tournaments. The seed and the number of a game choose its random numbers. So ``range(n)`` can be played in parts: the rows of the parts, joined, are the rows of ``range(n)``. The columns:

    - ``game``: its number, from 0
    - ``first_score``, ``second_score``: the scores at the end
    - ``positions``: the position before each turn, in CGP
    - ``gcg``: the record of the game

    >>> from lexc.arrow import selfplay
    >>> table = selfplay(range(2, 4), image_path)
    >>> table.column_names, table["game"].to_pylist()
    (['game', 'first_score', 'second_score', 'positions', 'gcg'], [2, 3])
    """
    values: Optional[Leaves] = None if leaves is None else _opened(Leaves, leaves)
    numbers = list(games)
    played = play_games(_opened(Lexicon, image), numbers, seed, values, rules)
    columns = [numbers, *zip(*played)] if played else [[] for _ in GAMES]
    return pa.table([pa.array(values, field.type) for values, field in zip(columns, GAMES)], schema=GAMES)


def _add(table: Table, column: str, columns: Callable[[Any], dict[str, pa.Array]]) -> Table:
    """The table with the columns that ``columns`` makes of the texts."""
    rows: Any = table
    added: Any
    if isinstance(rows, (pa.Table, pa.RecordBatch)):
        return cast(Table, _with_columns(rows, columns(rows.column(column))))
    kind = type(rows).__module__.partition(".")[0]
    if kind == "polars":
        import polars

        added = columns(rows[column].to_arrow())
        return cast(Table, rows.with_columns(**{name: polars.from_arrow(array) for name, array in added.items()}))
    if kind == "pandas":
        import pandas

        added = columns(pa.array(rows[column], pa.string(), from_pandas=True))
        # Scores with nulls stay integers.
        kinds: dict[Any, Any] = {pa.int32(): pandas.Int32Dtype()}
        frame: Any = pa.table(added).to_pandas(types_mapper=kinds.get).set_axis(rows.index)
        return cast(Table, rows.assign(**{name: frame[name] for name in added}))
    raise TypeError(f"table: a pyarrow, pandas or polars table is needed, not {type(rows).__name__}")


def _texts(texts: Any) -> Any:
    """Returns the column if its type is text, or else raises ``TypeError``."""
    if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type) or pa.types.is_string_view(texts.type)):
        raise TypeError(f"a column of text is needed, not of {texts.type}")
    return texts


def _column(words: Any) -> list[Optional[str]]:
    """The texts of a column of any library."""
    if not isinstance(words, (pa.Array, pa.ChunkedArray)):
        kind = type(words).__module__.partition(".")[0]
        words = words.to_arrow() if kind == "polars" else pa.array(words, pa.string(), from_pandas=kind == "pandas")
    return cast("list[Optional[str]]", _texts(words).to_pylist())


def _best_columns(
    texts: Any, lexicon: Lexicon, count: int, leaves: Optional[Leaves], rules: Optional[str]
) -> dict[str, pa.Array]:
    fields = best_moves_fields(count, leaves=leaves is not None)
    moves, scores, equities, errors = best_rows(lexicon, _texts(texts).to_pylist(), count, leaves, rules)
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
    """The image of a path or of bytes. Opens each version of a file once."""
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
