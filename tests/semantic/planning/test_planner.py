"""Each number of a query has the cheapest strategy that its joins allow; no plan leaves a row rule out."""

from dataclasses import replace

import pytest

from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.planning.plan import Filter, Scan, Strategy
from svcchat_magic.semantic.planning.planner import QueryPlanner
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.reading.sql_reader import read_sql
from tests.semantic import brute_force

VIEWER = Viewer("ana", attributes={"region": "North"})
RULE = """
    access_policy:
      - group: "*"
        row_level:
          filters: [{member: REGION, operator: equals, values: ["{ userAttributes.region }"]}]
"""
DIRECT, REROOTED = Strategy.DIRECT, Strategy.REROOTED
INSENSITIVE, DISTINCT_KEYS = Strategy.INSENSITIVE, Strategy.DISTINCT_KEYS
CHOSEN = {
    # asked: strategies with the last cube of the meeting each starts from
    "SELECT MEASURE(items_value) FROM from_items": [("items", DIRECT)],
    "SELECT MEASURE(items_value) FROM from_customers": [("items", DIRECT)],
    "SELECT customers_region, MEASURE(items_value) FROM from_items GROUP BY 1": [("items", DIRECT)],
    # a count that can be read off the rows of another cube's sum
    "SELECT MEASURE(items_value), MEASURE(orders_count) FROM from_items": [("items", DIRECT)],
    "SELECT orders_channel, MEASURE(customers_count) FROM from_items GROUP BY 1": [("items", INSENSITIVE)],
    # what would repeat the rows only tests them
    "SELECT MEASURE(orders_count) FROM from_orders WHERE items_size = 'S'": [("orders", REROOTED)],
    "SELECT orders_channel, MEASURE(orders_count) FROM from_orders WHERE items_size = 'S' GROUP BY 1": [
        ("orders", REROOTED)
    ],
    "SELECT MEASURE(items_value) FROM from_items WHERE payments_method = 'Card'": [("items", REROOTED)],
    "SELECT MEASURE(tags_weight) FROM from_items": [("tags", REROOTED)],
    # an order without payments fulfils the condition, so it tests each pair
    "SELECT MEASURE(items_value) FROM from_items WHERE payments_method IS NULL": [("items", DISTINCT_KEYS)],
    "SELECT payments_method, MEASURE(items_value) FROM from_orders GROUP BY 1": [("items", DISTINCT_KEYS)],
    "SELECT payments_method, MEASURE(items_largest) FROM from_orders GROUP BY 1": [("items", INSENSITIVE)],
    # groups that no item belongs to come from the root
    "SELECT customers_id, MEASURE(items_value) FROM from_customers WHERE payments_method = 'C' GROUP BY 1": [
        ("customers", REROOTED),
        ("items", REROOTED),
    ],
    "SELECT MEASURE(orders_paid) FROM from_orders": [("payments", DIRECT), ("items", DIRECT)],
}  # fmt: skip


@pytest.fixture
def planned(tmp_path):
    """The plan of a text, with rules in the model where they are given by cube."""

    def plan(asked, **rules):
        (tmp_path / "model.yml").write_text(with_rules(rules), encoding="utf-8")
        model = load_model(tmp_path)
        return QueryPlanner(model, read_sql(model, asked), VIEWER, lambda _: KINDS).page()

    return plan


KINDS = {
    "id": "integer",
    "region": "text",
    "channel": "text",
    "size": "text",
    "method": "text",
    "name": "text",
}


@pytest.mark.parametrize(("asked", "strategies"), CHOSEN.items())
def test_a_number_has_the_cheapest_strategy_that_its_joins_allow(planned, asked, strategies):
    parts = planned(asked).source.merged.parts

    assert [(part.at[-1], part.strategy) for part in parts] == strategies


def test_a_condition_on_what_repeats_a_row_is_a_semi_join(planned):
    (part,) = planned(
        "SELECT MEASURE(orders_count) FROM from_orders WHERE items_size = 'S'"
    ).source.merged.parts

    assert part.rows.source == Scan(("orders",))
    assert [test.source for test in part.rows.semi_joins] == [Scan(("orders", "items"))]


@pytest.mark.case("Z01")
@pytest.mark.parametrize("asked", CHOSEN)
def test_every_strategy_tests_the_rules_of_every_cube_that_is_read(planned, asked):
    rules = {
        "customers": "region",
        "orders": "channel",
        "items": "size",
        "payments": "method",
        "tags": "name",
    }

    parts = planned(asked, **rules).source.merged.parts

    for part in parts:
        tested = [*part.rows.rules, *(rule for each in part.rows.semi_joins for rule in each.rules)]
        assert (
            len(tested) == len(set(tested)) >= len({path[-1] for path in part.rows.source.paths} & {*rules})
        )
        assert sorted(map(repr, tested)) == sorted(map(repr, part.rows.row_rules.conditions))


@pytest.mark.case("Z01")
def test_a_filter_without_one_of_the_rules_cannot_be_made(planned):
    rows = planned("SELECT customers_region FROM from_orders", customers="region").source.rows

    assert isinstance(rows, Filter)
    with pytest.raises(ValueError, match="every row rule"):
        replace(rows, rules=())


@pytest.mark.case("Z01")
def test_what_can_fail_is_computed_only_where_every_rule_is_tested(planned):
    """Apart from the rows it could be computed on one that the rule of another table hides."""
    plain = "SELECT MEASURE(orders_count) FROM from_orders WHERE items_size = 'S' AND orders_id > 1"
    failing = "SELECT MEASURE(orders_count) FROM from_orders WHERE items_size = 'S' AND orders_id * 2 > 1"

    strategies = [planned(asked, items="size").source.merged.parts[0].strategy for asked in (plain, failing)]

    assert strategies == [REROOTED, INSENSITIVE]


def test_only_what_repeats_rows_is_joined_to_count_them(tmp_path):
    (tmp_path / "model.yml").write_text(brute_force.MODEL, encoding="utf-8")
    model = load_model(tmp_path)
    query = read_sql(
        model, "SELECT customers_region, items_size FROM from_orders WHERE orders_channel = 'Web'"
    )

    counted = QueryPlanner(model, query, VIEWER, lambda _: {}).row_count()

    assert counted.rows.source.paths == (("orders",), ("orders", "items"))


def with_rules(rules):
    """The model with a rule on a member of each of these cubes."""
    text = brute_force.MODEL
    for cube, member in rules.items():
        start = text.index(f"  - name: {cube}\n")
        at = text.index("    dimensions:", start)
        text = text[:at] + RULE.lstrip("\n").replace("REGION", member) + text[at:]

    return text
