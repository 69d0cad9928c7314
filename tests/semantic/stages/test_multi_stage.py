"""Measures over the groups of others: totals beside parts, shares, means of finer groups, ranks."""

import pytest

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import explain_query, run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
cubes:
  - name: sales
    sql_table: sales
    joins: [{name: stores, relationship: many_to_one, sql: "{CUBE}.store = {stores.id}"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: product, sql: product, type: string}
      - {name: kind, sql: kind, type: string}
      - {name: sold, sql: sold, type: time}
    measures:
      - {name: total, type: sum, sql: amount}
      - {name: count, type: count}
      - {name: each, type: number, sql: "{total} / {count}"}
      - {name: of_kind, type: sum, sql: "{total}", multi_stage: true, group_by: [kind]}
      - {name: of_all, type: sum, sql: "{CUBE.total}", multi_stage: true, group_by: []}
      - {name: share, type: number, sql: "1.0 * {total} / NULLIF({of_all}, 0)"}
      - {name: mean_share, type: avg, sql: "{share}", multi_stage: true, reduce_by: [product]}
      - {name: each_of_kind, type: number, sql: "{each}", multi_stage: true, reduce_by: [sales.product]}
      - {name: mean_day, type: avg, sql: "{total}", multi_stage: true, add_group_by: [sold.day]}
      - {name: days, type: count, sql: "{total}", multi_stage: true, add_group_by: [sold.day]}
      - {name: best_city, type: max, sql: "{total}", multi_stage: true, add_group_by: [stores.city]}
      - {name: spread, type: number, sql: "MAX({total}) - MIN({total})", multi_stage: true,
         add_group_by: [product]}
      - {name: place, type: rank, multi_stage: true, reduce_by: [product],
         order_by: [{sql: "{total}", dir: desc}]}
      - {name: last_place, type: max, sql: "{place}", multi_stage: true, reduce_by: [product]}
      - {name: running, type: sum, sql: amount, rolling_window: {trailing: unbounded}}
      - {name: running_week, type: sum, sql: amount, rolling_window: {type: to_date, granularity: week}}
      - {name: week_before, type: number, sql: "{count}", multi_stage: true, time_shift: [{interval: 1 week}]}
      - {name: peak, type: max, sql: "{running}", multi_stage: true, reduce_by: [sold]}
  - name: stores
    sql_table: stores
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: city, sql: city, type: string}
"""
RULES = """
    access_policy:
      - group: "*"
        row_level: {filters: [{member: kind, operator: equals, values: ["{ userAttributes.kind }"]}]}
