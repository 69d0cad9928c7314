"""All workers of a service killed at once, again and again, and how long until it answers; for `durability`.

Each kill comes as soon as the service answers again, so every worker dies young.
"""

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.campaigns.figures import Figure

KEY = "test-key-0123456789"
WORKERS = 2
GOAL = 3.0
ANSWER_SECONDS = 60
IS_MEASURED = Path("/proc/self/task").is_dir()  # where the system tells whose child a process is


def run(count: int) -> Sequence[Figure]:
    if not IS_MEASURED:
        return ()

    with tempfile.TemporaryDirectory() as folder, _served(Path(folder)) as (process, host):
        _answered(host)
        all_killed = [_seconds_after_killing(process.pid, host) for _ in range(count)]
        one_killed = [_seconds_after_killing(process.pid, host, most=1) for _ in range(max(3, count // 5))]

    p50, p99 = _shares(all_killed)
    return (
        Figure(
            "seconds from the kill of all workers to an answer",
            f"p50 {p50:.2f}, p99 {p99:.2f}, longest {max(all_killed):.2f}",
            f"p50 <= {GOAL:g}",
            p50 <= GOAL,
            f"{count:,} kills of {WORKERS}; of one of them p50 {_shares(one_killed)[0]:.2f}",
        ),
    )


@contextmanager
def _served(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    command = [sys.executable, "-m", "svcchat_magic", "serve", "--workers", str(WORKERS)]
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        [*command, "--state", str(folder / "state.sqlite"), "--log", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**environment, "SVCCHAT_API_KEY": KEY},
    )
    try:
        assert process.stdout
        yield process, urlsplit(json.loads(process.stdout.readline())["base_url"]).netloc
    finally:
        process.terminate()
        process.wait(ANSWER_SECONDS)
        assert process.stdout
        process.stdout.close()


def _seconds_after_killing(parent: int, host: str, most: int = WORKERS) -> float:
    """Kill so many of the workers; the time until a request is answered that is sent after that."""
    workers = _workers(parent)
    assert workers, "the service has no worker to kill"
    began = time.perf_counter()
    for each in workers[:most]:
        os.kill(each, signal.SIGKILL)

    while _is_alive(workers[:most]):
        time.sleep(0.001)

    _answered(host)
    return time.perf_counter() - began


def _workers(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
    return [int(each) for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


def _is_alive(pids: Sequence[int]) -> bool:
    """Whether one of them runs; one that nobody has looked after yet is dead all the same."""
    return any(_state(each) not in "ZX" for each in pids)


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"


def _answered(host: str) -> None:
    """Ask whether it is ready until it says so; what was sent to a dying worker is sent again."""
    until = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < until:
        connection = http.client.HTTPConnection(host, timeout=ANSWER_SECONDS)
        try:
            connection.request("GET", "/health/ready")
            if connection.getresponse().status == 200:
                return
        except (OSError, http.client.HTTPException):
            time.sleep(0.01)
        finally:
            connection.close()

    raise AssertionError("the service did not come back")


def _shares(seconds: Sequence[float]) -> tuple[float, float]:
    in_order = sorted(seconds)
    p50, p99 = (in_order[int(len(in_order) * share)] for share in (0.5, 0.99))
    return p50, p99
