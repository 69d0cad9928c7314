"""Streams of the contract, changed at random: bytes, lines and values."""

import itertools
import json
import random
from collections.abc import Callable
from typing import Any

from tests.faults.scripted_origin import TRANSCRIPTS

WHOLE = tuple(file.read_bytes() for file in sorted(TRANSCRIPTS.glob("*.ndjson")))
HOSTILE_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "x" * 2_000,
    "\ud800",
    "\x00\u2028\u202e\r",
    "__state__",
    "__cutoff__",
    "__usage__",
    "assistant",
    '{"error": 5}',
    '{"schema":[{"name":"a"}],"data":[[1,2],"x",null,{"a":[]}],"totalRows":"many"}',
    '{"data":[{"a.b":1}],"annotation":{"measures":7}}',
    "[" * 500,
    [],
    {},
    ["final", 3, None],
    {"error": {"message": ["deep"]}},
    {"name": 5, "input": {"a": 1}, "result": [1]},
    {"chatId": ["c"], "messages": {"lc": "x"}},
)
HOSTILE_BYTES = (
    b"",
    b"\n",
    b"\r\n",
    b"\x00",
    b"\xff",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b'"',
    b"{",
    b"}",
    b"\\u",
)
Mutation = Callable[[random.Random, bytes], bytes]


def mutated(dice: random.Random) -> bytes:
    """One stream with one to four changes."""
    stream = dice.choice(WHOLE)
    for _ in range(dice.randint(1, 4)):
        stream = dice.choice(MUTATIONS)(dice, stream)

    return stream


def cut_anywhere(dice: random.Random, stream: bytes) -> list[bytes]:
    """The stream in chunks of random sizes."""
    places = sorted(dice.randrange(len(stream) + 1) for _ in range(dice.randint(1, 12)))
    edges = [0, *places, len(stream)]
    return [stream[start:end] for start, end in itertools.pairwise(edges)]


def _flip(dice: random.Random, stream: bytes) -> bytes:
    at = dice.randrange(len(stream) + 1)
    return stream[:at] + bytes([dice.randrange(256)]) + stream[at + 1 :]


def _cut_out(dice: random.Random, stream: bytes) -> bytes:
    at = dice.randrange(len(stream) + 1)
    return stream[:at] + stream[at + dice.randint(1, 40) :]


def _put_in(dice: random.Random, stream: bytes) -> bytes:
    at = dice.randrange(len(stream) + 1)
    return stream[:at] + dice.choice(HOSTILE_BYTES) * dice.randint(1, 3) + stream[at:]


def _stop_short(dice: random.Random, stream: bytes) -> bytes:
    return stream[: dice.randrange(len(stream) + 1)]


def _move_lines(dice: random.Random, stream: bytes) -> bytes:
    lines = stream.splitlines(keepends=True)
    dice.shuffle(lines)
    return b"".join(lines)


def _repeat_line(dice: random.Random, stream: bytes) -> bytes:
    lines = stream.splitlines(keepends=True) or [b"\n"]
    lines.insert(dice.randrange(len(lines) + 1), dice.choice(lines))
    return b"".join(lines)


def _drop_line(dice: random.Random, stream: bytes) -> bytes:
    lines = stream.splitlines(keepends=True)
    if lines:
        lines.pop(dice.randrange(len(lines)))

    return b"".join(lines)


def _splice(dice: random.Random, stream: bytes) -> bytes:
    other = dice.choice(WHOLE)
    return stream[: dice.randrange(len(stream) + 1)] + other[dice.randrange(len(other)) :]


def _change_value(dice: random.Random, stream: bytes) -> bytes:
    """Give one field of one message a value that nobody would send."""
    lines = stream.split(b"\n")
    at = dice.randrange(len(lines))
    try:
        message = json.loads(lines[at])
        place = message
        while isinstance(inner := place[dice.choice(list(place))], dict) and inner and dice.random() < 0.7:
            place = inner

        place[dice.choice(list(place))] = dice.choice(HOSTILE_VALUES)
    except (ValueError, TypeError, IndexError, KeyError):
        return stream  # no message any more

    lines[at] = json.dumps(message).encode()
    return b"\n".join(lines)


MUTATIONS: tuple[Mutation, ...] = (
    _flip,
    _cut_out,
    _put_in,
    _stop_short,
    _move_lines,
    _repeat_line,
    _drop_line,
    _splice,
    _change_value,
    _change_value,
    _change_value,
)
