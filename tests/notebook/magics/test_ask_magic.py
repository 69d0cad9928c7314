"""`%%ask` in a real IPython shell, answered over real HTTP."""

import pandas as pd
import pytest

from svcchat_magic.errors import (
    BadRequest,
    ConnectionFailed,
    NotAuthenticated,
    NotFound,
    RecordingMissing,
    RequestRefused,
    SettingsError,
)

QUESTION = "Revenue by month last year, and which channel grew the most?"


def test_the_first_question_needs_nothing_configured(notebook):
    cell = notebook.run(f"%%ask\n{QUESTION}")

    assert cell.error is None
    assert "Using the built-in demo shop" in cell.html
    assert "complete" in cell.html
    assert len(cell.charts) == 2
    assert isinstance(notebook["revenue_by_month"], pd.DataFrame)
    assert len(notebook["revenue_by_month"]) == 12


def test_the_newest_frame_and_answer_have_names_of_their_own(served_notebook):
    served_notebook.run(f"%%ask\n{QUESTION}")

    assert served_notebook["_ask"].status == "complete"
    assert served_notebook["_df"] is served_notebook["change_of_revenue_by_channel"]


def test_a_second_question_continues_the_same_chat(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    first = served_notebook["_ask"].chat_id

    served_notebook.run("%%ask\nand by region?")

    assert served_notebook["_ask"].chat_id == first
    assert "region" in served_notebook["_df"].columns


def test_new_starts_another_chat(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    first = served_notebook["_ask"].chat_id

    served_notebook.run("%%ask --new\nOrders by channel in 2023")

    assert served_notebook["_ask"].chat_id != first


@pytest.mark.parametrize("line", ["best <<", "--out best", "-o best"])
def test_out_names_the_variable(served_notebook, line):
    cell = served_notebook.run(f"%%ask {line}\ntop 5 products by revenue in 2024")

    assert len(served_notebook["best"]) == 5
    assert "best" in cell.html


def test_a_variable_of_the_user_is_left_alone(served_notebook):
    served_notebook.run("revenue_by_month = 'mine'")

    cell = served_notebook.run("%%ask\nRevenue by month last year")

    assert served_notebook["revenue_by_month"] == "mine"
    assert len(served_notebook["revenue_by_month_2"]) == 12
    assert "was not changed" in cell.html


def test_the_line_magic_gives_the_answer_back(served_notebook):
    cell = served_notebook.run("answer = %ask How many orders were there in 2023?")

    assert cell.error is None
    assert served_notebook["answer"].status == "complete"
    assert served_notebook["answer"].text


def test_an_answer_on_its_own_line_is_shown_once_in_its_cell_and_again_later(served_notebook):
    asked = served_notebook.run("%ask revenue in 2024")
    again = served_notebook.run("_ask")

    assert asked.html.count("complete") == 1
    assert again.html.count("complete") == 1


def test_an_answer_shown_again_names_the_variables_of_its_results(served_notebook):
    served_notebook.run("answer = %ask best << Revenue by month last year")
    served_notebook.run("%ask orders in 2024")

    again = served_notebook.run("answer")

    assert "best: 12 rows" in "\n".join(each["text/plain"] for each in again.bundles)


@pytest.mark.parametrize(
    ("cell", "error", "sentence"),
    [
        ("%%ask --loud\nrevenue", RequestRefused, "no option --loud"),
        ("%%ask\n   \n", RequestRefused, "question is empty"),
        ("%%ask", RequestRefused, "question is empty"),
        ("%ask", RequestRefused, "question is empty"),
        ("%%ask --out 2x\nrevenue", RequestRefused, "is not a variable name"),
        ("%%ask --chat 00000000\nrevenue in 2024", NotFound, "chat"),
        (
            "%%ask --branch nett\nrevenue in 2024",
            BadRequest,
            "branch 'nett'. For the main branch, leave out --branch",
        ),
    ],
)
def test_what_cannot_be_asked_fails_the_cell_with_one_sentence(served_notebook, cell, error, sentence):
    failed = served_notebook.run(cell)

    assert type(failed.error) is error
    assert sentence in str(failed.error)
    assert "Traceback" not in failed.text
    assert "isDefaultBranch" not in failed.text
    assert " ".join(failed.text.split()) == f"{error.__name__}: {failed.error}"
    assert max(map(len, failed.text.splitlines())) <= 88


def test_an_unknown_agent_fails_the_cell(served_notebook, service, monkeypatch):
    monkeypatch.setenv("SVCCHAT_CHAT_URL", service.chat_url.replace("/agents/", "/agents/no-"))

    failed = served_notebook.run("%%ask\nrevenue in 2024")

    assert type(failed.error) is NotFound
    assert "Traceback" not in failed.text


def test_a_wrong_key_fails_the_cell_without_showing_it(served_notebook, monkeypatch):
    monkeypatch.setenv("SVCCHAT_API_KEY", "canary-0123456789")

    failed = served_notebook.run("%%ask\nrevenue in 2024")

    assert type(failed.error) is NotAuthenticated
    assert "canary" not in failed.text + failed.html


@pytest.mark.long
def test_a_dead_address_fails_the_cell(served_notebook, monkeypatch, unused_port):
    address = f"http://127.0.0.1:{unused_port}/api/v1/public/a/agents/b/chat/stream-chat-state"
    monkeypatch.setenv("SVCCHAT_CHAT_URL", address)

    failed = served_notebook.run("%%ask\nrevenue in 2024")

    assert type(failed.error) is ConnectionFailed
    assert "Traceback" not in failed.text


def test_an_address_without_a_key_says_what_to_set(served_notebook, monkeypatch):
    monkeypatch.delenv("SVCCHAT_API_KEY")

    failed = served_notebook.run("%%ask\nrevenue in 2024")

    assert type(failed.error) is SettingsError
    assert "SVCCHAT_API_KEY" in str(failed.error)


def test_a_miss_in_mode_replay_fails_the_cell_and_starts_no_service(notebook):
    notebook.run("%config AskMagics.mode = 'replay'")

    cell = notebook.run("%ask Orders by channel")

    assert isinstance(cell.error, RecordingMissing)
    assert "not recorded in svcchat-recordings" in str(cell.error)
    assert "Starting" not in str(cell.bundles)


def test_a_cell_in_mode_auto_is_replayed_without_asking(served_notebook):
    served_notebook.run("%config AskMagics.mode = 'auto'")
    asked = served_notebook.run("%%ask\nOrders by channel")
    served_notebook.run("%config AskMagics.mode = 'replay'")

    replayed = served_notebook.run("%%ask --new\nOrders by channel")

    assert (asked.error, replayed.error) == (None, None)
    assert served_notebook["_ask"].recording.startswith("svcchat-recordings")
    assert replayed.charts == asked.charts


def test_a_failed_cell_loses_nothing(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    chat = served_notebook["_ask"].chat_id

    served_notebook.run("%%ask --loud\nrevenue")
    served_notebook.run("%%ask\nand by region?")

    assert served_notebook["_ask"].chat_id == chat
    assert "revenue_by_month" in served_notebook


def test_a_result_without_rows_is_answered_without_a_chart(served_notebook):
    cell = served_notebook.run("%%ask\nproducts with more than 1,000,000 orders in 2024")

    assert cell.error is None
    assert not cell.charts
    assert "no rows" in cell.html


def test_the_help_lists_the_options(served_notebook):
    assert "--out NAME" in served_notebook.run("%ask --help").text


def test_chat_says_where_the_chat_stands(served_notebook):
    before = served_notebook.run("%chat").text
    served_notebook.run("%%ask\nrevenue in 2024")
    after = served_notebook.run("%chat").text

    assert "none yet" in before
    assert served_notebook["_ask"].chat_id in after


def test_chat_new_forgets_the_chat(served_notebook):
    served_notebook.run("%%ask\nrevenue in 2024")

    assert "none yet" in served_notebook.run("%chat new").text


def test_an_unknown_chat_command_is_refused(served_notebook):
    assert isinstance(served_notebook.run("%chat dance").error, RequestRefused)


def test_all_rows_fills_the_variable_and_says_so(served_notebook, service, monkeypatch):
    monkeypatch.setenv("SVCCHAT_QUERY_URL", service.query_url)

    cell = served_notebook.run("%%ask rows << --all-rows\nRevenue by product and month")

    assert cell.error is None
    assert len(served_notebook["rows"]) == 4_525
    assert served_notebook["_df"] is served_notebook["rows"]
    plain = "\n".join(bundle.get("text/plain", "") for bundle in cell.bundles)
    assert "first 20 of 4,525 rows" in plain
    assert "100 of 4,525 rows loaded" not in cell.html + plain


def test_a_quiet_cell_binds_its_results_and_shows_one_line(served_notebook):
    cell = served_notebook.run("%%ask --quiet\nRevenue by month last year")

    assert len(cell.bundles) == 1
    assert "revenue_by_month" in cell.html
    assert len(served_notebook["revenue_by_month"]) == 12


def test_show_leaves_the_other_pieces_out(served_notebook):
    cell = served_notebook.run("%%ask --show chart\nRevenue by month last year")

    assert len(cell.charts) == 1
    assert "<table" not in cell.html
    assert "How this was answered" not in cell.html
    assert len(served_notebook["revenue_by_month"]) == 12


def test_a_variable_in_the_question_is_filled_in(served_notebook):
    served_notebook.run("year = 2023")

    served_notebook.run("%%ask\nHow many orders were there in {{year}}?")

    assert served_notebook["_ask"].question == "How many orders were there in 2023?"


def test_another_user_has_a_chat_of_their_own(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    chat = served_notebook["_ask"].chat_id
    served_notebook.run("%%ask --as-user ada\nOrders by channel in 2023")
    other = served_notebook["_ask"].chat_id

    served_notebook.run("%%ask --as-user ada\nonly 2024")
    served_notebook.run("%%ask\nand by region?")

    assert other != chat
    assert served_notebook["_ask"].chat_id == chat


def test_several_users_are_shown_side_by_side_with_their_difference(served_notebook):
    cell = served_notebook.run("%%ask --as-user ada,ben\nOrders by channel in 2023")

    compared = served_notebook["_df"]
    assert cell.error is None
    assert [name for name in compared.columns if "ada" in name]
    assert (compared.filter(like="difference") == 0).all(axis=None)
    assert "orders_by_channel_compared" in cell.html
    assert {"orders_by_channel_ada", "orders_by_channel_ben"} <= set(served_notebook.shell.user_ns)


def test_a_setting_that_changes_neither_service_nor_user_keeps_the_chat(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    chat = served_notebook["_ask"].chat_id
    served_notebook.run("%config AskMagics.idle_seconds = 30.0")

    served_notebook.run("%%ask\nand by region?")

    assert served_notebook["_ask"].chat_id == chat


def test_another_user_in_the_settings_starts_another_chat(served_notebook):
    served_notebook.run("%%ask\nRevenue by month last year")
    chat = served_notebook["_ask"].chat_id
    served_notebook.run("%config AskMagics.external_id = 'ada'")

    told = served_notebook.run("%chat").text
    served_notebook.run("%%ask\nRevenue by month last year")

    assert chat not in told
    assert "none yet" in told
    assert served_notebook["_ask"].chat_id != chat


def test_one_answer_can_be_recorded_and_replayed_by_option(served_notebook):
    served_notebook.run("%%ask --record\nOrders by channel")
    served_notebook.run("%chat new")

    cell = served_notebook.run("%%ask --replay\nOrders by channel")

    assert cell.error is None
    assert served_notebook["_ask"].recording
    assert "replayed" in cell.html


@pytest.mark.parametrize("cell", ["%ask revenue in 2024", "%%ask\nrevenue in 2024"])
def test_in_a_terminal_the_value_of_an_asking_cell_is_no_empty_line(served_notebook, capsys, cell):
    served_notebook.shell.run_cell(cell, store_history=True)

    assert "Out[2]: the answer above; _ask has it\n" in capsys.readouterr().out
