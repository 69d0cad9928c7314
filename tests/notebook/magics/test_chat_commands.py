"""`%chat` in a real shell, with the real service."""

import getpass
import json
import stat
from importlib import metadata

import pytest

from svcchat_magic.errors import BadRequest, KeyUnusable, NotFound, RequestRefused
from svcchat_magic.notebook.magics.chat_commands import COMMANDS, chat_help
from svcchat_magic.user_folder import user_folder
from tests.faults.scripted_origin import CHAT_PATH, Reply, recorded
from tests.notebook.safe_page import text_of

CANARY = "canary-0123456789abcdef"


def test_the_help_lists_every_command(notebook):
    shown = notebook.run("%chat --help").text

    assert shown.strip() == chat_help()
    assert all(f"%chat {command.name}".strip() in shown for command in COMMANDS)


@pytest.mark.parametrize(("typed", "meant"), [("stpo", "stop"), ("histroy", "history"), ("models", "model")])
def test_a_mistyped_command_is_asked_back(served_notebook, typed, meant):
    said = served_notebook.run(f"%chat {typed}")

    assert str(said.error) == f"%chat has no command '{typed}'; did you mean %chat {meant}?"


@pytest.mark.parametrize("line", ["loudly", "new now", "resume", "name", "key s3cr3t-key-0123456789"])
def test_what_is_no_command_fails_with_a_sentence(served_notebook, line):
    failed = served_notebook.run(f"%chat {line}")

    assert type(failed.error) is RequestRefused
    assert "s3cr3t" not in failed.text


def test_chats_are_listed_by_a_name_made_from_their_first_question(served_notebook):
    before = served_notebook.run("%chat list").text
    served_notebook.run("%%ask\nRevenue by month last year")
    served_notebook.run("%%ask\nand by region?")
    served_notebook.run("%%ask --new\nOrders by channel in 2023")

    listed = served_notebook.run("%chat list").text.splitlines()

    assert "There are no chats" in before
    assert [line.split() for line in listed] == [
        ["chat", "last", "question", "turns", "first", "question"],
        ["→", "orders-by-channel-in-2023", "just", "now", "1", "Orders", "by", "channel", "in", "2023"],
        ["revenue-by-month-last-year", "just", "now", "2", "Revenue", "by", "month", "last", "year"],
    ]
    assert max(map(len, listed)) <= 80


@pytest.mark.parametrize("line", ["%chat panel", "import svcchat_magic; svcchat_magic.panel()"])
def test_in_a_terminal_no_panel_is_opened(served_notebook, line):
    served_notebook.run("%%ask\nOrders by channel in 2023")

    refused = served_notebook.run(line)

    assert type(refused.error) is RequestRefused
    assert "%chat history" in str(refused.error)
    assert not refused.bundles


def test_stop_says_when_there_is_nothing_to_stop(served_notebook):
    served_notebook.run("%%ask\nOrders by channel in 2023")

    assert served_notebook.run("%chat stop").text.strip() == "No answer is running."


