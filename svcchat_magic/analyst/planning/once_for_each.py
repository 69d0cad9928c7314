"""Running totals and constants of the things of a panel: the highest value of each, and these added up.

A measure says so with `meta: {over_time: cumulative}`, or `constant`, and names in `of_each` what tells the
things apart. Where the things are no groups they become some, in a statement within.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AverageOf,
    ByMember,
    ByPart,
    ByTime,
    Concept,
    Group,
    Measured,
    Quantity,
    Ratio,
    Within,
)
from svcchat_magic.analyst.planning.derived_columns import ColumnNames, derived_columns, ordered
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Latest
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.select_writer import SelectWriter, divided
from svcchat_magic.analyst.planning.semi_additive import CUMULATIVE, leaves_of, once_for_each
from svcchat_magic.analyst.planning.sql_text import number_text


def things_apart(analysis: Analysis, catalog: Catalog) -> tuple[ByMember, ...]:
    """The things that such measures are of and that are not grouped by yet; raises CannotPlan."""
    leaves = [each for each in leaves_of(analysis) if once_for_each(each)]
    if not leaves:
        return ()

    if any(not once_for_each(each) for each in leaves_of(analysis)):
        raise CannotPlan("how this number goes with the others")

    _mind_time(analysis, leaves)
    measures = (each.measure for each in leaves if isinstance(each, Measured))
    found = dict.fromkeys(thing for each in measures for thing in _things(each, catalog))
    return tuple(each for each in map(ByMember, found) if each not in analysis.groups)


def _things(measure: Concept, catalog: Catalog) -> Iterator[Concept]:
    for each in measure.of_each:
        thing = catalog.by_key.get((measure.cube, each))
        if thing is None:
            raise CannotPlan(f"which things {measure.title.lower()} is of")

        yield thing


def _mind_time(analysis: Analysis, leaves: list[Quantity]) -> None:
    runs = [each for each in leaves if isinstance(each, Measured) and each.measure.over_time == CUMULATIVE]
    if not runs:
        return

    title = runs[0].measure.title.lower()
    if any(isinstance(each, ByPart) for each in analysis.groups):
        raise CannotPlan(f"which of the figures is meant: {title} is a running total")

    if analysis.derived and analysis.derived.kind == "running":
        raise CannotPlan(f"what is added up: {title} is a running total itself")


@dataclass(frozen=True, slots=True)
class Outer:
    """A statement around one that has the things among its groups."""

    analysis: Analysis
    groups: tuple[tuple[str, Group, str], ...]
    parts: Mapping[Quantity, str]  # the columns of the statement within
    write: SelectWriter

    def quantity(self, quantity: Quantity) -> str:
        """A quantity of all things together."""
        if isinstance(quantity, Ratio):
            return divided(quantity, self.quantity(quantity.above), self.quantity(quantity.below))

        return f"SUM(each_one.{name(self.parts[quantity])})"

    def select(self, inner: str) -> tuple[Select, tuple[Column, ...], tuple[tuple[str, Quantity, str], ...]]:
        """The statement, its columns and its quantities."""
        names = ColumnNames()
        groups = [(names.free(at), each, f"each_one.{name(at)}") for at, each, _ in self.groups]
        quantities = [
            (names.free(self.write.quantity_name(each)), each, self.quantity(each))
            for each in self.analysis.quantities
        ]
        columns = [Column(at, each, "group") for at, each, _ in groups]
        columns += [Column(at, each, "quantity") for at, each, _ in quantities]
        outputs = [f"{sql} AS {name(at)}" for at, _, sql in (*groups, *quantities)]
        for column, sql in derived_columns(self.analysis, groups, quantities, names):
            columns.append(column)
            outputs.append(f"{sql} AS {name(column.name)}")

        order, limit, qualify = ordered(self.analysis, groups, quantities, columns)
        keys = [str(at + 1) for at in range(len(groups))]
        source = f"(\n{inner}\n) AS each_one"
        select = Select(
            outputs, source, keys=keys, having=self._having(), qualify=qualify, order=order, limit=limit
        )
        return select, tuple(columns), tuple(quantities)

    def _having(self) -> list[str]:
        first = self.analysis.quantities[0]
        return [
            f"{self.quantity(each.quantity or first)} {each.operator} {self._value(each.value)}"
            for each in self.analysis.having
        ]

    def _value(self, value: Decimal | Quantity | AverageOf) -> str:
        if isinstance(value, AverageOf):
            raise CannotPlan("what the average of such numbers is")

        return number_text(value) if isinstance(value, Decimal) else self.quantity(value)


def inner_of(analysis: Analysis, things: tuple[ByMember, ...]) -> Analysis:
    """What is asked within: every number of each thing."""
    leaves = tuple(dict.fromkeys(leaves_of(analysis)))
    groups = (*analysis.groups, *things)
    return replace(analysis, quantities=leaves, groups=groups, having=(), rank=None, derived=None)


def last_of_each(
    analysis: Analysis, time: Concept | None, write: SelectWriter, where: list[str]
) -> Latest | None:
    """What the answer says of the moments of running totals; None of constants."""
    leaves = [each for each in leaves_of(analysis) if isinstance(each, Measured)]
    if time is None or not any(each.measure.over_time == CUMULATIVE for each in leaves):
        return None

    unit = next((each.grain for each in analysis.groups if isinstance(each, ByTime)), "")
    own = any(isinstance(one, Within) for each in leaves for one in each.where)
    if unit or own:
        return Latest(time.finest, unit=unit or "period")

    sql = Select([f"MAX({write.source.ref(time)}) AS latest"], write.source.text, where).text
    return Latest(time.finest, sql=sql)
