"""Members are found by their names, titles, descriptions and synonyms."""

import pytest

from svcchat_magic.semantic.search.member_search import MemberSearch


@pytest.mark.rule("2.5")
def test_a_hit_has_the_shape_of_the_contract(shop_model):
    (table, *_) = MemberSearch(shop_model).search("turnover")

    assert {key: table[key] for key in ("name", "type", "title")} == {
        "name": "sales",
        "type": "view",
        "title": "Sales",
    }
    assert table["members"][0] == {
        "name": "sales.revenue",
        "title": "Revenue",
        "description": shop_model.cubes["line_items"].measures["revenue"].description,
        "type": "number",
        "aggType": "sum",
    }


@pytest.mark.parametrize(
    ("words", "member"),
    [
        ("AOV", "sales.average_order_value"),
        ("how many clients", "sales.customers"),
        ("number of orders", "sales.orders"),
        ("units sold", "sales.units"),
        ("sales channel", "sales.channel"),
        ("by month", "sales.created_at"),
        ("profit margins", "sales.gross_margin"),
        ("product category", "sales.category"),
    ],
)
def test_people_find_members_by_their_own_words(shop_model, words, member):
    (table, *_) = MemberSearch(shop_model).search(words)

    assert member in [hit["name"] for hit in table["members"][:2]]


def test_a_dimension_has_no_agg_type(shop_model):
    (table, *_) = MemberSearch(shop_model).search("channel")

    assert "aggType" not in table["members"][0]


def test_at_most_limit_members_come_back(shop_model):
    tables = MemberSearch(shop_model).search("order date customer product", limit=3)

    assert sum(len(table["members"]) for table in tables) == 3


def test_words_that_are_nowhere_find_nothing(shop_model):
    assert MemberSearch(shop_model).search("zebra") == ()
    assert MemberSearch(shop_model).search("") == ()
