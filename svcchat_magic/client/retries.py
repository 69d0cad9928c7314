"""When a request may be sent again, and after how long (decisions/retries-and-resending)."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

_FIRST_PAUSE = 0.5
_ALWAYS = frozenset({429, 503})
_WITHOUT_INPUT = frozenset({408, 502, 504})


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock, the sleep and the dice of a client; tests bring their own."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    dice: Callable[[], float] = random.random
    now: Callable[[], datetime] = lambda: datetime.now(UTC)


def may_be_sent_again(status: int, *, is_question: bool) -> bool:
    """Whether a request answered so may be repeated; a question is never run twice."""
    return status in _ALWAYS or (status in _WITHOUT_INPUT and not is_question)


def pause_before(attempt: int, retry_after: str, timing: Timing, longest: float = 60.0) -> float:
    """Seconds before try number `attempt` (1 is the first repeat), with full jitter.

    Retry-After, in seconds or as a date, is kept within 0 and `longest`; what cannot be read is as
    if absent.
    """
    asked = _retry_after(retry_after, timing.now())
    if asked is None:
        return timing.dice() * _FIRST_PAUSE * 2.0 ** (attempt - 1)

    return min(max(asked, 0.0), longest) + timing.dice() * _FIRST_PAUSE


def _retry_after(text: str, now: datetime) -> float | None:
    text = text.strip()
    if text.removeprefix("-").isascii() and text.removeprefix("-").isdecimal():
        return float(text)

    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):  # a year, or a zone, that no clock has
        return None

    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() - now.timestamp()
