"""What a campaign found, printed as a table: each figure with its goal and its control (decisions/proof)."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the table. A control shows that the search could have found something."""

    what: str
    found: str
    goal: str
    is_reached: bool
    control: str = ""


def table(title: str, figures: Sequence[Figure]) -> str:
    rows = [("", "figure", "goal", "control")]
    for figure in figures:
        mark = "reached" if figure.is_reached else "MISSED"
        rows.append((figure.what, f"{figure.found}", f"{figure.goal}: {mark}", figure.control))

    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join([title, *(line.rstrip() for line in lines)])


def main(title: str, run: Callable[[int], Sequence[Figure]], default: int) -> int:
    """Run with the count of the command line; the exit status tells whether every figure is reached."""
    count = int(sys.argv[1].replace("_", "").replace(",", "")) if len(sys.argv) > 1 else default
    figures = run(count)
    print(table(f"{title}, N = {count:,}", figures))
    return 0 if all(figure.is_reached for figure in figures) else 1
