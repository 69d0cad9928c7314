"""`svcchat ask`: text for people, one JSON object for programs, an exit status for scripts."""

import json
import signal
import subprocess
import sys

import pytest

from tests.asking_back import AMBIGUOUS, CHOICES, NONSENSE, AskingBack
from tests.service.conftest import ScriptedAnalyst, clock, start, workspace  # noqa: F401 - fixtures
from tests.waiting import PATIENCE

QUESTION = "Revenue by month last year, and which channel grew the most?"


def test_a_question_is_answered_with_nothing_configured(svcchat):
    done = svcchat("ask", QUESTION)

    assert done.returncode == 0, done.stderr
    assert "2024-01" in done.stdout
    assert "Revenue in 2024 was" in done.stdout
    assert "Revenue by month (12 rows)" in done.stdout
    assert "**" not in done.stdout
    assert "complete" in done.stderr


@pytest.mark.long
def test_json_is_one_object_with_results_in_schema_order(svcchat):
    done = svcchat("ask", "--json", QUESTION)

    given = json.loads(done.stdout)
    first = given["results"][0]

    assert done.returncode == 0
    assert given["status"] == "complete"
    assert given["chat_id"]
    assert given["text"]
    assert set(first) == {"title", "sql", "schema", "data", "total_rows", "vega_spec"}
    assert [column["name"] for column in first["schema"]] == ["month", "revenue"]
    assert first["total_rows"] == len(first["data"]) == 12
    assert first["data"][0][0].startswith("2024-01-01")
    assert isinstance(first["data"][0][1], float)
    assert json.loads(first["vega_spec"])["encoding"]


@pytest.mark.long
def test_the_clock_is_a_setting(svcchat):
    done = svcchat("ask", "--json", "revenue last year", SVCCHAT_NOW="2024-05-01")

    assert "2023" in json.loads(done.stdout)["text"]


def test_it_talks_to_the_service_that_the_environment_names(svcchat, service):
    done = svcchat(
        "ask",
        "revenue in 2024",
        SVCCHAT_CHAT_URL=service.chat_url,
        SVCCHAT_API_KEY=service.api_key.reveal(),
        SVCCHAT_EXTERNAL_ID="ada",
    )

    assert done.returncode == 0
    assert "embedded" not in done.stderr


def test_a_refused_key_is_one_sentence_and_never_shown(svcchat, service):
    wrong = {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": "canary-0123456789"}

    text = svcchat("ask", "revenue in 2024", **wrong)
    as_json = svcchat("ask", "--json", "revenue in 2024", **wrong)

    assert text.returncode == as_json.returncode == 1
    assert len(text.stderr.strip().splitlines()) == 1
    assert json.loads(as_json.stdout) == {
        "status": "failed",
        "outcome": "",
        "text": "",
        "choices": [],
        "chat_id": None,
        "results": [],
    }
    assert "canary" not in text.stdout + text.stderr + as_json.stdout + as_json.stderr


@pytest.mark.parametrize("arguments", [("ask", "  "), ("ask",), ("dance",), ("ask", "--loud", "x")])
def test_wrong_usage_is_refused_with_status_2(svcchat, arguments):
    done = svcchat(*arguments)

    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("arguments", [("ask",), ("ask", "-")], ids=["nothing", "-"])
def test_a_question_is_read_from_a_pipe(svcchat, arguments):
    done = svcchat(*arguments, "--json", piped="\ufeffrevenue by month last year\n")

    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["results"][0]["data"]) == 12


@pytest.mark.parametrize("piped", ["", " \n"])
def test_a_pipe_without_a_question_is_wrong_usage(svcchat, piped):
    done = svcchat("ask", piped=piped)

    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_input_that_is_not_text_is_one_sentence(environment, tmp_path):
    command = [sys.executable, "-X", "utf8", "-m", "svcchat_magic", "ask"]

    done = subprocess.run(
        command,
        cwd=tmp_path,
        env=environment | {"PYTHONIOENCODING": "utf-8:strict"},
        input=b"revenue \xff",
        capture_output=True,
        check=False,
    )

    assert done.returncode == 2
    assert done.stderr == b"svcchat: Standard input is not utf-8 text.\n"


@pytest.mark.long
def test_a_question_is_asked_with_the_attributes_and_groups_of_its_user(svcchat):
    asked = ("ask", "--json", "--branch", "per-region", "--as-user", "ada", "revenue by region in 2024")

    as_ada = svcchat(*asked, "--group", "sales", "--attr", "region=Europe")
    as_nobody = svcchat(*asked)

    assert as_ada.returncode == 0, as_ada.stderr
    assert [row[0] for row in json.loads(as_ada.stdout)["results"][0]["data"]] == ["Europe"]
    assert "Europe" not in as_nobody.stdout


