"""`%chat model`: what may be asked about, and what is known of it where the service does not say."""

import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.chats.model_browser import found_bundle, tables_bundle
from svcchat_magic.notebook.chats.model_found import KnownModel, members_found
from svcchat_magic.protocol.model_description import DescribedMember, DescribedTable
from tests.notebook.safe_page import text_of

QUOTE = "'"


@pytest.fixture
def described(served_notebook, service, monkeypatch):
    """A shell that knows the address which describes the model."""
    monkeypatch.setenv("SVCCHAT_QUERY_URL", service.query_url)
    monkeypatch.setenv("COLUMNS", "200")  # one line for each fact
    return served_notebook


def hostile_table(text):
    member = DescribedMember(name=text, title=text, description=text, type="string")
    return DescribedTable(name=text, type="view", title=text, description=text, members=(member,))


def test_without_words_the_tables_are_listed_with_their_members_counted(described):
    shown = described.run("%chat model")

    text = text_of(shown.html)

    assert shown.error is None
    assert "6 tables" in text
    assert "Sales · sales · 35 members" in text
    assert "What the shop sold" in text
    assert "Sales  (sales · 35 members)" in shown.bundles[0]["text/plain"]


def test_words_find_members_with_type_description_and_a_question(described):
    shown = described.run("%chat model gross margin")

    first = shown.bundles[0]["text/plain"].splitlines()

    names = "sales.gross_margin, line_items.gross_margin"
    assert shown.bundles[0]["text/plain"].count("\nGross margin  (") == 1
    assert first[1].startswith(f"Gross margin  ({names} · Sales, Line items · measure (number))")
    assert "Gross profit as a share of revenue." in first[2]
    assert first[3].strip().startswith("ask: %ask gross margin by ")


def test_the_suggested_questions_are_answered(described):
    shown = described.run("%chat model revenue").bundles[0]["text/plain"].splitlines()
    question = next(line for line in shown if "ask: " in line).split("ask: ")[1]

    asked = described.run(question)

    assert asked.error is None
    assert len(described["_df"]) > 1


@pytest.mark.parametrize(
    ("typed", "read_as", "found"),
    [
        ("revnue", "reading “revnue” as “revenue”", "sales.revenue"),
        ("gross margni", "reading “margni” as “margin”", "sales.gross_margin"),
        ("'ordres by chanel'", "reading “ordres” as “order”, reading “chanel” as “channel”", "sales.channel"),
    ],
)
def test_a_mistyped_word_finds_what_was_meant_and_says_so(described, typed, read_as, found):
    shown = described.run(f"%chat model {typed}").bundles[0]["text/plain"]

    assert f"found for “{typed.strip(QUOTE)}”, {read_as}" in shown.splitlines()[0]
    assert found in shown


def test_words_for_the_same_thing_find_it(described):
    assert "sales.cost" in described.run("%chat model expenditure").bundles[0]["text/plain"]


@pytest.mark.parametrize("typed", ['"gross margin"', "'gross margin'", "“gross margin”"])
def test_a_phrase_may_stand_in_quotes(described, typed):
    shown = described.run(f"%chat model {typed}").bundles[0]["text/plain"]

    assert "found for “gross margin”" in shown


def test_quotes_alone_are_no_words(described):
    assert "tables" in described.run('%chat model ""').bundles[0]["text/plain"].splitlines()[0]


def test_synonyms_and_accents_find_too(described):
    assert "sales.revenue" in described.run("%chat model TURNÖVER").bundles[0]["text/plain"]


def test_words_that_find_nothing_say_so(described):
    shown = described.run("%chat model zebra").bundles[0]["text/plain"]

    assert shown.startswith("Nothing found for “zebra”")
    assert "%chat model lists the tables" in shown


@pytest.mark.case("N14")
def test_what_a_service_calls_its_members_is_only_text():
    text = "<img src=x onerror=alert(1)> $x$ \x1b[31m\u202e"
    known = KnownModel((hostile_table(text),))

    for bundle in (tables_bundle(known), found_bundle(members_found(known.tables, "img"), text, known)):
        assert "<img" not in bundle["text/html"]
        assert "\x1b" not in bundle["text/plain"] + bundle["text/html"]
        assert "\u202e" not in bundle["text/plain"] + bundle["text/html"]


def test_without_an_address_what_the_searches_held_is_shown_and_said(served_notebook):
    refused = served_notebook.run("%chat model")
    served_notebook.run("%%ask\nRevenue by month in 2024")
    shown = served_notebook.run("%chat model revenue").bundles[0]["text/plain"]

    assert type(refused.error) is RequestRefused
    assert "These members are from searches in this chat." in " ".join(shown.split())
    assert "sales.revenue" in shown
    assert "string" not in shown
