"""The transforms a chart may use: aggregate, timeUnit, window, fold, and filters without expressions."""

from collections.abc import Mapping
from typing import Any

from svcchat_magic.charts.rules.fields import Fields, made_name
from svcchat_magic.charts.rules.grammar import AGGREGATES, TIME_UNIT, WINDOW_OPERATIONS
from svcchat_magic.charts.rules.literals import (
    DROPPED,
    MOST_VALUES,
    choice,
    either,
    flag,
    kept,
    many,
    null,
    number,
    scalar,
)
from svcchat_magic.errors import ChartRefused

Rebuilt = dict[str, Any]

MOST_TRANSFORMS = 20
_MOST_DEPTH = 6


def rebuilt_transforms(given: Any, fields: Fields) -> tuple[list[Rebuilt], Fields]:
    """The allowed transforms in order, and the fields that exist after them.

    Raises ChartRefused for a transform of unknown fields.
    """
    if not isinstance(given, list) or len(given) > MOST_TRANSFORMS:
        raise ChartRefused("The chart has transforms that cannot be read.")

    done: list[Rebuilt] = []
    for each in given:
        if not isinstance(each, dict):
            continue

        transform, fields = _rebuilt(each, fields)
        if transform:
            done.append(transform)

    return done, fields


def rebuilt_predicate(given: Any, fields: Fields, depth: int = _MOST_DEPTH) -> Any:
    """A filter's condition as an object, or DROPPED; text would be an expression."""
    if not isinstance(given, dict) or depth == 0:
        return DROPPED

    for word in ("and", "or"):
        if isinstance(given.get(word), list):
            parts = [rebuilt_predicate(each, fields, depth - 1) for each in given[word][:MOST_VALUES]]
            return DROPPED if any(each is DROPPED for each in parts) else {word: parts}

    if "not" in given:
        inner = rebuilt_predicate(given["not"], fields, depth - 1)
        return DROPPED if inner is DROPPED else {"not": inner}

    test = kept(given, _TESTS)
    if "field" not in given or not test.keys() - {"timeUnit"}:
        return DROPPED

    return {"field": fields.read(given["field"]), **test}


def _rebuilt(given: Mapping[str, Any], fields: Fields) -> tuple[Rebuilt, Fields]:
    if "filter" in given:
        predicate = rebuilt_predicate(given["filter"], fields)
        return ({} if predicate is DROPPED else {"filter": predicate}), fields

    if "aggregate" in given:
        return _aggregate(given, fields)

    if "window" in given:
        return _window(given, fields)

    if "fold" in given:
        folded = fields.read_all(given["fold"])
        made = _names(given.get("as", ["key", "value"]), 2)
        return {"fold": folded, "as": made}, fields.having(made)

    if "timeUnit" in given:
        unit = TIME_UNIT(given["timeUnit"])
        made = _names([given.get("as")], 1)
        if unit is DROPPED:
            raise ChartRefused("The chart groups times by a unit that does not exist.")

        return {"timeUnit": unit, "field": fields.read(given.get("field")), "as": made[0]}, fields.having(
            made
        )

    return {}, fields


def _aggregate(given: Mapping[str, Any], fields: Fields) -> tuple[Rebuilt, Fields]:
    operations = _operations(given["aggregate"], AGGREGATES, fields)
    groups = fields.read_all(given.get("groupby", []))
    made = [each["as"] for each in operations]
    return {"aggregate": operations, "groupby": groups}, fields.only(groups, made)


def _window(given: Mapping[str, Any], fields: Fields) -> tuple[Rebuilt, Fields]:
    operations = _operations(given["window"], (*AGGREGATES, *WINDOW_OPERATIONS), fields)
    rebuilt: Rebuilt = {"window": operations, **kept(given, _FRAME)}
    if "groupby" in given:
        rebuilt["groupby"] = fields.read_all(given["groupby"])

    if isinstance(given.get("sort"), list):
        rebuilt["sort"] = [
            {"field": fields.read(each.get("field")), **kept(each, _ORDER)}
            for each in given["sort"][:MOST_TRANSFORMS]
            if isinstance(each, dict)
        ]

    return rebuilt, fields.having(each["as"] for each in operations)


def _operations(given: Any, known: tuple[str, ...], fields: Fields) -> list[Rebuilt]:
    if not isinstance(given, list) or not 0 < len(given) <= MOST_TRANSFORMS:
        raise ChartRefused("The chart aggregates in a way that cannot be read.")

    done: list[Rebuilt] = []
    for each in given:
        operation = each.get("op") if isinstance(each, dict) else None
        if operation not in known:
            raise ChartRefused("The chart aggregates in a way that does not exist.")

        rebuilt: Rebuilt = {"op": operation, "as": made_name(each.get("as"))}
        if "field" in each:
            rebuilt["field"] = fields.read(each["field"])

        done.append({**rebuilt, **kept(each, {"param": number(0, 10_000)})})

    return done


def _names(given: Any, count: int) -> list[str]:
    if not isinstance(given, list) or len(given) != count:
        raise ChartRefused("The chart gives a computed field a name that cannot be used.")

    return [made_name(name) for name in given]


_TESTS = {
    **dict.fromkeys(("equal", "lt", "lte", "gt", "gte"), scalar),
    "oneOf": many(scalar),
    "range": many(either(scalar, null), 2),
    "valid": flag,
    "timeUnit": TIME_UNIT,
}
_ORDER = {"order": choice("ascending", "descending")}
_FRAME = {"frame": many(either(number(-10_000, 10_000), null), 2), "ignorePeers": flag}
