"""Best moves, simulations and games on Spark.

An image given by its path is opened on each worker, which must have the file there. An image given as bytes is broadcast: each
worker gets it once. The same holds for leaves. A worker needs this package and pyarrow.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, Callable, Optional, Union

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as spark_types

from lexc._lexc import Leaves, Lexicon
from lexc.arrow import GAMES, SIMULATED, Path, best_moves_fields
from lexc.arrow import best_moves as _best_moves
from lexc.arrow import selfplay as _selfplay
from lexc.arrow import simulate as _simulate

_TYPES = {
    pa.string(): spark_types.StringType(),
    pa.int32(): spark_types.IntegerType(),
    pa.int64(): spark_types.LongType(),
    pa.float64(): spark_types.DoubleType(),
}

_GAMES_OF_A_BATCH = 100


def best_moves(
    df: DataFrame,
    column: str,
    image: Union[Path, bytes, Lexicon],
    *,
    count: int = 1,
    leaves: Union[Path, bytes, Leaves, None] = None,
    rules: Optional[str] = None,
) -> DataFrame:
    """Adds the best move of each position: the columns of ``lexc.arrow.best_moves``, to a ``DataFrame``.

    Nothing is shuffled: each partition keeps its rows and their order. The work divides by partitions, so there should be at
    least two partitions for each core: ``df.repartition(n)``. ``spark.sql.execution.arrow.maxRecordsPerBatch`` bounds the
    rows of a batch.
    """
    lexicon, values = _shared(df.sparkSession, image), _shared(df.sparkSession, leaves)

    def add(batch: pa.RecordBatch) -> pa.RecordBatch:
        return _best_moves(batch, column, lexicon(), count=count, leaves=values(), rules=rules)

    return _with_columns(df, add, best_moves_fields(count, leaves=leaves is not None))


def simulate(
    df: DataFrame,
    column: str,
    image: Union[Path, bytes, Lexicon],
    *,
    leaves: Union[Path, bytes, Leaves, None] = None,
    rules: Optional[str] = None,
    **settings: Any,
) -> DataFrame:
    """Adds the move that a simulation ranks first: the columns of ``lexc.arrow.simulate``, with its settings."""
    lexicon, values = _shared(df.sparkSession, image), _shared(df.sparkSession, leaves)

    def add(batch: pa.RecordBatch) -> pa.RecordBatch:
        return _simulate(batch, column, lexicon(), leaves=values(), rules=rules, **settings)

    return _with_columns(df, add, SIMULATED)


def selfplay(
    spark: SparkSession,
    games: range,
    image: Union[Path, bytes, Lexicon],
    *,
    seed: int = 1,
    leaves: Union[Path, bytes, Leaves, None] = None,
    rules: Optional[str] = None,
    partitions: Optional[int] = None,
) -> DataFrame:
    """Plays the games with these numbers, and returns for each the row of ``lexc.arrow.selfplay``. Rows sorted by ``game`` are
    the same for any number of workers and partitions.
    """
    lexicon, values = _shared(spark, image), _shared(spark, leaves)

    def play(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            numbers = batch.column(0).to_pylist()
            for start in range(0, len(numbers), _GAMES_OF_A_BATCH):
                part = numbers[start : start + _GAMES_OF_A_BATCH]
                yield from _selfplay(part, lexicon(), seed=seed, leaves=values(), rules=rules).to_batches()

    numbers = spark.range(games.start, games.stop, games.step, partitions)
    return numbers.mapInArrow(play, spark_types.StructType([*map(_field, GAMES)]))


def _with_columns(
    df: DataFrame, add: Callable[[pa.RecordBatch], pa.RecordBatch], added: Iterable[pa.Field]
) -> DataFrame:
    """The rows with the columns that ``add`` adds to a batch; a column of the same name is replaced."""
    fields = {field.name: field for field in df.schema.fields}
    fields.update((field.name, _field(field)) for field in added)

    def map_batches(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return map(add, batches)

    return df.mapInArrow(map_batches, spark_types.StructType([*fields.values()]))


def _shared(spark: SparkSession, image: Any) -> Callable[[], Any]:
    """Makes a function to call on a worker. It returns the image or leaves: a path as an absolute path, bytes from the broadcast,
    and other objects as they were given."""
    if isinstance(image, bytes):
        broadcast = spark.sparkContext.broadcast(image)
        return lambda: broadcast.value
    if isinstance(image, (str, os.PathLike)):
        image = os.path.abspath(image)
    return lambda: image


def _field(field: pa.Field) -> spark_types.StructField:
    """The Spark field for an Arrow field."""
    if pa.types.is_list(field.type):
        return spark_types.StructField(field.name, spark_types.ArrayType(_TYPES[field.type.value_type]))
    return spark_types.StructField(field.name, _TYPES[field.type])
