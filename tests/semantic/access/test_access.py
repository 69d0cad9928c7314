"""Row-level rules cut every sub-query, attributes are only ever values, and what has no rule is closed."""

import threading

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from svcchat_magic.errors import QueryRefused
from svcchat_magic.semantic.access.access import visible_model
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.queries import compile_sql, dimension_values, run_query
from svcchat_magic.semantic.query.query import Viewer

MODEL = """
cubes:
  - name: orders
    sql_table: raw_orders
    joins:
      - {name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: region, sql: "{CUBE}.region", type: string}
      - {name: is_listed, sql: "{CUBE}.id = 1 OR {CUBE}.id = 2", type: boolean}
    measures:
      - {name: count, type: count}
      - {name: item_count, type: number, sql: "{items.count}"}
    access_policy:
      - group: sellers
        row_level:
          filters:
            - {member: region, operator: equals, values: ["{ userAttributes.region }"]}
      - group: searchers
        row_level:
          filters:
            - {member: region, operator: contains, values: ["{ userAttributes.region }"]}
      - group: numbered
        row_level:
          filters:
            - {member: id, operator: lte, values: ["{ securityContext.limits.id }"]}
      - group: others
        row_level:
          filters:
            - {member: region, operator: notEquals, values: [North]}
      - group: avoiders
        row_level:
          filters:
            - {member: region, operator: notContains, values: ["{ userAttributes.region }"]}
      - group: listed
        row_level:
          filters:
            - {member: is_listed, operator: equals, values: [true]}
            - {member: region, operator: equals, values: ["{ userAttributes.region }"]}
      - group: unlisted
        row_level:
          filters:
            - {member: is_listed, operator: equals, values: [false]}
      - group: bosses
        row_level: {allow_all: true}

  - name: items
    sql_table: raw_items
    joins:
      - {name: orders, relationship: many_to_one, sql: "{CUBE}.order_id = {orders.id}"}
    dimensions:
      - {name: id, sql: "{CUBE}.id", type: number, primary_key: true}
      - {name: kind, sql: "{CUBE}.kind", type: string}
    measures:
      - {name: count, type: count}
    access_policy:
      - group: "*"
        row_level: {allow_all: true}

  - name: open
    sql_table: raw_items
    dimensions:
      - {name: kind, sql: "{CUBE}.kind", type: string}
    measures:
      - {name: count, type: count}

views:
  - name: sold
    cubes:
      - {join_path: items, includes: [kind, count]}
      - {join_path: items.orders, includes: [region, {name: count, alias: orders}]}
  - name: guarded
    cubes:
      - {join_path: items, includes: [kind, count]}
      - {join_path: items.orders, includes: [region]}
    access_policy:
      - group: "*"
        row_level:
          filters:
            - {member: kind, operator: equals, values: ["{ userAttributes.kind }"]}
"""
ORDERS = [(1, "North"), (2, "South"), (3, None), (4, "North' --"), (5, "50%"), (6, "50_"), (7, "")]
ITEMS = [(1, 1, "a"), (2, 1, "b"), (3, 2, "a"), (4, 2, "b"), (5, 3, "a"), (6, None, "a"), (7, 4, "c")]
REGIONS = "SELECT region FROM orders"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("model")
    (folder / "model.yml").write_text(MODEL, encoding="utf-8")
    return load_model(folder)


@pytest.fixture
def engine(make_engine):
    return make_engine(
        "CREATE TABLE raw_orders (id INTEGER, region VARCHAR)",
        "CREATE TABLE raw_items (id INTEGER, order_id INTEGER, kind VARCHAR)",
        f"INSERT INTO raw_orders VALUES {', '.join(map(_sql_row, ORDERS))}",
        f"INSERT INTO raw_items VALUES {', '.join(map(_sql_row, ITEMS))}",
    )


@pytest.fixture
def ask(model, engine):
    return lambda viewer, sql: run_query(model, engine, viewer, sql).rows


def seller(region, *groups):
    return Viewer("ana", groups=groups or ("sellers",), attributes={"region": region})


def test_a_row_rule_shows_a_viewer_their_rows(ask):
    assert ask(seller("South"), REGIONS) == (("South",),)
    assert ask(seller(["South", "North"]), REGIONS) == (("North",), ("South",))


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT MEASURE(count) FROM orders", ((1,),)),
        ("SELECT MEASURE(item_count) FROM orders", ((2,),)),
        ("SELECT MEASURE(orders) FROM sold", ((1,),)),
        ("SELECT region, MEASURE(orders) FROM sold GROUP BY 1", (("South", 1),)),
        ("SELECT kind, MEASURE(orders) FROM sold GROUP BY 1 ORDER BY 1", (("a", 1), ("b", 1))),
        ("SELECT kind, MEASURE(count), MEASURE(orders) FROM sold GROUP BY 1", (("a", 1, 1), ("b", 1, 1))),
        ("SELECT DISTINCT region FROM sold", (("South",),)),
    ],
)  # fmt: skip
def test_a_rule_cuts_every_sub_query_and_leaves_no_group_for_other_peoples_rows(ask, sql, rows):
    assert tuple(sorted(ask(seller("South"), sql))) == rows