@pytest.mark.long
def test_an_interrupt_keeps_what_came_and_is_no_success(start, environment, tmp_path):  # noqa: F811 - fixture
    analyst = ScriptedAnalyst()
    service = start(analyst)
    process = subprocess.Popen(
        [sys.executable, "-m", "svcchat_magic", "ask", "--json", "revenue"],
        cwd=tmp_path,
        env=environment | {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert analyst.waiting.wait(2 * PATIENCE)

    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=2 * PATIENCE)

    assert analyst.cancelled.wait(PATIENCE)
    assert json.loads(out)["status"] == "aborted"
    assert process.returncode == 1


@pytest.mark.long
def test_a_chat_goes_on_by_name_from_one_command_to_the_next(svcchat):
    svcchat("ask", "--json", "Revenue by month last year")

    done = svcchat("ask", "--json", "--chat", "revenue-by-month-last-year", "and by region?")

    assert done.returncode == 0, done.stderr
    assert "region" in [column["name"] for column in json.loads(done.stdout)["results"][0]["schema"]]


@pytest.mark.long
def test_a_chat_that_is_not_known_is_told_with_what_there_is_in_a_terminal(svcchat):
    done = svcchat("ask", "--chat", "00000000-0000-0000-0000-000000000000", "and by region?")

    assert done.returncode == 1
    assert "in a terminal without --chat" in done.stderr


@pytest.mark.long
def test_the_first_result_is_written_as_csv_with_all_its_rows(svcchat, tmp_path):
    done = svcchat("ask", "--csv", "rows.csv", "--all-rows", "Revenue by product and month")

    lines = (tmp_path / "rows.csv").read_text(encoding="utf-8-sig").splitlines()
    assert done.returncode == 0, done.stderr
    assert len(lines) == 4_526
    assert "4,525 of 4,525 rows in rows.csv" in done.stderr


@pytest.mark.long
def test_an_answer_and_what_is_said_beside_it_stay_apart_in_one_file(environment, tmp_path):
    command = [sys.executable, "-m", "svcchat_magic", "ask", QUESTION]
    with (tmp_path / "both").open("wb") as both:
        subprocess.run(
            command,
            cwd=tmp_path,
            env=environment | {"PYTHONUNBUFFERED": ""},
            stdout=both,
            stderr=both,
            check=True,
        )

    told = (tmp_path / "both").read_text(encoding="utf-8").splitlines()
    assert [each for each in told if each.startswith("complete · ")]


def test_all_rows_without_a_file_for_them_are_refused_before_anything_is_asked(svcchat):
    done = svcchat("ask", "--json", "--all-rows", "Revenue by product and month")

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr == "svcchat: --all-rows needs a file to write to: add --csv FILE.\n"


@pytest.mark.long
def test_an_answer_without_rows_has_nothing_to_write(svcchat):
    done = svcchat("ask", "--csv", "rows.csv", "what can I ask?")

    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "svcchat: The answer has no rows, so rows.csv is not written."


@pytest.mark.long
def test_what_was_odd_about_an_answer_is_told(svcchat, tmp_path):
    (tmp_path / "taken").write_text("a file stands where the folder should be")

    done = svcchat("ask", "orders by channel", SVCCHAT_MODE="auto", SVCCHAT_RECORDINGS="taken")

    assert done.returncode == 0
    assert "Note: This answer is not recorded." in done.stderr
    assert ".." not in done.stderr


@pytest.mark.long
def test_a_list_of_chats_that_cannot_be_kept_is_told_on_a_line_of_its_own(svcchat, tmp_path):
    (tmp_path / "data").write_text("a file stands where the folder should be")

    done = svcchat("ask", "--csv", "rows.csv", "orders by channel")

    assert done.returncode == 0
    assert any(line.startswith("The list of chats in ") for line in done.stderr.splitlines())
    assert done.stderr.splitlines()[-1] == "4 of 4 rows in rows.csv"


@pytest.fixture
def asking_back(start):  # noqa: F811 - the fixture
    """The settings of a service that asks back."""
    service = start(AskingBack())
    return {"SVCCHAT_CHAT_URL": service.chat_url, "SVCCHAT_API_KEY": service.api_key.reveal()}


@pytest.mark.smoke
def test_a_question_back_is_status_3_with_its_choices_numbered(svcchat, asking_back):
    done = svcchat("ask", AMBIGUOUS, **asking_back)

    assert done.returncode == 3
    assert "Which year do you mean?\n\nAsk one of these:\n" in done.stdout
    listed = [f"  {at}. {question} ({label})" for at, (label, question) in enumerate(CHOICES, start=1)]
    assert done.stdout.splitlines()[-2:] == listed
    assert "not answered" in done.stderr


def test_a_refused_question_is_status_3_and_no_file_is_written(svcchat, asking_back, tmp_path):
    done = svcchat("ask", NONSENSE, "--csv", "rows.csv", **asking_back)

    assert done.returncode == 3
    assert "I did not compute this" in done.stdout
    assert not (tmp_path / "rows.csv").exists()
    assert "rows.csv" not in done.stderr


def test_json_says_the_outcome_and_the_choices(svcchat, asking_back):
    done = svcchat("ask", "--json", AMBIGUOUS, **asking_back)

    given = json.loads(done.stdout)
    assert done.returncode == 3
    assert (given["status"], given["outcome"]) == ("complete", "clarify")
    assert given["choices"] == [{"label": label, "question": question} for label, question in CHOICES]
