"""Draw charts as PNG in a separate process that may be killed at any time; run by its path.

Reads length-prefixed specifications and writes length-prefixed PNGs; a length of zero means that a chart
cannot be drawn. Imports nothing from the package.
"""

import os
import signal
import struct
import sys
from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

LENGTH = struct.Struct(">I")
VEGA_LITE = "5.21"
SCALE = 2  # pixels per pixel of the page: sharp on high-resolution screens
MOST_MEMORY = 1_000_000_000  # the renderer reserves half of it at the start


def draw_until_closed(seconds: float, font_directories: Sequence[str]) -> None:
    """Draw each specification; the process ends if one takes longer than `seconds`.

    The fonts of these directories supply letters that the renderer's own fonts lack.
    """
    source = sys.stdin.buffer
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # output that a library prints is not a PNG
    _limit_memory()
    _load_fonts(font_directories)
    repacked = _packing()
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        spec = source.read(LENGTH.unpack(head)[0])
        _alarm(seconds)
        png = _drawn(spec.decode())
        png = png and repacked(png)
        _alarm(0)
        sink.write(LENGTH.pack(len(png)) + png)
        sink.flush()


def _load_fonts(directories: Sequence[str]) -> None:
    import vl_convert

    for directory in directories:
        vl_convert.register_font_directory(directory)


def _packing() -> Callable[[bytes], bytes]:
    """`repacked` of the file beside this one; the package is not on this process's path."""
    found = spec_from_file_location("palette_picture", Path(__file__).with_name("palette_picture.py"))
    if found is None or found.loader is None:
        raise ImportError("palette_picture.py is missing")

    module = module_from_spec(found)
    found.loader.exec_module(module)
    packing: Callable[[bytes], bytes] = module.repacked
    return packing


def _drawn(spec: str) -> bytes:
    import vl_convert

    try:
        return vl_convert.vegalite_to_png(spec, vl_version=VEGA_LITE, scale=SCALE, allowed_base_urls=[])
    except ValueError:  # no picture; the chart is shown by the page
        return b""


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
