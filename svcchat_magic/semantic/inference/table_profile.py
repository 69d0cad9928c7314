"""What is measured of a table before its model is inferred: a query over all columns, and a look at rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from svcchat_magic.semantic.engines.engines import Engine, SourceColumn, SourceTable
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.inference.written_numbers import WrittenNumber
from svcchat_magic.semantic.query.dialects import dialect_of
from svcchat_magic.semantic.search.thesaurus import is_english, is_word

MEASURED_ROWS = 1_000_000  # of a larger table the first are measured
SEEN_ROWS = 400
_OTHERS, _MOST_SPARSE = 40, 10  # values of a column, and columns, that are looked at beyond these rows
_TELLING = 10  # different values that say what a column holds
_OF_CATEGORIES = 1_000  # different values, at most, of a text that says of what kind a row is
_COLUMNS_A_QUERY = 60
_SHORTEST = 4  # letters of a word behind a single one

_COUNTED = frozenset({"text", "integer", "number", "date", "time", "boolean"})
_ORDERED = frozenset({"integer", "number", "date", "time"})


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """One column as its rows show it."""

    name: str
    kind: str  # see SourceColumn
    comment: str
    filled: int  # rows with a value
    distinct: int  # values, roughly
    lowest: object = None  # of numbers and times
    highest: object = None
    longest: int = 0  # characters of a text
    seen: tuple[object, ...] = ()  # values of some rows, without nulls
    is_cast: bool = False  # see SourceColumn
    others: tuple[object, ...] = ()  # further values, where the rows that were seen have few of them
    written: WrittenNumber | None = None  # how the numbers of a text are written


@dataclass(frozen=True, slots=True)
class Reversed:
    """Documents that take others back: the column of their number, its first letter, and that of pieces."""

    column: str
    letter: str
    pieces: str
    is_told: bool = True  # whether these rows say it, and not those that the table holds


@dataclass(frozen=True, slots=True)
class MoneyFlow:
    """Rows that are money in one direction, and the column that has how much."""

    amount: str
    is_negative: bool  # whether the amounts are below zero
    by_sign: bool = False  # whether those of the other sign are other rows, and do not take these back
    column: str = ""  # whose values say which rows, where one does
    values: tuple[str, ...] = ()
    is_without: bool = False  # whether the rows with these values are left out


@dataclass(frozen=True, slots=True)
class MoneyFlows:
    """Money that goes out and money that comes in."""

    out: MoneyFlow
    into: MoneyFlow


@dataclass(frozen=True, slots=True)
class TableProfile:
    """A table as its rows show it."""

    table: SourceTable
    rows: int  # all of them
    measured: int  # of them
    columns: tuple[ColumnProfile, ...]
    called: str = ""  # what its rows are called, where that was found elsewhere than in its name
    roles: Mapping[str, str] = field(default_factory=dict)  # what short beginnings of its columns stand for
    clocks: Mapping[str, str] = field(default_factory=dict)  # the time of day, as SQL, of such dates
    reversed: Reversed | None = None
    flows: MoneyFlows | None = None
    raw: Mapping[str, str] = field(default_factory=dict)  # by columns of raw texts those with clean ones

    @property
    def name(self) -> str:
        """The table's own name."""
        return self.table.name

    @property
    def spoken(self) -> str:
        """The table's name with which its rows are told: a `crs_cat` of courses is their catalog."""
        if self.called:
            return self.called

        words = words_of(self.name)
        of = "_".join(words[:-1])
        is_catalog = words[-1:] == ("cat",) and any(_tells(each.name, of) for each in self.columns)
        return of if is_catalog else self.name

    def words(self, column: str) -> tuple[str, ...]:
        """The words of a column's name, with what its first letters stand for here."""
        words = words_of(column)
        if len(words) < 2:
            told = self.roles.get("".join(words), "").split()
            return tuple(told) or self._without_letter(words)

        first = self.roles.get(words[0], words[0])
        return (*((first,) if first else ()), *words[1:])

    def _without_letter(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """`Pclass` is the class, unless another column is called so."""
        word = "".join(words)
        rest = word[1:]
        is_letter = (
            len(rest) >= _SHORTEST and is_word(rest) and not is_english(word) and spelled_out(words) == words
        )
        is_free = all(words_of(each.name)[-1:] != (rest,) for each in self.columns)
        return (rest,) if is_letter and is_free else words

    def column(self, name: str) -> ColumnProfile:
        """The column of that name; raises KeyError."""
        for each in self.columns:
            if each.name == name:
                return each

        raise KeyError(name)


def _tells(column: str, of: str) -> bool:
    """Whether a column is one of the things, and not of their category: crs_title, not prod_cat_title."""
    words = words_of(column)
    return "_".join(words[:-1]) == of != "" and words[-1] not in ("cat", "category")


def profile_table(engine: Engine, table: SourceTable) -> TableProfile:
    """Measure a table; raises EngineError."""
    source = source_sql(table)
    rows = whole(rows_of(engine, f"SELECT COUNT(*) FROM {source}")[0][0])
    measured = min(rows, MEASURED_ROWS)
    seen = rows_of(engine, f"SELECT * FROM {source} LIMIT {SEEN_ROWS}")
    within = source if rows <= MEASURED_ROWS else f"(SELECT * FROM {source} LIMIT {MEASURED_ROWS}) AS part"
    columns = tuple(
        _profile(column, found, [row[at] for row in seen])
        for at, (column, found) in enumerate(_measured(engine, table.columns, within))
    )
    return TableProfile(table, rows, measured, _with_others(engine, columns, within))


def measured_anew(
    engine: Engine, table: TableProfile, column: ColumnProfile, written: WrittenNumber
) -> ColumnProfile:
    """A column of texts as the numbers that they are; raises EngineError."""
    kind = "integer" if written.is_whole and not written.sizes else "number"
    given = replace(column, kind=kind, written=written)
    source, value = source_sql(table.table), value_sql(given)
    within = f"(SELECT * FROM {source} LIMIT {table.measured}) AS part"
    within = source if table.rows == table.measured else within
    figures = rows_of(engine, f"SELECT {', '.join(_figures(given))} FROM {within}")[0]
    seen = rows_of(engine, f"SELECT {value} AS v FROM {source} LIMIT {SEEN_ROWS}")
    filled, distinct, lowest, highest, _ = figures
    return replace(
        given,
        filled=whole(filled),
        distinct=min(whole(distinct), whole(filled)),
        lowest=lowest,
        highest=highest,
        longest=0,
        seen=tuple(each for (each,) in seen if each is not None),
        others=(),
    )


def _with_others(
    engine: Engine, columns: tuple[ColumnProfile, ...], source: str
) -> tuple[ColumnProfile, ...]:
    """The columns with more of their values: a table that is sorted by place begins with one place."""
    sparse = [at for at, each in enumerate(columns) if _is_sparse(each)][:_MOST_SPARSE]
    if not sparse:
        return columns

    parts = (
        f"SELECT {at} AS place, v FROM (SELECT DISTINCT {quoted(columns[at].name)} AS v FROM {source} "
        f"LIMIT {_OTHERS}) AS part{at}"
        for at in sparse
    )
    found: dict[int, list[object]] = {at: [] for at in sparse}
    for place, value in rows_of(engine, " UNION ALL ".join(parts)):
        found[whole(place)] += [value] if value is not None else []

    return tuple(
        replace(each, others=tuple(found[at])) if at in found else each for at, each in enumerate(columns)
    )


def _is_sparse(column: ColumnProfile) -> bool:
    """Whether the rows that were seen show but a few values of a text that has some more."""
    is_category = column.kind == "text" and column.distinct <= _OF_CATEGORIES and not column.is_cast
    return is_category and len(set(column.seen)) < min(column.distinct, _TELLING)


def rows_of(engine: Engine, sql: str) -> Sequence[Sequence[object]]:
    """The few rows of a query in DuckDB's words, which the engine is asked in its own."""
    return engine.run(dialect_of(engine.dialect).translated(sql), {}, limit=SEEN_ROWS).rows


def source_sql(table: SourceTable) -> str:
    """The table as it is written after FROM."""
    name = quoted(table.name)
    if table.sql:
        return f"({table.sql}) AS {name}"

    return f"{quoted(table.schema)}.{name}" if table.schema else name


def value_sql(column: SourceColumn | ColumnProfile) -> str:
    """A column's value, as a text or a number where it is one only once it is cast."""
    if isinstance(column, ColumnProfile) and column.written:
        return column.written.sql(quoted(column.name))

    return f"CAST({quoted(column.name)} AS VARCHAR)" if column.is_cast else quoted(column.name)


def quoted(name: str) -> str:
    """An identifier, whatever characters it has."""
    return '"' + name.replace('"', '""') + '"'


def _measured(
    engine: Engine, columns: Sequence[SourceColumn], source: str
) -> Iterator[tuple[SourceColumn, Sequence[object]]]:
    """Filled, distinct, lowest, highest and longest of each column."""
    left = iter(columns)
    while part := list(islice(left, _COLUMNS_A_QUERY)):
        wanted = ", ".join(sql for column in part for sql in _figures(column))
        row = rows_of(engine, f"SELECT {wanted} FROM {source}")[0]
        for at, column in enumerate(part):
            yield column, row[5 * at : 5 * at + 5]


def _figures(column: SourceColumn | ColumnProfile) -> tuple[str, ...]:
    name = value_sql(column)
    is_ordered = column.kind in _ORDERED
    return (
        f"COUNT({name})",
        f"APPROX_COUNT_DISTINCT({name})" if column.kind in _COUNTED else "0",
        f"MIN({name})" if is_ordered else "NULL",
        f"MAX({name})" if is_ordered else "NULL",
        f"MAX(LENGTH({name}))" if column.kind == "text" else "0",
    )


def _profile(column: SourceColumn, figures: Sequence[object], seen: list[object]) -> ColumnProfile:
    filled, distinct, lowest, highest, longest = figures
    return ColumnProfile(
        column.name,
        column.kind,
        column.comment,
        whole(filled),
        min(whole(distinct), whole(filled)),  # the engine's estimate may exceed it
        lowest,
        highest,
        whole(longest),
        tuple(value for value in seen if value is not None),
        column.is_cast,
    )


def whole(value: object) -> int:
    """A count as the engine gives it."""
    return int(value) if isinstance(value, (int, float)) else 0
