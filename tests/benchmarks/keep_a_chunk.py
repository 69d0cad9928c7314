"""What it costs to keep what is sent: `python -m tests.benchmarks.keep_a_chunk`.

A chunk is 32 lines, stored in one transaction before it is sent (decisions/kept-before-sent). A look is what
each worker does four times a second for all its runs at once. Bare is an insert of the same bytes, without
store and thread.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median

from svcchat_magic.service.state.database import Connection
from svcchat_magic.service.state.remote_readers import followers
from svcchat_magic.service.state.run_messages import Entry
from svcchat_magic.service.state.run_records import NewRun, append_lines, begin_run, ended_runs
from svcchat_magic.service.state.state_file import IN_MEMORY, open_store
from svcchat_magic.service.state.store import Store
from svcchat_magic.service.state.threads import make_thread
from svcchat_magic.service.state.users import Claim, find_or_make_user
from tests.postgres import is_installed, postgres_server

ROUNDS = 300
LINES = 32
LINE = b'{"id":"3f0c","role":"assistant","content":"' + b"x" * 240 + b'"}\n'
MANY_RUNS = 1_000


def begin(store: Store, count: int) -> list[str]:
    """So many runs, one in each chat of a user."""

    def job(connection: Connection) -> list[str]:
        user = find_or_make_user(connection, Claim("demo", "external", "ada"), 0.0, 10)
        for number in range(count):
            chat = make_thread(connection, "demo", "analyst", user, 0.0)
            run = NewRun(f"run-{number}", chat, store.worker, "", "why?", 0.0)
            begin_run(connection, run, lambda *_: True)

        return [f"run-{number}" for number in range(count)]

    return store.write_now(job)


async def keep(store: Store, at: int) -> None:
    entries = [Entry(f"m{at}", at, at + line, whole=False, line=LINE) for line in range(LINES)]
    await store.write_own(partial(append_lines, run_id="run-0", entries=entries))


async def look(store: Store, _: int) -> None:
    runs = [f"run-{number}" for number in range(MANY_RUNS)]

    def job(connection: Connection) -> object:
        return ended_runs(connection, runs, 0.0), followers(connection, store.worker, store.is_alive)

    await store.read(job)


async def insert(limit: sqlite3.Connection, at: int) -> None:
    limit.execute("BEGIN")
    limit.executemany("INSERT INTO lines VALUES (?, ?)", [(at + line, LINE) for line in range(LINES)])
    limit.execute("COMMIT")


async def measured(ways: dict[str, Callable[[int], Awaitable[None]]]) -> None:
    """Interleaved, so that a noisy moment meets all of them."""
    wall: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(ROUNDS):
        for name, way in ways.items():
            began = time.perf_counter()
            await way(number * LINES)
            wall[name].append(time.perf_counter() - began)

    base = median(wall["insert 32 lines, bare SQLite file"])
    print(f"{'':<42}{'ms':>8}{'x bare':>8}{'us a line':>11}")
    for name, found in wall.items():
        a_line = f"{median(found) * 1e6 / LINES:>11.1f}" if "32" in name else ""
        print(f"{name:<42}{median(found) * 1e3:>8.2f}{median(found) / base:>8.1f}{a_line}")


def main() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        limit = sqlite3.connect(folder / "limit.sqlite", isolation_level=None)
        limit.execute("PRAGMA journal_mode = WAL")
        limit.execute("PRAGMA synchronous = NORMAL")
        limit.execute("CREATE TABLE lines (sort INTEGER PRIMARY KEY, line BLOB)")
        ways: dict[str, Callable[[int], Awaitable[None]]] = {
            "insert 32 lines, bare SQLite file": partial(insert, limit)
        }
        states: dict[str, Path | str] = {"memory": IN_MEMORY, "SQLite file": folder / "state.sqlite"}
        if is_installed():
            states["PostgreSQL"] = stack.enter_context(postgres_server())

        for name, state in states.items():
            store, _ = open_store(state)
            stack.callback(store.close)
            begin(store, MANY_RUNS)
            ways[f"keep 32 lines, {name}"] = partial(keep, store)
            ways[f"look after {MANY_RUNS:,} runs, {name}"] = partial(look, store)

        asyncio.run(measured(ways))
        limit.close()


if __name__ == "__main__":
    main()
