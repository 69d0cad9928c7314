"""The numbers of a question, alone and with their units."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from svcchat_magic.analyst.language.amounts import PERCENT, Amount
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.chart import Item

_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
_COMPARING = frozenset(
    {"below", "under", "above", "over", "than", "least", "most", "of", "is", "=", "<", ">"}
)
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_SHORT_PERCENTILE = re.compile(r"p([1-9]\d)")
_OFTEN = {"once": 1, "twice": 2, "thrice": 3}
PERCENT_WORDS = frozenset({"%", "percent", "pct"})
_NTH = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PLACES = {
    **{word: place for place, word in enumerate(_NTH, 2)},
    "2nd": 2,
    "3rd": 3,
    **{f"{place}th": place for place in range(4, 11)},
}
_WHOLES = frozenset({"day", "week", "month", "year"})  # of whose parts a number tells how many
_BEFORE_ONE = frozenset({"than", "least", "most", "exactly", "over"})
_DIGITS = 4  # of an ordinal
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_WITHOUT = 0.2  # a number without the unit behind it
_TENS = {"twenty": "20", "thirty": "30", "fifty": "50", "hundred": "100", "dozen": "12", "half": "0.5"}


def number_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """Numbers, amounts with a unit, and percentages."""
    for at, token in enumerate(tokens):
        number = number_of(token)
        if number is not None:
            yield from _amounts(tokens, at, number)


def numbered_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """`the 85th minute`: a place that a column numbers."""
    for at, token in enumerate(tokens):
        bare = token.text.lower().removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("th")
        if bare != token.text.lower() and bare.isdecimal() and bare.isascii() and len(bare) <= _DIGITS:
            yield Item("ORDNUM", at, at + 1, Decimal(bare), 0.9)


def fraction_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """`more than a quarter of`, `at least two thirds cancelled`: parts in words, in percent."""
    empty = keywords().function - {"of"}
    for at, token in enumerate(tokens[:-1]):
        below, behind = _PARTS.get(token.form), tokens[at + 1]
        if below is None or behind.is_mark or behind.form in empty or not at:
            continue

        above = number_of(tokens[at - 1]) or (Decimal(1) if tokens[at - 1].form in ("a", "one") else None)
        start = at if above is None else at - 1
        if start and tokens[start - 1].form in _COMPARING:
            yield Item("PCT", start, at + 1, (above or Decimal(1)) * 100 / below, 0.9 * (at + 1 - start))


def _amounts(tokens: Sequence[Token], at: int, number: Decimal) -> Iterator[Item]:
    start = at - 1 if at and tokens[at - 1].text in "$€£" else at
    if _is_negative(tokens, at):
        start, number = (at - 1 if tokens[at - 1].form == "minus" else at), -number

    stop, scaled = at + 1 + _is_part_of_one(tokens, at), Amount(number)
    behind = tokens[stop].form if stop < len(tokens) else ""
    for category, meaning in keywords().meanings.get((behind,), ()):
        if category == "UNIT":
            stop, scaled = stop + 1, Amount(number * Decimal(10) ** int(meaning))
            scaled.letter = behind if behind in keywords().units else ""

    if scaled.letter:  # metres, or millions
        yield _with_unit(start, stop, number, behind, letter=behind)

    if stop < len(tokens) and tokens[stop].text in "$€£":
        stop += 1

    unit = tokens[stop].form if stop < len(tokens) and tokens[stop].form in keywords().units else ""
    unit = "" if _counts_parts(tokens[stop + 1 : stop + 4]) else unit
    is_part = stop < len(tokens) and tokens[stop].form in PERCENT_WORDS
    if not unit or not _is_part_of_one(tokens, at):  # half an hour is no half
        yield Item("NUM", start, stop, scaled, (_WITHOUT if unit or is_part else 0.6) * (stop - start))

    if unit and not is_part:
        yield _with_unit(start, stop + 1, Decimal(scaled), unit)

    if is_part:
        share = Amount(scaled)
        share.unit = PERCENT
        yield Item("PCT", start, stop + 1, share, 0.6 * (stop + 1 - start) + 0.1)


def _counts_parts(behind: Sequence[Token]) -> bool:
    """`three hours of the day` are parts of it, and no length of time."""
    forms = [each.form for each in behind if each.form not in ("the", "a")]
    return len(forms) > 1 and forms[0] == "of" and forms[1] in _WHOLES


def _is_part_of_one(tokens: Sequence[Token], at: int) -> bool:
    """`half a tonne`, `half an hour`: the article belongs to the number."""
    behind = [each.form for each in tokens[at + 1 : at + 3]]
    is_one = len(behind) > 1 and behind[0] in ("a", "an")
    return is_one and tokens[at].form == "half" and behind[1] in keywords().units | {"million", "billion"}


def _with_unit(start: int, stop: int, number: Decimal, unit: str, letter: str = "") -> Item:
    amount = Amount(number)
    amount.unit, amount.letter = unit, letter
    return Item("NUM", start, stop, amount, 0.6 * (stop - start))


def _is_negative(tokens: Sequence[Token], at: int) -> bool:
    """`under -5`, `below minus 5`; `10 -20` is a range."""
    if not at or number_of(tokens[at - 1]) is not None:
        return False

    if tokens[at - 1].form == "minus":
        return at > 1 and tokens[at - 2].form in _COMPARING

    return tokens[at].before in (" -", " −")


def times_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """`3 times`, `twice`: how often something was done."""
    for at, token in enumerate(tokens):
        if token.form in _OFTEN:
            yield Item("TIMES", at, at + 1, Decimal(_OFTEN[token.form]), 0.6)
        elif token.form == "time" and token.text.lower() == "times" and at:
            number = number_of(tokens[at - 1])
            if number is not None and number == int(number):
                yield Item("TIMES", at - 1, at + 1, number, 1.4)


def ordinal_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """The `second` of `second highest`."""
    for at, token in enumerate(tokens[:-1]):
        place = _PLACES.get(token.text.lower())
        ahead = dict(keywords().meanings.get((tokens[at + 1].form,), ()))
        is_order = "SUPER" in ahead or tokens[at + 1].form in ("most", "least", "busiest", "quietest")
        if place and is_order:
            yield Item("ORDINAL", at, at + 1, place, 0.7)


def percentile_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """`90th percentile`, `p95`: functions like an average."""
    for at, token in enumerate(tokens):
        short = _SHORT_PERCENTILE.fullmatch(token.form)
        if short:
            yield Item("AGG", at, at + 1, f"percentile {short[1]}", 0.6)

        if token.form != "percentile" or not at:
            continue

        number = _ORDINAL.fullmatch(tokens[at - 1].form)
        if number and 0 < int(number[1]) < 100:
            yield Item("AGG", at - 1, at + 1, f"percentile {number[1]}", 1.1)


def number_of(token: Token) -> Decimal | None:
    """The number that a token is, in digits or as a word."""
    form = token.form.replace(",", "")
    if form in _WORDS:
        return Decimal(_WORDS.index(form))

    if form in _TENS:
        return Decimal(_TENS[form])

    plain = form.replace(".", "", 1)
    return Decimal(form) if plain.isascii() and plain.isdecimal() and len(plain) <= 15 else None


def ones(tokens: Sequence[Token]) -> frozenset[int]:
    """`more than one order`: the places where `one` is the number that something is compared with."""
    pairs = enumerate(pairwise(each.form for each in tokens), 1)
    return frozenset(at for at, (before, form) in pairs if form == "one" and before in _BEFORE_ONE)
