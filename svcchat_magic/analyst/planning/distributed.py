"""How many rows have how many of something: customers by their number of orders."""

from dataclasses import replace

from svcchat_magic.analyst.linking.sql_names import name
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByEntity,
    Concept,
    Condition,
    Counted,
    Entity,
    OverGroups,
)
from svcchat_magic.analyst.planning.building import Builder
from svcchat_magic.analyst.planning.lines import met_in
from svcchat_magic.analyst.planning.needs import concepts_of_condition, timed
from svcchat_magic.analyst.planning.planned import CannotPlan, Column, Planned
from svcchat_magic.analyst.planning.select_text import Select
from svcchat_magic.analyst.planning.select_writer import SelectWriter
from svcchat_magic.analyst.planning.sources import Source, Sources
from svcchat_magic.analyst.planning.sql_text import plural_name


def distributed(builder: Builder, analysis: Analysis, numbered: OverGroups) -> Planned:
    """Each number with how many rows have it, those with none at all too; raises CannotPlan."""
    sources = builder.sources
    cube = numbered.group.entity.cube if isinstance(numbered.group, ByEntity) else ""
    entity = sources.catalog.entities.get(cube)
    key = sources.identity(entity) if entity is not None else None
    if entity is None or key is None or analysis.groups or analysis.derived:
        raise CannotPlan("whose number that is")

    home = _home(numbered, entity, sources)
    dated = sources.dates(home)
    where = tuple(timed(each, dated) for each in analysis.where)
    own = tuple(each for each in where if _is_of(each, entity, sources))
    each_row, whole = _source(sources, home, key, where, numbered), _source(sources, entity.cube, key, own)
    called, counted = f"number_of_{_noun(numbered, sources)}", plural_name(entity)
    number = _number(numbered, each_row, sources)
    kept = [f"{each_row.ref(key)} IS NOT NULL", *SelectWriter(sources, each_row).conditions(where)]
    numbers = Select([f"{each_row.ref(key)} AS own", f"{number} AS n"], each_row.text, kept, ["1"])
    told = SelectWriter(sources, whole).conditions(own)
    rows = Select([f"{whole.ref(key)} AS own"], whole.text, told, ["1"])
    sql = (
        f"WITH all_rows AS (\n{rows.inner}\n),\nnumbers AS (\n{numbers.inner}\n)\n"
        f"SELECT COALESCE(numbers.n, 0) AS {name(called)}, COUNT(*) AS {name(counted)}\n"
        f"FROM all_rows LEFT JOIN numbers ON numbers.own = all_rows.own\nGROUP BY 1\nORDER BY 1"
    )
    columns = (Column(called, numbered, "group"), Column(counted, Counted(entity), "quantity"))
    return Planned(sql, columns, each_row, replace(analysis, where=where))


def _home(numbered: OverGroups, entity: Entity, sources: Sources) -> str:
    """Whose rows are counted for each: the orders of a customer, the lines of an order."""
    cube = next(cubes_of(numbered.quantity))
    if sources.graph.reaches(cube, entity.cube, to_one=True):
        return cube

    lines = met_in(entity.cube, cube, sources)
    if lines == entity.cube or not isinstance(numbered.quantity, Counted):
        raise CannotPlan(f"how many of them each {entity.noun} has")

    return lines


def _source(
    sources: Sources,
    home: str,
    key: Concept,
    where: tuple[Condition, ...],
    numbered: OverGroups | None = None,
) -> Source:
    needs = [key, *(each for one in where for each in concepts_of_condition(one, sources))]
    counted = numbered.quantity if numbered is not None else None
    if isinstance(counted, Counted) and counted.entity.cube != home:
        other = sources.identity(counted.entity)
        needs += [other] if other is not None else []
    elif counted is not None and not isinstance(counted, Counted):
        needs.append(counted.measure)  # type: ignore[union-attr]

    found = sources.best(home, needs)
    if found is None:
        raise CannotPlan("which table holds all of it")

    return found


def _number(numbered: OverGroups, source: Source, sources: Sources) -> str:
    counted = numbered.quantity
    if not isinstance(counted, Counted):
        return SelectWriter(sources, source).quantity(counted)

    number = sources.counts(source, counted.entity, distinct=counted.entity.cube != source.root)
    if not number:
        raise CannotPlan(f"how one {counted.entity.noun} is told from another")

    return number


def _noun(numbered: OverGroups, sources: Sources) -> str:
    entity = sources.catalog.entities[next(cubes_of(numbered.quantity))]
    return plural_name(entity)


def _is_of(condition: Condition, entity: Entity, sources: Sources) -> bool:
    """Whether a condition keeps the rows themselves, and not only what is counted of each."""
    reaches = sources.graph.reaches
    return all(
        reaches(entity.cube, each.cube, to_one=True) for each in concepts_of_condition(condition, sources)
    )
