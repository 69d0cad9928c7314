"""Places of what is done, where sums are told apart by place: Europe, of what Sega sold there."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of

Places: TypeAlias = Mapping[Phrase, tuple[Phrase, str]]  # each with its name in a sum, and what is summed

_IN = frozenset({"in", "within", "across"})
_LONGEST = 2  # words of a place
_DOING = frozenset({"did", "does", "do", "has", "have"})
_SELL = frozenset({"sell", "sells", "sold"})
_ASKING = (("what",), ("how", "much"))
_SHARES = frozenset({"percentage", "percent", "share", "proportion", "part", "%", "fraction"})
_COMING = frozenset({"come", "comes", "came", "is", "are", "was", "were", "stems", "made", "generated"})
_FROM = frozenset({"from", "in"})
_MORE = {"more": "more", "better": "more", "less": "less", "fewer": "less"}


def with_places_of_deeds(tokens: Sequence[Token], places: Places) -> Sequence[Token]:
    """The words with the sums that are meant: `Europe sales of Sega`."""
    for find in (_sold, _share, _more):
        if (found := find(tokens, places)) is not None:
            return found

    return tokens


def place_at(tokens: Sequence[Token], at: int, places: Places, *, has_in: bool = True) -> tuple[Phrase, int]:
    """The place that is named behind `in`, and where its name ends."""
    forms = tuple(each.form for each in tokens)
    if at < len(forms) and forms[at] in _IN:
        at += 1
    elif has_in:
        return (), at

    at += forms[at : at + 1] == ("the",)
    sizes = range(_LONGEST, 0, -1)
    size = next((size for size in sizes if forms[at : at + size] in places), 0)
    return (forms[at : at + size], at + size) if size else ((), at)


def worded(token: Token, said: str) -> Token:
    """Another word in the place of one."""
    return replace(token, text=said, form=phrase_of(said)[0] if phrase_of(said) else said, before=" ")


def _sold(tokens: Sequence[Token], places: Places) -> Sequence[Token] | None:
    """`what did Sega sell in Europe`: the Europe sales of Sega."""
    low = [each.text.lower() for each in tokens]
    asked = next((len(each) for each in _ASKING if tuple(low[: len(each)]) == each), 0)
    verb = next((at for at, each in enumerate(low) if each in _SELL), 0)
    if not asked or verb <= asked + 1 or low[asked] not in _DOING:
        return None

    place, end = place_at(tokens, verb + 1, places)
    if not place:
        return None

    return [*sum_of(place, places, tokens[0], "of"), *tokens[asked + 1 : verb], *tokens[end:]]


def _share(tokens: Sequence[Token], places: Places) -> Sequence[Token] | None:
    """`what percentage of worldwide sales comes from Europe`: Europe sales as a percentage of these."""
    low = [each.text.lower() for each in tokens]
    of = next((at for at, each in enumerate(low[:-1]) if each in _SHARES and low[at + 1] == "of"), -1) + 2
    verb = next((at for at in range(max(of, 2), len(low)) if low[at] in _COMING), 0)
    nouns = {noun for _, noun in places.values()}
    if of < 2 or not verb or low[verb - 1] not in nouns or set(low[:of]) - _LEADING:
        return None

    behind = verb + 1 + (low[verb + 1 : verb + 2] in (["made"], ["generated"]))
    if low[behind : behind + 1] and low[behind] in _FROM:
        place, end = place_at(tokens, behind + 1, places, has_in=False)
        if place:
            first = sum_of(place, places, tokens[0], "as", "percentage", "of")
            return [*first, *tokens[of:verb], *tokens[end:]]

    return None


def _more(tokens: Sequence[Token], places: Places) -> Sequence[Token] | None:
    """`publishers that sold more in Europe than in Japan`: that have more Europe sales than Japan sales."""
    for at in range(len(tokens) - 1):
        way = _MORE.get(tokens[at + 1].text.lower(), "")
        place, than = place_at(tokens, at + 2, places)
        if tokens[at].text.lower() not in _SELL or not way or not place:
            continue

        other, end = place_at(tokens, than + 1, places, has_in=False)
        if other and tokens[than].form == "than":
            sums = (sum_of(place, places, tokens[at], "than"), sum_of(other, places, tokens[at]))
            said = [worded(tokens[at], each) for each in ("have", way)]
            return [*tokens[:at], *said, *sums[0], *sums[1], *tokens[end:]]

    return None


def sum_of(place: Phrase, places: Places, like: Token, *behind: str) -> list[Token]:
    """The name of the sum of a place, with some words behind it."""
    name, noun = places[place]
    return [worded(like, each) for each in (*name, noun, *behind)]


_LEADING = _SHARES | keywords().function | {"what", "which", "of", "how", "much", "show", "me"}
