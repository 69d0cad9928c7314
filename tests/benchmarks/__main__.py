"""All benchmarks in one run, written as one page: `python -m tests.benchmarks [GROUP ...] [--page FILE]`.

Exits with 1 if a figure misses its goal. Figures compare within a run: run it on a machine that does nothing
else, and compare ratios only. `--programs` adds what the older benchmarks print.
"""

import argparse
import importlib.util
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from tests.benchmarks import drawn_answers, long_chats, reading, saved_answers, service_streams, starting
from tests.benchmarks.figures import HEAD, Figure

GROUPS: dict[str, tuple[str, Callable[[], Iterator[Figure]]]] = {
    "starting": ("From loading to the first answer", starting.figures),
    "reading": ("Streams and rows", reading.figures),
    "drawing": ("A growing answer", drawn_answers.figures),
    "saving": ("What is saved", saved_answers.figures),
    "chats": ("Long and many chats", long_chats.figures),
    "service": ("The service", service_streams.figures),
}
PROGRAMS = ("semantic_over_sql", "read_a_question", "member_search", "large_data", "hold_a_stream")
PEERS = ("openai", "pydantic", "polars", "vl_convert")  # of the extras [bench], [polars] and [png]
HOW = """# Benchmarks

What a path costs, next to the least that it can cost and to what people use in its place.
`python -m tests.benchmarks` writes this page; ours and what is next to it take turns in one run. A figure is
a median; in parentheses are the quarters of the rounds below and above it. Compare ratios with those of
another machine, not milliseconds. An exponent says how a cost grows: 1 in proportion, 0 not at all.
"""

REMAINS = """## What remains where a goal is missed

Profiles of 2026-11-27; shares are of the path's CPU.

- `%load_ext`: a third is the class of the settings, for whose 43 fields `dataclasses` writes code. Twenty
  other modules take half, traits and registration the rest. A bare shell imports `signal` for it (5 %), which
  a kernel has already.
- First answer: 0.33 s of CPU, of which a later question takes 0.11. The question has two parts, so four texts
  are read (26 %), their values listed and searched (19 %), and five statements run (12 %). DuckDB, the state
  and the server are opened (16 %), of which connecting to DuckDB alone is half. The rest is HTTP and drawing.
- First bytes of fifty questions at once: each waits for the transactions of those before it, while the
  threads that read them share one interpreter lock. To let one, two or four of these compute at a time gave
  no difference that stood out of the noise.
- Messages of a stream, 200 to a chunk: the HTTP client takes 30 %, the typed decoding 20 %, which the limit
  pays too. Beside them are the fold (9 %), the cut into lines (9 %), the log with its lock (5 %), the search
  for the key (5 %), the request (4 %), and a second turn of the event loop for each chunk, because a task of
  its own reads the socket.
- Arrow: the asynchronous client takes 49 % for the bytes alone, nearly as much as the whole script; it can be
  stopped. To hold 75 MB takes 20 %, the search for the key 8 %, the frame 6 %, the check of the rows 4 %.
- A saved answer over a month is a picture (15 kB), the table (8.6 kB, of which 6.6 are the styles of its 74
  cells), the chart (5 kB), the steps (2.6 kB), what reopens it (1.8 kB) and the words (1 kB). Without any
  style it would still be 28 kB, and an untrusted notebook drops a style sheet. The picture has 13 colours:
  packing it harder saves 4 % of it.
- A kernel takes 277 MB after 25 questions, and each further one 0.1 MB.
- Fifty messages a second: ten lines cost 70 us in one transaction and 40 us for the way to the store's thread
  and back, where groups follow each other at once. Woken anew each 10 ms, all of it costs several times that,
  as it does for a bare server (5 us a message at once, 31 to 56 at this pace). Groups twice as far apart save
  a tenth, and would delay each line.
"""


def main() -> int:
    options = _options()
    missed: list[Figure] = []
    page = [
        HOW,
        f"Written on {date.today():%Y-%m-%d} with Python {platform.python_version()}.{_left_out()}\n",
    ]
    for name in options.groups or GROUPS:
        title, measured = GROUPS[name]
        page += [f"## {title}\n", HEAD]
        for figure in measured():
            print(figure.row(), flush=True)
            page.append(figure.row())
            missed += [] if figure.is_met else [figure]

        page.append("")

    page += [REMAINS] if missed else []
    page += [_printed(name) for name in PROGRAMS if options.programs]
    options.page.write_text("\n".join(page).rstrip() + "\n", encoding="utf-8")
    print(f"{len(missed)} missed")
    return 1 if missed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks")
    parser.add_argument("groups", nargs="*", choices=[[], *GROUPS])
    parser.add_argument("--page", type=Path, default=Path("docs/benchmarks.md"))
    parser.add_argument("--programs", action="store_true")
    return parser.parse_args()


def _left_out() -> str:
    """The peers that are not installed, so that no row is missed unseen."""
    names = [name for name in PEERS if importlib.util.find_spec(name) is None]
    return f" Left out, as not installed: {', '.join(names)}." if names else ""


def _printed(name: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", f"tests.benchmarks.{name}"], capture_output=True, text=True, check=False
    )
    return f"## `tests.benchmarks.{name}`\n\n```text\n{done.stdout.rstrip()}\n```\n"


if __name__ == "__main__":
    sys.exit(main())
