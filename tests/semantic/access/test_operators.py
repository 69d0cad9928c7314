"""Which rows each operator of a row rule admits, for each type of member."""

import pytest

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: size, sql: "{CUBE}.size", type: number}
      - {name: region, sql: "{CUBE}.region", type: string}
      - {name: listed, sql: "{CUBE}.listed", type: boolean}
      - {name: day, sql: "{CUBE}.day", type: time}
    segments:
      - {name: small, sql: "{CUBE}.size < 2"}
    measures:
      - {name: count, type: count}
    access_policy:
      - group: "*"
        row_level:
          filters: [FILTERS]
"""
ROWS = """
    (1, 1.5, 'North', TRUE, '2025-01-01'),
    (2, 2, 'South', FALSE, '2025-01-02'),
    (3, 3, 'Norfolk', TRUE, NULL),
    (4, NULL, NULL, NULL, NULL)
"""


@pytest.fixture
def engine(make_engine):
    return make_engine(
        "CREATE TABLE orders (id INTEGER, size DECIMAL(9, 1), region VARCHAR, listed BOOLEAN, day TIMESTAMP)",
        f"INSERT INTO orders VALUES {ROWS}",
    )


@pytest.fixture
def admitted(engine, write_model):
    """The ids of the rows that a filter admits."""

    def ask(filters, **attributes):
        model = load_model(write_model(model=MODEL.replace("FILTERS", filters)))
        rows = run_query(model, engine, Viewer("ana", attributes=attributes), "SELECT id FROM orders").rows
        return {number for (number,) in rows}

    return ask


@pytest.mark.parametrize(
    ("member", "operator", "values", "ids"),
    [
        ("region", "equals", "[North]", {1}),
        ("region", "equals", "[North, South]", {1, 2}),
        ("region", "notEquals", "[North]", {2, 3, 4}),
        ("region", "notEquals", "[North, South]", {3, 4}),
        ("region", "contains", "[OUT, folk]", {2, 3}),
        ("region", "contains", "[th]", {1, 2}),
        ("region", "notContains", "[out, folk]", {1, 4}),
        ("region", "startsWith", "[nor]", {1, 3}),
        ("region", "startsWith", "[th]", set()),
        ("region", "notStartsWith", "[Nor]", {2, 4}),
        ("region", "endsWith", "[th]", {1, 2}),
        ("region", "endsWith", "[Nor]", set()),
        ("region", "notEndsWith", "[th]", {3, 4}),
        ("region", "set", None, {1, 2, 3}),
        ("region", "notSet", None, {4}),
        ("size", "equals", "[2]", {2}),
        ("size", "equals", "['1.5', 3]", {1, 3}),
        ("size", "notEquals", "[2]", {1, 3, 4}),
        ("size", "gt", "[2]", {3}),
        ("size", "gte", "[2]", {2, 3}),
        ("size", "gte", "[1, 3]", {3}),
        ("size", "lt", "[2]", {1}),
        ("size", "lte", "[2]", {1, 2}),
        ("size", "set", None, {1, 2, 3}),
        ("size", "notSet", None, {4}),
        ("listed", "equals", "[true]", {1, 3}),
        ("listed", "equals", "['False']", {2}),
        ("listed", "notEquals", "[true]", {2, 4}),
        ("listed", "set", None, {1, 2, 3}),
        ("listed", "notSet", None, {4}),
        ("day", "set", None, {1, 2}),
        ("day", "notSet", None, {3, 4}),
        ("day", "onTheDate", "[2025-01-02]", {2}),
        ("day", "inDateRange", "['2025-01-01', '2025-01-02']", {1, 2}),
        ("day", "inDateRange", "['2025-01-01']", {1}),
        ("day", "notInDateRange", "['2025-01-01']", {2, 3, 4}),
        ("day", "beforeDate", "['2025-01-02']", {1}),
        ("day", "beforeOrOnDate", "['2025-01-02']", {1, 2}),
        ("day", "afterDate", "['2025-01-01']", {2}),
        ("day", "afterDate", "['2024-12-31T23:00:00Z']", {1, 2}),
        ("day", "afterOrOnDate", "['2025-01-02']", {2}),
        ("region", "in", "[North, South]", {1, 2}),
        ("region", "notIn", "[North]", {2, 3, 4}),
        ("small", "equals", "[true]", {1}),
        ("orders.region", "equals", "[North]", {1}),
    ],
)
def test_an_operator_admits_the_rows_that_it_names(admitted, member, operator, values, ids):
    written = "" if values is None else f", values: {values}"

    assert admitted(f"{{member: {member}, operator: {operator}{written}}}") == ids


@pytest.mark.parametrize(
    ("word", "ids"),
    [("and", {1}), ("or", {1, 2, 3})],
)
def test_filters_are_joined_as_written(admitted, word, ids):
    start = "{member: region, operator: startsWith, values: [Nor]}"
    end = "{member: region, operator: endsWith, values: [th]}"

    assert admitted(f"{{{word}: [{start}, {end}]}}") == ids


def test_filters_of_one_rule_all_hold(admitted):
    north, listed = (
        "{member: region, operator: endsWith, values: [th]}",
        "{member: listed, operator: equals, values: [true]}",
    )

    assert admitted(f"{north}, {listed}") == {1}


@pytest.mark.parametrize(
    ("member", "operator", "values"),
    [
        ("day", "equals", "['2025-01-01']"),
        ("day", "gt", "['2025-01-01']"),
        ("size", "contains", "[1]"),
        ("size", "startsWith", "[1]"),
        ("listed", "gt", "[true]"),
        ("region", "lte", "[a]"),
        ("day", "onTheDate", "[yesterday]"),
        ("region", "beforeDate", "['2025-01-01']"),
        ("size", "equals", "[true]"),
        ("size", "equals", "['1e19']"),
        ("size", "equals", "[x]"),
        ("listed", "equals", "[1]"),
        ("region", "equals", "[1]"),
        ("region", "equals", "['{ userAttributes.region } East']"),
        ("count", "equals", "[1]"),
    ],
)
def test_an_operator_or_a_value_that_does_not_fit_the_member_is_no_rule(admitted, member, operator, values):
    with pytest.raises(ModelError):
        admitted(f"{{member: {member}, operator: {operator}, values: {values}}}")


@pytest.mark.case("Q13")
@pytest.mark.parametrize("value", ["{ userAttributes.who.region }", "{user_attributes.who.region}"])
def test_an_attribute_is_found_along_its_path(admitted, value):
    rule = f"{{member: region, operator: equals, values: ['{value}']}}"

    assert admitted(rule, who={"region": "South"}) == {2}
    assert admitted(rule, who={"region": ["South", "North"]}) == {1, 2}
    assert admitted(rule, who="region") == set()
    assert admitted(rule, region="South") == set()


@pytest.mark.case("Q13")
@pytest.mark.parametrize(
    ("size", "ids"),
    [
        (2, {2}),
        ("2", {2}),
        (1.5, {1}),
        ("2.0", {2}),
        (True, set()),
        (False, set()),
        ("1e18", set()),
        ("1e19", set()),
        ("2" + "." + "0" * 40, set()),
        ("NaN", set()),
        ([2, True], set()),
    ],
)
def test_a_number_is_read_as_one_or_admits_nothing(admitted, size, ids):
    assert admitted("{member: size, operator: equals, values: ['{ userAttributes.size }']}", size=size) == ids
