"""Sentences made wrong: another number, name, direction, period, month, number word or comparison."""

import random
import re
from collections.abc import Callable, Iterator
from datetime import date, datetime
from decimal import Decimal

from svcchat_magic.analyst.language.date_names import date_names
from svcchat_magic.analyst.sentences.directions import DOWN, HIGHEST, LOWEST, UP, word_lists
from svcchat_magic.semantic.query.query import Rows
from tests.campaigns.told_answers import Told

_WORDS = {
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "7": "seven",
    "11": "eleven",
    "12": "a dozen",
    "20": "twenty",
}
_IN_A_DATE = re.compile(r"\s(?:[A-Z]|to\s\d)")
_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_DIRECTIONS = {
    "rose": "fell",
    "fell": "rose",
    "grew": "shrank",
    "highest": "lowest",
    "lowest": "highest",
    "most": "fewest",
    "fewest": "most",
    "higher": "lower",
    "lower": "higher",
    "peaked": "bottomed",
    "more": "less",
    "largest": "smallest",
    "up": "down",
    "down": "up",
    "increase": "decrease",
    "rise": "drop",
    "drop": "rise",
    "went up": "went down",
}


def changed(told: Told, at: int, dice: random.Random) -> tuple[str, str] | None:
    """A sentence made wrong, with the kind of change; None when that kind does not fit it."""
    kind, change = dice.choice(tuple(_CHANGES.items()))
    text = told.sentences[at]
    wrong = change(text, told, dice)
    return (kind, wrong) if wrong and wrong != text else None


def _other_number(text: str, told: Told, dice: random.Random) -> str | None:
    spots = [match for match in _FIGURE.finditer(text) if not re.fullmatch(r"(19|20)\d\d", match[0])]
    if not spots:
        return None

    spot = dice.choice(spots)
    at = dice.choice([index for index, each in enumerate(spot[0]) if each.isdigit()])
    digit = dice.choice([each for each in "123456789" if each != spot[0][at]])
    wrong = spot[0][:at] + digit + spot[0][at + 1 :]
    return text[: spot.start()] + wrong + text[spot.end() :]


def _other_name(text: str, told: Told, dice: random.Random) -> str | None:
    (answered,) = told.results
    places = [at for at, each in enumerate(answered.rows.columns) if each.column_type == "String"]
    names = sorted({str(row[at]) for row in answered.rows.rows for at in places if row[at]})
    here = [each for each in names if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", text)]
    if not here or len(names) < 2:
        return None

    old = dice.choice(here)
    others = [each for each in names if each != old and not _share_a_figure(answered.rows, old, each)]
    new = dice.choice([*others, "Atlantis"])
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, text, count=1)


def _share_a_figure(rows: Rows, one: str, other: str) -> bool:
    """Whether two names have a figure in common, so that one may be said for the other."""
    mine, theirs = (
        {(at, cell) for row in rows.rows if name in row for at, cell in enumerate(row) if _is_number(cell)}
        for name in (one, other)
    )
    return bool(mine & theirs)


def _is_number(cell: object) -> bool:
    return isinstance(cell, (int, float, Decimal)) and not isinstance(cell, bool)


def _is_flat(rows: Rows) -> bool:
    """Whether the highest figure of a column is its lowest too."""
    columns = ({cell for cell in each if _is_number(cell)} for each in zip(*rows.rows, strict=True))
    return any(len(each) == 1 for each in columns)


def _other_direction(text: str, told: Told, dice: random.Random) -> str | None:
    (answered,) = told.results
    titles = [each.title for each in answered.told.query.measures] if answered.told else []
    named = [match.span() for each in titles for match in re.finditer(re.escape(each), text, re.IGNORECASE)]
    if _is_flat(answered.rows):
        return None

    spots = [
        match
        for old in _DIRECTIONS
        for match in re.finditer(rf"(?<![\w-]){old}(?![\w-])", text)
        if any(old in word_lists()[kind] for kind in (UP, DOWN, HIGHEST, LOWEST))
        and not any(start <= match.start() < end for start, end in named)
    ]
    if not spots:
        return None

    spot = dice.choice(spots)
    return text[: spot.start()] + _DIRECTIONS[spot[0]] + text[spot.end() :]


def _other_period(text: str, told: Told, dice: random.Random) -> str | None:
    spots = list(re.finditer(r"(?<!\d)(?:19|20)\d\d(?!\d)", text))
    if not spots:
        return None

    spot = dice.choice(spots)
    year = int(spot[0]) + dice.choice((-7, -5, 5, 9))
    return f"{text[: spot.start()]}{year}{text[spot.end() :]}"


def _other_month(text: str, told: Told, dice: random.Random) -> str | None:
    months = date_names().months
    spots = [match for each in months for match in re.finditer(rf"(?<!\w){each}(?!\w)", text)]
    if not spots:
        return None

    spot = dice.choice(spots)
    named = {each for row in told.results[0].rows.rows for cell in row for each in _months(cell)}
    wrong = dice.choice([each for each in months if each not in {spot[0], *named}] or [""])
    return text[: spot.start()] + wrong + text[spot.end() :] if wrong else None


def _months(cell: object) -> Iterator[str]:
    if isinstance(cell, (date, datetime)):
        yield date_names().months[cell.month - 1]


def _other_words(text: str, told: Told, dice: random.Random) -> str | None:
    """A small number as a word, and not the right one."""
    spots = [
        match
        for match in _FIGURE.finditer(text)
        if match[0] in _WORDS and not _IN_A_DATE.match(text[match.end() :])
    ]
    if not spots:
        return None

    spot = dice.choice(spots)
    others = [word for number, word in _WORDS.items() if number != spot[0]]
    return text[: spot.start()] + dice.choice(others) + text[spot.end() :]


def _other_comparison(text: str, told: Told, dice: random.Random) -> str | None:
    for old, new in (("more than", "less than"), ("less than", "more than")):
        if old in text and "have more than" not in text:
            return text.replace(old, new, 1)

    return None


_Change = Callable[[str, Told, random.Random], str | None]
_CHANGES: dict[str, _Change] = {
    "number": _other_number,
    "name": _other_name,
    "direction": _other_direction,
    "period": _other_period,
    "month": _other_month,
    "words": _other_words,
    "comparison": _other_comparison,
}
