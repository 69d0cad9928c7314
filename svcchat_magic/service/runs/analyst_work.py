"""Run the analyst where it cannot block the service: in a thread, or in a process that may be killed.

It receives a job, and sends events and the queries that it needs run. As a program it receives no key and
opens neither data nor state.
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
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.query.query import Rows
from svcchat_magic.semantic.search.member_search import search_members
from svcchat_magic.semantic.search.value_lists import FoundValue, ValueSearch
from svcchat_magic.service.runs.work_frames import WorkEnded, as_program, failure_of, read_frame, write_frame


@dataclass(frozen=True, slots=True)
class Job:
    """A question, and the model that its user may see."""

    task: Task
    model: Model


@dataclass(frozen=True, slots=True)
class Said:
    """An event of the answer."""

    event: Event


@dataclass(frozen=True, slots=True)
class Needed:
    """A query to run: the tool, `run_sql`, `values` or `find_values`, and its argument."""

    tool: str
    argument: str | ValueSearch


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a query, or its error."""

    value: Any
    error: EngineError | QueryRefused | None = None


class Dismissed(BaseException):
    """The answer is not needed any more."""


class RemoteTools:
    """Tools whose queries run in the service that assigned the job."""

    def __init__(self, model: Model, ask: Callable[[Needed], Found]) -> None:
        self.model = model
        self._ask = ask

    def search(self, words: str) -> tuple[dict[str, object], ...]:
        """Search for matching tables and members."""
        return search_members(self.model, words)

    async def run_sql(self, sql: str) -> Rows:
        """Run semantic SQL; raises as the service's own tools do."""
        return self._found("run_sql", sql)  # type: ignore[no-any-return]  # the service sends Rows

    async def values(self, member: str) -> tuple[str, ...]:
        """The values of a dimension."""
        return self._found("values", member)  # type: ignore[no-any-return]  # the service sends strings

    async def find_values(self, search: ValueSearch) -> tuple[FoundValue, ...]:
        """The values that a search finds."""
        return self._found("find_values", search)  # type: ignore[no-any-return]  # the service sends these

    def _found(self, tool: str, argument: str | ValueSearch) -> Any:
        found = self._ask(Needed(tool, argument))
        if found.error is not None:
            raise found.error

        return found.value


def work(job: Job, analyst: Analyst, send: Callable[[object], None], receive: Callable[[], Any]) -> None:
    """Answer one question completely."""

    def ask(needed: Needed) -> Found:
        send(needed)
        found: Found | None = receive()
        if found is None:
            raise Dismissed

        return found

    try:
        for event in _events(analyst, job.task, RemoteTools(job.model, ask)):
            send(Said(event))
    except Exception as cause:  # on any error the turn must end
        send(failure_of(cause))
        return

    send(WorkEnded())


def _events(analyst: Analyst, task: Task, tools: RemoteTools) -> Iterator[Event]:
    """The events of an analyst that awaits nothing but its tools, which return without suspending."""
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
    """Do jobs until the input closes; the main function of an analyst process."""
    source, sink = as_program()
    analyst = OfflineAnalyst()
    with suppress(Dismissed, BrokenPipeError):  # the parent closed its end, or wants nothing more
        while (job := read_frame(source)) is not None:
            work(job, analyst, partial(write_frame, sink), partial(read_frame, source))
