"""Random views and rules over the schema, written as YAML, and random queries of them."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.semantic.random_models.schema import CUBES, JOINS, TEXTS, Value, neighbours

Path = tuple[str, ...]  # of cubes, from the root of the view

# How a condition is written, and what it says of a value.
TEXT_TESTS: Mapping[str, Callable[[Any], bool]] = {
    "IN ('Web', 'North', 'S', 'Card', 'Chair', 'new', 'East')": lambda value: value in {
        "Web", "North", "S", "Card", "Chair", "new", "East",
    },
    "NOT IN ('Web', 'South', 'M')": lambda value: value is not None and value not in {"Web", "South", "M"},
    "LIKE '%e%'": lambda value: value is not None and "e" in value,
    "IS NULL": lambda value: value is None,
    "IS NOT NULL": lambda value: value is not None,
}  # fmt: skip
NUMBER_TESTS: Mapping[str, Callable[[Any], bool]] = {
    "> 0": lambda value: value is not None and value > 0,
    "<= 2": lambda value: value is not None and value <= 2,
    "<> 2": lambda value: value is not None and value != 2,
    "BETWEEN 0 AND 3": lambda value: value is not None and 0 <= value <= 3,
    "IS NULL": lambda value: value is None,
}


@dataclass(frozen=True)
class Field:
    """A dimension or measure as the view shows it."""

    path: Path
    name: str

    @property
    def alias(self) -> str:
        return "_".join((*self.path, self.name))

    @property
    def is_text(self) -> bool:
        return CUBES[self.path[-1]].columns.get(self.name) == "VARCHAR"


@dataclass(frozen=True)
class Condition:
    """A test of a field: a dimension in WHERE, a measure in HAVING."""

    field: Field
    test: str

    def __str__(self) -> str:
        return f"{self.field.alias} {self.test}"

    def holds(self, value: Value) -> bool:
        return {**TEXT_TESTS, **NUMBER_TESTS}[self.test](value)


@dataclass(frozen=True)
class Computed:
    """A column that is computed over a group: a measure, or an aggregate of a dimension."""

    field: Field | None  # None stands for the rows of the root
    function: str = "MEASURE"
    only: Condition | None = None  # the rows that are counted, by FILTER

    def __str__(self) -> str:
        about = "*" if self.field is None else self.field.alias
        call = f"COUNT(DISTINCT {about})" if self.function == "DISTINCT" else f"{self.function}({about})"
        return f"{call} FILTER (WHERE {self.only})" if self.only else call


@dataclass(frozen=True)
class Rules:
    """Values that a viewer may see, by cube and column, and for fields of the view."""

    cubes: Mapping[str, tuple[str, tuple[Value, ...]]]
    view: tuple[Field, tuple[Value, ...]] | None


@dataclass(frozen=True)
class Question:
    """A query of one view; OR joins the conditions of each tuple in `where`."""

    nodes: tuple[Path, ...]  # of the view, the root first
    keys: tuple[Field, ...]
    columns: tuple[Computed, ...]
    where: tuple[tuple[Condition, ...], ...]
    having: Condition | None
    rules: Rules | None
    form: str = "plain"

    @property
    def is_plain(self) -> bool:
        """Whether it has keys, measures and conditions alone."""
        return self.form == "plain" and all(
            column.function == "MEASURE" and column.only is None for column in self.columns
        )

    @property
    def sql(self) -> str:
        """The query as people write it; over ungrouped rows in between it means the same."""
        keys = [key.alias for key in self.keys]
        head = f"SELECT {', '.join((*keys, *map(str, self.columns)))}"
        if self.form in ("plain", "rollup"):
            return f"{head} FROM v{self._where}{self._end}"

        inner = f"SELECT {', '.join(dict.fromkeys((*keys, *self._read_measures)))} FROM v{self._where}"
        if self.form == "cte":
            return f"WITH t AS ({inner}) {head} FROM t{self._end}"

        return f"{head} FROM ({inner}) AS t{self._end}"

    @property
    def _read_measures(self) -> tuple[str, ...]:
        fields = [column.field for column in self.columns if column.field is not None]
        return tuple(field.alias for field in (*fields, *([self.having.field] if self.having else [])))

    @property
    def _where(self) -> str:
        parts = [" OR ".join(map(str, any_of)) for any_of in self.where]
        return f" WHERE {' AND '.join(f'({part})' for part in parts)}" if parts else ""

    @property
    def _end(self) -> str:
        keys = ", ".join(key.alias for key in self.keys)
        grouped = f" GROUP BY {f'ROLLUP({keys})' if self.form == 'rollup' else keys}" if keys else ""
        if self.having is None:
            return grouped

        return f"{grouped} HAVING MEASURE({self.having.field.alias}) {self.having.test}"


def random_question(chance: random.Random, forms: Sequence[str] = ("plain",)) -> Question:
    nodes = _random_nodes(chance)
    dimensions = [Field(path, name) for path in nodes for name in CUBES[path[-1]].columns]
    measures = [Field(path, name) for path in nodes for name in CUBES[path[-1]].measures]
    form = chance.choice(forms)
    others = () if form in ("cte", "outer") else tuple(_aggregates(dimensions, measures, chance))
    return Question(
        nodes=nodes,
        keys=tuple(chance.sample(dimensions, min(chance.choice((0, 1, 1, 2, 2)), len(dimensions)))),
        columns=(*map(Computed, chance.sample(measures, min(chance.randint(1, 3), len(measures)))), *others),
        where=tuple(
            tuple(_condition(chance.choice(dimensions), chance) for _ in range(chance.choice((1, 1, 1, 2))))
            for _ in range(chance.choice((0, 0, 0, 1, 1, 2)))
        ),
        having=_number_condition(chance.choice(measures), chance) if chance.random() < 0.25 else None,
        rules=_random_rules(dimensions, chance) if chance.random() < 0.3 else None,
        form=form,
    )


def shuffled(question: Question, chance: random.Random) -> Question:
    """The same question with its conditions in another order."""
    where = [tuple(chance.sample(any_of, len(any_of))) for any_of in question.where]
    return replace(question, where=tuple(chance.sample(where, len(where))))


def model_text(question: Question, order: Callable[[list[Any]], list[Any]] = list) -> str:
    """The model as YAML (JSON is YAML too), what has no order in the order that is given."""
    cubes = order([_cube(name, question.rules, order) for name in CUBES])
    view: dict[str, Any] = {"name": "v", "cubes": [_part(path, order) for path in question.nodes]}
    if question.rules and question.rules.view:
        field, values = question.rules.view
        view["access_policy"] = [_policy(field.alias, values)]

    return json.dumps({"cubes": cubes, "views": [view]})


def _aggregates(
    dimensions: Sequence[Field], measures: Sequence[Field], chance: random.Random
) -> Iterator[Computed]:
    """Aggregates of the caller's own, and measures of some rows."""
    if chance.random() < 0.3:
        numbers = [field for field in dimensions if not field.is_text]
        yield Computed(chance.choice(numbers), chance.choice(("SUM", "AVG", "MIN", "MAX", "COUNT")))

    if chance.random() < 0.2:
        yield Computed(chance.choice(dimensions), "DISTINCT")

    if chance.random() < 0.2:
        yield Computed(None, "COUNT")

    if chance.random() < 0.2:
        yield Computed(chance.choice(measures), only=_condition(chance.choice(dimensions), chance))


