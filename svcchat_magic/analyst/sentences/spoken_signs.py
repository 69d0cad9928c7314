"""Words that say on which side of zero a figure lies, without a number: `make a loss`, `in the black`."""

import re
from collections.abc import Iterator
from decimal import Decimal

from svcchat_magic.analyst.sentences.spoken_figure import Nearness, SpokenFigure

_RUN = r"(?:mak(?:es?|ing)|made|runs?|ran|posts?|posted|shows?|showed|records?|recorded|incur(?:s|red)?)"
_IS = r"(?:(?<=is )|(?<=are )|(?<=was )|(?<=were ))"
_SIGNS: tuple[tuple[Nearness, re.Pattern[str]], ...] = (
    (
        "under",
        re.compile(
            rf"\b(?:los(?:es?|ing|t)\s+money|{_RUN}\s+(?:an?\s+)?(?:overall\s+|net\s+)?loss(?:es)?\b(?!\s+of)"
            rf"|loss-making|unprofitable|in the red|(?:below|under) zero|{_IS}negative"
            r"|mach(?:t|en|te|ten)\s+verlust\w*)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "over",
        re.compile(
            r"\b(?:(?:mak(?:es?|ing)|made|turns?|turned)\s+an?\s+(?:overall\s+|net\s+)?profit\b(?!\s+of)"
            rf"|in the black|above zero|{_IS}positive)\b",
            re.IGNORECASE,
        ),
    ),
)


def spoken_signs(text: str) -> Iterator[SpokenFigure]:
    """Where a text says so, as bounds of zero."""
    for nearness, pattern in _SIGNS:
        for match in pattern.finditer(text):
            yield SpokenFigure(
                match.start(), match.end(), ((Decimal(0), Decimal(0)),), False, 0, nearness, is_sign=True
            )
