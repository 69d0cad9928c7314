"""The SQL snippets of a model: their `{references}` read, and put back as columns of a query."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

MODEL_DIALECT = "duckdb"  # the dialect that model files are written in
_REFERENCE = re.compile(r"\$?\{\s*([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?\s*\}")
_OWN = frozenset({"", "CUBE", "TABLE"})
_MARK = "ref:"  # names no column has: it is written quoted


@dataclass(frozen=True, slots=True)
class Use:
    """What a snippet refers to: a member, or a column of a cube's table. `cube` is "" for its own."""

    cube: str
    member: str = ""
    column: str = ""
    quoted: bool = False  # how the column was written


class SnippetUnreadable(ValueError):
    """A snippet that is not one plain SQL expression; the text says why."""


@dataclass(frozen=True, slots=True)
class MemberSql:
    """A parsed snippet."""

    tree: exp.Expr
    references: tuple[tuple[str, str], ...]
    _uses: list[tuple[Use, ...]] = field(default_factory=list, compare=False, repr=False)

    def uses(self) -> tuple[Use, ...]:
        """Every column and member it refers to."""
        if not self._uses:  # it is asked many times in every query
            self._uses.append(tuple(self._use(column) for column in self.tree.find_all(exp.Column)))

        return self._uses[0]

    def equals(self) -> tuple[Use, ...]:
        """The two columns or members that it says are equal; none of anything else."""
        uses = self.uses()
        return uses if isinstance(self.tree, exp.EQ) and len(uses) == 2 else ()

    def has_aggregate(self) -> bool:
        """Whether it computes an aggregate of its own."""
        return self.tree.find(exp.AggFunc) is not None

    def build(self, resolve: Callable[[Use], exp.Expr]) -> exp.Expr:
        """A new tree with every use replaced."""
        if isinstance(self.tree, exp.Column):  # most are one column
            return resolve(self.uses()[0])

        def replace(node: exp.Expr) -> exp.Expr:
            return resolve(self._use(node)) if isinstance(node, exp.Column) else node

        return self.tree.transform(replace)

    def _use(self, column: exp.Column) -> Use:
        if column.table.startswith(_MARK):
            cube, member = self._reference(column.table)
            if member:
                raise SnippetUnreadable("a member reference such as {orders.status} takes no column after it")

            return Use("" if cube in _OWN else cube, column=column.name, quoted=column.this.quoted)

        if column.table or not column.name.startswith(_MARK):
            return Use(column.table, column=column.name, quoted=column.this.quoted)

        cube, member = self._reference(column.name)
        return Use("" if cube in _OWN else cube, member=member) if member else Use("", member=cube)

    def _reference(self, mark: str) -> tuple[str, str]:
        return self.references[int(mark.removeprefix(_MARK))]


def one_use(sql: str) -> Use | None:
    """The column or member that a snippet is; None for one that computes anything, or is not readable."""
    try:
        read = read_member_sql(sql) if sql else None
    except SnippetUnreadable:
        return None

    return read.uses()[0] if read is not None and isinstance(read.tree, exp.Column) else None


@lru_cache(maxsize=4096)  # a pure function of the model's text: the same for every viewer
def read_member_sql(sql: str) -> MemberSql:
    """Parse one snippet.

    Raises SnippetUnreadable.
    """
    references: list[tuple[str, str]] = []

    def mark(match: re.Match[str]) -> str:
        references.append((match[1], match[2] or ""))
        return f'"{_MARK}{len(references) - 1}"'

    text = _REFERENCE.sub(mark, sql)
    if "{" in text or "}" in text:
        raise SnippetUnreadable(
            "only references such as {CUBE}, {member} and {cube.member} are supported in braces"
        )

    try:
        tree = sqlglot.parse_one(text, read=MODEL_DIALECT)
    except (SqlglotError, RecursionError) as error:
        raise SnippetUnreadable("is not readable as an SQL expression") from error

    if isinstance(tree, exp.Query) or tree.find(exp.Query, exp.Window, exp.Command, exp.DDL, exp.DML):
        raise SnippetUnreadable("must be one expression without sub-queries and window functions")

    found = MemberSql(tree, tuple(references))
    if any(column.args.get("db") or column.is_star for column in tree.find_all(exp.Column)):
        raise SnippetUnreadable("names columns as {CUBE}.column")

    found.uses()  # a malformed reference is found when the model is loaded
    return found


@lru_cache(maxsize=1024)  # as above
def read_cube_source(sql_table: str, sql: str) -> exp.Expr:
    """What stands in FROM for a cube; copy it before use.

    Raises SnippetUnreadable.
    """
    try:
        if sql_table:
            return exp.to_table(sql_table, dialect=MODEL_DIALECT)

        query = sqlglot.parse_one(sql, read=MODEL_DIALECT)
    except (SqlglotError, RecursionError) as error:
        raise SnippetUnreadable("is not readable as SQL") from error

    if not isinstance(query, exp.Query) or "{" in sql:
        raise SnippetUnreadable("must be one SELECT without references in braces")

    return query.subquery(copy=False)
