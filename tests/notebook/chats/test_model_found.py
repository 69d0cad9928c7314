"""What is known of the data model, and from where."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from svcchat_magic.errors import NotAllowed, NotFound, RequestRefused, SettingsError
from svcchat_magic.notebook.chats.model_found import known_model, members_found
from svcchat_magic.protocol.model_description import DescribedMember, DescribedTable, ModelDescription
from svcchat_magic.protocol.results import MetaResult

MEMBER = DescribedMember(
    name="sales.revenue", title="Umsätze", description="Net", type="number", agg_type="sum"
)
SALES = DescribedTable(name="sales", type="view", title="Sales", description="", members=(MEMBER,))


@dataclass
class Tool:
    outcome: MetaResult


@dataclass
class Kept:
    """An answer whose search held a member; of the user of the settings, unless it stands beside."""

    held: str
    is_beside: bool = False

    @property
    def answer(self):
        return self

    @property
    def transcript(self):
        return self

    @property
    def tools(self):
        return (Tool(MetaResult("words", tables=(self.held.partition(".")[0],), members=(self.held,))),)


def refusing(reason):
    def describe():
        raise reason

    return describe


def test_the_service_s_own_description_comes_first():
    known = known_model(lambda: ModelDescription(cubes=(SALES,)), [Kept("orders.count")])

    assert known.tables == (SALES,)
    assert known.is_described


@pytest.mark.parametrize("reason", [NotFound("no", status=404), SettingsError("no"), RequestRefused("no")])
def test_where_it_has_none_what_its_searches_held_stands_in_and_is_said_to(reason):
    known = known_model(refusing(reason), [Kept("orders.count"), Kept("secrets.salary", is_beside=True)])

    assert [member.name for table in known.tables for member in table.members] == ["orders.count"]
    assert "does not describe its model" in known.note


def test_any_other_failure_is_not_answered_by_old_searches():
    with pytest.raises(NotAllowed):
        known_model(refusing(NotAllowed("the key was refused", status=403)), [Kept("orders.count")])


def test_nothing_known_is_refused_with_what_to_do():
    with pytest.raises(RequestRefused, match=r"no\. .*Ask a question"):
        known_model(refusing(NotFound("no.", status=404)), [])


@pytest.mark.parametrize("words", ["", "umsatze", "UMS net", "sales"])
def test_members_are_found_by_the_beginnings_of_words_whatever_their_accents(words):
    assert [found.member for found in members_found([SALES], words)] == [MEMBER]


def test_a_word_that_stands_nowhere_finds_nothing():
    assert members_found([SALES], "zebra") == ()


def items_with(member):
    return DescribedTable(name="items", type="cube", title="Items", description="", members=(member,))


def test_a_member_that_two_tables_describe_in_the_same_words_is_found_once_with_both():
    found = members_found([SALES, items_with(replace(MEMBER, name="items.revenue"))], "umsatze")

    assert [each.member.name for each in found] == ["sales.revenue"]
    assert [each.member.name for each in found[0].elsewhere] == ["items.revenue"]
    assert found[0].tables == "Sales, Items"


@pytest.mark.parametrize("other", [{"description": "Gross"}, {"agg_type": "avg"}, {"title": "Umsatz"}])
def test_members_that_differ_in_a_word_are_found_each(other):
    items = items_with(replace(MEMBER, name="items.revenue", **other))

    assert len(members_found([SALES, items], "ums")) == 2


def test_members_of_which_only_names_are_known_may_be_different_things():
    bare = replace(MEMBER, description="")
    sales = replace(SALES, members=(bare,))

    assert len(members_found([sales, items_with(replace(bare, name="items.revenue"))], "ums")) == 2
