"""Model files load when every reference in them resolves, and are refused with every problem otherwise."""

import pytest

from svcchat_magic.errors import ModelError, QueryRefused
from svcchat_magic.semantic.files.model_files import load_model
from svcchat_magic.semantic.model.model import AccessRule, Join
from svcchat_magic.semantic.queries import run_query

SMALL = """
    cubes:
      - name: orders
        sql_table: raw_orders
        dimensions:
          - {name: id, sql: id, type: number, primary_key: true}
          - name: size
            type: string
            case:
              when:
                - {sql: "{CUBE}.amount > 100", label: large}
              else: {label: small}
        measures:
          - {name: count, type: count}
          - {name: total, type: sum, sql: "{CUBE}.amount"}
          - {name: mean, type: number, sql: "{total} / {count}"}
"""


def test_the_demo_model_loads(shop_model):
    assert list(shop_model.views) == ["sales"]
    assert shop_model.views["sales"].root == "line_items"
    assert {"revenue", "orders", "average_order_value", "refund_rate"} <= {
        f.name for f in shop_model.fields("sales")
    }


def test_every_shown_member_of_the_demo_has_a_title_and_a_description(shop_model):
    fields = [field for table in shop_model.tables() for field in shop_model.fields(table.name)]

    assert [field.qualified for field in fields if not field.title or not field.description] == []


def test_case_dimensions_and_ratio_measures_are_read(write_model):
    orders = load_model(write_model(orders=SMALL)).cubes["orders"]

    assert orders.dimensions["size"].sql == "CASE WHEN ({CUBE}.amount > 100) THEN 'large' ELSE 'small' END"
    assert orders.measures["mean"].sql == "{total} / {count}"


def test_camel_case_keys_mean_the_same(write_model):
    text = SMALL.replace("sql_table", "sqlTable").replace("primary_key", "primaryKey")

    assert load_model(write_model(orders=text)) == load_model(write_model(orders=SMALL))


def test_older_relationship_names_are_read_as_the_ones_of_today(write_model):
    model = load_model(
        write_model(
            orders=SMALL
            + """
        joins:
          - {name: orders, relationship: belongs_to, sql: "{CUBE}.parent = {orders.id}"}
"""
        )
    )

    assert model.cubes["orders"].joins == (Join("orders", "many_to_one", "{CUBE}.parent = {orders.id}"),)


def test_views_rename_exclude_and_prefix_members(write_model):
    view = """
    views:
      - name: sales
        cubes:
          - join_path: orders
            prefix: true
            includes: "*"
            excludes: [mean]
          - join_path: orders
            includes:
              - {name: mean, alias: average, title: Average size}
    """
    members = load_model(write_model(orders=SMALL, sales=view)).views["sales"].members

    assert list(members) == ["orders_count", "orders_total", "orders_id", "orders_size", "average"]
    assert members["average"].title == "Average size"


def test_access_policies_are_read_for_each_group(write_model):
    policy = """
        access_policy:
          - groups: [north, south]
            row_level:
              filters:
                - or:
                    - {member: size, operator: equals, values: ["{ userAttributes.size }"]}
                    - {member: id, operator: lte, values: [5]}
          - role: admin
            row_level: {allow_all: true}
          - group: "*"
    """
    rules = load_model(write_model(orders=SMALL + policy)).cubes["orders"].access_policy

    assert [rule.group for rule in rules] == ["north", "south", "admin", "*"]
    assert rules[0].filters == rules[1].filters
    assert rules[2] == AccessRule("admin", (), True)
    assert rules[3].allow_all


def test_all_problems_are_told_at_once_with_file_line_and_key(write_model):
    broken = """\
    cubes:
      - name: orders
        sql_table: raw_orders
        colour: red
        dimensions:
          - {name: id, sql: id, type: numbre, primary_key: true}
          - {name: id, sql: id, type: number}
        measures:
          - name: total
            type: sum
            rolling_window: {trailing: 1 moon}
    """

    with pytest.raises(ModelError) as refused:
        load_model(write_model(orders=broken, empty="views:\n  - name: 1x\n"))

    assert set(refused.value.problems) == {
        "orders.yml, line 4, colour: 'colour' is not a known key here",
        "orders.yml, line 6, type: must be one of string, number, time, boolean, geo, switch",
        "orders.yml, line 7, name: 'id' is defined twice in orders",
        "orders.yml, line 9, name: a measure of type sum needs sql",
        "orders.yml, line 11, trailing: must be a length of time such as 7 days or 1 month, or unbounded",
        "empty.yml, line 2, name: must be a name of letters, digits and underscores",
        "empty.yml, line 2, cubes: a view includes at least one member",
    }


