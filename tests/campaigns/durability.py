"""Services killed in mid-stream: `python -m tests.campaigns.durability [N]`.

Each round starts a service on the state that the killed one left, looks for everything its readers had
received, and kills it at a random moment while it streams; one round of five has its state in PostgreSQL.
Then all workers of a service are killed again and again (`worker_kills`).
"""

import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from svcchat_magic.settings import ApiKey
from tests.campaigns import worker_kills
from tests.campaigns.figures import Figure, main
from tests.campaigns.talking_service import KEY
from tests.postgres import is_installed, postgres_server
from tests.raw_api import open_turn, read

SEED = 20250110
STREAMS = 4
LATEST_KILL = 0.25  # seconds after the streams have begun
START_GOAL = 2.0
READER_SECONDS = 30


@dataclass
class _Stream:
    """What one reader has received: the text of each message, and whether it was whole."""

    chat_id: str = ""
    received: dict[str, tuple[str, bool]] = field(default_factory=dict)
    lines: int = 0

    def take(self, line: bytes) -> None:
        message = json.loads(line)
        self.lines += 1
        said = (message.get("content") or "") + (message.get("thinking") or "")
        before = self.received.get(message["id"], ("", False))[0] if message.get("isDelta") else ""
        self.received[message["id"]] = (before + said, not message.get("isInProcess"))


def run(count: int) -> Sequence[Figure]:
    of_postgres = max(1, count // 5) if is_installed() else 0
    dice = random.Random(SEED)
    seen: Counter[str] = Counter()
    seconds: list[float] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        _kill_often(str(folder / "state.sqlite"), count - of_postgres, dice, seen, seconds)
        if of_postgres:
            _kill_often(stack.enter_context(postgres_server()), of_postgres, dice, seen, seconds)

        late: Counter[str] = Counter()
        _kill_often(str(folder / "late.sqlite"), max(2, count // 20), dice, late, [], "late")

    return (*_figures(seen, late, seconds), *worker_kills.run(max(3, count // 10)))


def _kill_often(
    state: str,
    count: int,
    dice: random.Random,
    seen: Counter[str],
    seconds: list[float],
    kind: str = "prompt",
) -> None:
    streams: list[_Stream] = []
    for round_ in range(count + 1):
        began = time.perf_counter()
        process, service = _started(state, kind)
        try:
            if round_:
                seconds.append(time.perf_counter() - began)
                _look_for(streams, service, seen)

            if round_ < count:
                streams = _received_until_killed(process, service, dice)
                seen["kills"] += 1
                seen["lines"] += sum(each.lines for each in streams)
        finally:
            process.kill()
            process.wait()
            assert process.stdout
            process.stdout.close()


def _started(state: str, kind: str) -> tuple[subprocess.Popen[bytes], Any]:
    # As an installed service starts: its modules are compiled already.
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.campaigns.talking_service", state, kind],
        stdout=subprocess.PIPE,
        env=environment,
    )
    assert process.stdout
    return process, SimpleNamespace(**json.loads(process.stdout.readline()), api_key=ApiKey(KEY))


def _received_until_killed(
    process: subprocess.Popen[bytes], service: Any, dice: random.Random
) -> list[_Stream]:
    streams = [_Stream() for _ in range(STREAMS)]
    begun = threading.Barrier(STREAMS + 1)
    readers = [threading.Thread(target=_read, args=(service, each, begun)) for each in streams]
    for reader in readers:
        reader.start()

    begun.wait(READER_SECONDS)
    time.sleep(dice.random() * LATEST_KILL)
    process.kill()
    for reader in readers:
        reader.join(READER_SECONDS)

    return streams


def _read(service: Any, stream: _Stream, begun: threading.Barrier) -> None:
    """Take every whole line until the connection ends."""
    connection, response, first = open_turn(service, "why?")
    stream.chat_id = first["state"]["chatId"]
    begun.wait(READER_SECONDS)
    try:
        while (line := response.readline()).endswith(b"\n"):
            stream.take(line)
    except (http.client.HTTPException, OSError):
        return  # killed
    finally:
        connection.close()


def _look_for(streams: Sequence[_Stream], service: Any, seen: Counter[str]) -> None:
    for stream in streams:
        kept = {each["id"]: each for each in read(service, stream.chat_id)}
        seen["still streaming"] += any(each.get("isInProcess") for each in kept.values())
        for key, (text, is_whole) in stream.received.items():
            seen["messages"] += 1
            there = kept.get(key, {})
            said = (there.get("content") or "") + (there.get("thinking") or "")
            is_kept = key in kept and (said == text if is_whole else said.startswith(text))
            seen["lost"] += not is_kept


def _figures(seen: Counter[str], late: Counter[str], seconds: list[float]) -> Sequence[Figure]:
    in_order = sorted(seconds)
    p50, p99 = (in_order[int(len(in_order) * share)] for share in (0.5, 0.99))
    control = f"a store that writes after sending lost {late['lost']:,} of {late['messages']:,}"
    return (
        Figure(
            "acknowledged messages lost",
            f"{seen['lost']:,} of {seen['messages']:,}, in {seen['lines']:,} lines",
            "0",
            not seen["lost"] and seen["messages"] > 0 and late["lost"] > 0,
            control,
        ),
        Figure(
            "turns still streaming after the restart",
            f"{seen['still streaming']} of {seen['kills'] * STREAMS:,}",
            "0",
            not seen["still streaming"],
        ),
        Figure(
            "seconds from start to ready",
            f"p50 {p50:.2f}, p99 {p99:.2f}, longest {in_order[-1]:.2f}",
            f"p99 <= {START_GOAL:g}",
            p99 <= START_GOAL,
            f"{len(in_order):,} starts after a kill",
        ),
    )


if __name__ == "__main__":
    sys.exit(main("Services killed in mid-stream", run, 500))
