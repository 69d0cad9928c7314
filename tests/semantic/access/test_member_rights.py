"""A viewer who may not see a member does not find it; one who sees its mask computes nothing but the mask."""

from dataclasses import replace

import pytest

from svcchat_magic.errors import ModelError, QueryRefused
from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import dimension_values, run_query
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.search.member_search import search_members

MODEL = """
    cubes:
      - name: staff
        sql_table: staff
        joins: [{name: offices, relationship: many_to_one, sql: "{CUBE.office_id} = {offices.id}"}]
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: office_id, sql: office, type: number}
          - {name: name, sql: name, type: string, mask: {sql: "CONCAT(LEFT({CUBE}.name, 1), '***')"}}
          - {name: salary, sql: salary, type: number, mask: -1}
          - {name: born, sql: born, type: time}
          - name: grade
            type: string
            case: {when: [{sql: "{salary} > 150", label: high}], else: {label: low}}
        measures:
          - {name: count, type: count, mask: 0}
          - {name: paid, type: sum, sql: "{salary}"}
          - {name: bonus, type: sum, sql: bonus}
          - {name: total, type: number, sql: "{paid} + {bonus}"}
        segments: [{name: rich, sql: "{salary} > 150"}]
        access_policy:
POLICY
      - name: offices
        sql_table: offices
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - {name: city, sql: city, type: string}
        access_policy: [{group: "*"}]
    views:
      - name: people
        cubes:
          - {join_path: staff, includes: "*"}
          - {join_path: staff.offices, includes: [city]}
        folders: [{name: Pay, includes: [salary, paid]}]
"""
DATA = (
    "CREATE TABLE staff (id INTEGER, office INTEGER, name VARCHAR, salary INTEGER, bonus INTEGER, "
    "born TIMESTAMP)",
    "INSERT INTO staff VALUES (1, 1, 'Ada', 100, 1, '1990-05-05'), (2, 1, 'Bo', 200, 2, '1991-01-01'), "
    "(3, 2, 'Cy', 300, 4, NULL)",
    "CREATE TABLE offices (id INTEGER, city VARCHAR)",
    "INSERT INTO offices VALUES (1, 'Rome'), (2, 'Oslo')",
)
ANA = Viewer("ana", groups=("hr",))


def loaded(write_model, *entries):
    policy = "".join(f"          - {entry}\n" for entry in entries)
    return load_model(write_model(model=MODEL.replace("POLICY\n", policy)))


def names(model, table):
    return [field.name for field in model.fields(table)]


def test_denied_members_are_not_there(write_model, make_engine):
    model = loaded(write_model, "{group: hr, member_level: {excludes: [salary, paid, rich]}}")
    seen = visible_model(model, ANA)

    assert names(seen, "staff") == ["id", "office_id", "name", "born", "grade", "count", "bonus", "total"]
    assert {"salary", "paid"}.isdisjoint(names(seen, "people"))
    assert seen.views["people"].folders == ()
    assert not search_members(seen, "salary paid")
    for sql in (
        "SELECT salary FROM staff",
        "SELECT MEASURE(paid) FROM people",
        "SELECT MEASURE(count) FROM people WHERE rich",
        "SELECT id FROM staff ORDER BY salary",
        "SELECT MEASURE(count) FROM staff WHERE salary > 1",
    ):
        with pytest.raises(QueryRefused, match="no member of that name"):
            run_query(model, make_engine(*DATA), ANA, sql)


def test_a_member_that_is_made_of_a_denied_one_is_computed(write_model, make_engine):
    model = loaded(write_model, "{group: hr, member_level: {excludes: [paid]}}")

    assert run_query(model, make_engine(*DATA), ANA, "SELECT MEASURE(total) FROM staff").rows == ((607,),)


MASKED = "{group: hr, member_level: {excludes: [name, salary, born, count]}, member_masking: {includes: '*'}}"


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT name FROM staff ORDER BY id", [("A***",), ("B***",), ("C***",)]),
        ("SELECT salary, born FROM staff", [(-1, None)] * 3),
        ("SELECT salary, MEASURE(bonus) FROM people GROUP BY 1", [(-1, 7)]),
        ("SELECT MEASURE(bonus) FROM staff WHERE salary > 150", [(None,)]),
        ("SELECT MEASURE(bonus) FROM staff WHERE rich", [(None,)]),
        ("SELECT grade FROM staff GROUP BY 1", [("low",)]),
        ("SELECT MEASURE(paid), MEASURE(total) FROM staff", [(-3, 4)]),
        ("SELECT city, MEASURE(count) FROM people GROUP BY 1 ORDER BY 1", [("Oslo", 0), ("Rome", 0)]),
        ("SELECT MEASURE(count) FROM staff", [(0,)]),
        ("SELECT MEASURE(count) FROM staff WHERE id > 99", [(0,)]),
        ("SELECT city FROM people GROUP BY 1 HAVING MEASURE(count) > 1", []),
        ("SELECT DATE_TRUNC('month', born) FROM staff GROUP BY 1", [(None,)]),
    ],
)
def test_masks_hold_wherever_a_member_is_computed(write_model, make_engine, sql, expected):
    model = loaded(write_model, MASKED)

    assert list(run_query(model, make_engine(*DATA), ANA, sql).rows) == expected


