"""How likely people are to recommend something, from 0 to 10: promoters, detractors, and their difference."""

from collections.abc import Iterator, Sequence, Set

from svcchat_magic.semantic.inference.column_names import Entry, column_sql, free_name
from svcchat_magic.semantic.inference.recommendations import LEAST_PROMOTER, is_recommendation
from svcchat_magic.semantic.inference.table_profile import ColumnProfile, TableProfile

SCORE = "net_promoter_score"
_MOST_DETRACTOR = 6


def recommended(table: TableProfile) -> ColumnProfile | None:
    """The one column of such answers; None where there is none or several."""
    found = [each for each in table.columns if is_recommendation(each)]
    return found[0] if len(found) == 1 else None


def promoter_groups(table: TableProfile, names: set[str]) -> Iterator[Entry]:
    """The dimension that says whether somebody is a promoter, a passive or a detractor."""
    column = recommended(table)
    if column is None or _has_own(table):
        return

    score = column_sql(column)
    yield {
        "name": free_name("nps_group", names),
        "sql": f"CASE WHEN {score} >= {LEAST_PROMOTER} THEN 'Promoter' "
        f"WHEN {score} > {_MOST_DETRACTOR} THEN 'Passive' WHEN {score} >= 0 THEN 'Detractor' END",
        "type": "string",
        "title": "NPS group",
        "description": "Promoters answered 9 or 10, passives 7 or 8, detractors 0 to 6.",
    }


def promoter_score(table: TableProfile, measures: Sequence[Entry], names: Set[str]) -> Iterator[Entry]:
    """The percentage of promoters less that of detractors; the average answer alone is no `NPS` then."""
    column = recommended(table)
    if column is None or SCORE in names:
        return

    for each in measures:
        meta = each.get("meta")
        if isinstance(meta, dict):
            meta["synonyms"] = [one for one in meta["synonyms"] if one.lower() not in _SYNONYMS]

    score = column_sql(column)
    yield {
        "name": SCORE,
        "sql": f"100.0 * (COUNT(CASE WHEN {score} >= {LEAST_PROMOTER} THEN 1 END) "
        f"- COUNT(CASE WHEN {score} <= {_MOST_DETRACTOR} THEN 1 END)) / NULLIF(COUNT({score}), 0)",
        "type": "number",
        "title": "Net promoter score",
        "description": "The percentage of promoters (9 or 10) less that of detractors (0 to 6), in points.",
        "meta": {"synonyms": list(_SYNONYMS.values())},
    }


_SYNONYMS = {"nps": "NPS", "nps score": "NPS score", "net promoter": "net promoter"}


def _has_own(table: TableProfile) -> bool:
    """Whether a column says already who is a promoter."""
    return any(
        str(value).lower().startswith(("promoter", "detractor"))
        for each in table.columns
        for value in each.seen
    )
