"""Where the data begin decides whether a period before can be compared with."""

from datetime import date

import pytest

from svcchat_magic.analyst.language.periods import Period
from svcchat_magic.analyst.telling.extent import Extent


@pytest.mark.parametrize(
    ("first", "start", "end", "begins_inside"),
    [
        (date(2023, 1, 2), date(2023, 1, 1), date(2024, 1, 1), False),  # the first day of a year is a holiday
        (date(2023, 1, 20), date(2023, 1, 1), date(2024, 1, 1), True),
        (date(2023, 4, 3), date(2023, 4, 1), date(2023, 5, 1), True),
        (date(2023, 4, 4), date(2023, 4, 3), date(2023, 4, 10), True),
        (date(2023, 4, 3), date(2023, 5, 1), date(2023, 6, 1), False),
        (date(2023, 4, 3), None, date(2023, 6, 1), False),
    ],
)
def test_a_period_is_whole_without_days_that_tell_nothing(first, start, end, begins_inside):
    found = Extent(first, date(2025, 1, 1)).begins_inside(Period(start, end))

    assert found == begins_inside


def test_there_is_nothing_before_no_period():
    assert not Extent(date(2023, 1, 2), date(2025, 1, 1)).lacks_comparison(None)
