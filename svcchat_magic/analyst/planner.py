"""Turns readings into queries, and queries into semantic SQL."""

from dataclasses import dataclass
from datetime import date

from svcchat_magic.analyst.periods import Period, both
from svcchat_magic.analyst.reading import Filter, Reading, counted, listed, lowered
from svcchat_magic.semantic.model.model import Field


@dataclass(frozen=True, slots=True)
class Query:
    """One SELECT over a cube or view; `shape` says how its rows are told and drawn.

    Shapes: total, trend (time, perhaps times one dimension), breakdown, growth (one dimension
    times two neighbouring periods), compared (the total of the period before).
    """

    shape: str
    reading: Reading
    period: Period | None
    grain: str = ""
    dimensions: tuple[Field, ...] = ()
    ranked: str = ""  # "desc" or "asc" by the first measure; empty runs along the first column
    limit: int | None = None
    backwards: bool = False

    @property
    def measures(self) -> tuple[Field, ...]:
        """The measures, in the order of their columns."""
        return self.reading.measures

    @property
    def time_column(self) -> str:
        """The name of the column that holds the beginning of each unit of time."""
        taken = {each.name for each in (*self.dimensions, *self.measures)}
        return f"by_{self.grain}" if self.grain in taken else self.grain

    @property
    def title(self) -> str:
        """What the result is called; its variable is named after it."""
        measures = listed([each.title if at == 0 else lowered(each) for at, each in enumerate(self.measures)])
        values = [value for each in self.reading.filters if not each.negated for value in each.values]
        left_out = [value for each in self.reading.filters if each.negated for value in each.values]
        kept = f", {listed(values)}" if values else ""
        without = f", without {listed(left_out)}" if left_out else ""
        return f"{self._subject(measures)}{kept}{without}"

    @property
    def description(self) -> str:
        """What the query does, as one plain sentence."""
        when = (
            f", {lowered(self.reading.time)} {self.period.phrase}"
            if self.period and self.reading.time
            else ""
        )
        kept = "".join(f", {each.describe().replace('**', '')}" for each in self.reading.filters)
        how = f", {'lowest' if self.ranked == 'asc' else 'highest'} first" if self.ranked else ""
        measures = listed([each.title if at == 0 else lowered(each) for at, each in enumerate(self.measures)])
        grouped = bool(self.grain or self.dimensions)
        return f"{self._subject(measures) if grouped else measures}{when}{kept}{how}."

    def _subject(self, measures: str) -> str:
        when = [self.reading.when if self.grain == self.reading.grain else self.grain] if self.grain else []
        names = [lowered(each) for each in self.dimensions]
        by = listed([*names, *when] if self.shape == "growth" else [*when, *names])
        if self.limit is not None and by:
            end = "Bottom" if self.ranked == "asc" else "Top"
            return f"{end} {counted(self.limit, [*when, *names])} by {_start_low(measures)}"

        if by and self.shape == "growth" and not self.grain and self.period:
            return f"{measures} by {by} {self.period.phrase}"

        if by:
            return f"{measures} by {by}"

        if not self.period:
            return measures

        dated = f" with {lowered(self.reading.time)}" if self.reading.dated and self.reading.time else ""
        return f"{measures}{dated} {self.period.phrase}"


def plan(reading: Reading, today: date) -> tuple[Query, ...]:
    """The queries of a reading, the one that was asked for first."""
    if reading.growth and not reading.grain:
        return _growth(reading, today)

    if not reading.grain and not reading.dimensions:
        return (Query("total", reading, reading.period),)

    limit = _NAMED_UNITS if reading.limit is None and _names_units(reading) else reading.limit
    falling = reading.order if reading.order in ("desc", "asc") else "desc"
    ranked = falling if limit is not None or not reading.grain else ""
    shape = "trend" if reading.grain and not ranked else "breakdown"
    backwards = shape == "trend" and reading.order == "newest"
    query = Query(shape, reading, reading.period, reading.grain, reading.dimensions, ranked, limit, backwards)
    return (query,)


def compared_periods(reading: Reading, today: date) -> tuple[Period, Period] | None:
    """(before, now): the reading's period, as far as it has come, and the one to compare it with."""
    now = reading.period.until_today(today) if reading.period else None
    before = now.before() if now else None
    return (before, now) if before and now and reading.time else None


def semantic_sql(query: Query) -> str:
    """The query in semantic SQL, one clause to a line."""
    outputs = [*_grouped(query), *_measured(query)]
    groups = len(outputs) - len(query.measures)
    lines = [f"SELECT {_NEXT_OUTPUT.join(outputs)}", f"FROM {_name(query.reading.table)}"]
    conditions = _conditions(query)
    if conditions:
        lines.append(f"WHERE {_NEXT_CONDITION.join(conditions)}")

    if groups:
        columns = [str(at) for at in range(1, groups + 1)]
        lines.append(f"GROUP BY {', '.join(columns)}")
        ranking = [f"{groups + 1} {query.ranked.upper()}"] if query.ranked else []
        first = [f"{columns[0]} DESC"] if query.backwards else columns[:1]
        lines.append(f"ORDER BY {', '.join([*ranking, *first, *columns[1:]])}")

    return "\n".join([*lines, *([f"LIMIT {query.limit}"] if query.limit is not None else [])])


