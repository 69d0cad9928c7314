"""A chart's filters, judged for its rows without a browser: what is not certain takes no row away."""

import random

import pytest

from svcchat_magic.charts.layout.filters import MOST_CHECKS, rows_left

TEXTS = ("web", "shop", "", "2024-01-01", "2024", "1", "20", "constructor")
NUMBERS = (0, 1, 1.0, 2.5, -3, 2024, 10**20)
OTHERS = (True, False, {"year": 2024})
VALUES = (*TEXTS, *NUMBERS, True, False, None)


def equal(value, other):
    """What is certain about two values: two texts that are no times, or two numbers."""
    if isinstance(value, str) and isinstance(other, str):
        return None if value[:4].isdigit() else value == other

    plain = [isinstance(each, int | float) and not isinstance(each, bool) for each in (value, other)]
    return value == other if all(plain) else None


def one_of(value, others):
    found = [equal(value, other) for other in others]
    if True in found:
        return True

    return None if None in found else False


def filtered(test, rows):
    return rows_left({"transform": [{"filter": test}]}, rows)


def test_a_list_of_values_keeps_the_rows_that_comparing_each_with_each_keeps():
    dice = random.Random(11)
    kept = taken = 0
    for _ in range(2_000):
        pool = dice.choice((TEXTS, NUMBERS, (*TEXTS, *NUMBERS, *OTHERS)))
        others = [dice.choice(pool) for _ in range(dice.randint(0, 6))]
        rows = [{"a": dice.choice(VALUES)} for _ in range(8)]
        test, is_wanted = {"field": "a", "oneOf": others}, False
        if dice.random() < 0.5:
            test, is_wanted = {"not": test}, True

        slowly = [row for row in rows if one_of(row["a"], others) is not is_wanted]

        assert filtered(test, rows) == slowly
        kept, taken = kept + len(slowly), taken + len(rows) - len(slowly)

    assert min(kept, taken) > 2_000


@pytest.mark.parametrize("other", [*TEXTS, *NUMBERS, *OTHERS], ids=repr)
def test_one_value_is_compared_as_a_list_of_it(other):
    rows = [{"a": value} for value in VALUES]

    kept = filtered({"field": "a", "equal": other}, rows)

    assert kept == [row for row in rows if equal(row["a"], other) is not False]


class Counted(str):
    """A text that counts how often it is compared."""

    compared = 0
    __hash__ = str.__hash__

    def __eq__(self, other):
        Counted.compared += 1
        return str.__eq__(self, other)


@pytest.mark.case("V11")
def test_long_lists_of_values_are_not_compared_one_by_one_with_every_row():
    lists = [
        {"filter": {"field": "a", "oneOf": [Counted(f"v{at}") for at in range(1_000)]}} for _ in range(20)
    ]
    rows = [{"a": Counted(f"v{at}")} for at in range(100)]

    left = rows_left({"transform": lists}, rows)

    assert len(left) == 100
    assert 0 < Counted.compared < 20 * (1_000 + 100) * 2


@pytest.mark.case("V11")
def test_more_conditions_than_can_be_judged_leave_every_row():
    none = {"or": [{"field": "a", "equal": "x"}] * 100}
    rows = [{"a": "y"}] * (MOST_CHECKS // 100)

    assert filtered(none, rows) == []
    assert len(filtered(none, [*rows, {"a": "y"}])) == len(rows) + 1
