"""Dates in a text: `July 2013`, `Q3 2025`, `1 to 7 July 2025`, `from 2022 to 2024`, `2024-03-05`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Literal

from svcchat_magic.analyst.language.date_names import date_names
from svcchat_magic.analyst.language.periods import add

Side = Literal["", "since", "first", "last", "until", "before", "after"]
Stretch = tuple[date, date]  # the first day, and the day behind the last
_YEARS = range(1900, 2200)
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SpokenDate:
    """A date in a text, as exact as it is written; 0 for what it leaves open."""

    start: int
    end: int
    unit: str
    year: int = 0
    number: int = 0  # of the quarter, or of the half of a year
    month: int = 0
    day: int = 0
    side: Side = ""  # of a stretch that it is one end of: `since 2022`, `to 7 July`

    def stretch(self, year: int) -> Stretch | None:
        """The days it means, in its own year or in the one given; None for a date that does not exist."""
        months = {"quarter": 3, "half": 6}.get(self.unit, 1)
        first_month = self.month or (self.number - 1) * months + 1 if self.unit != "year" else 1
        try:
            first = date(self.year or year, first_month, self.day or 1)
        except ValueError:
            return None

        return (first, _behind(first, "day" if self.day and self.unit != "week" else self.unit))


def _behind(first: date, unit: str) -> date:
    return add(first, "month", 6) if unit == "half" else add(first, unit, 1)


def spoken_dates(text: str) -> list[SpokenDate]:
    """The dates of a text, in order."""
    found: list[SpokenDate] = []
    for pattern, unit in _patterns():
        for match in pattern.finditer(text):
            if not any(each.start < match.end() and match.start() < each.end for each in found):
                found += _dates(match, unit, text)

    dates = sorted(found, key=lambda each: each.start)
    return _with_years([*dates, *_the_other(dates, text)], text)


def _the_other(dates: list[SpokenDate], text: str) -> Iterator[SpokenDate]:
    """`the second half of 2024 was busier than the first`."""
    last = dates[-1] if dates and dates[-1].unit in ("half", "quarter") else None
    match = _THE_OTHER.search(text, last.end) if last else None
    if last and match:
        number = _ORDER[match["number"].lower()]
        yield replace(last, start=match.start("number"), end=match.end("number"), number=number, side="")


def _with_years(dates: list[SpokenDate], text: str) -> list[SpokenDate]:
    """`Q1 and Q2 2024`: each of a list is of the year behind the last, as long as they are in order."""
    found = dates[-1:]
    for each in reversed(dates[:-1]):
        after = found[0]
        is_listed = each.unit == after.unit and _LISTED.fullmatch(text[each.end : after.start])
        is_open = not each.year and (each.number, each.month) < (after.number, after.month)
        found.insert(0, replace(each, year=after.year) if is_listed and is_open and not each.day else each)

    return [_of_year_before(each, found[at - 1]) if at else each for at, each in enumerate(found)]


def _of_year_before(spoken: SpokenDate, last: SpokenDate) -> SpokenDate:
    """`after Q1 2025 it fell in Q2`: a later unit of the same year, where it has none of its own."""
    is_open = not spoken.year and last.year and spoken.unit == last.unit and not (spoken.day or last.day)
    is_later = (spoken.number, spoken.month) > (last.number, last.month)
    return replace(spoken, year=last.year) if is_open and is_later else spoken


def _dates(match: re.Match[str], unit: str, text: str) -> Iterator[SpokenDate]:
    parts = match.groupdict()
    before = text[: match.start()]
    side: Side = next((side for side, pattern in _SIDES if pattern.search(before)), "")
    if not side and _OPEN.match(text[match.end() :]):
        side = "first"

    if side == "first" and _ON.match(text[match.end() :]):
        side = "since"

    year, month = _year(parts.get("year")), _month(parts.get("month"))
    if unit == "year" and not (_OF_YEAR.search(before) or side):
        return

    days = [int(parts[name]) for name in ("first", "day") if parts.get(name)]
    number = (
        int(parts["number"])
        if (parts.get("number") or "").isdecimal()
        else _ORDER.get((parts.get("number") or "").lower(), 0)
    )
    if len(days) == 2:
        sides: tuple[Side, ...] = ("first", "last")
        yield from (
            SpokenDate(match.start(), match.end(), unit, year, number, month, each, which)
            for each, which in zip(days, sides, strict=True)
        )
    else:
        day = days[0] if days else 0
        yield SpokenDate(match.start(), match.end(), unit, year, number, month, day, side)


def _year(said: str | None) -> int:
    digits = (said or "").lstrip("'’")
    return 0 if not digits else int(digits) + (2000 if len(digits) == 2 else 0)


def _month(said: str | None) -> int:
    if not said:
        return 0

    return int(said) if said.isdecimal() else _months()[said.casefold().rstrip(".")]


_ORDER = {
    word: at
    for at, words in enumerate(
        (("first", "1st", "erste", "erstes", "ersten"), ("second", "2nd", "zweite", "zweites", "zweiten"),
         ("third", "3rd", "dritte", "drittes", "dritten"), ("fourth", "4th", "vierte", "viertes", "vierten")),
        start=1,
    )
    for word in words
}  # fmt: skip
_SIDE_WORDS: tuple[tuple[Side, str], ...] = (
    ("since", r"\b(?:since|seit)"),
    ("first", r"\b(?:from|between|weeks? of|weeks? from|starting|beginning|von|vom|ab|zwischen)"),
    ("until", r"\b(?:until|till|through|up to|bis|bis zum)"),
    ("last", r"\b(?:to|and|by|ending|ended|und)|[–-]"),
    ("before", r"\b(?:before|vor)"),
    ("after", r"\b(?:after|nach)"),
)
_SIDES = [(side, re.compile(rf"(?:{words})\s*(?:the\s+)?$", re.IGNORECASE)) for side, words in _SIDE_WORDS]
_ON = re.compile(r"\s+(?:on|onwards?)\b", re.IGNORECASE)  # `from July on`
_LISTED = re.compile(r"\s*(?:,|,?\s*(?:and|or|to|through|until|und|oder|bis)|[–-])\s*", re.IGNORECASE)
_THE_OTHER = re.compile(
    rf"\b(?:than|als)\s+(?:in\s+|im\s+)?(?:the\s+)?(?P<number>{'|'.join(_ORDER)})\b(?!\s+(?:half|quarter|quartal))",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\s*(?:–|to|through|until|bis)\s+(?:\d|[A-ZÄ])")
_OF_YEAR = re.compile(
    r"(?:\b(?:in|of|for|during|year|years|throughout|and|or|than|with|vs\.?|versus|jahr|im jahr|late|early"
    r"|mid|that|whole|all)|[,(/–-]|^)\s*$",
    re.IGNORECASE,
)


@cache
def _months() -> dict[str, int]:
    found: dict[str, int] = {}
    for language in ("en", "de"):
        for at, name in enumerate(date_names(language).months, start=1):
            found |= {name.casefold(): at, name[:3].casefold(): at}

    return found | {"sept": 9}


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    names = sorted(_months(), key=len, reverse=True)
    month = rf"(?P<month>{'|'.join(f'{each[0].upper()}{each[1:]}|{each.upper()}' for each in names)})\.?"
    year = r"(?P<year>(?:19|20|21)\d\d(?![\d,.]\d)(?!\d)|['’]\d\d\b)"
    low_month = rf"(?i:(?P<month>{'|'.join(names)}))\.?"
    order = rf"(?P<number>(?i:{'|'.join(_ORDER)}))"
    th = r"(?:st|nd|rd|th|\.)?"
    day, first = rf"(?P<day>\d{{1,2}}){th}", rf"(?P<first>\d{{1,2}}){th}"
    to = r"\s*(?:–|-|to|and|until|bis|und)\s*"
    of_month, ends = rf"\s+(?:of\s+)?{month}", r"(?=\s*(?:[,.;:)–-]|$|to\b|and\b|was\b|were\b))"
    week = r"(?i:week\s+(?:of|from|beginning|starting)\s+(?:the\s+)?)"
    clock = r"(?:[T ]\d\d:\d\d(?::\d\d)?(?:\.0+)?Z?)?"
    return tuple(
        (re.compile(rf"(?<![\w.,/-]){pattern}(?!\w)"), unit)
        for pattern, unit in (
            (rf"{week}(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d)", "week"),
            (rf"{week}{day}{of_month},?\s+{year}", "week"),
            (rf"{week}{month}\s+{day},?\s+{year}", "week"),
            (rf"(?P<year>\d{{4}})-(?P<month>\d\d)-(?P<day>\d\d){clock}", "day"),
            (r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>(?:19|20)\d\d)", "day"),
            (r"(?P<year>\d{4})-(?P<month>\d\d)", "month"),
            (rf"{first}{to}{day}{of_month},?\s+{year}", "day"),
            (rf"{first}{to}{day}{of_month}", "day"),
            (rf"{month}\s+{first}{to}{day},?\s+{year}", "day"),
            (rf"{day}{of_month},?\s+{year}", "day"),
            (rf"{month}\s+{day},?\s+{year}", "day"),
            (rf"{day}{of_month}", "day"),
            (rf"{month}\s+{day}{ends}", "day"),
            (rf"{low_month},?\s+(?:of\s+)?{year}", "month"),
            (rf"(?i:q(?P<number>[1-4]))(?:\s*(?:of\s+|[-/]\s*)?{year})?", "quarter"),
            (rf"{year}[\s-]*(?i:q(?P<number>[1-4]))", "quarter"),
            (rf"{order}\s+(?i:quarter|quartal)(?:\s+(?:of\s+)?{year})?", "quarter"),
            (rf"(?i:h(?P<number>[12]))(?:\s*{year})?", "half"),
            (rf"(?P<number>first|second|1st|2nd)\s+half(?:\s+of)?(?:\s+{year})?", "half"),
            (month, "month"),
            (r"(?P<year>(?:19|20|21)\d\d)(?!/\d\d\b)", "year"),
        )
    )  # fmt: skip
