"""Lists of records: whose they are, what is shown of them, and which come first."""

from dataclasses import replace

from svcchat_magic.analyst.assembling.shown_beside import show_beside
from svcchat_magic.analyst.assembling.told_numbers import with_own_numbers
from svcchat_magic.analyst.constructions.constructions import FirstOf, sums_rows
from svcchat_magic.analyst.meaning.tree import (
    Aggregated,
    ByEntity,
    ByMember,
    ByTime,
    Compared,
    Concept,
    Condition,
    Counted,
    CountedBy,
    DatedLast,
    Entity,
    IsIn,
    Measured,
    OwnField,
    Quantity,
    Rank,
    Within,
)
from svcchat_magic.analyst.placing.draft import BIG, SMALL, Draft


def list_records(draft: Draft) -> None:
    """`the open claims with date and cause`: rows of what is named, with what is to be shown of them."""
    is_latest = draft.rank is not None and isinstance(draft.rank.by, DatedLast)
    if "ranked rows" in draft.marks and is_latest and draft.quantities:
        _drop(draft, "latest")  # `revenue of the 5 latest orders` is not that of the largest ones

    if not draft.shown:
        return

    fields = list(dict.fromkeys(field for each in draft.shown for field in each.fields))
    if not _has_head(draft):
        show_beside(draft, fields)
        return

    fields = with_own_numbers(draft, fields)
    is_most = draft.rank is not None and draft.rank.by is None and draft.rank.limit is not None
    if is_most and not draft.marks & {"by size", "ranked rows"}:
        _drop(draft, "most")  # what a thing has most of is no order of records

    _list_head(draft)
    if draft.groups and draft.first is None:
        _order_by_group(draft)

    if all(each.is_plain for each in draft.shown) and not draft.marks & {
        "list",
        "listing",
        "ranked rows",
        "listed",
    }:
        draft.penalty += SMALL  # `customers with a score` may be those that have one

    named = {each.time for each in draft.where if isinstance(each, Within) and each.time}
    time = draft.time or (named.pop() if len(named) == 1 else None)  # collected in May, and when
    if time is not None and time.cube == getattr(draft.listed, "cube", ""):
        fields = [time if each == OwnField("date") else each for each in fields]

    draft.penalty += BIG * sum(map(_is_number_of_others, fields, [draft.listed] * len(fields)))
    draft.fields += [field for field in fields if field not in draft.fields]


def order_records(draft: Draft) -> None:
    """`the five largest`, `newest first`, `sorted by price`."""
    if draft.listed is None:
        if draft.first is not None or "by size" in draft.marks:
            _drop(draft, "first" if draft.first else "largest")

        return

    if "by size" in draft.marks and draft.rank is not None:
        draft.rank = replace(draft.rank, by=_size(draft, draft.rank.by))

    if draft.first is None and draft.rank is not None and draft.rank.by is None and draft.rank.limit is None:
        draft.first = FirstOf(draft.rank.descending)
        draft.rank = None

    if draft.first is not None:
        _order(draft, draft.first)


def rows_of_count(quantity: Quantity) -> tuple[Entity, tuple[Condition, ...]] | None:
    """The rows that a number counts, where it does."""
    match quantity:
        case Counted(entity, where, is_active=False) if entity.cube:
            return entity, where
        case Measured(measure, where) if measure.agg_type == "count" or sums_rows(measure):
            return Entity(measure.cube), (CountedBy(measure), *where)
        case _:
            return None


def _has_head(draft: Draft) -> bool:
    if draft.derived is not None or draft.having or len(draft.asked) > 1 or "counts" in draft.marks:
        return False

    lists = draft.marks & {"list", "listing"} or draft.listed is not None
    if draft.marks & {"compare", "sides"} or (draft.groups and not lists):
        return False

    if draft.listed is not None:
        return not draft.quantities

    if draft.rank is not None and draft.rank.by is not None:
        return False

    if draft.quantities:
        named = [*draft.entities, *(each.entity for each in draft.asked if isinstance(each, ByEntity))]
        rows = rows_of_count(draft.quantities[0]) if len(draft.quantities) == 1 else None
        return rows is not None and all(each == rows[0] for each in named)

    if draft.entities or draft.asked:
        return bool(draft.entities) or isinstance(draft.asked[0], ByEntity)

    return bool(draft.marks & {"list", "listing"}) and any(isinstance(each, IsIn) for each in draft.where)


