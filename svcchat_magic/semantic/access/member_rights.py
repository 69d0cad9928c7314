"""Which members a viewer may see as they are, masked, or not at all."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum

from svcchat_magic.semantic.access.conditions import holds
from svcchat_magic.semantic.model.model import AccessRule, Cube, Model, View
from svcchat_magic.semantic.query.query import Viewer


class Right(IntEnum):
    """What a viewer sees of a member."""

    NONE = 0
    MASKED = 1
    PLAIN = 2


def rules_for(policy: Iterable[AccessRule], viewer: Viewer) -> list[AccessRule]:
    """The rules of a policy that are for one of the viewer's groups, and whose conditions all hold."""
    return [
        rule
        for rule in policy
        if (rule.group == "*" or rule.group in viewer.groups)
        and all(holds(condition, viewer) for condition in rule.conditions)
    ]


def limits_members(model: Model) -> bool:
    """Whether any policy of a model speaks of members."""
    return any(rule.members is not None or rule.masked is not None for rule in _all_rules(model))


def cube_rights(cube: Cube, viewer: Viewer) -> Mapping[str, Right]:
    """What a viewer sees of each member of a cube."""
    return _rights(cube.access_policy, viewer, (*cube.dimensions, *cube.measures, *cube.segments))


def view_rights(view: View, viewer: Viewer) -> Mapping[str, Right]:
    """What the policy of a view leaves of each of its members; those of its cubes hold as well."""
    return _rights(view.access_policy, viewer, view.members)


def is_plain_to_all(model: Model, cube: str, member: str) -> bool:
    """Whether no rule of its cube, or of a view that shows it, masks a member or denies it to anyone."""
    found = model.cubes[cube]
    shown = [
        (view.access_policy or (), each.name)
        for view in model.views.values()
        for each in view.members.values()
        if (each.path[-1], each.member) == (cube, member)
    ]
    return all(
        _given(rule, name) is Right.PLAIN
        for policy, name in ((found.access_policy or (), member), *shown)
        for rule in policy
    )


def _rights(policy: Sequence[AccessRule] | None, viewer: Viewer, names: Iterable[str]) -> Mapping[str, Right]:
    rules = rules_for(policy, viewer) if policy is not None else []
    if policy is None or (not rules and viewer.is_internal):
        return dict.fromkeys(names, Right.PLAIN)

    return {name: _right(rules, name.partition(".")[0]) for name in names}


def _right(rules: Sequence[AccessRule], name: str) -> Right:
    """The best right that holds for all rows that the rules show together.

    A rule that gives less, and shows rows which none of those giving more shows, sets the limit: the member
    is computed in one way for all rows.
    """
    given = [(rule, _given(rule, name)) for rule in rules]
    for right in (Right.PLAIN, Right.MASKED):
        givers = [rule for rule, own in given if own >= right]
        if givers and all(own >= right or _covered(rule, givers) for rule, own in given):
            return right

    return Right.NONE


def _given(rule: AccessRule, name: str) -> Right:
    is_masked = rule.masked is not None and rule.masked.holds(name)
    if rule.members is None:
        return Right.MASKED if is_masked else Right.PLAIN

    if rule.members.holds(name):
        return Right.PLAIN

    return Right.MASKED if is_masked else Right.NONE


def _covered(rule: AccessRule, givers: Iterable[AccessRule]) -> bool:
    """Whether every row that a rule shows is shown by one of these."""
    return any(giver.allow_all or giver.filters == rule.filters for giver in givers)


def _all_rules(model: Model) -> Iterator[AccessRule]:
    for cube in model.cubes.values():
        yield from cube.access_policy or ()

    for view in model.views.values():
        yield from view.access_policy or ()
