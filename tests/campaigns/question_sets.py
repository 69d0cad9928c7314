"""Every question set against the analyst: `python -m tests.campaigns.question_sets [--set NAME]`.

The analyst runs in this process over DuckDB, without a service. A set with data but without model files is
asked over the model that is inferred from its tables. `--failures` lists what is not right,
`--json` prints the verdicts instead of tables, and `--held-out` adds the models that nothing is tuned on.
"""

import argparse
import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from importlib import import_module
from pathlib import Path

import yaml

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Event, Outcome, Remembered, SqlFinished
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.evaluation.question_file import Item, read_question_file
from svcchat_magic.evaluation.verdicts import Answered, Graded, Status, Verdict, judge
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.inference.inferred_model import infer_model
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import dimension_values, run_query
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.search.member_search import search_members
from svcchat_magic.semantic.search.value_lists import ValueSearch
from svcchat_magic.semantic.value_queries import find_values

SETS = Path(__file__).parents[1] / "analyst" / "questions"
DEMO = Path(__file__).parents[2] / "svcchat_magic" / "demo"
VIEWER = Viewer("tester", is_internal=True)
ROWS = 10_000  # that the service lets an analyst read
COLUMNS = ("right", "silently wrong", "wrong, with a warning", "refused", "review", "error")


class SetTools:
    """The tools of an analyst over one model and its data."""

    def __init__(self, model: Model, engine: DuckDBEngine):
        self.model = model
        self._engine = engine
        self._values: dict[str, tuple[str, ...]] = {}

    def search(self, words: str):
        return search_members(self.model, words)

    async def run_sql(self, sql: str):
        return run_query(self.model, self._engine, VIEWER, sql, limit=ROWS)

    async def find_values(self, search: ValueSearch):
        return find_values(self.model, self._engine, VIEWER, search)

    async def values(self, member: str) -> tuple[str, ...]:
        if member not in self._values:
            self._values[member] = dimension_values(self.model, self._engine, VIEWER, member)

        return self._values[member]


def graded(name: str) -> Iterator[Graded]:
    """Every question of a set, asked and judged."""
    with tempfile.TemporaryDirectory() as folder:
        tools, engine = open_set(name, Path(folder))
        for item in read_question_file(SETS / name / "questions.yml"):
            found = answered(item, tools)
            yield Graded(item, found, judge(item, found, engine))

        engine.close()


def set_names(*, held_out: bool) -> list[str]:
    """The sets with questions; those held out only when they are asked for."""
    found = {path.parent.name: yaml.safe_load(path.read_text("utf-8")) for path in SETS.glob("*/meta.yml")}
    return sorted(name for name, meta in found.items() if held_out or not meta["held_out"])


def open_set(name: str, folder: Path) -> tuple[SetTools, DuckDBEngine]:
    """The tools over a set's data, which is written into the folder, and the engine to close."""
    engine = DuckDBEngine.open(data_of(name, folder))
    return SetTools(model_of(name, engine), engine), engine


def data_of(name: str, folder: Path) -> Path:
    """The folder of a set's data, written anew; a set without data of its own is about the demo shop."""
    if not _has_data(name):
        return DEMO / "data"

    folder.mkdir(exist_ok=True)
    import_module(f"tests.analyst.questions.{name}.data").write(folder)
    return folder


def model_of(name: str, engine: DuckDBEngine) -> Model:
    """A set's model; one whose data came without is inferred from the engine's tables, as for a user."""
    own = SETS / name / "model"
    if own.is_dir():
        return load_model(own)

    return infer_model(engine).model if _has_data(name) else load_model(DEMO / "model")


def _has_data(name: str) -> bool:
    return (SETS / name / "data.py").is_file()


def answered(item: Item, tools: SetTools) -> Answered:
    """The answer to the last question of the chat."""
    remembered = b""
    today = item.now or date.today()
    try:
        for question in item.after:
            remembered = left(_turn(Task(question, today, remembered), tools))

        events = _turn(Task(item.question, today, remembered), tools)
    except Exception as error:  # whatever an analyst raises is a finding, and the others are still asked
        return Answered(error=f"{type(error).__name__}: {error}")

    results = [event.rows for event in events if isinstance(event, SqlFinished)]
    text = "".join(event.text for event in events if isinstance(event, AnswerText))
    outcome = next((event.kind for event in reversed(events) if isinstance(event, Outcome)), "")
    if not results:
        return Answered(text=text, outcome=outcome)

    return Answered(rows=results[-1].rows, total_rows=results[-1].total_rows, text=text, outcome=outcome)


def _turn(task: Task, tools: SetTools) -> list[Event]:
    async def collect() -> list[Event]:
        return [event async for event in OfflineAnalyst().answer(task, tools)]

    return asyncio.run(collect())


def left(events: Iterable[Event]) -> bytes:
    """What a turn leaves for the next one."""
    return next((event.content for event in events if isinstance(event, Remembered)), b"")


def column_of(verdict: Verdict) -> str:
    """The column that a verdict is counted in; a question back to what can be answered is a refusal."""
    match verdict.status:
        case Status.PASS:
            return "right"
        case Status.FAIL:
            return "silently wrong" if verdict.is_silent else "wrong, with a warning"
        case Status.CLARIFY | Status.REFUSED:
            return "refused"
        case _:
            return verdict.status.value


def table(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Counts by the first of each pair, the second one a column."""
    counts = Counter(rows)
    names = sorted({name for name, _ in counts})
    lines = [f"{title:<14}{'asked':>7}" + "".join(f"{column:>{len(column) + 2}}" for column in COLUMNS)]
    for name in [*names, "all"]:
        per = [sum(counts[each, column] for each in names if name in (each, "all")) for column in COLUMNS]
        cells = "".join(f"{count:>{len(column) + 2}}" for count, column in zip(per, COLUMNS, strict=True))
        lines.append(f"{name:<14}{sum(per):>7}{cells}")

    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", action="append", dest="sets", help="only this set; repeatable")
    parser.add_argument("--held-out", action="store_true", help="also the models held out")
    parser.add_argument("--failures", action="store_true", help="list what is not right")
    parser.add_argument("--json", action="store_true", dest="as_json")
    given = parser.parse_args()
    names = given.sets or set_names(held_out=given.held_out)
    results = [(name, each) for name in names for each in graded(name)]
    print(_json(results) if given.as_json else _tables(results))
    if given.failures:
        print(
            "\n".join(
                _failure(name, each) for name, each in results if each.verdict.status is not Status.PASS
            )
        )


def _tables(results: list[tuple[str, Graded]]) -> str:
    by_model = table("model", [(name, column_of(each.verdict)) for name, each in results])
    by_kind = table("kind", [(each.item.kind, column_of(each.verdict)) for _, each in results])
    return f"{by_model}\n\n{by_kind}"


def _json(results: list[tuple[str, Graded]]) -> str:
    rows = [
        {
            "set": name,
            "name": each.item.name,
            "kind": each.item.kind,
            "status": column_of(each.verdict),
            "reason": each.verdict.reason,
        }
        for name, each in results
    ]
    return json.dumps(rows, indent=2)


def _failure(name: str, each: Graded) -> str:
    after = "".join(f"{question} > " for question in each.item.after)
    said = " ".join(each.answered.text.split())[:160]
    return (
        f"\n[{name}] {each.item.name}: {column_of(each.verdict)}, {each.verdict.reason}\n"
        f"  {after}{each.item.question}\n  {said}"
    )


if __name__ == "__main__":
    main()
