"""Each way that leads from a question to a member, and why it was taken."""

import pytest

from svcchat_magic.semantic.search.entries import Entry, entries_of
from svcchat_magic.semantic.search.member_index import MOST_WORDS, MemberIndex
from svcchat_magic.semantic.search.member_search import index_of
from svcchat_magic.semantic.search.thesaurus import Link
from svcchat_magic.semantic.search.word_index import Place

ENTRIES = (
    Entry("trips", "trips", "cube", "Trips", ("journeys",)),
    Entry("trips", "avg_delay", "measure", "Average delay", agg_type="avg", type="number"),
    Entry("trips", "count", "measure", "Trips", agg_type="count", type="number"),
    Entry("trips", "colour", "dimension", "Colour of the lorry", type="string"),
    Entry("trips", "left_at", "dimension", "Left at", type="time"),
    Entry("trips", "salary", "dimension", "Salary", description="What the driver is paid.", type="number"),
    Entry("trips", "surname", "dimension", "Surname", type="string"),
    Entry(
        "trips", "hints", "dimension", "Hints", type="string", context="Means the punctuality of the trip."
    ),
    Entry("trips", "express", "segment", "Express trips"),
    Entry("trips", "paid", "measure", "Revenue", ("takings of the day",), agg_type="sum", type="number"),
)


@pytest.fixture(scope="module")
def index():
    return MemberIndex(ENTRIES)


@pytest.mark.parametrize(
    ("phrase", "name", "link", "place"),
    [
        ("average delay", "avg_delay", Link.SAME, Place.TITLE),
        ("avg", "avg_delay", Link.SAME, Place.NAME),
        ("delays", "avg_delay", Link.SAME, Place.TITLE),
        ("delayed", "avg_delay", Link.STEM, Place.TITLE),
        ("color", "colour", Link.SAME, Place.TITLE),
        ("colours", "colour", Link.SPELLING, Place.TITLE),
        ("revnue", "paid", Link.TYPO, Place.TITLE),
        ("reven", "paid", Link.BEGINNING, Place.TITLE),
        ("turnover", "paid", Link.BUSINESS, Place.TITLE),
        ("takings", "paid", Link.SAME, Place.SYNONYM),
        ("truck", "colour", Link.BUSINESS, Place.TITLE),
        ("cognomen", "surname", Link.WORDNET, Place.TITLE),
        ("driver", "salary", Link.SAME, Place.DESCRIPTION),
        ("punctuality", "hints", Link.SAME, Place.CONTEXT),
        ("when", "left_at", Link.BUSINESS, Place.KIND),
        ("how many journeys", "count", Link.BUSINESS, Place.KIND),
    ],
)
def test_a_hit_says_which_word_led_to_it_and_how(index, phrase, name, link, place):
    hits = index.find(phrase)

    found = next(hit for hit in hits if hit.entry.name == name)

    assert (link, place) in {(reason.link, reason.place) for reason in found.reasons}


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("express", "express"),
        ("journeys", "trips"),
        ("the salary of the people", "salary"),
        ("family name", "surname"),
        ("mean lateness", "avg_delay"),
    ],
)
def test_the_best_hit_comes_first(index, phrase, name):
    assert index.find(phrase)[0].entry.name == name


@pytest.mark.parametrize("phrase", ["", "zebra", "?!", "the of and", "xqzw", "🦓"])
def test_words_that_lead_nowhere_find_nothing(index, phrase):
    assert index.find(phrase) == ()


def test_scores_fall_from_one(index):
    scores = [hit.score for hit in index.find("average delay of the trips by colour")]

    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] <= scores[0] <= 1


@pytest.mark.parametrize("word", ["different", "them", "then", "sale", "celery", "calory", "trip", "delay"])
def test_a_word_of_english_is_never_taken_for_a_slip(index, word):
    assert index.slips(word) == {}


def test_slips_are_told(index):
    assert index.slips("averge dealy by colour") == {"averge": "average", "dealy": "delay"}


def test_no_more_than_the_limit_come_back(index):
    assert len(index.find("trips", limit=2)) == 2


def test_the_words_of_an_endless_phrase_are_not_all_looked_up(index):
    assert index.find("zebra " * MOST_WORDS + "revenue") == ()


def test_an_empty_model_has_nothing_to_find():
    assert MemberIndex(()).find("revenue") == ()


def test_users_who_see_the_same_share_an_index(shop_model):
    entries = [tuple(entry for entry, _ in entries_of(shop_model)) for _ in range(2)]

    assert index_of(entries[0]) is index_of(entries[1])
    assert index_of(entries[0]) is not index_of(entries[0][:-1])


def test_what_is_not_public_is_no_entry(write_model):
    from svcchat_magic.semantic.files.model_files import load_model

    folder = write_model(
        staff="""
        cubes:
          - name: staff
            sql_table: staff
            dimensions:
              - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
              - {name: salary, sql: "{CUBE}.salary", type: number, public: false}
            segments:
              - {name: leavers, sql: "{CUBE}.left", title: Leavers}
              - {name: secret, sql: "{CUBE}.x", public: false}
        """
    )

    names = [entry.name for entry, _ in entries_of(load_model(folder))]

    assert names == ["staff", "id", "leavers"]
