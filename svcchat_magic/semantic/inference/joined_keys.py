"""Where a user's own table meets the cubes of a model: keys, each verified against the rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sqlglot import exp

from svcchat_magic.errors import EngineError
from svcchat_magic.semantic.access.member_rights import is_plain_to_all
from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.files.model_checks import is_own_dimension
from svcchat_magic.semantic.inference.key_finding import (
    ENOUGH_OF_NAMED,
    ENOUGH_OF_VALUES,
    TELLING_VALUES,
    is_unique,
    key_candidates,
    names_key,
)
from svcchat_magic.semantic.inference.names import entity_words, singular, words_of
from svcchat_magic.semantic.inference.table_profile import (
    ColumnProfile,
    TableProfile,
    source_sql,
    value_sql,
    whole,
)
from svcchat_magic.semantic.model.member_sql import MODEL_DIALECT, Use, read_cube_source, read_member_sql
from svcchat_magic.semantic.model.model import Cube, Dimension, Model

_KINDS = MappingProxyType({"string": ("text",), "number": ("integer", "number")})
_MOST_COMPARED = 200  # dimensions whose values are compared where no name says that they belong together


@dataclass(frozen=True, slots=True)
class Meeting:
    """A column of the table and a dimension of a cube that have the same values."""

    column: str
    cube: str
    dimension: str
    is_of_one_row: bool  # the dimension is its cube's key: a row of the table finds one row of the cube
    is_of_one_own: bool  # no value of the column occurs twice: a row of the cube finds one row of the table
    found: float  # share of the values on the side of the many that the other has
    named: bool  # whether the names say so too

    @property
    def confidence(self) -> float:
        """Between 0 and 1."""
        return round(self.found * (1.0 if self.named else 0.7), 2)


def find_meetings(engine: Engine, model: Model, table: TableProfile) -> tuple[Meeting, ...]:
    """The cubes that a table is joined to, each by one column; empty where nothing fits.

    Columns that refer to keys of cubes come first. Without any, one key of the table that a cube refers to.
    Raises EngineError.
    """
    finder = _Finder(engine, model, table)
    referring = [
        best for column in table.columns if (best := max(finder.keys_of(column), key=_strength, default=None))
    ]
    if referring:
        return tuple({each.cube: each for each in sorted(referring, key=_strength)}.values())

    described = max(finder.referring_to_table(), key=_strength, default=None)
    return (described,) if described is not None else ()


def shown_dimensions(model: Model, cube: Cube) -> Mapping[str, str]:
    """The dimensions of a cube that questions may name, with the titles they are shown under."""
    found = {name: each.title for name, each in cube.dimensions.items() if cube.public and each.public}
    for view in model.views.values():
        for member in view.members.values() if view.public else ():
            dimension = cube.dimensions.get(member.member) if member.path[-1] == cube.name else None
            if dimension is not None and dimension.public and dimension.owner_view in ("", view.name):
                found.setdefault(member.member, member.title or dimension.title)

    return found


def _strength(each: Meeting) -> tuple[bool, float, bool]:
    return each.named, each.found, each.is_of_one_own


class _Finder:
    """Compares the columns of one table with the dimensions of a model."""

    def __init__(self, engine: Engine, model: Model, table: TableProfile) -> None:
        self._engine = engine
        self._model = model
        self._table = table

    def keys_of(self, column: ColumnProfile) -> Iterator[Meeting]:
        """The cubes whose key the column refers to."""
        for cube in self._model.cubes.values():
            keys = [each for each in cube.dimensions.values() if each.primary_key]
            if len(keys) != 1 or not column.filled or not self._may_meet(column, cube, keys[0]):
                continue

            named = names_key(column.name, cube.name, keys[0].name)
            if not _is_worth_comparing(column, named=named):
                continue

            found = self._share(column, cube, keys[0], of_column=True)
            if found >= _enough(named=named) and self._is_key(cube, keys[0]):
                one = is_unique(self._engine, self._table, column)
                yield Meeting(column.name, cube.name, keys[0].name, True, one, found, named)

    def referring_to_table(self) -> Iterator[Meeting]:
        """The dimensions that refer to a key of the table."""
        for column in key_candidates(self._table):
            if not is_unique(self._engine, self._table, column):
                continue

            for compared, (cube, dimension) in enumerate(self._like(column)):
                named = _same_name(column.name, cube, dimension)
                if not _is_worth_comparing(column, named=named) or (not named and compared >= _MOST_COMPARED):
                    continue

                found = self._share(column, cube, dimension, of_column=False)
                if found >= _enough(named=named):
                    yield Meeting(column.name, cube.name, dimension.name, False, True, found, named)

    def _like(self, column: ColumnProfile) -> list[tuple[Cube, Dimension]]:
        """The dimensions that may have values of the column, those of its name first."""
        found = [
            (cube, cube.dimensions[name])
            for cube in self._model.cubes.values()
            for name in shown_dimensions(self._model, cube)
            if self._may_meet(column, cube, cube.dimensions[name])
        ]
        return sorted(found, key=lambda each: not _same_name(column.name, *each))

    def _may_meet(self, column: ColumnProfile, cube: Cube, dimension: Dimension) -> bool:
        """Whether their values can be compared; joined by what is withheld from anyone, it would be shown."""
        is_alike = column.kind in _KINDS.get(dimension.type, ())
        is_open = dimension.mask is None and is_plain_to_all(self._model, cube.name, dimension.name)
        is_own = not dimension.sub_query and is_own_dimension(cube, dimension.name)
        return is_alike and is_open and is_own

    def _share(self, column: ColumnProfile, cube: Cube, dimension: Dimension, *, of_column: bool) -> float:
        """Of the different values of the column, the share that the dimension has; or the other way."""
        of_cube = f"(SELECT DISTINCT v FROM ({_values(cube, dimension)}))"
        own = f"(SELECT DISTINCT {value_sql(column)} AS v FROM {source_sql(self._table.table)})"
        given, held = (own, of_cube) if of_column else (of_cube, own)
        counting = (
            f"SELECT COUNT(given.v), COUNT(held.v) FROM {given} AS given "
            f"LEFT JOIN {held} AS held ON given.v = held.v"
        )
        found = self._counts(counting)
        if found is None or not found[0]:
            return 0.0

        is_telling = of_column or found[0] >= min(TELLING_VALUES, column.distinct)
        return found[1] / found[0] if is_telling else 0.0

    def _is_key(self, cube: Cube, dimension: Dimension) -> bool:
        """Whether the cube's key identifies its rows, as its model says."""
        found = self._counts(f"SELECT COUNT(*), COUNT(DISTINCT v) FROM ({_values(cube, dimension)})")
        return found is not None and found[0] == found[1]

    def _counts(self, sql: str) -> tuple[int, int] | None:
        """Two numbers; None where the data has no such table, or values that cannot be compared."""
        try:
            first, second = self._engine.run(sql, {}, limit=1).rows[0]
        except EngineError:  # `svcchat model check` says what is wrong: nothing is joined to it
            return None

        return whole(first), whole(second)


