"""The outcome of a final message is untrusted: what cannot be one is as if it had not been sent."""

import json

import pytest

from svcchat_magic.protocol.fold import fold
from svcchat_magic.protocol.key_redaction import KeyRedaction
from svcchat_magic.protocol.messages import Choice, decode_message
from svcchat_magic.protocol.outcomes import MOST_CHOICES, MOST_LABEL, MOST_QUESTION
from svcchat_magic.settings import ApiKey
from tests.faults.fixtures import KEY


def final(**fields):
    given = {"id": "a", "role": "assistant", "content": "Well", "graphPath": ["final"], "isDelta": False}
    return json.dumps({**given, **fields}).encode()


def folded(*lines):
    return fold(map(decode_message, lines))


def choices_of(*given):
    """The choices that are read, as pairs."""
    found = folded(final(outcome="clarify", choices=list(given))).choices
    return [(each.label, each.question) for each in found]


@pytest.mark.parametrize("outcome", ["answered", "clarify", "refused"])
def test_a_transcript_has_the_outcome_of_its_answer(outcome):
    assert folded(final(outcome=outcome)).outcome == outcome


@pytest.mark.parametrize(
    "fields", [{}, {"outcome": "success"}, {"outcome": 3}, {"outcome": None}, {"outcome": []}]
)
def test_an_outcome_that_is_not_one_is_unknown_and_the_answer_stays(fields):
    transcript = folded(final(**fields))

    assert (transcript.outcome, transcript.choices, transcript.answer) == ("", (), "Well")


def test_the_outcome_of_a_step_is_not_that_of_the_turn():
    step = final(id="s", graphPath=["svc_data_analyst_agent"], outcome="refused", sort=1)

    assert folded(step, final(sort=2)).outcome == ""


def test_the_message_that_replaces_the_answer_replaces_its_outcome():
    assert folded(final(outcome="refused"), final()).outcome == ""


def test_a_choice_is_one_line_and_has_a_label():
    assert choices_of({"label": "By\n order date", "question": " Revenue\nby order month "}) == [
        ("By order date", "Revenue by order month")
    ]
    assert choices_of({"label": " ", "question": "Revenue in 2024"}) == [
        ("Revenue in 2024", "Revenue in 2024")
    ]


@pytest.mark.parametrize(
    "choices",
    [
        "By order date",
        [["By order date", "Revenue"]],
        [{"label": "By order date"}],
        [{"label": 1, "question": "Revenue"}],
        [{"label": "By order date", "question": " \n "}],
        [{"label": "x" * (MOST_LABEL + 1), "question": "Revenue"}],
        [{"label": "By order date", "question": "x" * (MOST_QUESTION + 1)}],
    ],
)
def test_choices_that_cannot_be_asked_are_left_out_and_the_outcome_stays(choices):
    transcript = folded(final(outcome="clarify", choices=choices))

    assert (transcript.outcome, transcript.choices) == ("clarify", ())


def test_no_more_choices_are_kept_than_fit_on_a_page():
    many = [{"label": str(at), "question": f"Revenue in {at}"} for at in range(10_000)]

    assert [label for label, _ in choices_of(*many)] == [str(at) for at in range(MOST_CHOICES)]


@pytest.mark.case("K12")
def test_a_key_in_a_choice_is_redacted():
    found = folded(final(outcome="clarify", choices=[{"label": KEY, "question": f"Is {KEY} it?"}]))

    redacted = KeyRedaction(ApiKey(KEY)).transcript(found)

    assert found.choices == (Choice(KEY, f"Is {KEY} it?"),)
    assert KEY not in repr(redacted.choices)
    assert redacted.choices[0].question.startswith("Is *")
