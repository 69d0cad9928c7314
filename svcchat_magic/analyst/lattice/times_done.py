"""`how many times was a book borrowed`: as often as there are loans, and no number of books."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.participles import is_participle
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.deeds import deed_of
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Entity
from svcchat_magic.semantic.search.thesaurus import stems_of

_ASKING = ("how", "many", "time")
_AUXILIARIES = frozenset({"was", "were", "is", "are", "has", "have", "had", "been", "be", "got", "get"})
_DETERMINERS = frozenset({"a", "an", "the", "our", "any"})
_EACH = frozenset({"each", "every"})
MAKING = frozenset({"made", "placed", "done", "taken", "given", "filed", "submitted", "recorded", "logged"})
_FAR = 6  # words from the noun to what was done with it
_UNKNOWN = "occasion"  # a word that no model has: then the question is not read


def with_times_counted(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The rows that were made each time in place of the times."""
    forms = tuple(each.form for each in tokens)
    at = next((at for at in range(len(forms) - 3) if forms[at : at + 3] == _ASKING), None)
    if at is None or forms[at + 3] not in _AUXILIARIES:
        return tuple(tokens)

    noun = next((place for place in range(at + 4, len(forms)) if _entity(tokens[place], catalog)), None)
    thing = _entity(tokens[noun], catalog) if noun is not None else None
    verb = _verb(tokens, noun + 1) if noun is not None else None
    if noun is None or thing is None or verb is None:
        return tuple(tokens)

    deed = deed_of(tokens[verb].text.lower(), thing.cube, catalog)
    if deed is not None:
        return _counted(tokens, (at, noun, verb), deed)

    if _is_own(tokens[verb], thing, catalog):
        return tuple(tokens)

    times = replace(tokens[at + 2], form=_UNKNOWN)
    return (*tokens[: at + 2], times, *tokens[at + 3 :])


def _counted(tokens: Sequence[Token], places: tuple[int, int, int], deed: Entity) -> tuple[Token, ...]:
    """`how many loans`, with what is said of the thing; by the things where each of them is asked for."""
    at, noun, verb = places
    named = [_word(tokens[at + 2], each) for each in deed.noun.split()]
    inner = [each for each in tokens[at + 4 : noun] if each.form not in _DETERMINERS | _AUXILIARIES | _EACH]
    behind = [each for each in tokens[noun + 1 : verb] if each.form not in _AUXILIARIES]
    is_each = any(each.form in _EACH for each in tokens[at + 4 : noun])
    groups = [_word(tokens[noun], "by"), tokens[noun]] if is_each else []
    return (*tokens[: at + 2], *named, *inner, *behind, *groups, *tokens[verb + 1 :])


def _word(at: Token, text: str) -> Token:
    return replace(at, text=text, form=phrase_of(text)[0] if phrase_of(text) else text)


def _entity(token: Token, catalog: Catalog) -> Entity | None:
    found = catalog.phrases.get((token.form,), ()) if not token.is_quoted else ()
    return next((each.of for each in found if isinstance(each.of, Entity) and each.weight >= OWN), None)


def _verb(tokens: Sequence[Token], start: int) -> int | None:
    """What was done: the first participle behind the noun."""
    for at in range(start, min(start + _FAR, len(tokens))):
        if _is_done(tokens[at]) and tokens[at].form not in _AUXILIARIES:
            return at

    return None


def _is_done(token: Token) -> bool:
    light = keywords().light - keywords().function
    return is_participle(token.text.lower()) or token.text.lower() in light


def _is_own(verb: Token, thing: Entity, catalog: Catalog) -> bool:
    """Whether the thing itself was made then, has a date of it, or a number that is called so."""
    if verb.text.lower() in MAKING:
        return True

    times = date_names_of(catalog).named(stems_of(verb.text.lower()))
    own = [each for each in catalog.concepts if each.cube == thing.cube]
    return any(each.cube == thing.cube for each in times) or any(
        verb.form in phrase_of(f"{each.title} {each.name}".replace("_", " ")) for each in own
    )
