"""Adjectives of a question with what they measure in one model: the cheapest by list price."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from svcchat_magic.analyst.language.adjectives import Phrase, Scale, adjectives
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.scale_orders import ends_first
from svcchat_magic.analyst.lattice.spans import spans
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.descriptions import Said
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Concept, Entity

_MOST = 5  # members that one adjective may measure
_BASE, _EACH_WORD, _LESS_SURE = 0.8, 0.35, 0.05
_LONGEST_HOW = 3
ENDS = {  # the words of columns with one end of what is measured, by whether it is the high one
    True: frozenset({"maximum", "max", "highest", "high"}),
    False: frozenset({"minimum", "min", "lowest", "low"}),
}
_BEHIND = frozenset(  # what may stand behind a noun and says no other thing than it
    (
        "amount", "average", "count", "duration", "each", "high", "index", "level", "living", "low", "max",
        "maximum", "mean", "min", "minimum", "number", "percentage", "rate", "score", "speed", "sqft", "sqm",
        "total", "value",
    )
)  # fmt: skip
_OF = frozenset({"of", "from", "to", "at", "per", "in", "on", "by", "for"})
_MEANS = frozenset({"average", "mean"})
_RATINGS, _COUNTED = frozenset({"rating", "score", "star"}), frozenset({"count", "number"})
_RANKS = frozenset({"rank", "ranking"})
_CHANGES = frozenset({"hike", "raise", "increase", "decrease", "change", "growth", "delta", "difference"})
_WAITS = (("delay",), ("wait",), ("waiting",), ("lead",), ("stay",), ("lag",))


@dataclass(frozen=True, slots=True)
class Measures:
    """What an adjective measures, and which end of it is meant."""

    of: Concept
    descending: bool
    is_year: bool = False  # a year of birth is no number of years
    this_year: int = 0  # from which such a year makes an age
    today: date | None = None  # and such a day


def aged_items(tokens: Sequence[Token], catalog: Catalog, today: date) -> Iterator[Item]:
    """The items of adjectives; `older than 65` of a day or a year of birth needs the day of the question."""
    for item in adjective_items(tokens, catalog):
        dated = replace(item.value, this_year=today.year, today=today)
        yield replace(item, value=dated) if item.value.is_year else item


def adjective_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`MOSTADJ` for superlatives, `MOREADJ` for comparatives: once for each member that they may measure."""
    forms = tuple(each.form for each in tokens)
    known = adjectives()
    for start in range(len(forms)):
        for stop in range(start + 1, min(start + known.longest, len(forms)) + 1):
            if not _measures_next(forms, stop, catalog):
                found = _items("MOSTADJ", known.superlatives, forms, start, stop, catalog)
                is_order = bool(ends_first(forms, stop))  # of what is told of groups, and no other number
                yield from (each for each in found if not (is_order and each.value.of.kind == "measure"))

            yield from _items("MOREADJ", known.comparatives, forms, start, stop, catalog)

    for at, form in enumerate(forms):
        is_lasting = any(category == "LASTED" for category, _ in keywords().meanings.get((form,), ()))
        scales = known.superlatives.get(("longest",), ()) if is_lasting else ()
        for scale in (*scales, *filter(None, (known.verbs.get((form,)),))):
            for place, measured in _in_places(scale, catalog):
                yield Item("LASTED", at, at + 1, measured, _BASE - _LESS_SURE * place)


def _measures_next(forms: Phrase, at: int, catalog: Catalog) -> bool:
    """`the biggest tip`: a number that stands behind it is what is big, and nothing else that has a size."""
    behind = (catalog.phrases.get(forms[at:stop], ()) for stop in range(at + 1, at + 1 + catalog.longest))
    return any(
        isinstance(each.of, Concept) and each.of.kind == "dimension" and _has_size(each.of)
        for found in behind
        for each in found
        if each.weight >= OWN
    )


