"""`svcchat sql` over data on this machine, as one user, at one date."""

import json

import pytest

from svcchat_magic.commands.main import main

MODEL = """
cubes:
  - name: visits
    sql_table: visits
    dimensions:
      - {name: id, type: number, sql: id, primary_key: true}
      - {name: city, type: string, sql: city}
      - {name: at, type: time, sql: at}
    measures: [{name: count, type: count}]
    access_policy:
      - {group: staff, row_level: {allow_all: true}}
      - group: guests
        row_level: {filters: [{member: city, operator: equals, values: ["{ userAttributes.city }"]}]}
"""
ROWS = "id,city,at\n1,Oslo,2024-05-01 10:00:00\n2,Bergen,2024-05-02 11:00:00\n3,Oslo,2024-05-03 12:00:00\n"


@pytest.fixture
def given(tmp_path):
    """The options that name a model and its data."""
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "visits.yml").write_text(MODEL, encoding="utf-8")
    (tmp_path / "visits.csv").write_text(ROWS, encoding="utf-8")
    return ["--model", str(tmp_path / "model"), "--data", str(tmp_path / "visits.csv")]


def test_json_has_schema_rows_and_their_whole_number(given, capsys):
    status = main(["sql", *given, "--json", "--limit", "2", "SELECT id, city, at FROM visits ORDER BY id"])

    found = json.loads(capsys.readouterr().out)
    assert status == 0
    assert found["schema"] == [
        {"name": "id", "column_type": "Int64"},
        {"name": "city", "column_type": "String"},
        {"name": "at", "column_type": "Timestamp"},
    ]
    assert found["data"][0] == [1, "Oslo", "2024-05-01T10:00:00"]
    assert (len(found["data"]), found["total_rows"]) == (2, 3)


def test_all_rows_are_csv_without_a_limit(given, capsys):
    assert main(["sql", *given, "SELECT id FROM visits ORDER BY id"]) == 0
    assert capsys.readouterr().out.split() == ['"id"', "1", "2", "3"]


@pytest.mark.parametrize(
    ("who", "count"),
    [
        ([], 3),
        (["--user", "eva", "--group", "staff"], 3),
        (["--as-user", "eva", "--group", "guests", "--attr", "city=Oslo"], 2),
        (["--group", "guests", "--attr", "city=Oslo"], 2),
    ],
)
def test_rows_are_those_of_the_user(given, capsys, who, count):
    assert main(["sql", *given, *who, "--json", "SELECT MEASURE(count) AS n FROM visits"]) == 0
    assert json.loads(capsys.readouterr().out)["data"] == [[count]]


def test_the_date_of_today_can_be_given(given, capsys):
    asked = (
        "SELECT COUNT(*) AS n FROM visits WHERE at >= CURRENT_DATE - INTERVAL '1 day' AND at < CURRENT_DATE"
    )

    assert main(["sql", *given, "--now", "2024-05-03", "--json", asked]) == 0
    assert json.loads(capsys.readouterr().out)["data"] == [[1]]


@pytest.mark.parametrize(
    "sql", ["SELECT city FROM visits WHERE city ~ 'O'", "SELECT nothing FROM visits", "DROP TABLE visits"]
)
def test_refused_sql_is_exit_2_and_one_sentence(given, capsys, sql):
    status = main(["sql", *given, sql])

    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert said.err.startswith("svcchat: ")
    assert len(said.err.strip().splitlines()) == 1


def test_a_model_without_data_is_refused(given, capsys):
    assert main(["sql", *given[:2], "SELECT 1"]) == 2
    assert "add --data" in capsys.readouterr().err
