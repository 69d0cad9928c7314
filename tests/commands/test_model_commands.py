"""`svcchat model check --data` and `svcchat model show`."""

import pytest

CUBE = """
cubes:
  - name: tickets
    sql_table: tickets
    refresh_key: {every: 1 hour}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: channel, sql: channel, type: string, title: Channel}
    measures: [{name: count, type: count, title: Tickets}]
views:
  - {name: support, cubes: [{join_path: tickets, includes: [{name: count, alias: all}]}]}
"""


@pytest.fixture
def model(tmp_path):
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "tickets.yml").write_text(CUBE, encoding="utf-8")
    return folder


def test_a_model_is_checked_against_its_data(svcchat, model, tmp_path):
    (tmp_path / "tickets.csv").write_text("id,channel\n1,Email\n2,Chat\n2,Chat\n", encoding="utf-8")

    files = svcchat("model", "check", "model")
    rows = svcchat("model", "check", "model", "--data", "tickets.csv")

    assert (files.returncode, rows.returncode) == (0, 1)
    assert files.stdout.splitlines()[0].startswith(
        "note: tickets.yml, line 5, refresh_key: has no effect here"
    )
    assert "tickets: the primary key is not unique: 1 values belong to several rows" in rows.stdout
    assert "1 problems" in rows.stderr


@pytest.mark.long
@pytest.mark.usefixtures("model")
def test_a_model_and_a_member_are_shown(svcchat):
    listed = svcchat("model", "show", "--model", "model").stdout
    one = svcchat("model", "show", "support.all", "--model", "model").stdout
    missing = svcchat("model", "show", "support.none", "--model", "model")

    assert "tickets (cube)" in listed
    assert "dimension string: Channel" in listed
    assert one.splitlines()[:2] == ["support.all is tickets.count, by tickets", "  kind: measure count"]
    assert missing.returncode == 2
    assert "no member 'support.none'" in missing.stderr


def test_what_a_model_loads_without_is_a_problem_of_the_check(svcchat, model):
    text = CUBE.replace("measures: [", "measures: [{name: bare, type: number, sql: channel}, ")
    (model / "tickets.yml").write_text(text, encoding="utf-8")

    done = svcchat("model", "check", "model")

    assert done.returncode == 1
    assert "tickets.bare: a measure of type number needs an aggregate or other measures" in done.stdout
    assert "loads without 1 members" in done.stderr