def extent_sql(reading: Reading, *, newest: bool) -> str:
    """The first or the last day that has rows at all."""
    day = f"DATE_TRUNC('day', {_member(reading.time)})" if reading.time else "NULL"
    end = " DESC" if newest else ""
    table = _name(reading.table)
    return f"SELECT {day} AS day\nFROM {table}\nGROUP BY 1\nORDER BY 1{end}\nLIMIT 1"


def _names_units(reading: Reading) -> bool:
    """Whether this is `which day had the most`: there are more days than rows that come."""
    return reading.order in ("desc", "asc") and reading.grain in ("day", "week") and not reading.dimensions


def _total(reading: Reading, today: date) -> tuple[Query, ...]:
    """Both periods as two rows of one result where they are whole units of time."""
    main = Query("total", reading, reading.period)
    pair = compared_periods(reading, today)
    if pair is None:
        return (main,)

    before, now = pair
    if now.unit and now.unit == before.unit:
        return (Query("trend", reading, both(before, now), now.unit),)

    return main, Query("compared", reading, before)


def _growth(reading: Reading, today: date) -> tuple[Query, ...]:
    pair = compared_periods(reading, today)
    if not reading.dimensions:
        return _total(reading, today)

    if pair is None:
        return (Query("breakdown", reading, reading.period, "", reading.dimensions, "desc"),)

    before, now = pair
    if now.unit and now.unit == before.unit:
        return (Query("growth", reading, both(before, now), now.unit, reading.dimensions),)

    return tuple(Query("growth", reading, each, "", reading.dimensions, "desc") for each in (now, before))


def _grouped(query: Query) -> list[str]:
    time = query.reading.time
    dimensions = [f"{_member(each)} AS {_name(each.name)}" for each in query.dimensions]
    if not query.grain or time is None:
        return dimensions

    moment = f"DATE_TRUNC('{query.grain}', {_member(time)}) AS {_name(query.time_column)}"
    return [moment, *dimensions] if query.shape != "growth" else [*dimensions, moment]


def _measured(query: Query) -> list[str]:
    return [f"MEASURE({_member(each)}) AS {_name(each.name)}" for each in query.measures]


def _conditions(query: Query) -> list[str]:
    time, period = query.reading.time, query.period
    found: list[str] = []
    if time and period and period.start:
        found.append(f"{_member(time)} >= '{period.start.isoformat()}'")

    if time and period and period.end:
        found.append(f"{_member(time)} < '{period.end.isoformat()}'")

    if time and period and period.hole:
        first, last = (f"'{day.isoformat()}'" for day in period.hole)
        found.append(f"({_member(time)} < {first} OR {_member(time)} >= {last})")

    return [*found, *(_condition(each) for each in query.reading.filters)]


def _condition(kept: Filter) -> str:
    values = [f"'{value.replace(chr(39), chr(39) * 2)}'" for value in kept.values]
    if len(values) == 1:
        return f"{_member(kept.member)} {'<>' if kept.negated else '='} {values[0]}"

    return f"{_member(kept.member)} {'NOT IN' if kept.negated else 'IN'} ({', '.join(values)})"


def _member(member: Field) -> str:
    return f"{_name(member.table)}.{_name(member.name)}"


def _name(name: str) -> str:
    """A name as SQL takes it: quoted when it is a word of the language."""
    plain = name.isidentifier() and name == name.lower() and name not in _RESERVED
    return name if plain else '"' + name.replace('"', '""') + '"'


def _start_low(title: str) -> str:
    return title if title[1:2].isupper() else title[:1].lower() + title[1:]


_NAMED_UNITS = 3
_NEXT_OUTPUT = ",\n       "
_NEXT_CONDITION = "\n  AND "
_RESERVED = frozenset(
    (
        "all", "and", "any", "as", "asc", "between", "by", "case", "cast", "check", "column",
        "create", "cross", "default", "delete", "desc", "distinct", "drop", "else", "end",
        "except", "exists", "false", "fetch", "for", "foreign", "from", "full", "grant", "group",
        "having", "in", "inner", "insert", "intersect", "into", "is", "join", "key", "left",
        "like", "limit", "natural", "not", "null", "offset", "on", "or", "order", "outer",
        "primary", "references", "right", "select", "set", "some", "table", "then", "to", "true",
        "union", "unique", "update", "user", "using", "values", "view", "when", "where", "window",
        "with",
    )
)  # fmt: skip
