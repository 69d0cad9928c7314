"""Groups of a number by limits that are said, as SQL."""

from decimal import Decimal

from svcchat_magic.analyst.linking.date_names import has_hours
from svcchat_magic.analyst.meaning.bands import Band
from svcchat_magic.analyst.meaning.tree import ByBucket, Compared, Concept, Condition, Group
from svcchat_magic.analyst.planning.sources import Source
from svcchat_magic.analyst.planning.sql_text import literal, number_text

_BOTH_ENDS = 2  # of the bands are open where every row lies in one of them
_MINUTES = {"day": 1440, "hour": 60}


def in_bands(group: ByBucket, source: Source) -> str:
    """The label of the band that a row lies in; none where its number is not known."""
    ref = source.ref(group.of)
    value = _elapsed(group, source.ref(group.since), ref) if group.since is not None else ref
    cases = [f"WHEN {_lies_in(value, each)} THEN {literal(each.label)}" for each in group.bands]
    return f"CASE {' '.join(cases)} END"


def in_order(group: ByBucket, sql: str) -> str:
    """What the groups are ordered by: the places of their bands, from the lowest on."""
    for place, each in enumerate(group.bands, 1):
        sql = sql.replace(f"THEN {literal(each.label)}", f"THEN {place}", 1)

    return f"MIN({sql})"


def band_name(group: ByBucket) -> str:
    """What the column of the bands is called."""
    return f"{group.unit}_band" if group.unit else f"{group.of.name}_band"


def kept_in(group: ByBucket, label: object) -> tuple[Condition, ...]:
    """What keeps the rows of one band."""
    band = next((each for each in group.bands if each.label == label), None)
    since: tuple[Concept, str] | None = (group.since, group.unit) if group.since else None
    if band is None:
        return ()

    ends = ((band.low, ">=" if band.has_low else ">"), (band.high, "<=" if band.has_high else "<"))
    return tuple(Compared(group.of, way, end, since) for end, way in ends if end is not None)


def leaves_out(group: Group) -> bool:
    """Whether rows lie in none of the bands: what has not ended lasted for no time yet."""
    if not isinstance(group, ByBucket) or not group.bands:
        return False

    is_whole = any(each.low is None for each in group.bands) and any(
        each.high is None for each in group.bands
    )
    return group.since is not None or not is_whole


def _lies_in(value: str, band: Band) -> str:
    ends = [(band.low, ">=" if band.has_low else ">"), (band.high, "<=" if band.has_high else "<")]
    return " AND ".join(f"{value} {way} {_text(end)}" for end, way in ends if end is not None)


def _text(limit: Decimal | str) -> str:
    return number_text(limit) if isinstance(limit, Decimal) else literal(limit)


def _elapsed(group: ByBucket, start: str, end: str) -> str:
    """The time between two moments; where both have hours a part of a day or of an hour counts."""
    minutes = _MINUTES.get(group.unit)
    is_exact = group.since is not None and has_hours(group.since) and has_hours(group.of)
    if minutes and (is_exact or group.unit == "hour"):
        return f"DATE_DIFF('minute', {start}, {end}) / {minutes}.0"

    return f"DATE_DIFF('{group.unit}', {start}, {end})"
