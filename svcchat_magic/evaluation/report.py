"""Verdicts as text: a table by kind, one by level, and what did not pass."""

from collections.abc import Callable, Sequence

from svcchat_magic.evaluation.question_file import KINDS, LEVELS
from svcchat_magic.evaluation.summary import COUNTED, grouped, not_passed, summary
from svcchat_magic.evaluation.verdicts import Graded
from svcchat_magic.protocol.text_table import TextColumn, table_lines

_HEADS = {"wrong_silent": "silent"}


def report(graded: Sequence[Graded], width: int | None = None) -> str:
    """Tables and reasons; `width` is that of a terminal, None elsewhere."""
    parts = [
        _table("kind", graded, lambda each: each.item.kind, KINDS, width),
        _table("level", graded, lambda each: each.item.level, LEVELS, width),
        _reasons(graded),
    ]
    return "\n\n".join(part for part in parts if part)


def _table(
    name: str,
    graded: Sequence[Graded],
    key: Callable[[Graded], str],
    order: Sequence[str],
    width: int | None,
) -> str:
    groups = grouped(graded, key)
    names = [each for each in order if each in groups]
    counts = [*(summary(groups[each]) for each in names), summary(graded)]
    columns = [
        TextColumn(_HEADS.get(each, each), tuple(str(row[each]) for row in counts), is_right=True)
        for each in COUNTED
    ]
    return "\n".join(table_lines([TextColumn(name, (*names, "all")), *columns], width))


def _reasons(graded: Sequence[Graded]) -> str:
    """A line for each answer that did not pass, and one for its question."""
    return "\n".join(f"{_verdict(each)}\n    {_asked(each)}" for each in not_passed(graded))


def _verdict(graded: Graded) -> str:
    verdict = graded.verdict
    silently = ", silently" if verdict.is_silent else ""
    return f"{verdict.status}{silently}: {graded.item.name}: {verdict.reason}"


def _asked(graded: Graded) -> str:
    return " > ".join(" ".join(text.split()) for text in (*graded.item.after, graded.item.question))
