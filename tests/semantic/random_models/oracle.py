"""What a random question means, in plain Python: every join written out row by row, every group folded.

It is written from the rules of `docs/decisions/join-tree.md` and `policies.md`, and shares no line with the
package.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from tests.semantic.random_models.questions import Computed, Condition, Field, Path, Question
from tests.semantic.random_models.schema import CUBES, Data, Record, Value, columns_of_join, way

Joined = Mapping[Path, Record | None]  # a row of each node, or none
Number = int | float | None
Counted = Callable[[Sequence[Record], tuple[str, ...]], list[Record]]

MAX_ROWS = 50_000


class TooMany(Exception):
    """The joins make more rows than are worth folding."""


def each_once(rows: Sequence[Record], key: tuple[str, ...]) -> list[Record]:
    """The rows of one cube, each as often as its key is there: once."""
    return list({tuple(row[column] for column in key): row for row in rows}.values())


def answer(question: Question, data: Data, counted: Counted = each_once) -> list[tuple[Value | float, ...]]:
    """The rows of a question, in any order; another `counted` is a fault that the comparison must find."""
    return _Answer(question, data, counted).rows()


class _Answer:
    def __init__(self, question: Question, data: Data, counted: Counted) -> None:
        self._question = question
        self._data = data
        self._counted = counted
        self._nodes: dict[Path, None] = dict.fromkeys(question.nodes[:1])
        for field in self._fields():
            self._read(field)

    def rows(self) -> list[tuple[Value | float, ...]]:
        question = self._question
        return [
            (*key, *(self._computed(column, rows) for column in question.columns))
            for key, rows in self._groups()
            if question.having is None or self._has(question.having, rows)
        ]

    def _groups(self) -> Iterator[tuple[tuple[Value, ...], list[Joined]]]:
        """Each group with its key; ROLLUP adds those of fewer keys, the others null."""
        keys = self._question.keys
        kept = [row for row in self._joined() if self._is_kept(row)]
        levels = range(len(keys) + 1) if self._question.form == "rollup" else [len(keys)]
        for level in levels:
            groups: dict[tuple[Value, ...], list[Joined]] = defaultdict(list)
            for row in kept:
                groups[tuple(_value(row, key) for key in keys[:level])].append(row)

            if level == 0:  # a total is there even where nothing is found
                groups[()] = kept

            yield from (((*key, *[None] * (len(keys) - level)), rows) for key, rows in groups.items())

    def _is_kept(self, row: Joined) -> bool:
        return self._is_visible(row) and all(self._any_holds(row, any_of) for any_of in self._question.where)

    def _fields(self) -> Iterator[Field]:
        question = self._question
        yield from question.keys
        for column in question.columns:
            yield from [column.field] if column.field else []
            yield from [column.only.field] if column.only else []

        yield from (condition.field for any_of in question.where for condition in any_of)
        if question.having is not None:
            yield question.having.field

        if question.rules is not None and question.rules.view is not None:
            yield question.rules.view[0]

    def _read(self, field: Field) -> None:
        """Take a field's node into the join, and those that its measure reads."""
        self._take(field.path)
        kind, *about = CUBES[field.path[-1]].measures.get(field.name, ("dimension",))
        if kind == "ratio":
            for part in about:
                self._read(self._part(field.path, part))
        elif len(about) > 1:
            self._take(self._reach(field.path, about[1]))

    def _take(self, path: Path) -> None:
        for length in range(1, len(path) + 1):
            self._nodes.setdefault(path[:length])

    def _part(self, path: Path, text: str) -> Field:
        cube, _, name = text.rpartition(".")
        return Field(self._reach(path, cube) if cube else path, name)

    def _reach(self, path: Path, cube: str) -> Path:
        """Where a reference leads: back along the path as long as the way goes there, then on."""
        for step in way(path[-1], cube)[1:]:
            path = path[:-1] if len(path) > 1 and path[-2] == step else (*path, step)

        return path

    def _joined(self) -> Iterator[Joined]:
        """LEFT JOINs from the root, as many rows as they make."""
        root, *others = sorted(self._nodes, key=len)
        rows: list[dict[Path, Record | None]] = [{root: row} for row in self._data[root[-1]]]
        for path in others:
            mine, theirs = columns_of_join(path[-2], path[-1])
            rows = [
                {**row, path: found}
                for row in rows
                for found in _matches(row[path[:-1]], mine, self._data[path[-1]], theirs)
            ]
            if len(rows) > MAX_ROWS:
                raise TooMany

        yield from rows

    def _is_visible(self, row: Joined) -> bool:
        rules = self._question.rules
        if rules is None:
            return True

        if rules.view is not None and _value(row, rules.view[0]) not in rules.view[1]:
            return False

        ruled = [(path, rules.cubes[path[-1]]) for path in self._nodes if path[-1] in rules.cubes]
        return all(_value(row, Field(path, column)) in values for path, (column, values) in ruled)

    @staticmethod
    def _any_holds(row: Joined, any_of: Sequence[Condition]) -> bool:
        return any(condition.holds(_value(row, condition.field)) for condition in any_of)

    def _has(self, having: Condition, rows: Sequence[Joined]) -> bool:
        return having.holds(self._measured(having.field.path, having.field.name, rows))  # type: ignore[arg-type]

    def _computed(self, column: Computed, rows: Sequence[Joined]) -> Number | Value:
        rows = [row for row in rows if column.only is None or self._any_holds(row, (column.only,))]
        if column.function == "MEASURE" and column.field is not None:
            return self._measured(column.field.path, column.field.name, rows)

        path = column.field.path if column.field else self._question.nodes[0]
        cube = CUBES[path[-1]]
        own = self._counted([found for row in rows if (found := row[path]) is not None], cube.key)
        name = column.field.name if column.field else cube.key[0]
        kind = "count_distinct" if column.function == "DISTINCT" else column.function.lower()
        return _folded(kind, [value for row in own if (value := row[name]) is not None])

    def _measured(self, path: Path, name: str, rows: Sequence[Joined]) -> Number:
        cube = CUBES[path[-1]]
        kind, about, *rest = cube.measures[name]
        if kind == "ratio":
            over, under = (self._part(path, text) for text in (about, rest[0]))
            return _ratio(
                self._measured(over.path, over.name, rows), self._measured(under.path, under.name, rows)
            )

        if rest:
            other = Field(self._reach(path, rest[0]), rest[1])
            rows = [row for row in rows if _value(row, other) == rest[2]]

        own = self._counted([found for row in rows if (found := row[path]) is not None], cube.key)
        return _folded(kind, [value for row in own if (value := row[about]) is not None])


def _matches(row: Record | None, mine: str, others: Sequence[Record], theirs: str) -> Sequence[Record | None]:
    wanted = None if row is None else row[mine]
    return [other for other in others if wanted is not None and other[theirs] == wanted] or [None]


def _value(row: Joined, field: Field) -> Value:
    found = row[field.path]
    return None if found is None else found[field.name]


def _folded(kind: str, values: Sequence[Value]) -> Number:
    numbers = [value for value in values if isinstance(value, int)]
    if kind == "count":
        return len(values)

    if kind == "count_distinct":
        return len(set(values))

    if not numbers:
        return None

    folds: Mapping[str, Callable[[], Number]] = {
        "sum": lambda: sum(numbers),
        "avg": lambda: sum(numbers) / len(numbers),
        "min": lambda: min(numbers),
        "max": lambda: max(numbers),
    }
    return folds[kind]()


def _ratio(over: Number, under: Number) -> Number:
    return None if over is None or not under else over / under
