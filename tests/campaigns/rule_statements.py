"""Random statements over a table of a shape: all that the reader takes, and some that it does not."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.campaigns.rule_rows import COUNTED, resolved
from tests.campaigns.rule_shapes import (
    DECODED,
    IN_STAGES,
    OF_OTHERS_IN_STAGES,
    SCALED,
    Path,
    Shape,
    Shown,
)

NUMBERS = (
    "0", "1", "2", "3", "-1", "0.5", "1000000", "9223372036854775807", "-9223372036854775807", "2147483647",
    "4611686018427387904", "9999999999999999999", "0.000000000000000001", "1e18", "1e-18",
    "170141183460469231", "99999999999999999.99", "12345678901234567.8", "3.14",
)  # fmt: skip
PLAIN = tuple(number for number in NUMBERS if not number.startswith("-"))
WHOLE = tuple(number for number in NUMBERS if number.lstrip("-").isdigit() and len(number) > 1)
TEXTS = ("'Web'", "'North'", "'South'", "''", "'%'", "'a_b'", "'50%'", "'x'", "'1e999'", "'99'")
PATTERNS = (
    "'%o%'", "'W__'", "'%'", "''", "'!%' ESCAPE '!'", "'%!' ESCAPE '!'", "'!' ESCAPE '!'",
    "'a!_b' ESCAPE '!'",    "'%\\%' ESCAPE '\\'", "'\\'", "'%\\'",
)  # fmt: skip
DATES = (
    "'2024-01-31'", "'0001-01-01'", "'9999-12-31'", "'2024-02-30'", "DATE '2024-01-01'",
    "'2023-12-31 23:59:59'",    "TIMESTAMP '9999-12-31 23:59:59'",
)  # fmt: skip
GRAINS = ("second", "minute", "hour", "day", "week", "month", "quarter", "year")
PARTS = ("year", "quarter", "month", "week", "day", "dow", "doy", "hour", "minute")
LONG_GRAINS = ("day", "week", "month", "quarter", "year")
OF_STAGES = frozenset({*IN_STAGES, *OF_OTHERS_IN_STAGES})
DIRECTIONS = ("", " DESC", " NULLS FIRST")
TOLD_APART = ("=", "<>", "<", "<=", ">", ">=")
OUTSIDE = (  # of the grammar: refused, whatever the rows hold
    "(SELECT 1 / 0)", "regexp_matches({t}, '(')", "CHR({n})", "REPEAT({t}, 999999999)", "FACTORIAL({n})",
    "strptime({t}, '%Y')", "error({t})", "{n} << 63", "MAKE_DATE({n}, 1, 1)", "{n} // 0",
)  # fmt: skip
FAILING = (  # on some rows, or on all
    "SQRT({n})", "LN({n})", "LOG({n})", "POWER({n}, 99)", "EXP({n})", "{n} % 0", "FLOOR({n} * 1e18)",
    "TRUNC({n})", "CASE WHEN {n} > 1 THEN 1 ELSE 1 / 0 END", "GREATEST({n}, 1)", "SIGN({n})",
    "LENGTH({t})", "CAST({t} AS INTEGER)", "{t}::BIGINT", "CAST({n} AS INTEGER)",
    "CAST({n} AS NUMERIC(4, 2))", "CAST({t} AS DOUBLE PRECISION)",
    "DATE_DIFF('second', CAST({t} AS TIMESTAMP), NOW())", "EXTRACT(epoch FROM CAST({t} AS TIMESTAMP))",
    "CAST({t} AS DATE) - CURRENT_DATE",
    "EXTRACT(year FROM CAST({t} AS DATE) + INTERVAL '9000000 months')", "POSITION('x' IN {t} || {t})",
    "CAST(SUBSTRING({t}, 1, 1) AS INTEGER)", "CASE WHEN CAST({t} AS BOOLEAN) THEN 1 END",
)  # fmt: skip
OUTSIDE_CONDITIONS = (
    "{t} ~ '('",
    "{t} SIMILAR TO '('",
    "{n} = ANY (SELECT 1)",
    "{t} GLOB '['",
)


@dataclass(frozen=True)
class Asked:
    """A statement; `in_order` when its ORDER BY leaves no two rows to chance, else rows are a multiset.

    `keys`, `measures` and `filters` are there for one that the oracle can compute.
    """

    table: str
    sql: str
    in_order: bool = False
    keys: tuple[Shown, ...] = ()
    measures: tuple[Shown, ...] = ()
    filters: tuple[tuple[Shown, str], ...] = ()
    named: str = ""  # a text dimension of the table, whose values are asked for
    words: str = ""  # a question, instead of a statement
    is_rolled_up: bool = False  # with the levels of ROLLUP


TESTS: dict[str, Callable[[object], bool]] = {
    "= 'North'": lambda value: value == "North",
    "<> 'South'": lambda value: value is not None and value != "South",
    "IN ('Web', 'North', 'tiny')": lambda value: value in {"Web", "North", "tiny"},
    "IS NULL": lambda value: value is None,
    "IS NOT NULL": lambda value: value is not None,
    "LIKE '%o%'": lambda value: isinstance(value, str) and "o" in value,
}


def plain_statement(chance: random.Random, shape: Shape, table: str) -> Asked:
    """One that needs no arithmetic, so that the oracle knows its rows."""
    shown = [each for each in shape.shown(table) if each.member.name not in {SCALED, DECODED}]
    texts = [each for each in shown if each.member.type == "string" and each.member.refers not in each.path]
    keys = chance.sample(texts, chance.randint(0, 2))
    known = [each for each in shown if each.member.of in COUNTED]
    beside = [each for each in known if _reads_beside(shape, each)]
    measures = chance.sample(known, chance.randint(1, 3))
    if beside and chance.random() < 0.8:
        one = chance.choice(beside)
        alone = chance.random() < 0.5  # nothing else reads its own cube
        keys = [each for each in keys if not alone or each.path != one.path]
        measures = [one] if alone else list(dict.fromkeys([*measures, one]))

    filters = [
        (chance.choice(texts), chance.choice(sorted(TESTS))) for _ in range(chance.choice([0, 0, 1, 2]))
    ]
    columns = [*(each.name for each in keys), *(f"MEASURE({each.name})" for each in measures)]
    where = " AND ".join(f"{each.name} {test}" for each, test in filters)
    grouped = ", ".join(str(at + 1) for at in range(len(keys)))
    is_rolled_up = bool(keys) and chance.random() < 0.4
    sql = f"SELECT {', '.join(columns)} FROM {table}"
    sql += f" WHERE {where}" if where else ""
    sql += (f" GROUP BY ROLLUP ({grouped})" if is_rolled_up else f" GROUP BY {grouped}") if grouped else ""
    return Asked(
        table,
        sql,
        keys=tuple(keys),
        measures=tuple(measures),
        filters=tuple(filters),
        named=texts[0].name,
        is_rolled_up=is_rolled_up,
    )


def random_statement(chance: random.Random, shape: Shape, table: str, always: Sequence[Path] = ()) -> Asked:
    """One that may fail on rows with extreme values; it reads a dimension of each path of `always`."""
    return _Writer(chance, shape, table).statement(always)


def _reads_beside(shape: Shape, shown: Shown) -> bool:
    """Whether a measure reads a cube that is neither on its own path nor further on: one beside it."""
    other = shown.member.refers
    if shown.member.of not in {"across", "elsewhere"} or other in shown.path:
        return False

    return resolved(shape, shown.path, other)[: len(shown.path)] != shown.path


class _Writer:
    """Writes one statement."""

    def __init__(self, chance: random.Random, shape: Shape, table: str) -> None:
        self._chance = chance
        self._table = table
        shown = shape.shown(table)
        self._dimensions = [each for each in shown if each.member.kind == "dimension"]
        measures = [each for each in shown if each.member.kind == "measure"]
        beside = [each for each in measures if shape.is_tree and _reads_beside(shape, each)]
        self._measures = [each.name for each in (*measures, *beside * 3)]
        self._segments = [each.name for each in shown if each.member.kind == "segment"]
        self._in_stages = [each for each in measures if each.member.of in OF_STAGES]

    def statement(self, always: Sequence[Path]) -> Asked:
        chance = self._chance
        needed = [self._of_path(path) for path in always]
        where = [self._condition(2) for _ in range(chance.choice([0, 1, 1, 2]))]
        where += [f"{name} IS NOT NULL" for name in needed]
        if chance.random() < 0.04:
            where.append(self._outside(OUTSIDE_CONDITIONS))

        chance.shuffle(where)
        filtered = f" WHERE {' AND '.join(where)}" if where else ""
        if chance.random() < 0.2:
            return self._layers(filtered)

        if chance.random() < 0.25:
            return self._stages(filtered)

        return self._rows(filtered) if chance.random() < 0.5 else self._groups(filtered)

    def _layers(self, where: str) -> Asked:
        """A SELECT around rows, or around groups, that computes with their columns."""
        chance = self._chance
        inner = f"SELECT {self._name('string')} AS t, {self._number(1)} AS n FROM {self._table}{where}"
        if chance.random() < 0.5:
            inner = f"SELECT t, SUM(n) AS n FROM ({inner}) AS r GROUP BY t"

        failing = chance.choice(FAILING).format(n="n", t="t")
        outer = chance.choice([
            f"SELECT t, {failing} AS x FROM ({inner} LIMIT 1000) AS s",
            f"SELECT t, n FROM ({inner} LIMIT 1000) AS s WHERE {failing} > 1",
            f"SELECT SUM({failing}) AS x, COUNT(*) AS y FROM ({inner}) AS s",
            f"SELECT t, RANK() OVER (ORDER BY {failing}) AS x FROM ({inner}) AS s",
            f"SELECT a.t FROM ({inner}) AS a JOIN ({inner}) AS b ON a.n * 3 = b.n",
            f"WITH s AS ({inner}) SELECT n * n AS x FROM s UNION SELECT {failing} FROM s",
        ])  # fmt: skip
        return Asked(self._table, outer, named=self._name("string"))

    def _stages(self, where: str) -> Asked:
        """Measures over other times or groups, by periods or not, alone and beside others."""
        chance = self._chance
        measures = chance.sample(self._in_stages, chance.choice([1, 1, 2]))
        times = [each.name for each in self._dimensions if each.member.type == "time"]
        time = chance.choice([name for name in times if measures[0].name.startswith(name[:3])] or times)
        keys = [f"DATE_TRUNC('{chance.choice(LONG_GRAINS)}', {time})"] if chance.random() < 0.75 else []
        keys += [self._name("string")] if chance.random() < 0.4 else []
        outputs = [*keys, *(f"MEASURE({each.name})" for each in measures)]
        outputs += [self._aggregate(chance.choice([0, 1]))] if chance.random() < 0.3 else []
        ranges = f"{time} {chance.choice(TOLD_APART)} {chance.choice(DATES)}"
        where += f"{' AND ' if where else ' WHERE '}{ranges}" if chance.random() < 0.4 else ""
        sql = f"SELECT {', '.join(outputs)} FROM {self._table}{where}"
        if keys:
            places = ", ".join(str(at + 1) for at in range(len(keys)))
            sql += f" GROUP BY {chance.choice([places] * 3 + [f'ROLLUP ({places})', f'CUBE ({places})'])}"

        if chance.random() < 0.15:
            sql += f" HAVING MEASURE({measures[0].name}) {chance.choice(TOLD_APART)} {chance.choice(NUMBERS)}"

        return self._ended(sql, [], len(outputs))

    def _rows(self, where: str) -> Asked:
        chance = self._chance
        outputs = [self._output() for _ in range(chance.randint(1, 3))]
        distinct = "DISTINCT " if chance.random() < 0.25 else ""
        sql = f"SELECT {distinct}{', '.join(outputs)} FROM {self._table}{where}"
        order = [self._number(2)] if chance.random() < 0.3 and not distinct else []
        return self._ended(sql, order, len(outputs))

    def _groups(self, where: str) -> Asked:
        chance = self._chance
        keys = [self._key() for _ in range(chance.choice([0, 1, 1, 2]))]
        outputs = [
            *keys,
            *(self._aggregate(chance.choice([0, 0, 1, 2])) for _ in range(chance.randint(1, 2))),
        ]
        sql = f"SELECT {', '.join(outputs)} FROM {self._table}{where}"
        if keys:
            places = ", ".join(str(at + 1) for at in range(len(keys)))
            sql += f" GROUP BY {chance.choice([places] * 4 + [f'ROLLUP ({places})', f'CUBE ({places})'])}"

        if chance.random() < 0.35:
            sql += f" HAVING {self._having()}"

        order = [self._aggregate(1)] if chance.random() < 0.3 else []
        return self._ended(sql, order, len(outputs))

    def _ended(self, sql: str, order: Sequence[str], columns: int) -> Asked:
        chance = self._chance
        in_order = chance.random() < 0.4
        terms = [*order, *(map(str, range(1, columns + 1)) if in_order else ())]
        if terms:
            sql += " ORDER BY " + ", ".join(
                term + chance.choice(["", " DESC", " NULLS FIRST"]) for term in terms
            )

        if in_order and chance.random() < 0.6:
            sql += f" LIMIT {chance.choice([0, 1, 2, 5])}" + chance.choice(["", "", " OFFSET 1", " OFFSET 3"])

        return Asked(self._table, sql, in_order, named=self._name("string"))

    def _output(self) -> str:
        chance = self._chance
        if chance.random() < 0.04:
            return self._outside(OUTSIDE)

        return chance.choice([
            self._name("string"), self._number(2), self._number(2), self._number(1), self._time(),
            f"COALESCE({self._name('string')}, {chance.choice(TEXTS)})", self._name("boolean"),
            f"{chance.choice(['LOWER', 'UPPER'])}({self._name('string')})", self._condition(1),
        ])  # fmt: skip

    def _key(self) -> str:
        chance = self._chance
        return chance.choice([
            self._name("string"), self._name("string"), self._number(2), self._time(), self._name("boolean"),
            f"NULLIF({self._name('string')}, {chance.choice(TEXTS)})",
        ])  # fmt: skip

    def _number(self, depth: int) -> str:
        chance = self._chance
        if depth == 0 or chance.random() < 0.15:
            return self._name("number") if chance.random() < 0.7 else chance.choice(NUMBERS)

        return self._computed(lambda: self._number(depth - 1), rows=True)

    def _aggregate(self, depth: int) -> str:
        chance = self._chance
        if chance.random() < 0.02:
            return self._outside(OUTSIDE)

        if depth == 0 or chance.random() < 0.15:
            return (
                f"MEASURE({chance.choice(self._measures)})"
                if chance.random() < 0.85
                else chance.choice(NUMBERS)
            )

        return self._computed(lambda: self._aggregate(depth - 1), rows=False)

    def _computed(self, inner: Callable[[], str], *, rows: bool) -> str:
        chance = self._chance
        forms = [
            lambda: f"({inner()} {chance.choice('+-**/')} {inner()})",
            lambda: f"({inner()} {chance.choice('+-**/')} {inner()})",
            lambda: f"({inner()} * {chance.choice(NUMBERS)})",
            lambda: f"ABS({inner()})",
            lambda: f"ROUND({inner()}{chance.choice(['', ', 2', ', 10', ', 0'])})",
            lambda: f"(-{inner()})",
            lambda: f"COALESCE({inner()}, {inner()})",
            lambda: f"NULLIF({inner()}, {chance.choice(NUMBERS)})",
        ]
        if rows:
            forms.append(lambda: f"({self._integer()} {chance.choice('+-**')} {chance.choice(WHOLE)})")
            forms.append(lambda: f"EXTRACT({chance.choice(PARTS)} FROM {self._name('time')})")
            forms.append(self._failing)
            forms.append(self._failing)

        return chance.choice(forms)()

    def _time(self) -> str:
        return f"DATE_TRUNC('{self._chance.choice(GRAINS)}', {self._name('time')})"

    def _having(self) -> str:
        chance = self._chance
        return chance.choice([
            f"{self._aggregate(2)} {chance.choice(TOLD_APART)} {chance.choice(NUMBERS)}",
            f"{self._aggregate(1)} {chance.choice(TOLD_APART)} {self._aggregate(1)}",
            f"NOT {self._aggregate(2)} IS NULL",
        ])  # fmt: skip

    def _condition(self, depth: int) -> str:
        chance = self._chance
        if depth and chance.random() < 0.3:
            joined = chance.choice([" AND ", " OR "]).join(self._condition(depth - 1) for _ in range(2))
            return f"{chance.choice(['', 'NOT '])}({joined})"

        apart, text = chance.choice(TOLD_APART), self._name("string")
        seconds = [*chance.choices(WHOLE, k=2), self._integer(), self._integer()]
        products = [f"{self._integer()} {chance.choice('+-**')} {each}" for each in seconds]
        return chance.choice([
            self._guarded(),
            self._guarded(),
            self._of_subquery(),
            f"{self._number(3)} {apart} {self._number(1)}",
            f"{self._number(2)} {apart} {chance.choice(NUMBERS)}",
            *[f"{product} {apart} {chance.choice(NUMBERS)}" for product in products],
            f"{self._number(2)} BETWEEN {chance.choice(NUMBERS)} AND {self._number(1)}",
            f"{self._number(1)} IN ({', '.join(chance.sample(PLAIN, 2))})",
            f"{self._number(2)} IS NULL",
            f"{text} {chance.choice(['LIKE', 'NOT LIKE', 'ILIKE'])} {chance.choice(PATTERNS)}",
            f"{text} LIKE {self._name('string')}{chance.choice(['', chr(32) + 'ESCAPE ' + repr('!')])}",
            f"{text} {chance.choice(TOLD_APART)} {chance.choice(TEXTS)}",
            f"NULLIF(LOWER({text}), {chance.choice(TEXTS)}) IN ({', '.join(chance.sample(TEXTS, 2))})",
            f"{self._name('time')} {apart} {chance.choice(DATES)}",
            f"{self._time()} {apart} {chance.choice(DATES)}",
            f"{self._name('time')} BETWEEN {chance.choice(DATES)} AND {chance.choice(DATES)}",
            f"{self._name('boolean')} {chance.choice(['', '= TRUE', 'IS NOT TRUE'])}",
            f"{chance.choice(['', 'NOT '])}{chance.choice(self._segments)}",
        ])  # fmt: skip

    def _guarded(self) -> str:
        """What fails on rows one can see, beside what statistics may have answered already."""
        chance = self._chance
        prices = [each.name for each in self._dimensions if each.member.name == "price"]
        guard = chance.choice(
            [
                f"{self._integer()} {chance.choice(TOLD_APART)} {chance.choice([*WHOLE, '5', '9', '100'])}",
                f"{self._name('boolean')} = TRUE",
                f"{self._name('time')} {chance.choice(TOLD_APART)} {chance.choice(DATES)}",
                f"{self._name('number')} IS NULL",
                f"{self._name('string')} > {chance.choice(TEXTS)}",
            ]
        )
        fails = chance.choice(
            [
                f"ROUND(12345678901234567.8 * {chance.choice(prices)}, 10) <= {chance.choice(NUMBERS)}",
                f"{self._integer()} * {chance.choice(WHOLE)} > {chance.choice(NUMBERS)}",
                f"{chance.choice(prices)} * {chance.choice(NUMBERS)} < {chance.choice(NUMBERS)}",
            ]
        )
        return f"{chance.choice(['', 'NOT '])}({guard} {chance.choice(['AND', 'OR'])} {fails})"

    def _failing(self) -> str:
        form = self._chance.choice(FAILING)
        return f"({form.format(n=self._name('number'), t=self._name('string'))})"

    def _of_subquery(self) -> str:
        """A condition that a sub-query answers, which reads rows under the same rules."""
        number, text = self._number(1), self._name("string")
        return self._chance.choice([
            f"{number} IN (SELECT {self._number(2)} FROM {self._table})",
            f"{text} NOT IN (SELECT {text} FROM {self._table} WHERE {self._guarded()})",
            f"{number} > (SELECT MAX({self._number(1)}) FROM {self._table})",
            f"EXISTS (SELECT {text} FROM {self._table} WHERE {self._guarded()})",
        ])  # fmt: skip

    def _outside(self, forms: Sequence[str]) -> str:
        return self._chance.choice(forms).format(n=self._name("number"), t=self._name("string"))

    def _integer(self) -> str:
        return self._chance.choice(
            [each.name for each in self._dimensions if each.member.name in {"big", "small"}]
        )

    def _name(self, kind: str) -> str:
        return self._chance.choice([each.name for each in self._dimensions if each.member.type == kind])

    def _of_path(self, path: Path) -> str:
        return self._chance.choice([
            each.name
            for each in self._dimensions
            if each.path == path and each.member.name in {"id", "region", "word", "made"}
        ])  # fmt: skip