def _list_head(draft: Draft) -> None:
    draft.marks.discard("implied")
    if draft.listed is not None:
        draft.marks.add("listed")
        return

    if draft.quantities:
        rows = rows_of_count(draft.quantities.pop())
        if rows is not None:
            draft.listed = rows[0]
            draft.where.extend(rows[1])
    elif draft.entities:
        draft.listed = draft.entities.pop(0)
    elif draft.asked and isinstance(draft.asked[0], ByEntity):
        draft.listed = draft.asked.pop(0).entity  # type: ignore[union-attr]
        draft.marks.add("listed")
    else:
        draft.listed = next(Entity(each.of.cube) for each in draft.where if isinstance(each, IsIn))
        draft.penalty += SMALL

    draft.asked.clear()


def _order_by_group(draft: Draft) -> None:
    """`list the visits by date`: beside fields a group is an order."""
    group = draft.groups[0]
    match group:
        case ByTime(grain="day" | "auto"):
            draft.first = FirstOf(descending=False, by=group.time or OwnField("date"))
        case ByMember():
            draft.first = FirstOf(descending=False, by=group.of)
        case _:
            _drop(draft, "by")

    draft.groups.pop(0)
    if draft.groups:
        _drop(draft, "by")


def _is_number_of_others(field: Concept | OwnField, listed: Entity | None) -> bool:
    """`products with revenue and units`: a number of other rows is added up, and no field of these."""
    return (
        isinstance(field, Concept) and listed is not None and field.cube != listed.cube and _is_number(field)
    )


def _order(draft: Draft, first: FirstOf) -> None:
    by = _ordering(draft, first)
    if draft.rank is None:
        draft.rank = Rank(first.descending, None, by)
    elif (draft.rank.by, draft.rank.descending) != (by, first.descending):
        if (
            draft.rank.limit is not None
            and isinstance(draft.rank.by, DatedLast)
            and isinstance(by, DatedLast | Aggregated)
        ):
            is_same = draft.rank.descending == first.descending and first.by == OwnField("date")
            if is_same:
                return

        _drop(draft, "first")


def _ordering(draft: Draft, first: FirstOf) -> Quantity | None:
    match first.by:
        case None:
            return _size(draft, None)
        case OwnField("date"):
            times = [each for each in draft.fields if isinstance(each, Concept) and each.type == "time"]
            time = draft.time or (times[0] if len(times) == 1 else None)
            if time is not None:
                return Aggregated("maximum", time)

            return DatedLast("maximum", draft.listed) if draft.listed else None
        case OwnField():
            return None  # what tells a record stands first
        case Concept(kind="measure"):
            return Measured(first.by)
        case _:
            return Aggregated("maximum", first.by)


def _size(draft: Draft, natural: Quantity | None) -> Quantity | None:
    """The one number that is shown of the rows, else their amount."""
    shown = [each for each in draft.fields if isinstance(each, Concept) and _is_number(each)]
    if len(shown) == 1:
        return Measured(shown[0]) if shown[0].kind == "measure" else Aggregated("maximum", shown[0])

    bounded = list(dict.fromkeys(each.of for each in draft.where if isinstance(each, Compared)))
    if natural is None and len(bounded) == 1:
        return Aggregated("maximum", bounded[0])

    if natural is None:
        _drop(draft, "largest")

    return natural


def _is_number(field: Concept) -> bool:
    return field.kind == "measure" or (field.type == "number" and not field.primary_key)


def _drop(draft: Draft, text: str) -> None:
    draft.penalty += BIG
    draft.dropped.append(text)
