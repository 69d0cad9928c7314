"""A question to a scripted language model over the demo's data."""

import asyncio
from datetime import date
from typing import Any

from svcchat_magic.analyst.analyst import Analyst, EarlierAnswer, Task
from svcchat_magic.analyst.events import AnswerText, Event, Outcome, SqlFinished, Thought
from svcchat_magic.analyst.language_model.endpoint import Budget, LanguageModel, language_model
from svcchat_magic.analyst.language_model.model_analyst import ModelAnalyst
from svcchat_magic.settings import Settings
from tests.analyst import demo
from tests.analyst.language_model.scripted_endpoint import Endpoint

_USUAL = Budget()
TODAY = date(2025, 1, 10)
BY_CHANNEL: tuple[str, Any] = (
    "ask_model",
    {
        "quantities": [{"measure": "sales.revenue"}],
        "groups": [{"member": "sales.channel"}],
        "period": {"first_day": "2024-01-01", "last_day": "2024-12-31"},
    },
)


def scripted_model(endpoint: Endpoint, budget: Budget = _USUAL, **settings: Any) -> LanguageModel:
    """The model behind a scripted endpoint."""
    found = language_model(Settings(llm_url=endpoint.url, llm_model="small", **settings))
    assert found is not None
    return LanguageModel(
        found.address, found.name, found.kind, found.key, found.key_header, found.most_rows, budget
    )


def asked(
    endpoint: Endpoint,
    question: str = "revenue by channel in 2024",
    *,
    budget: Budget = _USUAL,
    earlier: tuple[EarlierAnswer, ...] = (),
    rules: str = "",
    **settings: Any,
) -> list[Event]:
    """The events of one turn."""
    analyst = ModelAnalyst.of(scripted_model(endpoint, budget, **settings))
    return events_of(analyst, Task(question, TODAY, rules=rules, earlier=earlier))


def events_of(analyst: Analyst, task: Task, using: Any = None) -> list[Event]:
    """Everything that an analyst does for a question."""

    async def collect() -> list[Event]:
        return [event async for event in analyst.answer(task, using or demo.tools())]

    return asyncio.run(collect())


def answer(events: list[Event]) -> str:
    """The text of the answer."""
    return "".join(each.text for each in events if isinstance(each, AnswerText))


def outcome(events: list[Event]) -> str:
    """Whether it was answered."""
    return next(each.kind for each in reversed(events) if isinstance(each, Outcome))


def thoughts(events: list[Event]) -> str:
    """What was thought."""
    return "\n".join(each.text for each in events if isinstance(each, Thought))


def results(events: list[Event]) -> list[SqlFinished]:
    """The queries that ran."""
    return [each for each in events if isinstance(each, SqlFinished)]
