"""The numbers of a question, alone and with their units."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from svcchat_magic.analyst.language.amounts import Amount
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.parsing.chart import Item

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
_WITHOUT = 0.2  # a number without the unit behind it
_TENS = {"twenty": "20", "thirty": "30", "fifty": "50", "hundred": "100", "dozen": "12", "half": "0.5"}


def number_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """Numbers, amounts with a unit, and percentages."""
    for at, token in enumerate(tokens):
        number = number_of(token)
        if number is None:
            continue

        start = at - 1 if at and tokens[at - 1].text in "$€£" else at
        stop, scale = at + 1, Decimal(1)
        for category, meaning in keywords().meanings.get(
            tuple(each.form for each in tokens[stop : stop + 1]), ()
        ):
            if category == "UNIT":
                stop, scale = stop + 1, Decimal(10) ** int(meaning)

        if stop < len(tokens) and tokens[stop].text in "$€£":
            stop += 1

        has_unit = stop < len(tokens) and tokens[stop].form in keywords().units
        yield Item("NUM", start, stop, number * scale, (0.6 if not has_unit else _WITHOUT) * (stop - start))
        if has_unit:
            amount = Amount(number * scale)
            amount.unit = tokens[stop].form
            yield Item("NUM", start, stop + 1, amount, 0.6 * (stop + 1 - start))

        if stop < len(tokens) and tokens[stop].form in ("%", "percent", "pct"):
            yield Item("PCT", start, stop + 1, number * scale, 0.6 * (stop + 1 - start) + 0.1)


def number_of(token: Token) -> Decimal | None:
    """The number that a token is, in digits or as a word."""
    form = token.form.replace(",", "")
    if form in _WORDS:
        return Decimal(_WORDS.index(form))

    if form in _TENS:
        return Decimal(_TENS[form])

    plain = form.replace(".", "", 1)
    return Decimal(form) if plain.isascii() and plain.isdecimal() and len(plain) <= 15 else None
