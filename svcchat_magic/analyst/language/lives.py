"""How one says that persons came, are there, and left: current staff, leavers, new joiners, tenure."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token, tokens_of

_DIVIDED = frozenset({"divided", "over", "÷", "/"})
_LEFT = frozenset({"left", "leaver", "departed", "cancelled", "churned"})
_FIRST_DAY = frozenset({"start", "beginning", "opening", "january", "first"})


@dataclass(frozen=True)
class LifeWords:
    """What `lives.toml` says, in compared forms."""

    current: frozenset[Phrase]
    staying: frozenset[Phrase]
    left: frozenset[Phrase]
    leave: frozenset[Phrase]
    leavers: frozenset[Phrase]
    contestants: frozenset[Phrase]
    joined: frozenset[Phrase]
    join: frozenset[Phrase]
    joiners: frozenset[Phrase]
    tenure: frozenset[Phrase]
    turnover: frozenset[Phrase]
    churn: frozenset[Phrase]
    told_left: frozenset[Phrase]
    told_there: frozenset[Phrase]


@cache
def life_words() -> LifeWords:
    """The words, read once."""
    data = tomllib.loads(files(__package__).joinpath("lives.toml").read_text("utf-8"))
    return LifeWords(**{each.name: frozenset(map(_phrase, data[each.name])) for each in fields(LifeWords)})


def told_as_turnover(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """Where it is said that those who left are divided by those who were there on the first day."""
    words, forms = life_words(), [each.form for each in tokens]
    at = next((at for at, each in enumerate(forms) if each in _DIVIDED), None)
    if at is None:
        return None

    start, stop = at, at + 1 + (forms[at + 1 : at + 2] in (["by"], ["over"]))
    while start > 0 and ((forms[start - 1],) in words.told_left or forms[start] == "who"):
        start -= 1

    first = stop
    while stop < len(forms) and ((forms[stop],) in words.told_there or _is_year(forms[stop])):
        stop += 1

    says = set(forms[start:at]), set(forms[first:stop])
    is_whole = stop == len(forms) or tokens[stop].is_mark
    is_told = bool(says[0] & _LEFT) and bool(says[1] & _FIRST_DAY)
    return (start, stop) if is_whole and is_told else None


def _is_year(form: str) -> bool:
    return len(form) == len("2024") and form.isdigit()


def _phrase(text: str) -> Phrase:
    return tuple(each.form for each in tokens_of(text))
