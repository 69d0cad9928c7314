"""The key figures of a trade by their names, CTR or load factor, and what each is over what."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.semantic.inference.names import singular

Phrase = tuple[str, ...]
Names = frozenset[Phrase]  # of columns, as they are written or compared


@dataclass(frozen=True, slots=True)
class UsualRatio:
    """What a name means: the ways in which columns may make it, the usual one first."""

    ways: tuple[tuple[Names, Names], ...]
    names: frozenset[Phrase]
    is_percent: bool = False
    is_left: bool = False  # what is left of the upper side without the lower one is divided
    per: int = 1
    is_averaged: bool = False  # an average of it is that of all rows together
    beside: Names = frozenset()  # what a table must also have
    is_basket: bool = False  # what is bought in one go comes to so much on average, where rows tell that


@cache
def usual_ratios() -> Mapping[Phrase, tuple[tuple[str, UsualRatio], ...]]:
    """The ratios by the words of each name, with the name as it is written."""
    data = tomllib.loads(files(__package__).joinpath("usual_ratios.toml").read_text("utf-8"))
    sides = {side: _columns(names) for side, names in data["sides"].items()}
    found: dict[Phrase, tuple[tuple[str, UsualRatio], ...]] = {}
    for each in data["ratios"]:
        made = UsualRatio(
            tuple((sides[above], sides[below]) for above, below in map(_sides, each["ways"])),
            frozenset(map(_said, each["names"])),
            each.get("percent", False),
            each.get("left", False),
            each.get("per", 1),
            each.get("averaged", False),
            sides.get(each.get("beside", ""), frozenset()),
            each.get("basket", False),
        )
        for said, name in {_said(name): name for name in reversed(each["names"])}.items():
            found[said] = (*found.get(said, ()), (name, made))

    return found


def _sides(way: str) -> tuple[str, str]:
    above, below = way.split(" / ")
    return above, below


def _said(name: str) -> Phrase:
    return tuple(each.form for each in tokens_of(name))


def _columns(names: list[str]) -> Names:
    """The words of columns in both forms that these are compared in."""
    return frozenset(form for name in names for form in (phrase_of(name), _plain(name)))


def _plain(name: str) -> Phrase:
    return tuple(map(singular, name.split()))
