"""Random statements that join tables on columns: cubes, views, themselves, and sub-queries of them."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tests.campaigns.rule_shapes import Shape

KINDS = ("JOIN", "JOIN", "LEFT JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
COMPARED = ("=", "=", "=", "<", "<>")
COMPUTED = ("{} * 3", "{} + 9223372036854775807", "1 / {}", "-{}", "CAST({} AS INTEGER)", "SQRT({})")
UNITS = ("day", "month", "year")
ALIASES = {"number": "k", "string": "t", "time": "d"}  # of a sub-query's columns
MOST = 3  # tables


@dataclass(frozen=True)
class Table:
    """A table that may be joined: its dimensions by type (number, string, time), and its measures."""

    name: str
    columns: Mapping[str, Sequence[str]]
    measures: Sequence[str]


@dataclass(frozen=True)
class _Side:
    """One table of FROM: how it is written without its alias, and its columns by type."""

    sql: str
    columns: Mapping[str, Sequence[str]]


def table_of(shape: Shape, name: str) -> Table:
    """A table of a shape; its keys are asked for more often than other numbers."""
    shown = shape.shown(name)
    columns = {
        kind: [each.name for each in shown if each.member.kind == "dimension" and each.member.type == kind]
        for kind in ALIASES
    }
    keys = [each for each in columns["number"] if each.endswith("id")]
    columns["number"] += keys * 3
    return Table(name, columns, [each.name for each in shown if each.member.kind == "measure"])


def joined_statement(chance: random.Random, tables: Sequence[Table]) -> str:
    """A SELECT over two or three of these tables, or over one of them several times."""
    sides = [_side(chance, chance.choice(tables)) for _ in range(chance.choice([2, 2, MOST]))]
    names = "abc"[: len(sides)]
    columns = {
        kind: [
            f"{name}.{each}"
            for name, side in zip(names, sides, strict=True)
            for each in side.columns.get(kind, ())
        ]
        for kind in ALIASES
    }
    columns = {kind: found for kind, found in columns.items() if found}
    written, named = _written(chance, sides, names)
    where = f" WHERE {_test(chance, columns)}" if chance.random() < 0.35 else ""
    shown = [_shown(chance, columns) for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.4:
        counted = [
            f"COUNT({chance.choice(columns['number'])})",
            "COUNT(*)",
            f"MAX({_number(chance, columns)})",
        ]
        outputs = ", ".join([shown[0], *chance.sample(counted, 2)])
        return f"{named}SELECT {outputs} FROM {written}{where} GROUP BY 1"

    return f"{named}SELECT {', '.join(shown)} FROM {written}{where}"


def _side(chance: random.Random, table: Table) -> _Side:
    columns = {kind: found for kind, found in table.columns.items() if found}
    if chance.random() < 0.55:
        return _Side(table.name, columns)

    chosen = {ALIASES[kind]: chance.choice(found) for kind, found in columns.items()}
    own = {kind: [ALIASES[kind]] for kind in columns}
    shown = ", ".join(f"{column} AS {alias}" for alias, column in chosen.items())
    if chance.random() < 0.3:
        keys = ", ".join(str(number) for number in range(1, len(chosen) + 1))
        inner = f"SELECT {shown}, MEASURE({chance.choice(table.measures)}) AS n FROM {table.name}"
        return _Side(f"({inner} GROUP BY {keys})", {**own, "number": ["k", "n"]})

    where = f" WHERE {_test(chance, columns)}" if chance.random() < 0.4 else ""
    return _Side(f"(SELECT {shown} FROM {table.name}{where})", own)


def _written(chance: random.Random, sides: Sequence[_Side], names: str) -> tuple[str, str]:
    """What FROM says, and a WITH before the SELECT."""
    named = ""
    texts = [f"{side.sql} AS {name}" for side, name in zip(sides, names, strict=True)]
    if sides[0].sql.startswith("(") and chance.random() < 0.4:
        named, texts[0] = f"WITH w AS {sides[0].sql} ", "w AS a"

    found = texts[0]
    for at, (side, text) in enumerate(zip(sides[1:], texts[1:], strict=True), 1):
        form = chance.random()
        shared = set(sides[at - 1].columns["number"]).intersection(side.columns["number"])
        if form < 0.12:
            found += f"{chance.choice([',', ' CROSS JOIN'])} {text}"
        elif form < 0.25 and shared and at == 1:
            found += f" {chance.choice(KINDS)} {text} USING ({chance.choice(sorted(shared))})"
        else:
            before = chance.randrange(at)
            on = _on(chance, sides[before].columns, names[before], side.columns, names[at])
            found += f" {chance.choice(KINDS)} {text} ON {on}"

    return found, named


def _on(
    chance: random.Random,
    left: Mapping[str, Sequence[str]],
    its: str,
    right: Mapping[str, Sequence[str]],
    other: str,
) -> str:
    parts = [_pair(chance, left, its, right, other) for _ in range(chance.choice([1, 1, 1, 2]))]
    if chance.random() < 0.15:
        name, columns = chance.choice([(its, left), (other, right)])
        number = f"{name}.{chance.choice(columns['number'])}"
        parts.append(f"{chance.choice(COMPUTED).format(number)} > 1")

    return chance.choice([" AND ", " AND ", " AND ", " OR "]).join(parts)


def _pair(
    chance: random.Random,
    left: Mapping[str, Sequence[str]],
    its: str,
    right: Mapping[str, Sequence[str]],
    other: str,
) -> str:
    shared = [each for each in ALIASES if each in left and each in right]
    kind = chance.choice(["number", "number", *shared])
    one, two = f"{its}.{chance.choice(left[kind])}", f"{other}.{chance.choice(right[kind])}"
    if kind == "number" and chance.random() < 0.2:
        one, two = (chance.choice(COMPUTED).format(each) for each in (one, two))

    if kind == "time" and chance.random() < 0.5:
        unit = chance.choice(UNITS)
        one, two = f"DATE_TRUNC('{unit}', {one})", f"DATE_TRUNC('{unit}', {two})"

    return f"{one} {chance.choice(COMPARED)} {two}"


def _shown(chance: random.Random, columns: Mapping[str, Sequence[str]]) -> str:
    plain = [chance.choice(found) for found in columns.values()]
    return chance.choice([*plain, _number(chance, columns), _test(chance, columns)])


def _number(chance: random.Random, columns: Mapping[str, Sequence[str]]) -> str:
    return f"({chance.choice(COMPUTED).format(chance.choice(columns['number']))})"


def _test(chance: random.Random, columns: Mapping[str, Sequence[str]]) -> str:
    number, text = chance.choice(columns["number"]), chance.choice(columns["string"])
    time = chance.choice(columns.get("time", [f"CAST({text} AS TIMESTAMP)"]))
    return chance.choice([
        f"{number} IS NULL", f"{number} IS NULL", f"{text} IS NOT NULL", f"{number} = 2",
        f"{_number(chance, columns)} > 1", f"{text} = 'North' AND {text} IN ('South', 'Web')",
        f"{text} <> 'North'", f"{time} > '2024-01-01'",
    ])  # fmt: skip
