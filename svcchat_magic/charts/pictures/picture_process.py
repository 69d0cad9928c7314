"""Draw charts as PNG in a separate process that may be killed at any time; run by its path.

Reads length-prefixed specifications and writes length-prefixed PNGs; a length of zero means that a chart
cannot be drawn. Imports nothing from the package.
"""

import os
import signal
import struct
import sys
import zlib
from collections.abc import Iterator, Sequence

LENGTH = struct.Struct(">I")
VEGA_LITE = "5.21"
SCALE = 2  # pixels per pixel of the page: sharp on high-resolution screens
MOST_MEMORY = 1_000_000_000  # the renderer reserves half of it at the start
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def draw_until_closed(seconds: float, font_directories: Sequence[str]) -> None:
    """Draw each specification; the process ends if one takes longer than `seconds`.

    The fonts of these directories supply letters that the renderer's own fonts lack.
    """
    source = sys.stdin.buffer
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output that a library prints is not a PNG
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
    """Recompress a PNG to a fifth of its size; the renderer compresses for speed."""
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
    """The chunks of a PNG: their types and their data."""
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
    except ImportError:  # Windows has no such limit, but the time limit applies there too
        return

    resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _alarm(seconds: float) -> None:
    """Set an unhandled alarm, which ends the process even while the renderer keeps Python from running."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    draw_until_closed(float(sys.argv[1]), sys.argv[2:])
