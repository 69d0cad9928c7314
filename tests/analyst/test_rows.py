"""Lists of records, what is absent, and conditions on numbers, in wordings that hold for any model."""

from functools import cache
from pathlib import Path

import pytest
import yaml

from svcchat_magic.evaluation.question_file import Item
from svcchat_magic.evaluation.verdicts import Status, judge
from tests.campaigns.question_sets import SETS, answered, open_set, read_question_file

QUESTIONS = yaml.safe_load(Path(__file__).with_name("rows.yml").read_text("utf-8"))
ASKED = [(name, each["question"], each["sql"]) for name, asked in QUESTIONS.items() for each in asked]


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    engines = []

    @cache
    def open_once(name):
        tools, engine = open_set(name, tmp_path_factory.mktemp("sets") / name)
        engines.append(engine)
        return tools, engine, read_question_file(SETS / name / "questions.yml")[0].now

    yield open_once
    for engine in engines:
        engine.close()


@pytest.mark.long
@pytest.mark.parametrize(("name", "question", "sql"), ASKED, ids=[question for _, question, _ in ASKED])
def test_rows_are_those_that_were_asked_for(opened, name, question, sql):
    tools, engine, now = opened(name)
    item = Item(name=question, question=question, kind="list", level="medium", now=now, sql=(sql,))

    verdict = judge(item, answered(item, tools), engine)

    assert verdict.status is Status.PASS, verdict.reason
