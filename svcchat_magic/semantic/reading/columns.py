"""What the names of a SELECT stand for: members of the model, or columns of the statements in FROM."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from sqlglot import exp

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.query.query import Expression, Member, OutputColumn
from svcchat_magic.semantic.reading.table_members import TableMembers, written

Named: TypeAlias = tuple[str, Expression]


class Columns(Protocol):
    """What stands in FROM, as the expressions of a SELECT see it."""

    def find(self, column: exp.Column) -> Expression:
        """What a column's name means. Raises QueryRefused: hidden and unknown ones alike."""

    def name(self, expression: Expression) -> str | None:
        """The name of a column that it has, or None."""

    def label(self, member: Member) -> str:
        """A member as people write it, for sentences."""

    def agg_type(self, member: Member, /) -> str:
        """How a measure aggregates."""

    def starred(self, table: exp.Expr | None) -> Iterator[Named]:
        """What `*` stands for, or `table.*`."""


class JoinedMembers:
    """The members of cubes that the model joins, each under its table's name in the query."""

    def __init__(self, tables: Mapping[str, TableMembers]) -> None:
        self._tables = tables

    def find(self, column: exp.Column) -> Expression:
        """What a column's name means; see `Columns`."""
        if column.table:
            name = written(column.args["table"], self._tables)
            if name is None:
                raise QueryRefused("A column is read from a table that is not in FROM.")

            return self._tables[name].find(column)

        owners = [table for table in self._tables.values() if table.has(column.this)]
        if len(owners) > 1:
            raise QueryRefused("More than one table has a member of that name; write it as table.member.")

        return (owners or list(self._tables.values()))[0].find(column)

    def name(self, expression: Expression) -> str | None:
        """The name of a column that it has, or None."""
        return next((name for table in self._tables.values() if (name := table.name(expression))), None)

    def label(self, member: Member) -> str:
        """A member as people write it."""
        return next(table for table in self._tables.values() if table.name(member)).label(member)

    def agg_type(self, member: Member) -> str:
        """How a measure aggregates."""
        return next(table for table in self._tables.values() if table.name(member)).agg_type(member)

    def starred(self, table: exp.Expr | None) -> Iterator[Named]:
        """What `*` stands for, or `table.*`."""
        for name in _of_table(table, self._tables):
            yield from self._tables[name].starred(None)


class OpenColumns:
    """The columns of an inner SELECT whose rows the outer one groups, as expressions over members."""

    def __init__(self, alias: str, columns: Mapping[str, Expression], members: Columns) -> None:
        self._alias = alias
        self._columns = columns
        self._names = {expression: name for name, expression in columns.items()}
        self._members = members

    def find(self, column: exp.Column) -> Expression:
        """What a column's name means; see `Columns`."""
        if not column.table or written(column.args["table"], (self._alias,)) is not None:
            name = written(column.this, self._columns)
            if name is not None:
                return self._columns[name]

        raise QueryRefused("The sub-query has no column of that name; name it in the inner SELECT.")

    def name(self, expression: Expression) -> str | None:
        """The name of a column that it has, or None."""
        return self._names.get(expression)

    def label(self, member: Member) -> str:
        """A member as people write it."""
        return self._members.label(member)

    def agg_type(self, member: Member) -> str:
        """How a measure aggregates."""
        return self._members.agg_type(member)

    def starred(self, table: exp.Expr | None) -> Iterator[Named]:
        """What `*` stands for, or `table.*`."""
        if table is not None and written(table, (self._alias,)) is None:
            raise QueryRefused("A column is read from a table that is not in FROM.")

        yield from self._columns.items()


@dataclass(frozen=True, slots=True)
class SourceColumns:
    """The columns of the statements in FROM, by the names that these have in the query."""

    sources: Mapping[str, Mapping[str, OutputColumn]]
    merged: Mapping[str, Expression]  # those of USING, which need no table

    def find(self, column: exp.Column) -> Expression:
        """What a column's name means; see `Columns`."""
        if column.table:
            table = written(column.args["table"], self.sources)
            if table is None:
                raise QueryRefused("A column is read from a table that is not in FROM.")

            return self._only([table], column)

        merged = written(column.this, self.merged)
        return self.merged[merged] if merged is not None else self._only(list(self.sources), column)

    def name(self, expression: Expression) -> str | None:
        """The name of a column that it has, or None."""
        named = (pair for source in self.sources.values() for pair in source.items())
        return next((name for name, column in named if column == expression), None)

    def label(self, member: Member) -> str:
        """A member as people write it."""
        return member.name

    def agg_type(self, _member: Member) -> str:
        """No column is a measure."""
        return ""

    def starred(self, table: exp.Expr | None) -> Iterator[Named]:
        """What `*` stands for, or `table.*`."""
        if table is None:
            yield from self.merged.items()

        for name in _of_table(table, self.sources):
            own = self.sources[name].items()
            yield from (pair for pair in own if table is not None or pair[0] not in self.merged)

    def _only(self, tables: list[str], column: exp.Column) -> Expression:
        found = [(table, name) for table in tables if (name := written(column.this, self.sources[table]))]
        if len(found) > 1:
            raise QueryRefused(
                "More than one table in FROM has a column of that name; write it as table.column."
            )

        if not found:
            raise QueryRefused(
                "No table in FROM has a column of that name. Compute a measure in a sub-query: "
                "tables that are joined ON columns have dimensions alone."
            )

        table, name = found[0]
        return self.sources[table][name]


def _of_table(table: exp.Expr | None, tables: Mapping[str, object]) -> list[str]:
    if table is None:
        return list(tables)

    name = written(table, tables)
    if name is None:
        raise QueryRefused("A column is read from a table that is not in FROM.")

    return [name]
