"""The answer in words and what it suggests, from Markdown written by hand."""

import pytest

from svcchat_magic.notebook.display.answer_words import answer_bundle, split_suggestions, suggestions_in
from svcchat_magic.notebook.questions.ask_options import read_ask
from tests.notebook.safe_page import text_of


def test_suggestions_are_the_last_paragraph_only():
    assert split_suggestions("So.\n\nTry next: *more*") == ("So.", "Try next: *more*")
    assert split_suggestions("Try next: *more*") == ("Try next: *more*", "")
    assert split_suggestions("So.\n\nThat is all.") == ("So.\n\nThat is all.", "")


def test_suggestions_are_commands_below_the_answer():
    bundle = answer_bundle("**So.**\n\nTry next: *and by channel?* · *only `Desk`*")

    assert bundle["text/plain"] == "**So.**\n\nTry next:\n  %ask and by channel?\n  %ask only `Desk`"
    assert text_of(bundle["text/html"]).split("Try next:")[1].split("\n") == [
        "%ask and by channel?",
        "%ask only `Desk`",
    ]


def test_an_answer_without_suggestions_is_the_whole_markdown():
    assert answer_bundle("**So.**\n\nTry next:")["text/plain"] == "**So.**"
    assert answer_bundle("**So.**\n\nmore")["text/plain"] == "**So.**\n\nmore"
    assert "%ask" not in answer_bundle("**So.**\n\nTry next:")["text/html"]


@pytest.mark.parametrize(
    "words",
    [
        "--record revenue",
        "-o revenue orders",
        "orders << revenue",
        "what is {{password}}",
        "revenue\\",
        "%chat key --forget",
        "!ls",
        "x" * 121,
    ],
)
def test_a_suggestion_that_would_do_more_than_ask_is_no_command(words):
    bundle = answer_bundle(f"So.\n\nTry next: *{words}* · *more*")

    assert "%ask" not in bundle["text/plain"].replace("%ask more", "")
    assert f"\n  {words}\n" in bundle["text/plain"]


@pytest.mark.parametrize("words", ["and by channel?", 'only "Alder Desk"', "a - b", "50% of $x; y"])
def test_a_command_asks_nothing_but_its_words(words):
    command = answer_bundle(f"So.\n\nTry next: *{words}*")["text/plain"].splitlines()[-1].strip()

    assert read_ask(command.removeprefix("%ask ")) == read_ask("", words)


def test_a_suggestion_brings_no_markup():
    html = str(answer_bundle("So.\n\nTry next: *<img src=x onerror=alert(9)>* · *a\nb*")["text/html"])

    assert "<img" not in html
    assert "%ask a b" in text_of(html)


def test_only_short_suggestions_are_buttons_and_five_at_most():
    words = " · ".join(("x" * 121, "**y**", "_z_", "`a`", *"bcd"))

    assert suggestions_in(f"So.\n\nTry next: {words}") == ("y", "z", "a", "b", "c")
