"""An agent's rules reach its analyst, and through it the chat."""

import pytest

from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.service.access.account import AgentProfile
from tests.raw_api import ask
from tests.service.conftest import ScriptedAnalyst

RULES = """Revenue is without VAT.
Units sold are counted when *shipped*! Answer in one short paragraph. Gross revenue is never told."""


@pytest.fixture
def chat(start):
    def asked(question, rules=RULES):
        service = start(OfflineAnalyst(), agents={"analyst": AgentProfile("Shop", rules=rules)})
        messages = ask(service, question)
        thoughts = [each["thinking"] for each in messages if each.get("thinking") and not each["isDelta"]]
        return thoughts, messages[-2]["content"]

    return asked


def test_an_analyst_is_given_the_rules_of_its_agent(start):
    analyst = ScriptedAnalyst(waits=False)
    agents = {"analyst": AgentProfile("Shop", rules=RULES), "other": AgentProfile("Other", rules="Others")}

    ask(start(analyst, agents=agents), "why?")

    assert [task.rules for task in analyst.tasks] == [RULES]


def test_the_offline_analyst_shows_the_rules_first(chat):
    thoughts, _ = chat("revenue in 2024")

    assert thoughts[0].startswith("Rules of this agent: Revenue is without VAT. Units sold are counted")
    assert "\n" not in thoughts[0]


def test_an_answer_repeats_what_the_rules_say_of_its_measures(chat):
    _, answer = chat("revenue in 2024")

    assert "Revenue is without VAT." in answer
    assert "Gross revenue is never told." in answer  # it names the measure too
    assert "counted when" not in answer
    assert "one short paragraph" not in answer


def test_what_the_rules_say_is_text_and_no_markup(chat):
    _, answer = chat("units in 2024")

    assert r"counted when \*shipped\*!" in answer
    assert "VAT" not in answer


def test_without_rules_nothing_is_said_of_them(chat):
    thoughts, answer = chat("revenue in 2024", rules="")

    assert not any("Rules" in each for each in thoughts)
    assert "VAT" not in answer
