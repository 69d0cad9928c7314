"""A user's own tables join a model where their keys meet; the model's numbers and rules stay as they are."""

from dataclasses import replace
from types import MappingProxyType

import pandas
import pytest

from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.engines.opening import open_engine
from svcchat_magic.semantic.files.model_files import load_model, model_of_texts
from svcchat_magic.semantic.inference.joined_tables import join_tables, open_joined
from svcchat_magic.semantic.model.model import AccessRule, MemberChoice, View, ViewMember
from svcchat_magic.semantic.queries import run_query
from svcchat_magic.semantic.query.query import Viewer
from tests.semantic.conftest import DEMO

OWNER = Viewer("ada", is_internal=True)
BEN = Viewer("ben")
ALL = (AccessRule("*", allow_all=True),)
SHOPS = pandas.DataFrame(
    {"id": [1, 2, 3, 4], "town": ["Ulm", "Ulm", "Bonn", "Kiel"], "size": [10, 20, 30, 40]}
)
BILLS = pandas.DataFrame({"id": range(1, 7), "shop_id": [1, 1, 2, 3, 4, 4], "paid": [1, 2, 4, 8, 16, 32]})
MODEL = """
cubes:
  - name: shops
    sql_table: shops
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: town, sql: "{CUBE}.town", type: string}
    measures:
      - {name: count, type: count}
      - {name: size, type: sum, sql: "{CUBE}.size"}
  - name: bills
    sql_table: bills
    joins:
      - {name: shops, relationship: many_to_one, sql: "{CUBE}.shop_id = {shops.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
    measures:
      - {name: paid, type: sum, sql: "{CUBE}.paid"}
views:
  - name: takings
    cubes:
      - {join_path: bills, includes: [paid]}
      - {join_path: bills.shops, includes: [town]}
"""
TOWNS = pandas.DataFrame(
    {"town": ["Ulm", "Bonn", "Kiel"], "mayor": ["Ann", "Bob", "Ann"], "people": [126000, 331000, 247000]}
)


@pytest.fixture
def joined():
    engines = []

    def opened(model=None, **tables):
        engine = open_engine({"shops": SHOPS, "bills": BILLS}, joined=tables)
        engines.append(engine)
        return engine, join_tables(model or model_of_texts({"shops.yml": MODEL}), engine)

    yield opened
    for engine in engines:
        engine.close()


def asked(found, sql, viewer=OWNER):
    engine, with_tables = found
    return run_query(with_tables.model, engine, viewer, sql).rows


def ruled(table="shops", *rules):
    """The model with rules for a cube or a view."""
    model = model_of_texts({"shops.yml": MODEL})
    if table in model.views:
        views = {**model.views, table: replace(model.views[table], access_policy=rules)}
        return replace(model, views=MappingProxyType(views))

    return replace(
        model,
        cubes=MappingProxyType({**model.cubes, table: replace(model.cubes[table], access_policy=rules)}),
    )


def of_town(member, town):
    return AccessRule("*", ({"member": member, "operator": "equals", "values": (town,)},))


def test_what_describes_a_cube_is_grouped_by_in_its_views(joined):
    found = joined(towns=TOWNS)

    rows = asked(found, "SELECT mayor, MEASURE(paid) FROM takings GROUP BY 1 ORDER BY 1")

    assert rows == (("Ann", 55), ("Bob", 8))
    assert "shops.town refers to towns.town" in found[1].understood


def test_the_tables_own_numbers_are_not_multiplied_by_the_rows_that_they_join(joined):
    found = joined(towns=TOWNS)

    sql = "SELECT towns.town, MEASURE(towns.total_people), MEASURE(bills.paid) FROM towns CROSS JOIN bills"

    assert asked(found, f"{sql} GROUP BY 1 ORDER BY 1") == (
        ("Bonn", 331000, 8),
        ("Kiel", 247000, 48),
        ("Ulm", 126000, 7),
    )


def test_what_refers_to_a_cube_has_the_cubes_dimensions(joined):
    visits = pandas.DataFrame({"visit_id": [1, 2, 3], "shop_id": [1, 3, 3], "guests": [5, 7, 9]})

    found = joined(visits=visits)

    rows = asked(found, "SELECT town, MEASURE(total_guests) FROM visits GROUP BY 1 ORDER BY 1")
    assert rows == (("Bonn", 16), ("Ulm", 5))
    assert "visits.shop_id refers to shops.id" in found[1].understood


def test_a_guess_says_how_much_of_it_was_found(joined):
    found = joined(towns=TOWNS.iloc[:2])

    assert "shops.town refers to towns.town (guessed: 67% of the values match)" in found[1].understood