def _random_nodes(chance: random.Random) -> tuple[Path, ...]:
    """A tree of up to six cubes; none twice but areas, which end a way or begin the only one."""
    nodes: list[Path] = [(chance.choice(sorted(CUBES)),)]
    for _ in range(chance.choice((0, 1, 3, 4, 5, 6))):
        path = chance.choice(nodes)
        taken = {node[-1] for node in nodes} - {"areas"}
        free = [other for other in neighbours(path[-1]) if other not in taken and (*path, other) not in nodes]
        if free and (path[-1] != "areas" or len(nodes) == 1):
            chosen = chance.choice(free)
            nodes += [(*path, chosen)] if chosen != "areas" or path[0] != "areas" else []

    return tuple(nodes)


def _condition(field: Field, chance: random.Random) -> Condition:
    return (
        Condition(field, chance.choice(sorted(TEXT_TESTS)))
        if field.is_text
        else _number_condition(field, chance)
    )


def _number_condition(field: Field, chance: random.Random) -> Condition:
    return Condition(field, chance.choice(sorted(NUMBER_TESTS)))


def _random_rules(dimensions: Sequence[Field], chance: random.Random) -> Rules:
    cubes = {name: _random_rule(name, chance) for name in CUBES if chance.random() < 0.25}
    texts = [field for field in dimensions if field.is_text]
    view = (chance.choice(texts), ()) if texts and chance.random() < 0.3 else None
    return Rules(cubes, (view[0], tuple(TEXTS[view[0].name][1:2])) if view else None)


