"""`svcchat eval`: an agent graded by questions with the SQL that answers each."""

import json

import pytest

from tests.analyst.language_model.scripted_endpoint import Says, scripted_endpoint

QUESTIONS = """
now: 2025-01-10
questions:
  - {name: right, question: orders in 2024, kind: total, level: easy,
     sql: SELECT count(*) FROM orders WHERE year(created_at) = 2024}
  - {name: planted, question: orders in 2024, kind: filter, level: easy,
     sql: SELECT count(*) + 100 FROM orders WHERE year(created_at) = 2024}
"""


@pytest.fixture
def questions(tmp_path):
    (tmp_path / "questions.yml").write_text(QUESTIONS, encoding="utf-8")


@pytest.mark.smoke
@pytest.mark.usefixtures("questions")
def test_a_planted_answer_is_found(svcchat, tmp_path):
    done = svcchat("eval", "questions.yml", "--json", "--junit", "verdicts.xml")

    found = json.loads(done.stdout)
    assert done.returncode == 1, done.stderr
    assert {name: count for name, count in found["summary"].items() if count} == {
        "total": 2,
        "pass": 1,
        "fail": 1,
        "wrong_silent": 1,
    }
    assert found["items"][1]["reason"].startswith("value: ")
    assert (tmp_path / "verdicts.xml").read_text(encoding="utf-8").count("<failure") == 1


@pytest.mark.long
def test_a_model_and_its_data_are_graded(svcchat, tmp_path):
    (tmp_path / "calls.csv").write_text("id,channel\n1,Web\n2,Phone\n3,Web\n", encoding="utf-8")
    (tmp_path / "questions.yml").write_text(
        "- {question: calls by channel, kind: breakdown, level: easy, "
        "sql: 'SELECT channel, count(*) FROM calls GROUP BY 1'}\n",
        encoding="utf-8",
    )
    written = svcchat("model", "init", "calls.csv", "--out", "model")

    done = svcchat("eval", "questions.yml", "--model", "model", "--data", "calls.csv")

    assert written.returncode == done.returncode == 0, done.stderr + done.stdout
    assert done.stdout.splitlines()[-1].split() == ["all", "1", "1", *["0"] * 6]


@pytest.mark.long  # tests/notebook/magics/test_chat_commands.py grades such tables in every run
def test_a_table_that_joins_a_model_is_graded_with_it(svcchat, tmp_path):
    (tmp_path / "targets.csv").write_text("region,target\nEurope,7\nAsia Pacific,2\n", encoding="utf-8")
    (tmp_path / "questions.yml").write_text(
        "- {question: target by region, kind: breakdown, level: easy, "
        "sql: 'SELECT region, sum(target) FROM targets GROUP BY 1'}\n",
        encoding="utf-8",
    )

    done = svcchat("eval", "questions.yml", "--model", "demo", "--data", "targets=targets.csv")

    assert done.returncode == 0, done.stderr + done.stdout


@pytest.mark.parametrize("text", [None, "", "- {question: orders}"])
def test_a_file_that_cannot_be_used_is_one_sentence(svcchat, tmp_path, text):
    if text is not None:
        (tmp_path / "questions.yml").write_text(text, encoding="utf-8")

    done = svcchat("eval", "questions.yml")

    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("analyst", "question"), [("model", "orders in 2024"), ("both", "orders that frobnicated in 2024")]
)
def test_a_language_model_is_graded(svcchat, tmp_path, analyst, question):
    (tmp_path / "questions.yml").write_text(QUESTIONS.replace("orders in 2024", question), encoding="utf-8")
    count = {
        "quantities": [{"count_of": "orders"}],
        "period": {"first_day": "2024-01-01", "last_day": "2024-12-31"},
    }
    with scripted_endpoint(Says("", (("ask_model", count),)), Says("That many.")) as endpoint:
        environment = {"SVCCHAT_LLM_URL": endpoint.url, "SVCCHAT_LLM_MODEL": "small"}
        done = svcchat("eval", "questions.yml", "--json", "--analyst", analyst, **environment)

    found = json.loads(done.stdout)
    assert found["summary"]["pass"] == 1, done.stderr
    assert endpoint.asked
