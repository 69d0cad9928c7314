"""An answer of 100 kB in 10,000 deltas, as a service would stream it."""

import json

from tests.faults.scripted_origin import Reply

WORDS = "some words of an answer"
DELTAS = 10_000
PARAGRAPHS = 1_250


def long_answer(seconds: float = 5.0, chunks: int = 100) -> Reply:
    """Its lines in `chunks` bursts over so many seconds."""
    lines = [_line(id="__cutoff__", sort=0, state={"isStreaming": False, "chatId": "chat-1"})]
    whole = long_text()
    step = len(whole) // DELTAS + 1
    pieces = [whole[at : at + step] for at in range(0, len(whole), step)]
    lines += [_message(number, piece, is_delta=True) for number, piece in enumerate(pieces, start=1)]
    lines.append(_message(len(lines), whole, is_delta=False))
    lines.append(_line(id="__state__", sort=len(lines), state={"messages": []}))
    size = len(lines) // chunks + 1
    bursts = [b"".join(lines[at : at + size]) for at in range(0, len(lines), size)]
    return Reply(tuple(bursts), pause=seconds / len(bursts))


def long_text() -> str:
    """The answer as a whole, in Markdown."""
    return "".join(
        f"Point {number}: {WORDS}, **bold** and `code` beside.\n\n" for number in range(PARAGRAPHS)
    )


def _message(sort: int, content: str, *, is_delta: bool) -> bytes:
    return _line(
        id="answer-1",
        role="assistant",
        content=content,
        graphPath=["final"],
        isDelta=is_delta,
        isInProcess=is_delta,
        sort=sort,
    )


def _line(**fields: object) -> bytes:
    return json.dumps(fields).encode() + b"\n"
