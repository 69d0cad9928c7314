"""What is said not to be left out: `cancelled ones too` keeps no rows and asks for no second number."""

import asyncio
from datetime import date

import pytest

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.reader import Reader
from svcchat_magic.analyst.readings.parts import parts_of
from svcchat_magic.semantic.engines.duckdb_engine import DuckDBEngine
from svcchat_magic.semantic.inference.inferred_model import infer_model
from tests.campaigns.question_sets import SetTools

ROWS = [
    "1,2025-01-03,Cancelled,Web",
    "2,2025-01-05,Shipped,Store",
    "3,2025-02-01,Shipped,Web",
    "4,2025-02-02,New,Web",
]


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    folder = tmp_path_factory.mktemp("included")
    (folder / "orders.csv").write_text(
        "\n".join(["order_id,ordered_on,status,channel", *ROWS]) + "\n", "utf-8"
    )
    engine = DuckDBEngine.open(folder)
    yield Reader(SetTools(infer_model(engine).model, engine), date(2025, 3, 1))
    engine.close()


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("how many orders last month? (cancelled ones too)", []),
        ("how many orders in January including cancelled ones", []),
        ("orders by channel, cancelled or not", []),
        ("how many shipped orders, cancelled ones included", [("Shipped", "Cancelled")]),
        ("how many cancelled orders", [("Cancelled",)]),
    ],
)
def test_what_is_not_left_out_keeps_no_rows(reader, question, values):
    (part,) = parts_of(question)
    read = asyncio.run(reader.read(part))

    assert read.is_sure
    assert [each.values for each in read.best.analysis.where if hasattr(each, "values")] == values


@pytest.mark.parametrize(
    "question",
    [
        "orders by channel. Cancelled orders don't count.",
        "orders by channel? leave out cancelled ones",
        "orders by channel (cancelled ones out)",
        "orders by channel, net of cancellations",
        "orders by channel, cancellations left out",
        "orders by channel (not counting cancelled ones)",
    ],
)
def test_what_a_clause_takes_out_is_left_out(reader, question):
    (part,) = parts_of(question)
    read = asyncio.run(reader.read(part))

    (kept,) = read.best.analysis.where
    assert (read.is_sure, kept.values, kept.negated) == (True, ("Cancelled",), True)


def test_a_negation_is_bound_to_what_follows_it(reader):
    read = asyncio.run(reader.read("web orders (not counting cancelled ones)"))

    assert {(each.values, each.negated) for each in read.best.analysis.where} == {
        (("Web",), False),
        (("Cancelled",), True),
    }


def test_only_those_of_a_kind_are_counted(reader):
    (part,) = parts_of("orders by channel. Only count orders that were shipped.")

    (kept,) = asyncio.run(reader.read(part)).best.analysis.where
    assert (kept.values, kept.negated) == (("Shipped",), False)


@pytest.mark.parametrize(
    "question", ["orders by channel? by status too", "which orders? how many were cancelled too"]
)
def test_another_question_is_no_afterthought(question):
    assert len(parts_of(question)) == 2


def test_too_before_an_adjective_includes_nothing(reader):
    read = asyncio.run(reader.read("is the number of orders for Web too high"))

    assert not read.is_sure or [each.values for each in read.best.analysis.where] == [("Web",)]


@pytest.mark.parametrize(
    ("before", "values"),
    [
        ("how many orders in 2025", []),
        ("how many orders without cancelled ones", []),
        ("how many shipped orders", [("Shipped", "Cancelled")]),
    ],
)
def test_what_is_included_behind_an_answer_comes_beside_what_was_kept(reader, before, values):
    memory = Memory(asyncio.run(reader.read(before)).best.analysis)
    read = asyncio.run(reader.read("cancelled ones too", memory))

    assert read.is_sure
    assert [each.values for each in read.best.analysis.where if hasattr(each, "values")] == values


@pytest.mark.parametrize(
    ("question", "groups"),
    [
        ("orders by channel in January, all statuses", ["channel"]),
        ("orders by channel for all statuses", ["channel", "status"]),
    ],
)
def test_all_of_something_asks_for_each_only_where_no_group_is_named(reader, question, groups):
    (part,) = parts_of(question)
    read = asyncio.run(reader.read(part))

    assert read.is_sure
    assert [each.of.name.split(".")[-1] for each in read.best.analysis.groups] == groups
