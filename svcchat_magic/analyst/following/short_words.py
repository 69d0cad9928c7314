"""Follow-ups of a few words in the form in which they are read: `total?`, `is that more than in 2023`."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.following.memory import Memory
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.meaning.tree import ByPart, ByTime, Within

_OPENING = frozenset(
    {
        "and",
        "so",
        "but",
        "what",
        "about",
        "is",
        "was",
        "are",
        "'s",
        "how",
        "the",
        "a",
        "their",
        "its",
        "now",
        "then",
    }
)
_POINTING = frozenset({"these", "those", "them", "that", "it", "this", "all"})
_TOTALS = frozenset(
    {("total",), ("sum",), ("overall",), ("grand", "total"), ("overall", "total"), ("total", "sum")}
)
_MEANS = {("average",): "average", ("mean",): "average", ("on", "average"): "average", ("median",): "median"}
_SHOWING = frozenset({"only", "just", "show", "me", "give", "keep"})
_SORTING = frozenset({"sort", "sorted", "order", "ordered"})
_BE, _THAT = (
    frozenset({"is", "was", "are", "were"}),
    frozenset({"that", "it", "this", "those", "these", "they"}),
)
_MORE = frozenset(
    {
        "more",
        "less",
        "higher",
        "lower",
        "better",
        "worse",
        "bigger",
        "smaller",
        "fewer",
        "greater",
        "up",
        "down",
    }
)
_HELPING, _TO = frozenset({"do", "does", "doe", "did"}), frozenset({"to", "with", "against"})


def in_full(tokens: Sequence[Token], memory: Memory | None) -> tuple[Token, ...]:
    """The words as they are said in full behind the turn that `memory` is of."""
    if memory is None or not tokens:
        return tuple(tokens)

    said = [each for each in tokens if not each.is_mark]
    forms = tuple(each.form for each in said)
    bare = _bare(forms)
    if bare in _TOTALS and memory.analysis.groups:
        return _words("in total", tokens)

    if bare in _MEANS and len(memory.analysis.groups) == 1:
        return _words(f"the {_MEANS[bare]}", tokens)

    if forms[:1] and forms[0] in _SORTING and forms[-2:] == ("by", "name") and len(forms) <= 4:
        return _words("sort alphabetically", tokens)

    if count := _first_few(said, memory):
        return _words(f"only the top {count}", tokens)

    start = _compared(forms) if _has_period(memory) else 0
    return (*_words("compared to", tokens), *said[start:]) if start else tuple(tokens)


def _bare(forms: tuple[str, ...]) -> tuple[str, ...]:
    """The words without those that open a question or point at what was shown."""
    while forms and forms[0] in _OPENING:
        forms = forms[1:]

    while len(forms) > 1 and forms[-1] in _POINTING | {"of"}:
        forms = forms[:-1]

    return forms


def _first_few(said: Sequence[Token], memory: Memory) -> str:
    """How many of the rows in `only the first five`, where the highest came first; empty without."""
    rest = [each for each in said if each.form not in _OPENING | _SHOWING]
    before = memory.analysis
    in_time = any(isinstance(each, ByTime | ByPart) for each in before.groups)
    falls = before.rank is None and before.derived is None and not before.by_name
    is_so = len(rest) == 2 and rest[0].form == "first" and (number_of(rest[1]) or 0) > 1
    return rest[1].form if is_so and before.groups and falls and not in_time else ""


def _has_period(memory: Memory) -> bool:
    return any(isinstance(each, Within) for each in memory.analysis.where)


def _compared(forms: tuple[str, ...]) -> int:
    """Where the other side begins in `how does that compare to 2023`, `is that more than in 2023`."""
    while forms[:1] == ("and",):
        return 1 + start if (start := _compared(forms[1:])) else 0

    is_how = forms[:1] == ("how",) and len(forms) > 5 and forms[1] in _HELPING and forms[2] in _THAT
    if is_how and forms[3] == "compare" and forms[4] in _TO:
        return 5

    is_more = len(forms) > 4 and forms[0] in _BE and forms[1] in _THAT and forms[2] in _MORE
    if not is_more or forms[3] != "than":
        return 0

    return 5 if forms[4] == "in" and len(forms) > 5 else 4


def _words(text: str, beside: Sequence[Token]) -> tuple[Token, ...]:
    return tuple(
        replace(beside[0], text=each, form=each, is_quoted=False, before=" ") for each in text.split()
    )
