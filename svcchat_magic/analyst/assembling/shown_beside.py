"""What is shown beside a number: columns of the rows that are ranked, or kept by it."""

from svcchat_magic.analyst.assembling.told_numbers import are_known, drop_told, tells_nothing_else
from svcchat_magic.analyst.constructions.constructions import is_counted
from svcchat_magic.analyst.linking.done_amounts import is_of_money
from svcchat_magic.analyst.meaning.bounded import bounded_by
from svcchat_magic.analyst.meaning.cubes import cubes_of
from svcchat_magic.analyst.meaning.tree import ByEntity, ByMember, ByTime, Concept, Measured, OwnField
from svcchat_magic.analyst.placing.draft import Draft


def show_beside(draft: Draft, fields: list[Concept | OwnField]) -> None:
    """Put them there; what belongs to no such rows is not understood."""
    ways = (_names_groups, _tells_ranked, _tells_bounded, _tells_rows_before, tells_nothing_else)
    if not are_known(draft) or not any(way(draft, fields) for way in ways):
        drop_told(draft, map(_called, fields))


def _names_groups(draft: Draft, fields: list[Concept | OwnField]) -> bool:
    """`names of the customers with most orders`: the rows of a ranking are told by their names anyway."""
    grouped = (*draft.groups, *draft.asked)
    is_grouped = (
        draft.values_of is not None
        or len(draft.dimensions) == 1
        or any(isinstance(each, ByEntity) for each in grouped)
    )
    return set(fields) <= {OwnField("name")} and is_grouped


def _tells_ranked(draft: Draft, fields: list[Concept | OwnField]) -> bool:
    """`top 5 customers by revenue with region and segment`: what each of those ranked has beside."""
    entity = draft.ranked[0].entity if draft.ranked and isinstance(draft.ranked[0], ByEntity) else None
    if entity is None or not _are_columns(fields):
        return False

    told = [ByMember(each) for each in fields if isinstance(each, Concept) and each.cube == entity.cube]
    draft.groups += told
    draft.ranked += told
    draft.fields += [each for each in fields if isinstance(each, Concept) and each.cube != entity.cube]
    return True


def _tells_bounded(draft: Draft, fields: list[Concept | OwnField]) -> bool:
    """`members with more than 40 loans, with district`: what each of those has beside its number."""
    asked = [each.entity for each in draft.asked if isinstance(each, ByEntity)]
    such = draft.entities if "such" in draft.marks else []  # those that the bound itself is said of
    bounded = [*such, *asked, *((draft.listed,) if draft.listed else ())]
    is_clear = bool(draft.having) and not draft.groups and not draft.quantities and not draft.rank
    if _bounds_amount(draft):
        fields = [each for each in fields if each != OwnField("amount")]  # that is the number itself

    if not is_clear or len(bounded) != 1 or not _are_columns(fields, dates=True):
        return False

    if any(is_counted(each) and bounded[0].cube in cubes_of(each) for each in bounded_by(draft.having)):
        return False  # each of them is one and no more

    own = [each for each in fields if isinstance(each, Concept) and each.cube == bounded[0].cube]
    draft.groups += [ByEntity(bounded[0]), *map(ByMember, own)]
    draft.fields += [each for each in fields if each not in own and each != OwnField("name")]
    draft.entities, draft.asked, draft.listed = [], [], None
    draft.marks.discard("own bound")  # the groups are the rows themselves, each with its number
    return True


def _bounds_amount(draft: Draft) -> bool:
    """Whether the number that the rows are kept by is an amount of money, of which each of them has one."""
    numbers = set(bounded_by(draft.having))
    return bool(numbers) and all(isinstance(each, Measured) and is_of_money(each.measure) for each in numbers)


def _are_columns(fields: list[Concept | OwnField], *, dates: bool = False) -> bool:
    """Whether all of them are columns, beside the name, which is told anyway."""
    known = {OwnField("name"), *((OwnField("date"),) if dates else ())}
    return all(each in known if isinstance(each, OwnField) else each.kind == "dimension" for each in fields)


def _tells_rows_before(draft: Draft, fields: list[Concept | OwnField]) -> bool:
    """`with the show title`, behind a result: what each of its rows has beside."""
    own = [each for each in fields if isinstance(each, Concept) and each.kind == "dimension"]
    others = draft.quantities or draft.groups or draft.asked or draft.rank or draft.entities
    if "follows" not in draft.marks or others or len(own) < len(fields):
        return False

    draft.groups += [ByMember(each) if each.type != "time" else ByTime("day", each) for each in own]
    draft.edits.add("shows")
    return True


def _called(field: Concept | OwnField) -> str:
    return field.title if isinstance(field, Concept) else field.what
