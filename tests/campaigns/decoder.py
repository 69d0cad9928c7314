"""Mutated streams, from bytes to transcript: `python -m tests.campaigns.decoder [N]`."""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from svcchat_magic.conversation.answers.turn_log import TurnLog
from svcchat_magic.errors import SvcchatError
from svcchat_magic.protocol.lines import LineReader
from svcchat_magic.protocol.transcript import Status, Transcript
from tests.campaigns.figures import Figure, main
from tests.campaigns.mutations import WHOLE, cut_anywhere, mutated

SEED = 20250110
STREAMS_PER_REPEAT = 100  # every so many streams, how it is cut is varied too
MAX_SHOWN = 5


def run(count: int) -> Sequence[Figure]:
    dice = random.Random(SEED)
    uncaught: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    naive = cut_alike = cut = 0
    for number in range(count):
        stream = mutated(dice)
        try:
            ending, transcript = read([stream])
        except Exception as error:  # counting these is what the campaign is for
            uncaught[f"{type(error).__name__}: {error}"[:90]] += 1
            if sum(uncaught.values()) <= MAX_SHOWN:
                print(f"stream {number}: {error!r}\n{stream!r}", file=sys.stderr)

            continue

        endings[ending] += 1
        naive += breaks_a_naive_reader(stream)
        if number % STREAMS_PER_REPEAT == 0:
            cut += 1
            cut_alike += read(cut_anywhere(dice, stream)) == (ending, transcript)

    whole = sum(read([stream])[0] == "whole" for stream in WHOLE)
    told = ", ".join(f"{name} {100 * seen / count:.0f} %" for name, seen in endings.most_common())
    return (
        Figure(
            "uncaught exceptions",
            f"{sum(uncaught.values())} of {count:,}",
            "0",
            not uncaught,
            f"a plain reader of JSON lines fails on {100 * naive / count:.0f} % of them",
        ),
        Figure("how they ended", told, "every one typed", sum(endings.values()) == count, ""),
        Figure("same, however cut into chunks", f"{cut_alike:,} of {cut:,}", "all", cut_alike == cut, ""),
        Figure("whole streams read to their end", f"{whole} of {len(WHOLE)}", "all", whole == len(WHOLE), ""),
    )


def read(chunks: Iterable[bytes]) -> tuple[str, Transcript]:
    """How the stream ended, and everything a notebook would show of it."""
    log = TurnLog(None, clock=lambda: 0.0)
    reader = LineReader()
    ending = "whole"
    try:
        for chunk in chunks:
            log.take(reader.feed(chunk))

        rest = reader.finish()
        if rest:
            log.take([rest])

        if not log.is_terminal:
            ending = "cut short"
    except SvcchatError as error:
        ending = type(error).__name__

    log.end(Status.DROPPED)
    transcript = log.transcript()
    _look_at(transcript)
    return ending, transcript


def _look_at(transcript: Transcript) -> None:
    """Read what is only read when it is shown; text must be writable as UTF-8."""
    shown = [transcript.answer, transcript.thinking, transcript.error, *transcript.warnings]
    for tool in transcript.tools:
        shown += [repr(tool.asked), repr(tool.outcome), str(tool.failure)]

    shown += [repr(result.rows) for result in transcript.results]
    "".join(shown).encode()


def breaks_a_naive_reader(stream: bytes) -> bool:
    """Whether the loop that everybody writes first would have raised: the control."""
    try:
        for line in stream.decode().splitlines():
            message = json.loads(line)
            if message.get("toolCall", {}).get("result"):
                json.loads(message["toolCall"]["result"])["data"]

            message.get("content", "").strip()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return True

    return False


if __name__ == "__main__":
    sys.exit(main("Mutated streams", run, 1_000_000))
