"""The two tools of the API for one user; queries run in threads and stop when cancelled."""

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from svcchat_magic.errors import BadRequest, ModelError
from svcchat_magic.semantic.access.access import narrowed
from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.files.branches import Branches
from svcchat_magic.semantic.files.live_model import LiveModel
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import Cancellation, dimension_values, run_query, visible_model
from svcchat_magic.semantic.query.query import Rows, Viewer
from svcchat_magic.semantic.search.member_search import search_members
from svcchat_magic.semantic.search.value_lists import FoundValue, ValueSearch
from svcchat_magic.semantic.value_queries import find_values
from svcchat_magic.service.access.fair_slots import Caller, EngineTurns
from svcchat_magic.service.state.blocking import in_thread, result_of

MOST_ROWS = 10_000  # that the analyst reads for its words and charts; the stream carries a hundred
MOST_BYTES = 16_000_000  # of their memory
Result = TypeVar("Result")
log = logging.getLogger("svcchat_magic.service")


@dataclass(frozen=True, slots=True)
class Workspace:
    """An account's data model with the engine for its tables."""

    model: Model
    engine: Engine
    branches: Branches | None = None
    live: LiveModel | None = None  # reads the model again when its files change

    @property
    def is_reloaded(self) -> bool:
        """Whether the model is not the one that the service started with, or a branch's."""
        return self.live is not None and self.live.is_reloaded

    async def up_to_date(self) -> "Workspace":
        """The workspace with the model that the files describe now; what has one already keeps it."""
        live = self.live
        if live is None:
            return self

        if live.is_due:
            await _in_thread(live.look)

        return replace(self, model=live.model)

    async def on_branch(self, name: str | None) -> "Workspace":
        """The workspace with the model of a development branch; None is the main one.

        Raises BadRequest for an unknown branch, or one whose files have errors.
        """
        if name is None:
            return await self.up_to_date()

        branches = self.branches
        try:
            found = await _in_thread(lambda: branches.model(name)) if branches else None
        except ModelError as cause:
            log.warning("branch %r: %s", name, cause)
            raise BadRequest(
                "The data model of that branch has errors. The service's log lists them.", status=400
            ) from cause

        if found is None:
            raise BadRequest("There is no such branch of the data model.", status=400)

        return replace(self, model=found)

    async def branch_names(self) -> tuple[str, ...]:
        """The names of the current development branches."""
        return await _in_thread(self.branches.names) if self.branches else ()

    def narrowed_to(self, tables: Collection[str] | None) -> "Workspace":
        """The workspace limited to these views and cubes; None means all."""
        return replace(self, model=narrowed(self.model, tables))


class ModelTools:
    """The tools that an analyst uses for one viewer; `now` is the moment that its questions are asked at."""

    def __init__(
        self,
        workspace: Workspace,
        viewer: Viewer,
        when_queried: Callable[[str], object] = lambda _: None,
        turns: EngineTurns | None = None,
        now: datetime | None = None,
    ) -> None:
        self._now = now
        self._when_queried = when_queried
        self._turns = turns
        self.model = visible_model(workspace.model, viewer)
        self._workspace = workspace
        self._viewer = viewer

    @property
    def caller(self) -> Caller:
        """Whose share of the engine the queries use."""
        return self._turns.caller if self._turns else Caller(b"", self._viewer.user_id)

    def search(self, words: str) -> tuple[dict[str, object], ...]:
        """Search for matching tables and members; results as in 2.5."""
        return search_members(self.model, words)

    async def run_sql(self, sql: str) -> Rows:
        """Run semantic SQL; returns at most 10,000 rows, fewer wide ones, and the full count.

        Raises QueryRefused if it is not accepted and EngineError if it fails.
        """
        self._when_queried("analyst")
        workspace, viewer = self._workspace, self._viewer
        return await self._query(
            lambda cancellation: run_query(
                workspace.model,
                workspace.engine,
                viewer,
                sql,
                limit=MOST_ROWS,
                most_bytes=MOST_BYTES,
                cancellation=cancellation,
                now=self._now,
            )
        )

    async def values(self, member: str) -> tuple[str, ...]:
        """The distinct values of a string dimension that this user may see, at most 1,000."""
        self._when_queried("analyst")
        workspace, viewer = self._workspace, self._viewer
        return await self._query(
            lambda cancellation: dimension_values(
                workspace.model, workspace.engine, viewer, member, cancellation=cancellation
            )
        )

    async def find_values(self, search: ValueSearch) -> tuple[FoundValue, ...]:
        """The values that this user may see and a search finds; raises as `run_sql` does."""
        self._when_queried("analyst")
        workspace, viewer = self._workspace, self._viewer
        return await self._query(
            lambda cancellation: find_values(
                workspace.model, workspace.engine, viewer, search, cancellation=cancellation
            )
        )

    async def _query(self, query: Callable[[Cancellation], Result]) -> Result:
        """Run a query in a thread when it is the caller's turn, within the time limit."""
        cancellation = Cancellation()
        if self._turns is None:
            return await _in_thread(lambda: query(cancellation), cancellation)

        async with self._turns.turn(cancellation):
            return await _in_thread(lambda: query(cancellation), cancellation)


async def _in_thread(job: Callable[[], Result], cancellation: Cancellation | None = None) -> Result:
    try:
        return await result_of(in_thread(job, "svcchat-query"))
    except asyncio.CancelledError:
        if cancellation is not None:
            cancellation.cancel()

        raise
