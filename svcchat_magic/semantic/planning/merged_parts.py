"""Queries of one question joined on their keys: a row for each group that any of them has."""

from collections.abc import Callable, Sequence
from functools import reduce

from svcchat_magic.semantic.query.operations import all_of, type_of
from svcchat_magic.semantic.query.query import (
    Constant,
    Expression,
    Operation,
    OuterQuery,
    Output,
    OutputColumn,
    SetOperation,
    Source,
    Statement,
)
from svcchat_magic.semantic.query.stages import NamedStatement

Make = Callable[[tuple[Expression, ...]], Statement]  # a statement that has the keys, and then these columns


class Part:
    """One of the queries, and the columns that are asked of it.

    `places` are those keys of the whole that it has.
    """

    def __init__(self, name: str, places: Sequence[int], make: Make) -> None:
        self.name = name
        self.places = tuple(places)
        self._make = make
        self._columns: dict[Expression, int] = {}

    def column(self, expression: Expression) -> OutputColumn:
        """The column of a number."""
        at = self._columns.setdefault(expression, len(self._columns))
        return OutputColumn(self.name, f"c{len(self.places) + at}", type_of(expression))

    def statement(self) -> Statement:
        """The query with all that was asked of it."""
        return self._make(tuple(self._columns))

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.places) + len(self._columns)

    def key(self, place: int, kind: str) -> OutputColumn:
        """The column of a key of the whole."""
        return OutputColumn(self.name, f"c{self.places.index(place)}", kind)


class MergedParts:
    """All of them."""

    def __init__(self, keys: Sequence[Expression]) -> None:
        self._kinds = tuple(map(type_of, keys))
        self._parts: list[Part] = []
        self._columns: dict[Expression, int] = {}

    def part(self, places: Sequence[int], make: Make) -> Part:
        """A further part."""
        found = Part(f"part{len(self._parts)}", places, make)
        self._parts.append(found)
        return found

    def key(self, place: int) -> OutputColumn:
        """A key in `layer`."""
        return OutputColumn("r0", f"c{place}", self._kinds[place])

    def column(self, part: Part, expression: Expression, *, is_count: bool = False) -> OutputColumn:
        """A number in `layer`; a count is 0 for a group that its part does not have."""
        found: Expression = part.column(expression)
        if is_count and self._kinds:
            found = Operation("coalesce", (found, Constant(0)))

        at = self._columns.setdefault(found, len(self._columns))
        return OutputColumn("r0", f"c{len(self._kinds) + at}", type_of(expression))

    @property
    def has_all_groups(self) -> bool:
        """Whether some part has all keys."""
        return bool(self._full)

    @property
    def width(self) -> int:
        """How many columns `layer` has."""
        return len(self._kinds) + len(self._columns)

    def layer(self) -> OuterQuery:
        """Keys and numbers, a row for each group."""
        full = self._full
        if not self._kinds or len(full) == 1:
            groups = full[0]
            first = Source(groups.name, groups.statement())
            return self._joined(first, groups, [part for part in self._parts if part is not groups], ())

        named = tuple((_cte(part), part.statement()) for part in full)
        groups = Part("groups", range(len(self._kinds)), lambda _: self._united(full))
        return self._joined(Source("groups", groups.statement()), groups, self._parts, named)

    @property
    def _full(self) -> list[Part]:
        return [part for part in self._parts if len(part.places) == len(self._kinds)]

    def _joined(
        self, first: Source, groups: Part, parts: Sequence[Part], named: tuple[tuple[str, Statement], ...]
    ) -> OuterQuery:
        names = {name for name, _ in named}
        sources = [
            Source(
                part.name,
                NamedStatement(_cte(part), part.width) if _cte(part) in names else part.statement(),
                "left" if part.places else "cross",
                self._same_keys(groups, part),
            )
            for part in parts
        ]
        keys = [groups.key(place, kind) for place, kind in enumerate(self._kinds)]
        return OuterQuery((first, *sources), _outputs((*keys, *self._columns)), named=named)

    def _same_keys(self, groups: Part, part: Part) -> Expression | None:
        pairs = ((groups.key(place, kind), part.key(place, kind)) for place, kind in self._kinds_of(part))
        found = tuple(Operation("same", pair) for pair in pairs)
        return all_of(found) if found else None

    def _kinds_of(self, part: Part) -> list[tuple[int, str]]:
        return [(place, self._kinds[place]) for place in part.places]

    def _united(self, parts: Sequence[Part]) -> Statement:
        """The groups that any of some parts has."""
        return reduce(self._union, [self._keys_of(part) for part in parts])

    def _union(self, left: Statement, right: Statement) -> Statement:
        columns = tuple(OutputColumn("u", f"c{at}", kind) for at, kind in enumerate(self._kinds))
        return SetOperation("union", False, left, right, _outputs(columns))

    def _keys_of(self, part: Part) -> Statement:
        source = Source(part.name, NamedStatement(_cte(part), part.width))
        return OuterQuery(
            (source,), _outputs([part.key(place, kind) for place, kind in enumerate(self._kinds)])
        )


def _cte(part: Part) -> str:
    """No table that a model reads is called so."""
    return f"svcchat {part.name}"


def _outputs(expressions: Sequence[Expression]) -> tuple[Output, ...]:
    return tuple(Output(f"c{number}", expression) for number, expression in enumerate(expressions))
