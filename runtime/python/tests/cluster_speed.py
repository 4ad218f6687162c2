"""Best moves of many positions on one core, on Spark local[2] and on Ray with two CPUs: seconds, and seconds of CPU.

Usage: python cluster_speed.py ENGINE IMAGE TABLE

ENGINE is `one`, `spark` or `ray`. TABLE is a folder of Parquet files of 40,000 positions each. The start of the engine and of its
workers is not counted: the engine first searches a twentieth of the rows, outside of the measurement. For Ray, the table is in the
object store from the start, in 20 blocks. Seconds of CPU are the sum over all processes of the engine. All engines must print the
same sum.

Make the folder from lines of CGP: python cluster_speed.py table POSITIONS.cgp TABLE
"""

import os
import pathlib
import sys
import time

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

ROWS = 10_000


def table(source, target):
    folder = pathlib.Path(target)
    folder.mkdir()
    lines = pathlib.Path(source).read_text().splitlines()
    for number, start in enumerate(range(0, len(lines), 4 * ROWS)):
        part = pa.table({"cgp": lines[start : start + 4 * ROWS]})
        pq.write_table(part, folder / f"{number:03}.parquet", compression="none")


def cpu():
    """Seconds of CPU of this process and all its descendants, ended ones included."""
    parents, seconds = {}, {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        parents[pid] = int(fields[1])
        seconds[pid] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def is_ours(pid):
        while pid and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return sum(value for pid, value in seconds.items() if is_ours(pid))


def paths(positions):
    return sorted(pathlib.Path(positions).glob("*.parquet"))


def one(image, positions):
    import lexc.arrow

    def run(share=1.0):
        total = 0
        batches = (batch for path in paths(positions) for batch in pq.ParquetFile(path).iter_batches(ROWS, use_threads=False))
        for batch in batches:
            scores = lexc.arrow.best_moves(batch[: int(share * len(batch))], "cgp", image)["score"]
            total += pc.sum(scores).as_py()
        return total

    return run


def spark(image, positions):
    import pyspark.sql

    import lexc.spark

    # Workers run the same Python.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = pyspark.sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", False)
    # Makes each file one partition.
    session = builder.config("spark.sql.files.maxPartitionBytes", 8 << 20).getOrCreate()
    image = pathlib.Path(image).read_bytes()

    def run(share=1.0):
        df = session.read.parquet(positions)
        df = lexc.spark.best_moves(df.sample(share, seed=1) if share < 1 else df, "cgp", image)
        return df.agg({"score": "sum"}).collect()[0][0]

    return run


def ray(image, positions):
    import ray

    import lexc.ray

    ray.init(num_cpus=2, include_dashboard=False)
    image = pathlib.Path(image).read_bytes()

    ds = ray.data.read_parquet(positions).repartition(20).materialize()

    def run(share=1.0):
        part = ds.random_sample(share, seed=1).materialize() if share < 1 else ds
        # The input is materialized, because its operations in the same plan would reserve one of the two CPUs. Four tasks
        # run at once, so that both CPUs have work while a task starts or ends.
        rows = lexc.ray.best_moves(part, "cgp", image, num_cpus=0.5).materialize()
        return sum(pc.sum(batch["score"]).as_py() for batch in rows.iter_batches(batch_format="pyarrow", batch_size=None))

    return run


def main():
    if sys.argv[1] == "table":
        return table(*sys.argv[2:])
    engine = {"one": one, "spark": spark, "ray": ray}[sys.argv[1]]
    image, positions = sys.argv[2:]
    run = engine(image, positions)
    run(0.05)
    rows = sum(pq.ParquetFile(path).metadata.num_rows for path in paths(positions))
    started, used = time.monotonic(), cpu()
    total = run()
    seconds, used = time.monotonic() - started, cpu() - used
    each = 1e6 * used / rows
    print(f"{sys.argv[1]}: {rows} positions, sum {total}, {seconds:.1f} s, CPU {used:.1f} s, {each:.1f} us of CPU each")


if __name__ == "__main__":
    main()
