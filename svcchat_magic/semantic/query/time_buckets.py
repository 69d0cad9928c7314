"""TIME_BUCKET on engines without it: an origin, and as many whole widths as lie between it and a time."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sqlglot import exp

Sql = exp.Expr
Parts = Callable[[Sql], Sql]

_MONTHS: Mapping[str, int] = MappingProxyType({"month": 1, "quarter": 3, "year": 12})
SECONDS: Mapping[str, int] = MappingProxyType(
    {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800}
)
_ORIGINS: Mapping[str, str] = MappingProxyType({"MONTH": "2000-01-01", "SECOND": "2000-01-03"})


def time_bucket(months: Parts, seconds: Parts, later: Callable[[str, Sql, Sql], Sql]) -> Callable[[Sql], Sql]:
    """What writes a TIME_BUCKET node.

    `months` and `seconds` count them up to a time from a fixed one, `later` moves a time by so many.
    """

    def build(node: Sql) -> Sql:
        width = node.this.unnest()
        name = width.unit.name.lower()
        unit = "MONTH" if name in _MONTHS else "SECOND"
        size = exp.Literal.number(int(width.this.name) * (_MONTHS.get(name) or SECONDS[name]))
        begin = exp.cast(exp.Literal.string(_ORIGINS[unit]), exp.DType.TIMESTAMP)
        origin = node.args.get("unit") or node.args.get("origin") or begin
        count = months if unit == "MONTH" else seconds
        beyond = exp.paren(exp.Sub(this=count(node.expression), expression=count(origin.copy())), copy=False)
        whole = exp.Floor(this=exp.Div(this=beyond, expression=size, typed=False, safe=False))
        return later(unit, exp.Mul(this=whole, expression=size.copy()), origin.copy())

    return build
