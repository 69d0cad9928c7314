"""Other words for a word of a member's name: current ones are active, and `km` are kilometres."""

from collections.abc import Iterator

from svcchat_magic.analyst.language.lexicon import Phrase

_FIRST = {"active": "current", "current": "active"}  # members, subscriptions
_DONE_SOMEHOW = frozenset({"payment", "shipping", "delivery", "contact", "transport", "travel"})
_FEES = frozenset({"fee", "charge"})
_PAIR, _WITHOUT_LEVEL, _EARNED = 2, 0.8, 0.9
_UNITS = {"km": ("kilometre", "kilometer"), "kg": ("kilogram", "kilo"), "hr": ("hour",)}


def phrases_alike(phrase: Phrase, first: float) -> Iterator[tuple[Phrase, float]]:
    """The phrase in other words, each as a share of how sure it is itself; `first` of another first word."""
    if other := _FIRST.get(phrase[0] if phrase else ""):
        yield (other, *phrase[1:]), first

    if len(phrase) == _PAIR and phrase[1] == "level":
        yield phrase[:1], _WITHOUT_LEVEL  # students per grade

    if len(phrase) == 1 and phrase[0] in _DONE_SOMEHOW:
        yield (*phrase, "method"), 1.0

    if len(phrase) >= _PAIR and phrase[-1] in _FEES:
        yield (*phrase[:-1], "revenue"), _EARNED  # shipping revenue

    for at, word in enumerate(phrase):
        yield from (((*phrase[:at], each, *phrase[at + 1 :]), 1.0) for each in _UNITS.get(word, ()))
