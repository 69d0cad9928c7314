"""A recorded stream broken off at every byte: `python -m tests.campaigns.cuts [N]`.

N is how many offsets are tried with each way of breaking off, spread over the stream, beside those around
each line's end; an N of the stream's length or more tries every byte.
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from typing import TypeAlias

from svcchat_magic.client.chat_client import ChatClient
from svcchat_magic.client.retries import Timing
from svcchat_magic.conversation.connecting.connection import ServiceConnection
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.turns.question_options import QuestionOptions
from svcchat_magic.conversation.turns.turn import Turn
from svcchat_magic.errors import StreamProtocolError, StreamTruncated
from svcchat_magic.protocol.transcript import Status
from svcchat_magic.settings import Settings
from tests.campaigns.figures import Figure, main
from tests.faults.fault_proxy import Fault, FaultProxy, How
from tests.faults.scripted_origin import ABORT_PATH, Reply, ScriptedOrigin, recorded

STREAM = recorded("revenue_by_channel")
STATE_AT = STREAM.index(b"\n", STREAM.index(b'"__state__"'))  # the answer is whole from here on
TYPED = {How.FIN: Status.DROPPED, How.RST: Status.DROPPED, How.STALL: Status.TIMED_OUT}
LOOK_SECONDS = 0.01  # how often the clock, which stands still, is looked at
PATIENCE = 10.0
Ended: TypeAlias = tuple[Turn, Status, type[Exception] | None]
SLICES = (0, 1, 7, 100, 1_000)


def run(count: int) -> Sequence[Figure]:
    offsets = _offsets(max(1, len(STREAM) // count))
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    with closing(_Service()) as service:
        for how in How:
            for offset in offsets:
                service.proxy.meet(Fault(cut_at=offset, how=how))
                _judge(service.ended(how, offset), how, offset, seen, wrong)

        whole = sum(service.is_whole(size) for size in SLICES for _ in offsets[:20])

    cuts = len(How) * len(offsets)
    wholes = len(SLICES) * len(offsets[:20])
    for line in wrong[:5]:
        print(line, file=sys.stderr)

    control = f"{whole} of {wholes} whole streams complete"
    return (
        Figure(
            "cut streams shown as complete",
            f"{seen['shown complete']} of {seen['cut']:,}",
            "0",
            not seen["shown complete"] and whole == wholes,
            control,
        ),
        Figure("typed outcomes", f"{seen['typed']:,} of {cuts:,}", "all", seen["typed"] == cuts),
        Figure("exact prefixes", f"{seen['exact']:,} of {cuts:,}", "all", seen["exact"] == cuts),
    )


def _offsets(step: int) -> list[int]:
    """Every so many bytes, and around each end of a line: only there a cut leaves nothing half said."""
    ends = [at for at, byte in enumerate(STREAM) if byte == ord("\n")]
    around = {at + beside for at in ends for beside in (-1, 0, 1)}
    return sorted({*range(0, len(STREAM), step), *around} & set(range(len(STREAM))))


def _judge(
    ended: Ended,
    how: How,
    offset: int,
    seen: Counter[str],
    wrong: list[str],
) -> None:
    turn, status, error = ended
    expected = _expected_lines(offset, how)
    is_cut = not any(b'"__state__"' in line for line in expected)
    seen["cut"] += is_cut
    seen["shown complete"] += is_cut and status is Status.COMPLETE
    is_empty = (
        how is How.FIN and not expected and error is StreamProtocolError
    )  # no line at all: an empty answer
    is_typed = status is (TYPED[how] if is_cut else Status.COMPLETE) or is_empty
    is_exact = turn.lines == expected
    seen["typed"] += is_typed
    seen["exact"] += is_exact
    if not (is_typed and is_exact):
        wrong.append(f"{how.name} at {offset}: {status}, {len(turn.lines)} lines of {len(expected)}")


def _expected_lines(offset: int, how: How) -> tuple[bytes, ...]:
    """The whole lines before the offset; at a clean end the last one needs no newline."""
    *lines, rest = STREAM[:offset].split(b"\n")
    is_line = STREAM[offset : offset + 1] == b"\n" and how is How.FIN
    return tuple([*lines, rest] if is_line else lines)


class _Service:
    """A scripted origin behind the proxy, and a conversation with it whose clock is ours.

    Its stream has no framing, so that FIN may be a clean end.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._origin = ScriptedOrigin()
        self._origin.answer(Reply((STREAM,), is_chunked=False))
        self._origin.on(ABORT_PATH, Reply(status=204, is_chunked=False))
        self.proxy = FaultProxy(self._origin.url)
        settings = Settings(
            chat_url=self.proxy.before(self._origin.chat_url),
            api_key="canary-key-0123456789",
            first_byte_seconds=LOOK_SECONDS,
            idle_seconds=LOOK_SECONDS,
        )
        self._conversation = Conversation(settings)
        self._conversation._connection = ServiceConnection(settings)
        self._conversation._client = ChatClient(settings, timing=Timing(clock=lambda: self._now))

    def ended(self, how: How | None, offset: int) -> Ended:
        """The next question's turn at its end; a stall's deadline passes once all that was sent has come."""
        while self._origin.asked.acquire(blocking=False):
            continue

        turn = self._conversation.start("Revenue by channel", QuestionOptions(new=True))
        if how is How.STALL:
            self._origin.asked.acquire(timeout=PATIENCE)
            self._wait_for(turn, len(_expected_lines(offset, how)))
            self._now += 1_000.0

        try:
            return turn, turn.finish().status, None
        except (StreamProtocolError, StreamTruncated) as error:
            return turn, Status.FAILED, type(error)

    def is_whole(self, size: int) -> bool:
        """Whether a stream that is not broken off, but sliced, is complete and exact."""
        self.proxy.meet(Fault(slice=size))
        turn, status, _ = self.ended(None, 0)
        return status is Status.COMPLETE and b"\n".join(turn.lines) + b"\n" == STREAM

    def close(self) -> None:
        self._conversation.close()
        self.proxy.close()
        self._origin.close()

    def _wait_for(self, turn: Turn, count: int) -> None:
        until = time.monotonic() + PATIENCE
        while len(turn.lines) < count and not turn.is_done and time.monotonic() < until:
            turn.wait(LOOK_SECONDS)


if __name__ == "__main__":
    sys.exit(main("Streams broken off", run, len(STREAM)))
