"""Answers of every shape over the demo, kept as text that a person reads: `gallery.md` beside this file.

`SVCCHAT_UPDATE_GALLERY=1 python -m pytest tests/analyst/telling/test_gallery.py` writes it anew.
"""

import json
import os
from functools import cache
from pathlib import Path

import pytest

from svcchat_magic.analyst.events import SqlFinished
from svcchat_magic.charts.rules.safe_chart import rebuild_spec
from tests.analyst.demo import answer_of, ask

GALLERY = Path(__file__).with_name("gallery.md")
QUESTIONS = {
    "Numbers": (
        "what was the revenue in 2024",
        "revenue and orders in 2024",
        "how many customers do we have",
        "how many customers have more than 5 orders",
        "orders per customer",
        "average revenue per month in 2024",
        "median unit price",
        "when was the last order",
        "share of revenue from Web in 2024",
        "revenue in Germany in 2024",
        "revenue in 2030",
        "how many orders in 2030",
    ),
    "Groups": (
        "revenue by category in 2024",
        "top 5 products by revenue",
        "worst 3 categories by gross margin",
        "best two products of each category by revenue in 2024",
        "categories with revenue over 2 million",
        "revenue by discounted",
        "orders by weekday",
        "orders by hour",
        "revenue by month of the year",
        "order lines by quantity in buckets of 5",
        "revenue by country and category in 2024",
        "orders by channel and segment",
        "orders by channel and weekday",
        "revenue by channel as a pie chart",
        "refunds by refund reason",
        "revenue by product",
        "which month had the highest revenue in 2024",
    ),
    "Shares": (
        "share of revenue by category in 2024",
        "share of orders by channel per quarter in 2024",
        "share of revenue by channel and category",
    ),
    "Time": (
        "revenue by month in 2024",
        "gross margin by quarter in 2024",
        "revenue by year from 2023 to 2024",
        "revenue by month and category in 2024",
        "running total of revenue by month in 2024",
        "3 month moving average of revenue",
        "orders by day",
    ),
    "Change": (
        "month over month growth of revenue in 2024",
        "year over year change of revenue by quarter",
        "how did revenue change in 2024 compared to 2023",
        "revenue growth by category in 2024",
        "which month grew the most in 2024 by revenue",
        "gross margin growth by category in 2024",
    ),
    "Lists": (
        "list the orders of Germany in December 2024",
        "which categories are there",
        "customers who never ordered",
    ),
}


@cache
def asked(question):
    """The answer to a question of the gallery, computed once for its tests."""
    return ask(question)


@pytest.mark.long
def test_the_gallery_is_what_the_analyst_answers():
    text = gallery()
    if os.environ.get("SVCCHAT_UPDATE_GALLERY"):
        GALLERY.write_text(text, "utf-8")

    assert text == GALLERY.read_text("utf-8")


@pytest.mark.parametrize("question", [each for group in QUESTIONS.values() for each in group])
def test_every_answer_is_computed_and_its_numbers_stand_in_the_rows(question):
    events = asked(question)
    charts = [(event.vega_spec, event.rows) for event in events if isinstance(event, SqlFinished)]

    assert charts, answer_of(events)
    assert "did not match the rows" not in answer_of(events)
    for spec, rows in charts:
        if spec:
            assert rebuild_spec(spec, [column.name for column in rows.columns]) == json.loads(spec)


def gallery():
    """Every question with its answer and what is drawn."""
    parts = ["# Answers of every shape"]
    for group, questions in QUESTIONS.items():
        parts.append(f"## {group}")
        parts += [_entry(question) for question in questions]

    return "\n\n".join(parts) + "\n"


def _entry(question):
    events = asked(question)
    told = [each for each in answer_of(events).split("\n\n") if not each.startswith("Try next")]
    charts = [_chart(event.vega_spec) for event in events if isinstance(event, SqlFinished)]
    return "\n\n".join([f"### {question}", *told, *(f"*{each}*" for each in charts)])


def _chart(spec_text):
    if not spec_text:
        return "no chart"

    spec = json.loads(spec_text)
    first = spec.get("vconcat", [spec])[0]
    axes = ", ".join(
        f"{name}: {each['field']}" for name, each in first["encoding"].items() if "field" in each
    )
    subtitle = f" ({spec['title']['subtitle']})" if spec["title"].get("subtitle") else ""
    return f"{first['mark']['type']}: {spec['title']['text']}{subtitle} [{axes}]"
