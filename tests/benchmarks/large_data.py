"""Large data of one's own: 10 million rows, a folder of many gigabytes, a hundred tables, a wide frame.

Run by hand: `python -m tests.benchmarks.large_data [GIGABYTES]`; as many of Parquet are made in the
temporary folder, 10 unless said otherwise. Each part runs in a process of its own: the seconds until the
service answers, those of the first and of the next answer, the control beside them (DuckDB asked by hand),
and the largest memory of the process. Seconds of CPU are in brackets: on a busy machine they tell more.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

GIGABYTES = 10.0
ROWS_OF_FILE = 5_000_000
TABLES = 100
_LOOKS = ("green", "large", "round", "heavy", "quick", "quiet", "plain", "sharp", "short", "early")
_THINGS = ("bottle", "ladder", "engine", "basket", "window", "carpet", "hammer", "pillow", "rocket", "saddle")

SALES = """
COPY (
    SELECT i AS sale_id, (i * 7919) % 200000 AS customer_id, 1 + (i * 31) % 9 AS quantity,
           ROUND(((i * 2654435761) % 100000) / 97.0, 2) AS amount,
           ['web', 'phone', 'store', 'partner'][1 + (i * 13) % 4] AS channel,
           TIMESTAMP '2020-01-01' + INTERVAL (i % 157000000) SECOND AS sold_at,
           md5(i::VARCHAR) AS reference
    FROM range({first}, {last}) AS r(i)
) TO '{file}' (FORMAT parquet)
"""

PROGRAM = """
import json, resource, sys, time
import duckdb
from svcchat_magic.conversation.conversation import Conversation

def seconds(work):
    start, cpu = time.perf_counter(), time.process_time()
    found = work()
    return (time.perf_counter() - start, time.process_time() - cpu), found

data, question, control = sys.argv[1:]
if data == "frame":
    import numpy, pandas
    dice = numpy.random.default_rng(1)
    numbers = {f"amount_{at}": dice.random(1_000_000) * 100 for at in range(17)}
    after = pandas.to_timedelta(dice.integers(0, 10**8, 1_000_000), unit="s")
    data = {"sales": pandas.DataFrame({"sale_id": range(1_000_000), **numbers,
        "channel": dice.choice(["web", "phone", "store"], 1_000_000),
        "sold_at": pandas.Timestamp("2020-01-01") + after})}

with Conversation(data=data) as chat:
    started, _ = seconds(chat.open)
    first, answer = seconds(lambda: chat.ask(question))
    second, _ = seconds(lambda: chat.ask("and by month in 2022"))

by_hand = seconds(lambda: duckdb.sql("SET threads = 2; " + control).fetchall())[0] if control else (0, 0)
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"start": started, "first": first, "second": second, "by_hand": by_hand, "MB": most,
    "status": str(answer.status), "rows": answer.results[0].total_rows if answer.results else 0}))
"""


def main(gigabytes: float) -> None:
    """Print the figures of each part."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        print(f"{'seconds (of CPU)':32}{'start':>16}{'first':>16}{'next':>16}{'by hand':>16}{'memory':>11}")
        _part("frame of 1M rows x 20 columns", "frame", "")
        _part("10M rows of Parquet", *_sales(folder / "ten", 2))
        _part(f"{TABLES} tables of Parquet", str(_tables(folder / "many")), "", "green bottles by channel")
        _part(f"{gigabytes:g} GB of Parquet", *_sales_of_size(folder / "large", gigabytes))


def _part(name: str, data: str, control: str, question: str = "sales by channel") -> None:
    question = "amount 3 by channel" if data == "frame" else question
    arguments = [sys.executable, "-c", PROGRAM, data, question, control]
    found = json.loads(subprocess.run(arguments, stdout=subprocess.PIPE, check=True).stdout.splitlines()[-1])
    timed = (found[each] for each in ("start", "first", "second", "by_hand"))
    times = "".join(f"{wall:8.2f} ({cpu:5.2f})" if wall else f"{'':16}" for wall, cpu in timed)
    about = f"{found['MB']:8,.0f} MB  {found['status']}, {found['rows']} rows"
    print(f"{name:32}{times}{about}", flush=True)


def _sales(folder: Path, files: int) -> tuple[str, str]:
    """A folder with a table of so many files of five million rows, and the control over it."""
    table = folder / "sales"
    table.mkdir(parents=True)
    for number in range(files):
        first = number * ROWS_OF_FILE
        file = table / f"part_{number:03}.parquet"
        duckdb.sql(SALES.format(first=first, last=first + ROWS_OF_FILE, file=file))

    return str(folder), f"SELECT channel, COUNT(*) FROM '{table}/*.parquet' GROUP BY 1"


def _sales_of_size(folder: Path, gigabytes: float) -> tuple[str, str]:
    """The same, with copies of two files until there are so many gigabytes."""
    found = _sales(folder, 2)
    made = sorted((folder / "sales").iterdir())
    copies = round(gigabytes * 1e9 / sum(file.stat().st_size for file in made)) - 1
    for number in range(copies):
        for file in made:
            shutil.copyfile(file, file.with_name(f"copy_{number:03}_{file.name}"))

    return found


def _tables(folder: Path) -> Path:
    """A hundred tables that refer to each other in a chain."""
    folder.mkdir()
    names = [f"{look}_{thing}" for look in _LOOKS for thing in _THINGS][:TABLES]
    for name, other in zip(names, [*names[1:], names[0]], strict=True):
        duckdb.sql(
            f"COPY (SELECT i AS {name}_id, (i * 7) % 1000 AS {other}_id, "
            f"i % 90 AS amount, ['web', 'store'][1 + i % 2] AS channel FROM range(1000) AS r(i)) "
            f"TO '{folder / name}s.parquet' (FORMAT parquet)"
        )

    return folder


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else GIGABYTES)
