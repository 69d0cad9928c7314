"""What a viewer can tell about hidden and masked members: `python -m tests.campaigns.member_rules [N]`.

Two databases that differ in the hidden columns and in a hidden office must answer every random statement
alike: the same rows, or the same refusal. Tables of the user's own are joined to the offices, by keys of
which some lead nowhere, and all of them to each other on columns. Two controls: the same statements of a
viewer to whom everything is open, and with the masks taken out.
"""

import random
import sys
from collections import Counter
from collections.abc import Sequence
from unittest.mock import patch

import duckdb

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.engines.data_source import BESIDE
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import model_of_texts
from svcchat_magic.semantic.inference.joined_tables import join_tables
from svcchat_magic.semantic.model.model import Model
from svcchat_magic.semantic.planning import stages
from svcchat_magic.semantic.queries import MAX_ROWS, run_query
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.writing import sql_writer
from tests.campaigns.figures import Figure, main
from tests.campaigns.rule_joins import Table, joined_statement

SEED = 45
LEAST_ANSWERED = 0.3
LEAST_TOLD = 0.1  # of the controls' statements
LIMITED = Viewer("ana", groups=("limited",), attributes={"team": "2"})
OPEN = Viewer("bob", groups=("open",))
MODEL = """
cubes:
  - name: staff
    sql_table: staff
    joins: [{name: offices, relationship: many_to_one, sql: "{CUBE.office} = {offices.id}"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: team, sql: team, type: number}
      - {name: office, sql: office, type: number}
      - {name: name, sql: name, type: string, mask: "***"}
      - {name: salary, sql: salary, type: number, mask: -1}
      - {name: born, sql: born, type: time}
      - {name: secret, sql: secret, type: string}
      - {name: hired, sql: hired, type: time}
      - {name: birth_year, sql: "DATE_TRUNC('year', {born})", type: time}
      - name: grade
        type: string
        case: {when: [{sql: "{salary} > 500", label: high}], else: {label: low}}
    measures:
      - {name: count, type: count}
      - {name: paid, type: sum, sql: "{salary}"}
      - {name: oldest, type: min, sql: "{born}"}
      - {name: names, type: count_distinct, sql: "{name}"}
      - {name: each, type: number, sql: "{paid} / {count}"}
      - {name: top, type: max, sql: salary, mask: 0}
      - {name: secrets, type: count_distinct, sql: secret}
      - {name: running, type: sum, sql: "{salary}", rolling_window: {trailing: unbounded}}
      - {name: running_top, type: max, sql: salary, mask: 0, rolling_window: {trailing: 2 year}}
      - {name: year_before, type: number, sql: "{each}", multi_stage: true, time_shift: [{interval: 1 year}]}
      - {name: top_before, type: number, sql: "{top}", multi_stage: true, time_shift: [{interval: 1 year}]}
      - {name: paid_of_all, type: sum, sql: "{paid}", multi_stage: true, group_by: []}
      - {name: top_of_team, type: max, sql: "{top}", multi_stage: true, group_by: [team]}
      - {name: best_name, type: max, sql: "{count}", multi_stage: true, add_group_by: [name]}
      - {name: best_secret, type: avg, sql: "{secrets}", mask: 1, multi_stage: true, add_group_by: [office]}
      - {name: place, type: rank, multi_stage: true, group_by: [], order_by: [{sql: "{paid}", dir: desc}]}
      - {name: place_by_rent, type: rank, multi_stage: true, group_by: [],
         order_by: [{sql: "{offices.rent}", dir: desc}]}
    segments: [{name: rich, sql: "{salary} > 500"}]
    access_policy:
      - {group: open}
      - group: limited
        member_level:
          excludes: [name, salary, born, top, running_top, secret, secrets, best_secret, place_by_rent]
        member_masking: {includes: [name, salary, born, top, running_top, best_secret]}
        row_level: {filters: [{member: team, operator: lte, values: ["{ userAttributes.team }"]}]}
  - name: offices
    sql_table: offices
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: city, sql: city, type: string}
    measures: [{name: rent, type: sum, sql: rent}]
    access_policy:
      - group: open
      - group: limited
        member_level: {includes: [id, city]}
        row_level: {filters: [{member: city, operator: notEquals, values: [nowhere]}]}
views:
  - name: people
    cubes: [{join_path: staff, includes: "*"}, {join_path: staff.offices, prefix: true, includes: "*"}]
"""
DIMENSIONS = {
    "number": ("id", "team", "salary"),
    "string": ("name", "secret", "grade", "offices_city"),
    "time": ("born", "hired", "birth_year"),
}
MEASURES = (
    "count", "paid", "oldest", "names", "each", "top", "secrets", "offices_rent", "running", "running_top",
    "year_before", "top_before", "paid_of_all", "top_of_team", "best_name", "best_secret", "place",
    "place_by_rent",
)  # fmt: skip
OWN_SHARE = 0.25  # of the statements: with tables of the user's own
OWN = {  # what FROM says, with dimensions and measures
    "desks": (("id", "floor", "city"), ("count", "total_floor", "distinct_offices")),
    "labels CROSS JOIN offices": (
        ("labels.label", "labels.office_id", "offices.city", "offices.id"),
        ("labels.total_weight", "offices.rent"),
    ),
}
JOINED_SHARE = 0.25  # of the others: tables joined on columns
_OF_STAFF = {"number": ("id", "team", "office", "office", "salary"), "time": ("born", "hired", "birth_year")}
JOINED = (
    Table("staff", {**_OF_STAFF, "string": ("name", "secret", "grade")}, MEASURES[:7]),
    Table("people", {**_OF_STAFF, "string": DIMENSIONS["string"]}, MEASURES),
    Table("offices", {"number": ("id",), "string": ("city",)}, ("rent",)),
    Table("desks", {"number": ("id", "floor", "office_id"), "string": ("city",)}, ("count", "total_floor")),
    Table("labels", {"number": ("office_id", "weight"), "string": ("label",)}, ("count", "total_weight")),
)
GROUPINGS = ("{}", "{}", "{}", "ROLLUP ({})", "CUBE ({})")


