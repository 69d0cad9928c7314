"""`svcchat sql`: rows of a query, without the agent."""

import csv
import io

import pytest

QUERY = "SELECT channel, MEASURE(orders) AS orders FROM sales GROUP BY 1 ORDER BY 1"


@pytest.mark.long
def test_rows_go_to_standard_output_as_csv(svcchat):
    done = svcchat("sql", QUERY)

    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert done.returncode == 0, done.stderr
    assert rows[0] == ["channel", "orders"]
    assert len(rows) == 5


@pytest.mark.long
@pytest.mark.parametrize("arguments", [("sql",), ("sql", "-")], ids=["nothing", "-"])
def test_sql_is_read_from_a_pipe(svcchat, arguments):
    done = svcchat(*arguments, piped=QUERY)

    assert done.returncode == 0, done.stderr
    assert len(list(csv.reader(io.StringIO(done.stdout)))) == 5


@pytest.mark.long
def test_rows_go_into_a_file_and_are_counted(svcchat, tmp_path):
    done = svcchat("sql", QUERY, "--csv", "rows.csv")

    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    assert "4 rows in rows.csv" in done.stderr
    assert len((tmp_path / "rows.csv").read_text(encoding="utf-8-sig").splitlines()) == 5


@pytest.mark.long
def test_what_the_door_refuses_is_one_sentence(svcchat):
    done = svcchat("sql", "DROP TABLE orders")

    assert done.returncode in (1, 2)
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_no_sql_at_all_is_one_sentence(svcchat):
    done = svcchat("sql", " ")

    assert done.returncode == 2
    assert done.stderr == "svcchat: The SQL is empty; write SELECT ... FROM a cube or view.\n"


@pytest.mark.long
def test_a_file_that_cannot_be_written_is_one_sentence(svcchat):
    done = svcchat("sql", QUERY, "--csv", "no/such/folder/rows.csv")

    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_query_is_explained_by_its_plan_and_its_sql(svcchat):
    done = svcchat("sql", "--explain", QUERY)

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("page: by sales.channel; at most 100 rows\n")
    assert "\n\nSELECT\n" in done.stdout


@pytest.mark.long
def test_only_data_of_this_machine_is_explained(svcchat):
    done = svcchat("sql", "--explain", QUERY, SVCCHAT_CHAT_URL="http://127.0.0.1:9/chat")

    assert done.returncode == 2
    assert "--data" in done.stderr
