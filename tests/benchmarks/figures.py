"""Figures of the benchmarks: medians with their spread, next to a limit and a peer of the same run."""

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

ROUNDS = 5


@dataclass(frozen=True)
class Spread:
    """The median of some values, and the quarter of them on each side."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        if len(values) < 2:
            return cls(values[0], values[0], values[0])

        low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
        return cls(low, middle, high)

    def __str__(self) -> str:
        if self.low == self.high:
            return _short(self.median)

        return f"{_short(self.median)} ({_short(self.low)} to {_short(self.high)})"


@dataclass(frozen=True)
class Cost:
    """CPU and wall seconds of one way, over the rounds."""

    cpu: Spread
    wall: Spread


@dataclass(frozen=True)
class Figure:
    """One row of the page. `goal` is the most that `value` may be, or with `at_least` the least."""

    path: str
    value: float
    goal: float | None
    ours: str
    beside: str = ""
    unit: str = "x"
    at_least: bool = False

    @property
    def is_met(self) -> bool:
        if self.goal is None:
            return True

        return self.value >= self.goal if self.at_least else self.value <= self.goal

    def row(self) -> str:
        sign, goal = ("≥" if self.at_least else "≤"), "" if self.goal is None else _short(self.goal)
        verdict = "" if self.goal is None else "met" if self.is_met else "**missed**"
        cells = (
            self.path,
            self.ours,
            self.beside,
            f"{_short(self.value)} {self.unit}",
            goal and f"{sign} {goal}",
            verdict,
        )
        return f"| {' | '.join(cells)} |"


HEAD = "| path | ours | next to it | figure | goal | |\n|---|---|---|---:|---:|---|"


def taking_turns(ways: Mapping[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, Cost]:
    """What each way costs; they take turns, and a first round, which loads libraries, is not counted."""
    cpu: dict[str, list[float]] = {name: [] for name in ways}
    wall: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(rounds + 1):
        for name, way in ways.items():
            began, used = time.perf_counter(), time.process_time()
            way()
            if turn:
                cpu[name].append(time.process_time() - used)
                wall[name].append(time.perf_counter() - began)

    return {name: Cost(Spread.of(cpu[name]), Spread.of(wall[name])) for name in ways}


def milliseconds(cost: Cost) -> str:
    """A cost as text."""
    cpu, wall = (Spread(1e3 * of.low, 1e3 * of.median, 1e3 * of.high) for of in (cost.cpu, cost.wall))
    return f"{cpu} ms CPU, {_short(wall.median)} ms"


def ratio(path: str, costs: Mapping[str, Cost], ours: str, other: str, goal: float | None) -> Figure:
    """The CPU of one way over that of another."""
    value = costs[ours].cpu.median / costs[other].cpu.median
    return Figure(path, value, goal, milliseconds(costs[ours]), f"{other}: {milliseconds(costs[other])}")


def growth(
    path: str, sizes: Sequence[float], found: Sequence[float], goal: float, *, beyond_first: bool = False
) -> Figure:
    """The exponent of the power of the size that fits the costs best: 1 is linear, 0 is flat.

    `beyond_first` looks at what each size has and costs more than the smallest: where that is mostly set-up,
    costs that grow with the square would look linear.
    """
    size, cost = (sizes[0], found[0]) if beyond_first else (0.0, 0.0)
    across = [math.log(each - size) for each in sizes[beyond_first:]]
    up = [math.log(max(each - cost, 1e-9)) for each in found[beyond_first:]]
    slope = statistics.linear_regression(across, up).slope
    told = ", ".join(f"{size:,.0f}: {_short(cost)}" for size, cost in zip(sizes, found, strict=True))
    return Figure(path, slope, goal, told, "", "exponent")


def _short(value: float) -> str:
    if value and abs(value) < 10:
        return f"{value:.2f}"

    return f"{value:,.1f}" if abs(value) < 100 else f"{value:,.0f}"
