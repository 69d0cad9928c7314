"""The values of a model that phrases of a question say."""

from collections.abc import Iterator, Mapping, Sequence, Set

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.heads_of_values import is_head_of_all
from svcchat_magic.analyst.lattice.inside_names import with_words_of_names
from svcchat_magic.analyst.lattice.named_cubes import named_cubes, nearest, places_of_nouns
from svcchat_magic.analyst.lattice.spans import WHOLE, score_of, spans
from svcchat_magic.analyst.lattice.states import is_stated
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.code_words import is_other_word
from svcchat_magic.analyst.linking.families import akin
from svcchat_magic.analyst.linking.flows import names_flow
from svcchat_magic.analyst.linking.inside_names import InsideNames
from svcchat_magic.analyst.linking.list_values import Listed, Several
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.short_values import is_code_of
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Contains, Entity, IsIn

_ROOTED = 0.7
_OF_NAMED = 0.06  # of a column whose name the question says as well
_LONGEST_TITLE = 3
_STRUCTURE = frozenset({"AGG", "SUPER", "SHARE", "GROWTH", "HOWMANY", "NOT", "BY", "PER"})
_PEOPLE = ("people",), ("person",)
_NEW = ("new",)
_SORTS = frozenset({"type", "kind", "category", "direction", "is", "are", "="})


def value_items(tokens: Sequence[Token], values: Values, catalog: Catalog) -> Iterator[Item]:
    """`VALUE`, and `MARKED` where it may be a small word or a noun: what phrases keep, by the values."""
    longest, forms = max(map(len, values), default=0), tuple(each.form for each in tokens)
    said = {forms[start:stop] for start, stop in spans(len(forms), _LONGEST_TITLE)} if values else set()
    nouns = places_of_nouns(forms, catalog) if values else frozenset()
    named = named_cubes(forms, catalog) if values else frozenset()
    for start, stop in spans(len(tokens), longest):
        phrase = tuple(each.form for each in tokens[start:stop])
        structure = {category for category, _ in keywords().meanings.get(phrase, ())} & _STRUCTURE
        is_plain = not is_stated(tokens, start)  # Split is a town, split is a word
        is_small = is_plain and (structure or keywords().function.issuperset(phrase))
        is_marked = is_small or _is_noun(phrase, catalog)
        if (phrase[-1] == "rate" and len(phrase) == 2) or nouns.issuperset(range(start, stop)):
            continue  # what a rate is of, or a part of what rows are called: auction lots

        if phrase in _PEOPLE and tokens[start].text.islower():
            continue  # a department may be called People; people are not

        persons = _persons_behind(tokens, stop, catalog) if phrase == _NEW else None
        found = without_raw_texts(values.get(phrase, ()), catalog)
        for concept, value in nearest(found, lambda pair: pair[0].cube, named):
            if persons is not None and concept.cube != persons:
                continue  # new buyers are none of new things

            if stop == start + 1 and is_other_word(tokens, start, concept, str(value)):
                continue

            if names_flow(phrase, concept.cube, catalog) and not _says_of_rows(tokens, start, stop, catalog):
                continue  # a share of our income is one of money

            score = score_of(stop - start, _sureness(phrase, value)) + WHOLE * (stop - start - 1)
            is_part = set(phrase) < set(phrase_of(str(value)))
            score += _OF_NAMED * (phrase_of(concept.title) in said and not is_part)  # by state, Oregon out
            yield from _said(
                tokens, (start, stop), (concept, value), "MARKED" if is_marked else "VALUE", score
            )


def _said(
    tokens: Sequence[Token], span: tuple[int, int], named: tuple[Concept, object], category: str, score: float
) -> Iterator[Item]:
    """What words say that name a value, several of these, or what all of these are."""
    (start, stop), (concept, value) = span, named
    if isinstance(value, InsideNames | Listed):
        place = with_words_of_names(tokens, start, stop, value)
        yield Item("CONDITION", *place, Contains(concept, str(value)), score)
    elif isinstance(value, Several) and is_head_of_all(tokens, start, stop, value.values):
        yield from (Item(each, start, stop, concept, score) for each in ("DIM", "SDIM"))
    else:
        kept = IsIn(concept, value.values if isinstance(value, Several) else (value,))
        yield Item(category, start, stop, kept, score)


def _says_of_rows(tokens: Sequence[Token], start: int, stop: int, catalog: Catalog) -> bool:
    """Whether words stand before rows or behind the name of a column: income transactions, type income."""
    before, behind = tokens[start - 1 : start] if start else (), tokens[stop : stop + 1]
    named = (each.of for one in behind for each in catalog.phrases.get((one.form,), ()))
    is_column = any(one.form in _SORTS or one.is_quoted for one in (*before, *tokens[start:stop]))
    return is_column or any(isinstance(each, Entity) for each in named)


def without_raw_texts(
    found: Sequence[tuple[Concept, object]], catalog: Catalog
) -> Sequence[tuple[Concept, object]]:
    """`costco` of the merchant Costco, where the text of a bank statement may be COSTCO alone, too."""
    held = {(of.cube, of.name) for of, _ in found}
    return [pair for pair in found if (pair[0].cube, _clean_form(pair[0], catalog)) not in held]


def _clean_form(of: Concept, catalog: Catalog) -> str:
    """The dimension that has in a clean form what this one has as a raw text."""
    cube = catalog.model.cubes.get(of.cube)
    known = cube.dimensions.get(of.name) if cube else None
    return str(known.meta.get("clean", "")) if known else ""


def without_states_of_others(items: Sequence[Item]) -> list[Item]:
    """`active accounts` where these have a status: no accounts of customers with the flag of that name."""
    entities = [each for each in items if each.category == "ENTITY"]
    named = {each.value.cube for each in entities}
    behind = {(each.start, each.value.cube) for each in entities}
    valued = [each for each in items if each.category == "VALUE"]
    own = {(each.start, each.stop) for each in valued if each.value.of.cube in named}
    beside = {
        (each.start, each.stop): each.value.of.cube
        for each in valued
        if (each.stop, each.value.of.cube) in behind
    }
    return [each for each in items if not _is_flag_of_others(each, named, own, beside)]


def _is_flag_of_others(
    item: Item, named: Set[str], own: Set[tuple[int, int]], beside: Mapping[tuple[int, int], str]
) -> bool:
    if item.category not in ("BDIM", "DIM") or item.value.type != "boolean":
        return False

    place, cube = (item.start, item.stop), item.value.cube
    return (place in own and cube not in named) or beside.get(place, cube) != cube


def _persons_behind(tokens: Sequence[Token], at: int, catalog: Catalog) -> str | None:
    """The table of the persons that a word stands before."""
    named = catalog.phrases.get((tokens[at].form,), ()) if at < len(tokens) else ()
    rows = (each.of for each in named if isinstance(each.of, Entity) and each.weight >= OWN)
    return next((each.cube for each in rows if is_person(ByEntity(each))), None)


def _sureness(phrase: tuple[str, ...], value: object) -> float:
    """`failures` may be what failed; a value's own word is surer."""
    words = phrase_of(str(value))
    is_root = len(phrase) == len(words) == 1 and phrase != words and akin(phrase[0], words[0])
    is_code = len(phrase) == 1 and is_code_of(str(value), phrase[0])
    return _ROOTED if is_root or is_code else 0.9


def _is_noun(phrase: tuple[str, ...], catalog: Catalog) -> bool:
    """Whether words are what the rows of a table are called, before they are a value: books, a format."""
    named = (each for each in catalog.phrases.get(phrase, ()) if isinstance(each.of, Entity))
    return any(each.weight >= OWN for each in named)