@pytest.mark.case("Q08")
def test_a_member_that_is_hidden_is_answered_like_one_that_is_not_there(model, engine):
    viewer = seller("South")

    answers = set()
    for table in ("open", "nowhere", "raw_items"):
        with pytest.raises(QueryRefused) as refused:
            run_query(model, engine, viewer, f"SELECT MEASURE(count) FROM {table}")

        answers.add(str(refused.value))

    assert len(answers) == 1
    assert "open" not in {table.name for table in visible_model(model, viewer).tables()}


@pytest.mark.case("Z14")
@pytest.mark.parametrize(
    ("groups", "named"),
    [
        (("sellers",), {"orders": 5, "items": 3, "sold": 4, "guarded": 3}),
        ((), {"items": 3, "sold": 2, "guarded": 2}),
        (("strangers",), {"items": 3, "sold": 2, "guarded": 2}),
    ],
)
def test_what_the_policies_deny_is_not_named(model, groups, named):
    """Rows that no rule of theirs gives, without the attribute of the rules, hide no name."""
    seen = visible_model(model, Viewer("ana", groups=groups))

    members = {
        table.name: len(table.members)
        if table.name in seen.views
        else sum(map(len, (table.dimensions, table.measures, table.segments)))
        for table in seen.tables()
    }
    assert members == named


@pytest.mark.case("Z14")
@pytest.mark.case("Q08")
def test_what_is_denied_is_answered_like_what_is_not_there(model, engine):
    stranger = Viewer("ana", groups=("strangers",))
    answers = set()
    for member in ("region", "orders", "nothing"):
        for sql in (f"SELECT {member} FROM sold", f"SELECT kind FROM sold WHERE {member} = 'x'"):
            with pytest.raises(QueryRefused) as refused:
                run_query(model, engine, stranger, sql)

            answers.add(str(refused.value))

    assert len(answers) == 1
    assert "orders" not in answers.pop()


@pytest.mark.case("Q12")
@pytest.mark.parametrize(
    "value",
    [
        "' OR 1=1 --",
        "%",
        "_",
        "%%",
        "\x00",
        "x" * 1_000_000,
        '{"a": 1}',
        "{ userAttributes.kind }",
        "$p0",
        "!",
        "\ud800",
    ],
)
def test_an_attribute_is_a_value_whatever_it_holds(ask, value):
    assert ask(seller(value), REGIONS) == ()
    assert len(ask(seller(value, "searchers"), REGIONS)) == (1 if value in {"%", "_"} else 0)


@pytest.mark.case("Q12")
def test_an_attribute_with_quotes_finds_the_row_that_has_them(ask, model, engine):
    viewer = seller("North' --")

    assert ask(viewer, REGIONS) == (("North' --",),)
    statement = compile_sql(model, engine, viewer, REGIONS)
    assert "North" not in statement.sql


@pytest.mark.case("Q12")
@settings(max_examples=100)
@given(value=st.text(alphabet=st.characters(codec="utf-8"), max_size=8))
def test_random_attributes_show_no_other_rows(model, shared_engine, value):
    rows = run_query(model, shared_engine, seller(value), REGIONS).rows

    assert rows == tuple((region,) for _, region in ORDERS if region == value)


@pytest.mark.case("Q13")
@pytest.mark.parametrize(
    "attributes",
    [{}, {"region": None}, {"region": []}, {"region": 5}, {"region": True}, {"region": {"a": 1}},
     {"region": ["South", None]}, {"region": ["South", 5]}, {"Region": "South"}],
)  # fmt: skip
def test_a_missing_or_unfit_attribute_shows_nothing(ask, attributes):
    viewer = Viewer("ana", groups=("sellers", "searchers"), attributes=attributes)

    assert ask(viewer, REGIONS) == ()
    assert ask(viewer, "SELECT MEASURE(count) FROM orders") == ((0,),)


@pytest.mark.case("Q13")
@pytest.mark.parametrize(
    ("context", "rows"),
    [({"limits": {"id": 2}}, 2), ({"limits": {"id": "2"}}, 2), ({"limits": {"id": "2 OR 1=1"}}, 0),
     ({"limits": {"id": "NaN"}}, 0), ({"limits": {"id": float("inf")}}, 0), ({"limits": 2}, 0), ({}, 0)],
)  # fmt: skip
def test_a_number_rule_takes_numbers_only(ask, context, rows):
    viewer = Viewer("ana", groups=("numbered",), security_context=context)

    assert len(ask(viewer, REGIONS)) == rows


@pytest.mark.case("Q13")
@pytest.mark.parametrize("group", ["searchers", "avoiders"])
@pytest.mark.parametrize("value", ["", ["South", ""]])
def test_an_empty_text_is_no_part_that_a_rule_could_look_for(ask, group, value):
    assert ask(seller(value, group), REGIONS) == ()
    assert len(ask(seller("South", group), REGIONS)) == (1 if group == "searchers" else len(ORDERS) - 1)


