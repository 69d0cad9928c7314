"""A question of any words is read in bounded time (Z06)."""

import pytest

from svcchat_magic.analyst.events import SqlStarted
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.lattice import chart as chart_module
from svcchat_magic.analyst.reader import MOST_TOKENS, Reader
from tests.analyst.demo import answer_of, ask, tools
from tests.analyst.shop import TODAY

REPEATED = [
    "revenue by channel in 2024 and ", "a ", "the ", "January ", "march and ", "march and 2024 ", "not ",
    "by ", "web, store, ", "without web ", "17 and ", "> ", ", ", "top 5 products, ", "most ", "is ",
    "grew the most ", "2024-01-01 to ", "last 3 ", "channel, ", "channel and ", "revenue, ", "from ",
    "best channel of the ", "with ", "sorted by revenue ", "cheapest ", "web channel ", "week of ",
    "customers who ", "orders per customer ", "share of ", "between 1 and ",
]  # fmt: skip
MOST_ITEMS = 30_000  # of one question: what the reader looks at, which time follows


@pytest.mark.case("Z06")
@pytest.mark.parametrize("words", REPEATED)
def test_the_longest_question_that_is_read_makes_so_many_items_at_most(words, monkeypatch):
    made = []
    add = chart_module.Chart.add
    monkeypatch.setattr(chart_module.Chart, "add", lambda self, item: made.append(item) or add(self, item))

    Reader(tools(), TODAY).read_tokens(tokens_of(words * MOST_TOKENS)[:MOST_TOKENS], {})

    assert len(made) < MOST_ITEMS


@pytest.mark.case("Z06")
@pytest.mark.parametrize("words", ["revenue by channel in 2024 and ", "week of ", "channel, "])
def test_a_longer_question_is_refused_before_it_is_read(words):
    answer = answer_of(ask(words * 500))

    assert answer.startswith("**I did not compute this: I cannot tell what a question of more than 100 words")


@pytest.mark.case("Z06")
def test_a_question_runs_twenty_queries_at_most_and_says_so():
    events = ask(
        " ".join(
            f"Revenue on {1 + n % 28} {('May', 'June', 'July', 'August')[n // 28]} 2024?" for n in range(100)
        )
    )

    assert sum(isinstance(event, SqlStarted) for event in events) == 20
    assert "I answered the first 20 parts; ask the others separately." in answer_of(events)


@pytest.mark.case("Z06")
@pytest.mark.parametrize("digit", ["9", "\u0663"])
@pytest.mark.parametrize(
    "question", ["{}", "top {} channels by revenue", "revenue on {} March 2024", "revenue in {}/2024",
                 "revenue in 05/{}", "revenue in {}-03-05", "revenue last {} days", "revenue in Q{}"]
)  # fmt: skip
def test_a_number_of_thousands_of_digits_is_words_that_are_not_known(question, digit):
    assert answer_of(ask(question.format(digit * 5_000)))
