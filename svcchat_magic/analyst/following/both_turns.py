"""`both together`, `what is the difference`: of what was asked last and of what was asked before that."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    AnyOf,
    Condition,
    Counted,
    Derived,
    IsIn,
    Measured,
    Within,
)

_SUM = frozenset({"together", "combined", "both", "altogether"})
_DIFFERENCE = frozenset({"difference", "differ", "gap"})
_EMPTY = keywords().function - {"data"} | {
    "between",
    "big",
    "large",
    "put",
    "show",
    "take",
    "those",
    "two",
    "up",
    "far",
    "apart",
}
_NAMING = frozenset({"them", "they", "these", "those", "two", "all", "both"})


def asks_of_both(tokens: Sequence[Token]) -> bool:
    """Whether nothing is said but that what was asked is to be taken together, or how far it is apart."""
    forms = {each.form for each in tokens if not each.is_mark}
    return bool(forms & (_SUM | _DIFFERENCE)) and forms <= _SUM | _DIFFERENCE | _NAMING | _EMPTY


def of_both_turns(tokens: Sequence[Token], memory: Memory) -> Analysis | None:
    """The two turns before in one, where they ask for the same of two values, or of two periods.

    Behind one turn it is the whole of its groups.
    """
    now, before = memory.analysis, memory.previous
    differs = is_about_difference(tokens)
    if before is None or replace(now, where=()) != replace(before, where=()) or now.derived:
        return None if differs else _whole(now)

    own = _apart(now.where, before.where), _apart(before.where, now.where)
    if not all(own):
        return None if differs else _whole(now)

    kept = tuple(each for each in now.where if each in before.where)
    return _difference(now, kept, own) if differs else _sum(now, kept, own)


def is_about_difference(tokens: Sequence[Token]) -> bool:
    """Whether it is asked how far something is apart, which behind one turn is a change."""
    return any(each.form in _DIFFERENCE for each in tokens)


def _whole(now: Analysis) -> Analysis | None:
    """All groups of a table together; of the first few of them nothing is added up."""
    is_cut = now.rank is not None and now.rank.limit
    is_table = bool(now.groups) and not (now.derived or now.having or is_cut or now.rows_of)
    return replace(now, groups=(), rank=None) if is_table else None


def _apart(where: Sequence[Condition], others: Sequence[Condition]) -> tuple[Condition, ...]:
    """What keeps the rows of one turn alone: one value of one column, or one period."""
    own = tuple(each for each in where if each not in others)
    return own if len(own) == 1 and isinstance(own[0], IsIn | Within) and not own[0].negated else ()


def _sum(
    now: Analysis, kept: tuple[Condition, ...], own: tuple[tuple[Condition, ...], ...]
) -> Analysis | None:
    (last,), (first,) = own
    if isinstance(last, IsIn) and isinstance(first, IsIn) and last.of == first.of:
        both: Condition = replace(last, values=tuple(dict.fromkeys((*first.values, *last.values))))
    elif isinstance(last, Within) and isinstance(first, Within) and last.time == first.time:
        both = _joined(first, last)
    else:
        return None

    return replace(now, where=(*kept, both))


def _joined(first: Within, last: Within) -> Condition:
    """One period of two that follow each other."""
    early, late = sorted((first, last), key=lambda each: (each.period.start is not None, each.period.start))
    if early.period.end is not None and early.period.end == late.period.start:
        return replace(early, period=type(early.period)(early.period.start, late.period.end))

    return AnyOf((early, late))


def _difference(
    now: Analysis, kept: tuple[Condition, ...], own: tuple[tuple[Condition, ...], ...]
) -> Analysis | None:
    """What was asked last less what was asked before; of one number, which is no table."""
    if len(now.quantities) != 1 or now.groups or now.rank:
        return None

    asked = now.quantities[0]
    if not isinstance(asked, Measured | Counted):
        return None

    last, first = (replace(asked, where=(*asked.where, *each)) for each in own)
    return replace(now, quantities=(last, first), where=kept, derived=Derived("difference"))
