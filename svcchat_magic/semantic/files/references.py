"""The SQL of cubes in one form: in the model's dialect, times cut to units, other cubes' SQL put in.

Everything after the files reads snippets of one dialect, with references of one or two parts.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

import sqlglot
from sqlglot import exp
from sqlglot.dialects import DIALECT_MODULE_NAMES
from sqlglot.errors import SqlglotError

from svcchat_magic.semantic.files.dialect_guess import guessed_dialect
from svcchat_magic.semantic.files.granularity_sql import GRAINS, cut_sql, granular_sql
from svcchat_magic.semantic.files.model_places import Places
from svcchat_magic.semantic.files.yaml_blocks import Problems
from svcchat_magic.semantic.model.calendar import Calendar
from svcchat_magic.semantic.model.member_parts import Granularity, Mask, granular_name
from svcchat_magic.semantic.model.member_sql import MODEL_DIALECT
from svcchat_magic.semantic.model.model import Cube, Dimension, Measure, ModelSettings

_REFERENCE = re.compile(r"\{\s*([A-Za-z_]\w*)((?:\.[A-Za-z_]\w*)+)\s*\}")
_ANY_REFERENCE = re.compile(r"\{[^{}]*\}")
_SQL_OF_CUBE = re.compile(r"\{\s*([A-Za-z_]\w*)\.sql\(\)\s*\}")
_PLAIN = re.compile(r"[A-Za-z_]\w*")
_OWN = frozenset({"CUBE", "TABLE"})
_MARK = "ref_{}_"  # an identifier in place of a reference while SQL is read in its dialect

Rewrite = Callable[[str], str]


def in_one_form(
    cubes: Mapping[str, Cube], settings: ModelSettings, places: Places, problems: Problems
) -> dict[str, Cube]:
    """The same cubes with their SQL in one form, and a hidden dimension for each granularity of their own."""
    return {name: _in_one_form(cube, cubes, settings, places, problems) for name, cube in cubes.items()}


def dialect_of(cube: Cube, settings: ModelSettings) -> str:
    """The dialect that a cube's SQL is written in: its data source's, else the model's."""
    named = settings.data_sources.get(cube.data_source, cube.data_source)
    return named if named in KNOWN_DIALECTS else settings.dialect


KNOWN_DIALECTS = frozenset(DIALECT_MODULE_NAMES)  # `Dialect.classes` would import all of them


def with_dialect(cubes: Mapping[str, Cube], settings: ModelSettings, problems: Problems) -> ModelSettings:
    """The settings with the dialect of the cubes whose data source has none, found from their SQL."""
    if settings.dialect:
        return settings

    undeclared = {name: cube for name, cube in cubes.items() if not dialect_of(cube, settings)}
    found = guessed_dialect(undeclared)
    if found != MODEL_DIALECT:
        problems.notices.append(
            f"SQL is read as {found}'s, because {MODEL_DIALECT} does not read it; "
            "if that is wrong, name its dialect under settings"
        )

    return replace(settings, dialect=found)


def _in_one_form(
    cube: Cube, cubes: Mapping[str, Cube], settings: ModelSettings, places: Places, problems: Problems
) -> Cube:
    dialect = dialect_of(cube, settings)

    def rewritten(name: str, sql: str) -> str:
        if not sql:
            return sql

        try:
            own = sql if dialect == MODEL_DIALECT else _translated(sql, dialect)
            return _cut_times(cube, cubes, own, settings.calendar)
        except SqlglotError:
            problems.add(places.of(cube.name, name), f"sql is not readable as SQL of {dialect}")
            return sql

    dimensions = {
        name: _dimension(dimension, partial(rewritten, name)) for name, dimension in cube.dimensions.items()
    }
    return replace(
        cube,
        sql_table=cube.sql_table if dialect == MODEL_DIALECT else _own_table(cube.sql_table, dialect),
        sql=rewritten("", _with_sql_of_cubes(cube, cubes)),
        dimensions=MappingProxyType(dimensions | _granular(dimensions, settings.calendar)),
        measures=MappingProxyType(
            {name: _measure(measure, partial(rewritten, name)) for name, measure in cube.measures.items()}
        ),
        segments=MappingProxyType(
            {
                name: replace(segment, sql=rewritten(name, segment.sql))
                for name, segment in cube.segments.items()
            }
        ),
        joins=tuple(replace(join, sql=rewritten("", join.sql)) for join in cube.joins),
    )


