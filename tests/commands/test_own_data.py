"""Data of one's own on the command line: asked at once, and made into a model to edit."""

import csv
import io
import json

import pytest

ROWS = "ticket_id,opened_at,channel,hours_open\n" + "".join(
    f"{number},2024-0{1 + number % 3}-15,{('Email', 'Phone', 'Chat')[number % 3]},{number % 7}.5\n"
    for number in range(1, 61)
)


@pytest.fixture
def tickets(tmp_path):
    file = tmp_path / "tickets.csv"
    file.write_text(ROWS, encoding="utf-8")
    return file


def test_a_file_is_asked_without_a_model(svcchat, tickets):
    done = svcchat("ask", "--json", "--data", "tickets.csv", "tickets by channel")
    found = json.loads(done.stdout)

    assert done.returncode == 0, done.stderr
    assert found["status"] == "complete"
    assert sorted(found["results"][0]["data"]) == [["Chat", 20], ["Email", 20], ["Phone", 20]]


@pytest.mark.long
def test_sql_over_a_file(svcchat, tickets):
    done = svcchat(
        "sql",
        "--data",
        "tickets.csv",
        "SELECT channel, MEASURE(total_hours_open) FROM tickets GROUP BY 1 ORDER BY 1",
    )

    assert done.returncode == 0, done.stderr
    assert [row[0] for row in csv.reader(io.StringIO(done.stdout))] == ["channel", "Chat", "Email", "Phone"]


@pytest.mark.long
def test_what_was_understood_is_said_beside_the_answer(svcchat, tickets):
    done = svcchat("ask", "--data", "tickets.csv", "tickets by channel")

    assert "Using your data on this machine" in done.stderr
    assert "tickets: 60 rows, 4 columns, dated by opened_at" in done.stderr


@pytest.mark.long
def test_data_that_is_not_there_is_one_sentence(svcchat):
    done = svcchat("ask", "--data", "nowhere.csv", "how many?")

    assert done.returncode == 1
    assert done.stderr.startswith("svcchat: There is no data at 'nowhere.csv'; give a folder")


def test_a_chat_about_given_data_cannot_be_gone_on_with(svcchat, tickets):
    done = svcchat("ask", "--data", "tickets.csv", "--chat", "mine", "how many?")

    assert done.returncode == 2
    assert "leave out --chat" in done.stderr


@pytest.mark.long
def test_a_model_is_written_checked_and_written_again_around_an_edit(svcchat, tickets, tmp_path):
    made = svcchat("model", "init", "tickets.csv", "--out", "model")
    file = tmp_path / "model" / "tickets.yml"
    file.write_text(file.read_text("utf-8").replace("title: Tickets", "title: Calls"), encoding="utf-8")
    checked = svcchat("model", "check", "model")
    again = svcchat("model", "init", "tickets.csv", "--out", "model")

    assert made.stdout.splitlines()[-1] == "model/tickets.yml: written"
    assert checked.stdout == "model: 1 cube and 0 views, no problems\n"
    assert again.stdout.splitlines()[-1] == "model/tickets.yml: kept as you edited it"
    assert "title: Calls" in file.read_text("utf-8")


@pytest.mark.long
def test_every_problem_of_a_model_is_printed_with_its_place(svcchat, tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "a.yml").write_text(
        "cubes:\n  - name: a\n    sql_table: a\n    wrong: 1\n  - name: b\n    sql_table: b\n    odd: 2\n",
        encoding="utf-8",
    )

    done = svcchat("model", "check", "model")

    assert done.returncode == 1
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        "a.yml, line 4, wrong",
        "a.yml, line 7, odd",
    ]


@pytest.mark.long
def test_data_without_a_model_is_not_served_to_other_machines_by_accident(svcchat, tickets):
    done = svcchat(
        "serve", "--host", "0.0.0.0", "--data", "tickets.csv", SVCCHAT_API_KEY="a-key-for-this-test"
    )

    assert done.returncode == 2
    assert "has no row rules" in done.stderr
    assert "--no-row-rules" in done.stderr
