"""Members are found by their names, titles, descriptions and synonyms."""

import pytest

from svcchat_magic.semantic.search.member_search import search_members


@pytest.mark.rule("2.5")
def test_a_hit_has_the_shape_of_the_contract(shop_model):
    (table, *_) = search_members(shop_model, "turnover")

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
    (table, *_) = search_members(shop_model, words)

    assert member in [hit["name"] for hit in table["members"][:2]]


def test_a_dimension_has_no_agg_type(shop_model):
    (table, *_) = search_members(shop_model, "channel")

    assert "aggType" not in table["members"][0]


def test_at_most_limit_members_come_back(shop_model):
    tables = search_members(shop_model, "order date customer product", limit=3)

    assert sum(len(table["members"]) for table in tables) == 3


def test_words_that_are_nowhere_find_nothing(shop_model):
    assert search_members(shop_model, "zebra") == ()
    assert search_members(shop_model, "") == ()