def _values(cube: Cube, dimension: Dimension) -> str:
    """The values of a dimension in all rows, whoever may see them: keys hold for the data."""
    value = read_member_sql(dimension.sql).build(_column)
    source = exp.alias_(read_cube_source(cube.sql_table, cube.sql), "t", table=True)
    return exp.select(exp.alias_(value, "v")).from_(source).sql(dialect=MODEL_DIALECT)


def _column(use: Use) -> exp.Expr:
    return exp.column(exp.to_identifier(use.column, quoted=use.quoted), table="t")


def _is_worth_comparing(column: ColumnProfile, *, named: bool) -> bool:
    """Numbers are found in many columns by chance: without a name only texts say what they belong to."""
    return named or (column.kind == "text" and column.distinct >= TELLING_VALUES)


def _enough(*, named: bool) -> float:
    return ENOUGH_OF_NAMED if named else ENOUGH_OF_VALUES


def _same_name(column: str, cube: Cube, dimension: Dimension) -> bool:
    """Whether a column is called as the dimension is, or as people call that."""
    synonyms = dimension.meta.get("synonyms", ())
    called = [
        dimension.name,
        dimension.title,
        *(map(str, synonyms) if isinstance(synonyms, (list, tuple)) else ()),
    ]
    names = {_in_one_number(name) for name in called if name}
    entity = tuple(map(singular, entity_words(cube.name)))
    mine = _in_one_number(column)
    return mine in names | {(*entity, *name) for name in names}


def _in_one_number(name: str) -> tuple[str, ...]:
    return tuple(map(singular, words_of(name)))
