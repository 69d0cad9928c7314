"""The calendar of a model: how its weeks and its fiscal years begin."""

from datetime import date

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.time_words import Calendar
from svcchat_magic.semantic.model.model import Model


def calendar_of(model: Model, today: date) -> Calendar:
    """The calendar that the times of a question are read against."""
    settings = model.settings
    return Calendar(today, calendar_words().weekdays[settings.first_day_of_week], settings.fiscal_year_start)
