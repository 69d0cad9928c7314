"""Periods of time as a table in FROM, one row for each of them."""

from sqlglot import exp

from svcchat_magic.semantic.query.operations import Bindings, render
from svcchat_magic.semantic.query.query import Expression, Periods
from svcchat_magic.semantic.query.stages import Period
from svcchat_magic.semantic.writing import sql_nodes

_TABLE = "period"
_LENGTHS = {  # not every engine has intervals of them
    "quarter": (3, "MONTH"), "week": (7, "DAY"), "fiscal_quarter": (3, "MONTH"), "fiscal_year": (1, "YEAR"),
}  # fmt: skip


def period_column() -> exp.Column:
    """The beginning of a period, where `period_table` stands in FROM."""
    return sql_nodes.column("c0", _TABLE)


def period_table(periods: Periods, bounds: exp.Select, bindings: Bindings) -> exp.Subquery:
    """All periods between the two columns of `bounds` that meet their conditions."""
    first, last = (exp.cast(sql_nodes.column(name, "b"), exp.DType.TIMESTAMP) for name in ("c0", "c1"))
    number, unit = _LENGTHS.get(periods.unit, (1, periods.unit.upper()))
    step = exp.Interval(this=exp.Literal.string(str(number)), unit=exp.Var(this=unit))
    series = sql_nodes.select(
        sql_nodes.numbered([bindings.dialect.series(first, last, step)], "c"), sql_nodes.subquery(bounds, "b")
    )
    where = [render(condition, _of_period, bindings) for condition in periods.where]
    chosen = sql_nodes.select(
        sql_nodes.numbered([period_column()], "c"), sql_nodes.subquery(series, _TABLE), where=where
    )
    return sql_nodes.subquery(chosen, _TABLE)


def _of_period(expression: Expression) -> exp.Expr:
    if not isinstance(expression, Period):
        raise TypeError("periods are chosen by their beginning alone")

    return period_column()
