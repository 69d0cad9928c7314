"""The analyst at work where it cannot hold up the service: in a thread, or in a process that may be killed.

It is given a job, and says in turn what happens and which query it needs run. As a program it is given no
key and opens neither data nor state.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

from svcchat_magic.analyst.analyst import Analyst, Task
from svcchat_magic.analyst.events import Event
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.model.member_search import search_members
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.query import Rows
from svcchat_magic.service.runs.work_frames import WorkEnded, as_program, failure_of, read_frame, write_frame


@dataclass(frozen=True, slots=True)
class Job:
    """A question, and the model as its user may see it."""

    task: Task
    model: Model


@dataclass(frozen=True, slots=True)
class Said:
    """Something happened."""

    event: Event


@dataclass(frozen=True, slots=True)
class Needed:
    """A query is to be run: `run_sql` or `values`, and what it is called with."""

    tool: str
    argument: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a query gave, or why it gave nothing."""

    value: Any
    error: EngineError | QueryRefused | None = None


class Dismissed(BaseException):
    """Nobody waits for the answer any more."""


class RemoteTools:
    """Tools whose queries are run by whoever gave the job."""

    def __init__(self, model: Model, ask: Callable[[Needed], Found]) -> None:
        self.model = model
        self._ask = ask

    def search(self, words: str) -> tuple[dict[str, object], ...]:
        """Tables and members that match."""
        return search_members(self.model, words)

    async def run_sql(self, sql: str) -> Rows:
        """Rows of semantic SQL; raises as the service's own tools do."""
        return self._found("run_sql", sql)  # type: ignore[no-any-return]  # it comes as it was found

    async def values(self, member: str) -> tuple[str, ...]:
        """The values of a dimension."""
        return self._found("values", member)  # type: ignore[no-any-return]  # as above

    def _found(self, tool: str, argument: str) -> Any:
        found = self._ask(Needed(tool, argument))
        if found.error is not None:
            raise found.error

        return found.value


def work(job: Job, analyst: Analyst, tell: Callable[[object], None], hear: Callable[[], Any]) -> None:
    """Answer one question, to the end."""

    def ask(needed: Needed) -> Found:
        tell(needed)
        found: Found | None = hear()
        if found is None:
            raise Dismissed

        return found

    try:
        for event in _events(analyst, job.task, RemoteTools(job.model, ask)):
            tell(Said(event))
    except Exception as cause:  # whatever it was, the turn must end
        tell(failure_of(cause))
        return

    tell(WorkEnded())


def _events(analyst: Analyst, task: Task, tools: RemoteTools) -> Iterator[Event]:
    """The events of an analyst that waits for its tools alone: they answer before they return."""
    stream = analyst.answer(task, tools)
    while True:
        step: Any = anext(stream)
        try:
            step.__await__().send(None)
        except StopIteration as got:
            yield got.value
        except StopAsyncIteration:
            return


def work_until_closed() -> None:
    """Do one job after the other, as a program."""
    source, sink = as_program()
    analyst = OfflineAnalyst()
    with suppress(Dismissed, BrokenPipeError):
        while (job := read_frame(source)) is not None:
            work(job, analyst, partial(write_frame, sink), partial(read_frame, source))
