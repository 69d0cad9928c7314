"""Numbers in words and back: how a figure is written, and which numbers a text holds."""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

_NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d+(?:,\d{3})*(?:\.\d+)?)"
    r"(?: ?(?P<scale>%|(?:million|billion|trillion)\b))?"
)
_SCALES = {"million": 6, "billion": 9, "trillion": 12}


@dataclass(frozen=True, slots=True)
class Figure:
    """A number read out of a text: its size without a sign, and half a unit of its last place."""

    size: Decimal
    slack: Decimal
    is_percent: bool

    def tells(self, exact: Decimal) -> bool:
        """Whether the exact number, rounded, is this figure."""
        return abs(self.size - abs(exact)) <= self.slack


def written(number: Decimal, form: str = "") -> str:
    """A number as a reader wants it: `5.42 million`, `412,380`, `98.20`, `14.2%`."""
    if form == "percent":
        return percent(number * 100)

    if abs(number) >= 1_000_000 * Decimal("0.9999995"):
        return _large(number)

    if number == number.to_integral_value() or abs(number) >= 1000:
        return f"{_rounded(number, 0):,}"

    return f"{_rounded(number, 2):,}"


def percent(number: Decimal) -> str:
    """`14.2%`; the number is in percent already."""
    return f"{_rounded(number, 1 if abs(number) < 1000 else 0):,}%"


def signed(number: Decimal) -> str:
    """`+14.2%` or `−3.1%`."""
    return ("+" if number >= 0 else "−") + percent(abs(number))


def figures_in(text: str) -> tuple[Figure, ...]:
    """Every number of a text, with its scale."""
    return tuple(_figure(match) for match in _NUMBER.finditer(text))


def _figure(match: re.Match[str]) -> Figure:
    digits, scale = match["digits"].replace(",", ""), match["scale"] or ""
    power = Decimal(10) ** _SCALES.get(scale, 0)
    places = len(digits.partition(".")[2])
    slack = Decimal(10) ** -places / 2 * power
    return Figure(Decimal(digits) * power, slack, scale == "%")


def _large(number: Decimal) -> str:
    for name, power in reversed(_SCALES.items()):
        scaled = number / Decimal(10) ** power
        if abs(scaled) >= Decimal("0.9995"):
            places = 2 if abs(scaled) < Decimal("9.995") else 1 if abs(scaled) < Decimal("99.95") else 0
            return f"{_rounded(scaled, places):,} {name}"

    return f"{_rounded(number, 0):,}"


def _rounded(number: Decimal, places: int) -> Decimal:
    return number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