def run(count: int, seed: int = SEED) -> list[Figure]:
    engines = [_engine(1), _engine(2)]
    statements = [_statement(random.Random(seed + number)) for number in range(count)]
    limited = _told_apart(engines, LIMITED, statements)
    with (
        patch.object(sql_writer, "masked_model", lambda given, *_: given),
        patch.object(stages, "masked_model", lambda given, *_: given),
    ):
        unmasked = _told_apart(engines, LIMITED, statements)

    opened = _told_apart(engines, OPEN, statements)
    for engine in engines:
        engine.close()

    return _figures(count, limited, unmasked, opened)


def _figures(count: int, limited: Counter[str], unmasked: Counter[str], opened: Counter[str]) -> list[Figure]:
    free, bare = opened["told apart"] / count, unmasked["told apart"] / count
    answered = limited["answered"] / count
    return [
        Figure(
            "statements that tell hidden values apart",
            str(limited["told apart"]),
            "0",
            not limited["told apart"] and free > LEAST_TOLD and bare > LEAST_TOLD,
            f"{free:.0%} of an open viewer, {bare:.0%} with the masks taken out",
        ),
        Figure(
            "statements with an answer",
            f"{answered:.0%}",
            f"> {LEAST_ANSWERED:.0%}",
            answered > LEAST_ANSWERED,
        ),
    ]


def _told_apart(engines: Sequence[DuckDBEngine], viewer: Viewer, statements: Sequence[str]) -> Counter[str]:
    model = model_of_texts({"model.yml": MODEL})  # a model of its own: what is compiled is kept beside it
    model = join_tables(model, engines[0]).model
    tally = Counter[str]()
    for sql in statements:
        first, second = (_outcome(model, engine, viewer, sql) for engine in engines)
        tally["told apart"] += first != second
        tally["answered"] += isinstance(first, tuple)

    return tally


def _outcome(model: Model, engine: DuckDBEngine, viewer: Viewer, sql: str) -> object:
    """The rows in an order of their own where the statement gives none, or the words of the refusal."""
    try:
        found = run_query(model, engine, viewer, sql, limit=MAX_ROWS)  # a part would be any part
    except (QueryRefused, EngineError) as error:
        return str(error)

    return (found.columns, found.total_rows, tuple(sorted(map(repr, found.rows))))


