"""Folders and hierarchies as a reader of the model sees them: by the names of the table, nothing hidden."""

from svcchat_magic.protocol.model_description import read_description, write_description
from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.files.model_files import model_of_texts
from svcchat_magic.semantic.model.listings import folders_of, hierarchies_of
from svcchat_magic.semantic.query.query import Viewer
from svcchat_magic.semantic.search.member_search import search_members
from svcchat_magic.service.http.meta import described

MODEL = """
cubes:
  - name: shops
    sql_table: shops
    public: false
    hierarchies:
      - {name: place, title: Geography, levels: [country, town, street]}
      - {name: secret, levels: [country, town], public: false}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: country, sql: country, type: string}
      - {name: town, sql: town, type: string}
      - {name: street, sql: street, type: string}
  - name: bills
    sql_table: bills
    joins: [{name: shops, relationship: many_to_one, sql: "{CUBE}.shop = {shops.id}"}]
    measures:
      - {name: paid, type: sum, sql: paid}
      - {name: count, type: count}
views:
  - name: takings
    cubes:
      - {join_path: bills, includes: [paid, count]}
      - {join_path: bills.shops, includes: [country, {name: town, alias: city}]}
    folders:
      - {name: Money, includes: [paid]}
      - {name: Places, includes: [country, city]}
POLICY
"""
DENIED = """
    access_policy:
      - {group: "*", row_level: {allow_all: true}, member_level: {excludes: [city, paid]}}
"""


def model(policy=""):
    return model_of_texts({"m.yml": MODEL.replace("POLICY", policy)})


def test_a_view_lists_folders_and_the_levels_that_it_includes_by_its_own_names():
    found = model()
    view = found.views["takings"]

    assert [(each.name, each.members) for each in folders_of(found, view)] == [
        ("Money", ("paid",)),
        ("Places", ("country", "city")),
    ]
    assert [(each.title, each.levels) for each in hierarchies_of(found, view)] == [
        ("Geography", ("country", "city"))
    ]
    assert hierarchies_of(found, found.cubes["bills"]) == ()


def test_what_a_rule_denies_is_in_no_list():
    seen = visible_model(model(DENIED), Viewer("ben"))

    assert [(each.name, each.members) for each in folders_of(seen, seen.views["takings"])] == [
        ("Places", ("country",))
    ]
    assert hierarchies_of(seen, seen.views["takings"]) == ()
    assert "city" not in str(described(seen))


def test_the_description_of_a_model_says_what_lists_a_member():
    (table, *_) = read_description(write_description(described(model()))).cubes

    assert table.lists_of("takings.city") == ("Places", "Geography")
    assert table.hierarchies[0].levels == ("takings.country", "takings.city")


def test_a_member_is_found_by_the_names_of_its_lists():
    (table, *_) = search_members(model(), "geography")
    (money, *_) = search_members(model(), "money")

    assert [each["name"] for each in table["members"]] == ["takings.country", "takings.city"]
    assert [each["name"] for each in money["members"]] == ["takings.paid"]
