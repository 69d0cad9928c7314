"""A question that is refused or needs a choice: an amber mark, the text, one line of error, no frame."""

import json

import pytest

from svcchat_magic.errors import NotAnswered
from tests.asking_back import AMBIGUOUS, CHOICES, NONSENSE, AskingBack
from tests.faults.scripted_origin import Reply
from tests.service.conftest import clock, start, workspace  # noqa: F401 - fixtures

AMBER = "#c77700"


@pytest.fixture
def asking_notebook(notebook, start, monkeypatch):  # noqa: F811 - the fixture
    """A shell whose service asks back."""
    service = start(AskingBack())
    monkeypatch.setenv("SVCCHAT_CHAT_URL", service.chat_url)
    monkeypatch.setenv("SVCCHAT_API_KEY", service.api_key.reveal())
    return notebook


def texts(cell):
    return "\n".join(bundle.get("text/plain", "") for bundle in cell.bundles)


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("question", "outcome", "word", "words"),
    [
        (NONSENSE, "refused", "▲ not answered", "I did not compute this"),
        (AMBIGUOUS, "clarify", "▲ needs a choice", "Which year do you mean?"),
    ],
)
def test_a_question_that_is_not_answered_shows_why_and_fails_the_cell(
    asking_notebook, question, outcome, word, words
):
    asking_notebook.run("%%ask old <<\nRevenue by month in 2024")

    cell = asking_notebook.run(f"%%ask\n{question}")

    assert type(cell.error) is NotAnswered
    assert "\n" not in str(cell.error)
    assert word in texts(cell)
    assert words in texts(cell)
    assert AMBER in cell.html
    assert "complete" not in cell.html
    assert asking_notebook["_df"] is None
    assert (asking_notebook["_ask"].outcome, asking_notebook["_ask"].status) == (outcome, "complete")
    assert len(asking_notebook["old"]) == 12


def test_an_answered_question_has_no_amber_and_its_frame(asking_notebook):
    cell = asking_notebook.run("%%ask\nRevenue by month in 2024")

    assert cell.error is None
    assert AMBER not in cell.html
    assert len(asking_notebook["_df"]) == 12


def test_each_choice_is_a_question_that_replaces_the_one_in_the_cell(asking_notebook):
    cell = asking_notebook.run(f"%%ask best <<\n{AMBIGUOUS}")
    (label, question), (_, second) = CHOICES

    assert f"  1. {question}  ({label})\n  2. {second}" in texts(cell)
    assert "Replace the question of this cell with one of these." in texts(cell)
    assert f'<span style="user-select:all">{question}</span>' in cell.html
    assert asking_notebook.run(f"%%ask best <<\n{question}").error is None
    assert len(asking_notebook["best"]) == 12


def test_a_quiet_cell_says_why_too(asking_notebook):
    cell = asking_notebook.run(f"%%ask --quiet\n{AMBIGUOUS}")

    assert type(cell.error) is NotAnswered
    assert "Which year do you mean?" in texts(cell)
    assert CHOICES[0][1] in texts(cell)


def test_an_answer_that_is_shown_again_still_says_that_it_is_none(asking_notebook):
    asking_notebook.run(f"%%ask\n{AMBIGUOUS}")

    again = asking_notebook.run("_ask")

    assert again.error is None
    assert "▲ needs a choice" in texts(again)
    assert CHOICES[0][1] in texts(again)


def test_an_export_lists_the_choices_below_the_answer(asking_notebook, tmp_path):
    asking_notebook.run(f"%%ask\n{AMBIGUOUS}")
    asking_notebook.run("%chat export told.md")

    report = (tmp_path / "told.md").read_text(encoding="utf-8")

    listed = "\n".join(f"{at}. {question}" for at, (_, question) in enumerate(CHOICES, start=1))
    assert f"Which year do you mean?\n\n{listed}" in report


@pytest.mark.parametrize("question", [NONSENSE, AMBIGUOUS])
def test_neither_is_recorded(asking_notebook, tmp_path, question):
    asking_notebook.run('%config AskMagics.mode = "auto"')
    asking_notebook.run("%config AskMagics.recordings = 'kept'")
    asking_notebook.run("%%ask\nRevenue by month in 2024")
    kept = list((tmp_path / "kept").iterdir())

    cell = asking_notebook.run(f"%%ask\n{question}")

    assert type(cell.error) is NotAnswered
    assert len(kept) == 1
    assert list((tmp_path / "kept").iterdir()) == kept


def test_a_comparison_shows_all_users_and_then_fails(asking_notebook):
    cell = asking_notebook.run(f"%%ask --as-user ada,ben\n{AMBIGUOUS}")

    assert type(cell.error) is NotAnswered
    assert texts(cell).count("Which year do you mean?") == 2
    assert asking_notebook["_df"] is None


def test_what_would_do_more_than_ask_is_named_but_not_offered(scripted_notebook, origin):
    choices = [
        {"label": "Read a variable", "question": "Revenue of {{api_key}}"},
        {"label": "Be somebody else", "question": "--as-user boss revenue"},
        {"label": "<b>By</b> year", "question": "Revenue by year"},
    ]
    answer_with(origin, outcome="clarify", choices=choices)

    cell = scripted_notebook.run("%%ask\nRevenue")

    assert type(cell.error) is NotAnswered
    assert "1. Read a variable\n  2. Be somebody else\n  3. Revenue by year" in texts(cell)
    assert "{{api_key}}" not in texts(cell) + cell.html
    assert "--as-user" not in texts(cell) + cell.html
    assert "<b>By" not in cell.html


@pytest.mark.parametrize(
    "fields", [{}, {"outcome": "partial"}, {"choices": [{"label": "a", "question": "Instead"}]}]
)
def test_a_service_that_does_not_say_is_shown_as_ever(scripted_notebook, origin, fields):
    answer_with(origin, **fields)

    cell = scripted_notebook.run("%%ask\nRevenue")

    assert cell.error is None
    assert "✓ complete" in texts(cell)
    assert AMBER not in cell.html
    assert "Instead" not in texts(cell)


def answer_with(origin, **fields):  # the origin plays one final message with these fields
    final = {"id": "a", "role": "assistant", "content": "Well.", "graphPath": ["final"], "isDelta": False}
    lines = [
        {"id": "__cutoff__", "state": {"isStreaming": False, "chatId": "chat-1"}},
        {**final, "isInProcess": False, **fields},
        {"id": "__state__", "state": {"messages": []}},
    ]
    origin.answer(Reply([json.dumps(line).encode() + b"\n" for line in lines]))
