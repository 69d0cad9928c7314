"""What a stream costs the service: first bytes, CPU of a message, memory when idle, and real questions.

Run by hand: `python -m tests.benchmarks.serve_streams [first|overhead|idle|real]`. Services run in processes
of their own and take turns in one run; the reader shares the machine with them.
"""

import asyncio
import statistics
import sys
import tempfile
from calendar import month_name
from collections.abc import Sequence
from pathlib import Path

from svcchat_magic.protocol.messages import Message, encode_message
from tests.benchmarks.prepared_service import PIECE, Running, question, read, running

MESSAGES, PACE = 500, 0.02
ROUNDS = 5
BURST = 3_200  # messages of one stream
SHORT, LONG = 50, 250  # messages of a stream that is paced
FEW, MANY = 20, 200  # of them in a round
LINE = encode_message(
    Message(
        id="0f3a1c52-6a07-4b65-9e30-9d0a5d0f9d11",
        role="assistant",
        content=PIECE,
        graph_path=("final",),
        is_delta=True,
        is_in_process=True,
        is_structured_response=False,
        sort=1234,
    )
)
QUESTIONS = (
    "revenue by region",
    "top 5 products by revenue in 2024",
    "orders by channel",
    "revenue by month last year",
    "how many customers are there?",
)

PERIODS = tuple(
    f"in {part}{year}"
    for year in (2022, 2023, 2024)
    for part in ("", *(f"Q{quarter} " for quarter in range(1, 5)), *(f"{name} " for name in month_name[1:]))
)
DIFFERENT = tuple(  # each is asked once, as what was asked before is partly kept
    f"{kind} {period}"
    for period in PERIODS
    for kind in ("revenue by region", "top 5 products by revenue", "orders by channel", "revenue by month")
)


def percentile(values: list[float], of: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * of))]


async def first_bytes(service: Running, streams: int) -> list[float]:
    """First bytes of `streams` questions asked one after the other while as many streams run."""
    sent = question(service, f"{MESSAGES} {PACE}")
    between = MESSAGES * PACE / streams

    async def ask(at: float) -> tuple[float, bytes]:
        await asyncio.sleep(at)
        return await read(service, sent)

    answers = await asyncio.gather(*(ask(between * n) for n in range(2 * streams)))
    assert all(b"__state__" in body or b'"sort":1234' in body for _, body in answers)
    return [seconds for seconds, _ in answers[streams:]]


def first() -> None:
    with tempfile.TemporaryDirectory() as folder:
        kinds = {
            "bare": ("bare", LINE, 1),
            "store off": ("forgetful",),
            "in memory": ("prepared", ":memory:"),
            "on a file": ("prepared", Path(folder) / "state.sqlite"),
        }
        for streams, target in ((50, 50), (500, 100)):
            for name, kind in kinds.items():
                with running(*kind) as service:
                    before = service.cpu()
                    seconds = asyncio.run(first_bytes(service, streams))
                    busy = (service.cpu() - before) / (2 * MESSAGES * PACE)
                    half, most = 1e3 * statistics.median(seconds), 1e3 * percentile(seconds, 0.99)
                    title = f"first byte, {streams:3} streams of {1 / PACE:.0f} messages a second"
                    figures = f"p50 {half:6.1f} ms  p99 {most:6.1f} ms  CPU {busy:4.0%}"
                    print(f"{title}, {name:9} {figures}  target <= {target} ms", flush=True)


async def burst(service: Running, streams: int, messages: int, pace: float) -> int:
    """Messages of so many streams at once; paced ones begin at even distances within a second.

    Those of a bare application that all began at one moment would wake it together for good.
    """
    sent = question(service, f"{messages} {pace}")
    spread = 1 + pace if pace else 0

    async def ask(at: float) -> bytes:
        await asyncio.sleep(at)
        return (await read(service, sent))[1]

    bodies = await asyncio.gather(*(ask(n * spread / streams) for n in range(streams)))
    return sum(body.count(b"\n{") for body in bodies)