def duration_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`how long`: said of every number of the model that tells a length, of time as a rule."""
    forms = tuple(each.form for each in tokens)
    for start, stop in spans(len(forms), _LONGEST_HOW):
        meanings = keywords().meanings.get(forms[start:stop], ())
        if any(category == "HOWLONG" for category, _ in meanings):
            yield Item("DURATION", start, stop, Said(" ".join(forms[start:stop]), _lengths(catalog)), 0.9)


def _lengths(catalog: Catalog) -> frozenset[Concept | Entity]:
    known = adjectives().superlatives
    nouns = [noun for each in known[("longest",)] for noun in each.nouns]
    nouns += [noun for each in known[("fastest",)] for noun in (*each.nouns, *each.inverse)]
    nouns += [noun for each in known[("oldest",)] for noun in each.nouns]
    counts = ("count", "count_distinct")  # how many stays there are is no length of one
    told = (
        each
        for each in catalog.concepts
        if _has_size(each)
        and each.type != "time"
        and each.agg_type not in counts
        and each.format != "currency"
    )
    return frozenset(each for each in told if fits(each, (*nouns, *_WAITS)) is not None)


def _items(
    category: str,
    scales: Mapping[Phrase, tuple[Scale, ...]],
    forms: Phrase,
    start: int,
    stop: int,
    catalog: Catalog,
) -> Iterator[Item]:
    for scale in scales.get(forms[start:stop], ()):
        is_compared = category == "MOREADJ"
        found = _in_places(scale, catalog, only_rows=True) if is_compared else _one_by_one(scale, catalog)
        for place, measured in found:
            score = _BASE + _EACH_WORD * (stop - start - 1) - _LESS_SURE * place
            yield Item(category, start, stop, measured, score)


def measured_by(scale: Scale, catalog: Catalog, *, only_rows: bool = False) -> list[Measures]:
    """The members that a scale fits, the surest first: by its first nouns, then dimensions of single rows."""
    return [measured for _, measured in _in_places(scale, catalog, only_rows=only_rows)]


def _one_by_one(scale: Scale, catalog: Catalog) -> list[tuple[int, Measures]]:
    """Each in a place of its own: of several that fit as well the first is the most of it."""
    return list(enumerate(measured_by(scale, catalog)))


def _in_places(scale: Scale, catalog: Catalog, *, only_rows: bool = False) -> list[tuple[int, Measures]]:
    """The members that a scale fits, each with its place; those that fit as well share one."""
    found: dict[Concept, tuple[tuple[int, ...], Measures]] = {}
    for each in catalog.concepts:
        if not _has_size(each) or (only_rows and each.kind == "measure"):
            continue

        rank = fits(each, scale.nouns) if each.type != "time" else None  # the last review is none of many
        inverse = fits(each, scale.inverse)
        if rank is not None or inverse is not None:
            is_high = scale.is_high if rank is not None else not scale.is_high
            place = rank if rank is not None else (inverse or 0) + len(scale.nouns)
            found[each] = (
                (place, int(each.kind == "measure"), _is_other_end(each, is_high=is_high)),
                Measures(each, is_high, rank is None and _is_year(each)),
            )

    best = sorted(found.values(), key=lambda pair: pair[0])[:_MOST]
    places = list(dict.fromkeys(place for place, _ in best))
    return [(places.index(place), measured) for place, measured in best]


def tables_with(adjective: Phrase, catalog: Catalog) -> frozenset[str]:
    """The cubes whose rows have the number that the most of an adjective is said of."""
    scales = adjectives().superlatives.get(("most", *adjective), ())
    found = (each.of for scale in scales for each in measured_by(scale, catalog))
    return frozenset(each.cube for each in found if each.kind == "dimension")


def _is_other_end(of: Concept, *, is_high: bool) -> int:
    """`hotter than 30` is said of the maximum temperature of a day before the minimum."""
    words = set(phrase_of(of.title))
    return 0 if words & ENDS[is_high] else 2 if words & ENDS[not is_high] else 1


def _has_size(concept: Concept) -> bool:
    if concept.kind == "dimension":
        return concept.type in ("number", "time") and not concept.primary_key

    return concept.kind == "measure" and concept.type != "time"


def fits(concept: Concept, nouns: tuple[Phrase, ...]) -> int | None:
    """The place of the first noun that stands in a name of the member."""
    names = [phrase_of(each) for each in (concept.title, concept.name)]
    said = {word for noun in nouns for word in noun}
    if any(not (_RANKS | (_CHANGES - said)).isdisjoint(name) for name in names):
        return None  # a place in a list is no score, and a raise no salary

    for place, noun in enumerate(nouns):
        if any(_has(name, at, noun) for name in names for at in range(len(name))):
            return place

    return None


def likeliest(found: Sequence[Concept], *, is_high: bool) -> list[Concept]:
    """Of several numbers of one kind the mean ones, or else those at the end that is asked for."""
    best = list(found)
    for wanted in (_MEANS, ENDS[is_high]):
        if len(best) > 1:
            best = [each for each in best if wanted & {*phrase_of(each.title)}] or best

    return best


def is_measured(phrase: Phrase, catalog: Catalog) -> bool:
    """Whether the model has a number for what is otherwise told by how often there is a row: a popularity."""
    return phrase[-1:] == ("popular",) and ("popularity",) in catalog.phrases


def is_named_by(concept: Concept, noun: Phrase) -> bool:
    """Whether a noun is what a member is, and does not only say of what: a height limit is no height."""
    allowed = _BEHIND | keywords().units
    for name in (phrase_of(concept.title), phrase_of(concept.name)):
        for at in range(len(name)):
            behind = name[at + len(noun) :]
            if name[at : at + len(noun)] == noun and (allowed.issuperset(behind) or behind[0] in _OF):
                return True

    return False


def _has(name: Phrase, at: int, noun: Phrase) -> bool:
    """Whether a noun stands at a place of a name, no unit of a rate (miles per gallon), nor counted."""
    is_rate = name[at + len(noun) : at + len(noun) + 1] == ("per",) and noun[-1] in keywords().units
    is_number = noun[-1] in _RATINGS and not _COUNTED.isdisjoint(name)
    return name[at : at + len(noun)] == noun and not is_rate and not is_number


def _is_year(concept: Concept) -> bool:
    return concept.type == "time" or "year" in phrase_of(f"{concept.name} {concept.title}")
