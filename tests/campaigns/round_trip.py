"""Random analyses said in English and read back: `python -m tests.campaigns.round_trip [N] [--on FOLDER]`.

The models are those of the question sets that may be tuned on, an adversarial one, and each FOLDER given: a
model's YAML files, or data whose model is inferred. `--failures` prints what was not read as meant.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, IsIn, Measured
from tests.campaigns.figures import Figure, table
from tests.campaigns.reading.analyses import Sampler
from tests.campaigns.reading.grounds import Ground, grounds
from tests.campaigns.reading.likeness import Outcome, outcome
from tests.campaigns.reading.names import Names
from tests.campaigns.reading.phrases import Pieces, Speaker, Unsayable, text_of

_MOST_REFUSED = 0.03
_PLANTED = 5  # one question in so many is also judged against a swapped analysis


@dataclass(frozen=True)
class Trip:
    """One analysis, its question, and what that was read as."""

    ground: Ground
    shape: str
    analysis: Analysis
    pieces: Pieces
    outcome: Outcome


def trips(ground: Ground, count: int, seed: int) -> Iterator[Trip]:
    """Random analyses over a model, each said once and read back."""
    dice = random.Random(f"{ground.name} {seed}")
    names = Names(ground)
    sampler, speaker = Sampler(ground, names, dice), Speaker(ground, names, dice)
    for _ in range(count):
        shape, analysis, pieces = _said(sampler, speaker)
        yield Trip(ground, shape, analysis, pieces, outcome(ground, analysis, text_of(pieces)))


def _said(sampler: Sampler, speaker: Speaker) -> tuple[str, Analysis, Pieces]:
    while True:
        shape, analysis = sampler.analysis()
        try:
            return shape, analysis, speaker.say(shape, analysis)
        except Unsayable:
            continue


def run(count: int, only: Sequence[str] = (), seed: int = 1) -> list[Figure]:
    """The figures of `count` questions over all models, or over those of these names."""
    with grounds(only=only) as found:
        made = [trip for each in found for trip in trips(each, -(-count // len(found)), seed)]
        return _figures(made, *_control(made))


def _figures(made: list[Trip], planted: int, found: int) -> list[Figure]:
    by = Counter(each.outcome for each in made)
    refused = by[Outcome.REFUSED] / len(made)
    control = f"planted swaps found: {found} of {planted}"
    return [
        Figure("models", str(len({each.ground.name for each in made})), ">= 6", True),
        Figure("read as meant", f"{by[Outcome.SAME]:,} of {len(made):,}", "", True),
        Figure(
            "read as something else",
            str(by[Outcome.OTHER]),
            "0",
            not by[Outcome.OTHER] and planted == found,
            control,
        ),
        Figure("refused or asked back", f"{refused:.1%}", "<= 3%", refused <= _MOST_REFUSED),
    ]


def _control(made: list[Trip]) -> tuple[int, int]:
    """How many swaps of a measure, a dimension or a value were planted, and how many were found."""
    planted = found = 0
    for at, trip in enumerate(made):
        if at % _PLANTED or trip.outcome is not Outcome.SAME:
            continue

        for swapped in swaps(trip.ground, trip.analysis):
            if not _differ(trip, swapped):
                continue

            planted += 1
            found += outcome(trip.ground, swapped, text_of(trip.pieces)) is Outcome.OTHER

    return planted, found


def _differ(trip: Trip, swapped: Analysis) -> bool:
    """Whether a swap shows: both have rows, and not the same."""
    one, other = trip.ground.planned(trip.analysis), trip.ground.planned(swapped)
    rows = trip.ground.rows(one.sql) if one else None
    others = trip.ground.rows(other.sql) if other else None
    is_empty = not rows or not others or all(cell is None for cell in rows[0])
    return not is_empty and sorted(map(str, rows)) != sorted(map(str, others))


def swaps(ground: Ground, analysis: Analysis) -> Iterator[Analysis]:
    """The analysis with another measure, another dimension, and another value."""
    concepts = ground.catalog.concepts
    first = analysis.quantities[0] if analysis.quantities else None
    others = [each for each in concepts if each.kind == "measure"]
    if isinstance(first, Measured) and analysis.rank is None and not analysis.having:
        other = next(each for each in others if each != first.measure and each.agg_type != "number")
        if Measured(other) not in analysis.quantities:
            yield replace(analysis, quantities=(Measured(other), *analysis.quantities[1:]))

    group = analysis.groups[0] if analysis.groups else None
    if isinstance(group, ByMember) and analysis.rank is None:
        other = next(each for each in ground.values if ByMember(each) not in analysis.groups)
        yield replace(analysis, groups=(ByMember(other), *analysis.groups[1:]))

    for at, each in enumerate(analysis.where):
        if isinstance(each, IsIn):
            other = next(value for value in ground.values[each.of] if value not in each.values)
            where = (*analysis.where[:at], replace(each, values=(other,)), *analysis.where[at + 1 :])
            yield replace(analysis, where=where)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=10_000)
    parser.add_argument("--on", action="append", type=Path, default=[], help="a folder; repeatable")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failures", action="store_true", help="print what was not read as meant")
    given = parser.parse_args()
    with grounds(given.on) as found:
        made = [trip for each in found for trip in trips(each, -(-given.count // len(found)), given.seed)]
        figures = _figures(made, *_control(made))
        print(table(f"round trip, N = {len(made):,}", figures))
        print(_by_model(made))
        if given.failures:
            print("\n".join(_failure(each) for each in made if each.outcome is not Outcome.SAME))

    return 0 if all(each.is_reached for each in figures) else 1


def _by_model(made: list[Trip]) -> str:
    lines = []
    for kind, name_of in (("model", lambda trip: trip.ground.name), ("shape", lambda trip: trip.shape)):
        lines.append(f"\n{kind:<16}" + "".join(f"{each.value:>26}" for each in Outcome))
        for name in sorted({name_of(each) for each in made}):
            counts = Counter(each.outcome for each in made if name_of(each) == name)
            lines.append(f"{name:<16}" + "".join(f"{counts[each]:>26}" for each in Outcome))

    return "\n".join(lines)


def _failure(trip: Trip) -> str:
    reads = trip.ground.read(text_of(trip.pieces))
    said = f"[{trip.ground.name}] {trip.outcome.value}: {text_of(trip.pieces)}"
    if trip.outcome is Outcome.REFUSED:
        return said + "".join(f"\n    {each.unknown or each.problem}" for each in reads if not each.is_sure)

    truth = trip.ground.planned(trip.analysis)
    read = "\n    ".join(" ".join(each.planned.sql.split()) for each in reads if each.planned)
    return f"{said}\n  meant {' '.join(truth.sql.split()) if truth else ''}\n  read\n    {read}"


if __name__ == "__main__":
    raise SystemExit(main())
