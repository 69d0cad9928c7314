"""Random queries against every join written out: `python -m tests.campaigns.semantic_queries [N]`.

Random views over a schema with many-to-many, a diamond and null keys; ratios across cubes, filters on both
sides, HAVING and row rules. The order of what has no order in the model's file and the query changes nothing.
Two controls: the oracle with every joined row counted, and the oracle without the rules.
"""

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from tests.campaigns.figures import Figure, main
from tests.semantic.gold.comparison import Row, difference
from tests.semantic.random_models.oracle import TooMany, answer
from tests.semantic.random_models.questions import Question, model_text, random_question, shuffled
from tests.semantic.random_models.schema import Data, database, random_data

FULL = 10_000
SEED = 11
QUESTIONS_A_DATABASE = 20
SHUFFLED_EACH = 5  # so many questions share one that is asked in another order
VIEWER = Viewer("ana")
FORMS = ("plain", "plain", "cte", "outer", "rollup")


def run(count: int, seed: int = SEED) -> Sequence[Figure]:
    chance = random.Random(seed)
    tally: Counter[str] = Counter()
    while tally["asked"] < count:
        data = random_data(chance)
        engine = DuckDBEngine(database(data))
        for _ in range(min(QUESTIONS_A_DATABASE, count - tally["asked"])):
            _judge(tally, random_question(chance, FORMS), data, engine, chance)

        engine.close()

    return _figures(tally)


def _judge(
    tally: Counter[str], question: Question, data: Data, engine: DuckDBEngine, chance: random.Random
) -> None:
    try:
        expected = answer(question, data)
    except TooMany:
        return

    tally["asked"] += 1
    found = _asked(tally, question, engine, model_text(question))
    if found is None:
        return

    tally["with rows"] += bool(found)
    _count(tally, "wrong", question, difference(found, expected))
    _count_controls(tally, question, data, found)
    if tally["asked"] % SHUFFLED_EACH == 0:
        text = model_text(question, lambda things: chance.sample(things, len(things)))
        again = _asked(tally, shuffled(question, chance), engine, text)
        tally["shuffled"] += 1
        _count(tally, "changed by order", question, difference(again or [], found))


def _asked(tally: Counter[str], question: Question, engine: DuckDBEngine, text: str) -> Sequence[Row] | None:
    """The rows; None when the query is refused or fails."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "model.yml").write_text(text, encoding="utf-8")
        model = load_model(Path(folder))

    try:
        return run_query(model, engine, VIEWER, question.sql, limit=10_000).rows
    except QueryRefused as cause:
        if question.is_plain:
            _count(tally, "refused", question, str(cause))
        else:
            tally["others refused"] += 1
    except EngineError as cause:
        _count(tally, "failed", question, str(cause))

    return None


def _count(tally: Counter[str], what: str, question: Question, why: str | None) -> None:
    if why is not None:
        tally[what] += 1
        print(f"{what}: {question.sql}\n  {question.nodes} {question.rules}\n  {why}", file=sys.stderr)


def _count_controls(tally: Counter[str], question: Question, data: Data, found: Sequence[Row]) -> None:
    """Whether the comparison sees a fan-out that is counted twice, and rules that are left out."""
    fanned_out = answer(question, data, lambda rows, _: list(rows))
    tally["fan-outs seen"] += difference(found, fanned_out) is not None
    if question.rules is not None:
        tally["ruled"] += 1
        tally["rules seen"] += difference(found, answer(replace(question, rules=None), data)) is not None


def _figures(tally: Counter[str]) -> Sequence[Figure]:
    asked = tally["asked"] - tally["refused"] - tally["failed"] - tally["others refused"]
    fanned = tally["fan-outs seen"] / max(asked, 1)
    ruled = tally["rules seen"] / max(tally["ruled"], 1)
    return [
        Figure(
            "queries with a wrong row",
            str(tally["wrong"]),
            "0",
            not tally["wrong"] and fanned > 0.1 and ruled > 0.1,
            f"{fanned:.0%} of {asked:,} differ with every joined row counted, "
            f"{ruled:.0%} of {tally['ruled']:,} without the rules",
        ),
        Figure("plain queries refused, any failed", str(tally["refused"] + tally["failed"]), "0",
               not tally["refused"] + tally["failed"],
               f"{tally['with rows']:,} gave rows, {tally['others refused']:,} that are not plain refused"),
        Figure("answers changed by an order", str(tally["changed by order"]), "0",
               not tally["changed by order"], f"{tally['shuffled']:,} asked again"),
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main("semantic queries", run, FULL))
