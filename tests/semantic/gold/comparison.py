"""Whether two result sets are the same: columns in order, rows in any order unless asked for."""

import math
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal

_ISO_TIME = re.compile(r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?)?")
_DIGITS = 1e-9  # relative: nine significant digits

Row = tuple[object, ...]


def difference(found: Sequence[Row], expected: Sequence[Row], *, ordered: bool = False) -> str | None:
    """The first way in which the rows differ, as a sentence; None when they are the same."""
    left, right = [_plain(row) for row in found], [_plain(row) for row in expected]
    if len(left) != len(right):
        return f"{len(left)} rows in place of {len(right)}: {left[:5]} in place of {right[:5]}"

    if not ordered:
        left, right = sorted(left, key=_rank), sorted(right, key=_rank)

    pairs = zip(left, right, strict=True)
    unlike = [(ours, theirs) for ours, theirs in pairs if not _same_row(ours, theirs)]
    if not unlike or (not ordered and _matched(unlike)):
        return None

    return f"{len(unlike)} of {len(left)} rows differ, such as {unlike[0][0]} in place of {unlike[0][1]}"


def _plain(row: Row) -> Row:
    return tuple(_plain_value(value) for value in row)


def _plain_value(value: object) -> object:
    if isinstance(value, Decimal | int) and not isinstance(value, bool):
        return float(value)

    if isinstance(value, str) and _ISO_TIME.fullmatch(value):
        value = datetime.fromisoformat(value)

    if isinstance(value, datetime):
        return (value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value).isoformat()

    return datetime(value.year, value.month, value.day).isoformat() if isinstance(value, date) else value


def _same_row(left: Row, right: Row) -> bool:
    return len(left) == len(right) and all(map(_same, left, right))


def _same(left: object, right: object) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=_DIGITS, abs_tol=_DIGITS)

    return type(left) is type(right) and left == right


def _matched(pairs: list[tuple[Row, Row]]) -> bool:
    """Whether each row has its like among the others: nearly equal numbers can be sorted either way."""
    others = [right for _, right in pairs]
    for left, _ in pairs:
        like = next((right for right in others if _same_row(left, right)), None)
        if like is None:
            return False

        others.remove(like)

    return True


def _rank(row: Row) -> tuple[tuple[str, float, str], ...]:
    """Texts first, so that rows find their like before numbers decide."""
    return tuple(
        (type(value).__name__, value, "")
        if isinstance(value, float)
        else (type(value).__name__, 0.0, str(value))
        for value in row
    )
