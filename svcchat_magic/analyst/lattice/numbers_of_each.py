"""`how many pizzas are in an average order`: the average number of pizzas per order, however it is asked."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import Entity

_ON_AVERAGE = (("on", "average"), ("in", "average"), ("typically",), ("usually",))
_USUAL = frozenset({"average", "typical", "usual"})
_INSIDE = frozenset({"in", "on", "within", "inside", "per"})
_DOING = frozenset({"do", "does", "doe", "did"})  # without its ending, does is doe
_HAVING = frozenset({"have", "contain", "include", "hold", "get", "place", "make", "cover", "comprise"})
_LINKS = frozenset({"are", "is", "were", "was", "there", "do", "we", "they", "have", "has", "get"})
_ARTICLES = frozenset({"a", "an", "the", "one", "each", "every", "our"})
_MARKS = frozenset({"?", ".", "!"})
_LONGEST = 3  # words of a noun


def with_numbers_of_each(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `average number of pizzas per order`, where both are rows of the model."""
    rest, is_average = _without_average(tokens)
    for at in range(len(rest) - 3):
        if (rest[at].form, rest[at + 1].form) != ("how", "many"):
            continue

        many = _noun(rest, at + 2, catalog)
        one = _of_each(rest, many, catalog) if many > at + 2 else None
        if one is None or not (is_average or one[2]):
            continue

        start, stop, _ = one
        noun, each = rest[at + 2 : many], rest[start:stop]
        while stop < len(rest) and rest[stop].form in _HAVING:
            stop += 1

        said = _words(("what", "is", "the", "average", "number", "of"), rest[at])
        return (*rest[:at], *said, *noun, *_words(("per",), rest[at]), *each, *rest[stop:])

    return tuple(tokens)


def _of_each(tokens: Sequence[Token], at: int, catalog: Catalog) -> tuple[int, int, bool] | None:
    """Where the rows are named that have so many, and whether they are average ones."""
    asks = at < len(tokens) and tokens[at].form in _DOING
    inside = at + asks
    while inside < len(tokens) and not asks and tokens[inside].form not in _INSIDE:
        form = tokens[inside].form
        if form not in _LINKS and not is_participle(tokens[inside].text.lower()):
            return None

        inside += 1

    start = inside + (not asks)
    while start < len(tokens) and tokens[start].form in _ARTICLES:
        start += 1

    is_usual = start < len(tokens) and tokens[start].form in _USUAL
    stop = _noun(tokens, start + is_usual, catalog)
    return (start + is_usual, stop, is_usual) if stop > start + is_usual else None


def _noun(tokens: Sequence[Token], at: int, catalog: Catalog) -> int:
    """Where the noun of some rows ends that begins here."""
    for stop in range(min(at + _LONGEST, len(tokens)), at, -1):
        phrase = tuple(each.form for each in tokens[at:stop])
        named = (each.of for each in catalog.phrases.get(phrase, ()) if each.weight >= OWN)
        if any(isinstance(each, Entity) for each in named):
            return stop

    return at


def _without_average(tokens: Sequence[Token]) -> tuple[list[Token], bool]:
    forms = [each.form for each in tokens]
    for phrase in _ON_AVERAGE:
        for at in range(len(forms) - len(phrase) + 1):
            if tuple(forms[at : at + len(phrase)]) == phrase:
                stop = at + len(phrase)
                stop += stop < len(forms) and at == 0 and tokens[stop].text == ","
                return [*tokens[:at], *tokens[stop:]], True

    return list(tokens), False


def _words(words: Sequence[str], at: Token) -> list[Token]:
    return [replace(at, text=each, form=each, before=" ") for each in words]
