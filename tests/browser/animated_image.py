"""Pictures one after the other as one animated WebP, which browsers show without a plug-in.

Chromium encodes the frames. What is left is the container (RFC 9649), so no image library is needed.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_PICTURE = (b"VP8 ", b"VP8L", b"ALPH")
_IS_ANIMATED, _REPLACES = 0x02, 0x02


class Frame(NamedTuple):
    """A still WebP, and for how long it is shown."""

    webp: bytes
    milliseconds: int


def animated(frames: Sequence[Frame], size: tuple[int, int]) -> bytes:
    """The frames, each of this width and height, shown for ever; equal ones in a row become one."""
    width, height = (_three(side - 1) for side in size)
    canvas = _chunk(b"VP8X", bytes([_IS_ANIMATED, 0, 0, 0]) + width + height)
    loop = _chunk(b"ANIM", struct.pack("<IH", 0, 0))
    place = _three(0) * 2 + width + height
    shown = b"".join(
        _chunk(b"ANMF", place + _three(frame.milliseconds) + bytes([_REPLACES]) + _picture(frame.webp))
        for frame in _distinct(frames)
    )
    body = b"WEBP" + canvas + loop + shown
    return b"RIFF" + struct.pack("<I", len(body)) + body


def seconds(animation: bytes) -> float:
    """How long an animated WebP is."""
    frames = (chunk[8:] for chunk in _chunks(animation) if chunk.startswith(b"ANMF"))
    return sum(int.from_bytes(frame[12:15], "little") for frame in frames) / 1000


def _distinct(frames: Sequence[Frame]) -> Iterator[Frame]:
    held = frames[0]
    for frame in frames[1:]:
        if frame.webp == held.webp:
            held = Frame(held.webp, held.milliseconds + frame.milliseconds)
            continue

        yield held
        held = frame

    yield held


def _picture(webp: bytes) -> bytes:
    """The chunks of a still that hold its picture."""
    return b"".join(chunk for chunk in _chunks(webp) if chunk[:4] in _PICTURE)


def _chunks(webp: bytes) -> Iterator[bytes]:
    at = 12  # RIFF, the length, WEBP
    while at < len(webp):
        (length,) = struct.unpack_from("<I", webp, at + 4)
        end = at + 8 + length + length % 2
        yield webp[at:end]
        at = end


def _chunk(kind: bytes, content: bytes) -> bytes:
    return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")