def _dimension(dimension: Dimension, rewritten: Rewrite) -> Dimension:
    sql, mask = rewritten(dimension.sql), _mask(dimension.mask, rewritten)
    if sql == dimension.sql and mask == dimension.mask:
        return dimension

    return replace(dimension, sql=sql, mask=mask)


def _measure(measure: Measure, rewritten: Rewrite) -> Measure:
    sql, mask = rewritten(measure.sql), _mask(measure.mask, rewritten)
    filters = tuple(map(rewritten, measure.filters))
    if (sql, filters, mask) == (measure.sql, measure.filters, measure.mask):
        return measure

    return replace(measure, sql=sql, filters=filters, mask=mask)


def _mask(mask: Mask | None, rewritten: Rewrite) -> Mask | None:
    return replace(mask, sql=rewritten(mask.sql)) if mask is not None and mask.sql else mask


def _with_sql_of_cubes(cube: Cube, cubes: Mapping[str, Cube], depth: int = 0) -> str:
    """A cube's SELECT with `{other.sql()}` as the other's rows."""

    def rows(match: re.Match[str]) -> str:
        other = cubes.get(match[1])
        if other is None or depth > len(cubes):
            return match[0]  # refused later, as a reference in braces

        return f"({_with_sql_of_cubes(other, cubes, depth + 1) or f'SELECT * FROM {other.sql_table}'})"

    return _SQL_OF_CUBE.sub(rows, cube.sql)


def _translated(sql: str, dialect: str) -> str:
    """SQL of a dialect in the model's own, its references left as they are. Raises SqlglotError."""
    references: list[str] = []

    def mark(match: re.Match[str]) -> str:
        references.append(match[0])
        return exp.to_identifier(_MARK.format(len(references) - 1), quoted=True).sql(dialect=dialect)

    tree = _quoted(sqlglot.parse_one(_ANY_REFERENCE.sub(mark, sql), read=dialect))
    written = tree.sql(dialect=MODEL_DIALECT, unsupported_level=sqlglot.ErrorLevel.RAISE)
    for number, reference in enumerate(references):
        written = written.replace(f'"{_MARK.format(number)}"', reference)

    return written


def _own_table(sql_table: str, dialect: str) -> str:
    """A table's name as the model's own dialect writes it; what cannot be read is refused later."""
    if not sql_table:
        return ""

    try:
        table = exp.to_table(sql_table, dialect=dialect)
    except SqlglotError:  # refused later, by its name
        return sql_table

    return _quoted(table).sql(dialect=MODEL_DIALECT)


def _quoted(tree: exp.Expr) -> exp.Expr:
    """The tree with names in quotes that other dialects write without, such as project-1."""
    for part in tree.find_all(exp.Identifier):
        if not _PLAIN.fullmatch(part.name):
            part.set("quoted", True)

    return tree


def _cut_times(cube: Cube, cubes: Mapping[str, Cube], sql: str, calendar: Calendar) -> str:
    """`{created_at.month}` and `{orders.created_at.month}` as the time cut to the unit."""
    if "." not in sql:
        return sql

    def cut(match: re.Match[str]) -> str:
        *owner, name, unit = f"{match[1]}{match[2]}".split(".")
        if (not owner and (name in _OWN or name in cubes)) or len(owner) > 1:
            return match[0]

        at = cube if not owner or owner[0] in _OWN else cubes.get(owner[0])
        dimension = at.dimensions.get(name) if at is not None else None
        if dimension is None or dimension.type != "time":
            return match[0]

        return (
            _cut(f"{{{'.'.join((*owner, name))}}}", unit, dimension.granularities.get(unit), calendar)
            or match[0]
        )

    return _REFERENCE.sub(cut, sql)


def _cut(reference: str, unit: str, granularity: Granularity | None, calendar: Calendar) -> str:
    if granularity is not None:
        return f"({granular_sql(reference, granularity, calendar)})"

    return cut_sql(reference, unit, calendar) if unit in GRAINS else ""


def _granular(dimensions: Mapping[str, Dimension], calendar: Calendar) -> dict[str, Dimension]:
    return {
        granular_name(name, granularity.name): Dimension(
            name=granular_name(name, granularity.name),
            type="time",
            sql=granular_sql(f"{{CUBE.{name}}}", granularity, calendar),
            title=granularity.title,
            public=False,
        )
        for name, dimension in dimensions.items()
        for granularity in dimension.granularities.values()
    }
