"""Units of time by their own number: how many of them have so much, and the first that has."""

from dataclasses import replace

from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.functions import FIRST
from svcchat_magic.analyst.meaning.tree import Analysis, ByTime, Concept, Counted, IsIn, Measured, OverGroups
from svcchat_magic.analyst.planning.building import Builder
from svcchat_magic.analyst.planning.once_for_each import things_apart
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.sources import Sources


def over_units(builder: Builder, analysis: Analysis, asked: OverGroups) -> Planned:
    """One number, or one day, of each group; raises CannotPlan."""
    unit, quantity = asked.group, asked.quantity
    if not isinstance(unit, ByTime) or not isinstance(quantity, Measured | Counted):
        raise CannotPlan("which days are meant")

    if asked.function == FIRST and isinstance(quantity, Measured):
        quantity = replace(quantity, measure=_running(quantity.measure, builder.sources))

    having = tuple(replace(each, quantity=quantity) for each in analysis.having)
    inner = replace(
        analysis, quantities=(quantity,), groups=(*analysis.groups, unit), having=having, rank=None
    )
    if asked.function == FIRST:
        _mind_the_things(inner, builder.sources)

    built = builder.build(inner)
    outer, moment = built.columns[: len(analysis.groups)], built.columns[len(analysis.groups)].name
    is_first = asked.function == FIRST
    called = f"first_{unit.grain}" if is_first else f"number_of_{unit.grain}s"
    number = f"MIN({name(moment)})" if is_first else "COUNT(*)"
    outputs = [*(name(each.name) for each in outer), f"{number} AS {name(called)}"]
    sql = f"SELECT {', '.join(outputs)}\nFROM (\n{built.select.inner}\n) AS each_one"
    if outer:
        keys = ", ".join(str(at + 1) for at in range(len(outer)))
        order = f"{len(outer) + 1}" if is_first else f"{len(outer) + 1} DESC"
        sql += f"\nGROUP BY {keys}\nORDER BY {order}, {keys}"

    full = replace(built.analysis, quantities=(asked,), groups=built.analysis.groups[: len(outer)])
    return Planned(sql, (*outer, Column(called, asked, "quantity")), built.source, full)


def _running(measure: Concept, sources: Sources) -> Concept:
    """What is passed: a level, a running total, or that of what is added up; raises CannotPlan."""
    found = sources.catalog.by_key.get((measure.cube, measure.runs_as)) if measure.runs_as else measure
    if found is None or not (found.over_time or found.agg_type == "avg"):
        raise CannotPlan(f"how much {measure.title.lower()} comes to up to a day")

    return found


def _mind_the_things(analysis: Analysis, sources: Sources) -> None:
    """A day on which some things have no figure is not the first on which all have so much together."""
    single = {each.of for each in analysis.where if isinstance(each, IsIn) and len(each.values) == 1}
    if any(each.of not in single for each in things_apart(analysis, sources.catalog)):
        raise CannotPlan("of which of them the total is meant, as not all have a figure each day")
