"""Turns stopped at random moments: `python -m tests.campaigns.abort [N]`.

Nine of ten are asked of a scripted origin, one of the embedded service, which has work to stop.
"""

import asyncio
import random
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.turns.question_options import QuestionOptions
from svcchat_magic.errors import SvcchatError
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.service.process.server import start_service
from svcchat_magic.service.process.service_options import ServiceOptions
from svcchat_magic.settings import Settings
from tests.campaigns.figures import Figure, main
from tests.faults.scripted_origin import ABORT_PATH, Ending, Reply, ScriptedOrigin, recorded

SEED = 20250110
LINES = recorded("revenue_by_channel").splitlines(keepends=True)
QUESTION = "Revenue by month in 2024, and which channel grew the most?"
LONGEST_SECONDS = 1.0
LATEST_STOP = (
    0.02  # of a scripted turn, in seconds; a turn of the embedded service takes about ten times as long
)
ENDINGS = {Status.ABORTED, Status.COMPLETE}
DESCRIPTORS = Path("/proc/self/fd")


def run(count: int) -> Sequence[Figure]:
    dice = random.Random(SEED)
    of_service = max(1, count // 10)
    seen: Counter[str] = Counter()
    seconds: list[float] = []
    with closing(ScriptedOrigin()) as origin:
        origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))
        settings = Settings(chat_url=origin.chat_url, api_key="canary-key-0123456789")
        left = _left_by(settings, count - of_service, dice, seen, seconds, _Script(origin, dice))

    with tempfile.TemporaryDirectory() as folder:
        service = start_service(ServiceOptions(state=Path(folder) / "state.sqlite"))
        settings = Settings(chat_url=service.chat_url, api_key=service.api_key)
        left += _left_by(settings, of_service, dice, seen, seconds, None)
        service.stop()

    return _figures(count, left, seen, seconds)


def _left_by(
    settings: Settings,
    count: int,
    dice: random.Random,
    seen: Counter[str],
    seconds: list[float],
    script: "_Script | None",
) -> Counter[str]:
    """What is there after these turns that was not there before them."""
    _warm_up(settings, script)
    before = _standing(None)
    with Conversation(settings) as conversation:
        for _ in range(count):
            _stop_one(conversation, dice, seen, seconds, script)

        tasks = _standing(conversation)["tasks"]

    left = _settled(before)
    left["tasks"] += tasks
    return left


def _stop_one(
    conversation: Conversation,
    dice: random.Random,
    seen: Counter[str],
    seconds: list[float],
    script: "_Script | None",
) -> None:
    latest = LATEST_STOP if script else LATEST_STOP * 10
    if script:
        script.next()

    turn = conversation.start(QUESTION, QuestionOptions(new=True))
    time.sleep(dice.random() * latest)
    began = time.perf_counter()
    turn.stop()
    try:
        status = turn.finish().status
    except SvcchatError as error:
        seen[type(error).__name__] += 1
        return

    seconds.append(time.perf_counter() - began)
    seen[str(status)] += 1


@dataclass
class _Script:
    """Makes the origin send some of the lines, and then no more."""

    origin: ScriptedOrigin
    dice: random.Random

    def next(self) -> None:
        sent = self.dice.randrange(len(LINES))
        self.origin.answer(Reply(LINES[:sent], ending=Ending.STALL, pause=self.dice.choice((0.0, 0.001))))


def _warm_up(settings: Settings, script: _Script | None) -> None:
    """What the first turn leaves loaded is not counted."""
    with Conversation(settings) as conversation:
        for _ in range(3):
            _stop_one(conversation, random.Random(0), Counter(), [], script)


def _standing(conversation: Conversation | None) -> Counter[str]:
    """Descriptors and threads of this process, and tasks of the conversation's loop."""
    tasks = 0
    if conversation is not None:
        counting = conversation._loop.start(_count_tasks)
        tasks = counting.result(10)

    descriptors = len(list(DESCRIPTORS.iterdir())) if DESCRIPTORS.is_dir() else 0
    return Counter(descriptors=descriptors, threads=threading.active_count(), tasks=tasks)


async def _count_tasks() -> int:
    """Tasks beside this one; a stopped turn's own last step may still be running."""
    for _ in range(100):
        if len(asyncio.all_tasks()) == 1:
            return 0

        await asyncio.sleep(0.01)

    return len(asyncio.all_tasks()) - 1


def _settled(before: Counter[str]) -> Counter[str]:
    """What is left once the other side, in this process too, has let go of its sockets."""
    until = time.monotonic() + 12  # a run lives on for ten seconds (decisions/readers-and-runs)
    while (left := _standing(None) - before) and time.monotonic() < until:
        time.sleep(0.02)

    return left


def _figures(count: int, left: Counter[str], seen: Counter[str], seconds: list[float]) -> Sequence[Figure]:
    in_order = sorted(seconds)
    p50, p99 = (in_order[int(len(in_order) * share)] for share in (0.5, 0.99))
    told = ", ".join(f"{name} {many:,}" for name, many in seen.most_common())
    # Most of three, for a descriptor of another part of this process may come or go meanwhile.
    ((control, _),) = Counter(_planted() for _ in range(3)).most_common(1)
    leaked = sum(left.values())
    return (
        Figure(
            "leaked tasks, threads, descriptors",
            f"{left['tasks']}, {left['threads']}, {left['descriptors']}",
            "0",
            not leaked and control == "1, 1, 1",
            f"planted ones found: {control}",
        ),
        Figure(
            "how the turns ended", told, "aborted or complete", set(seen) <= {str(each) for each in ENDINGS}
        ),
        Figure(
            "seconds from stop to end",
            f"p50 {p50:.3f}, p99 {p99:.3f}, longest {in_order[-1]:.3f}",
            f"p99 <= {LONGEST_SECONDS:g}",
            p99 <= LONGEST_SECONDS,
            f"{len(in_order):,} of {count:,} timed",
        ),
    )


def _planted() -> str:
    """Whether a task, a thread and a descriptor that are left behind would be counted."""
    settings = Settings(chat_url="http://127.0.0.1:9/stream-chat-state", api_key="canary-key-0123456789")
    done = threading.Event()
    with Conversation(settings) as conversation:
        conversation._loop.start(partial(asyncio.sleep, 0)).result(10)
        before = _standing(None)
        thread = threading.Thread(target=done.wait)
        thread.start()
        lost = socket.socket()
        forgotten = conversation._loop.start(partial(asyncio.sleep, 60))
        found = _standing(conversation) - before
        forgotten.cancel()
        lost.close()
        done.set()
        thread.join()

    return f"{found['tasks']}, {found['threads']}, {found['descriptors']}"


if __name__ == "__main__":
    sys.exit(main("Turns stopped at random", run, 10_000))
