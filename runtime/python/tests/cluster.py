"""Parts of the tests of Spark and Ray. Workers import this module too."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any, Callable

import pyarrow as pa

CGP = Path(__file__).parents[3] / "tests/data/conformance/scowl60.cgp"


def positions() -> pa.Table:
    """1,190 rows: the positions of the conformance tests, a text that is not a position, and a null."""
    lines = CGP.read_text().splitlines()
    lines = [*lines[:500], "15/15 oops", *lines[500:], None]
    return pa.table({"number": pa.array(range(len(lines)), pa.int64()), "cgp": pa.array(lines, pa.string())})


def as_bytes(rows: list[dict[str, Any]], schema: pa.Schema) -> bytes:
    """The rows in the order of their first column, as an Arrow stream."""
    rows = sorted(rows, key=lambda row: row[schema.names[0]])
    table = pa.Table.from_pylist(rows, schema=schema).combine_chunks()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as stream:
        stream.write_table(table)
    return sink.getvalue().to_pybytes()


def snippet(engine: str) -> str:
    """The snippet of `beyond_one_machine.md` that imports this engine's module."""
    page = (Path(__file__).parents[1] / "beyond_one_machine.md").read_text()
    [found] = [text for text in page.split("```python\n")[1:] if f"import lexc.{engine}\n" in text]
    return found.partition("```")[0]


class DiesOnce:
    """A batch function that kills a process once: after its second batch, before it returns the rows.

    `victim` returns the id of the process to kill, by default the function's own. `marker` is a file that all copies of
    the function share: the first to make it kills.
    """

    def __init__(self, function: Callable[..., Any], marker: Path, victim: Callable[[], int] = os.getpid) -> None:
        self.function = function
        self.marker = marker
        self.victim = victim
        self.calls = 0

    def __call__(self, *args: Any, **options: Any) -> Any:
        rows = self.function(*args, **options)
        self.calls += 1
        if self.calls == 2:
            try:
                self.marker.touch(exist_ok=False)
            except FileExistsError:
                return rows
            os.kill(self.victim(), signal.SIGKILL)
        return rows


def spark_executor() -> int:
    """The id of the executor's process, which is the parent of the daemon that forks the Python workers."""
    fields = Path(f"/proc/{os.getppid()}/stat").read_text().rpartition(")")[2].split()
    return int(fields[1])
