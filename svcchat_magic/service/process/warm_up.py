"""Import what the first question needs, and nothing before it; no data is opened and nothing is started."""

# ruff: noqa: F401 - all are imported for their effect alone
from uvicorn.lifespan import off
from uvicorn.loops import asyncio

from svcchat_magic.analyst import offline
from svcchat_magic.semantic.engines import duckdb_engine
from svcchat_magic.service.process import server
from svcchat_magic.service.state import sqlite_state
