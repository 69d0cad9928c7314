"""Dimensions that are computed from more than a column: cases, switches, places, times cut to units."""

import pytest

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import run_query

CUBE = """
    cubes:
      - name: visits
        sql_table: visits
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: kind, sql: kind, type: string}
          - name: at
            sql: came
            type: time
            granularities:
              - {name: fiscal_year, interval: 1 year, offset: 3 months, title: Fiscal year}
              - {name: fortnight, interval: 2 weeks, origin: 2024-01-01}
              - {name: from_15th, interval: 1 month, origin: 2024-01-15}
              - {name: decade, sql: "DATE_TRUNC('decade', {CUBE}.came)"}
          - {name: MEMBER}
        measures: [{name: count, type: count}]
"""
DATA = (
    "CREATE TABLE visits (id INTEGER, kind VARCHAR, came TIMESTAMP, lat DOUBLE, lon DOUBLE)",
    "INSERT INTO visits VALUES (1, 'a', '2024-02-10 05:00', 1.5, 2), (2, 'b', '2024-05-01', NULL, 2)",
)


def values(write_model, make_engine, viewer, member):
    model = load_model(write_model(visits=CUBE.replace("{name: MEMBER}", member)))
    rows = run_query(model, make_engine(*DATA), viewer, "SELECT id, found FROM visits ORDER BY id").rows
    return [value for _, value in rows]


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        (
            "{name: found, type: number, case: {when: [{sql: \"{CUBE}.kind = 'a'\", label: 10}], "
            "else: {label: 2}}}",
            [10, 2],
        ),
        ("{name: found, type: string, case: {when: [{sql: 'id > 1', label: {sql: '{kind}'}}]}}", [None, "b"]),
        (
            "{name: found, type: string, case: {switch: '{kind}', when: [{value: a, label: it's}], "
            "else: {label: no}}}",
            ["it's", "no"],
        ),
        (
            "{name: found, type: string, case: {switch: '{kind}', when: [{value: a, sql: \"'x'\"}]}}",
            ["x", None],
        ),
        ("{name: found, type: geo, latitude: {sql: lat}, longitude: {sql: '{CUBE}.lon'}}", ["1.5,2.0", None]),
        ("{name: found, type: number, sql: 'EXTRACT(MONTH FROM {at.month})'}", [2, 5]),
        ("{name: found, type: number, sql: 'EXTRACT(DAY FROM {visits.at.week})'}", [5, 29]),
        ("{name: found, type: number, sql: 'EXTRACT(YEAR FROM {at.fiscal_year})'}", [2023, 2024]),
        ("{name: found, type: number, sql: 'EXTRACT(DAY FROM {CUBE.at.fortnight})'}", [29, 22]),
        ("{name: found, type: number, sql: 'EXTRACT(MONTH FROM {CUBE.at.from_15th})'}", [1, 4]),
        ("{name: found, type: number, sql: 'EXTRACT(YEAR FROM {at.decade})'}", [2020, 2020]),
        ("{name: found, type: number, sql: '${CUBE}.id + {CUBE.id}'}", [2, 4]),
    ],
)
def test_a_dimension_is_computed(write_model, make_engine, viewer, member, expected):
    assert values(write_model, make_engine, viewer, member) == expected


@pytest.mark.parametrize(
    ("member", "sentence"),
    [
        ("{name: x, type: number, case: {when: [{sql: 'id > 1', label: large}]}}", "must be a number"),
        ("{name: x, type: string, case: {when: [{label: large}]}}", "a when needs its sql"),
        ("{name: x, type: geo, latitude: {sql: lat}}", "belong together"),
        ("{name: x, type: switch, values: [a], sql: b}", "a switch has values, and no sql"),
        ("{name: x, type: time, sql: at, granularities: [{name: g, interval: 5 days}]}", "needs an origin"),
        (
            "{name: x, type: string, sql: at, granularities: [{name: g, interval: 1 day}]}",
            "only time dimensions",
        ),
        ("{name: x, type: time, sql: at, granularities: [{name: g}]}", "either interval or sql"),
        (
            "{name: x, type: time, sql: came, "
            "granularities: [{name: g, interval: 1 month, origin: 2024-01-31}]}",
            "after day 28",
        ),
        ("{name: x__unmasked, type: string, sql: kind}", "reserved"),
    ],
)
def test_a_dimension_that_says_too_little_or_too_much_is_refused(write_model, member, sentence):
    with pytest.raises(ModelError, match=sentence):
        load_model(write_model(visits=CUBE.replace("{name: MEMBER}", member)))


def test_formats_may_be_objects(write_model):
    member = "{name: x, type: string, sql: kind, format: {type: link, label: Open}}"
    dimension = (
        load_model(write_model(visits=CUBE.replace("{name: MEMBER}", member))).cubes["visits"].dimensions["x"]
    )

    assert (dimension.format, dict(dimension.format_options)) == ("link", {"label": "Open"})
