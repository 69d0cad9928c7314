"""Random users, policies and queries of fixed views against an oracle that reads the rules row by row.

A row is foreign when it, or a number in it, is not what the rows that the user may see give. The control asks
the same questions with the rules taken out of the model.
"""

import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

import duckdb

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import AccessRule, Model
from svcchat_magic.semantic.queries import dimension_values, run_query
from svcchat_magic.semantic.query.query import Viewer
from tests.campaigns.figures import Figure
from tests.campaigns.rule_oracle import Policies, is_refused, may_see
from tests.semantic import brute_force
from tests.semantic.brute_force import DIMENSIONS, MEASURES, STEPS, TABLES, TESTS, Asked, answer, joined

QUESTIONS_A_MODEL = 10
MODELS_A_DATABASE = 10
OF_OTHERS = "customers_value_per_payment"  # made of other cubes' measures alone
OF_OTHERS_SHARE = 0.05
CONTROL_EACH = 10  # so many questions share one control
GROUPS = ("a", "b", "c")
TEXTS = ("North", "South", "Web", "Store", "S", "M", "Card", "Cash", "o", "", "%", "_", "' OR 1=1 --", "web")
TEXT_OPERATORS = (
    "equals",
    "notEquals",
    "contains",
    "notContains",
    "startsWith",
    "notStartsWith",
    "endsWith",
    "notEndsWith",
)
NUMBER_OPERATORS = ("equals", "notEquals", "gt", "gte", "lt", "lte")
TEXT_MEMBERS = {
    "customers": "region",
    "orders": "channel",
    "items": "size",
    "payments": "method",
    "tagged": "id",
    "tags": "name",
}
SOURCES = (
    "{ userAttributes.x }",
    "{userAttributes.y}",
    "{ user_attributes.x }",
    "{ securityContext.in.x }",
    "{ security_context.y }",
)


@dataclass(frozen=True)
class Case:
    """One question of one user over one set of rules."""

    model: Model
    policies: Policies
    viewer: Viewer
    asked: Asked
    form: str  # grouped, raw or values


def run_visible(count: int, seed: int) -> Counter[str]:
    """Ask so many questions; what came of it."""
    chance = random.Random(seed)
    tally: Counter[str] = Counter()
    bare = _bare_model()
    while tally["asked"] < count:
        data = _random_data(chance)
        engine = DuckDBEngine(_database(data))
        for case in _random_cases(bare, chance, min(count - tally["asked"], 100)):
            _judge(tally, case, data, engine)
            if tally["asked"] % CONTROL_EACH == 0:
                _judge_without_rules(tally, case, bare, data, engine)

        engine.close()

    return tally


def given(case, engine):
    """The rows that come through the door, as a sorted list of texts; None when it refuses."""
    try:
        if case.form == "values":
            member = f"{case.asked.view}.{case.asked.keys[0]}"
            return sorted((value,) for value in dimension_values(case.model, engine, case.viewer, member))

        sql = f"SELECT {', '.join(case.asked.keys)} FROM {case.asked.view}{_where(case.asked)}"
        found = run_query(
            case.model, engine, case.viewer, case.asked.sql if case.form == "grouped" else sql, limit=10_000
        )
    except QueryRefused:
        return None

    rows = sorted(map(_as_text, found.rows))
    return rows if case.form == "grouped" else sorted(set(rows))


def expected(case, data):
    """The same from the oracle."""
    if is_refused(case.policies, case.viewer, case.asked):
        return None

    def allowed(row):
        return may_see(case.policies, case.viewer, case.asked, row)

    if case.form == "grouped":
        return sorted(map(_as_text, answer(case.asked, data, allowed=allowed)))

    rows = [
        tuple(brute_force.value_of(row, key) for key in case.asked.keys)
        for row in joined(case.asked.view, data)
        if allowed(row)
        and all(TESTS[test](brute_force.value_of(row, key)) for key, test in case.asked.filters)
    ]
    if case.form == "values":
        return sorted({row for row in rows if row[0] is not None})

    return sorted(set(map(_as_text, rows)))


def _judge(tally, case, data, engine):
    tally["asked"] += 1
    try:
        right, got = expected(case, data), given(case, engine)
    except EngineError as cause:  # it gave no row
        tally["failed"] += 1
        print(f"failed: {case.asked.sql} [{case.form}]: {cause.__cause__}", file=sys.stderr)
        return

    tally["refused" if got is None else "answered"] += 1
    if got:
        tally["with rows"] += 1

    foreign = set(got or ()) - set(right or ())
    lost = set(right or ()) - set(got or ())
    for what, is_so in (("foreign", foreign), ("lost", lost), ("refusals", (got is None) != (right is None))):
        if is_so:
            tally[what] += 1
            print(f"{what}: {case.asked.sql} [{case.form}] {case.viewer} {case.policies}", file=sys.stderr)


def _judge_without_rules(tally, case, bare, data, engine):
    try:
        seen = given(replace(case, model=bare), engine)
    except EngineError:
        return

    tally["controls"] += 1
    if set(seen or ()) - set(expected(case, data) or ()):
        tally["controls with foreign rows"] += 1


def visible_figures(tally):
    """What the oracle says of the rows that came."""
    controls = max(tally["controls"], 1)
    share = tally["controls with foreign rows"] / controls
    seen = f"{tally['answered']:,} answered, {tally['with rows']:,} with rows, {tally['failed']} failed"
    return [
        Figure(
            "questions with a foreign row",
            str(tally["foreign"]),
            "0",
            not tally["foreign"] and share > 0.3,
            f"{share:.0%} of {controls:,} with the rules taken out",
        ),
        Figure("questions with a row lost", str(tally["lost"]), "0", not tally["lost"], seen),
        Figure(
            "wrongly refused or let in",
            str(tally["refusals"]),
            "0",
            not tally["refusals"] and tally["refused"] > 0,
            f"{tally['refused']:,} rightly refused",
        ),
    ]


