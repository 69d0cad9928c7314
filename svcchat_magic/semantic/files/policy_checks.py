"""Whether the row filters of access policies refer to dimensions, with operators and values that fit."""

from collections.abc import Iterator, Mapping

from svcchat_magic.semantic.access.access import cube_member, view_member
from svcchat_magic.semantic.access.row_filters import OPERATORS, FindMember, fitting, template_source
from svcchat_magic.semantic.files.model_places import Found, Places
from svcchat_magic.semantic.model.model import AccessRule, Cube, Model, View
from svcchat_magic.semantic.model.uncomputed import rests_on_sub_query, uncomputed


def policy_problems(model: Model, places: Places) -> Found:
    """What is wrong with the filters of a model's policies."""
    for cube in model.cubes.values():
        for rule in cube.access_policy or ():
            yield from _rule_problems(model, rule, _finder(cube), places)

    for view in model.views.values():
        yield from _default_filter_problems(model, view, _view_finder(model, view), places)
        for rule in view.access_policy or ():
            yield from _rule_problems(model, rule, _view_finder(model, view), places)


def _rule_problems(model: Model, rule: AccessRule, find: FindMember, places: Places) -> Found:
    for choice in filter(None, (rule.members, rule.masked)):
        for name in (*choice.includes, *choice.excludes):
            if name != "*" and not _is_found(find, name):
                yield places.of_rule(rule), f"there is no member {name!r}"

    for entry in rule.filters:
        yield from ((places.of_rule(rule), sentence) for sentence in _filter_problems(model, entry, find))


def _default_filter_problems(model: Model, view: View, find: FindMember, places: Places) -> Found:
    for each in view.filters:
        yield from (
            (places.of(view.name), sentence) for sentence in _filter_problems(model, each.filter, find)
        )
        for name in each.unless:
            if not _is_found(find, name):
                yield places.of(view.name), f"unless: there is no member {name!r}"


def _filter_problems(model: Model, entry: Mapping[str, object], find: FindMember) -> Iterator[str]:
    for key in ("and", "or"):
        inner = entry.get(key)
        if isinstance(inner, tuple):
            yield from (sentence for part in inner for sentence in _filter_problems(model, part, find))
            return

    name, operator = str(entry["member"]), str(entry["operator"])
    try:
        member = find(name.rpartition(".")[2])
    except KeyError:
        yield f"there is no member {name!r}"
        return

    cause = uncomputed(model.cubes, member.path[-1], member.name)
    if cause:
        yield f"{name} cannot be computed yet: it needs {cause}"
    elif rests_on_sub_query(model.cubes, member.path[-1], member.name):
        yield f"{name} rests on a sub_query, which a filter cannot read"
    elif operator not in OPERATORS:
        yield f"the operator {operator!r} is not supported; use one of {', '.join(OPERATORS)}"
    elif member.kind == "measure":
        yield f"{name} is a measure; a row rule takes dimensions"
    elif member.type not in OPERATORS[operator]:
        yield f"the operator {operator} is not supported for {name}, which is of type {member.type}"
    elif operator not in {"set", "notSet"}:
        yield from _value_problems(name, member.type, entry["values"])


def _value_problems(name: str, kind: str, values: object) -> Iterator[str]:
    if not isinstance(values, tuple) or not values:
        yield f"the filter on {name} needs values"
        return

    for value in values:
        if isinstance(value, str) and "{" in value:
            if template_source(value) is None:
                yield f"a value of {name} must be a whole {{ userAttributes.x }} or {{ securityContext.x }}"
        elif fitting(value, kind) is None:
            yield f"a value of {name} is no {kind}"


def _is_found(find: FindMember, name: str) -> bool:
    try:
        find(name)
    except KeyError:
        return False

    return True


def _finder(cube: Cube) -> FindMember:
    return lambda name: cube_member(cube, (cube.name,), name)


def _view_finder(model: Model, view: View) -> FindMember:
    return lambda name: view_member(model, view, name)
