"""Numbers that are hours of the day or months of the year, and no sizes."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.concepts import Concept

_UNITS = frozenset({"hour", "hr", "weekday", "month", "mnth", "week", "quarter", "year", "yr"})


def is_size(of: Concept) -> bool:
    """Whether a member is a number that more or less of is said of, or one that tells nothing apart."""
    return of.type == "number" and not of.primary_key


def is_unit(of: Concept) -> bool:
    """Whether a number says at which hour or in which month something is."""
    return not of.is_amount and phrase_of(of.title)[-1:] != () and phrase_of(of.title)[-1] in _UNITS
