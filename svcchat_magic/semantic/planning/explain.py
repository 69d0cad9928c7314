"""A plan printed as text, one line for each step, each step indented below the one that reads it.

Members are named as the viewer knows them. What the viewer does not see is there without its name.
"""

from collections.abc import Iterator, Sequence

from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.planning.atoms import Atom, CallerAtom
from svcchat_magic.semantic.planning.plan import (
    Aggregation,
    Compose,
    Filter,
    Join,
    Page,
    Plan,
    RowCount,
    SemiJoin,
    Source,
)
from svcchat_magic.semantic.planning.shown_names import HIDDEN, ShownNames
from svcchat_magic.semantic.query.expressions import members_of
from svcchat_magic.semantic.query.query import (
    Aggregate,
    Constant,
    Expression,
    FilteredMeasure,
    Member,
    Operation,
    SubqueryTest,
)

_INDENT = "  "


def explain_plan(plan: Plan, seen: Model, table: str) -> str:
    """The steps of a plan of a query on a table; `seen` is the model as its viewer sees it."""
    return "\n".join(_Explained(seen, table).lines(plan))


class _Explained:
    """Says what the nodes of one plan do."""

    def __init__(self, seen: Model, table: str) -> None:
        self._names = ShownNames(seen, table)

    def lines(self, plan: Plan) -> Iterator[str]:
        """Its steps, the last one first."""
        if isinstance(plan, RowCount):
            yield "count rows"
            yield from _below(self._rows(plan.rows))
            return

        yield from self._page(plan)

    def _page(self, page: Page) -> Iterator[str]:
        order = ", ".join(
            self._text(term.expression) + (" descending" if term.descending else "") for term in page.order_by
        )
        cut = [] if page.limit is None else [f"at most {page.limit:,} rows"]
        cut += [f"after the first {page.offset:,}"] if page.offset else []
        yield "page: " + "; ".join([*([f"by {order}"] if order else []), *cut] or ["all rows"])
        if isinstance(page.source, Compose):
            yield from _below(self._composed(page.source))
            return

        yield f"{_INDENT}rows: {self._texts([output.expression for output in page.source.outputs])}"
        yield from _below(_below(self._rows(page.source.rows)))

    def _composed(self, compose: Compose) -> Iterator[str]:
        yield f"compose: {self._texts([output.expression for output in compose.outputs])}"
        if compose.having is not None:
            yield f"{_INDENT}having {self._text(compose.having)}"

        parts = compose.merged.parts
        if len(parts) == 1:
            yield from _below(self._aggregation(parts[0]))
            return

        keys = self._texts(compose.merged.keys)
        yield f"{_INDENT}merge on {keys}" if keys else f"{_INDENT}merge"
        for part in parts:
            yield from _below(_below(self._aggregation(part)))

    def _aggregation(self, part: Aggregation) -> Iterator[str]:
        values = ", ".join(dict.fromkeys(self._atom(value.atom) for value in part.values)) or "groups"
        by = f" by {self._texts(part.keys)}" if part.keys else ""
        yield f"aggregate ({part.strategy.value}, {self._names.cube(part.at)}): {values}{by}"
        yield from _below(self._rows(part.rows))

    def _rows(self, rows: Filter) -> Iterator[str]:
        tested = [*self._rules(rows.rules), *map(self._text, rows.conditions)]
        yield f"filter: {' and '.join(tested) or 'every row'}"
        if rows.periods is not None:
            chosen = "".join(f", where {self._text(each)}" for each in rows.periods.where)
            yield f"{_INDENT}each {rows.periods.unit} from the first to the last{chosen}"

        for semi_join in rows.semi_joins:
            yield from _below(self._semi_join(semi_join))

        yield from _below(self._source(rows.source))

    def _semi_join(self, test: SemiJoin) -> Iterator[str]:
        tested = " and ".join([*self._rules(test.rules), *map(self._text, test.conditions)])
        yield f"semi-join{': ' if tested else ''}{tested}"
        yield from _below(self._source(test.source))

    def _source(self, source: Source) -> Iterator[str]:
        if not isinstance(source, Join):
            yield f"scan {self._names.cube(source.path)}"
            return

        yield f"{'left join' if source.keeps_all else 'join'} {self._names.cube(source.path)}"
        yield from self._source(source.source)

    def _rules(self, rules: tuple[Expression, ...]) -> list[str]:
        """Row rules by the members they read: their values belong to the model's author."""
        return [f"row rule on {self._texts(_members_in(rule)) or 'no row'}" for rule in rules]

    def _texts(self, expressions: Sequence[Expression]) -> str:
        return ", ".join(map(self._text, expressions))

    def _text(self, expression: Expression) -> str:
        match expression:
            case Member(path, name):
                return self._names.member(path, name)
            case Constant(value):
                return f"'{value}'" if isinstance(value, str) else str(value)
            case Operation(operator, operands):
                is_seen = all(self._text(member) != HIDDEN for member in members_of(expression))
                return f"{operator}({self._texts(operands)})" if is_seen else HIDDEN
            case SubqueryTest(kind=kind):
                return f"({kind} sub-query)"
            case FilteredMeasure(measure, where):
                return f"{self._text(measure)} where {self._text(where)}"
            case Aggregate():
                return self._call(expression)
            case _:
                return type(expression).__name__.lower()

    def _call(self, call: Aggregate) -> str:
        operand = "*" if call.operand is None else self._text(call.operand)
        where = "" if call.where is None else f" where {self._text(call.where)}"
        return f"{call.function}({'distinct ' if call.distinct else ''}{operand}){where}"

    def _atom(self, atom: Atom) -> str:
        if isinstance(atom, CallerAtom):
            return self._call(atom.call)

        name = self._names.member(atom.path, atom.measure)
        return name if atom.where is None else f"{name} where {self._text(atom.where)}"


def _members_in(expression: Expression) -> tuple[Member, ...]:
    return tuple(dict.fromkeys(members_of(expression)))


def _below(lines: Iterator[str]) -> Iterator[str]:
    return (_INDENT + line for line in lines)
