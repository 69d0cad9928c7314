"""One chat of many questions, and a user of many chats: what grows with them."""

import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from calendar import month_name
from collections.abc import Iterator

from svcchat_magic.service.http.chat_list import newest_chats
from svcchat_magic.service.state.sqlite_state import migrate
from svcchat_magic.service.state.threads import make_thread
from tests.benchmarks.figures import Figure, Spread, growth

TURNS = (25, 50, 100, 200)
CHATS = (100, 1_000, 10_000, 100_000)
RUNS = 3  # kernels; the memory of one differs by some MB from that of another
KINDS = (
    *("revenue by month {period}", "top {number} products by revenue {period}"),
    *("orders by channel and month {period}", "how many customers ordered {period}?"),
    *("average order value by region and quarter {period}", "orders by week {period}"),
    *("list the last {number} orders", "revenue by product {period}"),
    *("top {number} countries by orders {period}", "units sold by category {period}"),
)
STARTS = tuple((2022 + at // 12, at % 12) for at in range(20))  # years and months, all of twelve months
PERIODS = tuple(
    f"from {month_name[month + 1]} {year} to {month_name[month or 12]} {year + bool(month)}"
    for year, month in STARTS
)
# Each is asked once, as what was asked before is partly kept; ten that follow each other are of all kinds.
QUESTIONS = tuple(
    kind.format(period=period, number=number)
    for number, period in enumerate(PERIODS, start=3)
    for kind in KINDS
)
PROGRAM = f"""
import json, time
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

config = Config()
config.HistoryManager.enabled = False
shell = InteractiveShell.instance(config=config)
questions, turns, told = {QUESTIONS!r}, {TURNS!r}, []

def cell(source):
    with capture_output():
        shell.run_cell(source).raise_error()

def memory():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

cell("%load_ext svcchat_magic")
cpu = []
for turn in range(1, max(turns) + 1):
    before = time.process_time()
    cell("%%ask\\n" + questions[turn - 1])
    cpu.append(time.process_time() - before)
    if turn in turns:
        size = sum(map(len, shell.user_ns["_ask"].blocks))
        told.append((size, memory(), sum(cpu[-{len(KINDS)}:]) / {len(KINDS)}))

print(json.dumps(told))
"""


def figures() -> Iterator[Figure]:
    yield from _one_chat()
    yield from _many_chats()


def _one_chat() -> Iterator[Figure]:
    runs = [_chat() for _ in range(RUNS)]
    sent, memory, cpu = (
        [statistics.median(run[at][what] for run in runs) for at in range(len(TURNS))] for what in range(3)
    )
    more = (sent[-1] - sent[0]) / (TURNS[-1] - TURNS[0])
    told = ", ".join(f"{turn}: {each / 1e3:.0f} kB" for turn, each in zip(TURNS, sent, strict=True))
    yield Figure("one chat: bytes more on the wire with each turn", more / 1e3, 2.0, told, "", "kB")
    megabytes = [each / 1e6 for each in memory]
    last = Spread.of([run[-1][1] / 1e6 for run in runs])
    yield Figure("one chat of 200 questions: kernel", last.median, 300, f"{last} MB", "", "MB")
    yield growth("one chat: growth of the kernel's memory with turns", TURNS, megabytes, 0.05)
    yield growth("one chat: growth of a turn's CPU with turns, ms", TURNS, [1e3 * each for each in cpu], 0.1)


def _chat() -> list[tuple[int, int, float]]:
    """Bytes on the wire, memory and CPU of a turn, after so many turns of one chat."""
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"XDG_DATA_HOME": home, "HOME": home, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )

    return json.loads(done.stdout.splitlines()[-1])


def _many_chats() -> Iterator[Figure]:
    seconds = []
    for count in CHATS:
        connection = _state_of(count)
        found = []
        for _ in range(7):
            began = time.process_time()
            newest_chats(connection, "a", "ada", "1")
            found.append(1e3 * (time.process_time() - began))

        seconds.append(Spread.of(found).median)

    yield growth("list of a user's chats: growth with chats, ms", CHATS, seconds, 0.1)


def _state_of(count: int) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    connection.execute(
        "INSERT INTO users (id, account, kind, name, created_at) VALUES ('ada', 'a', 'external', 'ada', 0)"
    )
    connection.execute("BEGIN")
    for at in range(count):
        chat = make_thread(connection, "a", "1", "ada", float(at))
        connection.execute(
            """INSERT INTO runs (id, thread_id, ordinal, status, worker, fingerprint, question, started_at)
            VALUES (?, ?, 1, 'complete', 'w', '', 'why?', 0)""",
            (str(at), chat),
        )

    connection.execute("COMMIT")
    return connection
