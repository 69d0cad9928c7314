"""`kilos in, kilos out and the difference`: what stands beside two numbers, said before both of them."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token

_BOTH = (("the", "two"), ("them",), ("both",), ("these", "two"), ("those", "two"), ("these",), ("those",))
_AND = frozenset({"and", "plus", "with"})
_THE = frozenset({"the", "their", "a"})
_ASKING = frozenset(
    {
        "show", "me", "us", "give", "list", "tell", "what", "is", "are", "was", "were", "the", "our",
        "please", "i", "we", "need", "want", "see", "get", "to", "would", "like", "can", "you", "could",
        "how", "much",
    }
)  # fmt: skip
_OTHER_SIDE = frozenset({"to", "from", "against", "vs", "versus", "compared", "of", "with", "between"})
_ROSE = frozenset(
    {"rise", "rose", "risen", "fall", "fell", "fallen", "go", "went", "gone", "change", "changed", "grow"}
    | {"grew", "grown", "drop", "dropped", "increase", "increased", "decrease", "decreased", "shrank"}
)
_IT = frozenset({"it", "they", "this", "that", "these", "those"})
_LONGEST_UNIT = 2  # words


def with_differences(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words with `difference between` before both numbers, and without the unit of what rose or fell."""
    return _before_both(_without_units(tokens))


def _without_units(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`how much it rose` for `how many minutes it rose`."""
    forms = tuple(each.form for each in tokens)
    for at in range(2, len(forms)):
        if forms[at] not in _IT or forms[at + 1 : at + 2] == () or forms[at + 1] not in _ROSE:
            continue

        for start in range(max(at - _LONGEST_UNIT, 2), at):
            if forms[start - 2 : start] in (("how", "many"), ("how", "much")):
                much = replace(tokens[start - 1], text="much", form="much")
                return (*tokens[: start - 1], much, *tokens[at:])

    return tuple(tokens)


def _before_both(tokens: Sequence[Token]) -> tuple[Token, ...]:
    forms = tuple(each.form for each in tokens)
    for at in range(2, len(forms)):
        stop = _end_of_tail(forms, at)
        if forms[at] != "difference" or not stop:
            continue

        start = at - 1 - (forms[at - 1] in _THE)  # of the word that joins it
        joint = _joint(forms, start)
        if forms[start] not in _AND or joint is None:
            continue

        first = _first(forms, joint)
        start -= forms[start - 1] == ","
        said = [replace(tokens[at], text=each, form=each) for each in ("difference", "between")]
        joined = replace(tokens[joint], text="and", form="and", before=" ")
        left, right = tokens[first:joint], tokens[joint + 1 : start]
        if left and right:
            return (*tokens[:first], *said, *left, joined, *right, *tokens[stop:])

    return tuple(tokens)


def _end_of_tail(forms: tuple[str, ...], at: int) -> int:
    """Behind `difference` or `difference between the two`; 0 where it is one to something else."""
    behind = forms[at + 1 : at + 2]
    if behind == ("between",):
        both = next((each for each in _BOTH if forms[at + 2 : at + 2 + len(each)] == each), ())
        return at + 2 + len(both) if both else 0

    return at + 1 if not behind or behind[0] not in _OTHER_SIDE else 0


def _joint(forms: tuple[str, ...], stop: int) -> int | None:
    """What stands between the two numbers: the last comma, or `and` where there is none."""
    for sign in (",", "and"):
        found = [at for at in range(1, stop - 1) if forms[at] == sign]
        if found and len(found) <= 2:
            return found[-1]

    return None


def _first(forms: tuple[str, ...], joint: int) -> int:
    """Where the first of the two numbers begins."""
    commas = [at + 1 for at in range(joint) if forms[at] in (",", ":")]
    start = commas[-1] if commas else 0
    while start < joint and forms[start] in _ASKING:
        start += 1

    return start