def test_rows_without_a_value_are_not_the_excluded_value(ask):
    assert len(ask(Viewer("ana", groups=("others",)), REGIONS)) == len(ORDERS) - 1


def test_a_members_sql_stays_one_operand_of_a_rule_and_of_a_condition(ask):
    assert ask(seller("South", "listed"), REGIONS) == (("South",),)
    assert len(ask(Viewer("ana", groups=("unlisted",)), REGIONS)) == len(ORDERS) - 2
    boss = Viewer("ana", groups=("bosses",))
    for condition, rows in (
        ("is_listed = TRUE", 2),
        ("NOT is_listed", 5),
        ("is_listed AND region = 'South'", 1),
    ):
        assert len(ask(boss, f"{REGIONS} WHERE {condition}")) == rows


@pytest.mark.case("Q14")
def test_in_no_group_nothing_is_seen_and_in_two_the_union(ask):
    for viewer, sql in (
        (Viewer("ana", attributes={"region": "South"}), REGIONS),
        (Viewer("ana", groups=("strangers",)), "SELECT MEASURE(orders) FROM sold"),
        (Viewer("ana", groups=("strangers",), attributes={"kind": "a"}), "SELECT region FROM guarded"),
    ):
        with pytest.raises(QueryRefused):
            ask(viewer, sql)

    both = Viewer("ana", groups=("sellers", "numbered"), attributes={"region": "South"},
                  security_context={"limits": {"id": 1}})  # fmt: skip
    assert ask(both, REGIONS) == (("North",), ("South",))
    assert len(ask(seller("South", "sellers", "bosses"), REGIONS)) == len(ORDERS)


def test_rules_of_a_view_and_of_its_cubes_both_hold(ask):
    viewer = Viewer("ana", groups=("sellers",), attributes={"region": "South", "kind": "a"})

    assert ask(viewer, "SELECT region, kind FROM guarded") == (("South", "a"),)
    assert ask(viewer, "SELECT kind, MEASURE(count) FROM guarded GROUP BY 1") == (("a", 4),)
    assert ask(seller("South"), "SELECT kind FROM guarded") == ()


def test_internal_users_see_everything_unless_a_rule_is_theirs(ask):
    assert len(ask(Viewer("bo", is_internal=True), REGIONS)) == len(ORDERS)
    assert ask(Viewer("bo", is_internal=True), "SELECT MEASURE(count) FROM open") == ((len(ITEMS),),)
    ruled = Viewer("bo", is_internal=True, groups=("sellers",), attributes={"region": "South"})
    assert ask(ruled, REGIONS) == (("South",),)


def test_the_values_of_a_dimension_are_those_of_ones_own_rows(model, engine):
    assert dimension_values(model, engine, seller(["South", "North"]), "orders.region") == ("North", "South")
    assert dimension_values(model, engine, seller("South"), "sold.region") == ("South",)
    with pytest.raises(QueryRefused):
        dimension_values(model, engine, seller("South"), "open.kind")


@pytest.mark.case("Q15")
def test_changed_attributes_hold_from_the_next_query_on(ask):
    assert ask(seller("South"), REGIONS) == (("South",),)
    assert ask(seller("North"), REGIONS) == (("North",),)


@pytest.mark.case("Q16")
def test_two_viewers_at_the_same_time_see_their_own_rows(model, engine):
    found = {"North": set(), "South": set()}

    def ask_often(region):
        for _ in range(30):
            found[region].update(run_query(model, engine, seller(region), REGIONS).rows)

    threads = [threading.Thread(target=ask_often, args=(region,)) for region in found for _ in range(2)]
    for thread in threads:
        thread.start()

    for thread in threads:
        thread.join()

    assert found == {"North": {("North",)}, "South": {("South",)}}


@pytest.fixture(scope="module")
def shared_engine():
    """One database for all examples of a property."""
    connection = duckdb.connect(":memory:")
    connection.execute("CREATE TABLE raw_orders (id INTEGER, region VARCHAR)")
    connection.execute(f"INSERT INTO raw_orders VALUES {', '.join(map(_sql_row, ORDERS))}")
    yield DuckDBEngine(connection)
    connection.close()


def _sql_row(row):
    cells = (
        "NULL" if cell is None else repr(cell) if isinstance(cell, int) else _quoted(cell) for cell in row
    )
    return f"({', '.join(cells)})"


def _quoted(text):
    return "'" + text.replace("'", "''") + "'"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT a.region FROM orders a JOIN orders b ON a.region = b.region",
        "SELECT b.region FROM items a RIGHT JOIN orders b ON FALSE",
        "SELECT b.region FROM sold a FULL JOIN orders b USING (region)",
        "SELECT a.region FROM orders a, orders b",
    ],
)
def test_rows_that_are_joined_on_columns_are_those_the_viewer_may_see(ask, sql):
    assert {row[0] for row in ask(seller("South"), sql)} == {"South"}
