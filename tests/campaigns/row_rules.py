"""What a viewer can tell about rows that the rules hide: `python -m tests.campaigns.row_rules [N]`.

With `--engine postgresql` the two databases are PostgreSQL's, on a server that the campaign starts.

Two databases that differ in hidden rows only must answer every question alike (`hidden_rows`), and the rows
that come must be those of an oracle (`visible_rows`). Two controls: the rules taken out, the fence taken out.
"""

import importlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from unittest.mock import patch

from tests.campaigns.figures import Figure, main
from tests.campaigns.hidden_rows import run_hidden
from tests.campaigns.visible_rows import run_visible, visible_figures

FULL = 100_000
FULL_OF_POSTGRES = 5_000
SEED = 7
VISIBLE_SHARE = 0.4
UNFENCED_SHARE = 0.05
MOST_UNFENCED = 5_000  # questions, of which one in 150 tells: it is asked on until one does
UNFENCED_AT_ONCE = 100
AT_ONCE = 2  # processes
EACH = 500  # questions of one process, one after the other
FENCE = "svcchat_magic.semantic.writing.row_fence:fenced"  # one function stands for all that the fence is

Part = Callable[[], Counter[str]]


def run(count: int, seed: int = SEED, fence: str = FENCE) -> list[Figure]:
    visible = round(count * VISIBLE_SHARE)
    unfenced = round(count * UNFENCED_SHARE)
    parts = [
        *_parts(run_visible, visible, seed),
        *_parts(run_hidden, count - visible, seed + 100_000),
        *_parts(partial(run_unfenced, fence), unfenced, seed + 200_000),
    ]
    tallies: dict[str, Counter[str]] = {"visible": Counter(), "hidden": Counter(), "unfenced": Counter()}
    for (kind, _), tally in zip(parts, _run_all([part for _, part in parts]), strict=True):
        tallies[kind] += tally

    _ask_on(tallies["unfenced"], partial(run_unfenced, fence), seed)
    return [
        *visible_figures(tallies["visible"]),
        *hidden_figures(tallies["hidden"], tallies["unfenced"]),
    ]


def run_on_postgres(count: int, seed: int = SEED, fence: str = FENCE) -> list[Figure]:
    """The questions that two databases must answer alike; the oracle's own rows are the other run's."""
    hidden = run_hidden(count, seed, kind="postgresql")
    unfenced = run_unfenced(fence, count // 2, seed + 200_000, kind="postgresql")
    _ask_on(unfenced, partial(run_unfenced, fence, kind="postgresql"), seed)
    return list(hidden_figures(hidden, unfenced))


def run_unfenced(fence: str, count: int, seed: int, *, kind: str = "duckdb") -> Counter[str]:
    """The same questions where the caller's expressions are written as they stand."""
    module, _, name = fence.partition(":")
    with patch.object(importlib.import_module(module), name, lambda as_it_stands, *_: as_it_stands()):
        return run_hidden(count, seed, is_shown=False, kind=kind)


def _ask_on(tally: Counter[str], ask: Callable[[int, int], Counter[str]], seed: int) -> None:
    """Ask until one tells: a control that found none says nothing about the questions of the campaign."""
    for number in range(MOST_UNFENCED // UNFENCED_AT_ONCE):
        if tally["told apart"]:
            return

        tally += ask(UNFENCED_AT_ONCE, seed + 300_000 + number)


def hidden_figures(tally: Counter[str], unfenced: Counter[str]) -> Sequence[Figure]:
    """What two databases were told apart by, and what came beside it."""
    free = tally["controls told apart"] / max(tally["controls"], 1)
    open_share = 1_000 * unfenced["told apart"] / max(unfenced["asked"], 1)
    seen = ", ".join(
        f"{tally[what]:,} {what}"
        for what in ("rows", "with rows", "refused", "failed", "reply")
        if tally[what]
    )
    return [
        Figure(
            "questions that tell hidden rows apart",
            str(tally["told apart"]),
            "0",
            not tally["told apart"] and free > 0.1 and unfenced["told apart"] > 0,
            f"{free:.0%} of {tally['controls']:,} with the rules taken out, "
            f"{open_share:.1f} of 1,000 with the fence taken out, of {unfenced['asked']:,}",
        ),
        Figure(
            "plain questions with other rows than the oracle's",
            str(tally["wrong"]),
            "0",
            not tally["wrong"] and tally["plain"] > tally["plain refused"],
            f"{tally['plain']:,} asked, {tally['plain refused']:,} refused",
        ),
        Figure(
            "faults: an uncaught error, or 5xx by what the caller wrote",
            str(tally["uncaught"] + tally["faults"]),
            "0",
            not tally["uncaught"] + tally["faults"],
            seen,
        ),
    ]


def _parts(of: Callable[[int, int], Counter[str]], count: int, seed: int) -> Iterator[tuple[str, Part]]:
    kind = {run_visible: "visible", run_hidden: "hidden"}.get(of, "unfenced")
    for number, start in enumerate(range(0, count, EACH)):
        yield kind, partial(of, min(EACH, count - start), seed + number)


def _run_all(parts: Sequence[Part]) -> Iterator[Counter[str]]:
    if len(parts) < 10 * AT_ONCE:
        yield from (part() for part in parts)
        return

    with ProcessPoolExecutor(AT_ONCE, get_context("spawn")) as pool:
        yield from pool.map(_done, parts)


def _done(part: Part) -> Counter[str]:
    return part()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--engine"]:
        engine = sys.argv.pop(2)
        sys.argv.pop(1)
        if engine != "postgresql":
            sys.exit("row_rules: --engine is postgresql, or left out for DuckDB")

        sys.exit(main("row rules on PostgreSQL", run_on_postgres, FULL_OF_POSTGRES))

    sys.exit(main("row rules", run, FULL))
