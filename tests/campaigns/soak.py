"""The service as people use it, for an hour: `python -m tests.campaigns.soak [MINUTES]`.

Twenty users ask, look at chats and query rows; some stop, hang up in mid-answer, come back, or send what is
refused. Memory, threads and descriptors of the service and its children are read meanwhile, and what they
grow by in an hour is fitted. The first half is left out: the service keeps 32 MB of recent chats, which these
users fill in 25 minutes. The same figure from the first third on is printed beside it. The control keeps
something of each request, which is seen.
"""

import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread

import httpx
import psutil

from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.settings import ApiKey
from tests.campaigns.figures import Figure, main

USERS = 20
PAUSE = (1.0, 6.0)  # seconds of a user between two requests
PATIENCE = 120.0
KEY = "soak-key-0123456789"
LEFT_OUT, SOONER = 1 / 2, 1 / 3
CONTROL_MINUTES = 1.5
MOST_MEGABYTES, MOST_THREADS, MOST_DESCRIPTORS = 30.0, 3.0, 6.0  # more in an hour
QUESTIONS = (
    "revenue by month", "top 5 products by revenue in 2024", "how many orders did we have last month?",
    "and by channel?", "share of revenue by category", "customers who never ordered", "now only Germany",
    "which country returned the most in 2023?", "what is the weather in Paris?", "orders per weekday in 2024",
)  # fmt: skip
QUERY = "SELECT channel, MEASURE(orders) FROM sales GROUP BY 1"


def run(minutes: int) -> Sequence[Figure]:
    leaking = soaked(CONTROL_MINUTES, kind="leaking")
    kept = leaking.an_hour("megabytes")
    found = soaked(float(minutes), kind="plain")
    whole, outcomes = found.outcomes["asked: whole"], dict(sorted(found.outcomes.items()))
    wrong = {name: count for name, count in outcomes.items() if name.endswith("!")}
    limits = {"megabytes": MOST_MEGABYTES, "threads": MOST_THREADS, "descriptors": MOST_DESCRIPTORS}
    return [
        Figure(
            "requests that ended otherwise than they should", f"{wrong or 0}", "0", not wrong, f"{outcomes}"
        ),
        Figure("questions answered to their end", f"{whole:,}", "> 0", whole > 0),
        *(_grown(found, name, most, kept) for name, most in limits.items()),
    ]


def _grown(found: "Soaked", name: str, most: float, kept: float) -> Figure:
    each = found.an_hour(name)
    control = f"{found.at(name, 0):,.0f}, half way {found.at(name, LEFT_OUT):,.0f}, {found.at(name, 1):,.0f}"
    if name == "megabytes":
        control += f"; {found.an_hour(name, SOONER):+.1f} with the time in which recent chats are filled"
        control += f"; {kept:+,.0f} where each request's body is kept ({CONTROL_MINUTES} minutes)"

    is_reached = each <= most and (name != "megabytes" or kept > most)
    return Figure(f"{name} more in an hour", f"{each:+.1f}", f"<= {most:g}", is_reached, control)


@dataclass
class Soaked:
    """What was read of the service: seconds, megabytes, threads and descriptors; and how requests ended."""

    readings: list[Mapping[str, float]] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)

    def an_hour(self, name: str, left_out: float = LEFT_OUT) -> float:
        """The slope of the readings after a share of the time, by the hour."""
        later = self.readings[int(len(self.readings) * left_out) :]
        fitted = statistics.linear_regression(
            [each["seconds"] for each in later], [each[name] for each in later]
        )
        return fitted.slope * 3600

    def at(self, name: str, share: float) -> float:
        """The reading after a share of the time."""
        return self.readings[int((len(self.readings) - 1) * share)][name]


def soaked(minutes: float, kind: str) -> Soaked:
    found, lock = Soaked(), Lock()
    with tempfile.TemporaryDirectory() as folder, serving(folder, kind) as (program, addresses):
        until = time.monotonic() + minutes * 60
        users = [Thread(target=User(n, addresses, found, lock).work, args=(until,)) for n in range(USERS)]
        for each in users:
            each.start()

        while time.monotonic() < until:
            found.readings.append(reading(program))
            time.sleep(min(10.0, minutes))

        for each in users:
            each.join()

    return found


