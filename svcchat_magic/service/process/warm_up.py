"""Import what the first question needs, and answer one of the demo's: words, grammar and SQL are read once.

Nothing of the user's is opened, and nothing is started. The demo's model and data stay open for the first
service that serves them, as do the values and statements that were found in them.
"""

# ruff: noqa: F401 - some are imported for their effect alone
from datetime import date
from functools import cache

import anyio
from uvicorn.lifespan import off
from uvicorn.loops import asyncio

from svcchat_magic.analyst.analyst import Task
from svcchat_magic.analyst.offline import OfflineAnalyst
from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.service.process import server
from svcchat_magic.service.process.early_workspace import early_demo
from svcchat_magic.service.runs.tools import ModelTools
from svcchat_magic.service.state import sqlite_state
from svcchat_magic.service.telemetry.measuring import measuring

_QUESTION = "top 3 channels by revenue last year"
_TODAY = date(2025, 1, 10)  # the demo's
_VIEWER = Viewer("warm-up")  # sees what someone does whom no setting gives other rights


@cache
def warm_up(limits: EngineLimits = EngineLimits()) -> int:
    """Answer one question of the demo's, once in a process, and return how many events it had."""
    measuring()
    opened = server.open_workspace(server.DEMO / "model", server.DEMO / "data", limits)
    try:
        # anyio's part for asyncio is imported by its first use
        return anyio.run(_events, ModelTools(opened[0], _VIEWER))
    finally:
        early_demo().keep(limits, opened)


async def _events(tools: ModelTools) -> int:
    return len([each async for each in OfflineAnalyst().answer(Task(_QUESTION, _TODAY), tools)])