@pytest.mark.parametrize(
    ("addition", "sentence"),
    [
        ("joins: [{name: nobody, relationship: many_to_one, sql: '{CUBE}.a = 1'}]", "no cube named 'nobody'"),
        ("joins: [{name: orders, relationship: many_to_one, sql: '{CUBE}.a = {x.y}'}]", "not to x"),
        ("segments: [{name: big, sql: '{orders.weight} > 1'}]", "no dimension of that name"),
        ("segments: [{name: big, sql: '{nobody.weight} > 1'}]", "no cube of that name"),
        ("segments: [{name: big, sql: 'SUM({CUBE}.a) > 1'}]", "write it as a measure"),
        ("segments: [{name: big, sql: 'EXISTS (SELECT 1 FROM x)'}]", "without sub-queries"),
        ("segments: [{name: big, sql: '{FILTER_PARAMS.a.filter(1)}'}]", "only references such as"),
        ("segments: [{name: big, sql: '1 +'}]", "not readable as an SQL expression"),
        ("segments: [{name: big}]", "needs its condition"),
        ("extends: other", "nothing named 'other' to extend"),
        ("extends: orders", "extends itself"),
        ("hierarchies: [{name: h, levels: [size, weight]}]", "there is no dimension 'weight'"),
        ("access_policy: [{group: a, conditions: [{if: now()}]}]", "must compare attributes"),
        ("access_policy: [{row_level: {allow_all: true}}]", "needs group"),
        ("access_policy: [{group: a, row_level: {}}]", "either filters or allow_all"),
    ],
)
def test_a_reference_that_does_not_resolve_is_a_problem(write_model, addition, sentence):
    with pytest.raises(ModelError, match=sentence):
        load_model(write_model(orders=f"{SMALL.rstrip()}\n        {addition}\n"))


@pytest.mark.parametrize(
    ("row_filter", "sentence"),
    [
        ("{member: nobody, operator: equals, values: [a]}", "no member 'nobody'"),
        ("{member: size, operator: between, values: [a]}", "'between' is not supported"),
        (
            "{member: size, operator: inDateRange, values: [2024-01-01]}",
            "inDateRange is not supported for size",
        ),
        ("{member: size, operator: gt, values: [a]}", "gt is not supported for size"),
        ("{member: total, operator: gt, values: [1]}", "total is a measure"),
        ("{member: size, operator: equals}", "needs values"),
        ("{member: id, operator: equals, values: [a]}", "is no number"),
        ("{member: size, operator: equals, values: ['a{ userAttributes.x }']}", "must be a whole"),
        ("{member: size, operator: equals, values: [a], sql: x}", "'sql' is not a known key"),
    ],
)
def test_a_row_filter_that_cannot_be_applied_is_a_problem(write_model, row_filter, sentence):
    policy = f"access_policy: [{{group: a, row_level: {{filters: [{row_filter}]}}}}]"

    with pytest.raises(ModelError, match=sentence):
        load_model(write_model(orders=f"{SMALL.rstrip()}\n        {policy}\n"))


@pytest.mark.parametrize(
    ("measures", "sentence"),
    [
        (["{name: a, type: number, sql: '{b}'}", "{name: b, type: number, sql: '{a}'}"], "refers to itself"),
        (["{name: a, type: number, sql: '{total} + {CUBE}.x'}"], "mixes measures"),
        (["{name: a, type: number, sql: '{nothing} / 2'}"], "refers to orders.nothing"),
        (["{name: a, type: number, sql: '{total} / 2', filters: [{sql: '1 = 1'}]}"], "takes no filters"),
        (["{name: a, type: sum, sql: '{size.x}'}"], "no cube of that name"),
        (["{name: count, type: sum, sql: amount}"], "defined twice"),
        (["{name: a, type: count, drill_members: [weight]}"], "drill_members: there is no member 'weight'"),
        (["{name: a, type: rank, multi_stage: true}"], "a rank needs order_by"),
        (["{name: a, type: sum, sql: x, time_shift: [{interval: 1 year}]}"], "needs multi_stage: true"),
        (["{name: a, type: sum, sql: '{weight}', multi_stage: true, group_by: []}"], "no such member"),
        (
            ["{name: a, type: sum, sql: '{total}', multi_stage: true, group_by: [sise]}"],
            "group_by names sise, and orders has no dimension sise",
        ),
        (
            ["{name: a, type: sum, sql: '{total}', multi_stage: true, add_group_by: [items.id]}"],
            "add_group_by names items.id, and there is no cube items",
        ),
        (
            ["{name: a, type: sum, sql: '{total}', multi_stage: true, reduce_by: [size.weak]}"],
            "reduce_by names size.weak, and weak is no unit of time",
        ),
    ],
)
def test_measures_that_cannot_be_computed_are_problems(write_model, measures, sentence):
    text = SMALL.rstrip() + "".join(f"\n          - {measure}" for measure in measures)

    with pytest.raises(ModelError, match=sentence):
        load_model(write_model(orders=text))


