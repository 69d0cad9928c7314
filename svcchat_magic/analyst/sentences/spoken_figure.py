"""A number in a text, and which exact numbers it may stand for."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

Nearness = Literal["", "about", "over", "under"]
_ABOUT = Decimal("0.05")  # of the number, where the text says `about`
_FEW, _HALF = Decimal(20), Decimal("0.5")
_OVER, _UNDER = Decimal("1.25"), Decimal("0.8")  # how far `over` and `nearly` may be from the number


@dataclass(frozen=True, slots=True)
class SpokenFigure:
    """A number in a text; it has two sizes where `1.234` may be either."""

    start: int
    end: int
    sizes: tuple[tuple[Decimal, Decimal], ...]  # the number, and half a unit of its last place
    is_percent: bool
    sign: int  # -1 or 1 where the text gives one, else 0
    nearness: Nearness = ""
    is_points: bool = False  # of percent: a difference of two rates
    is_aside: bool = False  # in brackets right behind a name or figure, which it says something of
    is_end: bool = False  # one of `from 100 to 120`
    is_inclusive: bool = False  # `at least 50` are also 50
    is_times: bool = False  # `twice`: counts no rows
    is_level: bool = False  # `to 5 %`, `below 5 %`: where a move ends, and not how long it is
    is_range: bool = False  # one of `around 12 to 13 percent`
    is_between: bool = False  # one of `between 12 and 13 %`
    is_sign: bool = False  # `make a loss`: no number, but on which side of zero it lies

    def tells(self, exact: Decimal) -> bool:
        """Whether the exact number, rounded, is this one; the sign counts where the text gives it."""
        if self.is_sign:
            return self.is_passed_by(exact)

        if self.sign and exact and (exact > 0) != (self.sign > 0):
            return False

        return any(self._is_near(size, slack, abs(exact)) for size, slack in self.sizes)

    def tells_fraction(self, exact: Decimal) -> bool:
        """Whether it tells a number that may be a fraction of one: 0.142 as 14.2 %."""
        return self.tells(exact) or (self.is_percent and self.tells(exact * 100))

    def exactly(self) -> "SpokenFigure":
        """The same figure without rounding, as far as it is written: `exactly 2 million`."""
        least = Decimal("0.05") if self.is_percent else Decimal("0.5")
        return replace(self, sizes=tuple((size, min(slack, least)) for size, slack in self.sizes))

    def is_passed_by(self, exact: Decimal) -> bool:
        """Whether the exact number lies beyond a bound such as `more than 5 million`, however far."""
        size = self.sizes[0][0]
        if exact == size:
            return self.is_inclusive

        return exact > size if self.nearness == "over" else exact < size

    def _is_few(self, size: Decimal) -> bool:
        """Whether a bound is a small whole number: `fewer than ten` are also six."""
        return size <= _FEW and size == size.to_integral_value() and not self.is_times and not self.is_points

    def _is_near(self, size: Decimal, slack: Decimal, exact: Decimal) -> bool:
        match self.nearness:
            case "about":
                return abs(size - exact) <= max(slack, size * _ABOUT)
            case "over":  # `more than doubled` is not yet tripled
                most = size * (2 if self._is_few(size) else _OVER)
                return size <= exact <= max(size + slack, size + 1 if self.is_times else most)
            case "under":
                least = size * (_HALF if self._is_few(size) else _UNDER)
                return min(size - slack, least) <= exact <= size
            case _:
                return abs(size - exact) <= slack
