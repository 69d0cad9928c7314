"""Expressions over groups: keys, and measures composed of the numbers that aggregations give."""

from collections.abc import Mapping

from sqlglot import exp

from svcchat_magic.semantic.model.join_graph import Path
from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.planning.atoms import Atom, Atoms, MeasureAtom, counts
from svcchat_magic.semantic.planning.plan import Merge
from svcchat_magic.semantic.query.operations import Bindings, render, render_outside
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Constant,
    Expression,
    FilteredMeasure,
    Member,
    Operation,
)
from svcchat_magic.semantic.query.total_rendering import render_total
from svcchat_magic.semantic.writing import sql_nodes
from svcchat_magic.semantic.writing.row_fence import tried


class GroupValues:
    """What a query computes over its groups. The aggregations are named q0 (with every group), q1 ..."""

    def __init__(self, cubes: Mapping[str, Cube], atoms: Atoms, merged: Merge, bindings: Bindings) -> None:
        self._cubes = cubes
        self._atoms = atoms
        self._keys = {key: f"k{at}" for at, key in reversed(list(enumerate(merged.keys)))}
        self._bindings = bindings
        self._is_ruled = merged.parts[0].rows.row_rules.is_ruled
        self._numbers: dict[Atom, tuple[str, str, bool]] = {
            value.atom: (f"a{at}", f"q{number}", number > 0 and not part.has_all_groups)
            for number, part in enumerate(merged.parts)
            for at, value in enumerate(part.values)
        }

    def value(self, expression: Expression) -> exp.Expr:
        """An expression of the caller over the groups."""
        if not (self._is_ruled and isinstance(expression, Operation) and expression not in self._keys):
            return self._rendered(expression)

        total = self._bindings.dialect.total
        if total is None:
            return tried(self._rendered(expression))

        return render_total(expression, self._leaf, self._bindings, total)

    def same_keys(self, number: int) -> exp.Expr | None:
        """That a group of an aggregation is one of q0; None where there is one group."""
        if not self._keys:
            return None

        return sql_nodes.all_hold([
            exp.NullSafeEQ(
                this=sql_nodes.column(name, "q0"), expression=sql_nodes.column(name, f"q{number}")
            )
            for name in sorted(self._keys.values())
        ])  # fmt: skip

    def _rendered(self, expression: Expression) -> exp.Expr:
        if expression in self._keys:
            return sql_nodes.column(self._keys[expression], "q0")

        match expression:
            case Operation():
                return render_outside(expression, self._rendered, self._bindings)
            case Member(path, name):
                return self._measure(path, name, None)
            case FilteredMeasure(Member(path, name), where):
                return self._measure(path, name, where)
            case Aggregate():
                return self._number(self._atoms.of_call(expression))
            case _:
                return render(expression, _unreadable, self._bindings)

    def _leaf(self, expression: Expression) -> exp.Expr | None:
        """What stands for a key or a number."""
        is_computed = isinstance(expression, (Constant, Operation)) and expression not in self._keys
        return None if is_computed else self._rendered(expression)

    def _measure(self, path: Path, name: str, where: Expression | None) -> exp.Expr:
        """A measure from its atoms, as the model composes them."""
        atom = MeasureAtom(path, name, where)
        if atom in self._numbers:
            return self._number(atom)

        def resolve(use: Use) -> exp.Expr:
            return exp.Paren(this=self._measure(self._atoms.place(path, use), use.member, where))

        return exp.Paren(this=read_member_sql(self._cubes[path[-1]].measures[name].sql).build(resolve))

    def _number(self, atom: Atom) -> exp.Expr:
        """The column of an atom. A group that its aggregation does not have has no rows to count."""
        name, part, may_lack_groups = self._numbers[atom]
        found = sql_nodes.column(name, part)
        if may_lack_groups and counts(self._cubes, atom):
            return exp.Coalesce(this=found, expressions=[sql_nodes.whole(0)])

        return found


def _unreadable(expression: Expression) -> exp.Expr:
    raise TypeError(f"a {type(expression).__name__} is no expression over the groups of a semantic query")