def test_a_row_cannot_refer_to_many_rows_of_another_cube(write_model):
    items = """
    cubes:
      - name: items
        sql_table: items
        dimensions: [{name: id, sql: id, type: number, primary_key: true}]
    """
    joined = """
        joins: [{name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id"}]
        segments: [{name: big, sql: "{items.id} > 5"}]
    """

    with pytest.raises(ModelError, match="no joins lead from orders to one row of it"):
        load_model(write_model(orders=SMALL + joined, items=items))


def test_a_view_needs_joins_along_its_path(write_model):
    other = """
    cubes:
      - name: customers
        sql_table: customers
        dimensions: [{name: id, sql: id, type: number, primary_key: true}]
    views:
      - name: sales
        cubes: [{join_path: orders.customers, includes: [id]}, {join_path: customers, includes: [nobody]}]
    """

    with pytest.raises(ModelError, match="customers has no member 'nobody'"):
        load_model(write_model(orders=SMALL, other=other))

    loose = other.replace(
        "{join_path: customers, includes: [nobody]}", "{join_path: orders, includes: [total]}"
    )
    model = load_model(write_model(orders=SMALL, other=loose))
    assert list(model.views["sales"].members) == ["total"]
    assert model.left_out[0].endswith("join_path orders.customers: orders has no join to customers")


def test_a_rule_about_a_member_that_no_join_leads_to_is_a_problem(write_model):
    other = """
    cubes:
      - name: customers
        sql_table: customers
        dimensions: [{name: city, sql: city, type: string}]
    views:
      - name: sales
        cubes: [{join_path: orders, includes: [total]}, {join_path: orders.customers, includes: [city]}]
        access_policy:
          - group: "*"
            row_level: {filters: [{member: city, operator: equals, values: [Ulm]}]}
    """

    with pytest.raises(ModelError, match="city"):
        load_model(write_model(orders=SMALL, other=other))


def test_a_number_without_an_aggregate_is_left_out_with_what_is_made_of_it(write_model, make_engine, viewer):
    measures = (
        "- {name: bare, type: number, sql: '{CUBE}.x'}",
        "- {name: twice, type: number, sql: '2 * {bare}'}",
    )
    model = load_model(
        write_model(orders=SMALL.rstrip() + "".join(f"\n          {each}" for each in measures))
    )
    engine = make_engine("CREATE TABLE orders AS SELECT 1 AS id, 2 AS amount, 3 AS x")

    assert "needs an aggregate or other measures" in model.left_out[0]
    for name in ("bare", "twice"):
        with pytest.raises(QueryRefused, match="an aggregate in its sql"):
            run_query(model, engine, viewer, f"SELECT MEASURE({name}) FROM orders")


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("cubes:\n  - name: {{ x }}\n", "'x' is undefined"),
        ("cubes: [\n", "not readable as YAML"),
        ("- a\n", "must be a mapping"),
        ("a: !!python/object/apply:os.system ['id']\n", "'a' is not a known key"),
        ("cubes:\n  - name: a\n    name: b\n", "is given twice"),
        ("[" * 5000, "not readable as YAML"),
    ],
)
def test_files_that_are_no_model_are_problems(write_model, text, sentence):
    folder = write_model(orders=SMALL)
    (folder / "bad.yml").write_text(text, encoding="utf-8")

    with pytest.raises(ModelError, match=sentence):
        load_model(folder)


def test_a_javascript_model_is_refused_with_a_sentence(write_model):
    folder = write_model(orders=SMALL)
    (folder / "orders.js").write_text("cube(`orders`, {})", encoding="utf-8")

    with pytest.raises(ModelError, match="write the cubes as YAML"):
        load_model(folder)


def test_a_folder_without_models_is_refused(tmp_path):
    with pytest.raises(ModelError, match="holds no model files"):
        load_model(tmp_path)


def test_problems_of_members_and_of_rules_over_them_are_told_together(write_model):
    text = (
        SMALL.replace("{name: id, sql: id,", "{name: id, sql: '{again}',")
        + """
          - {name: late, type: sum, sql: "{nobody}"}
        segments: [{name: bad, sql: "1 +"}]
        access_policy:
          - {group: a, row_level: {filters: [{member: again, operator: set}, {member: bad, operator: set}]}}
"""
    )
    text = text.replace(
        "          - name: size\n",
        "          - {name: again, sql: '{id}', type: number}\n          - name: size\n",
    )

    with pytest.raises(ModelError) as refused:
        load_model(write_model(orders=text))

    sentences = " ".join(refused.value.problems)
    assert all(
        part in sentences for part in ("refers to itself", "no dimension of that name", "not readable")
    )
