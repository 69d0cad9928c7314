"""Columns computed from others, and the order of the rows."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from svcchat_magic.analyst.meaning.tree import (
    Analysis,
    ByBucket,
    ByPart,
    ByTime,
    Group,
    Quantity,
)
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
        outer = [time] if time and others else others[:-1] if len(others) > 1 else []
        over = f"PARTITION BY {', '.join(outer)}" if outer else ""
        yield (
            Column(names.free(f"{at}_share"), quantity, "share"),
            f"{sql} * 1.0 / NULLIF(SUM({sql}) OVER ({over}), 0)",
        )
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
    elif derived.kind == "change" and time:
        before = f"LAG({sql}{_steps(analysis)}) OVER ({_along(time, others)})"
        yield Column(names.free(f"{at}_before"), quantity, "before"), before
        yield Column(names.free("change"), quantity, "change"), f"{sql} - {before}"
        yield (
            Column(names.free("percent_change"), quantity, "percent"),
            f"({sql} - {before}) * 1.0 / NULLIF({before}, 0)",
        )


def _steps(analysis: Analysis) -> str:
    """How many rows back the one to compare with is."""
    grain = next((each.grain for each in analysis.groups if isinstance(each, ByTime)), "")
    yearly = {"month": 12, "quarter": 4, "week": 52, "day": 365}
    back = yearly.get(grain, 1) if analysis.derived and analysis.derived.against == "year" else 1
    return f", {back}" if back > 1 else ""


def _along(time: str, others: list[str]) -> str:
    partition = f"PARTITION BY {', '.join(others)} " if others else ""
    return f"{partition}ORDER BY {time}"


def ordered(
    analysis: Analysis,
    groups: list[tuple[str, Group, str]],
    quantities: list[tuple[str, Quantity, str]],
    columns: list[Column],
) -> tuple[list[str], list[str], list[str]]:
    """ORDER BY, LIMIT and QUALIFY."""
    if not groups:
        return [], [], []

    rank = analysis.rank
    places = [str(at + 1) for at in range(len(groups))]
    is_timed = any(isinstance(each, ByTime | ByPart | ByBucket) for _, each, _ in groups)
    if rank is None:
        derived = next((at for at, each in enumerate(columns) if each.role in ("change", "share")), None)
        if analysis.derived and analysis.derived.descending is not None and derived is not None:
            way = "DESC" if analysis.derived.descending else "ASC"
            return [f"ORDER BY {derived + 1} {way} NULLS LAST"], [], []

        falling = [] if is_timed else [f"{len(groups) + 1} DESC"]
        if analysis.backwards and is_timed:
            places[0] += " DESC"

        return [f"ORDER BY {', '.join([*falling, *places])}"], [], []

    by = rank.by if rank.by in [each for _, each, _ in quantities] else quantities[0][1]
    place, sql = next(
        (len(groups) + at + 1, text) for at, (_, each, text) in enumerate(quantities) if each == by
    )
    way = "DESC" if rank.descending else "ASC"
    if not rank.within:
        limit = [f"LIMIT {rank.limit}"] if rank.limit is not None else []
        return [f"ORDER BY {place} {way} NULLS LAST, {', '.join(places)}"], limit, []

    outer = [text for _, each, text in groups if each in rank.within]
    over = f"PARTITION BY {', '.join(outer)} ORDER BY {sql} {way} NULLS LAST"
    first = [at for at, (_, each, _) in zip(places, groups, strict=True) if each in rank.within]
    return (
        [f"ORDER BY {', '.join(first)}, {place} {way} NULLS LAST"],
        [],
        [f"QUALIFY RANK() OVER ({over}) <= {rank.limit or 1}"],
    )