def cost(service: Running, streams: int, messages: int, pace: float) -> float:
    """Microseconds of CPU of the service for one of so many streams."""
    before = service.cpu()
    count = asyncio.run(burst(service, streams, messages, pace))
    assert count >= streams * messages * 0.9, count
    return 1e6 * (service.cpu() - before) / streams


def per_message(service: Running, streams: int, pace: float) -> float:
    """The same for one message; what a question costs whatever its length is taken out where it counts."""
    if not pace:
        return cost(service, streams, BURST, pace) / BURST

    return (cost(service, streams, LONG, pace) - cost(service, streams, SHORT, pace)) / (LONG - SHORT)


def overhead() -> None:
    with (
        running("bare", LINE, 1) as bare,
        running("bare", LINE, 32) as packed,
        running("forgetful") as off,
        running("prepared", ":memory:") as memory,
        tempfile.TemporaryDirectory() as folder,
        running("prepared", Path(folder) / "state.sqlite") as on_file,
    ):
        ways = {"bare": bare, "bare, 32 to a piece": packed, "store off": off, "in memory": memory}
        ways["on a file"] = on_file
        for streams, title, pace in (
            (FEW, "at once", 0.0),
            (FEW, "50 a second", PACE),
            (MANY, "50 a second", PACE),
        ):
            found: dict[str, list[float]] = {name: [] for name in ways}
            for _ in range(ROUNDS):
                for name, service in ways.items():
                    if pace and "32" in name:
                        continue

                    found[name].append(per_message(service, streams, pace))

            least = statistics.median(found["bare"])
            for name, times in found.items():
                if times:
                    cpu = statistics.median(times)
                    print(
                        f"CPU of a message, {streams:3} streams, {title:11} {name:19} {cpu:6.1f} us"
                        f"  {cpu / least:5.2f} x bare" + ("  target <= 2" if name == "store off" else ""),
                        flush=True,
                    )


async def hold(service: Running, streams: int) -> float:
    """Bytes that each of so many silent streams costs."""
    sent = question(service, "2 3600")

    async def open_one() -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(sent)
        await reader.readuntil(b'"user"')
        return writer

    await asyncio.gather(*(open_one() for _ in range(50)))  # what is made once is not counted
    before = service.memory()
    opened = [await open_one() for _ in range(streams)]
    await asyncio.sleep(1)
    grown = service.memory() - before
    for writer in opened:
        writer.close()

    return grown / streams


def idle() -> None:
    streams = 1_000
    for name, kind in {"bare": ("bare", LINE + b'"user"\n', 1), "ours": ("prepared", ":memory:")}.items():
        with running(*kind) as service:
            cost = asyncio.run(hold(service, streams))
            print(f"an idle stream, of {streams}, {name:4} {cost / 1e3:5.1f} KB  target <= 40 KB", flush=True)


async def all_at_once(
    service: Running, count: int, questions: Sequence[str] = QUESTIONS
) -> list[tuple[float, bytes]]:
    asked = [question(service, questions[n % len(questions)], f"user{n % 20}") for n in range(count)]
    return await asyncio.gather(*(read(service, sent) for sent in asked))


def real() -> None:
    with running("offline", ":memory:") as service:
        answers = asyncio.run(all_at_once(service, 200))
        whole = sum(b"__state__" in body and body.endswith(b"0\r\n\r\n") for _, body in answers)
        failed = sum(b'\\"error\\"' in body for _, body in answers)
        slowest = max(seconds for seconds, _ in answers)
        print(
            f"real questions at once: {whole} of {len(answers)} whole, {failed} with a failed tool, "
            f"slowest first byte {slowest:.2f} s",
            flush=True,
        )


PARTS = {"first": first, "overhead": overhead, "idle": idle, "real": real}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
