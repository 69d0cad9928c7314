"""Every name of a measure with every dimension: `python -m tests.campaigns.full_product [N] [--on FOLDER]`.

Asked as `top N`, `by`, a unit of time, and `only VALUE`, over each model: the measure and the dimension that
are asked for are the ones computed. Without N, all of them; with N, so many at random. `--failures` prints
what was read as something else.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from svcchat_magic.analyst.meaning.tree import Analysis, ByMember, ByTime, Concept, IsIn, Measured, Rank
from tests.campaigns.figures import Figure, table
from tests.campaigns.reading.grounds import Ground, grounds
from tests.campaigns.reading.likeness import Outcome, outcome
from tests.campaigns.reading.names import Names, key, many

_MOST_REFUSED = 0.05
_UNITS = {"year": "yearly", "quarter": "quarterly", "month": "monthly", "week": "weekly", "day": "daily"}


@dataclass(frozen=True)
class Asked:
    """One question, what it means, and its form."""

    ground: Ground
    form: str
    question: str
    meant: Analysis


def product(ground: Ground) -> Iterator[Asked]:
    """Every question over a model, those that it cannot compute left out."""
    names = Names(ground)
    measures = [each for each in ground.catalog.concepts if each.kind == "measure"]
    texts = [each for each in ground.catalog.concepts if each.kind == "dimension" and each.type == "string"]
    for measure in measures:
        for name in names.all_of(measure):
            asked = [*_timed(names, measure, name)]
            for dimension in texts:
                asked += _with(ground, names, measure, name, dimension)

            yield from (
                Asked(ground, form, question, meant)
                for form, question, meant in asked
                if ground.planned(meant) is not None
            )


def _timed(names: Names, measure: Concept, name: str) -> Iterator[tuple[str, str, Analysis]]:
    for unit, adverb in _UNITS.items():
        if names.is_one(unit):
            continue  # a dimension called year may be meant

        meant = Analysis((Measured(measure),), (ByTime(unit),))
        yield "unit", f"{adverb} {name}", meant
        yield "unit", f"{name} by {unit}", meant


def _with(
    ground: Ground, names: Names, measure: Concept, name: str, dimension: Concept
) -> Iterator[tuple[str, str, Analysis]]:
    quantity, group = Measured(measure), ByMember(dimension)
    for called in names.all_of(dimension):
        if not _is_entity(ground, names, called):
            yield "by", f"{name} by {called}", Analysis((quantity,), (group,))
            rank = Rank(True, 3, quantity)
            yield "top", f"top 3 {many(called)} by {name}", Analysis((quantity,), (group,), rank=rank)

    for value in ground.values.get(dimension, ())[:2]:
        owners = [of for of, values in ground.values.items() if value in values]
        if len(owners) == 1 and not names.is_one(value) and len(value) > len("abc"):
            yield "only", f"{name} only {value}", Analysis((quantity,), where=(IsIn(dimension, (value,)),))


def _is_entity(ground: Ground, names: Names, called: str) -> bool:
    """Whether a name of a dimension also names the rows of a cube: `top 3 customers`."""
    nouns = {key(text) for each in ground.catalog.entities.values() for text in names.all_of(each)}
    return key(called) in nouns


def run(count: int | None, only: Sequence[str] = (), seed: int = 1) -> list[Figure]:
    """The figures of all questions, or of `count` of them, over all models or those of these names."""
    with grounds(only=only) as found:
        return _figures(_outcomes(found, count, seed))


def _outcomes(found: list[Ground], count: int | None, seed: int) -> list[tuple[Asked, Outcome]]:
    asked = [each for ground in found for each in product(ground)]
    if count is not None:
        asked = random.Random(seed).sample(asked, min(count, len(asked)))

    return [(each, outcome(each.ground, each.meant, each.question)) for each in asked]


def _figures(outcomes: list[tuple[Asked, Outcome]]) -> list[Figure]:
    by = Counter(found for _, found in outcomes)
    planted, found = _control(outcomes)
    control = f"swapped measures found: {found} of {planted}"
    refused = by[Outcome.REFUSED] / len(outcomes)
    is_right = not by[Outcome.OTHER] and planted == found
    return [
        Figure("computed as asked", f"{by[Outcome.SAME]:,} of {len(outcomes):,}", "", True),
        Figure("another measure or dimension", str(by[Outcome.OTHER]), "0", is_right, control),
        Figure("refused or asked back", f"{refused:.1%}", "<= 5%", refused <= _MOST_REFUSED),
    ]


def _control(outcomes: list[tuple[Asked, Outcome]]) -> tuple[int, int]:
    """How many right answers were judged against the measure of another question, and how many were seen."""
    right = [asked for asked, found in outcomes if found is Outcome.SAME and asked.form == "by"][:20]
    pairs = [
        (one, other)
        for one, other in pairwise(right)
        if one.ground is other.ground and one.meant.quantities != other.meant.quantities
    ]
    seen = sum(outcome(one.ground, other.meant, one.question) is Outcome.OTHER for one, other in pairs)
    return len(pairs), seen


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int)
    parser.add_argument("--on", action="append", type=Path, default=[], help="a folder; repeatable")
    parser.add_argument("--failures", action="store_true", help="print what was not computed as asked")
    given = parser.parse_args()
    with grounds(given.on) as found:
        outcomes = _outcomes(found, given.count, seed=1)
        figures = _figures(outcomes)
        print(table(f"full product, N = {len(outcomes):,}", figures))
        wrong = [(asked, each) for asked, each in outcomes if each is not Outcome.SAME]
        if given.failures:
            print("\n".join(f"[{asked.ground.name}] {each.value}: {asked.question}" for asked, each in wrong))

    return 0 if all(each.is_reached for each in figures) else 1


if __name__ == "__main__":
    raise SystemExit(main())
