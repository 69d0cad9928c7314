"""`{{name}}` in a question."""

from datetime import date, datetime
from decimal import Decimal

import pandas as pd
import pytest

from svcchat_magic.errors import RequestRefused
from svcchat_magic.notebook.questions.filled_question import filled


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("Europe", "Europe"),
        (2024, "2024"),
        (Decimal("1.50"), "1.50"),
        (date(2024, 3, 1), "2024-03-01"),
        (datetime(2024, 3, 1), "2024-03-01"),
        (datetime(2024, 3, 1, 12, 30), "2024-03-01T12:30:00"),
        (pd.Timestamp("2024-03-01"), "2024-03-01"),
        (["web", "app"], "web, app"),
        ({"web", "app"}, "app, web"),
        (pd.Series(["web", "app"]), "web, app"),
        (pd.Series([1, 2], dtype="Int64"), "1, 2"),
        (pd.Series([1.5]).to_numpy()[0], "1.5"),
    ],
)
def test_a_value_is_written_as_a_person_would(value, words):
    assert filled("Revenue of {{ it }}?", {"it": value}) == f"Revenue of {words}?"


def test_single_braces_stay():
    assert filled('{"a": {b}}', {"b": 1}) == '{"a": {b}}'


def test_a_value_is_not_read_again():
    assert filled("{{a}}", {"a": "{{b}}", "b": "no"}) == "{{b}}"


def test_a_name_that_is_not_there_is_named():
    with pytest.raises(RequestRefused, match="no variable region"):
        filled("{{region}}", {})


@pytest.mark.parametrize(
    "value", [None, [], list(range(51)), {"a": 1}, [["a"]], pd.DataFrame({"a": [1]}), "x" * 2_001]
)
def test_what_does_not_read_as_words_is_refused(value):
    with pytest.raises(RequestRefused, match="needs text, a number"):
        filled("{{it}}", {"it": value})


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (list(range(100)), "it has 100 values."),
        (pd.Series(range(100)), "it has 100 values."),
        ([], "it has no values."),
        (["a", {"b": 1}], "it has a dict in it."),
        ("x" * 2_001, "it has 2,001 characters; the limit is 2,000."),
        ({"a": 1}, "it is a dict."),
    ],
)
def test_the_refusal_of_a_value_says_what_is_wrong_with_it(value, told):
    with pytest.raises(RequestRefused) as refused:
        filled("{{big}}", {"big": value})

    assert str(refused.value).endswith(told)
