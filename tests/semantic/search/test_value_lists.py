"""Values searched in memory are those that the engine finds with LIKE."""

import random

import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.search.value_lists import MOST_LISTED, ValueList, ValueLists, ValueSearch
from svcchat_magic.semantic.value_queries import find_values

PARTS = ("ab", "Ab ", "b-", "É", "x_y", "%", "'", "line\nend", "zoo", " ", "İ")
PATTERNS = (
    "%ab%",
    "a%",
    "%b",
    "% b%",
    "_b%",
    "%a%o%",
    "x_y",
    "%é%",
    "%",
    "a%b%",
    "%'%",
    "ab",
    "%end",
    "%a%b",
    "%b%_",
    "a%",
    "_%_",
    "%ab%ab%",
    "%_%zoo",
    "%b-b-",
)
MODEL = """
cubes:
  - name: things
    sql_table: things
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: few, sql: few, type: string}
      - {name: many, sql: "few || id", type: string}
      - {name: region, sql: region, type: string}
    access_policy:
      - group: "*"
        row_level:
          filters: [{member: region, operator: equals, values: ["{ userAttributes.region }"]}]
"""
FILLED = (
    "CREATE TABLE things (id INTEGER, few TEXT, region TEXT)",
    "INSERT INTO things SELECT i, 'kind ' || i % 7, CASE WHEN i % 2 = 0 THEN 'north' ELSE 'south' END"
    f" FROM range({4 * MOST_LISTED}) AS numbers(i)",
)


def of_region(region):
    return Viewer(region, attributes={"region": region})


@pytest.mark.parametrize("seed", range(6))
def test_a_list_finds_what_like_finds(make_engine, seed):
    chance = random.Random(seed)
    values = {"".join(chance.choices(PARTS, k=chance.randint(1, 4))) for _ in range(40)}
    engine = make_engine("CREATE TABLE t (v TEXT)")
    for each in values:
        engine._connection.execute("INSERT INTO t VALUES (?)", [each])

    found = ValueList(values)
    for pattern in PATTERNS:
        like = engine.run("SELECT v FROM t WHERE LOWER(v) LIKE $p", {"p": pattern}, limit=100).rows
        listed = {each.value for each in found.find(ValueSearch(("t.v",), (), (pattern,)), 0)}
        assert listed == {value for (value,) in like}, pattern


def test_a_whole_value_comes_first_and_once():
    search = ValueSearch(("t.v",), ("north",), ("%north%",))

    found = [(each.value, each.is_whole) for each in ValueList(["Far north", "North"]).find(search, 0)]

    assert found == [("North", True), ("Far north", False)]


def test_few_values_and_many_are_found_alike(write_model, make_engine):
    model, engine = load_model(write_model(things=MODEL)), make_engine(*FILLED)
    search = ValueSearch(("things.few", "things.many"), ("kind 3", "kind 310"), ("%kind 511%",))

    found = find_values(model, engine, of_region("north"), search)

    assert [(each.place, each.value, each.is_whole) for each in found[:2]] == [
        (0, "kind 3", True),
        (1, "kind 310", True),
    ]
    assert {each.value for each in found[2:]} <= {f"kind 5{i}" for i in range(1, 4 * MOST_LISTED)}


def test_patterns_alone_are_looked_for_among_many_values(write_model, make_engine):
    model, engine = load_model(write_model(things=MODEL)), make_engine(*FILLED)

    found = find_values(model, engine, of_region("north"), ValueSearch(("things.many",), (), ("kind 5%",)))

    assert found
    assert all(each.value.startswith("kind 5") for each in found)


def test_searches_of_many_values_one_after_the_other_find_what_each_looks_for(write_model, make_engine):
    model, engine = load_model(write_model(things=MODEL)), make_engine(*FILLED)
    asked = [
        (("kind 310",), ()),
        (("kind 36", "kind 310"), ("%d 413%", "it's%")),
        (("kind 310", "kind 512"), ("%d 512%", "kind\\_4%")),
    ]

    found = [
        find_values(model, engine, of_region("north"), ValueSearch(("things.many",), *each))
        for each in asked * 2
    ]

    values = [{(each.value, each.is_whole) for each in one} for one in found]
    assert values[:3] == values[3:]
    assert values[0] == {("kind 310", True)}
    assert {("kind 310", True)} < values[1]
    assert all(value.startswith("kind 413") for value, is_whole in values[1] if not is_whole)
    assert {("kind 310", True), ("kind 512", True)} < values[2]
    assert all(value.startswith("kind 512") for value, _ in values[2] - {("kind 310", True)})


def test_what_is_kept_for_one_viewer_is_not_found_for_another(write_model, make_engine):
    model, engine = load_model(write_model(things=MODEL)), make_engine(*FILLED)
    search = ValueSearch(("things.region", "things.many"), ("north", "south"), ("%kind 31%",))

    for region in ("north", "south", "north"):
        found = find_values(model, engine, of_region(region), search)
        assert [each.value for each in found if each.is_whole] == [region]
        odd = {int(each.value[6:]) % 2 for each in found if not each.is_whole}
        assert odd == {int(region == "south")}


def test_as_many_dimensions_are_searched_as_a_question_may_name(write_model, make_engine):
    every = "".join(f"      - {{name: d{at}, sql: few, type: string}}\n" for at in range(30))
    rest = MODEL.replace("      - {name: few,", f"{every}      - {{name: few,")
    model, engine = load_model(write_model(things=rest)), make_engine(*FILLED)
    search = ValueSearch(tuple(f"things.d{at}" for at in range(30)), ("kind 3",), ())

    found = find_values(model, engine, of_region("north"), search)

    assert [(each.place, each.value) for each in found] == [(at, "kind 3") for at in range(30)]


def test_kept_values_are_read_again_after_a_while():
    now = [0.0]
    lists = ValueLists(lambda: now[0])
    lists.keep({"t.v": ["a"], "t.w": ["x"] * (MOST_LISTED + 1)})

    assert [*lists.known(["t.v", "t.w", "t.u"])] == ["t.v", "t.w"]
    now[0] = 61.0
    assert lists.known(["t.v", "t.w"]) == {"t.w": None}


def test_what_is_kept_is_bounded():
    lists = ValueLists()
    for at in range(100):
        lists.keep({f"t.v{at}": ["x" * 50_000]})

    kept = lists.known([f"t.v{at}" for at in range(100)])
    assert len(kept) == 100  # and none is listed again for each question
    assert 0 < sum(each.characters for each in kept.values() if each is not None) <= 2_000_000
