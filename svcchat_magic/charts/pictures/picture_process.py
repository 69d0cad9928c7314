"""Draws charts as PNG in a process of its own, which may be killed at any moment: run as a file, by its path.

Reads specifications from its input and writes PNGs to its output, each with its length before it; a length
of zero stands for a chart that cannot be drawn. Imports nothing of the package.
"""

import os
import signal
import struct
import sys
import zlib
from collections.abc import Iterator, Sequence

LENGTH = struct.Struct(">I")
VEGA_LITE = "5.21"
SCALE = 2  # pixels for each pixel of the page: sharp on the screens of today
MOST_MEMORY = 1_000_000_000  # the renderer reserves half of it before it draws anything
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def draw_until_closed(seconds: float, font_directories: Sequence[str]) -> None:
    """Answer each specification; more than `seconds` for one end the process.

    The fonts of these directories are used for what the renderer's own have no letters for.
    """
    source = sys.stdin.buffer
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no PNG
    _limit_memory()
    _load_fonts(font_directories)
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        spec = source.read(LENGTH.unpack(head)[0])
        _alarm(seconds)
        png = _drawn(spec.decode())
        _alarm(0)
        sink.write(LENGTH.pack(len(png)) + png)
        sink.flush()


def repacked(png: bytes) -> bytes:
    """The same picture in a fifth of the bytes: the renderer's own packing is the fastest there is."""
    parts = list(chunks(png))
    pixels = zlib.decompress(b"".join(data for kind, data in parts if kind == b"IDAT"))
    kept = [chunk for chunk in parts if chunk[0] == b"IHDR"]
    kept += [(b"IDAT", zlib.compress(pixels, 6)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(_chunk(*chunk) for chunk in kept)


def _load_fonts(directories: Sequence[str]) -> None:
    import vl_convert

    for directory in directories:
        vl_convert.register_font_directory(directory)


def _drawn(spec: str) -> bytes:
    import vl_convert

    try:
        png = vl_convert.vegalite_to_png(spec, vl_version=VEGA_LITE, scale=SCALE, allowed_base_urls=[])
    except ValueError:
        return b""

    return repacked(png)


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a PNG: their kind and their data."""
    at = len(_SIGNATURE)
    while at < len(png):
        length = LENGTH.unpack_from(png, at)[0]
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(kind: bytes, data: bytes) -> bytes:
    return LENGTH.pack(len(data)) + kind + data + LENGTH.pack(zlib.crc32(kind + data))


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit; the time limit holds there too
        return

    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _alarm(seconds: float) -> None:
    """An alarm that nobody handles ends the process, even where the renderer never lets Python run."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    draw_until_closed(float(sys.argv[1]), sys.argv[2:])
