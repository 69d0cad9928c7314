"""Times and flags by what they say of a row: `opened in 2024`, `not resolved`, `(active)`, `with pool`."""

from decimal import Decimal

import pytest

from svcchat_magic.analyst.language.answer_words import answer_words
from svcchat_magic.analyst.language.participles import dated_text, made_title, time_title
from svcchat_magic.analyst.meaning.titles import condition_text, predicate_text
from svcchat_magic.analyst.meaning.tree import Compared, Concept, Holds, IsIn, Missing
from tests.analyst.demo import answer_of, ask

ENGLISH, GERMAN = answer_words(), answer_words("de")
RESOLVED = Concept("tickets", "resolved_at", "dimension", "time", title="Resolved at")
EMAIL = Concept("guests", "email", "dimension", "string", title="Email")
ACTIVE = Concept("hosts", "is_active", "dimension", "boolean", title="Is active")
POOL = Concept("listings", "has_pool", "dimension", "boolean", title="Has pool")


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Booked at", "booked in 2024"),
        ("Last updated on", "last updated in 2024"),
        ("Closed", "closed in 2024"),
        ("Order date", "with order date in 2024"),
        ("Check in", "with check-in in 2024"),
    ],
)
def test_a_time_is_told_by_what_happened(title, text):
    assert dated_text(title, "in 2024", ENGLISH) == text


def test_other_languages_keep_the_title_of_a_time():
    assert dated_text("Booked at", "im Jahr 2024", GERMAN) == "mit Booked at im Jahr 2024"
    assert time_title("Check in", GERMAN) == "Check in"


def test_bookings_are_made_and_not_booked():
    assert made_title("Booked at", "Bookings", ENGLISH) == "made"
    assert made_title("Cancelled at", "Bookings", ENGLISH) == "cancelled"
    assert made_title("Order date", "Orders", ENGLISH) == ""


@pytest.mark.parametrize(
    ("condition", "text", "predicate"),
    [
        (Missing(RESOLVED), "not resolved", "were not resolved"),
        (Missing(RESOLVED, negated=True), "resolved", "were resolved"),
        (Missing(EMAIL), "without email", "had no email"),
        (IsIn(ACTIVE, (True,)), "(active)", "were active"),
        (IsIn(ACTIVE, (False,)), "(not active)", "were not active"),
        (Holds(POOL), "with pool", "had pool"),
        (IsIn(POOL, (True,), negated=True), "without pool", "had no pool"),
        (
            Compared(RESOLVED, ">", "3 May 2024"),
            "resolved after 3 May 2024",
            "were resolved after 3 May 2024",
        ),
        (Compared(EMAIL, ">", Decimal(3)), "with email over 3", "had email over 3"),
    ],
)
def test_a_state_is_told_as_one(condition, text, predicate):
    assert condition_text(condition) == text
    assert predicate_text(condition, "were") == predicate


def test_one_is_told_as_one_and_two_values_in_one_phrase():
    told = answer_of(ask("how many orders in Germany from Web on 3 January 2024"))

    assert told.startswith("**There was 1 order for Germany and Web on 3 January 2024.**")
