"""The two tools of the API, bound to the user who asks; queries run in threads and stop when cancelled."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from svcchat_magic.semantic.door import Cancellation, dimension_values, run_query, visible_model
from svcchat_magic.semantic.engines import Engine
from svcchat_magic.semantic.member_search import search_members
from svcchat_magic.semantic.model import Model
from svcchat_magic.semantic.query import Rows, Viewer
from svcchat_magic.service.blocking import in_thread, result_of
from svcchat_magic.service.tool_results import MAX_ROWS

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Workspace:
    """An account's data model with the engine that holds its tables."""

    model: Model
    engine: Engine


class ModelTools:
    """What an analyst may do for one viewer."""

    def __init__(self, workspace: Workspace, viewer: Viewer) -> None:
        self.model = visible_model(workspace.model, viewer)
        self._workspace = workspace
        self._viewer = viewer

    def search(self, words: str) -> tuple[dict[str, object], ...]:
        """Tables and members that match, in the shape of 2.5."""
        return search_members(self.model, words)

    async def run_sql(self, sql: str) -> Rows:
        """At most 100 rows of semantic SQL, and the full count.

        Raises QueryRefused when it is not accepted, EngineError when it fails.
        """
        cancellation = Cancellation()
        workspace, viewer = self._workspace, self._viewer
        return await _in_thread(
            lambda: run_query(
                workspace.model, workspace.engine, viewer, sql, limit=MAX_ROWS, cancellation=cancellation
            ),
            cancellation,
        )

    async def values(self, member: str) -> tuple[str, ...]:
        """The distinct values of a string dimension that this user may see, at most 1,000."""
        workspace, viewer = self._workspace, self._viewer
        return await _in_thread(lambda: dimension_values(workspace.model, workspace.engine, viewer, member))


async def _in_thread(job: Callable[[], Result], cancellation: Cancellation | None = None) -> Result:
    try:
        return await result_of(in_thread(job, "svcchat-query"))
    except asyncio.CancelledError:
        if cancellation is not None:
            cancellation.cancel()

        raise