"""
DATA = (
    "CREATE TABLE stores AS FROM (VALUES (1, 'Rome'), (2, 'Oslo')) AS t(id, city)",
    "CREATE TABLE sales AS SELECT id, product, kind, sold::TIMESTAMP AS sold, amount, store FROM (VALUES "
    "(1, 'pen', 'paper', '2024-01-01 09:00', 10, 1), (2, 'pen', 'paper', '2024-01-01 12:00', 20, 2), "
    "(3, 'pen', 'paper', '2024-01-03 12:00', 6, 1), (4, 'book', 'paper', '2024-01-03 12:00', 24, 2), "
    "(5, 'lamp', 'light', '2024-01-09 12:00', 40, 2), (6, 'bulb', NULL, '2024-01-09 12:00', 0, 1)) "
    "AS t(id, product, kind, sold, amount, store)",
)


@pytest.fixture
def ask(write_model, make_engine):
    model, engine = load_model(write_model(model=MODEL)), make_engine(*DATA)
    return lambda sql: list(run_query(model, engine, Viewer("ana"), sql).rows)


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        (
            "SELECT product, kind, MEASURE(of_kind), MEASURE(of_all) FROM sales GROUP BY 1, 2 ORDER BY 1",
            [
                ("book", "paper", 60, 100),
                ("bulb", None, 0, 100),
                ("lamp", "light", 40, 100),
                ("pen", "paper", 60, 100),
            ],
        ),
        (
            "SELECT product, MEASURE(share) FROM sales GROUP BY 1 HAVING MEASURE(share) > 0.3 "
            "ORDER BY 2 DESC LIMIT 1",
            [("lamp", 0.4)],
        ),
        ("SELECT MEASURE(of_kind), MEASURE(share) FROM sales", [(100, 1)]),
        (
            "SELECT kind, product, MEASURE(mean_share), MEASURE(each_of_kind) FROM sales "
            "WHERE kind = 'paper' GROUP BY 1, 2 ORDER BY 2",
            [("paper", "book", 0.5, 15), ("paper", "pen", 0.5, 15)],
        ),
        ("SELECT product, MEASURE(each_of_kind) FROM sales GROUP BY 1 LIMIT 0", []),
        ("SELECT MIN(product), MEASURE(each_of_kind) FROM sales", [("book", 100 / 6)]),
        (
            "SELECT kind, MEASURE(mean_day), MEASURE(days), MEASURE(count) FROM sales GROUP BY 1 ORDER BY 1",
            [("light", 40, 1, 1), ("paper", 30, 2, 4), (None, 0, 1, 1)],
        ),
        ("SELECT MEASURE(mean_day), MEASURE(best_city), MEASURE(spread) FROM sales", [(100 / 3, 84, 40)]),
        (
            "SELECT kind, product, MEASURE(place), MEASURE(last_place) FROM sales GROUP BY 1, 2 ORDER BY 2",
            [("paper", "book", 2, 2), (None, "bulb", 1, 1), ("light", "lamp", 1, 1), ("paper", "pen", 1, 2)],
        ),
        ("SELECT MEASURE(of_all) FILTER (WHERE kind = 'light'), MEASURE(total) FROM sales", [(40, 100)]),
        (
            "SELECT CASE WHEN MEASURE(share) > 0.3 THEN 'much' ELSE 'little' END AS s, product FROM sales "
            "GROUP BY 2 ORDER BY 2 LIMIT 2",
            [("little", "book"), ("little", "bulb")],
        ),
        ("SELECT AVG(s) FROM (SELECT product, MEASURE(share) AS s FROM sales GROUP BY 1) AS t", [(0.25,)]),
        ("SELECT product FROM sales WHERE product IN (SELECT product FROM sales GROUP BY 1 "
         "HAVING MEASURE(place) < 2) GROUP BY 1 ORDER BY 1", [("lamp",)]),
        ("SELECT EXTRACT(day FROM sold) AS day, MEASURE(running), MEASURE(peak) FROM sales "
         "WHERE sold >= '2024-01-02' GROUP BY DATE_TRUNC('day', sold), 1 ORDER BY 1 LIMIT 3",
         [(2, 30, 100), (3, 60, 100), (4, 60, 100)]),
        ("SELECT DATE_TRUNC('week', sold) AS w, MEASURE(count), MEASURE(week_before) FROM sales "
         "GROUP BY 1 ORDER BY 2",
         None),
    ],
)  # fmt: skip
def test_it_is_computed(ask, sql, expected):
    found = ask(sql)

    if expected is None:
        assert [row[1:] for row in found] == [(2, 4), (4, 0)]
    else:
        assert found == [pytest.approx(row) if None not in row else row for row in expected]


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("SELECT sold, MEASURE(running) FROM sales GROUP BY 1", "group by DATE_TRUNC"),
        ("SELECT MEASURE(week_before) FROM sales", "needs a time dimension"),
        (
            "SELECT DATE_TRUNC('month', sold), MEASURE(running_week) FROM sales GROUP BY 1",
            "anew with each week",
        ),
        (
            "SELECT DATE_TRUNC('week', sold), DATE_TRUNC('month', sold), MEASURE(running) FROM sales "
            "GROUP BY 1, 2",
            "group by DATE_TRUNC",
        ),
        (
            "SELECT DATE_TRUNC('day', sold), MEASURE(running) FROM sales "
            "WHERE sold > '2024-01-01' OR kind = 'paper' GROUP BY 1",
            "filter the time dimension by a range",
        ),
        (
            "SELECT DATE_TRUNC('month', sold), MEASURE(running) FROM sales "
            "WHERE EXTRACT(dow FROM sold) = 1 GROUP BY 1",
            "filter the time dimension by a range",
        ),
        ("SELECT MEASURE(running) FROM sales WHERE EXTRACT(year FROM sold) = 2024", "by a range"),
        ("SELECT product || kind AS both, MEASURE(of_kind) FROM sales GROUP BY 1", "group by each of them"),
    ],
)
def test_what_has_no_clear_meaning_is_refused(ask, sql, sentence):
    with pytest.raises(QueryRefused, match=sentence):
        ask(sql)


def test_row_rules_hold_in_every_stage(write_model, make_engine):
    stores = "  - name: stores\n"
    ruled = MODEL.replace(stores, f"{RULES[1:]}{stores}    access_policy: [{{group: '*'}}]\n")
    model = load_model(write_model(model=ruled))
    engine = make_engine(*DATA)

    def rows(sql, kind):
        return list(run_query(model, engine, Viewer("ana", attributes={"kind": kind}), sql).rows)

    sql = (
        "SELECT product, MEASURE(of_all), MEASURE(mean_day), MEASURE(place), MEASURE(best_city) FROM sales "
        "GROUP BY 1 ORDER BY 1"
    )
    assert rows(sql, "light") == [("lamp", 40, 40, 1, 40)]
    assert [row[:2] for row in rows(sql, "paper")] == [("book", 60), ("pen", 60)]
    by_week = "SELECT DATE_TRUNC('week', sold), MEASURE(running), MEASURE(week_before) FROM sales GROUP BY 1"
    assert [row[1:] for row in rows(by_week, "paper")] == [(60, 0)]
    assert [row[1:] for row in rows(by_week, "light")] == [(40, 0)]
    assert rows("SELECT MEASURE(running) FROM sales", "dark") == [(None,)]


def test_the_plan_shows_every_stage(write_model, make_engine):
    model, engine = load_model(write_model(model=MODEL)), make_engine(*DATA)
    sql = "SELECT DATE_TRUNC('day', sold) AS d, MEASURE(running), MEASURE(week_before) FROM sales GROUP BY 1"

    plan = explain_query(model, engine, Viewer("ana"), sql).plan.splitlines()

    assert [line.strip() for line in plan if line.strip().startswith(("each", "layer", "svcchat"))] == [
        "layer: 3 columns",
        "layer: join 3 sources",
        "svcchat part0, computed once",
        "each day from the first to the last",
        "svcchat part1, computed once",
        "layer: 1 columns",
        "layer: 1 columns",
    ]


def test_a_default_filter_of_the_time_chooses_periods_too(write_model, make_engine):
    view = """
    views:
      - name: recent
        cubes: [{join_path: sales, includes: "*"}]
        filters:
          - {member: sold, operator: afterDate, values: ["2024-01-02"], unless: [sold]}
    """
    model, engine = load_model(write_model(model=MODEL, view=view)), make_engine(*DATA)
    by_day = "SELECT DATE_TRUNC('day', sold), MEASURE(running) FROM recent {} GROUP BY 1 ORDER BY 1 LIMIT 1"

    (held,) = run_query(model, engine, Viewer("ana"), by_day.format("")).rows
    (released,) = run_query(model, engine, Viewer("ana"), by_day.format("WHERE sold > '2023-12-31'")).rows

    assert (held[0].day, held[1]) == (3, 60)
    assert (released[0].day, released[1]) == (1, 30)
