"""How days, months and stretches of time are named in a language, read once from `date_names.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class DateNames:
    """The names of months and weekdays, and the forms of dates and stretches of time."""

    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    forms: Mapping[str, str]

    def say(self, form: str, **parts: object) -> str:
        """A form with its parts in place."""
        return self.forms[form].format_map(parts)

    def day(self, day: date) -> str:
        """`4 March 2024`."""
        return self.say("day", number=day.day, month=self.months[day.month - 1], year=day.year)

    def unit(self, day: date, unit: str) -> str:
        """What a unit that begins on `day` is called: `2024`, `Q3 2024`, `March 2024`."""
        parts = {"year": day.year, "quarter": (day.month + 2) // 3, "month": self.months[day.month - 1]}
        return self.day(day) if unit == "day" else self.say(unit, day=self.day(day), **parts)


@cache
def date_names(language: str = "en") -> DateNames:
    """The names in a language: `en` or `de`."""
    text = files("svcchat_magic.analyst.language").joinpath("date_names.toml").read_text("utf-8")
    data = tomllib.loads(text)[language]
    return DateNames(tuple(data.pop("months")), tuple(data.pop("weekdays")), data)
