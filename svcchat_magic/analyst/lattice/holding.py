"""Room for people: `which arena holds the most people`, `how many people can the hall seat`."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.adjectives import Scale
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.adjectives import fits
from svcchat_magic.analyst.linking.catalog import Catalog

_HOLDING = frozenset({"hold", "holds", "held", "seat", "seats", "fit", "fits", "accommodate", "accommodates"})
_MOST = {"most": "highest", "fewest": "lowest", "least": "lowest"}
_HELPING = frozenset({"do", "does", "doe", "did", "can", "could", "will"})
_ROOM = Scale((("capacity",), ("seat",)), (), is_high=True)


def with_capacity(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with the capacity that is asked for; as they are where the model tells none."""
    for at in range(1, len(tokens)):
        if tokens[at].text.lower() not in _HOLDING or tokens[at].is_quoted:
            continue

        room = _room(catalog)
        behind = tokens[at + 1 : at + 4]
        if room and len(behind) == 3 and behind[1].form in _MOST and _are_people(behind[2]):
            words = _words(("has", "the", _MOST[behind[1].form], *room), tokens[at])
            return (*tokens[:at], *words, *tokens[at + 4 :])

        start = next((place for place in range(at - 4) if _asks_how_many(tokens, place)), None)
        if room and start is not None:
            words = _words(("what", "is", "the", *room, "of"), tokens[start])
            return (*tokens[:start], *words, *tokens[start + 4 : at], *tokens[at + 1 :])

    return tuple(tokens)


def _asks_how_many(tokens: Sequence[Token], at: int) -> bool:
    how, many, people, helping = tokens[at : at + 4]
    return (how.form, many.form) == ("how", "many") and _are_people(people) and helping.form in _HELPING


def _are_people(token: Token) -> bool:
    return token.form in keywords().persons | {"people", "spectator", "fan"}


def _room(catalog: Catalog) -> Phrase:
    numbers = [each for each in catalog.concepts if each.kind == "dimension" and each.type == "number"]
    ranked = [(rank, each) for each in numbers if (rank := fits(each, _ROOM.nouns)) is not None]
    best = [each for rank, each in ranked if rank == min(rank for rank, _ in ranked)]
    titles = {_without(phrase_of(each.title), phrase_of(catalog.entities[each.cube].noun)) for each in best}
    shortest = min(titles, key=len, default=())  # of the same column under several roles
    return shortest if all(each[-len(shortest) :] == shortest for each in titles) else ()


def _without(title: Phrase, noun: Phrase) -> Phrase:
    return title[len(noun) :] if title[: len(noun)] == noun and len(title) > len(noun) else title


def _words(words: Sequence[str], at: Token) -> list[Token]:
    return [replace(at, text=each, form=each, before=" ") for each in words]
