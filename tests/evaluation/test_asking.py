"""Questions asked of the embedded service, and graded."""

from datetime import date

import pandas as pd

from svcchat_magic.evaluation.asking import Asked, grade
from svcchat_magic.evaluation.question_file import Item, Need
from svcchat_magic.evaluation.verdicts import Status
from svcchat_magic.setting_sources import read_settings

ORDERS = "SELECT count(*) FROM orders WHERE year(created_at) = {}"


def item(name, question, *sql, **values):
    return Item(**{"name": name, "question": question, "kind": "total", "level": "easy", "sql": sql} | values)


def test_questions_are_asked_on_their_day_and_after_others():
    last_year = item("last year", "orders last year", ORDERS.format(2024), now=date(2025, 1, 10))
    items = [
        last_year,
        item("year before", "orders last year", ORDERS.format(2023), now=date(2024, 6, 1)),
        item("follow-up", "and in 2022?", ORDERS.format(2022), after=("orders in 2023",)),
        item("planted", "orders last year", ORDERS.format(2023), now=last_year.now),
        item("nothing", "revenue next year", need=Need.REFUSAL, now=last_year.now),
    ]

    graded = grade(items, Asked(), read_settings(mode="live"))

    assert [each.item for each in graded] == items
    assert [each.verdict.status for each in graded] == [
        Status.PASS,
        Status.PASS,
        Status.PASS,
        Status.FAIL,
        Status.PASS,
    ]


def test_frames_are_asked_about():
    calls = pd.DataFrame({"channel": ["Web", "Phone", "Web"]})
    asked = item("calls", "calls by channel", "SELECT channel, count(*) FROM calls GROUP BY 1")

    (graded,) = grade([asked], Asked(data={"calls": calls}), read_settings(mode="live"))

    assert graded.verdict.status is Status.PASS


def test_questions_over_tables_joined_to_the_demo_are_graded():
    targets = pd.DataFrame(
        {"region": ["Europe", "Asia Pacific"], "target": [70, 20], "manager": ["Ann", "Bo"]}
    )
    sql = "SELECT manager, sum({}) FROM targets GROUP BY 1"
    asked = [
        item("right", "target by manager", sql.format("target")),
        item("planted", "target by manager", sql.format("target + 1")),
        item("its own", "orders in 2024", ORDERS.format(2024)),
    ]

    graded = grade(asked, Asked(joined={"targets": targets}), read_settings(mode="live"))

    assert [each.verdict.status for each in graded] == [Status.PASS, Status.FAIL, Status.PASS]


def test_a_model_may_read_all_of_its_data_by_name(tmp_path):
    (tmp_path / "calls.yml").write_text(
        "cubes:\n- name: calls\n  sql_table: calls\n  measures: [{name: count, type: count}]\n"
        "  dimensions: [{name: channel, sql: channel, type: string}]\n",
        encoding="utf-8",
    )
    calls = pd.DataFrame({"channel": ["Web", "Phone", "Web"]})
    asked = item("calls", "calls by channel", "SELECT channel, count(*) FROM calls GROUP BY 1")

    (graded,) = grade([asked], Asked(tmp_path, joined={"calls": calls}), read_settings(mode="live"))

    assert graded.verdict.status is Status.PASS