def _bare_model():
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "model.yml").write_text(brute_force.MODEL, encoding="utf-8")
        return load_model(Path(folder))


def _random_data(chance):
    def key():
        return chance.choice([None, *range(5)])

    made = {
        "customers": lambda: (chance.choice([None, "North", "South", "", "' OR 1=1 --"]),),
        "orders": lambda: (key(), chance.choice([None, "Web", "Store", "50%"])),
        "items": lambda: (key(), chance.choice([None, "S", "M", "_"]), chance.choice([None, -3, 0, 4, 9])),
        "payments": lambda: (key(), chance.choice([None, "Card", "Cash"]), chance.randint(1, 9)),
        "tagged": lambda: (key(), key()),
        "tags": lambda: (chance.choice([None, "North", "new"]), chance.choice([None, 1, 4])),
    }
    return {
        table: [
            dict(zip((column.split()[0] for column in TABLES[table]), (number, *row()), strict=True))
            for number in range(chance.choice([0, 3, 4, 5, 6]))
        ]
        for table, row in made.items()
    }


def _database(data):
    connection = duckdb.connect(":memory:")
    for table, columns in TABLES.items():
        connection.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        for row in data[table]:
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO {table} VALUES ({marks})", list(row.values()))

    return connection


def _random_cases(bare, chance, count):
    model, policies = bare, {}
    for number in range(count):
        if number % QUESTIONS_A_MODEL == 0:
            policies = _random_policies(chance)
            model = _with_policies(bare, policies)

        form = chance.choice(["grouped", "grouped", "grouped", "raw", "values"])
        yield Case(model, policies, _random_viewer(chance), _random_question(chance, form), form)


def _random_question(chance, form):
    """A question; a raw one names one cube's members, as every row of the root then comes once."""
    view = chance.choice(sorted(STEPS))
    dimensions = _of_view(view, DIMENSIONS)
    if form == "values":
        return Asked(view, (chance.choice(dimensions),), ())

    keys = chance.sample(dimensions, chance.randint(0 if form == "grouped" else 1, 2))
    measures = chance.sample(_of_view(view, MEASURES), chance.randint(1, 3)) if form == "grouped" else ()
    if form == "grouped" and chance.random() < OF_OTHERS_SHARE:
        measures = (OF_OTHERS,)

    filters = [
        (chance.choice(dimensions), chance.choice(sorted(TESTS))) for _ in range(chance.choice([0, 0, 1, 2]))
    ]
    return Asked(view, tuple(keys), tuple(measures), tuple(filters))


def _of_view(view, names):
    return [name for name in names if brute_force.has(view, name)]


def _random_viewer(chance):
    return Viewer(
        "ana",
        is_internal=chance.random() < 0.15,
        groups=tuple(chance.sample(GROUPS, chance.randint(0, 3))),
        attributes={name: _random_value(chance) for name in ("x", "y") if chance.random() < 0.85},
        security_context={"in": {"x": _random_value(chance)}, "y": _random_value(chance)}
        if chance.random() < 0.7
        else {},
    )


def _random_value(chance):
    plain = (*TEXTS[:8] * 4, *TEXTS, 2, 3, "3", 2.5, True, None, {"a": 1}, "x" * 1000, "\0", "1e400", "nan")
    if chance.random() < 0.3:
        return [chance.choice(plain) for _ in range(chance.randint(0, 3))]

    return chance.choice(plain)


def _random_policies(chance):
    cubes = {
        cube: _random_policy(chance, [TEXT_MEMBERS[cube], "id"]) if chance.random() < 0.9 else None
        for cube in TEXT_MEMBERS
    }
    views = {
        view: _random_policy(chance, [*_of_view(view, DIMENSIONS), "orders_id"])
        if chance.random() < 0.3
        else None
        for view in STEPS
    }
    return cubes | views


def _random_policy(chance, members):
    rules = []
    for _ in range(chance.randint(1, 3)):
        allow_all = chance.random() < 0.25
        filters = () if allow_all else tuple(_filter(chance, members) for _ in range(chance.randint(1, 2)))
        rules.append(AccessRule(chance.choice([*GROUPS, "*", "*"]), filters, allow_all))

    return tuple(rules)


def _filter(chance, members, depth=0):
    if depth < 2 and chance.random() < 0.2:
        inner = tuple(_filter(chance, members, depth + 1) for _ in range(chance.randint(1, 3)))
        return MappingProxyType({chance.choice(["and", "or"]): inner})

    member = chance.choice(members)
    is_number = member.rpartition("_")[2] == "id"
    operator = chance.choice([*(NUMBER_OPERATORS if is_number else TEXT_OPERATORS), "set", "notSet"])
    literal = (0, 2, "3") if is_number else TEXTS
    values = tuple(
        chance.choice(SOURCES) if chance.random() < 0.7 else chance.choice(literal)
        for _ in range(chance.choice([1, 1, 2]))
    )
    values = () if operator in {"set", "notSet"} else values
    return MappingProxyType({"member": member, "operator": operator, "values": values})


def _with_policies(bare, policies):
    def ruled(tables):
        return MappingProxyType(
            {name: replace(table, access_policy=policies[name]) for name, table in tables.items()}
        )

    return Model(ruled(bare.cubes), ruled(bare.views))


def _where(asked):
    conditions = " AND ".join(f"{dimension} {test}" for dimension, test in asked.filters)
    return f" WHERE {conditions}" if conditions else ""


def _as_text(row):
    """Numbers to 9 digits."""
    return tuple(f"{value:.9g}" if isinstance(value, (int, float)) else str(value) for value in row)
