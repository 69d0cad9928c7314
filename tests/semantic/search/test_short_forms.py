"""Names that are written short are found by the words that they stand for, and by no others."""

import pytest

from svcchat_magic.semantic.search.entries import Entry
from svcchat_magic.semantic.search.member_index import MemberIndex
from svcchat_magic.semantic.search.short_forms import abbreviates
from svcchat_magic.semantic.search.thesaurus import Link


@pytest.mark.parametrize(
    ("short", "word"),
    [
        ("mkt", "market"),
        ("mkt", "markets"),
        ("conv", "conversions"),
        ("bdgt", "budget"),
        ("chnl", "channel"),
        ("veh", "vehicle"),
        ("rev", "revenue"),
        ("imp", "impressions"),
    ],
)
def test_a_short_form_is_its_beginning_or_its_consonants(short, word):
    assert abbreviates(short, word)


@pytest.mark.parametrize(
    ("short", "word"),
    [
        ("car", "carrier"),  # a word of its own
        ("age", "agents"),
        ("net", "network"),
        ("order", "orderly"),
        ("mkt", "mark"),  # nothing but one letter is left out
        ("mkt", "minute"),
        ("kt", "kilotons"),
        ("tkm", "market"),
    ],
)
def test_other_words_are_no_short_forms(short, word):
    assert not abbreviates(short, word)


def test_search_finds_members_by_what_their_short_names_stand_for():
    index = MemberIndex(
        (
            Entry("cmp", "mkt", "dimension", "Mkt", type="string"),
            Entry("cmp", "mgr", "dimension", "Mgr", type="string"),
            Entry("cmp", "conv", "measure", "Conv", agg_type="sum", type="number"),
        )
    )

    (hit, *_) = index.find("markets")
    assert hit.entry.name == "mkt"
    assert hit.reasons[0].link is Link.SHORT
    assert [each.entry.name for each in index.find("conversions")] == ["conv"]
    assert index.find("margin") == ()
