"""Questions to begin with are made from what a user may see, and each of them is answered."""

import json
from dataclasses import replace
from datetime import date

import pytest

from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.analyst.starters import starter_questions
from svcchat_magic.semantic.files.model_files import load_model, model_of_texts
from svcchat_magic.service.access.account import AgentProfile
from svcchat_magic.service.process.server import DEMO
from tests.campaigns.question_sets import SETS, set_names
from tests.raw_api import ask, call
from tests.service.http.test_data_routes import meta_path
from tests.service.http.test_sessions import exchange, make

TODAY = date(2025, 1, 10)
ADA = {"externalId": "ada"}


def offered_on_a_page(service):
    _, reply = exchange(service, make(service))
    return reply["agents"][0]["questions"]


def described(service):
    return json.loads(call(service, meta_path(service), {"sessionSettings": ADA})[2])["questions"]


def outcomes(service, questions):
    turns = [ask(service, each, messageId=f"{at + 10**12}-message") for at, each in enumerate(questions)]
    return {turn[-3].get("outcome") for turn in turns}


def test_an_agent_without_questions_of_its_own_has_some_of_the_model(start):
    service = start(OfflineAnalyst(), agents={"1": AgentProfile("Sales")})
    offered = offered_on_a_page(service)

    assert offered == described(service) == list(starter_questions(load_model(DEMO / "model"), TODAY))
    assert len(offered) == 3
    assert "answered" in outcomes(service, offered)


def test_the_account_s_own_questions_win_on_the_page(start):
    service = start(OfflineAnalyst(), agents={"1": AgentProfile("Sales", questions=("How are we doing?",))})

    assert offered_on_a_page(service) == ["How are we doing?"]


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [name for name in set_names(held_out=False) if (SETS / name / "model").is_dir()]
)
def test_every_model_has_some(name):
    found = starter_questions(load_model(SETS / name / "model"), TODAY)

    assert 1 <= len(found) <= 3


def test_a_model_that_shows_nothing_has_none():
    model = model_of_texts({"a.yml": "cubes: [{name: a, sql_table: a, public: false}]"})

    assert starter_questions(replace(model), TODAY) == ()
