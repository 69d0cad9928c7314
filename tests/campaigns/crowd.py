"""Idle sockets and readers that never read, beside ordinary ones: `python -m tests.campaigns.crowd [N]`.

N connections stand idle and half as many ask and never read, while a few ordinary questions are asked.
"""

import json
import re
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace

from svcchat_magic.analyst.events import AnswerText
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.service.access.account_file import read_account
from svcchat_magic.service.access.limits import Limits
from svcchat_magic.service.process.server import DEMO, RunningService
from svcchat_magic.service.runs.components import ServiceComponents
from svcchat_magic.service.runs.tools import Workspace
from svcchat_magic.service.state.state_file import IN_MEMORY, open_store
from svcchat_magic.settings import ApiKey
from tests.campaigns.figures import Figure, main
from tests.raw_api import call, chat_path
from tests.service.raw_sockets import connect, everything, request

ORDINARY = 20
SHORT, LONG = 3, 1_500  # kilobytes of an answer
LONGEST_SECONDS = 60.0


class Talker:
    """Says as many kilobytes as it is asked for."""

    async def answer(self, task, tools):
        for _ in range(int(task.question)):
            yield AnswerText("x" * 1_000)


def run(count: int) -> Sequence[Figure]:
    limits = Limits(header_seconds=2 + count / 50, write_seconds=2 + count / 50)  # they must all stand first
    key = ApiKey("crowd-key-0123456789")
    store, _ = open_store(IN_MEMORY)
    engine = DuckDBEngine.open(DEMO / "data")
    account = replace(read_account(DEMO / "account.toml").with_key(key), limits=limits)
    parts = ServiceComponents(account, store, Workspace(load_model(DEMO / "model"), engine), Talker())
    parts = replace(parts, close_engine=engine.close)
    service = RunningService(parts, key)
    try:
        return measured(service, count)
    finally:
        service.stop()


def measured(service: RunningService, count: int) -> Sequence[Figure]:
    readers = count // 2
    alone = sum(is_answered(service) for _ in range(ORDINARY))
    with ExitStack() as opened:
        for _ in range(count):
            opened.enter_context(closing(connect(service)))

        slow = [opened.enter_context(closing(ask_slowly(service))) for _ in range(readers)]
        stood = gauge(service, "svcchat_connections_open")
        among = sum(is_answered(service) for _ in range(ORDINARY))
        closed = waited(lambda: gauge(service, "svcchat_connections_open") <= 1)
        running = gauge(service, "svcchat_streams_running")
        whole = sum(everything(each).endswith(b"0\r\n\r\n") for each in slow[:10])

    return (
        Figure(
            "ordinary questions answered among them",
            f"{among} of {ORDINARY}",
            "all",
            among == ORDINARY,
            f"{alone} without the crowd; {stood:,.0f} connections stood",
        ),
        Figure("connections closed by their deadlines", "all" if closed else "not all", "all", closed),
        Figure(
            "answers still running for nobody", f"{running:,.0f}", "0", running == 0, f"{readers:,} had asked"
        ),
        Figure(
            "streams shown as whole to a slow reader", f"{whole}", "0", whole == 0, f"{alone} others whole"
        ),
    )


def is_answered(service: RunningService) -> bool:
    status, _, body = call(service, chat_path(service), question(SHORT))
    return status == 200 and b'"__state__"' in body


def question(kilobytes: int) -> dict[str, object]:
    return {"input": str(kilobytes), "sessionSettings": {"externalId": "ada"}}


def ask_slowly(service: RunningService) -> socket.socket:
    """A connection that has asked for a long answer and takes none of it."""
    body = json.dumps(question(LONG)).encode()
    headers = ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    opened = connect(service, receive_bytes=4096)
    opened.sendall(request(service, chat_path(service), "POST", headers, body))
    return opened


def gauge(service: RunningService, name: str) -> float:
    page = call(service, "/metrics", None, method="GET")[2].decode()
    found = re.search(re.escape(name) + r".* ([0-9.e+]+)\n", page)
    return float(found[1]) if found else 0.0


def waited(true) -> bool:
    deadline = time.monotonic() + LONGEST_SECONDS
    while not true():
        if time.monotonic() > deadline:
            return False

        time.sleep(0.2)

    return True


if __name__ == "__main__":
    sys.exit(main("crowd", run, 1_000))
