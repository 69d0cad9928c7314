"""Hostile SQL against the door: `python -m tests.campaigns.sql_door [N]`.

Beside it stand ordinary statements (`ordinary_sql.txt`) in the grammar that the service promises. They were
written when the door stood already: they guard against refusing more, and measure nothing of what it refuses.
CTEs and outer SELECTs over a semantic SELECT, which it does refuse, are not among them.
"""

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.access.access import narrowed
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Rows, Viewer
from svcchat_magic.service.process.server import DEMO
from tests.campaigns.figures import Figure, main
from tests.campaigns.hostile_sql import hostile_statements

FULL = 20_000
ORDINARY = Path(__file__).with_name("ordinary_sql.txt")


@dataclass
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
    refused = [sql for sql in ordinary if not _is_answered(model, counting, viewer, sql)]
    counting.engine.close()
    for what, statements in (("let in", let_in), ("refused", refused)):
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
        Figure("ordinary statements accepted", f"{accepted:.1%}", ">= 99 %", accepted >= 0.99),
    ]


def _is_answered(model, counting, viewer, sql):
    """Whether rows come; anything but an answer, a refusal and the engine's own error ends the campaign."""
    try:
        run_query(model, counting, viewer, sql)
    except (QueryRefused, EngineError):
        return False

    return True


if __name__ == "__main__":
    sys.exit(main("sql door", run, FULL))
