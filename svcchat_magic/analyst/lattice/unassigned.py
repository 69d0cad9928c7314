"""Rows that nobody has taken: those without one of the staff whom each of them may belong to."""

from collections.abc import Iterator, Sequence, Set

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of, plural
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.living import rows_named
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.deeds import is_told_by
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import ByEntity, Condition, Entity, Exists, Missing

_FREE = frozenset({"unassigned", "unallocated", "unclaimed"})
_NOBODY = (("nobody",), ("no", "one"), ("noone",), ("no-one",))
_ANYBODY = frozenset({"anyone", "anybody", "someone", "somebody"})
_GIVEN = frozenset({"assigned", "allocated"})
_TAKEN = (
    ("taken",),
    ("picked", "up"),
    ("picked up",),
    ("claimed",),
    ("assigned", "to"),
    ("assigned",),
    ("took",),
)
_NOT = frozenset({"not", "n't", "aren't", "isn't", "weren't", "wasn't", "haven't", "hasn't", "never"})
_SMALL = frozenset({"been", "yet", "ever", "still", "has", "have", "is", "are", "was", "with"})
_ASSIGNED = frozenset({"assigned", "assignee", "owner", "handler"})
_EACH_WORD, _SURE = 0.9, 0.6
_NEAR = 2  # words before it in which the rows stand


def unassigned_items(tokens: Sequence[Token], catalog: Catalog, values: Values) -> Iterator[Item]:
    """`CONDITION` of the rows that are named, where one column alone says whose they are."""
    forms = tuple(each.text.lower() for each in tokens)
    anybody = _ANYBODY | {
        each for who in catalog.entities.values() if is_person(ByEntity(who)) for each in _called(who)
    }
    spans = [
        each for each in _spans(forms, anybody) if not _is_known(forms[each[0] : each[1]], catalog, values)
    ]
    named = rows_named(tokens, catalog) if spans else frozenset()
    for start, stop in spans:
        near = rows_named(tokens[max(start - _NEAR, 0) : stop + 1], catalog)
        cubes = _called_so(near or named, forms, catalog)
        found = [free for cube in sorted(cubes) for free in _free(cube, catalog)]
        if len(found) == 1:
            yield Item("CONDITION", start, stop, found[0], _EACH_WORD * (stop - start) + _SURE)


def _called_so(cubes: Set[str], forms: Sequence[str], catalog: Catalog) -> Set[str]:
    """Of issues and their parent issues those that are called as a question calls them."""
    nouns = {each: plural(catalog.entities[each].noun) for each in cubes if each in catalog.entities}
    return {each for each, noun in nouns.items() if noun in forms} or cubes


def _called(who: Entity) -> tuple[str, str]:
    """Anyone may have been said by the noun of the only persons there are."""
    return who.noun, plural(who.noun)


def _is_known(said: tuple[str, ...], catalog: Catalog, values: Values) -> bool:
    return len(said) == 1 and (said in catalog.phrases or said in values)


def _spans(forms: tuple[str, ...], anybody: Set[str]) -> Iterator[tuple[int, int]]:
    """Where it is said: `unassigned`, `not assigned to anyone`, `nobody has taken`."""
    for at, form in enumerate(forms):
        if form in _FREE:
            yield at, at + 1

        if form in _NOT and (stop := _given(forms, _past(forms, at + 1), anybody)):
            yield at, stop

        if form in _GIVEN and forms[at + 1 : at + 2] == ("to",) and (stop := _nobody(forms, at + 2)):
            yield at, stop

        stop = _nobody(forms, at)
        for phrase in _TAKEN if stop else ():
            begin = _past(forms, stop)
            if forms[begin : begin + len(phrase)] == phrase:
                start = at - (at > 0 and forms[at - 1] == "with")
                yield start, _past(forms, begin + len(phrase))


def _given(forms: tuple[str, ...], at: int, anybody: Set[str]) -> int:
    """Behind which place `assigned to anyone` ends; that there is no such word is 0."""
    if at >= len(forms) or forms[at] not in _GIVEN:
        return 0

    stop = at + 1
    if forms[stop : stop + 1] == ("to",):
        stop += 1 + (forms[stop + 1 : stop + 2] in (("a",), ("an",), ("any",)))
        return _past(forms, stop + 1) if stop < len(forms) and forms[stop] in anybody else 0

    return _past(forms, stop)


def _nobody(forms: tuple[str, ...], at: int) -> int:
    return next((at + len(each) for each in _NOBODY if forms[at : at + len(each)] == each), 0)


def _past(forms: tuple[str, ...], at: int) -> int:
    """Behind small words."""
    while at < len(forms) and forms[at] in _SMALL:
        at += 1

    return at


def _free(cube: str, catalog: Catalog) -> Iterator[Condition]:
    """What holds of rows that nobody has: no value of the one who is assigned, else none of the staff."""
    own = catalog.of_cube(cube, "dimension")
    columns = [
        each
        for each in own
        if each.type != "time" and not _ASSIGNED.isdisjoint(phrase_of(each.name.replace("_", " ")))
    ]
    entity, staff = catalog.entities.get(cube), list(_staff(cube, catalog))
    if len(columns) == 1:
        yield Missing(columns[0])
    elif not columns and entity is not None and len(staff) == 1:
        yield Exists(staff[0], negated=True, entity=entity)


def _staff(cube: str, catalog: Catalog) -> Iterator[Entity]:
    for each in catalog.entities.values():
        is_theirs = each.cube != cube and is_told_by(cube, each.cube, catalog)
        if is_theirs and is_person(ByEntity(each)) and phrase_of(each.noun)[-1] in keywords().staff:
            yield each
