"""Names whose words stand apart, words that only descriptions have, and what verbs speak of."""

from datetime import date

import pytest

from svcchat_magic.analyst.assembling.assembly import assembled
from svcchat_magic.analyst.constructions.grammar import GRAMMAR, TOP
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.lattice.lattice import lattice
from svcchat_magic.analyst.leftovers.cover import covers
from svcchat_magic.analyst.linking.catalog import catalog_of
from svcchat_magic.analyst.linking.descriptions import Descriptions
from svcchat_magic.analyst.linking.verbs import entity_of, is_participle
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, ByTime, Counted, Measured
from svcchat_magic.semantic.model.model import Cube, Dimension, Join, Measure, Model


@pytest.fixture(scope="module")
def catalog():
    """Hires of boats, with fees that are described and named in several words."""
    boats = Cube(
        name="boats",
        sql_table="boats",
        title="Boats",
        dimensions={
            "id": Dimension("id", "number", "id", primary_key=True),
            "name": Dimension("name", "string", "name", title="Boat"),
        },
        measures={"count": Measure("count", "count", title="Boats")},
    )
    hires = Cube(
        name="hires",
        sql_table="hires",
        title="Hires",
        joins=(Join("boats", "many_to_one", "{CUBE}.boat_id = {boats.id}"),),
        dimensions={
            "id": Dimension("id", "number", "id", primary_key=True),
            "taken_on": Dimension(
                "taken_on", "time", "taken_on", title="Hire date", meta={"synonyms": ["rented"]}
            ),
            "paid_on": Dimension("paid_on", "time", "paid_on", title="Payment date"),
        },
        measures={
            "count": Measure("count", "count", title="Hires"),
            "fees": Measure("fees", "sum", "fee", title="Fees charged", format="currency"),
            "open_fees": Measure(
                "open_fees",
                "sum",
                "fee",
                title="Unpaid fees",
                description="Fees that are still owed, before reminders. Waived ones are not part of it.",
                format="currency",
            ),
            "hours": Measure("hours", "avg", "hours", title="Average hours on the water"),
        },
    )
    return catalog_of(Model(cubes={"boats": boats, "hires": hires}, views={}))


def best(catalog, question):
    tokens = tokens_of(question)
    chart = lattice(tokens, catalog, {}, Calendar(date(2025, 1, 10)))
    chart.build(GRAMMAR)
    return max((assembled(each, tokens) for each in covers(chart, tokens, TOP)), key=lambda each: each.score)


def names(read):
    return [each.measure.name for each in read.analysis.quantities if isinstance(each, Measured)]


@pytest.mark.parametrize(
    "question",
    [
        "fees that are still unpaid",
        "how much money in fees is still unpaid",
        "how much are the fees that were unpaid",
        "unpaid fees before reminders",
    ],
)
def test_a_name_in_pieces_and_words_of_its_description_are_used(catalog, question):
    read = best(catalog, question)

    assert names(read) == ["open_fees"]
    assert not read.cover.unknown
    assert not read.dropped


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("fees charged after reminders", "after"),  # not the turn of the description
        ("unpaid fees after reminders", "after"),
        ("unpaid fees that were waived", "waived"),  # the description says what it is not
        ("hires still owed", "owed"),  # said of the fees alone
        ("unpaid fees of Reminders", "Reminders"),  # a name
    ],
)
def test_a_word_that_is_said_of_something_else_stops_the_answer(catalog, question, word):
    read = best(catalog, question)
    unknown = {tokens_of(question)[at].text for at in read.cover.unknown}

    assert word in {*unknown, *(part for each in read.dropped for part in each.split())}


def test_rows_that_are_asked_for_are_no_name_in_pieces(catalog):
    assert names(best(catalog, "which fees are unpaid")) != ["open_fees"]


def test_the_unit_of_what_is_asked_may_stand_before_it(catalog):
    read = best(catalog, "how many hours on the water on average")

    assert names(read) == ["hours"]
    assert not read.cover.unknown


def test_most_and_a_verb_rank_by_the_rows_that_the_verb_makes(catalog):
    analysis = best(catalog, "the 3 most rented boats").analysis

    assert analysis.quantities == (Counted(catalog.entities["hires"]),)
    (group,) = analysis.groups
    assert group in (ByMember(catalog.by_key["boats", "name"]), ByEntity(catalog.entities["boats"]))
    assert (analysis.rank.limit, analysis.rank.descending) == (3, True)


def test_a_verb_dates_but_is_no_group(catalog):
    assert not any(isinstance(each, ByTime) for each in best(catalog, "top 3 rented boats").analysis.groups)


def test_verbs_are_known_by_nouns_counts_and_dates(catalog):
    assert entity_of("rented", catalog) == catalog.entities["hires"]
    assert entity_of("hired", catalog) == catalog.entities["hires"]
    assert entity_of("painted", catalog) is None
    assert [word for word in ("borrowed", "sold", "red", "children", "bed") if is_participle(word)] == [
        "borrowed",
        "sold",
        "children",
    ]


def test_a_word_that_is_said_of_many_tells_nothing(catalog):
    described = Descriptions(catalog)

    assert {each.name for each in described.of_word("still")} == {"open_fees"}
    assert described.of_word("waived") == frozenset()


def test_a_bare_date_is_no_group(catalog):
    assert best(catalog, "fees charged payment date").dropped == ("Payment date",)


def test_money_that_was_spent_counts_no_rows(catalog):
    assert best(catalog, "what did we spend on boats").dropped == ("spend",)
    assert best(catalog, "how many boats").dropped == ()
