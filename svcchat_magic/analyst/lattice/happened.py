"""Verbs that are a date and a status: what happened over time or was done by somebody has its date."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.arrived import without_arrived
from svcchat_magic.analyst.lattice.chart import Item
from svcchat_magic.analyst.lattice.numbers import number_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Concept, Entity, IsIn
from svcchat_magic.semantic.search.thesaurus import stems_of

_OVER_TIME = frozenset({"per", "by", "each", "every", "a"})
_RELATIVE = frozenset({"that", "who", "which", "have", "has", "had", "we", "they"})
_BEING = frozenset({"was", "were", "been", "have", "has", "had", "that", "which", "who", "got"})
_NEWLY = frozenset({"newly", "freshly"})
_NOT = frozenset({"not", "n't", "never", "isn't", "aren't", "wasn't", "weren't", "yet"})
_FARTHEST = 5  # words from a verb to what is done


def without_happened(
    items: Iterable[Item],
    dated: Sequence[Item],
    times: Sequence[Item],
    tokens: Sequence[Token],
    catalog: Catalog,
) -> Iterator[Item]:
    """Values, but for verbs that say when: what aired this year did so then, whatever its status.

    As much is said over time and by who did it: `orders shipped per month`, `guests who booked two stays`.
    """
    verbs: dict[int, set[str]] = {}
    for each in dated:
        if each.category == "DATED":
            verbs.setdefault(each.start, set()).add(each.value.cube)

    begins = {each.start - gap for each in times if each.category == "PERIOD" for gap in (0, 1)}
    for each in without_arrived(items, times, tokens, catalog):
        happened = each.start in verbs and (
            each.stop in begins
            or _is_undone(each, verbs, tokens)
            or _is_over_time(each, tokens, catalog)
            or _is_done_by(each, verbs, tokens, catalog)
        )
        if not happened:
            yield each


def _is_undone(item: Item, verbs: Mapping[int, Set[str]], tokens: Sequence[Token]) -> bool:
    """`orders not shipped` were not shipped yet; those that were delivered are in another state, and were."""
    is_of_rows = isinstance(item.value, IsIn) and item.value.of.cube in verbs[item.start]
    before = tokens[item.start - 1].form if item.start else ""
    behind = tokens[item.stop].form if item.stop < len(tokens) else ""
    is_one_of = behind in (",", "or", "and", "nor")  # not hired, rejected or withdrawn: none of these states
    return is_of_rows and item.stop == item.start + 1 and before in _NOT and not is_one_of


def without_one_of(named: Iterator[Item], dated: Sequence[Item]) -> Iterator[Item]:
    """`agents who started in May`: of several dates that a verb names none is meant before the others."""
    spans = Counter((each.start, each.stop) for each in dated if each.category == "DATED")
    for item in named:
        is_date = isinstance(item.value, Concept) and item.value.type == "time"
        if not (is_date and spans[item.start, item.stop] > 1):
            yield item


def far_dates(
    dated: Sequence[Item], valued: Sequence[Item], tokens: Sequence[Token], catalog: Catalog
) -> frozenset[tuple[int, Concept]]:
    """The dates of other rows, with their places, where what is named has a state of its own called so.

    `trips were cancelled` are those whose state says so, though bookings have a date of their cancelling.
    """
    states: dict[tuple[str, ...], set[str]] = {}
    for each in valued:
        if each.category == "VALUE" and isinstance(each.value, IsIn):
            states.setdefault(_stems(tokens, each), set()).add(each.value.of.cube)

    found = set()
    for each in dated:
        own = states.get(_stems(tokens, each), set()) & _nearest(tokens, each.start, catalog)
        if own and own.isdisjoint(one.value.cube for one in dated if one.start == each.start):
            found.add((each.start, each.value))

    return frozenset(found)


def near_dates(items: Iterable[Item], far: frozenset[tuple[int, Concept]]) -> Iterator[Item]:
    """The items without those dates."""
    return (
        each for each in items if not isinstance(each.value, Concept) or (each.start, each.value) not in far
    )


def _stems(tokens: Sequence[Token], item: Item) -> tuple[str, ...]:
    return stems_of(" ".join(each.text for each in tokens[item.start : item.stop]))


def _nearest(tokens: Sequence[Token], at: int, catalog: Catalog) -> Set[str]:
    """The tables whose rows are named nearest before a verb, or else behind it."""
    before = range(at - 1, max(at - _FARTHEST, 0) - 1, -1)
    behind = range(at + 1, min(at + _FARTHEST, len(tokens)))
    return next((found for one in (*before, *behind) if (found := _named(tokens, one, catalog))), set())


def without_denials(items: Iterator[Item], tokens: Sequence[Token]) -> list[Item]:
    """The dates, but for those of a verb that leaves out: `leaving out` is no leaving date."""
    said, forms = keywords().meanings, [each.form for each in tokens]
    pairs = ((at, said.get((forms[at], forms[at + 1]), ())) for at in range(len(forms) - 1))
    denied = {at for at, found in pairs if any(kind in ("NOT", "LEAVEOUT") for kind, _ in found)}
    return [each for each in items if each.start not in denied]


def _is_over_time(item: Item, tokens: Sequence[Token], catalog: Catalog) -> bool:
    """Whether what stands before is told by a unit of time: `orders shipped each week`, `paid by month`."""
    before, at = item.start - 1, item.stop
    while before > 0 and tokens[before].form in _BEING:
        before -= 1

    at += at < len(tokens) and tokens[at].form == "in"
    if not _are_rows(tokens, before, catalog) or at >= len(tokens) or tokens[at].form not in _OVER_TIME:
        return False

    said = keywords().meanings.get((tokens[at + 1].form,), ()) if at + 1 < len(tokens) else ()
    return any(category in ("GRAIN", "PART") for category, _ in said)


def newly_items(dated: Sequence[Item], times: Sequence[Item], tokens: Sequence[Token]) -> Iterator[Item]:
    """`newly opened accounts by month`: the date says what newly does, where a time is asked for."""
    forms = [each.form for each in tokens]
    units = any(kind == "GRAIN" for form in forms for kind, _ in keywords().meanings.get((form,), ()))
    if not (units or any(each.category == "PERIOD" for each in times)):
        return

    for each in dated:
        if each.category == "DATED" and each.start and forms[each.start - 1] in _NEWLY:
            yield Item("DATED", each.start - 1, each.stop, each.value, 2 * each.score)


def _is_done_by(item: Item, verbs: Mapping[int, Set[str]], tokens: Sequence[Token], catalog: Catalog) -> bool:
    """Whether rows of another table stand before the verb, and those that it dates behind it."""
    before = item.start - 1
    while before > 0 and tokens[before].form in _RELATIVE:
        before -= 1

    doers = _named(tokens, before, catalog) - verbs[item.start]
    if not doers:
        return False

    for at in range(item.stop, min(item.stop + _FARTHEST, len(tokens))):
        if _named(tokens, at, catalog) & verbs[item.start]:
            return True

        if (
            tokens[at].form not in keywords().all_words | keywords().function
            and number_of(tokens[at]) is None
        ):
            return False

    return False


def _are_rows(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    found = catalog.phrases.get((tokens[at].form,), ()) if at >= 0 else ()
    return any(isinstance(each.of, Entity) for each in found)


def _named(tokens: Sequence[Token], at: int, catalog: Catalog) -> Set[str]:
    """The tables whose rows a word names."""
    found = catalog.phrases.get((tokens[at].form,), ()) if 0 <= at < len(tokens) else ()
    return {each.of.cube for each in found if isinstance(each.of, Entity) and each.weight >= OWN}
