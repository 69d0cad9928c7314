"""Databases of any kinds of columns under any names: `python -m tests.campaigns.strange_schemas [N]`.

Nothing may stop the inference of a model, nor the questions that are asked of it then: a refusal is an
answer. The control counts the columns of the kinds and names that are rare, and the questions answered.
"""

import asyncio
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import duckdb

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import Outcome
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.figures import Figure, main
from tests.campaigns.question_sets import SetTools

FULL = 300
SEED = 17
TODAY = date(2024, 6, 1)
NAMES = (
    "id", "key", "sk", "code", "date", "date_key", "order_date_key", "year", "month", "day", "name",
    "title", "label", "amount", "price", "qty", "select", "order", "group", "count", "total",
    "is_active", "status", "type", "category", "owner_id", "parent_id", "customer_id", "customer_sk",
    "product_key", "item_no", "line_no", "created_at", "start", "end", "email", "lat", "lon", "%", "#",
    "a.b", "_", "1st", "x", "value", "VALUE", "flag", "rate", "day_name", "full_date", "week", "time",
    "hour", "user", "first_name", "last_name", "manager_id", "region_id", "Größe", "日付",
    "price_per_km", "days_open",
)  # fmt: skip
TABLES = (
    "customer", "customers", "dim_date", "d_calendar", "fct_sales", "orders", "products", "users", "T",
    "table", "data", "select", "2024", "sales", "Größen", "events", "is", "user", "items", "calendar",
    "order_lines",
)  # fmt: skip
KINDS = {
    "whole": "(range * 7) % 11",
    "number": "range * 1.5 + 0.25",
    "not a number": "CASE WHEN range % 3 = 0 THEN 'nan'::DOUBLE ELSE range END",
    "decimal": "CAST(range AS DECIMAL(18, 2))",
    "few texts": "'v' || (range % 4)",
    "empty texts": "''",
    "own texts": "'u' || range",
    "day": "DATE '2024-01-01' + CAST(range AS INTEGER)",
    "moment": "TIMESTAMP '2024-01-01 10:00:00' + INTERVAL (range) HOUR",
    "moment with zone": "TIMESTAMPTZ '2024-01-01 10:00:00+02' + INTERVAL (range) HOUR",
    "flag": "range % 2 = 0",
    "day as a number": "CAST(strftime(DATE '2024-01-01' + CAST(range AS INTEGER), '%Y%m%d') AS INTEGER)",
    "row number": "range + 1",
    "nothing": "0",
    "null": "NULL::INTEGER",
    "null text": "NULL::VARCHAR",
    "null day": "NULL::DATE",
    "list": "[range]",
    "struct": "{'a': range}",
    "map": "MAP {'a': range}",
    "bytes": "'ab'::BLOB",
    "bits": "'101'::BIT",
    "clock": "TIME '10:00:00'",
    "interval": "INTERVAL (range) DAY",
    "uuid": "uuid()",
    "enum": "CAST('v' || (range % 3) AS ENUM('v0', 'v1', 'v2'))",
    "huge": "CAST(range AS HUGEINT) * 1000000000000000000",
    "unsigned huge": "CAST(range AS UHUGEINT)",
    "tiny": "CAST(range % 100 AS TINYINT)",
}
RARE = ("uuid", "enum", "interval", "huge", "day as a number", "not a number", "bits", "map")
SIZES = (0, 1, 2, 7, 40, 366)
QUESTIONS = (
    "how many rows are there", "total amount by month", "which customer has the most orders",
    "average price by status in 2024", "top 5 names by total value", "open orders by owner", "list the users",
    "share of active users", "orders on holidays vs other days",
)  # fmt: skip


def run(count: int, seed: int = SEED) -> Sequence[Figure]:
    tally: Counter[str] = Counter()
    for number in range(count):
        with tempfile.TemporaryDirectory() as folder:
            _judge(tally, Path(folder) / "data.duckdb", random.Random(f"{seed} {number}"))

    asked = tally["answered"] + tally["refused"]
    return [
        Figure(
            "databases of which no model was made",
            str(tally["not inferred"]),
            "0",
            not tally["not inferred"] and tally["rare"] > count,
            f"{tally['rare']:,} columns of rare kinds and {tally['wordless']:,} without words in their names",
        ),
        Figure(
            "questions that failed",
            str(tally["failed"]),
            "0",
            not tally["failed"] and tally["answered"] > count,
            f"{tally['answered']:,} of {asked:,} answered",
        ),
    ]


def _judge(tally: Counter[str], file: Path, chance: random.Random) -> None:
    made = _write(file, chance)
    tally["rare"] += sum(kind in RARE for kind, _ in made)
    tally["wordless"] += sum(not any(map(str.isalnum, name)) for _, name in made)
    engine = DuckDBEngine.open(file)
    try:
        tools = SetTools(infer_model(engine).model, engine)
    except Exception:  # whatever stops it is a finding, and is printed with the columns
        tally["not inferred"] += 1
        print(made, traceback.format_exc(limit=-4))
        return

    for question in QUESTIONS:
        tally.update(_asked(question, tools))

    engine.close()


def _write(file: Path, chance: random.Random) -> list[tuple[str, str]]:
    """The kinds and names of the columns."""
    made = []
    connection = duckdb.connect(str(file))
    for table in chance.sample(TABLES, chance.randint(1, 4)):
        names = {each.lower(): each for each in chance.sample(NAMES, chance.randint(1, 8))}
        columns = [(chance.choice(list(KINDS)), name) for name in names.values()]
        told = ", ".join(f'{KINDS[kind]} AS "{name}"' for kind, name in columns)
        connection.execute(f'CREATE TABLE "{table}" AS SELECT {told} FROM range({chance.choice(SIZES)})')
        made += columns

    connection.close()
    return made


def _asked(question: str, tools: SetTools) -> Iterator[str]:
    async def outcomes() -> list[str]:
        events = OfflineAnalyst().answer(Task(question, TODAY), tools)
        return [event.kind async for event in events if isinstance(event, Outcome)]

    try:
        yield "answered" if "answered" in asyncio.run(outcomes()) else "refused"
    except Exception:  # whatever a question raises is a finding, and fails the campaign
        print(question, traceback.format_exc(limit=-4))
        yield "failed"


if __name__ == "__main__":
    sys.exit(main("strange schemas", run, FULL))
