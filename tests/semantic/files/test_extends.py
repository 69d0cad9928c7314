"""A cube or view takes over what it extends, with its own definitions in place of those of the same name."""

import pytest

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query

BASE = """
    cubes:
      - name: events
        sql_table: raw_events
        public: false
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: kind, sql: kind, type: string, title: Kind}
        measures:
          - {name: count, type: count}
          - {name: total, type: sum, sql: amount, filters: [{sql: "{CUBE}.amount > 0"}]}
"""


def test_a_cube_takes_over_members_and_replaces_those_of_the_same_name(write_model):
    text = """
        cubes:
          - name: cancels
            extends: events
            public: true
            sql: SELECT * FROM {events.sql()} WHERE kind = 'cancel'
            measures:
              - {name: total, type: sum, sql: amount}
              - {name: mean, type: avg, sql: amount}
    """
    cancels = load_model(write_model(base=BASE, cancels=text)).cubes["cancels"]

    assert (cancels.sql_table, cancels.sql) == (
        "",
        "SELECT * FROM (SELECT * FROM raw_events) WHERE kind = 'cancel'",
    )
    assert cancels.public
    assert list(cancels.dimensions) == ["id", "kind"]
    assert list(cancels.measures) == ["count", "total", "mean"]
    assert cancels.measures["total"].filters == ()


def test_a_cube_may_extend_one_that_extends_another(write_model):
    text = """
        cubes:
          - {name: c, extends: b, title: C}
          - {name: b, extends: events, segments: [{name: paid, sql: "{CUBE}.amount > 0"}]}
    """
    c = load_model(write_model(base=BASE, others=text)).cubes["c"]

    assert (c.sql_table, list(c.segments), c.public) == ("raw_events", ["paid"], False)


def test_cubes_that_extend_each_other_are_refused(write_model):
    with pytest.raises(ModelError, match="extends itself"):
        load_model(write_model(a="cubes: [{name: a, extends: b}, {name: b, extends: a}]"))


def test_a_problem_of_what_is_extended_is_told_once(write_model):
    broken = BASE.replace("type: string, title", "type: strong, title")

    with pytest.raises(ModelError) as refused:
        load_model(write_model(base=broken, a="cubes: [{name: a, extends: events}]"))

    assert len(refused.value.problems) == 1
    assert refused.value.problems[0].startswith("base.yml, line 8, type:")


def test_a_view_adds_to_the_members_of_another(write_model):
    text = """
        views:
          - {name: small, cubes: [{join_path: events, includes: [count]}]}
          - {name: large, extends: small, cubes: [{join_path: events, includes: [kind]}]}
    """
    views = load_model(write_model(base=BASE, views=text)).views

    assert list(views["large"].members) == ["count", "kind"]


def test_a_base_loads_without_the_members_whose_joins_only_its_extension_has(
    write_model, make_engine, viewer
):
    text = """
        cubes:
          - name: base
            sql_table: bills
            dimensions:
              - {name: id, sql: id, type: number, primary_key: true}
              - {name: town, sql: "{shops.town}", type: string}
              - {name: place, sql: "UPPER({town})", type: string}
            measures: [{name: count, type: count, drill_members: [id, town]}]
          - name: bills
            extends: base
            joins: [{name: shops, relationship: many_to_one, sql: "{CUBE}.shop = {shops.id}"}]
          - name: shops
            sql_table: shops
            dimensions:
              - {name: id, sql: id, type: number, primary_key: true}
              - {name: town, sql: town, type: string}
    """
    model = load_model(write_model(cubes=text))
    engine = make_engine(
        "CREATE TABLE bills AS SELECT 1 AS id, 7 AS shop",
        "CREATE TABLE shops AS SELECT 7 AS id, 'Ulm' AS town",
    )

    assert list(model.cubes["base"].dimensions) == ["id"]
    assert "refers to shops" in model.left_out[0]
    assert run_query(model, engine, viewer, "SELECT place, MEASURE(count) FROM bills GROUP BY 1").rows == (
        ("ULM", 1),
    )
