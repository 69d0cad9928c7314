"""Which rows of a table are money that goes out, and which money that comes in.

A value says so where there is one (a type of Expense or Income, a direction of in or out), else two columns
do (debit and credit), else the sign. Journals of both sides of each booking say neither by their sign.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from svcchat_magic.semantic.engines.engines import Engine
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.column_words import words_that_are
from svcchat_magic.semantic.inference.names import entity_words, singular, words_of
from svcchat_magic.semantic.inference.table_profile import (
    ColumnProfile,
    MoneyFlow,
    MoneyFlows,
    TableProfile,
    quoted,
    rows_of,
    source_sql,
)

_NEARLY_ALL = 0.8  # of the rows of one kind have one sign: the others are taken back
_MANY, _SOME = 0.4, 0.05  # of the rows are below zero
_MOST_VALUES = 200  # of a column that says of what kind a row is
_BOTH = 0.05  # of the rows may have two amounts where each has one
_EVEN = 1e-6  # of what was booked, by which two sides may differ
_OTHERWISE = frozenset(
    {"card", "method", "account"}
)  # columns whose values debit and credit say how it is paid
_SAYING_NO_MORE = frozenset({"transaction", "money", "net", "of", "in", "local", "original", "signed"})


def with_flows(engine: Engine, tables: Iterable[TableProfile]) -> list[TableProfile]:
    """The tables, with what is money in and out in those that have both."""
    return [replace(each, flows=_flows(engine, each)) for each in tables]


def _flows(engine: Engine, table: TableProfile) -> MoneyFlows | None:
    if table.table.sql or not table.measured:
        return None

    amount = _amount(table)
    if amount is None:
        return _by_columns(engine, table)

    return _by_values(engine, table, amount) or _by_sign(engine, table, amount)


def _amount(table: TableProfile) -> ColumnProfile | None:
    """The one column that says no more than what a row comes to; of several the plainest."""
    known = words_that_are("plain_amounts") | words_that_are("currencies") | _SAYING_NO_MORE
    known |= set(entity_words(table.spoken))
    found = [each for each in table.columns if each.kind in ("integer", "number") and each.filled]
    found = [each for each in found if set(_words(each)) & words_that_are("plain_amounts")]
    found = [each for each in found if known.issuperset(_words(each)) and "balance" not in _words(each)]
    plain = [each for each in found if _words(each) in (("amount",), ("value",))]
    return (plain or found)[0] if len(plain or found) == 1 else None


def _by_values(engine: Engine, table: TableProfile, amount: ColumnProfile) -> MoneyFlows | None:
    """The rows with a value for money out, and those with one for money in."""
    texts = [each for each in table.columns if each.kind == "text" and 2 <= each.distinct <= _MOST_VALUES]
    for column in texts:
        for pair in _data()["pairs"]:
            if not _may_say(column, pair, table):
                continue

            signs = _signs(engine, table, column, amount) if _has_both(column, pair) else {}
            out, into = (_of_values(column, _valued(signs, pair[side]), amount) for side in ("out", "in"))
            if out and into and not _is_even(signs, pair):
                is_certain = "columns" not in pair or len(signs) == 2
                signed = any(low < 0 for low, _, _ in signs.values())
                if is_certain or not signed:
                    return MoneyFlows(out, into)

    return None


def _may_say(column: ColumnProfile, pair: Mapping[str, str], table: TableProfile) -> bool:
    words = {singular(each) for each in words_of(column.name)}
    needed = set(pair.get("columns", "").split())
    return not needed or (bool(words & needed) and not words & _OTHERWISE and not _is_of_goods(table))


def _has_both(column: ColumnProfile, pair: Mapping[str, str]) -> bool:
    said = {_said(each) for each in (*column.seen, *column.others)}
    return all(said & set(pair[side].split()) for side in ("out", "in"))


_Signs = Mapping[str, tuple[float, float, float]]  # of each value rows below zero, above it, and their sum


def _signs(engine: Engine, table: TableProfile, column: ColumnProfile, amount: ColumnProfile) -> _Signs:
    of, much = quoted(column.name), quoted(amount.name)
    sql = f"""SELECT CAST({of} AS VARCHAR), SUM(CASE WHEN {much} < 0 THEN 1 ELSE 0 END),
        SUM(CASE WHEN {much} > 0 THEN 1 ELSE 0 END), SUM({much})
        FROM {source_sql(table.table)} WHERE {of} IS NOT NULL GROUP BY 1 ORDER BY 1"""
    return {
        str(each): (_number(low), _number(high), _number(total))
        for each, low, high, total in rows_of(engine, sql)
    }


def _valued(signs: _Signs, words: str) -> dict[str, tuple[float, float, float]]:
    return {value: found for value, found in signs.items() if _said(value) in words.split()}


def _of_values(
    column: ColumnProfile, signs: Mapping[str, tuple[float, float, float]], amount: ColumnProfile
) -> MoneyFlow | None:
    """These rows, with the sign by which their amounts are above zero; None where they have either."""
    below, above = sum(each[0] for each in signs.values()), sum(each[1] for each in signs.values())
    if max(below, above) < _NEARLY_ALL * (below + above) or not below + above:
        return None

    return MoneyFlow(amount.name, is_negative=below > above, column=column.name, values=tuple(signs))


def _is_even(signs: _Signs, pair: Mapping[str, str]) -> bool:
    """Whether both sides come to the same: then each booking is told twice."""
    sums = [sum(abs(each[2]) for each in _valued(signs, pair[side]).values()) for side in ("out", "in")]
    return abs(sums[0] - sums[1]) <= _EVEN * max(sums)


def _by_sign(engine: Engine, table: TableProfile, amount: ColumnProfile) -> MoneyFlows | None:
    """Rows below zero and above it, without those that only move money from one account to another."""
    words = {singular(each) for each in (*words_of(table.name), *entity_words(table.spoken))}
    fewest = _SOME if words & _words_in("booked") else _MANY if words & _words_in("may_be_booked") else 1.0
    if fewest == 1 or _is_of_goods(table) or not isinstance(amount.lowest, int | float):
        return None

    much = quoted(amount.name)
    sql = f"""SELECT SUM(CASE WHEN {much} < 0 THEN 1 ELSE 0 END), SUM(CASE WHEN {much} > 0 THEN 1 ELSE 0 END),
        SUM({much}), SUM(ABS({much})) FROM {source_sql(table.table)}"""
    below, above, total, gross = map(_number, rows_of(engine, sql)[0])
    if not above or below < fewest * (below + above) or abs(total) <= _EVEN * gross:
        return None

    column, moved = _moved(engine, table)
    out = MoneyFlow(
        amount.name, is_negative=True, by_sign=True, column=column, values=moved, is_without=bool(moved)
    )
    return MoneyFlows(out, replace(out, is_negative=False))


def _is_of_goods(table: TableProfile) -> bool:
    words = {singular(word) for each in table.columns for word in _words(each)}
    return bool((words | set(entity_words(table.spoken))) & _words_in("goods"))


def _moved(engine: Engine, table: TableProfile) -> tuple[str, tuple[str, ...]]:
    """The column that tells kinds of rows, and those of its values that are transfers."""
    for column in table.columns:
        is_kind = bool(_words_in("kinds") & set(_words(column))) and column.kind == "text"
        if is_kind and column.distinct <= _MOST_VALUES:
            of = quoted(column.name)
            sql = f"SELECT DISTINCT {of} FROM {source_sql(table.table)} WHERE {of} IS NOT NULL ORDER BY 1"
            if found := tuple(str(value) for (value,) in rows_of(engine, sql) if _is_moved(str(value))):
                return column.name, found

    return "", ()


def _is_moved(value: str) -> bool:
    words = {singular(each) for each in words_of(value)}
    is_moved = bool(words & _words_in("moved")) or _said(value) in _words_in("moved_too")
    return is_moved and not words & _words_in("unmoved")


def _by_columns(engine: Engine, table: TableProfile) -> MoneyFlows | None:
    """Two columns of which each row has one: debit and credit, paid out and paid in."""
    if _is_of_goods(table):
        return None

    numbers = [each for each in table.columns if each.kind in ("integer", "number") and each.filled]
    named = {_plain(each, table): each for each in numbers if _is_of_money(each)}
    for pair in _data()["pairs"]:
        outs, ins = (
            [each for word, each in named.items() if word in pair[side].split()] for side in ("out", "in")
        )
        if len(outs) == len(ins) == 1 and (found := _apart(engine, table, outs[0], ins[0])):
            return found

    return None


def _is_of_money(column: ColumnProfile) -> bool:
    """Whether a column says so: a meter or a shelf has an In and an Out, too."""
    known = words_that_are("money") | _words_in("money_columns")
    return not known.isdisjoint((*map(singular, words_of(column.name)), *_words(column)))


def _apart(engine: Engine, table: TableProfile, out: ColumnProfile, into: ColumnProfile) -> MoneyFlows | None:
    first, second = quoted(out.name), quoted(into.name)
    sql = f"""SELECT SUM(CASE WHEN {first} <> 0 AND {second} <> 0 THEN 1 ELSE 0 END),
        SUM({first}), SUM({second}), SUM(ABS({first})), SUM(ABS({second})) FROM {source_sql(table.table)}"""
    both, spent, got, of_spent, of_got = map(_number, rows_of(engine, sql)[0])
    is_even = abs(of_spent - of_got) <= _EVEN * max(of_spent, of_got)
    if both > _BOTH * table.rows or is_even or min(of_spent, of_got) <= 0:
        return None

    return MoneyFlows(MoneyFlow(out.name, is_negative=spent < 0), MoneyFlow(into.name, is_negative=got < 0))


def _plain(column: ColumnProfile, table: TableProfile) -> str:
    """What a column says beside that it is an amount: `withdrawal` of a withdrawal amount in INR."""
    aside = words_that_are("currencies") | {
        "amount",
        "amt",
        "value",
        "total",
        "transaction",
        *entity_words(table.spoken),
    }
    words = [singular(each) for each in words_of(column.name) if each not in aside]
    return "_".join(words)


def _words(column: ColumnProfile) -> tuple[str, ...]:
    return spelled_out(words_of(column.name), column.kind)


def _said(value: object) -> str:
    return "_".join(singular(each) for each in words_of(str(value)))


def _number(value: object) -> float:
    return float(str(value)) if value is not None else 0.0


def _words_in(kind: str) -> frozenset[str]:
    return frozenset(str(_data()[kind]).split())


@cache
def _data() -> dict[str, Any]:
    file = Path(__file__).with_suffix(".yml")
    return dict(yaml.safe_load(file.read_text(encoding="utf-8")))
