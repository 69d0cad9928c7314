"""The message behind a clarification: which of its choices it picks, by number, by place or by name."""

import re
from collections.abc import Sequence

from svcchat_magic.analyst.following.memory import Choice
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import tokens_of
from svcchat_magic.analyst.language.words import phrase_of

_MOST_WORDS = 8
_NUMBER = re.compile(r"\W*(?:number|option|choice|no|nr|#)?\W*(\d{1,2})\W*", re.IGNORECASE)
_PLACE = frozenset(
    {"one", "option", "choice", "please", "i", "mean", "meant", "the", "take", "that", "reading"}
)


def picked(message: str, choices: Sequence[Choice]) -> Choice | None:
    """The choice that a message picks; None where it is something else, such as a new question."""
    if not choices:
        return None

    if number := _NUMBER.fullmatch(message):
        return _at(int(number[1]), choices)

    whole = [
        each
        for each in choices
        if message.strip().casefold() in (each.question.casefold(), each.label.casefold())
    ]
    if whole:
        return whole[0]

    return _by_place(message, choices) or _by_name(message, choices)


def _at(number: int, choices: Sequence[Choice]) -> Choice | None:
    return choices[number - 1] if 0 < number <= len(choices) else None


def _by_place(message: str, choices: Sequence[Choice]) -> Choice | None:
    """`the second`, `the last one please`."""
    forms = [each.form for each in tokens_of(message) if not each.is_mark and each.form not in _PLACE]
    meanings = dict(keywords().meanings.get(tuple(forms), ())) if len(forms) == 1 else {}
    place = int(meanings.get("NTH", 0))
    return choices[-1] if place == -1 else _at(place, choices)


def _by_name(message: str, choices: Sequence[Choice]) -> Choice | None:
    """`order date`, `by ship date please`: words of one label alone."""
    skipped = keywords().function | _PLACE
    said = {each.form for each in tokens_of(message) if not each.is_mark and each.form not in skipped}
    if not said or len(said) > _MOST_WORDS:
        return None

    fitting = [each for each in choices if said <= set(phrase_of(each.label))]
    return fitting[0] if len(fitting) == 1 else None
