"""What each piece says, from transcripts written by hand."""

import pytest

from svcchat_magic.notebook.answer_pieces import (
    ENDINGS,
    answer_bundle,
    ending_bundle,
    progress_bundle,
    split_suggestions,
    steps_bundle,
)
from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.transcript import Note, Status, ToolStep, Transcript
from tests.notebook.safe_page import text_of


def calling(name: str, asked: str, result: str | None = None, ended: float = 1.0) -> ToolStep:
    return ToolStep(ToolCall(name=name, input=asked, result=result), 0.5, ended)


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
    bundle = progress_bundle(transcript, 1.26)

    assert text_of(bundle["text/html"]).strip() == f"… {doing} · 1.3\N{THIN SPACE}s"
    assert bundle["text/plain"] == f"… {doing}, 1.3 s"


def test_the_ending_line_counts_and_names_the_chat():
    transcript = Transcript(chat_id="3f2a9c77-0000", answer="So", status=Status.COMPLETE)

    text = text_of(ending_bundle(transcript, 1.8)["text/html"])

    assert "✓ complete · 0 queries · 0 steps · 1.8\N{THIN SPACE}s · chat 3f2a9c" in text


def test_an_answer_that_never_came_is_said():
    text = text_of(ending_bundle(Transcript(status=Status.COMPLETE), 1.0)["text/html"])

    assert "The service gave no final answer." in text


def test_the_service_error_and_warnings_are_shown_as_text():
    transcript = Transcript(status=Status.FAILED, error="<b>out of memory</b>", warnings=("odd <i>line</i>",))

    text = text_of(ending_bundle(transcript, 1.0)["text/html"])

    assert "The service says: <b>out of memory</b>" in text
    assert "Note: odd <i>line</i>." in text


@pytest.mark.case("R24")
@pytest.mark.case("R25")
def test_names_and_errors_of_tools_are_text():
    steps = (calling("<img src=x>", "{}", '{"error": "<script>x</script>"}'),)

    html = steps_bundle(Transcript(steps=steps), is_open=False)["text/html"]

    assert "<img" not in html
    assert "<script" not in html
    assert "<img src=x> failed: <script>x</script>" in text_of(html)


def test_each_step_shows_the_seconds_since_the_one_before():
    steps = (
        Note("One", 0, 0.5, is_thinking=True),
        calling("xMeta", '{"searchQuery": "a"}', '{"cubes": []}', 2.0),
    )

    text = text_of(steps_bundle(Transcript(steps=steps), is_open=True)["text/html"])

    assert "One0.5" in text
    assert "“a”: nothing found1.5" in text


def test_suggestions_are_the_last_paragraph_only():
    assert split_suggestions("So.\n\nTry next: *more*") == ("So.", "Try next: *more*")
    assert split_suggestions("Try next: *more*") == ("Try next: *more*", "")
    assert split_suggestions("So.\n\nThat is all.") == ("So.\n\nThat is all.", "")


def test_the_plain_text_of_an_answer_is_the_whole_markdown():
    assert answer_bundle("**So.**\n\nTry next: *more*")["text/plain"] == "**So.**\n\nTry next: *more*"
