"""Draw the rows of a question set with numpy's generator."""

from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any, TypeVar

import numpy as np

from tests.analyst.questions.tables import Rows

Each = TypeVar("Each")
GIVEN = (
    "Alice Ben Carla Daniel Emma Finn Grace Harry Isla Jack Karen Liam Megan Noah Olivia Peter Quinn Rachel "
    "Sam Tara Umar Vera Will Xenia Yusuf Zoe Aoife Bram Chloe Dirk Elke Femke Greta Hugo Ines Joris"
)
FAMILY = (
    "Baker Carter Dawson Ellis Fletcher Gibson Hughes Irving Jenkins Kelly Lawson Murphy Nolan Owens Parker "
    "Quigley Reid Shaw Turner Underwood Vaughan Walsh Young Abbott Byrne Coleman de_Vries Jansen Bakker "
    "Schmidt Weber Fischer Martin Dubois Moreau Larsen"
)


def picked(rng: np.random.Generator, options: Sequence[Each], weights: Any = None) -> Each:
    """One of the options, as likely as its weight says; the weights come to 1."""
    return options[int(rng.choice(len(options), p=weights))]


def full_names(rng: np.random.Generator, count: int) -> list[str]:
    """So many names, no two the same."""
    names = [f"{given} {family.replace('_', ' ')}" for given in GIVEN.split() for family in FAMILY.split()]
    return [names[at] for at in rng.permutation(len(names))[:count]]


def midnight(day: date) -> datetime:
    """The beginning of a day."""
    return datetime.combine(day, time())


def by(rows: Rows, column: str, key: str, first: int = 1) -> Rows:
    """The rows by a column, numbered from the first on; numpy's sort says in which order equal ones stand."""
    order = np.argsort(np.array([row[column] for row in rows], dtype=object))
    return [{key: number, **rows[at]} for number, at in enumerate(order, first)]
