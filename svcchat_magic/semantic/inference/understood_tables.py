"""What was understood of tables, in sentences for the person who gave them."""

from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.semantic.inference.key_finding import Relationship
from svcchat_magic.semantic.inference.names import plural, words_of
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile
from svcchat_magic.semantic.inference.times_of_day import clock_sql


def tables_told(
    given: Sequence[TableProfile],
    tables: Sequence[TableProfile],
    times: Mapping[str, Sequence[str]],
    relationships: Sequence[Relationship],
) -> Iterator[str]:
    """Each table with what dates it, the things that it holds, and what refers to other tables."""
    for each in given:
        held = [one for one in tables if one.table.read_from == each.name]
        yield table_sentence(each, next(filter(None, (times[one.name] for one in (each, *held))), ()))
        if held:
            yield held_sentence(each, held)

    for reference in relationships:
        if not any(each.name == reference.target and each.table.sql for each in tables):
            yield reference_sentence(reference)


def table_sentence(table: TableProfile, times: Sequence[str]) -> str:
    """How large a table is, and what dates it: the first of its times."""
    rows = f"{table.rows:,} {plural('row') if table.rows != 1 else 'row'}"
    dated = f", dated by {times[0]}" if times else ""
    return f"{table.name}: {rows}, {len(table.columns)} columns{dated}"


def held_sentence(table: TableProfile, things: Sequence[TableProfile]) -> str:
    """What else a table has rows of: 900 invoices of 91 customers, told apart by their columns."""
    each = [f"{one.rows:,} {' '.join(words_of(one.name))} ({one.table.key})" for one in things]
    return f"{table.name} holds {' and '.join(filter(None, (', '.join(each[:-1]), each[-1])))}"


def reference_sentence(each: Relationship) -> str:
    """What a column refers to, and whether that is a guess."""
    sure = "" if each.confidence == 1 else f" (guessed: {each.found:.0%} of the values match)"
    return f"{each.table}.{each.column} refers to {each.target}.{each.key}{sure}"


def left_out(whole: Sequence[TableProfile], usable: Sequence[TableProfile]) -> Iterator[str]:
    """The columns that nothing can be asked of, and those that are asked as a part of another."""
    for table, kept in zip(whole, usable, strict=True):
        for column in table.columns:
            if column not in kept.columns:
                yield f"{table.name}.{column.name} {_why_left_out(column, kept)}"


def _why_left_out(column: ColumnProfile, kept: TableProfile) -> str:
    dates = [date for date, clock in kept.clocks.items() if clock == clock_sql(column)]
    if dates:
        return f"is the time of day of {dates[0]}"

    return "is left out: lists, and names with braces, cannot be asked"
