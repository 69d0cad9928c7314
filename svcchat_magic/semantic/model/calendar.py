"""How the weeks and the fiscal years of a model begin."""

from dataclasses import dataclass

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FISCAL_UNITS = ("fiscal_quarter", "fiscal_year")


@dataclass(frozen=True, slots=True)
class Cut:
    """How a time is cut to a unit: moved, cut to a unit that every database has, and moved back."""

    unit: str
    amount: int = 0  # that it is moved by before
    moved: str = "day"  # the unit of the amount


@dataclass(frozen=True, slots=True)
class Calendar:
    """The first day of the week, Monday is 0, and the first month of the fiscal year."""

    first_weekday: int = 0
    first_month: int = 1

    def cut(self, unit: str) -> Cut:
        """How a time is cut to a unit of DATE_TRUNC."""
        if unit == "week":
            return Cut("week", -self.first_weekday % len(DAYS))

        if unit in FISCAL_UNITS:
            return Cut(unit.removeprefix("fiscal_"), 1 - self.first_month, "month")

        return Cut(unit)


PLAIN = Calendar()
