"""Who answers: the built-in analyst where it understands every word, else the language model."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace

from svcchat_magic.analyst.analyst import Analyst, Task, Tools
from svcchat_magic.analyst.events import AnswerText, Event, MetaSearched, Outcome, SqlStarted, Thought


@dataclass(frozen=True, slots=True)
class RoutedAnalyst:
    """Asks the built-in analyst first, and the language model what it does not answer.

    The built-in analyst says nothing final and runs nothing before it has understood a question, so its
    events are given out from the first query on.
    """

    offline: Analyst
    model: Analyst

    async def answer(self, task: Task, tools: Tools) -> AsyncGenerator[Event, None]:
        """The events of one turn (see `Analyst`)."""
        refusal: list[Event] = []
        async with aclosing(_generator(self.offline, task, tools)) as events:
            is_sure = False
            async for event in events:
                is_sure = is_sure or _is_sure(event)
                if is_sure:
                    for held in refusal:
                        yield held

                    refusal.clear()
                    yield event
                else:
                    refusal.append(event)

        if is_sure:
            return

        for event in refusal:
            if isinstance(event, (Thought, MetaSearched)):
                yield event

        said = "".join(event.text for event in refusal if isinstance(event, AnswerText))
        yield Thought("The built-in analyst did not understand it all, so the language model is asked")
        passed_on = replace(task, not_understood=said)
        async with aclosing(_generator(self.model, passed_on, tools)) as events:
            async for event in events:
                yield event


def _is_sure(event: Event) -> bool:
    """Whether the built-in analyst has understood the question."""
    return isinstance(event, SqlStarted) or (isinstance(event, Outcome) and event.kind == "answered")


def _generator(analyst: Analyst, task: Task, tools: Tools) -> AsyncGenerator[Event, None]:
    return analyst.answer(task, tools)  # type: ignore[return-value]  # every analyst's is a generator