def _engine(version: int) -> DuckDBEngine:
    """The same rows but for name, salary, birth, secret, rent, and an office that is hidden."""
    values = random.Random(version)
    connection = duckdb.connect(":memory:")
    connection.execute(
        "CREATE TABLE staff (id INTEGER, team INTEGER, office INTEGER, name VARCHAR, salary INTEGER, "
        "born TIMESTAMP, secret VARCHAR, hired TIMESTAMP)"
    )
    connection.execute("CREATE TABLE offices (id INTEGER, city VARCHAR, rent INTEGER)")
    for row in range(30):
        name = values.choice(["Ada", "Bo", "Cy", "", None])
        born = f"{values.randint(1950, 2005)}-0{values.randint(1, 9)}-11"
        connection.execute(
            "INSERT INTO staff VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                row,
                row % 4,
                row % 6,
                name,
                values.choice([None, values.randint(0, 1000)]),
                born,
                values.choice("xyz"),
                f"{2015 + row % 7}-0{1 + row % 9}-05",
            ],
        )

    for office in range(3):
        connection.execute(
            "INSERT INTO offices VALUES (?, ?, ?)", [office, f"c{office}", values.randint(0, 99)]
        )

    hidden = [(3 + version, "nowhere", 1)]
    connection.executemany("INSERT INTO offices VALUES (?, ?, ?)", hidden)
    connection.execute(f"CREATE SCHEMA {BESIDE}")
    connection.execute(
        f"CREATE TABLE {BESIDE}.desks AS SELECT i AS id, i % 7 AS office_id, i % 4 AS floor "
        "FROM range(20) t(i)"
    )
    connection.execute(
        f"CREATE TABLE {BESIDE}.labels AS SELECT i AS office_id, 'l' || i % 3 AS label, i AS weight "
        "FROM range(7) t(i)"
    )
    return DuckDBEngine(connection)


def _statement(rng: random.Random) -> str:
    """A random statement over the view, whole so that a page is the same every time."""
    if rng.random() < OWN_SHARE:
        return _of_own_tables(rng)

    if rng.random() < JOINED_SHARE:
        return joined_statement(rng, JOINED)

    keys = rng.sample([name for names in DIMENSIONS.values() for name in names], rng.randint(0, 2))
    if rng.random() < 0.4:
        keys.append(f"DATE_TRUNC('{rng.choice(['month', 'year'])}', {rng.choice(DIMENSIONS['time'][:2])})")
    measures = [f"MEASURE({name})" for name in rng.sample(MEASURES, rng.randint(1 if not keys else 0, 2))]
    parts = [f"SELECT {', '.join((*keys, *measures))} FROM people"]
    if rng.random() < 0.6:
        parts.append(f"WHERE {_condition(rng)}")

    if keys:
        parts.append("GROUP BY " + rng.choice(GROUPINGS).format(", ".join(keys)))

    if rng.random() < 0.2:
        parts.append(f"HAVING MEASURE({rng.choice(MEASURES)}) > {rng.randint(0, 500)}")

    return " ".join(parts)


def _of_own_tables(rng: random.Random) -> str:
    tables, (dimensions, measures) = rng.choice(list(OWN.items()))
    keys = rng.sample(dimensions, rng.randint(0, 2))
    values = [f"MEASURE({name})" for name in rng.sample(measures, rng.randint(1 if not keys else 0, 2))]
    sql = f"SELECT {', '.join((*keys, *values))} FROM {tables}"
    if rng.random() < 0.4:
        sql += f" WHERE {rng.choice(dimensions)} {rng.choice(['IS NULL', 'IS NOT NULL', '<> 5'])}"

    return f"{sql} GROUP BY {rng.choice(GROUPINGS).format(', '.join(keys))}" if keys else sql


def _condition(rng: random.Random) -> str:
    kind = rng.choice([*DIMENSIONS, "segment"])
    if kind == "segment":
        return "rich"

    name = rng.choice(DIMENSIONS[kind])
    right = {
        "number": f"> {rng.randint(0, 1000)}",
        "string": rng.choice(["= 'Ada'", "LIKE 'A%'", "IN ('x', 'c1', 'high')"]),
        "time": f"< '{rng.randint(1950, 2005)}-01-01'",
    }[kind]
    return rng.choice([f"{name} {right}", f"{name} IS NULL", f"NOT ({name} {right})"])


if __name__ == "__main__":
    sys.exit(main("member rules", run, 3_000))
