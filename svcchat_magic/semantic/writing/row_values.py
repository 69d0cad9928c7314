"""What an aggregation computes for each row before it aggregates, joined rows or distinct ones."""

from collections.abc import Mapping

from sqlglot import exp

from svcchat_magic.semantic.model.member_sql import Use, read_member_sql
from svcchat_magic.semantic.model.model import Cube
from svcchat_magic.semantic.planning.atoms import Atom, CallerAtom, MeasureAtom, counts_rows
from svcchat_magic.semantic.planning.plan import Aggregation, Strategy, Value
from svcchat_magic.semantic.query.query import Expression, Member
from svcchat_magic.semantic.writing import sql_nodes
from svcchat_magic.semantic.writing.aggregates import caller_aggregate, measure_aggregate
from svcchat_magic.semantic.writing.row_fence import FencedRows


class JoinedRowValues:
    """Rows as the joins find them."""

    def __init__(self, cubes: Mapping[str, Cube], rows: FencedRows, part: Aggregation) -> None:
        self._cubes = cubes
        self._rows = rows
        self._starts_there = part.strategy is Strategy.REROOTED

    def aggregate(self, value: Value) -> exp.Expr:
        """A number of the aggregation."""
        atom = value.atom
        present = [] if atom.where is None else [self._rows.value(atom.where)]
        counts_keys = value.is_repeated and counts_rows(self._cubes, atom)
        key = self._rows.scope.identity(atom.path)[0] if counts_keys else None
        if key is None and not self._is_there(atom):
            present.insert(0, _is_known(self._rows.scope.identity(atom.path)[0]))

        if isinstance(atom, CallerAtom):
            operand = atom.call.operand
            return caller_aggregate(
                atom.call, None if operand is None else self._rows.value(operand), present, key
            )

        measure = self._cubes[atom.path[-1]].measures[atom.measure]
        return measure_aggregate(measure, lambda sql: self._rows.scope.row(atom.path, sql), present, key)

    def _is_there(self, atom: Atom) -> bool:
        """Whether every row that is read has a row of the atom's cube, or only NULL where it has none."""
        if len(atom.path) == 1 or self._starts_there:
            return True

        return reads_own_column(self._cubes, atom)


class DistinctRows:
    """Distinct pairs of group and row of one cube; what is read of the row comes with the pair."""

    def __init__(self, cubes: Mapping[str, Cube], rows: FencedRows, part: Aggregation) -> None:
        self._cubes = cubes
        self._rows = rows
        self._at = part.at
        self._read: dict[Use | Expression, exp.Expr] = {}

    def aggregate(self, value: Value) -> exp.Expr:
        """A number of the aggregation."""
        atom = value.atom
        present = [_is_known(sql_nodes.column("id0", "d"))]
        if atom.where is not None:
            present.append(self._column(atom.where))

        if isinstance(atom, CallerAtom):
            operand = atom.call.operand
            return caller_aggregate(atom.call, None if operand is None else self._column(operand), present)

        measure = self._cubes[atom.path[-1]].measures[atom.measure]
        return measure_aggregate(measure, self._row, present)

    def columns(self) -> list[exp.Expr]:
        """The primary key, and what the aggregates read."""
        identity = sql_nodes.numbered(self._rows.scope.identity(self._at), "id")
        return [*identity, *sql_nodes.numbered(map(self._of_row, self._read), "v")]

    def _of_row(self, read: Use | Expression) -> exp.Expr:
        return self._rows.scope.use(self._at, read) if isinstance(read, Use) else self._rows.value(read)

    def _row(self, sql: str) -> exp.Expr:
        return read_member_sql(sql).build(self._column)

    def _column(self, read: Use | Expression) -> exp.Expr:
        return self._read.setdefault(read, sql_nodes.column(f"v{len(self._read)}", "d")).copy()


def reads_own_column(cubes: Mapping[str, Cube], atom: Atom) -> bool:
    """Whether an atom aggregates a plain column of its cube, which is NULL where joins find no row."""
    cube = cubes[atom.path[-1]]
    if isinstance(atom, MeasureAtom):
        return _is_own_column(cube, cube.measures[atom.measure].sql)

    operand = atom.call.operand
    if not isinstance(operand, Member) or operand.path != atom.path or operand.name not in cube.dimensions:
        return False

    return _is_own_column(cube, cube.dimensions[operand.name].sql)


def _is_own_column(cube: Cube, sql: str) -> bool:
    if not sql:
        return False

    read = read_member_sql(sql)
    return isinstance(read.tree, exp.Column) and all(
        use.column and use.cube in {"", cube.name} for use in read.uses()
    )


def _is_known(value: exp.Expr) -> exp.Expr:
    return exp.Not(this=exp.Is(this=value, expression=exp.Null()))
