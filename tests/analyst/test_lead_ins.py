"""A question that a second sentence puts more exactly, general nouns, and who is asked for."""

import pytest

from svcchat_magic.analyst.events import SqlStarted
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.lattice.carriers import carriers
from tests.analyst.demo import answer_of, ask


def asked(question):
    return [" ".join(event.sql.split()) for event in ask(question) if isinstance(event, SqlStarted)]


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("Why do people send things back? Number of refunds by reason.", "number of refunds by reason"),
        ("What did Germans like best? Units by category.", "units by category in Germany"),
        ("How do folks shop here? Orders by channel.", "orders by channel"),
        ("Does Web sell better than Store? Revenue of both.", "revenue by channel for Web and Store"),
        ("How many customers bought in 2024? Count orders, not customers.", "orders in 2024"),
        ("hey guys, revenue by channel thx", "revenue by channel"),
        ("how many people bought something in 2024", "how many customers bought in 2024"),
        ("who bought the most in 2024", "which customer bought the most in 2024"),
        ("revenue by channel over all time", "revenue by channel"),
        ("revenue, not units, by channel", "revenue by channel"),
    ],
)
def test_these_are_one_question(question, same):
    assert asked(question) == asked(same) != []


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("How did Martians pay? Orders by channel.", "Martians"),
        ("Which products did not spoil? Revenue by category.", "spoil"),
        ("What do 500 people want? Revenue by category.", "500"),
        ("revenue by things", "things"),
        ("revenue per thing", "thing"),
    ],
)
def test_what_may_keep_rows_is_not_left_out(question, word):
    assert asked(question) == []
    assert f"*{word}*" in answer_of(ask(question)).partition("\n")[0]


@pytest.mark.parametrize(
    ("text", "empty"),
    [
        ("what do people complain about", ["people"]),
        ("why do they send things back", ["things"]),
        ("who bought something here", ["something", "here"]),
        ("how many people", []),
        ("visits by people", []),
        ("things per person", []),
        ("the most people", []),
    ],
)
def test_a_general_noun_is_empty_beside_a_verb_and_nowhere_else(text, empty):
    tokens = tokens_of(text)

    assert [tokens[at].text for at in sorted(carriers(tokens))] == empty
