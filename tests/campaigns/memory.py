"""What the client's memory grows by when the answer is endless: `python -m tests.campaigns.memory [MB]`.

Each case runs in an interpreter of its own, which reads its peak from the system. MB is how much the
origin would send; the client leaves earlier. The control reads as much with plain httpx.
"""

import gzip
import itertools
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from tests.campaigns.figures import Figure, main
from tests.faults.scripted_origin import CHAT_PATH, Reply, ScriptedOrigin, recorded

LIMIT_MB = 100
CONTROL_MB = 200
FIRST = recorded("short").splitlines(keepends=True)[0]
MEGABYTE = b"x" * 1_000_000
IS_MEASURED = Path("/proc/self/status").is_file()

CHILD = """
import json, sys
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import SvcchatError
from svcchat_magic.settings import Settings

def peak():
    with open("/proc/self/status") as status:  # ru_maxrss would still hold what the parent was
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1_000

def ask(address):
    with Conversation(Settings(chat_url=address, api_key="canary-key-0123456789")) as talk:
        try:
            answer = talk.ask("Orders")
            return str(answer.status), answer.error
        except SvcchatError as error:
            return type(error).__name__, str(error)

def read_all(address):
    import httpx
    return "read", str(len(httpx.post(address, timeout=60).content))

warm, address, how = sys.argv[1:]
ask(warm)
before = peak()
ending, said = (ask if how == "ask" else read_all)(address)
print(json.dumps({"grown": peak() - before, "ending": ending, "said": said}))
"""


def run(megabytes: int) -> Sequence[Figure]:
    grown, ending, said = _grown_by(itertools.repeat(MEGABYTE, CONTROL_MB), how="read")
    is_seen = grown > LIMIT_MB and said == str(CONTROL_MB * 1_000_000)
    control = f"plain httpx, {CONTROL_MB} MB: {grown:.0f} MB"
    figures = [Figure("the control's growth is seen", f"{grown:.0f} MB", f"> {LIMIT_MB} MB", is_seen)]
    for name, body, headers in _cases(megabytes):
        grown, ending, said = _grown_by(body, headers=headers)
        is_reached = grown <= LIMIT_MB and ending in {"failed", "StreamProtocolError", "StreamLimitExceeded"}
        found = f"{grown:.0f} MB, {ending}"
        figures.append(Figure(name, found, f"<= {LIMIT_MB} MB", is_reached, control))
        if not is_reached:
            print(f"{name}: {said}", file=sys.stderr)

    return figures


def _cases(megabytes: int) -> Iterable[tuple[str, Iterable[bytes], dict[str, str]]]:
    bomb = gzip.compress(MEGABYTE * min(megabytes, 1_000))
    yield f"one line of {megabytes:,} MB", itertools.chain([FIRST], itertools.repeat(MEGABYTE, megabytes)), {}
    yield f"a first line of {megabytes:,} MB", itertools.repeat(MEGABYTE, megabytes), {}
    yield "a gzip bomb", [bomb], {"Content-Encoding": "gzip"}
    yield "an endless stream of small messages", _endless(10, megabytes), {}
    yield "an endless stream of large messages", _endless(5_000, megabytes), {}
    yield "an endless stream of wide letters", _endless(5_000, megabytes, "\N{GRINNING FACE}"), {}
    yield "an endless stream of new ids", _endless_ids(megabytes), {}
    yield "an endless stream of tool results", _endless_results(megabytes), {}
    yield (
        "endless blank lines",
        itertools.chain([FIRST], itertools.repeat(b"\n" * 100_000, megabytes * 10)),
        {},
    )


def _endless(size: int, megabytes: int, ending: str = "") -> Iterable[bytes]:
    """Deltas of one message, in batches of about 100 kB; one wide letter makes all others as wide."""
    message = {
        "id": "f1",
        "role": "assistant",
        "graphPath": ["final"],
        "isDelta": True,
        "content": "y" * size + ending,
    }
    line = json.dumps(message, ensure_ascii=False).encode() + b"\n"
    return itertools.chain([FIRST], itertools.repeat(line * (100_000 // len(line)), megabytes * 10))


def _endless_ids(megabytes: int) -> Iterable[bytes]:
    """Messages that each are the first of an id, in batches of about 100 kB; their number ends it."""
    yield FIRST
    rest = {"role": "assistant", "content": "y" * 200, "isDelta": True}
    for batch in range(megabytes * 10):
        messages = ({"id": f"m{batch}.{number}", **rest} for number in range(350))
        yield b"".join(json.dumps(each).encode() + b"\n" for each in messages)


def _endless_results(megabytes: int) -> Iterable[bytes]:
    yield FIRST
    row = ["some words", 12.5]
    result = json.dumps({"schema": [{"name": "a", "column_type": "String"}], "data": [row] * 100})
    for number in range(megabytes * 1_000_000 // len(result)):
        call = {"name": "svcSqlApi", "input": "{}", "result": result}
        yield json.dumps({"id": f"t{number}", "role": "assistant", "toolCall": call}).encode() + b"\n"


def _grown_by(
    body: Iterable[bytes], *, headers: dict[str, str] | None = None, how: str = "ask"
) -> tuple[float, str, str]:
    """Megabytes that a child's peak grew by, how the turn ended, and what it said."""
    with closing(ScriptedOrigin()) as warm, closing(ScriptedOrigin()) as origin:
        warm.answer(Reply((recorded("short"),)))
        origin.on(CHAT_PATH, Reply(body, headers=headers or {}), Reply(status=404))
        command = [sys.executable, "-c", CHILD, warm.chat_url, origin.chat_url, how]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)

    told = json.loads(done.stdout)
    return told["grown"], told["ending"], told["said"]


if __name__ == "__main__":
    sys.exit(main("Memory", run, 1_000))
