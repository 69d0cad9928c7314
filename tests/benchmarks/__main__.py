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
another machine, not milliseconds. An exponent says how a cost grows: 1 in proportion, 0 not at all; of
streams and of drawing, what the smallest costs is taken out.
"""

REMAINS = """## What remains where a goal is missed

Profiles of 2026-11-27; shares are of the path's CPU.

- `%load_ext`: a quarter is the class of the settings, for whose 43 fields `dataclasses` writes code, but not
  their comparison and text any more, which took 0.6 ms. Nineteen other modules take half, traits and
  registration the rest.
- First answer: the model and the engine that the warm-up has opened, with the statements and lists of values
  of its question, are handed to the first service, which takes a third of the CPU away (0.34 to 0.23 s, in
  turns). A later question takes 0.10 s; the rest is a question of two parts, its drawing, and the state and
  the server that are opened.
- First bytes of fifty questions at once: the analysts wait until all of these have begun. What is left is the
  transactions that begin them, one after the other.
- Fifty different questions: asked once more, the same fifty take an eighth less, as their statements are
  read, written and planned by then. Five asked again and again, which is what was measured before, get 24
  answers for a second of CPU where different ones get 19 (in one run).
- Messages of a stream, 200 to a chunk: the socket takes 17 %, the HTTP library 22 %, of which h11's buffer is
  13 %, and the typed decoding 14 %, which the limit pays too. Beside them are the cut into lines (11 %), the
  fold (8 %), the log with its lock (5 %) and the search for the key (2 %).
- A saved answer over a month is a picture (14.4 kB), the table (7.7 kB, of which 6 are the styles of its 74
  cells), the chart (4.5 kB, of which 2.2 are its values), the steps (2.4 kB), what reopens it (1.8 kB) and
  the words (1 kB). Without any style of cells it would still be 28 kB, and an untrusted notebook drops a
  style sheet. The picture has 13 colours. If edges might differ by 40 of 255, not by 24, it would have 7 and
  be 11 % smaller; with 1.5 pixels to one of the page it would be a quarter smaller and no longer sharp.
  zopfli would make it 12 % smaller, oxipng 7 % in 0.3 s, other filters and strategies of zlib 1 %.
- The kernel of a long chat: of its memory 67 MB are IPython's and 105 the files of libraries. What grows in
  200 questions is DuckDB's list of blocks that are given back (6 kB for a query with a join, up to 30 MB),
  the answers that are kept (2.9 MB), compiled statements (0.7 MB) and SQLite's pages (1 MB). What holds
  itself waits for the garbage collector, which looks at all once in 85 turns: 0.3 MB of each turn, of which
  half was the service's run with its lines, which is freed at once now; the rest are trees of SQL and
  connections.
- Fifty messages a second: a group of twelve lines takes 330 us, of which the rows are 145, one statement that
  reads the status of their runs 75, and Python's share 90; where groups follow each other at once, 250 lines
  take 400. Woken anew each 10 ms, everything is read into the processor's caches again, as it is for a bare
  server (5 us a message at once, 31 to 56 at this pace): in a loop of its own the same job takes 78. To write
  in the event loop's own thread, with the state in memory, saved nothing. Groups twice as far apart save a
  tenth, and would delay each line. On a file, lines ordered by their run took three written pages each, as
  most fell into a full page; they are appended now, and ten lines of ten runs take SQLite 163 us in place of
  360. With whole numbers for the ids of runs, whose index is smaller, it would be 75.
- Two runs of everything in twenty minutes on a machine that did nothing else (2026-11-28) agreed within 15 %
  but for these: fifty messages a second (2.14, 3.09 and 4.01 x, then 1.74, 2.25 and 3.10; the bare server
  itself, woken as seldom, is no steadier), times on the wall (the first answer 0.22 s, then 0.28; the warm
  picture 51 ms, then 68), and exponents about 0, where 0.02 beside -0.08 says the same.
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
