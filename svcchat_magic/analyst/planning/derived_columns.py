"""Columns computed from others, and the order of the rows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByBucket,
    ByMember,
    ByPart,
    ByPeriods,
    ByTime,
    Group,
    Quantity,
    Rank,
)
from svcchat_magic.analyst.planning.banded import in_order
from svcchat_magic.analyst.planning.planned import Column


@dataclass(slots=True)
class ColumnNames:
    """Column names that are taken, each given once."""

    taken: set[str] = field(default_factory=set)

    def free(self, wanted: str) -> str:
        """A name that no other column has yet."""
        found, number = wanted, 2
        while found in self.taken:
            found, number = f"{wanted}_{number}", number + 1

        self.taken.add(found)
        return found


def derived_columns(
    analysis: Analysis,
    groups: list[tuple[str, Group, str]],
    quantities: list[tuple[str, Quantity, str]],
    names: ColumnNames,
) -> Iterator[tuple[Column, str]]:
    """The columns that are computed from the first quantity, with their SQL."""
    derived = analysis.derived
    if derived is None:
        return

    at, quantity, sql = quantities[0]
    time = next((text for _, group, text in groups if isinstance(group, ByTime)), "")
    others = [text for _, group, text in groups if not isinstance(group, ByTime)]
    if derived.kind == "share":
        outer = _wholes(derived.within, groups, time, others)
        over = f"PARTITION BY {', '.join(outer)}" if outer else ""
        yield (
            Column(names.free(f"{at}_share"), quantity, "share"),
            f"{sql} * 1.0 / NULLIF(SUM({sql}) OVER ({over}), 0)",
        )
    elif derived.kind == "difference" and len(quantities) > 1:
        yield Column(names.free("difference"), quantity, "difference"), f"{sql} - {quantities[1][2]}"
    elif derived.kind == "running":
        yield (
            Column(names.free(f"running_{at}"), quantity, "running"),
            f"SUM({sql}) OVER ({_along(time, others)})",
        )
    elif derived.kind == "moving":
        frame = f"ROWS BETWEEN {max(derived.count, 2) - 1} PRECEDING AND CURRENT ROW"
        yield (
            Column(names.free(f"moving_{at}"), quantity, "moving"),
            f"AVG({sql}) OVER ({_along(time, others)} {frame})",
        )


def _wholes(
    within: tuple[Group, ...], groups: list[tuple[str, Group, str]], time: str, others: list[str]
) -> list[str]:
    """What each share is a share of: one of these groups, each unit of time, each of the outer groups."""
    if within:
        return [text for _, group, text in groups if group in within]

    return [time] if time and others else others[:-1] if len(others) > 1 else []


def _along(time: str, others: list[str]) -> str:
    partition = f"PARTITION BY {', '.join(others)} " if others else ""
    return f"{partition}ORDER BY {time}"


def both_ends(sql: str, rank: Rank) -> str:
    """The condition that keeps as many rows from either end."""
    ways = (f"RANK() OVER (ORDER BY {sql} {way} NULLS LAST) <= {rank.limit}" for way in ("DESC", "ASC"))
    return " OR ".join(ways)


def ordered(
    analysis: Analysis,
    groups: list[tuple[str, Group, str]],
    quantities: list[tuple[str, Quantity, str]],
    columns: list[Column],
    apart: Callable[[Group], str] = lambda _group: "",
) -> tuple[str, str, str]:
    """ORDER BY, LIMIT and QUALIFY, each empty where there is none; `apart` tells those of one name apart."""
    if not groups:
        return "", "", ""

    rank = analysis.rank
    places = [str(at + 1) for at in range(len(groups))]
    if rank is None:
        return _unranked(analysis, groups, columns, places), "", ""

    by = rank.by if rank.by in [each for _, each, _ in quantities] else quantities[0][1]
    place, sql = next(
        (len(groups) + at + 1, text) for at, (_, each, text) in enumerate(quantities) if each == by
    )
    way = f"{'DESC' if rank.descending else 'ASC'} NULLS LAST"
    outer = [text for _, each, text in groups if each in rank.within]
    outer += [key for each in rank.within if (key := apart(each))]
    first = [at for at, (_, each, _) in zip(places, groups, strict=True) if each in rank.within]
    order = f"ORDER BY {', '.join([*first, f'{place} {way}', *(at for at in places if at not in first)])}"
    if rank.both and rank.limit:
        return order, "", f"QUALIFY {both_ends(sql, rank)}"

    if not outer and rank.limit != 1:
        return order, f"LIMIT {rank.limit}" if rank.limit is not None else "", ""

    # those that share the first place are all the first
    over = f"PARTITION BY {', '.join(outer)} " if outer else ""
    if rank.nth:
        return order, "", f"QUALIFY DENSE_RANK() OVER ({over}ORDER BY {sql} {way}) = {rank.nth}"

    return order, "", f"QUALIFY RANK() OVER ({over}ORDER BY {sql} {way}) <= {rank.limit or 1}"


def _unranked(
    analysis: Analysis, groups: list[tuple[str, Group, str]], columns: list[Column], places: list[str]
) -> str:
    derived = next((at for at, each in enumerate(columns) if each.role in ("change", "share")), None)
    if analysis.derived and analysis.derived.descending is not None and derived is not None:
        way = "DESC" if analysis.derived.descending else "ASC"
        return f"ORDER BY {derived + 1} {way} NULLS LAST"

    is_timed = any(map(_is_axis, (each for _, each, _ in groups)))
    for at, (_, each, text) in enumerate(groups):
        places[at] = in_order(each, text) if isinstance(each, ByBucket) and each.bands else places[at]

    falling = [] if is_timed or analysis.by_name else [f"{len(groups) + 1} DESC"]
    if analysis.backwards and is_timed:
        places = [f"{places[0]} DESC", *places[1:]]

    return f"ORDER BY {', '.join([*falling, *places])}"


def _is_axis(group: Group) -> bool:
    """Whether groups have an order of their own: months, weekdays, ages, years of birth."""
    if isinstance(group, ByMember):
        return group.of.type in ("number", "time") and not group.of.primary_key

    return isinstance(group, ByTime | ByPart | ByBucket | ByPeriods)
