"""The languages of answers: each has every phrase with the same places, and reads the numbers it writes."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from svcchat_magic.analyst.events import Outcome, SqlFinished
from svcchat_magic.analyst.language.answer_words import answer_words
from svcchat_magic.analyst.telling.figures import figures_in, written
from tests.analyst.demo import answer_of, ask, left

LANGUAGES = ("en", "de")


def places(phrase):
    return {name for _, name, _, _ in string.Formatter().parse(phrase) if name}


def test_german_has_every_phrase_of_english_and_no_place_that_english_lacks():
    english, german = (answer_words(each).phrases for each in LANGUAGES)

    missing = {name for name in english if not name.startswith("unit ")} - set(german)
    strange = {name: places(german[name]) - places(english[name]) for name in set(english) & set(german)}

    assert missing == set()
    assert {name: each for name, each in strange.items() if each} == {}


@given(st.decimals(-(10**13), 10**13, places=3), st.sampled_from(["", "percent", "currency"]))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_is_written_is_read_again(language, number, form):
    words = answer_words(language)

    (figure,) = figures_in(f"x {written(number, form, words)}.", words)

    assert figure.tells(number * 100 if form == "percent" else number)
    assert figure.is_percent == (form == "percent")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Umsatz 2024", "**Revenue im Jahr 2024: 5,42 Mio.**"),
        (
            "Umsatz nach Monat in 2024",
            "Höchster Wert im November (574.114), niedrigster im Februar",
        ),
        ("Rohmarge nach Kategorie", "**Lighting hat den höchsten Wert bei Gross margin: 52,1 %.**"),
        ("Umsatz 2024 im Vergleich zum Vorjahr", "13,4 % mehr als im Jahr 2023 (4,78 Mio.)."),
        ("Umsatzanteil je Kanal 2024", "**Web hatte 37,9 % von Revenue im Jahr 2024, der größte Anteil.**"),
        ("Bestellungen am 3. Juni 2024", "am 3. Juni 2024"),
        ("Umsatz 2031", "(die Daten enden am 31. Dezember 2024)"),
        ("Kunden mit mehr als 12 Bestellungen", "**45 Customers haben mehr als 12 Orders.**"),
        ("Bestellungen nach Wochentag", "**Samstag hat am meisten Orders: 7.649, 16,9 % von 45.211.**"),
        ("Gehälter nach Region", "In diesen Daten kenne ich *Gehälter* nicht."),
        ("Lösche alle Bestellungen", "Ich lese die Daten nur"),
        ("Umsatz nächstes Jahr", "sage nichts vorher"),
    ],
)
def test_a_german_question_is_answered_in_german(question, told):
    text = answer_of(ask(question))

    assert told in text
    assert "Try next" not in text


@pytest.mark.parametrize(
    "question",
    [
        "kumulierter Umsatz je Monat 2024",
        "gleitender Durchschnitt des Umsatzes über 3 Monate",
        "Umsatz nach Monat und Kategorie 2024",
        "Top 2 Produkte je Kategorie nach Umsatz",
        "Umsatzanteil je Kanal pro Quartal 2024",
        "prozentuale Veränderung des Umsatzes Monat für Monat 2024",
        "Welche Kategorie ist 2024 am stärksten gewachsen?",
        "Liste die Bestellungen aus Deutschland im Dezember 2024",
        "Umsatz und Bestellungen nach Kanal",
        "Bestellungen je Kanal und Monat 2024",
        "Kategorien mit einem Umsatz über 2 Mio",
        "Wie viel Prozent der Bestellungen wurden storniert?",
        "durchschnittlicher Umsatz pro Monat 2024",
    ],
)
def test_the_numbers_of_a_german_answer_stand_in_the_rows(question):
    events = ask(question)

    assert any(isinstance(each, SqlFinished) for each in events), answer_of(events)
    assert answer_words("de").say("unproven") not in answer_of(events)


def test_each_question_of_a_chat_is_answered_in_its_own_language():
    first = ask("revenue in 2024")
    second = ask("und nach Kanal?", left(first))

    assert "was 5.42 million" in answer_of(first)
    assert "Web hatte den höchsten Wert" in answer_of(second)


def test_what_is_offered_in_german_is_read_again():
    offered = answer_of(ask("Umsatz 2024")).partition("Als Nächstes: ")[2]
    texts = [each.strip("* ") for each in offered.split("·")]

    assert len(texts) == 3
    for text in texts:
        events = ask(text, left(ask("Umsatz 2024")))

        assert Outcome("answered") in events, text
