"""Words that deny a flag or an event of the model: `unplanned`, `non-smart`, `unpaid`, `still open`."""

from collections.abc import Iterable, Iterator, Sequence

from svcchat_magic.analyst.language.date_events import states
from svcchat_magic.analyst.language.exclusions import outs
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.leaving import leaving_date
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.analyst.meaning.tree import ByEntity, Concept, Entity, IsIn, Missing
from svcchat_magic.semantic.search.thesaurus import stems_of

_PREFIXES = ("un", "in", "non")
_ASKING = frozenset({"is", "was", "are", "has", "had"})
_SCORE = 0.9
_OF_EVENTS = 0.7  # below a value or a flag of that name
_DOING = frozenset({"i", "we", "you", "they", "people", "who", "that", "which", "to", "did", "do", "does"})
_NOW = frozenset({"now", "currently", "still", "presently"})
_WORKING = frozenset({"work", "working", "employed", "employ", "staff"})


def negated_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`unplanned` for the flag `Planned`, unless the model has a member of that name."""
    yield from _undone_items(tokens, catalog)
    yield from _out_items(tokens, catalog)
    yield from _current_items(tokens, catalog)
    flags = {word: each for each in catalog.concepts if each.type == "boolean" for word in _words(each)}
    for at, token in enumerate(tokens):
        if (token.form,) in catalog.phrases or token.is_quoted:
            continue

        for denied in (token.form.removeprefix(each) for each in _PREFIXES if token.form.startswith(each)):
            if denied in flags:
                yield Item("CONDITION", at, at + 1, IsIn(flags[denied], (False,)), _SCORE)


def said_states(tokens: Sequence[Token], catalog: Catalog) -> frozenset[str]:
    """`the open critical tickets`: what keeps rows is never passed over, as a verb may be in `they open`."""
    found = (each.start for each in _undone_items(tokens, catalog))
    return frozenset(tokens[at].form for at in found if at == 0 or tokens[at - 1].form not in _DOING)


def out_items(tokens: Sequence[Token]) -> Iterator[Item]:
    """`LEFTOUT`: what only the end of a clause of its own leaves out, as in `(refunds out)`."""
    yield from (Item("LEFTOUT", at, at + 1, "out", 0.6) for at in outs(tokens))


def _out_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`out of service` for the flag `In service`."""
    forms = tuple(each.form for each in tokens)
    for flag in (each for each in catalog.concepts if each.type == "boolean" and each.kind == "dimension"):
        for name in {phrase_of(flag.title), phrase_of(flag.name.replace("_", " "))}:
            words = tuple(each for each in name if each not in _ASKING)
            said = ("out", "of", *words[1:])
            if len(words) < 2 or words[0] != "in":
                continue

            for at in range(len(forms) - len(said) + 1):
                if forms[at : at + len(said)] == said:
                    yield Item("CONDITION", at, at + len(said), IsIn(flag, (False,)), _SCORE * len(said))


def _undone_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`unpaid`, `still open`, `living`: rows of which something has not happened yet."""
    forms = tuple(each.form for each in tokens)
    for at, token in enumerate(tokens):
        if (token.form,) in catalog.phrases or token.is_quoted:
            continue

        low = token.text.lower()
        denied = low.removeprefix("un")
        verbs = {stems_of(denied)} if denied != low and is_participle(denied) else states().get(low, ())
        times = dict.fromkeys(time for verb in verbs for time in _times_of(verb, catalog))
        cubes = _cubes_behind(tokens, at, catalog) if low in states() else frozenset()
        flags = [each for each in _flags_of(verbs, catalog) if not cubes or each.cube in cubes]
        yield from (Item("CONDITION", at, at + 1, IsIn(each, (False,)), _SCORE) for each in flags)
        flagged = {each.cube for each in flags}
        for time in times:
            is_of_these = time.cube not in flagged and (not cubes or time.cube in cubes)
            if is_of_these and not _has_every_row(time, catalog):
                yield Item("CONDITION", at, at + 1, Missing(time), _OF_EVENTS)

        if token.form in _NOW and not _WORKING.isdisjoint(forms):
            yield from (
                Item("CONDITION", at, at + 1, Missing(each), 2 * _OF_EVENTS) for each in _left(catalog)
            )


def _has_every_row(time: Concept, catalog: Catalog) -> bool:
    """Whether every row has such a date, so that none of them says that it has not happened yet."""
    return bool(catalog.model.cubes[time.cube].dimensions[time.name].meta.get("every_row"))


def _cubes_behind(tokens: Sequence[Token], at: int, catalog: Catalog) -> frozenset[str]:
    """Whose state it is: of open leads, and of nothing that these may lead to."""
    behind = tuple(each.form for each in tokens[at + 1 : at + 2])
    named = (each.of for each in catalog.phrases.get(behind, ()) if each.weight >= OWN)
    return frozenset(each.cube for each in named if isinstance(each, Entity))


def _flags_of(verbs: Iterable[tuple[str, ...]], catalog: Catalog) -> list[Concept]:
    """The flags that say whether something has happened: what is open is not `Is closed`."""
    wanted = set(verbs)
    flags = (each for each in catalog.concepts if each.type == "boolean" and each.kind == "dimension")
    return [each for each in flags if any(stems_of(word) in wanted for word in _words(each))]


def _current_items(tokens: Sequence[Token], catalog: Catalog) -> Iterator[Item]:
    """`current members`: those that have not left."""
    for at, token in enumerate(tokens[:-1]):
        if token.form != "current" or token.is_quoted:
            continue

        phrases = [tuple(each.form for each in tokens[at + 1 : at + 1 + size]) for size in (2, 1)]
        meanings = (each.of for phrase in phrases for each in catalog.phrases.get(phrase, ()))
        cubes = dict.fromkeys(each.cube for each in meanings if isinstance(each, Entity))
        left = {cube: leaving_date(cube, catalog) for cube in cubes}
        yield from (Item("CONDITION", at, at + 1, Missing(each), _SCORE) for each in left.values() if each)


def _left(catalog: Catalog) -> tuple[Concept, ...]:
    """The one date on which people leave: `who works here now` has none."""
    found = _times_of(stems_of("leave"), catalog)
    of_people = tuple(each for each in found if is_person(ByEntity(catalog.entities[each.cube])))
    return of_people if len(of_people) == 1 else ()


def _times_of(verb: tuple[str, ...], catalog: Catalog) -> tuple[Concept, ...]:
    names = date_names_of(catalog)
    return names.named(verb) or names.meant(verb)


def _words(flag: Concept) -> Iterator[str]:
    """The names of a flag that are a single word."""
    for name in (flag.title, flag.name):
        words = [each for each in phrase_of(name) if each not in _ASKING]
        if flag.kind == "dimension" and len(words) == 1:
            yield words[0]
