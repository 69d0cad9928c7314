"""Numbers as a text writes them: `1,234.5`, `1.2M`, `€ 3 million`, `14.2 %`, `-3`, `2.5 times`."""

import re
from dataclasses import dataclass
from decimal import Decimal

_SCALES = {
    "k": 3, "thousand": 3, "m": 6, "mn": 6, "mio": 6, "million": 6, "millionen": 6,
    "b": 9, "bn": 9, "billion": 9, "mrd": 9, "milliarden": 9, "trillion": 12,
}  # fmt: skip
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<sign>[-−+]\s?)?(?:[$€£]\s?)?"
    r"(?P<digits>\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)"
    r"(?:\s?(?P<scale>thousand|millionen|million|milliarden|billion|trillion|mio|mrd|mn|bn|[kmb])\b)?"
    r"(?:\s?(?P<percent>%|percent\b|per cent\b|prozent\b|pp\b|percentage points?\b|points?\b))?"
    r"(?!\w)",
    re.IGNORECASE,
)
_MARKER = re.compile(r"^\s*\d{1,3}[.)]\s", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class SpokenFigure:
    """A number in a text; it has two sizes where `1.234` may be either."""

    start: int
    end: int
    sizes: tuple[tuple[Decimal, Decimal], ...]  # the number, and half a unit of its last place
    is_percent: bool
    sign: int  # -1 or 1 where the text gives one, else 0

    def tells(self, exact: Decimal) -> bool:
        """Whether the exact number, rounded, is this one; the sign counts where the text gives it."""
        if self.sign and exact and (exact > 0) != (self.sign > 0):
            return False

        return any(abs(size - abs(exact)) <= slack for size, slack in self.sizes)

    def tells_fraction(self, exact: Decimal) -> bool:
        """Whether it tells a number that may be a fraction of one: 0.142 as 14.2 %."""
        return self.tells(exact) or (self.is_percent and self.tells(exact * 100))


def spoken_figures(text: str) -> tuple[SpokenFigure, ...]:
    """The numbers of a text; the markers of a numbered list are none."""
    markers = [match.span() for match in _MARKER.finditer(text)]
    return tuple(
        _figure(match)
        for match in _NUMBER.finditer(text)
        if not any(start <= match.start("digits") < end for start, end in markers)
    )


def _figure(match: re.Match[str]) -> SpokenFigure:
    power = Decimal(10) ** _SCALES.get((match["scale"] or "").lower(), 0)
    sizes = tuple(
        (Decimal(digits) * power, Decimal(10) ** -len(digits.partition(".")[2]) / 2 * power)
        for digits in dict.fromkeys(_readings(match["digits"]))
    )
    sign = match["sign"]
    return SpokenFigure(
        match.start(),
        match.end(),
        sizes,
        bool(match["percent"]),
        0 if not sign else -1 if sign[0] in "-−" else 1,
    )


def _readings(digits: str) -> list[str]:
    """The digits with a point for decimals, once where that is clear and twice where it is not."""
    plain = re.sub(r"['’ \u00a0\u202f]", "", digits)
    marks = re.findall(r"[.,]", plain)
    if not marks:
        return [plain]

    last = marks[-1]
    other = "." if last == "," else ","
    decimal = plain.replace(other, "").replace(last, ".") if marks.count(last) == 1 else ""
    grouped = plain.replace(",", "").replace(".", "")
    may_group = len(plain.rpartition(last)[2]) == 3 and (other not in marks)
    return [*([grouped] if may_group else []), *([decimal] if decimal else [])] or [grouped]