@contextmanager
def serving(folder: str, kind: str) -> Iterator[tuple[psutil.Process, Mapping[str, str]]]:
    """The service in a process of its own, its state on a file."""
    command = [
        sys.executable,
        "-m",
        "tests.campaigns.soak",
        "serve",
        str(Path(folder) / "state.sqlite"),
        kind,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield psutil.Process(process.pid), json.loads(process.stdout.readline())
    finally:
        process.terminate()  # a shell's background jobs ignore the interrupt
        process.wait(60)


def reading(program: psutil.Process) -> Mapping[str, float]:
    """Of the service with its children, whose number changes: each may end while it is read."""
    found = Counter[str]()
    for each in (program, *program.children(recursive=True)):
        try:
            found["megabytes"] += each.memory_info().rss / 1e6
            found["threads"] += each.num_threads()
            found["descriptors"] += each.num_fds()
        except psutil.NoSuchProcess:
            continue

    return {"seconds": time.monotonic(), **found}


class User:
    """One of many: mostly asks, sometimes errs."""

    def __init__(self, number: int, addresses: Mapping[str, str], found: Soaked, lock: Lock) -> None:
        self._chance = random.Random(number)
        self._who = {"externalId": f"user-{number}"}
        self._addresses = addresses
        self._found = found
        self._lock = lock
        self._chat = ""
        self._ways: dict[Callable[[httpx.Client], str], int] = {
            self.asked: 60, self.stopped: 10, self.hung_up: 10, self.read: 6, self.queried: 6,
            self.unknown: 4, self.broken: 4,
        }  # fmt: skip

    def work(self, until: float) -> None:
        headers = {"Authorization": f"Api-Key {KEY}"}
        with httpx.Client(headers=headers, timeout=PATIENCE, trust_env=False) as client:
            while time.monotonic() < until:
                (way,) = self._chance.choices(list(self._ways), list(self._ways.values()))
                try:
                    ending = way(client)
                except httpx.HTTPError as error:
                    ending = f"{type(error).__name__}: {error}!"

                with self._lock:
                    self._found.outcomes[f"{way.__name__}: {ending}"] += 1

                time.sleep(self._chance.uniform(*PAUSE))

    def asked(self, client: httpx.Client) -> str:
        response = client.post(self._addresses["chat_url"], json=self._question())
        self._remember(response.content)
        return "whole" if b'"__state__"' in response.content else f"{response.status_code}!"

    def stopped(self, client: httpx.Client) -> str:
        with client.stream("POST", self._addresses["chat_url"], json=self._question()) as response:
            pieces = response.iter_raw()
            self._remember(next(pieces, b""))
            address = self._addresses["chat_url"].replace("/stream-chat-state", "/abort")
            stop = client.post(address, json={"chatId": self._chat, "sessionSettings": self._who})
            for _ in pieces:
                pass

            return "stopped" if stop.status_code == 204 else f"{stop.status_code}!"

    def hung_up(self, client: httpx.Client) -> str:
        with client.stream("POST", self._addresses["chat_url"], json=self._question()) as response:
            self._remember(next(response.iter_raw(), b""))

        return "left"

    def read(self, client: httpx.Client) -> str:
        if not self._chat:
            return "none yet"

        body = {"chatId": self._chat, "sessionSettings": self._who}
        response = client.post(self._addresses["chat_url"], json=body)
        return "whole" if response.status_code == 200 else f"{response.status_code}!"

    def queried(self, client: httpx.Client) -> str:
        body = {"query": QUERY, "sessionSettings": self._who}
        response = client.post(self._addresses["query_url"], json=body)
        return "rows" if response.status_code == 200 else f"{response.status_code}!"

    def unknown(self, client: httpx.Client) -> str:
        refused = client.post(
            self._addresses["chat_url"], json=self._question(), headers={"Authorization": "Api-Key wrong"}
        )
        return "refused" if refused.status_code in (401, 403) else f"{refused.status_code}!"

    def broken(self, client: httpx.Client) -> str:
        refused = client.post(
            self._addresses["chat_url"], content=b'{"input": ', headers={"Content-Type": "application/json"}
        )
        return "refused" if refused.status_code == 400 else f"{refused.status_code}!"

    def _question(self) -> dict[str, object]:
        """The next one of the chat, or of a new one after some time."""
        if self._chance.random() < 0.1:
            self._chat = ""

        asked = {"input": self._chance.choice(QUESTIONS), "sessionSettings": self._who}
        return {**asked, **({"chatId": self._chat} if self._chat else {})}

    def _remember(self, body: bytes) -> None:
        """The id of the chat, which the first line has."""
        line, ended, _ = body.partition(b"\n")
        if ended:
            self._chat = json.loads(line).get("state", {}).get("chatId", "") or self._chat


def serve(state: str, kind: str) -> None:
    service = start_service(ServiceOptions(state=state), api_key=ApiKey(KEY))
    if kind == "leaking":
        keep_bodies()

    print(json.dumps(service.addresses), flush=True)
    signal.sigwait({signal.SIGINT, signal.SIGTERM})
    service.stop()
    os._exit(0)


def keep_bodies() -> None:
    """Keep 50 kB for each task of the loop, as a cache without a bound would."""
    kept: list[bytes] = []
    made = asyncio.BaseEventLoop.create_task

    def create_task(self: asyncio.BaseEventLoop, *given: object, **named: object) -> object:
        kept.append(os.urandom(50_000))
        return made(self, *given, **named)  # type: ignore[arg-type] - as they came

    asyncio.BaseEventLoop.create_task = create_task  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(*sys.argv[2:])
    else:
        sys.exit(main("soak, minutes", run, 60))