def test_nothing_is_joined_by_numbers_whose_names_say_nothing(joined):
    found = joined(scores=pandas.DataFrame({"rank": [1, 2, 3], "shade": ["red", "blue", "grey"]}))

    assert found[1].understood[-1] == "scores is not joined: none of its columns has the values of a key"
    assert asked(found, "SELECT MEASURE(count) FROM scores") == ((3,),)


def test_a_key_of_the_model_that_is_not_unique_is_not_joined_to():
    shops = pandas.concat([SHOPS, SHOPS])
    visits = pandas.DataFrame({"visit_id": [1, 2, 3], "shop_id": [1, 3, 3]})
    engine = open_engine({"shops": shops, "bills": BILLS}, joined={"visits": visits})
    try:
        found = join_tables(model_of_texts({"shops.yml": MODEL}), engine)
    finally:
        engine.close()

    assert not any("refers to shops.id" in sentence for sentence in found.understood)


def test_ways_between_the_models_cubes_do_not_lead_through_a_joined_table(joined):
    bridge = pandas.DataFrame({"note_id": [1, 2], "shop_id": [1, 2], "bill_id": [4, 5]})
    plain, with_bridge = joined(), joined(notes=bridge)

    sql = "SELECT shops.town, MEASURE(bills.paid) FROM shops CROSS JOIN bills GROUP BY 1 ORDER BY 1"

    assert asked(with_bridge, sql) == asked(plain, sql)
    assert [each.target for each in with_bridge[1].model.cubes["notes_rows"].joins] == ["shops", "bills"]


def test_a_table_of_the_same_name_leaves_the_models_as_it_is(joined):
    found = joined(shops=TOWNS)

    assert asked(found, "SELECT MEASURE(size) FROM shops") == ((100,),)
    assert asked(found, "SELECT MEASURE(total_people) FROM shops_2") == ((704000,),)


@pytest.mark.parametrize("of_rule", ["shops", "takings"])
def test_row_rules_hold_for_what_is_asked_with_a_joined_table(joined, of_rule):
    open_rules = AccessRule("*", allow_all=True)
    model = ruled(of_rule, of_town("town", "Ulm"))
    if of_rule == "shops":
        bills = replace(model.cubes["bills"], access_policy=(open_rules,))
        model = replace(model, cubes=MappingProxyType({**model.cubes, "bills": bills}))

    found = joined(model, towns=TOWNS)

    rows = asked(found, "SELECT mayor, MEASURE(paid) FROM takings GROUP BY 1", BEN)
    assert rows == (("Ann", 7),)
    assert asked(found, "SELECT MEASURE(total_people) FROM towns", BEN) == ((704000,),)


def test_a_view_of_the_tables_rows_shows_nothing_of_a_cube_that_is_closed_to_the_viewer(joined):
    visits = pandas.DataFrame({"visit_id": [1, 2, 3], "shop_id": [1, 3, 3], "guests": [5, 7, 9]})
    found = joined(ruled("takings", of_town("town", "Ulm")), visits=visits)

    assert asked(found, "SELECT MEASURE(total_guests) FROM visits", BEN) == ((21,),)
    for sql in ("SELECT town, MEASURE(count) FROM visits GROUP BY 1", "SELECT town FROM shops"):
        with pytest.raises(QueryRefused):
            asked(found, sql, BEN)


@pytest.mark.parametrize(
    "withheld",
    [
        AccessRule("*", allow_all=True, members=MemberChoice(("*",), ("town",))),
        AccessRule("*", allow_all=True, masked=MemberChoice(("town",))),
    ],
)
@pytest.mark.parametrize("of_rule", ["shops", "takings"])
def test_what_is_withheld_from_anyone_is_no_key(joined, of_rule, withheld):
    found = joined(ruled(of_rule, withheld), towns=TOWNS)

    assert not found[1].model.cubes["towns"].joins


def closed(model):
    """The model whose cubes are open to everyone's rules, and asked by views alone."""
    cubes = {name: replace(each, public=False, access_policy=ALL) for name, each in model.cubes.items()}
    return replace(model, cubes=MappingProxyType(cubes))


@pytest.mark.case("Z18")
@pytest.mark.parametrize("viewer", [BEN, replace(BEN, is_internal=True)])
def test_a_view_of_the_tables_rows_shows_nothing_that_only_views_with_rules_show(joined, viewer):
    visits = pandas.DataFrame({"visit_id": [1, 2, 3], "shop_id": [1, 3, 3], "guests": [5, 7, 9]})
    found = joined(closed(ruled("takings", of_town("town", "Ulm"))), visits=visits)

    assert asked(found, "SELECT town, MEASURE(paid) FROM takings GROUP BY 1", viewer) == (("Ulm", 7),)
    assert asked(found, "SELECT MEASURE(total_guests) FROM visits", viewer) == ((21,),)
    with pytest.raises(QueryRefused):
        asked(found, "SELECT town, MEASURE(count) FROM visits GROUP BY 1", viewer)


