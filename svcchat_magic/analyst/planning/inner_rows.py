"""Conditions that read rows of their own: what has rows of another kind, and the first of a ranking."""

from collections.abc import Callable
from typing import Protocol

from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import Among, Condition, Exists, Quantity
from svcchat_magic.analyst.planning.lines import met_in
from svcchat_magic.analyst.planning.needs import (
    concepts_of_condition,
    concepts_of_quantity,
    counted_in,
    key_of_having,
    timed,
)
from svcchat_magic.analyst.planning.owners import told_at
from svcchat_magic.analyst.planning.planned import CannotPlan
from svcchat_magic.analyst.planning.sources import Source, Sources


class RowWriter(Protocol):
    """Writes parts of a statement over one source."""

    def condition(self, condition: Condition) -> str:
        """A condition as SQL."""

    def quantity(self, quantity: Quantity) -> str:
        """A number as SQL."""


Over = Callable[[Source], RowWriter]


def among_text(condition: Among, source: Source, sources: Sources, over: Over) -> str:
    """The first ones are found as their own ranking would find them."""
    home = next(iter(cubes_of(condition.by)), condition.of.cube)
    kept = tuple(timed(each, sources.dates(home)) for each in condition.where)
    needs = [condition.of, *concepts_of_quantity(condition.by, sources)]
    needs += [each for one in kept for each in concepts_of_condition(one, sources)]
    ranked = sources.best(home, needs, counted_in(condition.by))
    if ranked is None or not source.has(condition.of):
        raise CannotPlan(f"which {condition.noun} are the first")

    inner, ref = over(ranked), ranked.ref(condition.of)
    where = " AND ".join([f"{ref} IS NOT NULL", *(inner.condition(each) for each in kept)])
    order = f"{inner.quantity(condition.by)} {'DESC' if condition.descending else 'ASC'} NULLS LAST, 1"
    first = (
        f"SELECT {ref} FROM {ranked.text} WHERE {where} GROUP BY 1 ORDER BY {order} LIMIT {condition.limit}"
    )
    return f"{source.ref(condition.of)} IN ({first})"


def exists_text(condition: Exists, source: Source, sources: Sources, over: Over) -> str:
    """Rows that have, or have not, rows of another kind."""
    entity, key = condition.entity, key_of_having(condition, sources)
    if entity is None or key is None or not source.has(key):
        raise CannotPlan(f"which rows have {condition.of.noun}")

    if key.cube == condition.of.cube != entity.cube:
        return f"{source.ref(key)} IS {'' if condition.negated else 'NOT '}NULL"

    reaches, home = sources.graph.reaches, met_in(condition.of.cube, entity.cube, sources)
    both, nouns = (home, entity.cube), sources.catalog.entities
    if not (reaches(*both, to_one=True) or reaches(*both[::-1], to_one=True)):
        raise CannotPlan(f"how {condition.of.noun} belongs to {entity.noun}")

    times = sources.dates(home)  # a jazz track bought in 2024 is one of that invoice, and of any year
    inner_where = tuple(timed(each, times) for each in condition.where)
    needs = [each for one in inner_where for each in concepts_of_condition(one)]
    if any(each.cube != home and not reaches(home, each.cube, to_one=True) for each in needs):
        raise CannotPlan(f"which {condition.of.noun} is meant")

    told = told_at(nouns.get(home, condition.of), key, needs, sources)
    if told is None:
        raise CannotPlan(f"how {condition.of.noun} belongs to {entity.noun}")

    had, ref = told
    inner = over(had)
    conditions = [f"{ref} IS NOT NULL", *(inner.condition(each) for each in inner_where)]
    select = f"SELECT {ref} FROM {had.text} WHERE {' AND '.join(conditions)}"
    return f"{source.ref(key)} {'NOT ' if condition.negated else ''}IN ({select})"
