"""What a query was restricted to: dates, values and bounds that may be said of its rows, and of no others."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from svcchat_magic.analyst.facts.known_dates import key_of, stretches_in
from svcchat_magic.analyst.sentences.readable import as_read
from svcchat_magic.analyst.sentences.spoken_dates import Stretch
from svcchat_magic.analyst.sentences.spoken_figure import Nearness
from svcchat_magic.analyst.telling.results import Result

_TEXT = re.compile(r"(TRUNC\(|THEN )?'((?:[^']|'')*)'", re.IGNORECASE)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_BOUND = re.compile(r"(<=|>=|<>|!=|<|>|=|\bBETWEEN|\bAND)\s*(-?\d+(?:\.\d+)?)(?![\w.'-])", re.IGNORECASE)
_LIMIT = re.compile(r"\bLIMIT\s+(\d+)", re.IGNORECASE)
_LISTED = re.compile(r"\bIN\s*\(([^()]*)\)", re.IGNORECASE)
_NUMBER = re.compile(r"(?<![\w.'-])-?\d+(?:\.\d+)?(?![\w.'-])")
_UNQUOTED = re.compile(r"'(\d{1,9})'")  # a number that is kept as a text
_SIDES: dict[str, Nearness] = {
    ">": "over",
    ">=": "over",
    "BETWEEN": "over",
    "<": "under",
    "<=": "under",
    "AND": "under",
}
_FILTER = re.compile(r"\bFILTER\s*\(\s*WHERE\s+([^()]*)\)", re.IGNORECASE)
_NAMED = re.compile(r"\sAS\s+\"?(\w+)\"?", re.IGNORECASE)
_AGGREGATED = re.compile(r"\b(?:MEASURE|COUNT|SUM|AVG|MIN|MAX)\s*\(", re.IGNORECASE)


_FLAG = re.compile(r"\.\"?(?:is_|has_|was_)?(\w+)\"?\s*=\s*TRUE\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Scope:
    """The restrictions of one query."""

    stretches: tuple[Stretch, ...] = ()
    values: frozenset[str] = frozenset()  # in lower case
    bounds: frozenset[tuple[Nearness, Decimal]] = frozenset()  # by the side of the rows, and its limit
    limits: frozenset[Decimal] = frozenset()  # how many rows it shows
    flags: frozenset[str] = frozenset()  # what is true of the rows, in lower case
    dates_of: Mapping[str, frozenset[str]] = field(
        default_factory=dict
    )  # of columns with a filter of their own

    @property
    def dates(self) -> frozenset[str]:
        """Its stretches as names."""
        return frozenset(map(key_of, self.stretches))


def scope_of(sql: str, told: Result | None) -> Scope:
    """The restrictions that a query's text shows, with the period of one that the planner wrote."""
    found = (text for prefix, text in _TEXT.findall(sql) if text and not prefix)
    texts = (each.replace("''", "'") for each in found if not _DAY.match(each))
    period = told.query.period if told else None
    days = ((period.start, period.end),) if period and period.start and period.end else ()
    return Scope(
        tuple(dict.fromkeys((*days, *stretches_in(sql)))),
        frozenset(form for each in texts for form in _forms(each)) - {""},
        frozenset(_bounds(_UNQUOTED.sub(r"\1", sql))),
        frozenset(map(Decimal, _LIMIT.findall(sql))),
        frozenset(each.casefold().replace("_", " ") for each in _FLAG.findall(sql)),
        dict(_dates_of(sql)),
    )


def _bounds(sql: str) -> Iterator[tuple[Nearness, Decimal]]:
    """The numbers that a query compares with; the places in GROUP BY and ORDER BY are none."""
    yield from ((_SIDES.get(kind.upper(), ""), Decimal(size)) for kind, size in _BOUND.findall(sql))
    yield from (("", Decimal(size)) for listed in _LISTED.findall(sql) for size in _NUMBER.findall(listed))


def _forms(text: str) -> tuple[str, str]:
    """A value as it may be written: `lost_item` is also `lost item`."""
    plain = " ".join(as_read(text).casefold().split())
    return plain, plain.replace("_", " ")


def _dates_of(sql: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The days of each column all of whose figures are filtered by the same: also of a share.

    None for a column that is filtered by something else, such as a season.
    """
    start = 0
    for match in _NAMED.finditer(sql):
        item = sql[start : match.start()]  # between the name before and this one
        start = match.end()
        filters = _FILTER.findall(item)
        days = {frozenset(map(key_of, stretches_in(each))) or each for each in filters}
        if len(days) == 1 and len(filters) == len(_AGGREGATED.findall(item)):
            (own,) = days
            yield match[1], own if isinstance(own, frozenset) else frozenset()
