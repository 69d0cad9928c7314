"""Which figures of moments are meant: the last ones of a period, up to its end, or of each unit of time."""

from dataclasses import dataclass

from svcchat_magic.analyst.language.periods import Period


@dataclass(frozen=True, slots=True)
class AtEnd:
    """Where they stand."""

    kind: str  # end, until
    period: Period | None = None
    grain: str = ""
