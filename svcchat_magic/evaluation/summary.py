"""Count verdicts: in all, and by kind and level."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from svcchat_magic.evaluation.verdicts import Graded, Status

COUNTED = ("total", "pass", "fail", "wrong_silent", "clarify", "refused", "review", "error")


def summary(graded: Iterable[Graded]) -> Mapping[str, int]:
    """How many answers there are of each status.

    `wrong_silent` counts those fails that have no warning; the statuses without it add up to `total`.
    """
    counts = dict.fromkeys(COUNTED, 0)
    for each in graded:
        counts["total"] += 1
        counts[each.verdict.status.value] += 1
        counts["wrong_silent"] += each.verdict.is_silent

    return counts


def grouped(graded: Iterable[Graded], key: Callable[[Graded], str]) -> Mapping[str, list[Graded]]:
    """The same answers by a key, in the order in which the keys were first met."""
    groups: dict[str, list[Graded]] = {}
    for each in graded:
        groups.setdefault(key(each), []).append(each)

    return groups


def not_passed(graded: Iterable[Graded]) -> list[Graded]:
    """What somebody has to look at."""
    return [each for each in graded if each.verdict.status is not Status.PASS]


def json_object(graded: Iterable[Graded]) -> dict[str, Any]:
    """The object that `--json` prints."""
    listed = tuple(graded)
    return {"summary": dict(summary(listed)), "items": [_item(each) for each in listed]}


def _item(graded: Graded) -> dict[str, Any]:
    item, verdict = graded.item, graded.verdict
    return {
        "name": item.name,
        "question": item.question,
        "after": list(item.after),
        "kind": item.kind,
        "level": item.level,
        "status": verdict.status.value,
        "wrong_silent": verdict.is_silent,
        "reason": verdict.reason,
        "answer": graded.answered.text,
    }
