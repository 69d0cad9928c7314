"""A language model as the analyst: it chooses queries, and what it says of them is checked.

A step is one request: the model thinks, calls tools or answers. Its answer is given out sentence by
sentence, each after the check against the rows of this turn.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from uuid import uuid4

from svcchat_magic.analyst.analyst import Task, Tools
from svcchat_magic.analyst.events import AnswerText, Event, Outcome, SqlFinished, Thought
from svcchat_magic.analyst.language.words import plain_text
from svcchat_magic.analyst.language_model.action_protocol import (
    REPAIR,
    FinalText,
    NoAction,
    action_in,
    as_texts,
)
from svcchat_magic.analyst.language_model.endpoint import LanguageModel
from svcchat_magic.analyst.language_model.failures import FailureKind, ModelFailed
from svcchat_magic.analyst.language_model.history import earlier_text
from svcchat_magic.analyst.language_model.instructions import action_instructions, instructions
from svcchat_magic.analyst.language_model.model_client import ModelClient
from svcchat_magic.analyst.language_model.patience import patiently
from svcchat_magic.analyst.language_model.pieces import Piece, TextPiece, ThoughtPiece, Used
from svcchat_magic.analyst.language_model.prompt import Call, Prompt, PromptMessage, ToolReply, UserText
from svcchat_magic.analyst.language_model.speech import Speech
from svcchat_magic.analyst.language_model.step import Step
from svcchat_magic.analyst.language_model.token_counts import TokenCounts
from svcchat_magic.analyst.language_model.toolbox import Toolbox
from svcchat_magic.analyst.language_model.written_calls import WrittenCalls
from svcchat_magic.analyst.linking.calendar import calendar_of
from svcchat_magic.analyst.linking.catalog import catalog_of

_CHARACTERS_A_TOKEN = 4  # about, in English
_GIVEN_UP = {"error": "The model failed in the middle.", "refusal": "The model refused to answer."}


@dataclass(slots=True)
class ModelAnalyst:
    """Answers with one language model."""

    model: LanguageModel
    client: ModelClient
    new_uuid: Callable[[], str] = lambda: str(uuid4())
    counts: TokenCounts = field(default_factory=TokenCounts)

    @classmethod
    def of(cls, model: LanguageModel) -> "ModelAnalyst":
        """The analyst with a client of its own."""
        return cls(model, ModelClient(model))

    async def answer(self, task: Task, tools: Tools) -> AsyncGenerator[Event, None]:
        """The events of one turn (see `Analyst`); closing the iterator closes the connection to the model."""
        turn = _Turn(self, task, tools)
        yield Thought(turn.introduction())
        spender = getattr(tools, "caller", None)  # who asks, where the tools are a service's
        if not self.counts.may_spend(spender, self.model.budget):
            yield Outcome("refused")
            yield AnswerText("The tokens for today are spent; the built-in analyst still answers.")
            return

        try:
            async with aclosing(turn.events()) as events:
                async for event in events:
                    yield event
        finally:
            self.counts.spend(spender, turn.spent)


@dataclass(slots=True)
class _Turn:
    """One question being answered."""

    analyst: ModelAnalyst
    task: Task
    tools: Tools
    box: Toolbox = field(init=False)
    speech: Speech = field(init=False)
    messages: list[PromptMessage] = field(init=False)
    spent: int = 0
    written: WrittenCalls = field(default_factory=WrittenCalls)
    misread: int = 0  # steps of a model without tools that held no action

    def __post_init__(self) -> None:
        catalog = catalog_of(self.tools.model)
        rows = self.analyst.model.most_rows
        self.box = Toolbox(
            self.tools, catalog, self.task.today, self.task.question, rows, self.analyst.new_uuid
        )
        calendar = calendar_of(self.tools.model, self.task.today)
        self.speech = Speech(self.task, catalog, self.analyst.client.redaction.text, calendar)
        earlier = earlier_text(self.task)
        hint = f"\n\n(Another analyst could not answer it: {self.task.not_understood})"
        asked = self.task.question + (hint if self.task.not_understood else "")
        self.messages = [*([UserText(earlier)] if earlier else []), UserText(asked)]

    def introduction(self) -> str:
        """Who answers, and what it is shown."""
        model = self.analyst.model
        shown = f"at most {model.most_rows} rows of each result" if model.most_rows else "no rows"
        where = f" They are sent to {model.provider}." if model.is_elsewhere and model.most_rows else ""
        name = plain_text(model.name)
        return (
            f"{name} on {model.provider} answers. It is shown {shown}.{where} What it thinks is not checked."
        )

    async def events(self) -> AsyncGenerator[Event, None]:
        """Steps until the model answers, a budget is spent or the model fails."""
        budget = self.analyst.model.budget
        failure = ""
        try:
            async with asyncio.timeout(budget.seconds):
                for number in range(budget.steps):
                    step = Step(number)
                    async with aclosing(self._step(step)) as events:
                        async for event in events:
                            yield event

                    failure = self._stops(step)
                    if failure or self.speech.is_over:
                        break
                else:
                    failure = f"The model did not finish within {budget.steps} steps."
        except TimeoutError:
            failure = f"The model did not finish within {budget.seconds:g} seconds."
        except ModelFailed as failed:
            failure = str(failed)

        for event in self.speech.ending(self.box, plain_text(failure)):
            yield event

    async def _step(self, step: Step) -> AsyncGenerator[Event, None]:
        """One request and what it calls."""
        try:
            async with aclosing(self._pieces(step)) as pieces:
                async for event in pieces:
                    yield event
        finally:  # what a stopped or cut request took counts too
            self.spent += step.used.tokens or (self._estimated(step) if step.has_begun else 0)

        calls = await self._actions(step) if self._is_by_actions else step.calls
        if calls is None:
            return  # it was asked to write again

        if not calls:
            for event in await self.speech.finish():
                yield event

            return

        for event in await self.speech.pause():
            yield event

        self.messages.append(step.turn)
        for call in calls:
            async for event in self._called(call, step):
                yield event

    async def _called(self, call: Call, step: Step) -> AsyncGenerator[Event, None]:
        async for event in self.box.run(call):
            if not isinstance(event, ToolReply):
                yield event
                if isinstance(event, SqlFinished):
                    await self.speech.learn(self.box.results, await self.box.asked_values())

                continue

            if self._is_by_actions:
                self.messages[-1:] = as_texts(step.turn, event)
            else:
                self.messages.append(event)

    async def _pieces(self, step: Step) -> AsyncGenerator[Event, None]:
        """What a step says, as it arrives; text waits where it may turn out to be no answer."""
        while True:
            self.written = WrittenCalls()
            yield step.usage(self.analyst.model.name)
            try:
                stream = self.analyst.client.stream(self._prompt())
                async with aclosing(patiently(stream)) as pieces:
                    async for piece in pieces:
                        if piece is None:
                            yield Thought("The model is still at work.")
                            continue

                        step.add(piece)
                        if isinstance(piece, Used):
                            yield step.usage(self.analyst.model.name)

                        for event in await self._heard(piece):
                            yield event
            except ModelFailed as failed:
                if failed.kind is not FailureKind.NO_TOOLS or step.text:
                    raise

                continue  # the client has learnt it, and the next prompt goes without tools

            for event in await self._written(step):
                yield event

            return

    async def _written(self, step: Step) -> list[Event]:
        """What waited in the text at its end: calls that it holds, or text."""
        text, calls = self.written.end([each.name for each in self.box.specs()], len(step.calls))
        for each in calls:
            step.add(each)

        return await self.speech.say(text)

    def _estimated(self, step: Step) -> int:
        """What a step took where the server does not count."""
        prompt = self._prompt()
        read = len(prompt.instructions) + sum(len(str(each)) for each in prompt.messages)
        return (read + len("".join(step.text))) // _CHARACTERS_A_TOKEN

    async def _heard(self, piece: Piece) -> list[Event]:
        match piece:
            case ThoughtPiece(text):
                return self.speech.think(text)
            case TextPiece(text) if not self._is_by_actions:
                return await self.speech.say(self.written.feed(text))
            case _:
                return []

    def _prompt(self) -> Prompt:
        system = instructions(self.task, self.tools.model)
        specs = self.box.specs()
        if self._is_by_actions:
            return Prompt(system + action_instructions(specs), tuple(self.messages), (), self._most_tokens)

        return Prompt(system, tuple(self.messages), specs, self._most_tokens)

    @property
    def _most_tokens(self) -> int:
        return self.analyst.model.budget.written_tokens

    @property
    def _is_by_actions(self) -> bool:
        return self.analyst.client.quirks.has_no_tools

    async def _actions(self, step: Step) -> tuple[Call, ...] | None:
        """The call that a model without tools wrote, none for its answer; None when it must write again."""
        text = "".join(step.text)
        try:
            action = action_in(text, step.number)
        except NoAction:
            self.misread += 1
            if self.misread > 1:
                await self.speech.say(text)
                return ()

            self.messages += [step.turn, UserText(REPAIR)]
            return None

        if isinstance(action, FinalText):
            await self.speech.say(action.text)
            return ()

        return (action,)

    def _stops(self, step: Step) -> str:
        """Why no further step follows, or nothing."""
        budget = self.analyst.model.budget
        if step.reason == "length" and not step.calls:
            return f"The model's text was cut at {budget.written_tokens:,} tokens."

        if step.reason in _GIVEN_UP:
            return _GIVEN_UP[step.reason]

        if self.box.refused > budget.repairs:
            return f"The model asked the tools wrongly more than {budget.repairs} times."

        if self.spent > budget.tokens:
            return f"The model used more than {budget.tokens:,} tokens."

        return ""
