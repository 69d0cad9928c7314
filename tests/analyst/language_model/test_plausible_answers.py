"""Answers that are plausible and wrong: nothing of them may be told as if a query had given it."""

import json
import re
from datetime import date
from functools import cache
from pathlib import Path

import pytest
import yaml

from svcchat_magic.analyst.analyst import EarlierAnswer, Task
from svcchat_magic.analyst.language_model.model_analyst import ModelAnalyst
from tests.analyst import demo
from tests.analyst.language_model.asking import answer, events_of, scripted_model
from tests.analyst.language_model.scripted_endpoint import Says, scripted_endpoint
from tests.campaigns.question_sets import open_set

FILES = [
    yaml.safe_load((Path(__file__).parent / f"{name}.yml").read_text(encoding="utf-8"))
    for name in ("plausible", "plausible_turns")
]
QUERIES = {name: query for each in FILES for name, query in each["queries"].items()}
CASES = [case for each in FILES for case in each["cases"]]
NOTED = re.compile(r"The query was not about|The data do not say|I struck")
TODAY = date(2025, 1, 10)
EVERY = 4  # of which one is asked in every run


@pytest.fixture(scope="module")
def tools_of(tmp_path_factory):
    """The tools of a model, opened once."""
    opened = []

    @cache
    def of(name):
        if name == "demo":
            return demo.tools()

        tools, engine = open_set(name, tmp_path_factory.mktemp(name))
        opened.append(engine)
        return tools

    yield of
    for each in opened:
        each.close()


@pytest.fixture(scope="module")
def endpoint():
    with scripted_endpoint() as running:
        yield running


def call_of(query):
    if "sql" in query:
        return "svcSqlApi", {"sql": query["sql"]}

    return "ask_model", json.loads(json.dumps(query["ask"], default=str))


def told(case, endpoint, tools_of):
    """What reaches the reader."""
    query = QUERIES.get(case.get("query"), {"model": "demo"})
    calls = [Says("", (call_of(query),))] if "query" in case else []
    said = "\n".join([*case.get("wrong", ()), *case.get("right", ())])
    endpoint.script, endpoint.asked = [*calls, Says(said, piece=40)], []
    earlier = (
        tuple(EarlierAnswer(asked, (), said) for asked, said in [case["earlier"]] if said)
        if "earlier" in case
        else ()
    )
    analyst = ModelAnalyst.of(scripted_model(endpoint))
    events = events_of(analyst, Task(case["asked"], TODAY, earlier=earlier), tools_of(query["model"]))
    return answer(events)


@pytest.mark.case("M02")
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=pytest.mark.long if at % EVERY else (), id=case["name"])
        for at, case in enumerate(CASES)
    ],
)
def test_a_plausible_answer_is_told_as_far_as_a_query_gave_it(case, endpoint, tools_of):
    text = told(case, endpoint, tools_of)
    own = NOTED.split(text)[0]

    assert [each for each in case.get("wrong", ()) if each in own] == []
    assert [each for each in case.get("right", ()) if each not in own] == []
    assert case.get("note", "") in text.removeprefix(own)
