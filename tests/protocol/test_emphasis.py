"""Marks of emphasis: gone in a terminal, and whole in every text that is shown for itself."""

import pytest

from svcchat_magic.protocol.emphasis import (
    closed,
    with_strong_words_apart,
    without_emphasis,
    without_open_mark,
)
from svcchat_magic.protocol.messages import ToolCall
from svcchat_magic.protocol.transcript import Note, ToolStep, Transcript


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("a **strong** and an *emphasised* word", "a <strong> and an emphasised word"),
        ("**strong with an *inner* one**", "<strong with an inner one>"),
        ("***both***", "<both>"),
        ("`**kwargs` and `a * b * c`", "`**kwargs` and `a * b * c`"),
        ("```\nf(*rows, **more)\n\ng(**more)\n```", "```\nf(*rows, **more)\n\ng(**more)\n```"),
        ("* one\n* two, 2 * 3 * 4", "* one\n* two, 2 * 3 * 4"),
        ("a *mark\n\nof another* paragraph", "a *mark\n\nof another* paragraph"),
        ("** nothing **", "** nothing **"),
    ],
)
def test_marks_of_emphasis_go_where_they_are_some(markdown, shown):
    assert without_emphasis(markdown, ("<", ">")) == shown


@pytest.mark.parametrize(
    ("growing", "settled"),
    [
        ("so **much", "so "),
        ("so *", "so "),
        ("so `code", "so "),
        ("so **much** more", "so **much** more"),
        ("* one\n* two", "* one\n* two"),
        ("an open *one\n\nand the next", "an open *one\n\nand the next"),
        ("```\nf(*rows", "```\nf(*rows"),
    ],
)
def test_of_a_text_that_grows_what_may_be_half_a_mark_is_left_out(growing, settled):
    assert without_open_mark(growing) == settled


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("**Half of", "**Half of**"),
        ("**Half of*", "**Half of**"),
        ("It is **", "It is"),
        ("**Done.** More", "**Done.** More"),
        ("**Done.**\n\nand **more ", "**Done.**\n\nand **more**"),
        ("2 ** 3 in `a **", "2 ** 3 in `a **"),
    ],
)
def test_bold_words_that_broke_off_are_ended(broken, whole):
    assert closed(broken) == whole


def said(*texts, answer=""):
    """A transcript of notes, and of tool calls where a text is none."""
    steps = [
        ToolStep(ToolCall(name="svcMeta", input="{}"), 0, 1) if text is None else Note(text, 0, 1, True)
        for text in texts
    ]
    return Transcript(steps=tuple(steps), answer=answer)


def shown(transcript):
    whole = with_strong_words_apart(transcript)
    return [step.text if isinstance(step, Note) else None for step in whole.steps], whole.answer


@pytest.mark.parametrize(
    ("texts", "answer", "expected"),
    [
        (["I look at **revenue"], "by month** now.", (["I look at **revenue**"], "**by month** now.")),
        (["One **two", " three** four"], "", (["One **two**", "**three** four"], "")),
        (["It is **"], "so** then", (["It is"], "**so** then")),
        (["It was **cut off"], "**Web** grew.", (["It was **cut off**"], "**Web** grew.")),
        (["One **two", None, "three"], "Four** five", (["One **two**", None, "three"], "Four** five")),
        (["**Whole**"], "2 ** 3", (["**Whole**"], "2 ** 3")),
        (["`a ** b`"], "c** d", (["`a ** b`"], "c** d")),
    ],
)
def test_strong_words_that_go_on_in_the_next_text_are_whole_in_both(texts, answer, expected):
    assert shown(said(*texts, answer=answer)) == expected


def test_a_transcript_without_such_words_is_left_as_it_is():
    transcript = said("Read as revenue", None, answer="**Web** grew.")

    assert with_strong_words_apart(transcript) is transcript
