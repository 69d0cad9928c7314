"""One chat of many questions, and a user of many chats: what grows with them."""

import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from svcchat_magic.service.http.chat_list import newest_chats
from svcchat_magic.service.state.sqlite_state import migrate
from svcchat_magic.service.state.threads import make_thread
from tests.benchmarks.figures import Figure, Spread, growth

TURNS = (25, 50, 100, 200)
CHATS = (100, 1_000, 10_000, 100_000)
QUESTIONS = (
    *("revenue by month", "top 5 products by revenue in 2024", "orders by channel and month"),
    *("how many customers are there?", "average order value by region and quarter", "orders by week in 2024"),
    *("list the last 50 orders", "what can I ask?", "revenue by product", "revenue last year"),
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
    cell("%%ask\\n" + questions[turn % len(questions)])
    cpu.append(time.process_time() - before)
    if turn in turns:
        size = sum(map(len, shell.user_ns["_ask"].blocks))
        told.append((size, memory(), sum(cpu[-len(questions):]) / len(questions)))

print(json.dumps(told))
"""


def figures() -> Iterator[Figure]:
    yield from _one_chat()
    yield from _many_chats()


def _one_chat() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"XDG_DATA_HOME": home, "HOME": home, "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )

    sent, memory, cpu = zip(*json.loads(done.stdout.splitlines()[-1]), strict=True)
    more = (sent[-1] - sent[0]) / (TURNS[-1] - TURNS[0])
    told = ", ".join(f"{turn}: {each / 1e3:.0f} kB" for turn, each in zip(TURNS, sent, strict=True))
    yield Figure("one chat: bytes more on the wire with each turn", more / 1e3, 2.0, told, "", "kB")
    megabytes = [each / 1e6 for each in memory]
    yield Figure("one chat of 200 questions: kernel", megabytes[-1], 300, f"{megabytes[-1]:.0f} MB", "", "MB")
    yield growth("one chat: growth of the kernel's memory with turns", TURNS, megabytes, 0.05)
    yield growth("one chat: growth of a turn's CPU with turns, ms", TURNS, [1e3 * each for each in cpu], 0.1)


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