def _random_rule(name: str, chance: random.Random) -> tuple[str, tuple[Value, ...]]:
    column = chance.choice([column for column in CUBES[name].columns if column in (*TEXTS, "id", "tag_id")])
    values = [value for value in TEXTS.get(column, (0, 1, 2)) if value is not None]
    return column, tuple(chance.sample(values, chance.randint(1, 2)))


def _cube(name: str, rules: Rules | None, order: Callable[[list[Any]], list[Any]]) -> dict[str, Any]:
    cube = CUBES[name]
    text: dict[str, Any] = {
        "name": name,
        "sql_table": name,
        "joins": order([_join(name, other) for other in neighbours(name)]),
        "dimensions": order([_dimension(name, column) for column in cube.columns]),
        "measures": order([_measure(name, measure) for measure in cube.measures]),
    }
    if rules is not None:
        rule = rules.cubes.get(name)
        text["access_policy"] = [_policy(*rule) if rule else {"group": "*", "row_level": {"allow_all": True}}]

    return text


def _join(name: str, other: str) -> dict[str, str]:
    for many, column, one in JOINS:
        if (many, one) == (name, other):
            return {
                "name": other,
                "relationship": "many_to_one",
                "sql": f"{{CUBE}}.{column} = {{{other}}}.id",
            }

        if (one, many) == (name, other):
            return {
                "name": other,
                "relationship": "one_to_many",
                "sql": f"{{CUBE}}.id = {{{other}}}.{column}",
            }

    raise LookupError(f"{name} is no neighbour of {other}")


def _dimension(name: str, column: str) -> dict[str, Any]:
    kind = "string" if CUBES[name].columns[column] == "VARCHAR" else "number"
    key = {"primary_key": True} if column in CUBES[name].key else {}
    return {"name": column, "sql": f"{{CUBE}}.{column}", "type": kind, **key}


def _measure(name: str, measure: str) -> dict[str, Any]:
    kind, about, *rest = CUBES[name].measures[measure]
    if kind == "ratio":
        return {"name": measure, "type": "number", "sql": f"1.0 * {{{about}}} / NULLIF({{{rest[0]}}}, 0)"}

    text: dict[str, Any] = {"name": measure, "type": kind}
    if kind != "count":
        text["sql"] = f"{{CUBE}}.{about}"

    if rest:
        cube, column, value = rest
        place = f"{{CUBE}}.{column}" if cube == name else f"{{{cube}.{column}}}"
        text["filters"] = [{"sql": f"{place} = '{value}'"}]

    return text


def _part(path: Path, order: Callable[[list[Any]], list[Any]]) -> dict[str, Any]:
    cube = CUBES[path[-1]]
    fields = [Field(path, name) for name in (*cube.columns, *cube.measures)]
    return {
        "join_path": ".".join(path),
        "includes": order([{"name": field.name, "alias": field.alias} for field in fields]),
    }


def _policy(member: str, values: Sequence[Value]) -> dict[str, Any]:
    entry = {"member": member, "operator": "equals", "values": list(values)}
    return {"group": "*", "row_level": {"filters": [entry]}}
