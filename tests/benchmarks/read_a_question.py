"""Reading questions: `python -m tests.benchmarks.read_a_question [rounds]`.

The CPU time of a reading with its look-up of values: over the demo, over a model of 1,000 members, over a
dimension of a million values, and of a question of 10,000 characters. Each is a median of the rounds.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.turn import Turn
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, Model
from tests.campaigns.reading.grounds import GroundTools

TODAY = date(2025, 1, 10)
DEMO = Path(__file__).parents[2] / "svcchat_magic" / "demo"
ASKED = (
    "revenue by month",
    "how many orders did we have last month?",
    "top 5 products by gross profit in Germany",
    "share of revenue by channel in 2024 without cancelled orders",
    "customers who never ordered",
    "best two products of each category by revenue in the third quarter of 2024",
)
_VALUES = 1_000_000
_MEMBERS = 1_000


def milliseconds(work: Callable[[], object], rounds: int) -> float:
    """The CPU time of one call, the first one left out: it fills what is kept for the model."""
    work()
    taken = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        taken.append((time.process_time() - start) * 1000)

    return statistics.median(taken)


def read(tools: GroundTools, question: str) -> list[object]:
    """What a question is read as, in a turn of its own."""
    turn = Turn(Task(question, TODAY), tools, Reader(tools, TODAY), str)
    asyncio.run(turn.read())
    return turn.reads


def wide_model() -> Model:
    """One cube with a thousand members."""
    dimensions = {f"field_{n}": Dimension(f"field_{n}", "string", "name") for n in range(_MEMBERS // 2)}
    measures = {f"amount_{n}": Measure(f"amount_{n}", "sum", "amount") for n in range(_MEMBERS // 2)}
    cube = Cube(name="people", sql_table="people", dimensions=dimensions, measures=measures)
    return Model(cubes={"people": cube}, views={})


def deep_model() -> Model:
    """One cube with a dimension of a million values."""
    return Model(
        cubes={
            "people": Cube(
                name="people",
                sql_table="people",
                dimensions={"name": Dimension("name", "string", "name")},
                measures={"amount": Measure("amount", "sum", "amount")},
            )
        },
        views={},
    )


def people(folder: Path, count: int) -> DuckDBEngine:
    """A table of people, each with a name of their own."""
    table = pa.table({"name": [f"Person {n}" for n in range(count)], "amount": list(range(count))})
    pa.parquet.write_table(table, folder / "people.parquet")
    return DuckDBEngine.open(folder)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    demo = GroundTools(load_model(DEMO / "model"), DuckDBEngine.open(DEMO / "data"))
    each = [milliseconds(lambda question=question: read(demo, question), rounds) for question in ASKED]
    print(f"a question over the demo      {statistics.median(each):8.1f} ms (goal 30), most {max(each):.1f}")
    long = "revenue by channel in 2024 and " * 330
    print(f"{len(long):,} characters          {milliseconds(lambda: read(demo, long), 3):8.1f} ms (goal 500)")
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        wide = GroundTools(wide_model(), people(Path(small), 1_000))
        taken = milliseconds(lambda: read(wide, "amount 7 by field 12"), rounds)
        print(f"{_MEMBERS:,} members                 {taken:8.1f} ms (goal 50)")
        deep = GroundTools(deep_model(), people(Path(large), _VALUES))
        question = "amount for Person 765432"
        taken = milliseconds(lambda: read(deep, question), rounds)
        found = all(one.is_sure for one in read(deep, question))
        print(f"one of {_VALUES:,} values      {taken:8.1f} ms, {'found' if found else 'NOT FOUND'}")
        for tools in (wide, deep):
            tools.engine.close()

    demo.engine.close()


if __name__ == "__main__":
    main()