def test_a_chat_is_resumed_by_its_name_and_its_turns_are_shown(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    chat = served_notebook["_ask"].chat_id
    served_notebook.run("%%ask --new\nOrders by channel in 2023")

    shown = served_notebook.run("%chat resume revenue-by-month-last-year")
    served_notebook.run("%%ask\nand by region?")

    assert shown.error is None
    assert "Revenue by month last year" in text_of(shown.html)
    assert len(shown.charts) == 1
    assert served_notebook["_ask"].chat_id == chat
    assert "region" in served_notebook["_df"].columns


def test_the_beginning_of_a_name_resumes_the_only_chat_that_has_it_and_says_which(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    chat = served_notebook["_ask"].chat_id
    served_notebook.run("%chat name q4-review")
    served_notebook.run("%%ask --new\nOrders by channel in 2023")

    shown = served_notebook.run("%chat resume q4")
    mistyped = served_notebook.run("%chat resume review")
    served_notebook.run("%%ask\nand by region?")

    assert shown.text.strip().endswith("Resumed q4-review.")
    assert str(mistyped.error) == 'No chat named "review". Did you mean "q4-review"?'
    assert served_notebook["_ask"].chat_id == chat


def test_ask_goes_on_with_a_chat_by_name_and_by_the_beginning_of_its_id(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    chat = served_notebook["_ask"].chat_id
    served_notebook.run("%chat name months")
    served_notebook.run("%%ask --new\nOrders by channel in 2023")

    served_notebook.run("%%ask --chat months\nand by region?")
    by_name = served_notebook["_ask"].chat_id
    served_notebook.run("%%ask --new\nOrders\n")
    served_notebook.run(f"%%ask --chat {chat[:8]}\nonly 2023")

    assert by_name == chat
    assert served_notebook["_ask"].chat_id == chat


def test_resuming_what_is_not_there_keeps_the_chat(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    chat = served_notebook["_ask"].chat_id

    failed = served_notebook.run("%chat resume 00000000-0000-0000-0000-000000000000")
    served_notebook.run("%%ask\nand by region?")

    assert type(failed.error) is NotFound
    assert "`%chat list` shows your chats" in str(failed.error)
    assert served_notebook["_ask"].chat_id == chat


def test_asking_in_a_chat_that_is_not_there_keeps_the_chat(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    chat = served_notebook["_ask"].chat_id

    failed = served_notebook.run("%%ask --chat 00000000-0000-0000-0000-000000000000\nand by region?")
    refused = served_notebook.run("%%ask --chat 00000000 --branch nosuch\nand by region?")
    went_on = served_notebook.run("%%ask\nand by region?")

    assert (type(failed.error), type(refused.error)) == (NotFound, BadRequest)
    assert went_on.error is None
    assert served_notebook["_ask"].chat_id == chat
    assert "region" in served_notebook["_df"].columns


def test_a_chat_that_was_looked_for_in_vain_changes_no_recording(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    served_notebook.run("%chat resume 00000000-0000-0000-0000-000000000000")
    served_notebook.run("%%ask --record\nand by region?")
    served_notebook.run("%%ask --new\nRevenue by month last year")

    replayed = served_notebook.run("%%ask --replay\nand by region?")

    assert replayed.error is None
    assert served_notebook["_ask"].recording


def test_the_history_shows_every_turn(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    served_notebook.run("%%ask\nand by region?")

    shown = text_of(served_notebook.run("%chat history").html)

    assert shown.index("Revenue by month last year") < shown.index("and by region?")


def test_the_history_names_the_variables_and_shows_each_chart_with_its_rows(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year, and which channel grew the most?")

    bundles = served_notebook.run("%chat history").bundles
    rows = [at for at, each in enumerate(bundles) if "<table" in each.get("text/html", "")]
    charts = [at for at, each in enumerate(bundles) if "application/vnd.vegalite.v5+json" in each]

    assert "revenue_by_month" in text_of(bundles[rows[0]]["text/html"])
    assert "change_of_revenue_by_channel" in text_of(bundles[rows[1]]["text/html"])
    assert rows == [at + 1 for at in charts]


def test_in_mode_replay_the_history_is_what_was_replayed(served_notebook):
    served_notebook.run("%config AskMagics.mode = 'auto'")
    served_notebook.run("%%ask\nRevenue by month last year")
    served_notebook.run("%chat new")
    served_notebook.run("%config AskMagics.mode = 'replay'")

    before = served_notebook.run("%chat history")
    served_notebook.run("%%ask\nRevenue by month last year")
    shown = served_notebook.run("%chat history")

    assert type(before.error) is RequestRefused
    assert shown.error is None
    assert "Revenue by month last year" in text_of(shown.html)
    assert "revenue_by_month" in text_of(shown.html)


@pytest.mark.parametrize("command", [command.name for command in COMMANDS if command.name != "key"])
def test_in_mode_replay_no_command_opens_a_connection(scripted_notebook, origin, monkeypatch, command):
    monkeypatch.setenv("SVCCHAT_BASE_URL", origin.url)
    monkeypatch.setenv("SVCCHAT_QUERY_URL", f"{origin.url}/sql")
    scripted_notebook.run("%config AskMagics.mode = 'replay'")

    for argument in ("", "00000000-0000-0000-0000-000000000000", "chat.md"):
        scripted_notebook.run(f"%chat {command} {argument}")

    assert not origin.requests


def test_in_mode_replay_no_chat_page_is_opened(notebook):
    notebook.run("%config AskMagics.mode = 'replay'")

    refused = notebook.run("%chat embed")

    assert type(refused.error) is RequestRefused
    assert (
        str(refused.error) == "The chat page cannot be opened in mode replay; set the mode to auto or live."
    )


def test_without_a_chat_there_is_no_history(served_notebook):
    assert type(served_notebook.run("%chat history").error) is RequestRefused


def test_the_list_of_chats_is_for_its_owner_alone(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")

    assert stat.S_IMODE((user_folder() / "chats.sqlite").stat().st_mode) == 0o600


def test_the_settings_in_force_are_shown_with_their_sources(served_notebook, service):
    served_notebook.run("%config AskMagics.idle_seconds = 30.0")

    shown = {line.split()[0]: line.split() for line in served_notebook.run("%chat config").text.splitlines()}

    assert shown["idle_seconds"][-2:] == ["30.0", "%config"]
    assert shown["chat_url"][-1] == "environment"
    assert shown["retries"][-1] == "default"
    assert shown["api_key"] == ["api_key", "***", "environment"]


@pytest.mark.case("K02")
def test_the_key_is_typed_in_unseen_and_used(served_notebook, service, monkeypatch):
    monkeypatch.delenv("SVCCHAT_API_KEY")
    monkeypatch.setattr(getpass, "getpass", lambda _: service.api_key.reveal())

    said = served_notebook.run("%chat key")
    asked = served_notebook.run("%%ask\nrevenue in 2024")

    assert "It is not stored" in said.text
    assert service.api_key.reveal() not in said.text
    assert asked.error is None


def test_a_key_that_cannot_be_one_is_not_said_again(served_notebook, monkeypatch):
    monkeypatch.setattr(getpass, "getpass", lambda _: f"{CANARY} with spaces")

    failed = served_notebook.run("%chat key")

    assert type(failed.error) is KeyUnusable
    assert "canary" not in failed.text


def test_where_nothing_can_be_typed_in_the_environment_is_named(served_notebook, monkeypatch):
    def refuse(_):
        raise EOFError

    monkeypatch.setattr(getpass, "getpass", refuse)

    assert "SVCCHAT_API_KEY" in str(served_notebook.run("%chat key").error)


def test_the_doctor_finds_the_service_and_shows_no_key(served_notebook, service):
    found = served_notebook.run("%chat doctor").text

    assert "✓ service" in found
    assert "accepts the key" in found
    assert service.api_key.reveal() not in found


@pytest.mark.parametrize(("version", "mark"), [("7.3.0", "✗"), ("7.4.0", "✓"), ("6.31.0", "✓")])
def test_the_doctor_knows_the_kernel_that_can_hang_by_itself(served_notebook, monkeypatch, version, mark):
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: version if name == "ipykernel" else real(name))
    monkeypatch.setattr(served_notebook.shell, "kernel", object(), raising=False)

    found = served_notebook.run("%chat doctor").text

    assert f"{mark} kernel      ipykernel {version}" in found
    assert ("7.4 or later" in found) == (mark == "✗")


def test_the_doctor_says_what_a_refused_key_and_a_dead_address_are(served_notebook, monkeypatch, unused_port):
    monkeypatch.setenv("SVCCHAT_API_KEY", CANARY)
    refused = served_notebook.run("%chat doctor").text
    monkeypatch.setenv(
        "SVCCHAT_CHAT_URL", f"http://127.0.0.1:{unused_port}/api/v1/public/a/agents/b/chat/stream-chat-state"
    )
    dead = served_notebook.run("%chat doctor").text

    assert "✗ service" in refused
    assert "✗ service" in dead
    assert "canary" not in refused + dead


def test_a_suspended_answer_is_gone_on_with_on_request(scripted_notebook, origin):
    origin.answer(Reply((recorded("suspended"),)), Reply((recorded("revenue_by_channel"),)))
    suspended = scripted_notebook.run("%%ask\nRevenue by channel")

    resumed = scripted_notebook.run("%chat resume")

    assert "To continue, run %chat resume." in text_of(suspended.html)
    assert "To continue it, run %chat resume." in str(suspended.error)
    assert resumed.error is None
    assert scripted_notebook["_ask"].status == "complete"
    assert len(origin.of(CHAT_PATH)) == 2


def test_a_suspended_answer_of_another_user_is_gone_on_with_too(scripted_notebook, origin):
    origin.answer(Reply((recorded("suspended"),)), Reply((recorded("revenue_by_channel"),)))
    scripted_notebook.run("%%ask --as-user ada\nRevenue by channel")

    resumed = scripted_notebook.run("%chat resume")

    assert resumed.error is None
    assert scripted_notebook["_ask"].status == "complete"


def test_questions_of_a_file_are_graded_in_a_notebook(served_notebook, tmp_path):
    (tmp_path / "questions.yml").write_text(
        "- {name: planted, question: orders by channel, kind: breakdown, level: easy, sql: SELECT 7}\n"
        "- {name: right, question: how many orders, kind: total, level: easy, "
        "sql: SELECT count(*) FROM orders}\n",
        encoding="utf-8",
    )

    shown = served_notebook.run(f"%chat eval {tmp_path / 'questions.yml'}").text

    assert ["all", "2", "1", "1", "1"] in [line.split()[:5] for line in shown.splitlines()]
    assert "fail, silently: planted: row count: expected 1, found 4" in shown


def test_the_user_s_own_data_is_graded(served_notebook, tmp_path):
    (tmp_path / "questions.yml").write_text(
        "- {question: calls by channel, kind: breakdown, level: easy, "
        "sql: 'SELECT channel, count(*) FROM calls GROUP BY 1'}\n",
        encoding="utf-8",
    )
    served_notebook.run("import pandas as pd; calls = pd.DataFrame({'channel': ['Web', 'Phone', 'Web']})")
    served_notebook.run("%chat use calls")

    shown = served_notebook.run(f"%chat eval {tmp_path / 'questions.yml'}").text

    assert shown.splitlines()[-1].split()[:3] == ["all", "1", "1"]


def test_tables_joined_to_a_model_are_graded_with_it(served_notebook, tmp_path):
    (tmp_path / "questions.yml").write_text(
        "- {question: target by region, kind: breakdown, level: easy, "
        "sql: 'SELECT region, sum(target) FROM targets GROUP BY 1'}\n",
        encoding="utf-8",
    )
    served_notebook.run(
        "import pandas as pd\n"
        "targets = pd.DataFrame({'region': ['Europe', 'Asia Pacific'], 'target': [7, 2]})"
    )
    served_notebook.run("%chat use targets=targets --model demo")

    shown = served_notebook.run(f"%chat eval {tmp_path / 'questions.yml'}").text

    assert shown.splitlines()[-1].split()[:3] == ["all", "1", "1"]


def test_the_newest_answer_names_the_model_that_gave_it(scripted_notebook, origin):
    usage = {"models": ["small\nchat     none"], "llmCalls": 2, "inputTokens": 1200, "outputTokens": 34}
    last = json.dumps({"id": "__usage__", "usage": usage}).encode() + b"\n"
    origin.answer(Reply((recorded("short"), last)))

    before = scripted_notebook.run("%chat").text
    scripted_notebook.run("%%ask\nOrders")
    after = scripted_notebook.run("%chat").text

    assert "newest" not in before
    assert "newest   answered by small chat none: 2 requests, 1,200 tokens read, 34 written" in after


def test_the_newest_answer_of_the_built_in_analyst_needed_no_model(served_notebook):
    served_notebook.run("%%ask\nOrders by channel in 2023")

    assert "newest   answered without a language model" in served_notebook.run("%chat").text
