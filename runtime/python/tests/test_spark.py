"""``lexc.spark`` on Spark itself: two threads in one process, and a cluster of two executors. Skipped without pyspark or Java."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any, Iterator

import pytest

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("no java", allow_module_level=True)

import lexc.arrow
import lexc.spark
from cluster import CGP, DiesOnce, as_bytes, positions, snippet, spark_executor
from conftest import LEAVES


def session(master: str) -> Any:
    # Workers run the same Python and import the tests' modules.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.path.dirname(__file__)
    # The folder of pyspark holds Spark, from which the executors of a local cluster are started.
    os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
    builder = pyspark.sql.SparkSession.builder.master(master).config("spark.ui.enabled", False)
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", 50)
    return builder.config("spark.executorEnv.PYTHONPATH", os.environ["PYTHONPATH"]).getOrCreate()


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    # A task may fail three times without failing its job.
    spark = session("local[2,4]")
    yield spark
    spark.stop()


def frame(spark: Any) -> Any:
    rows = [tuple(row.values()) for row in positions().to_pylist()]
    return spark.createDataFrame(rows, "number long, cgp string").repartition(6)


def rows(df: Any) -> list[dict[str, Any]]:
    return [row.asDict() for row in df.collect()]


@pytest.mark.parametrize("is_broadcast", [False, True])
@pytest.mark.parametrize("options", [{}, {"count": 3, "leaves": LEAVES}])
def test_rows_are_those_of_one_machine(spark: Any, scowl_path: Path, is_broadcast: bool, options: dict[str, Any]) -> None:
    one = lexc.arrow.best_moves(positions(), "cgp", scowl_path, **options)
    if is_broadcast:
        options = {name: value.read_bytes() if name == "leaves" else value for name, value in options.items()}
    df = lexc.spark.best_moves(frame(spark), "cgp", scowl_path.read_bytes() if is_broadcast else scowl_path, **options)
    assert df.columns == one.column_names
    assert as_bytes(rows(df), one.schema) == as_bytes(one.to_pylist(), one.schema)


def test_a_column_of_the_same_name_is_replaced(spark: Any, scowl_path: Path) -> None:
    df = spark.createDataFrame([("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ACERS/ 0/0 0", 7)], "move string, score long")
    [row] = rows(lexc.spark.best_moves(df, "move", scowl_path))
    assert list(row) == ["move", "score", "error"]
    assert (row["score"], row["error"]) == (20, None)  # CARES with its C on the letter premium of 8D


def test_a_killed_python_worker_loses_no_row(
    spark: Any, scowl_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = lexc.arrow.best_moves(positions(), "cgp", scowl_path)
    marker = tmp_path / "killed"
    monkeypatch.setattr(lexc.spark, "_best_moves", DiesOnce(lexc.arrow.best_moves, marker))
    found = rows(lexc.spark.best_moves(frame(spark), "cgp", scowl_path.read_bytes()))
    assert marker.exists()
    assert as_bytes(found, one.schema) == as_bytes(one.to_pylist(), one.schema)


def test_simulations_are_those_of_one_machine(spark: Any, scowl_path: Path) -> None:
    settings: dict[str, Any] = {"leaves": LEAVES, "samples": 64, "seed": 3}
    some = positions().take(list(range(0, 1190, 60)))
    one = lexc.arrow.simulate(some, "cgp", scowl_path, **settings)
    found = rows(lexc.spark.simulate(frame(spark).where("number % 60 = 0"), "cgp", scowl_path.read_bytes(), **settings))
    assert as_bytes(found, one.schema) == as_bytes(one.to_pylist(), one.schema)


@pytest.mark.parametrize("partitions", [1, 3])
def test_games_do_not_depend_on_partitions(
    spark: Any, scowl_path: Path, partitions: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = lexc.arrow.selfplay(range(3, 33), scowl_path, seed=5)
    marker = tmp_path / "killed"
    monkeypatch.setattr(lexc.spark, "_GAMES_OF_A_BATCH", 4)
    monkeypatch.setattr(lexc.spark, "_selfplay", DiesOnce(lexc.arrow.selfplay, marker))
    found = rows(lexc.spark.selfplay(spark, range(3, 33), scowl_path, seed=5, partitions=partitions))
    assert marker.exists()
    assert as_bytes(found, one.schema) == as_bytes(one.to_pylist(), one.schema)


def test_the_page_runs_as_written(spark: Any, scowl_path: Path, tmp_path: Path) -> None:
    shutil.copy(CGP, tmp_path / "games.cgp")
    code = snippet("spark").replace("/data/words.gaddag", str(scowl_path))
    # Spark's own process has another working folder.
    for name in ("games.cgp", "best"):
        code = code.replace(f'"{name}"', repr(str(tmp_path / name)))
    # Where musl is installed beside glibc, snappy-java loads its library for musl, and fails.
    spark.conf.set("spark.sql.parquet.compression.codec", "gzip")
    names: dict[str, Any] = {}
    # Games are not played, because nothing asks for their rows.
    exec(code, names)
    assert spark.read.parquet(str(tmp_path / "best")).count() == len(CGP.read_text().splitlines())
    assert names["games"].columns[0] == "game"


def test_a_killed_executor_loses_no_row(scowl_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs last, because it ends the session of the other tests."""
    pyspark.sql.SparkSession.getActiveSession().stop()
    spark = session("local-cluster[2,1,1024]")
    try:
        one = lexc.arrow.best_moves(positions(), "cgp", scowl_path)
        marker = tmp_path / "killed"
        monkeypatch.setattr(lexc.spark, "_best_moves", DiesOnce(lexc.arrow.best_moves, marker, spark_executor))
        found = rows(lexc.spark.best_moves(frame(spark), "cgp", scowl_path.read_bytes()))
        assert marker.exists()
        assert as_bytes(found, one.schema) == as_bytes(one.to_pylist(), one.schema)
    finally:
        spark.stop()
