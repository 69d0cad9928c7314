"""A question of any words is read in time that grows with its length and no faster (Z06)."""

import cProfile
import pstats
import random
from functools import cache

import pytest

from svcchat_magic.analyst.events import SqlStarted
from svcchat_magic.analyst.lexicon import lexicon
from svcchat_magic.analyst.question_reader import read_question
from svcchat_magic.analyst.typo_repair import repaired
from svcchat_magic.analyst.words import words_of
from tests.analyst.demo import answer_of, ask, understood
from tests.analyst.shop import TODAY

SHORT, LONG = 500, 2_000  # characters
REPEATED = [
    "revenue by channel in 2024 and ", "a ", "the ", "January ", "march and ", "march and 2024 ", "not ",
    "by ", "web, store, ", "without web ", "Revenue in 2024? ", "17 and ", "> ", ", ", "top 5 products, ",
    "most ", "is ", "grew the most ", "2024-01-01 to ", "last 3 ", "channel, ", "channel and ", "revenue, ",
    "best channel of the ", "from ", "with ", "sorted by revenue ", "cheapest ", "web channel ", "week of ",
    "customers who ", "channel the the the web ",
]  # fmt: skip


@cache
def valued_vocabulary():
    """What can be said about sales, with values, which a word that is unknown brings in."""
    return understood("revenue by channel for Web of xqzwv").vocabulary


def steps(job):
    """How many calls a job makes; the same on every machine."""
    profile = cProfile.Profile()
    profile.runcall(job)
    return pstats.Stats(profile).total_calls


def reading(text):
    words, vocabulary = lexicon().spelt_out(words_of(text)), valued_vocabulary()
    return steps(lambda: read_question(words, vocabulary, lexicon(), TODAY))


@pytest.mark.case("Z06")
@pytest.mark.parametrize("words", REPEATED)
def test_a_question_four_times_as_long_takes_four_times_the_steps(words):
    short, long = (reading((words * length)[:length]) for length in (SHORT, LONG))

    assert long < short * (LONG / SHORT) * 1.25


@pytest.mark.case("Z06")
def test_misspelt_words_are_looked_up_in_steps_that_grow_with_their_number():
    chance = random.Random(6)
    unknown = ["".join(chance.choices("abcdefgprst", k=7)) for _ in range(400)]
    vocabulary = valued_vocabulary()
    known = vocabulary.words() | vocabulary.value_words()

    few, many = (steps(lambda some=some: repaired((), some, known)) for some in (unknown[:100], unknown))

    assert many < few * 4 * 1.25


@pytest.mark.long
@pytest.mark.case("Z06")
@pytest.mark.parametrize("words", ["week of ", "channel, ", "channel and the "])
def test_no_chain_of_words_is_too_deep_to_read(words):
    assert reading(words * 3_000) > 0


@pytest.mark.case("Z06")
def test_a_question_runs_twenty_queries_at_most_and_says_so():
    events = ask("Revenue in 2024? " * 100)

    assert sum(isinstance(event, SqlStarted) for event in events) == 20
    assert "I answered the first 20 parts; ask the others separately." in answer_of(events)


@pytest.mark.case("Z06")
@pytest.mark.parametrize("digit", ["9", "\u0663"])
@pytest.mark.parametrize(
    "question", ["{}", "top {} channels by revenue", "revenue on {} March 2024", "revenue in {}/2024",
                 "revenue in 05/{}", "revenue in {}-03-05", "revenue last {} days", "revenue in Q{}"]
)  # fmt: skip
def test_a_number_of_thousands_of_digits_is_words_that_are_not_known(question, digit):
    answer = answer_of(ask(question.format(digit * 5_000)))

    assert answer
