"""How a turn of any service looks in a cell, whatever its ending."""

import pytest

from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.errors import StreamFailed, StreamStopped, StreamTruncated
from svcchat_magic.notebook.display.answer_view import AnswerView, ViewOptions
from svcchat_magic.notebook.questions.variable_names import Binding
from tests.faults.scripted_origin import Ending, Reply, recorded
from tests.notebook.safe_page import faults, text_of


def played(name: str, **how) -> Reply:
    return Reply((recorded(name),), **how)


def test_text_that_a_tool_call_followed_is_a_step_and_not_the_answer(scripted_notebook, origin):
    origin.answer(played("no_final_path"))

    cell = scripted_notebook.run("%%ask\nhow many?")

    assert cell.error is None
    pieces = [text_of(bundle["text/html"]) for bundle in cell.bundles if "text/html" in bundle]
    assert "Let me look." in next(piece for piece in pieces if "How this was answered" in piece)
    assert pieces[-1].strip() == "Twelve."


def test_a_failed_tool_is_told_in_words_and_the_answer_stands(scripted_notebook, origin):
    origin.answer(played("tool_error"))

    cell = scripted_notebook.run("%%ask\nhow many x?")

    assert cell.error is None
    assert "Broken failed: Error: no member x" in text_of(cell.html)
    assert "I could not find x." in text_of(cell.html)


def test_strong_words_from_a_thought_into_the_answer_leave_no_stars(scripted_notebook, origin):
    thought = b'{"id":"n1","role":"assistant","thinking":"Now **revenue","isInProcess":false,"sort":4}\n'
    lines = recorded("short").replace("Sev€n ".encode(), b"by month** is ").splitlines(keepends=True)
    origin.answer(Reply((b"".join((*lines[:4], thought, *lines[4:])),)))

    cell = scripted_notebook.run("%%ask\nrevenue?")

    assert "<strong>revenue</strong>" in cell.html
    assert "<strong>by month</strong> is orders." in cell.html
    assert "**" not in cell.html
    assert scripted_notebook["_ask"].text == "by month** is orders."


@pytest.mark.parametrize(
    ("reply", "error", "word", "kept"),
    [
        (played("failed"), StreamFailed, "failed", ""),
        (played("aborted"), StreamStopped, "stopped", ""),
        (played("suspended"), StreamStopped, "suspended by the service", ""),
        (
            Reply(
                (b"".join(recorded("revenue_by_channel").splitlines(keepends=True)[:-3]),), ending=Ending.CUT
            ),
            StreamTruncated,
            "connection lost",
            "revenue_by_channel",
        ),
    ],
    ids=["failed", "aborted", "suspended", "dropped"],
)
def test_a_turn_that_is_not_whole_says_so_keeps_what_came_and_fails_the_cell(
    scripted_notebook, origin, reply, error, word, kept
):
    origin.answer(reply)

    cell = scripted_notebook.run("%%ask\nrevenue by channel")

    assert type(cell.error) is error
    assert word in text_of(cell.html)
    assert "Partial results are kept" in text_of(cell.html) or word.startswith("suspended")
    assert "Traceback" not in cell.text
    assert kept in scripted_notebook.shell.user_ns or not kept
    assert scripted_notebook["_ask"].status != "complete"


def test_everything_shown_is_static_and_ours(scripted_notebook, origin):
    origin.answer(played("revenue_by_channel"))

    cell = scripted_notebook.run("%%ask\nrevenue by channel")

    html = [bundle["text/html"] for bundle in cell.bundles if "text/html" in bundle]
    assert html
    for piece in html:
        left = piece.replace("<details", "<div").replace("</details", "</div").replace("summary", "div")
        assert faults(left.replace(' role="status"', "").replace("<b>", "").replace("</b>", "")) == []


def test_every_display_has_a_plain_text_face(served_notebook):
    cell = served_notebook.run("%%ask\nRevenue by month last year, and which channel grew the most?")

    assert cell.bundles
    for bundle in cell.bundles:
        assert bundle["text/plain"].strip()
        assert "<" not in bundle["text/plain"]
        assert set(bundle) in (
            {"text/html", "text/plain"},
            {"application/vnd.vegalite.v5+json", "text/plain"},
        )


def test_an_ordinary_answer_is_small(served_notebook):
    cell = served_notebook.run("%%ask\nRevenue by month last year, and which channel grew the most?")

    assert len(cell.html.encode()) < 17_000  # two tables, one with both periods and their change


class Noted:
    """Places that note what is shown there."""

    offers_suggestions = False

    def __init__(self):
        self.seen = []

    def piece(self):
        return self

    def result(self, result, name, has_chart):
        return self, self

    def display(self, bundle, **_):
        self.seen.append(bundle["text/plain"])

    update = display


def test_a_cell_says_that_it_is_complete_only_once_its_variables_are_there(origin, settings):
    origin.answer(played("revenue_by_channel"))
    places = Noted()

    def bind(result):
        places.seen.append("bound")
        return Binding(result.title)

    with Conversation(settings) as conversation:
        turn = conversation.start("revenue by channel")
        answer = turn.finish()
        view = AnswerView(bind, ViewOptions(live=True, places=places))
        view.finish(answer)

    at_end = next(at for at, text in enumerate(places.seen) if "complete" in text)
    assert places.seen.index("bound") < at_end
