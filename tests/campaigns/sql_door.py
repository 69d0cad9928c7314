"""Hostile SQL against the door: `python -m tests.campaigns.sql_door [N]`.

Statements with something in them that must be refused, and ordinary ones cut up and put together at random:
of those some are good SQL, so what the engine is given for them is held against a list of its own.

Beside them stand ordinary statements (`ordinary_sql.txt`, and those of the gold suite, which were written
without a look at the reader).
"""

import random
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.access.access import narrowed
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Rows, Viewer
from svcchat_magic.service.process.server import DEMO
from tests.campaigns.engine_sql import unlisted
from tests.campaigns.figures import Figure, main
from tests.campaigns.hostile_sql import hostile_statements
from tests.campaigns.spliced_sql import spliced_statements
from tests.semantic.gold.cases import ordinary_statements
from tests.semantic.gold.judging import DataSets, Judge, open_duckdb

FULL = 5_000
ORDINARY = Path(__file__).with_name("ordinary_sql.txt")


@dataclass(eq=False)
class Counting:
    """The engine of the demo, and how often it was asked."""

    engine: DuckDBEngine
    dialect: str = "duckdb"
    reached: list[str] = field(default_factory=list)

    def run(self, sql: str, parameters: object, **options: object) -> Rows:
        self.reached.append(sql)
        return self.engine.run(sql, parameters, **options)


def run(count: int, seed: int = 5) -> list[Figure]:
    model, viewer = load_model(DEMO / "model"), Viewer("ana")
    counting = Counting(DuckDBEngine.open(DEMO / "data"))
    closed = narrowed(model, {"sales"})
    let_in = []
    for sql in hostile_statements(count, random.Random(seed)):
        _is_answered(closed, counting, viewer, sql)
        if counting.reached:
            let_in.append(sql)
            counting.reached.clear()

    ordinary = ORDINARY.read_text(encoding="utf-8").strip().split("\n\n")
    spliced = _spliced(
        closed, counting, viewer, list(spliced_statements(ordinary, count, random.Random(seed)))
    )
    refused = [sql for sql in ordinary if not _is_answered(model, counting, viewer, sql)]
    tables = counting.engine.tables()
    unlisted_ordinary = [sql for sql in counting.reached if unlisted(sql, tables)]
    counting.engine.close()
    gold = ordinary_of_gold()
    refused += [sql for sql, is_accepted in gold.items() if not is_accepted]
    ordinary = [*ordinary, *gold]
    for what, statements in (
        ("let in", let_in),
        ("refused", refused),
        ("not on the list", [*spliced.unlisted, *unlisted_ordinary]),
    ):
        for sql in statements:
            print(f"{what}: {sql!r}", file=sys.stderr)

    accepted = 1 - len(refused) / len(ordinary)
    return [
        Figure(
            f"hostile statements, of {count:,}, that reach the engine",
            str(len(let_in)),
            "0",
            not let_in,
            f"{accepted:.1%} of {len(ordinary)} ordinary ones do",
        ),
        Figure(
            f"statements put together at random, of {count:,}, that give the engine what is not on its list",
            str(len(spliced.unlisted)),
            "0",
            not spliced.unlisted,
            f"{spliced.reached:,} reach it; none of the ordinary ones does: {not unlisted_ordinary}",
        ),
        Figure("ordinary statements accepted", f"{accepted:.1%}", ">= 99 %", accepted >= 0.99),
    ]


@dataclass(frozen=True)
class Spliced:
    """What came of statements put together at random."""

    reached: int  # how many the engine was asked
    unlisted: list[str]  # those that gave it something that it must not get


def _spliced(model, counting, viewer, statements):
    reached, found = 0, []
    tables = counting.engine.tables()
    for sql in statements:
        _is_answered(model, counting, viewer, sql)
        reached += bool(counting.reached)
        if any(unlisted(each, tables) for each in counting.reached):
            found.append(sql)

        counting.reached.clear()

    return Spliced(reached, found)


def ordinary_of_gold():
    """The ordinary statements of the gold suite, and whether each is accepted."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Judge(DataSets(Path(folder)), open_duckdb)) as judge,
    ):
        return {
            sql: judge.refusal(model, sql) is None
            for model, statements in ordinary_statements().items()
            for sql in statements
        }


def _is_answered(model, counting, viewer, sql):
    """Whether rows come; anything but an answer, a refusal and the engine's own error ends the campaign."""
    try:
        run_query(model, counting, viewer, sql)
    except (QueryRefused, EngineError):
        return False

    return True


if __name__ == "__main__":
    sys.exit(main("sql door", run, FULL))
