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

- Messages of a stream, 200 to a chunk: a reader's CPU is the typed decoding and the HTTP client, which the
  limit pays too, and beside them the fold (7 %), the search for the key (4 %) and a second turn of the event
  loop for each chunk, because a task of its own reads the socket. Decoding lines in one call saved nothing.
- Arrow: the own code takes 15 % (the stream's frames, the look for the key, the frame at the end). The rest
  is the asynchronous client, which a script with a synchronous one does not have: it can be stopped.
- A saved answer over a month is a picture (15 kB), its table and words (15 kB) and the chart (5 kB). One of
  few bars is half of that. Of the table, 5 kB are styles that each cell repeats: an untrusted notebook drops
  a style sheet. The picture is mostly edges of letters and lines: packing it harder saves 4 % of it.
- A kernel takes 260 MB once the first answer is there.
- Fifty messages a second: a group of ten lines costs in memory a quarter of ten single ones, and on a file a
  third. What is left is a begin, two looks and a commit for each group, its rows, and the way to the store's
  thread and back.
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
