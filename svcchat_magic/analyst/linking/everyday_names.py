"""What members and rows are called, and what people call them otherwise: gratuity for a tip amount."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog, Meaning
from svcchat_magic.analyst.linking.member_names import HEAD, HEADED, OWN, PART
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.semantic.search.thesaurus import others_for, wider_for
from svcchat_magic.semantic.search.words import written_form

LONGEST = 5  # words of a name
_WHOLE, _IN_PART = 0.9, 0.8
_OWN_WORDS = frozenset({HEAD, PART})  # of its name; what else is less sure is another word for it already
_AREAS = frozenset({"sqm", "sqft"})  # the units of areas, which their names may end in
_Named = Mapping[Phrase, Mapping[Concept | Entity, float]]


def everyday_meanings(words: Sequence[str], catalog: Catalog) -> Iterator[tuple[Concept | Entity, float]]:
    """What lower-case words mean by everyday words for the same, each with how surely."""
    names = _names_of(catalog)
    for phrase, likeness, least in _said_otherwise(tuple(map(written_form, words))):
        named = names.get(phrase, {})
        has_rows = any(isinstance(of, Entity) and weight >= OWN for of, weight in named.items())
        for of, weight in named.items():
            if weight < least and isinstance(of, Concept):
                continue  # a floor area may be called area, and is no children's area

            if weight >= OWN or not has_rows:  # plants are these before they are the name of each
                yield of, weight * likeness


def _said_otherwise(phrase: Phrase) -> Iterator[tuple[Phrase, float, float]]:
    """`monthly pay` for monthly wage: all of it, or one of its words; with the least weight of a name."""
    yield from ((other, _WHOLE, 0.0) for other in others_for(phrase))
    yield from ((other, _WHOLE, HEADED) for other in wider_for(phrase))
    for at, word in enumerate(phrase) if len(phrase) > 1 else ():
        for others, least in ((others_for((word,)), 0.0), (wider_for((word,)), HEADED)):
            for other in others:
                yield (*phrase[:at], *other, *phrase[at + 1 :]), _IN_PART, least


def _names_of(catalog: Catalog) -> _Named:
    return catalog.model.derived.get("everyday names", lambda: _made(catalog))


def _made(catalog: Catalog) -> _Named:
    found: dict[Phrase, dict[Concept | Entity, float]] = {}
    for phrase, meanings in catalog.phrases.items():
        forms = tuple(map(written_form, phrase))
        known = found.setdefault(forms[:-1] if len(forms) > 1 and forms[-1] in _AREAS else forms, {})
        for each in meanings:
            if _is_name(each):
                known[each.of] = max(known.get(each.of, 0.0), each.weight)

    for phrase, entity in _heads(catalog):
        found.setdefault(phrase, {}).setdefault(entity, HEAD)

    return found


def _heads(catalog: Catalog) -> Iterator[tuple[Phrase, Entity]]:
    """`trip` of the only rows that are trips of some kind: bike trips."""
    lasts = Counter(phrase_of(each.noun)[-1:] for each in catalog.entities.values())
    for each in catalog.entities.values():
        noun = phrase_of(each.noun)
        is_free = all(other.weight < PART for other in catalog.phrases.get(noun[-1:], ()))
        if len(noun) > 1 and lasts[noun[-1:]] == 1 and is_free:
            yield (written_form(noun[-1]),), each


def _is_name(meaning: Meaning) -> bool:
    if meaning.weight >= HEADED:
        return True

    if isinstance(meaning.of, Entity):
        return meaning.weight >= PART

    return meaning.weight in _OWN_WORDS and _is_called_so(meaning.of)


def _is_called_so(of: Concept) -> bool:
    """Whether a part of a name is one, too: a lowest wage is no wage, nor is a number of different ones."""
    return of.agg_type not in ("count", "count_distinct", "min", "max")
