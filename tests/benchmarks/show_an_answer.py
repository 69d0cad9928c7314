"""An answer of 100 kB in 10,000 deltas shown in a cell: `python -m tests.benchmarks.show_an_answer`.

Ours is a whole cell in a real kernel: reading, folding, rendering and sending, in CPU of the kernel and in
characters of its output messages. What the stream takes of it, in a thread of its own, is told apart; the
goal is for the whole. The peers only render (markdown-it) and sanitise (nh3), so that they are measured
too low: the whole answer anew at each delta (every 100th is measured and counted for all), and ten times
a second.
"""

import statistics
import sys
import tempfile
import time

import nh3
from markdown_it import MarkdownIt

from tests.faults.fixtures import KEY
from tests.faults.scripted_origin import ScriptedOrigin
from tests.notebook.lab_kernel import LabKernel, lab_kernel
from tests.notebook.long_answer import DELTAS, long_answer, long_text

ROUNDS = 3
STREAM_SECONDS = 5.0
MOST_CPU_SECONDS = 0.3
MOST_CHARACTERS = 1_000_000
EVERY = 100
CPU = """
import threading, time
of_stream = [each.ident for each in threading.enumerate() if each.name == "svcchat-conversation"]
print(time.process_time(), sum(time.clock_gettime(time.pthread_getcpuclockid(each)) for each in of_stream))
"""


def main() -> int:
    ours = _ours()
    cpu, stream = (statistics.median(each[at] for each in ours) for at in (0, 1))
    sent = max(each[2] for each in ours)
    is_fast, is_small = cpu <= MOST_CPU_SECONDS, sent <= MOST_CHARACTERS
    print(f"{'way':<34} {'CPU':>9} {'of ours':>9}   output messages")
    _line("ours: a cell, all of it", cpu, cpu, sent)
    _line("  of it display alone", cpu - stream, cpu, sent)
    _line("  of it the stream", stream, cpu, 0)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    for name, renders, counted in _peers():
        before, characters = time.process_time(), 0
        for size in renders:
            characters += len(nh3.clean(markdown.render(TEXT[:size])))

        _line(name, counted * (time.process_time() - before), cpu, counted * characters)

    goal = f"goal {MOST_CPU_SECONDS} s and {MOST_CHARACTERS / 1e6:g} MB"
    print(f"{goal}: {'reached' if is_fast and is_small else 'MISSED'}")
    return 0 if is_fast and is_small else 1


TEXT = long_text()


def _ours() -> list[tuple[float, float, int]]:
    """CPU seconds, the stream's of them, and characters, after a round that imports and connects."""
    origin = ScriptedOrigin()
    told = {"SVCCHAT_CHAT_URL": origin.chat_url, "SVCCHAT_API_KEY": KEY}
    try:
        with tempfile.TemporaryDirectory() as folder, lab_kernel(folder, **told) as kernel:
            return [_round(kernel, origin, f"cell {number}") for number in range(ROUNDS + 1)][1:]
    finally:
        origin.close()


def _round(kernel: LabKernel, origin: ScriptedOrigin, cell: str) -> tuple[float, float, int]:
    origin.answer(long_answer(STREAM_SECONDS))
    before = _cpu(kernel)
    shown = kernel.run("%%ask --new\nTell me everything", cell)
    if shown.error:
        raise AssertionError(shown.error)

    after = _cpu(kernel)
    return after[0] - before[0], after[1] - before[1], shown.sent


def _cpu(kernel: LabKernel) -> tuple[float, float]:
    """Seconds of the kernel so far, and of the thread that reads and folds."""
    whole, stream = kernel.run(CPU).text.split()
    return float(whole), float(stream)


def _peers() -> list[tuple[str, range, int]]:
    """The lengths at which each renders the answer so far, and how often each of them counts."""
    delta, whole = len(TEXT) // DELTAS + 1, len(TEXT)
    draws = int(10 * STREAM_SECONDS)
    return [
        ("anew at each delta", range(EVERY * delta, whole + 1, EVERY * delta), EVERY),
        ("anew, ten times a second", range(whole // draws, whole + 1, whole // draws), 1),
    ]


def _line(name: str, cpu: float, ours: float, characters: int) -> None:
    print(f"{name:<34} {cpu:>7.2f} s {cpu / ours:>8.2f}x   {characters / 1e6:.2f} MB")


if __name__ == "__main__":
    sys.exit(main())
