"""Dates that are told from today on: `last month`, `the past 30 days`, `yesterday`."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from svcchat_magic.analyst.language.time_phrases import spans_at
from svcchat_magic.analyst.language.time_words import Calendar, Phrase
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.sentences.spoken_dates import Stretch

_BEST = re.compile(
    r"\b(?:best|worst|top|\w+est|most \w+|least \w+|first|second|third|fourth|only|\d+(?:st|nd|rd|th))\s+$",
    re.IGNORECASE,
)
_ROLLING = 5  # days from which on a window may begin a day earlier or later than another reading of it
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class RelativeDate:
    """Where a text names a stretch of days, and which."""

    start: int
    end: int
    stretch: Stretch
    so_far: Stretch  # without the days that have not come
    is_open: bool = False  # it ends today: `the year so far`

    def keys_in(self, known: Collection[Stretch]) -> list[Stretch]:
        """The stretches of a turn that it means; what goes on until today may be asked for as a whole."""
        mine = [each for each in dict.fromkeys((self.stretch, self.so_far)) if each in known]
        if mine or not self.is_open:
            return mine

        return [each for each in known if each[0] == self.so_far[0] and self.so_far[1] < each[1] != date.max]

    def is_covered(self, known: Collection[Stretch]) -> bool:
        """Whether something of the turn is about these days, or about a part of them."""
        closed = [each for each in known if date.min not in each and date.max not in each]
        starts = {one for one, _ in closed}
        open_ones = [each for each in known if each not in closed and each[0] not in starts]
        return any(
            any(_is_about(each, mine) for each in closed) or any(_meets(each, mine) for each in open_ones)
            for mine in (self.stretch, self.so_far)
        )


def relative_dates(text: str, calendar: Calendar) -> list[RelativeDate]:
    """The dates of a text that are told from today on, in order."""
    tokens = tokens_of(text)
    lows = tuple(each.text.lower() for each in tokens)
    phrase = Phrase(lows, tuple(each.form for each in tokens), calendar)
    found: list[RelativeDate] = []
    stop = 0
    for at in range(len(tokens)):
        spans = [each for each in spans_at(phrase, at) if each.period.said] if at >= stop else []
        best = max(spans, key=lambda each: each.stop, default=None)
        if _BEST.search(text[: tokens[at].place]):
            continue  # `the best quarter so far` is any

        if best is None or best.period.start is None or best.period.end is None or best.period.hole:
            continue

        stop, last = best.stop, tokens[best.stop - 1]
        so_far = best.period.until_today(calendar.today)
        found.append(
            RelativeDate(
                tokens[at].place,
                last.place + len(last.text),
                (best.period.start, best.period.end),
                (best.period.start, so_far.end or best.period.end),
                best.period.end == calendar.today + _ONE_DAY,
            )
        )

    return found


def _is_about(known: Stretch, asked: Stretch) -> bool:
    slack = _slack(asked)
    is_part = asked[0] <= known[0] and known[1] <= asked[1]
    return is_part or all(abs(one - two) <= slack for one, two in zip(known, asked, strict=True))


def _meets(known: Stretch, asked: Stretch) -> bool:
    """Whether an open stretch begins or ends where these days do."""
    edge = known[1] if known[0] == date.min else known[0]
    return any(abs(edge - each) <= _slack(asked) for each in asked)


def _slack(asked: Stretch) -> timedelta:
    return _ONE_DAY if (asked[1] - asked[0]).days >= _ROLLING else timedelta()
