"""The number that rows are ranked or kept by, asked for once more: it is told anyway, if it is that one."""

from collections.abc import Iterable, Sequence

from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.lattice.shown import Told
from svcchat_magic.analyst.meaning.bounded import bounded_by
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    Compared,
    Concept,
    Measured,
    OwnField,
    Quantity,
    Ratio,
)
from svcchat_magic.analyst.placing.draft import BIG, Draft
from svcchat_magic.semantic.search.thesaurus import stems_of


def told_numbers(draft: Draft) -> list[Told]:
    """The numbers that are asked for once more."""
    return [told for each in draft.shown for told in each.told]


def are_known(draft: Draft) -> bool:
    """Whether each of them is one that the rows are ranked or kept by."""
    known = _known(draft)
    return all(any(_is_told(each, one) for one in known) for each in told_numbers(draft))


def drop_told(draft: Draft, fields: Iterable[str] = ()) -> None:
    """Nobody can tell what is to be shown; a number that is not known by then was asked for otherwise."""
    told = told_numbers(draft)
    draft.penalty += BIG * (1 + len(told))
    draft.dropped.append("with " + " and ".join((*fields, *(each.what for each in told))))


def tells_nothing_else(draft: Draft, fields: Sequence[Concept | OwnField]) -> bool:
    """`customers who spent more than 60, with the amount`: no column beside that number."""
    if fields or not told_numbers(draft) or not are_known(draft):
        return False

    draft.marks.add("told number")
    return True


def with_own_numbers(draft: Draft, fields: list[Concept | OwnField]) -> list[Concept | OwnField]:
    """The fields of records with those numbers, unless the records are ranked by them anyway."""
    is_ranked = draft.listed is not None and draft.rank is not None and are_known(draft)
    numbers = [] if is_ranked or not told_numbers(draft) else _fields_told(draft)
    if numbers is None:
        drop_told(draft)

    return list(dict.fromkeys((*fields, *(numbers or ()))))


def _fields_told(draft: Draft) -> list[Concept | OwnField] | None:
    """Those numbers as fields of records: what each of them has; None where it has none of that name."""
    bounded = list(dict.fromkeys(each.of for each in draft.where if isinstance(each, Compared)))
    fields: list[Concept | OwnField] = []
    for each in told_numbers(draft):
        own = [one for one in each.of if isinstance(one, Concept) and one.kind == "dimension"]
        if each.what == "named" and own:
            fields.append(own[0])
        elif each.what == "amount" and not each.is_asked:
            fields.append(bounded[0] if len(bounded) == 1 else OwnField("amount"))
        else:
            return None

    return fields


def mind_the_told_number(draft: Draft) -> None:
    """One number of all rows is no number of each of them."""
    if "told number" in draft.marks and not (draft.groups or draft.listed):
        draft.penalty += BIG
        draft.dropped.append("how much")


def _known(draft: Draft) -> list[Quantity]:
    found = list(bounded_by(draft.having))
    if draft.rank is not None:
        found += [draft.rank.by] if draft.rank.by is not None else draft.quantities[:1]

    return found


def _is_told(told: Told, quantity: Quantity) -> bool:
    if told.what == "named":
        return any(each in told.of for each in _columns(quantity))

    if told.what == "called":
        titles = {stem for each in _columns(quantity) for stem in stems_of(each.title)}
        return titles.issuperset(told.said)

    if told.what == "count":
        homes = {each.cube for each in told.of}
        return is_counted(quantity) and (not homes or homes <= set(cubes_of(quantity)))

    return not is_counted(quantity) and not isinstance(quantity, Ratio)


def _columns(quantity: Quantity) -> tuple[Concept, ...]:
    match quantity:
        case Measured(measure):
            return (measure,)
        case Aggregated(_, of):
            return (of,)
        case _:
            return ()
