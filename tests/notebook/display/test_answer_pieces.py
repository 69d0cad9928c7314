"""What each piece says, from transcripts written by hand."""

from datetime import UTC, datetime

import pytest

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.notebook.display.answer_pieces import (
    ENDINGS,
    LONG_SECONDS,
    ending_bundle,
    progress_bundle,
    quiet_bundle,
    rows_bundle,
)
from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.results import Column, SqlResult
from svcchat_magic.protocol.transcript import Note, Status, ToolStep, Transcript
from tests.notebook.safe_page import text_of

ASKED = datetime(2025, 1, 10, 12, 3, tzinfo=UTC)


def calling(name: str, asked: str, result: str | None = None, ended: float = 1.0) -> ToolStep:
    return ToolStep(ToolCall(name=name, input=asked, result=result), 0.5, ended)


def answered(transcript: Transcript, seconds: float = 1.0, **about) -> Answer:
    return Answer("Revenue?", transcript, seconds, **about)


@pytest.mark.parametrize("status", Status)
def test_every_status_has_a_mark_a_word_and_a_next_step_where_something_is_missing(status):
    ending = ENDINGS[status]

    assert ending.mark
    assert ending.word
    assert bool(ending.next_step) == (status not in {Status.COMPLETE, Status.STREAMING})


@pytest.mark.parametrize(
    ("transcript", "doing"),
    [
        (Transcript(), "asking"),
        (Transcript(steps=(Note("Hm", 0, 0.1, is_thinking=True),)), "thinking"),
        (Transcript(steps=(calling("acmeMeta", "{}"),)), "searching the data model"),
        (Transcript(steps=(calling("acmeSqlApi", '{"queryTitle": "Revenue"}'),)), "running SQL: Revenue"),
        (Transcript(answer="So"), "answering"),
    ],
)
def test_the_progress_line_says_what_is_happening_now(transcript, doing):
    bundle = progress_bundle(transcript, 1.26, ASKED)

    assert text_of(bundle["text/html"]).strip() == f"… {doing} · 1.3\N{THIN SPACE}s"
    assert bundle["text/plain"] == f"… {doing}, 1.3 s"


def test_a_long_answer_says_when_it_was_asked_for_as_the_line_may_outlive_its_kernel():
    bundle = progress_bundle(Transcript(), LONG_SECONDS, ASKED)

    assert (
        text_of(bundle["text/html"]).strip() == "… asking · 10.0\N{THIN SPACE}s · asked 2025-01-10 12:03 UTC"
    )
    assert bundle["text/plain"] == "… asking, 10.0 s, asked 2025-01-10 12:03 UTC"


def test_the_ending_line_counts_and_names_the_chat():
    transcript = Transcript(chat_id="3f2a9c77-0000", answer="So", status=Status.COMPLETE)

    text = text_of(ending_bundle(answered(transcript, 1.8))["text/html"])

    assert "✓ complete · 0 queries · 0 steps · 1.8\N{THIN SPACE}s · chat 3f2a9c" in text


def test_an_answer_that_never_came_is_said():
    text = text_of(ending_bundle(answered(Transcript(status=Status.COMPLETE)))["text/html"])

    assert "The service sent no final answer." in text


def test_the_service_error_and_warnings_are_shown_as_text():
    transcript = Transcript(
        status=Status.FAILED, error="<b>out of memory</b>", warnings=("odd <i>line</i>", "It ends.")
    )

    text = text_of(ending_bundle(answered(transcript))["text/html"])

    assert "The service says: <b>out of memory</b>" in text
    assert "Note: odd <i>line</i>." in text
    assert "Note: It ends." in text
    assert ".." not in text


def test_a_replayed_answer_is_said_to_be_one():
    replayed = answered(
        Transcript(answer="So", status=Status.COMPLETE), recording="recordings/revenue.ndjson"
    )

    assert "· replayed" in text_of(ending_bundle(replayed)["text/html"])
    assert "replayed" in ending_bundle(replayed)["text/plain"]


def test_a_quiet_cell_says_how_it_ended_and_what_it_bound_in_one_line():
    bundle = quiet_bundle(answered(Transcript(answer="So", status=Status.COMPLETE)), ["revenue", "orders"])

    assert bundle["text/plain"].startswith("✓ complete")
    assert bundle["text/plain"].endswith("· revenue, orders")
    assert "\n" not in bundle["text/plain"]


def test_the_caption_tells_when_all_rows_were_loaded():
    cut = SqlResult("Orders", "", "", (Column("id", "Int64"),), ((1,), (2,)), total_rows=5_214)

    assert "2 of 5,214 rows" in rows_bundle(cut, "orders")["text/plain"]
    assert "first 2 of 5,214 rows loaded" in rows_bundle(cut, "orders", loaded=5_214)["text/plain"]
    assert "50 rows loaded of 5,214" in rows_bundle(cut, "orders", loaded=50)["text/plain"]


def rows_of(count: int, columns: int = 1, total: int = 0) -> SqlResult:
    named = tuple(Column(f"c{at}", "Int64") for at in range(columns))
    return SqlResult("N", "", "", named, tuple((at,) * columns for at in range(count)), total or count)


@pytest.mark.parametrize(("came", "in_text"), [(12, 12), (20, 20), (21, 20), (100, 20)])
def test_a_page_has_every_row_that_came_and_text_the_first_twenty(came, in_text):
    bundle = rows_bundle(rows_of(came), "n")

    assert bundle["text/html"].count("<tr") == came + 1
    assert ("max-height" in bundle["text/html"]) == (came > 20)
    assert text_of(bundle["text/html"]).endswith(f"n · {came} rows")
    assert f"\n{in_text - 1}\n" in bundle["text/plain"]
    assert ("first 20 of" in bundle["text/plain"]) == (came > 20)


def test_a_table_of_many_columns_or_rows_says_how_much_of_it_is_shown():
    assert "first 50 of 100 rows" in text_of(rows_bundle(rows_of(100, columns=20), "n")["text/html"])
    assert "first 20 of 100 rows" in text_of(rows_bundle(rows_of(100, columns=99), "n")["text/html"])
    assert "first 100 of 101 rows" in text_of(rows_bundle(rows_of(101), "n")["text/html"])


def test_rows_that_did_not_come_are_counted():
    cut = rows_bundle(rows_of(100, total=5_214), "n", can_load=True)

    assert text_of(cut["text/html"]).endswith(
        "n · first 100 of 5,214 rows loaded; --all-rows or .svc.full() loads them all"
    )
    assert "first 100 of 5,214 rows loaded · 20 shown" in cut["text/plain"]


def test_a_caption_can_stand_without_its_table():
    whole = SqlResult("Orders", "", "", (Column("id", "Int64"),), ((1,),), total_rows=1)

    assert rows_bundle(whole, "orders", with_table=False)["text/plain"] == "orders: 1 row"
    assert "<table" not in rows_bundle(whole, "orders", with_table=False)["text/html"]


def test_what_ended_in_silence_is_not_told_to_take_the_option_for_the_whole_answer():
    transcript = Transcript(status=Status.TIMED_OUT, error="No message from the service for 60 seconds.")

    assert "--timeout" not in ending_bundle(answered(transcript))["text/plain"]
