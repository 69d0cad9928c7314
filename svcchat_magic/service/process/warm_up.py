"""Import what the first question needs, and answer one of the demo's: words, grammar and SQL are read once.

Nothing of the user's is opened, and nothing is started or kept.
"""

# ruff: noqa: F401 - some are imported for their effect alone
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from functools import cache

import anyio
from uvicorn.lifespan import off
from uvicorn.loops import asyncio

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.queries import dimension_values, run_query
from svcchat_magic.semantic.query.query import Rows, Viewer
from svcchat_magic.semantic.search.member_search import search_members
from svcchat_magic.semantic.search.value_lists import FoundValue, ValueSearch
from svcchat_magic.semantic.value_queries import find_values
from svcchat_magic.service.process import server
from svcchat_magic.service.state import sqlite_state
from svcchat_magic.service.telemetry.measuring import measuring

_QUESTION = "top 3 channels by revenue last year"
_TODAY = date(2025, 1, 10)  # the demo's
_VIEWER = Viewer("warm-up", is_internal=True)


@dataclass(slots=True)
class _DemoTools:
    """The tools of an analyst over the demo's own data."""

    model: Model
    engine: Engine

    def search(self, words: str) -> tuple[dict[str, object], ...]:
        return search_members(self.model, words)

    async def run_sql(self, sql: str) -> Rows:
        return run_query(self.model, self.engine, _VIEWER, sql)

    async def values(self, member: str) -> tuple[str, ...]:
        return dimension_values(self.model, self.engine, _VIEWER, member)

    async def find_values(self, search: ValueSearch) -> tuple[FoundValue, ...]:
        return find_values(self.model, self.engine, _VIEWER, search)


@cache
def warm_up() -> int:
    """Answer one question of the demo's, once in a process, and return how many events it had."""
    measuring()
    with closing(open_engine(server.DEMO / "data")) as engine:
        tools = _DemoTools(load_model(server.DEMO / "model"), engine)
        return anyio.run(_events, tools)  # anyio's part for asyncio is imported by its first use


async def _events(tools: _DemoTools) -> int:
    return len([each async for each in OfflineAnalyst().answer(Task(_QUESTION, _TODAY), tools)])