def test_a_mask_hides_nothing_from_whom_the_member_is_open(write_model, make_engine):
    model = loaded(write_model, MASKED, "{group: boss}")
    both = replace(ANA, groups=("hr", "boss"))

    assert run_query(model, make_engine(*DATA), both, "SELECT MEASURE(paid) FROM staff").rows == ((600,),)
    insider = Viewer("root", is_internal=True)
    assert run_query(model, make_engine(*DATA), insider, "SELECT MEASURE(count) FROM staff").rows == ((3,),)


def test_joins_and_keys_and_row_rules_read_what_masks_hide(write_model, make_engine):
    model = loaded(
        write_model,
        "{group: hr, member_level: {includes: [bonus]}, member_masking: {includes: '*'}, "
        "row_level: {filters: [{member: salary, operator: gt, values: [150]}]}}",
    )
    rows = run_query(
        model, make_engine(*DATA), ANA, "SELECT city, MEASURE(bonus) FROM people GROUP BY 1 ORDER BY 1"
    ).rows

    assert rows == (("Oslo", 4), ("Rome", 2))


def test_the_values_of_a_masked_dimension_are_its_masks(write_model, make_engine):
    model = loaded(write_model, MASKED)

    assert dimension_values(model, make_engine(*DATA), ANA, "people.name") == ("A***", "B***", "C***")


def test_a_view_masks_and_denies_by_its_own_names(write_model, make_engine):
    policy = """
        access_policy:
          - group: hr
            member_level: {includes: [city, pay]}
            member_masking: {includes: [who]}
    """
    text = MODEL.replace("POLICY\n", "          - {group: '*'}\n").replace(
        '{join_path: staff, includes: "*"}',
        "{join_path: staff, includes: [{name: name, alias: who}, {name: paid, alias: pay}, salary]}",
    )
    model = load_model(write_model(model=text.split("        folders")[0].rstrip() + policy))
    engine = make_engine(*DATA)

    assert names(visible_model(model, ANA), "people") == ["who", "pay", "city"]
    assert run_query(
        model, engine, ANA, "SELECT who, MEASURE(pay) FROM people GROUP BY 1 ORDER BY 1"
    ).rows == (
        ("A***", 100),
        ("B***", 200),
        ("C***", 300),
    )
    assert run_query(model, engine, ANA, "SELECT name FROM staff ORDER BY 1").rows[0] == ("Ada",)


ROWS_OF = "row_level: {{filters: [{{member: office_id, operator: equals, values: [{}]}}]}}"


@pytest.mark.parametrize(
    ("entries", "seen"),
    [
        (["{group: hr}", "{group: '*', member_level: {excludes: [salary]}}"], True),
        (
            [f"{{group: hr, {ROWS_OF.format(1)}}}", "{group: '*', member_level: {excludes: [salary]}}"],
            False,
        ),
        (
            [
                f"{{group: hr, {ROWS_OF.format(1)}}}",
                f"{{group: '*', member_level: {{excludes: [salary]}}, {ROWS_OF.format(2)}}}",
            ],
            False,
        ),
        (
            [
                f"{{group: hr, {ROWS_OF.format(1)}}}",
                f"{{group: '*', member_level: {{excludes: [salary]}}, {ROWS_OF.format(1)}}}",
            ],
            True,
        ),
        (["{group: other}", "{group: hr, member_level: {excludes: [salary]}}"], False),
        (
            [
                "{group: hr, conditions: [{if: '{ userAttributes.x }'}]}",
                "{group: hr, member_level: {excludes: [salary]}}",
            ],
            False,
        ),
    ],
)
def test_a_member_is_open_where_its_rules_show_all_the_rows(write_model, entries, seen):
    model = visible_model(loaded(write_model, *entries), ANA)

    assert ("salary" in names(model, "staff")) is seen


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("{group: hr, member_level: {includes: [nobody]}}", "there is no member 'nobody'"),
        ("{group: hr, member_masking: {excludes: [nobody]}}", "there is no member 'nobody'"),
        ("{group: hr, conditions: [{if: 'os.x()'}]}", "must compare attributes"),
    ],
)
def test_a_policy_that_names_what_is_not_there_is_refused(write_model, entry, sentence):
    with pytest.raises(ModelError, match=sentence):
        loaded(write_model, entry)


def test_a_mask_of_another_type_is_refused(write_model):
    with pytest.raises(ModelError, match="the mask 'x' is no number"):
        load_model(
            write_model(
                model=MODEL.replace("POLICY\n", "          - {group: '*'}\n").replace("mask: -1", "mask: x")
            )
        )
