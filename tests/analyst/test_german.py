"""German questions: what they are in the English of the grammar, and what they are read as."""

import pytest

from svcchat_magic.analyst.language.foreign_words import foreign_languages
from svcchat_magic.analyst.language.spoken import spoken
from svcchat_magic.analyst.language.translation import own_words, translated
from svcchat_magic.analyst.reader import Reader
from tests.analyst.demo import answer_of, ask, queries_of, short, understood
from tests.analyst.demo import tools as demo_tools
from tests.analyst.shop import TODAY

GERMAN = foreign_languages()["de"]
NAMES = ("Customers", "Products", "Revenue", "Store")
ENGLISH = [
    ("Wie hoch war der Umsatz im 3. Quartal 2024?", "what was the revenue in 3rd quarter 2024 ?"),
    ("Umsatz seit dem 3. Juni 2024", "revenue since 3 june 2024"),
    ("Umsatz vom 1. März bis zum 5. April 2024", "revenue from 1 march to 5 april 2024"),
    ("Umsatz bis Ende Maerz 2024", "revenue until end of march 2024"),
    ("Umsatz über 1.234,5 Euro", "revenue over 1234.5 euro"),
    ("vor zwei Jahren", "two years ago"),
    ("im vorletzten Jahr", "in year before last"),
    ("Bestellungen ab 2023", "orders since 2023"),
    ("mehr als 5 Bestellungen", "more than 5 orders"),
    ("umsatzstärkste Filiale", "top branch by revenue"),
    ("Umsatz nach Kanal nach 2023", "revenue by channel after 2023"),
    ("Umsatzentwicklung", "revenue development"),
    ("Kundenanzahl je Land", "customer count per country"),
    ("Wie verteilt sich der Umsatz auf Regionen?", "how split the revenue by regions ?"),
    ('Bestellungen mit "Der Laden" im Namen', 'orders with "Der Laden" in names'),
    ("Umsatz am 3.6.2024", "revenue on 3.6.2024"),
    ("Bestellungen, stornierte nicht mitgezählt", "orders , cancelled not counted"),
    ("überfällige Bestellungen", "overdue orders"),
    ("mehr als 3 Tage zu spät", "more than 3 days late"),
]


@pytest.mark.parametrize(("text", "english"), ENGLISH)
def test_a_question_becomes_the_english_of_the_grammar(text, english):
    assert translated(text, GERMAN, {}).text == english


def test_words_of_the_model_stay_as_the_model_writes_them():
    own = own_words(["Auftragsart", "Geleistete Stunden"], GERMAN)

    assert translated("geleistete Stunden je Auftragsarten", GERMAN, own).text == (
        "geleistete stunden per auftragsart"
    )


def test_a_word_that_is_not_known_leads_back_to_what_was_typed():
    found = spoken("Gehälter nach Region", ())

    assert found.text == "salary by region"
    assert found.typed("salary") == "Gehälter"


@pytest.mark.parametrize(
    "text",
    [
        "revenue by month",
        "What was the revenue in 2024?",
        "top 5 products",
        "orders in Berlin",
        "status",
        "who was hired in March",
        "so far this year",
        "12345",
        "",
        "name the artists by rate",
        "an art tag in the region",
    ],
)
def test_english_stays_as_it_is(text):
    assert spoken(text, ()).text == text


@pytest.mark.parametrize(
    "text", ["nur Europa", "und nach Kanal?", "Umsatz 2024", "je Monat", "Wie viele Kunden?"]
)
def test_german_is_recognised_by_its_words(text):
    assert spoken(text, ()).language == "de"


SAME = [
    ("Umsatz 2024 nach Kategorie", "revenue in 2024 by category"),
    ("Umsaetze je Kategorie im Jahr 2024", "revenue in 2024 by category"),
    ("Umsatz nach Monat", "revenue by month"),
    ("monatlicher Umsatz", "revenue by month"),
    ("Top 5 Produkte nach Umsatz", "top 5 products by revenue"),
    ("die fünf besten Produkte nach Umsatz", "top 5 products by revenue"),
    ("Umsatzanteil nach Kanal", "share of revenue by channel"),
    ("Umsatz in Deutschland", "revenue in Germany"),
    ("Umsatz in Frankreich und Spanien", "revenue in France and Spain"),
    ("Umsatz im letzten Quartal", "revenue last quarter"),
    ("Umsatz in den letzten 30 Tagen", "revenue in the last 30 days"),
    ("Umsatz zwischen März und Mai 2024", "revenue between March and May 2024"),
    ("Bestellungen ohne stornierte", "orders without cancelled"),
    ("Umsatz im Vergleich zum Vorjahr", "revenue compared to the previous year"),
    ("Kunden mit mehr als 12 Bestellungen", "customers with more than 12 orders"),
    ("Welche Länder gibt es?", "which countries are there?"),
    ("durchschnittlicher Listenpreis je Kategorie", "average list price by category"),
]


@pytest.mark.parametrize(("text", "english"), SAME)
def test_a_german_question_is_read_as_its_english(text, english):
    names = Reader(demo_tools(), TODAY).catalog.names

    found = [short(each) for each in queries_of(understood(spoken(text, names).text))]

    assert found
    assert found == [short(each) for each in queries_of(understood(english))]


def test_an_unknown_word_is_named_as_it_was_typed():
    assert "*Gehälter*" in answer_of(ask("Gehälter nach Region"))


@pytest.mark.parametrize("question", ["top 5 kunden", "top 3 produkte"])
def test_a_few_words_are_german_where_they_name_something_only_then(question):
    assert spoken(question, NAMES).language == "de"


@pytest.mark.parametrize("question", ["top 5 customers", "revenue kunst", "store art"])
def test_as_many_words_of_english_are_english(question):
    assert spoken(question, NAMES).language == "en"


def test_a_question_back_is_in_the_language_of_the_question():
    assert "Revenue je Customer" in answer_of(ask("Umsatz pro Kunde"))
