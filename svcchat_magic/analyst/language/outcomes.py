"""What may become of people and things, with its opposite: survive and die, pass and fail, leave and stay."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Outcome:
    """The words that say that something happened, and those that say that it did not."""

    yes: frozenset[str]
    no: frozenset[str]
    rates: frozenset[str]  # nouns before `rate` that say the first, and those that say the second
    others: frozenset[str]


def said_of(flag: str) -> Iterator[tuple[str, bool]]:
    """What else may be said of a flag that is called so, and whether that says that it holds."""
    for each in _outcomes():
        for own, others in ((each.yes, each.no), (each.no, each.yes)):
            if flag in own:
                yield from ((word, True) for word in own - {flag})
                yield from ((word, False) for word in others)


def done_by(flag: str) -> frozenset[str]:
    """All words for what a flag that is called so says; who did so is called after one: leavers."""
    return frozenset({flag}).union(*(each.yes for each in _outcomes() if flag in each.yes))


def is_rated(flag: str, noun: str) -> bool | None:
    """Whether the rate of a noun is that of the rows for which a flag holds, or not; None for neither."""
    for each in _outcomes():
        if flag in each.yes | each.no | each.rates and noun in each.rates | each.others:
            return (noun in each.rates) == (flag not in each.no)

    return None


@cache
def outcome_words() -> frozenset[str]:
    """Every word that says that something happened, or that it did not."""
    return frozenset().union(*(each.yes | each.no for each in _outcomes()))


@cache
def _outcomes() -> tuple[Outcome, ...]:
    data = tomllib.loads(files(__package__).joinpath("outcomes.toml").read_text("utf-8"))
    parts = ("yes", "no", "rates", "others")
    return tuple(Outcome(*(frozenset(each[part]) for part in parts)) for each in data["outcomes"])