@pytest.mark.case("Z18")
def test_a_view_that_does_not_show_the_key_shows_no_more_of_what_others_see_by_it(joined):
    model = closed(ruled("takings", AccessRule("bosses", allow_all=True)))
    sizes = View(
        "sizes", MappingProxyType({"size": ViewMember("size", ("shops",), "size")}), access_policy=ALL
    )
    model = replace(model, views=MappingProxyType({**model.views, "sizes": sizes}))

    found = joined(model, towns=TOWNS)

    assert asked(found, "SELECT MEASURE(size) FROM sizes", BEN) == ((100,),)
    with pytest.raises(QueryRefused):
        asked(found, "SELECT mayor, MEASURE(size) FROM sizes GROUP BY 1", BEN)

    boss = replace(BEN, groups=("bosses",))
    assert asked(found, "SELECT mayor, MEASURE(paid) FROM takings GROUP BY 1 ORDER BY 1", boss)[0] == (
        "Ann",
        55,
    )


@pytest.mark.case("Z18")
def test_a_key_of_a_hidden_row_reads_as_one_of_no_row(joined):
    """The rule holds for a row that is not there as well, so it would let that through alone."""
    rule = AccessRule("*", ({"member": "town", "operator": "notEquals", "values": ("Kiel",)},))
    found = joined(
        ruled("shops", rule), guides=pandas.DataFrame({"shop_id": [1, 3, 4, 9], "stars": [5, 4, 3, 2]})
    )

    sql = "SELECT guides.stars, shops.town FROM guides CROSS JOIN shops ORDER BY 1"
    assert asked(found, sql, BEN) == ((4, "Bonn"), (5, "Ulm"))
    assert asked(found, "SELECT stars FROM guides ORDER BY 1", BEN) == ((2,), (3,), (4,), (5,))


def test_rules_about_members_let_the_users_own_members_through(joined):
    members = AccessRule("*", allow_all=True, members=MemberChoice(("paid", "town")))
    found = joined(ruled("takings", members), towns=TOWNS)

    assert asked(found, "SELECT mayor, MEASURE(paid) FROM takings GROUP BY 1 ORDER BY 1", BEN) == (
        ("Ann", 55),
        ("Bob", 8),
    )


def test_a_table_that_a_cube_reads_is_the_models_data(tmp_path):
    (tmp_path / "shops.yml").write_text(MODEL)
    tables = {"shops": SHOPS, "bills": BILLS, "towns": TOWNS}

    found, engine = open_joined(tmp_path, [], tables)
    engine.close()

    assert set(found.model.cubes) == {"shops", "bills", "towns"}


def test_a_model_without_data_and_a_database_beside_one_are_refused(tmp_path):
    (tmp_path / "shops.yml").write_text(MODEL)

    with pytest.raises(EngineError, match="own data is missing"):
        open_joined(tmp_path, [], {"towns": TOWNS})

    with pytest.raises(EngineError, match="used alone"):
        open_engine("postgresql://localhost/shop", joined={"towns": TOWNS})


def test_the_demos_sales_are_told_by_targets_of_regions():
    regions = ["Europe", "Asia Pacific", "North America", "Latin America"]
    targets = pandas.DataFrame({"region": regions, "target": [7.0e6, 2.0e6, 4.0e6, 0.9e6]})
    engine = open_engine(DEMO / "data", joined={"targets": targets})
    try:
        found = join_tables(load_model(DEMO / "model"), engine)
        sql = (
            "SELECT targets.region, MEASURE(targets.total_target), MEASURE(line_items.revenue) "
            "FROM targets CROSS JOIN line_items GROUP BY 1"
        )
        rows = {region: figures for region, *figures in run_query(found.model, engine, OWNER, sql).rows}
        alone = run_query(
            load_model(DEMO / "model"), engine, OWNER, "SELECT region, MEASURE(revenue) FROM sales GROUP BY 1"
        ).rows
    finally:
        engine.close()

    assert {region: revenue for region, (_, revenue) in rows.items()} == dict(alone)
    assert rows["Europe"][0] == 7.0e6


def test_a_view_over_cubes_that_cannot_be_asked_shows_the_tables_measures(joined):
    model = model_of_texts({"shops.yml": MODEL})
    closed = {name: replace(cube, public=False) for name, cube in model.cubes.items()}
    found = joined(replace(model, cubes=MappingProxyType(closed)), towns=TOWNS)

    rows = asked(
        found, "SELECT town, MEASURE(total_people), MEASURE(paid) FROM takings GROUP BY 1 ORDER BY 1"
    )

    assert rows == (("Bonn", 331000, 8), ("Kiel", 247000, 48), ("Ulm", 126000, 7))
    assert "total_people" not in joined(towns=TOWNS)[1].model.views["takings"].members
