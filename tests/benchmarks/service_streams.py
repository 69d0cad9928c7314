"""What the service adds to a bare stream, with its store, and many real questions at once."""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.figures import Figure, Spread
from tests.benchmarks.prepared_service import Running, running
from tests.benchmarks.serve_streams import DIFFERENT, FEW, LINE, PACE, all_at_once, per_message, percentile

ROUNDS = 5
GOALS = {"store off": 2.0, "in memory": 2.0, "on a file": 2.5}
AT_ONCE = 50


def figures() -> Iterator[Figure]:
    yield from _overhead()
    yield from _real()


def _overhead() -> Iterator[Figure]:
    with (
        running("uvicorn", LINE, 1) as bare,
        running("forgetful") as off,
        running("prepared", ":memory:") as memory,
        tempfile.TemporaryDirectory() as folder,
        running("prepared", Path(folder) / "state.sqlite") as on_file,
    ):
        ways = {"bare": bare, "store off": off, "in memory": memory, "on a file": on_file}
        for title, pace in (("at once", 0.0), ("50 a second", PACE)):
            found: dict[str, list[float]] = {name: [] for name in ways}
            for _ in range(ROUNDS):
                for name, service in ways.items():
                    found[name].append(per_message(service, FEW, pace))

            least = Spread.of(found["bare"])
            for name, goal in GOALS.items():
                cost = Spread.of(found[name])
                path = f"a message of {FEW} streams, {title}, {name}"
                yield Figure(
                    path,
                    cost.median / least.median,
                    goal,
                    f"{cost} us CPU",
                    f"bare uvicorn with h11: {least} us",
                )


def _real() -> Iterator[Figure]:
    with running("offline", ":memory:") as service:
        asyncio.run(all_at_once(service, 10, DIFFERENT))  # what is made once is not counted
        first, rates = [], []
        for at in range(10, 10 + 3 * AT_ONCE, AT_ONCE):
            before, began = service.cpu(), time.perf_counter()
            answers = asyncio.run(all_at_once(service, AT_ONCE, DIFFERENT[at : at + AT_ONCE]))  # all new
            rates.append(AT_ONCE / _used(service, before))
            first += [1e3 * seconds for seconds, _ in answers]
            assert all(b"__state__" in body for _, body in answers), time.perf_counter() - began

    title = f"{AT_ONCE} real, different questions at once"
    middle = statistics.median(first)
    p99 = percentile(first, 0.99)
    yield Figure(f"{title}: first byte, p99", p99, 100, f"p50 {middle:.0f} ms, p99 {p99:.0f} ms", "", "ms")
    rate = Spread.of(rates)
    yield Figure(
        f"{title}: answers for a second of CPU", rate.median, 25, str(rate), "", "a second", at_least=True
    )


def _used(service: Running, before: float) -> float:
    return service.cpu() - before
