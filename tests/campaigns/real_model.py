"""A real language model over a question set: `python -m tests.campaigns.real_model [N] [--set NAME]`.

The settings of the environment name the model. For each question it prints whether the rows are right, how
the turn ended, how many sentences were struck and how long it took: what the model does, and what of its
mistakes reaches the reader. Nothing of it runs without a model.
"""

import argparse
import asyncio
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.events import AnswerText, Event, Outcome, SqlFinished
from svcchat_magic.analyst.language_model.endpoint import LanguageModel, language_model
from svcchat_magic.analyst.language_model.model_analyst import ModelAnalyst
from svcchat_magic.evaluation.question_file import Item, read_question_file
from svcchat_magic.evaluation.verdicts import Answered, judge
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.setting_sources import read_settings
from tests.campaigns.question_sets import SETS, SetTools, open_set

_STRUCK = re.compile(r"I struck (\d+|a) sentences? of the model: the rows do not say (.*)\.")


@dataclass(frozen=True)
class Turn:
    """How one question went."""

    question: str
    outcome: str
    verdict: str
    struck: int
    seconds: float
    text: str


def run(model: LanguageModel, count: int, name: str) -> Iterator[Turn]:
    """The first questions of a set, asked one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        tools, engine = open_set(name, Path(folder))
        analyst = ModelAnalyst.of(model)
        items = [each for each in read_question_file(SETS / name / "questions.yml") if not each.after]
        for item in items[:count]:
            yield _turn(analyst, tools, item, engine)

        engine.close()


def _turn(analyst: ModelAnalyst, tools: SetTools, item: Item, engine: DuckDBEngine) -> Turn:
    async def collect() -> list[Event]:
        return [each async for each in analyst.answer(Task(item.question, item.now or date.today()), tools)]

    start = time.monotonic()
    events = asyncio.run(collect())
    seconds = time.monotonic() - start
    results = [each.rows for each in events if isinstance(each, SqlFinished)]
    text = "".join(each.text for each in events if isinstance(each, AnswerText))
    outcome = next(each.kind for each in reversed(events) if isinstance(each, Outcome))
    answered = Answered(text=text, outcome=outcome)
    if results:
        rows = results[-1]
        answered = Answered(rows=rows.rows, total_rows=rows.total_rows, text=text, outcome=outcome)

    struck = _STRUCK.search(text)
    many = 0 if struck is None else 1 if struck[1] == "a" else int(struck[1])
    return Turn(item.question, outcome, judge(item, answered, engine).status.value, many, seconds, text)


def configured(seconds: float = 0) -> LanguageModel | None:
    """The model of the environment, with this much time for a question."""
    model = language_model(read_settings())
    return replace(model, budget=replace(model.budget, seconds=seconds)) if model and seconds else model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=6, help="questions")
    parser.add_argument("--set", default="demo", help="of tests/analyst/questions")
    parser.add_argument("--seconds", type=float, default=0, help="for a question, in place of the usual")
    given = parser.parse_args()
    model = configured(given.seconds)
    if model is None:
        parser.error("no language model is set: SVCCHAT_LLM_URL and SVCCHAT_LLM_MODEL name one")

    verdicts, struck = Counter[str](), 0
    for turn in run(model, given.count, given.set):
        verdicts[f"{turn.verdict}, {turn.outcome}"] += 1
        struck += turn.struck
        told = " ".join(turn.text.split())
        print(
            f"{turn.verdict:<8} {turn.outcome:<9} {turn.struck} struck {turn.seconds:6.1f} s  {turn.question}"
        )
        print(f"         {told[:300]}")

    print(f"{dict(verdicts)}, {struck} sentences struck")


if __name__ == "__main__":
    main()
