"""Judge an answer: whether it is right, and if not, in what way."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from svcchat_magic.errors import EngineError
from svcchat_magic.evaluation.grading import difference
from svcchat_magic.evaluation.question_file import Item, Need
from svcchat_magic.semantic.engines.engines import Engine

MOST_ROWS = 10_000  # of an expected result

# An answer warns where it says what it could not do, left out or assumed. That a period is not over, or
# where the data ends, is true of right answers too and warns of nothing.
_WARNING = re.compile(
    r"\bI (?:cannot|could not|did not|do not|(?:ca|could|did|do)n[’']t|took|assumed|ignored|skipped|left)\b"
    r"|\b(?:left out|not used|not available|ignored|ignoring|assuming)\b",
    re.IGNORECASE,
)


class Status(StrEnum):
    """How an answer was judged; only `pass` is right."""

    PASS = "pass"
    FAIL = "fail"
    CLARIFY = "clarify"  # it asked back
    REFUSED = "refused"  # although there is an answer
    REVIEW = "review"  # someone has to look at it
    ERROR = "error"  # of the expected SQL, or of the service


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What was received for a question: the rows of its last SQL result, and what was said.

    `outcome` is the service's own word for it (answered, clarify or refused), where it says so.
    """

    rows: Sequence[Sequence[object]] | None = None  # None without a SQL result
    total_rows: int = 0  # of the whole result
    text: str = ""
    outcome: str = ""
    error: str = ""

    @property
    def is_refusal(self) -> bool:
        """Whether it computed nothing: it says so, or has no SQL result."""
        return self.outcome == "refused" or (not self.outcome and self.rows is None)

    @property
    def has_warning(self) -> bool:
        """Whether the text warns that something was left out or assumed."""
        return bool(_WARNING.search(self.text))


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an answer was judged, and why."""

    status: Status
    reason: str = ""
    is_silent: bool = False  # a fail whose text has no warning


@dataclass(frozen=True, slots=True)
class Graded:
    """A question, what was received for it, and how that was judged."""

    item: Item
    answered: Answered
    verdict: Verdict


def judge(item: Item, answered: Answered, engine: Engine) -> Verdict:
    """The verdict on one answer; the expected SQL runs in `engine`."""
    if answered.error:
        return Verdict(Status.ERROR, answered.error)

    if answered.outcome == "clarify":
        return Verdict(Status.CLARIFY, "it asked back")

    if item.need is Need.REFUSAL:
        return (
            Verdict(Status.PASS)
            if answered.is_refusal
            else _failed("answered, but no answer exists", answered)
        )

    if answered.is_refusal:
        return Verdict(Status.REFUSED, "refused, but it can be answered")

    if answered.rows is None:
        return Verdict(Status.REVIEW, "answered in words, without a result")

    return _judged_by_rows(item, answered, engine)


def _judged_by_rows(item: Item, answered: Answered, engine: Engine) -> Verdict:
    rows = answered.rows or ()
    reasons = []
    for sql in item.sql:
        try:
            expected = engine.run(sql, {}, limit=MOST_ROWS).rows
        except EngineError as error:
            return Verdict(Status.ERROR, f"query error in the expected SQL: {error}")

        if len(rows) < answered.total_rows == len(expected):
            return Verdict(Status.REVIEW, f"only {len(rows)} of {answered.total_rows} rows were shown")

        reasons.append(difference(expected, rows))
        if not reasons[-1]:
            return Verdict(Status.PASS)

    return _failed(reasons[0], answered)


def _failed(reason: str, answered: Answered) -> Verdict:
    return Verdict(Status.FAIL, reason, is_silent=not answered.has_warning)
