"""The same PNG in a sixth of the bytes: a palette in place of four bytes a pixel.

Run in the drawing process, so it imports nothing from the package.
"""

import struct
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

LENGTH = struct.Struct(">I")
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">IIBBBBB")
_EIGHT_BIT_RGBA = (8, 6, 0, 0, 0)
_OF_PALETTE = (3, 0, 0, 0)
_MOST_COLOURS = 256
_LEVEL = 8  # of zlib: a twelfth less than 6 for 2 ms, where 9 takes 10 ms and leaves out 1 % more
_FEW = 16  # colours of which two pixels fit into a byte
_FEW_OF = 512  # with more, they are not looked for: few will not do, and each is compared with each
_FAR = 24  # of 255, that a rare colour may be from the one of these few that it takes
_MOST_FOUND = 4_096  # with more, as in a photograph, a palette would show
_FARTHEST = 16  # of 255, in red, green, blue or opacity, that a rare colour may be from its own
_RARE = 0.002  # of the pixels may be any farther away, and what more have is kept as it is


def repacked(png: bytes) -> bytes:
    """The picture in fewer bytes; the renderer compresses for speed.

    The rarest colours beyond 256, which are edges of letters and lines, take the nearest of the others. A
    picture that this would change visibly keeps its colours.
    """
    parts = list(chunks(png))
    width, height, *kind = _HEADER.unpack(parts[0][1])
    packed = b"".join(data for name, data in parts if name == b"IDAT")
    lines = np.frombuffer(zlib.decompress(packed), np.uint8)
    found = _palette(lines.reshape(height, -1), width) if tuple(kind) == _EIGHT_BIT_RGBA else None
    if found is None:
        return _png([parts[0], (b"IDAT", zlib.compress(lines.tobytes(), 6)), (b"IEND", b"")])

    colours, pixels = found
    bits = 4 if len(colours) <= _FEW else 8
    packed_pixels = _in_halves(pixels.reshape(height, width)) if bits == 4 else pixels.reshape(height, width)
    rows = np.pad(packed_pixels, ((0, 0), (1, 0)))  # each begins with 0: not filtered
    return _png(
        [
            (b"IHDR", _HEADER.pack(width, height, bits, *_OF_PALETTE)),
            (b"PLTE", colours[:, :3].tobytes()),
            (b"tRNS", colours[:, 3].tobytes()),
            (b"IDAT", zlib.compress(rows.tobytes(), _LEVEL)),
            (b"IEND", b""),
        ]
    )


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG: their types and their data."""
    at = len(_SIGNATURE)
    while at < len(png):
        length = LENGTH.unpack_from(png, at)[0]
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _in_halves(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Two pixels to a byte, the left one above."""
    even = np.pad(pixels, ((0, 0), (0, pixels.shape[1] % 2)))
    return np.asarray(even[:, ::2] << 4 | even[:, 1::2], np.uint8)


def _palette(lines: NDArray[np.uint8], width: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]] | None:
    """Colours, four bytes each, and the colour of each pixel; None if they would not do."""
    filters, steps = lines[:, 0], lines[:, 1:].copy().reshape(len(lines), width, 4)
    if not np.isin(filters, (0, 1)).all():
        return None

    plain = steps[filters == 0]  # as they are; in the others, each pixel is the step from the one before
    steps[filters == 0] = np.diff(plain, axis=1, prepend=np.uint8(0))
    begins, pixels = _runs(steps)
    runs = np.diff(begins, append=len(lines) * width)
    colours, of_run = np.unique(pixels, return_inverse=True)
    if len(colours) > _MOST_FOUND:
        return None

    counts = np.bincount(of_run, weights=runs, minlength=len(colours)).astype(np.float64)
    each = colours.view(np.uint8).reshape(-1, 4)
    found = _few(each, counts) or _nearest(each, counts)
    return None if found is None else (found[0], np.repeat(found[1][of_run], runs))


def _runs(steps: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.uint32]]:
    """Where pixels of one colour begin, each line anew, and that colour as a number.

    Only steps that change something are added up, which are a few in a hundred.
    """
    changes = steps.view(np.uint32)[:, :, 0] != 0
    changes[:, 0] = True
    begins = np.flatnonzero(changes)
    sums = np.cumsum(steps.reshape(-1, 4)[begins], axis=0, dtype=np.uint8)
    firsts = np.flatnonzero(begins % steps.shape[1] == 0)
    before = np.concatenate((np.zeros((1, 4), np.uint8), sums[firsts[1:] - 1]))
    rgba = sums - np.repeat(before, np.diff(firsts, append=len(begins)), axis=0)
    return begins, np.ascontiguousarray(rgba).view(np.uint32).ravel()


def _few(
    colours: NDArray[np.uint8], counts: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]] | None:
    """At most 16 colours that are near to all, and for each colour the number of the nearest, if they are.

    Charts have few: the others are edges of letters and lines, whose opacity goes in fine steps.
    """
    if len(colours) > _FEW_OF:
        return None

    seen = _seen(colours)
    away = np.abs(seen[:, None, :] - seen[None, :, :]).max(axis=2)
    kept = np.flatnonzero(counts > _RARE * counts.sum()).tolist()  # an area keeps its colour
    left = np.where((away[:, kept] <= _FAR).any(axis=1), 0, counts)
    while left.any() and len(kept) < _FEW:
        near = (away <= _FAR) @ left + left  # of two that serve as many, the more frequent itself
        kept.append(int(np.where(left > 0, near, -1).argmax()))
        left[away[kept[-1]] <= _FAR] = 0

    if left.any() or len(kept) > _FEW:
        return None

    return colours[kept], away[:, kept].argmin(axis=1).astype(np.uint8)


def _nearest(
    colours: NDArray[np.uint8], counts: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]] | None:
    """The most frequent colours, and for each colour the number of the one nearest to it."""
    # Of equally rare ones, any: in order, those kept would all be at one end.
    scattered = colours.view(np.uint32).ravel() * np.uint32(2_654_435_761)
    kept = np.lexsort((scattered, -counts))[:_MOST_COLOURS]
    palette = colours[kept]
    # What is nearly transparent may have any colour: colours count as much as they are seen.
    seen = _seen(colours)
    away = np.abs(seen[:, None, :] - _seen(palette)[None, :, :]).max(axis=2)
    nearest = away.argmin(axis=1)
    nearest[kept] = np.arange(len(kept))
    far = counts[away[np.arange(len(colours)), nearest] > _FARTHEST].sum()
    return None if far > _RARE * counts.sum() else (palette, nearest.astype(np.uint8))


def _seen(colours: NDArray[np.uint8]) -> NDArray[np.int16]:
    """Colours multiplied by their opacity, and that opacity."""
    opacity = colours[:, 3:].astype(np.int16)
    return np.hstack((colours[:, :3].astype(np.int16) * opacity // 255, opacity)).astype(np.int16)


def _png(parts: list[tuple[bytes, bytes]]) -> bytes:
    return _SIGNATURE + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return LENGTH.pack(len(data)) + kind + data + LENGTH.pack(zlib.crc32(kind + data))
