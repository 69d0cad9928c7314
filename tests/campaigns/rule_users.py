"""Random access rules over a shape, and random users whom they meet."""

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from svcchat_magic.semantic.model.model import AccessRule
from svcchat_magic.semantic.query.query import Viewer
from tests.campaigns.rule_shapes import SIZE, Shape

GROUPS = ("a", "b", "c")
Rules = Mapping[str, Sequence[AccessRule] | None]  # by table; None has none

_TEXTS = ("North", "South", "East", "North", "South", "", "or", "%", "_", "north", "' OR 1=1 --")
USUAL = (  # rules that hide some rows and show others
    ("region", "equals", ("{ userAttributes.place }",)),
    ("region", "equals", ("{ userAttributes.place }", "East")),
    ("region", "notEquals", ("{ userAttributes.place }",)),
    ("small", "gte", ("{ security_context.most }",)),
    ("flag", "notEquals", ("true",)),
)
_OPERATORS: Mapping[str, tuple[str, ...]] = {
    "string": (
        "equals", "equals", "equals", "equals", "notEquals", "contains", "notContains", "startsWith",
        "notStartsWith", "endsWith", "notEndsWith", "set", "notSet",
    ),
    "number": ("equals", "equals", "notEquals", "gt", "gte", "lt", "lte", "set", "notSet"),
    "boolean": ("equals", "notEquals", "set", "notSet"),
}  # fmt: skip
_LITERALS: Mapping[str, tuple[object, ...]] = {
    "string": _TEXTS, "number": (0, 1, 2, "3"), "boolean": ("true", "false"),
}  # fmt: skip
_SOURCES: Mapping[str, tuple[str, ...]] = {
    "string": ("{ userAttributes.place }", "{user_attributes.other}", "{ securityContext.in.place }"),
    "number": ("{ userAttributes.most }", "{ security_context.most }"),
    "boolean": ("{ userAttributes.flagged }",),
}
_ODD = (None, [], {"a": 1}, True, 2.5, "x" * 500, "\0", "1e400", "nan", "'")


def random_rules(chance: random.Random, shape: Shape) -> Rules:
    """Rules for cubes, for views, or for both; a rule may read a member that refers to another cube."""
    rules: dict[str, Sequence[AccessRule] | None] = {}
    of_cubes, of_views = chance.choice([(0.0, 0.9), (0.4, 0.7), (0.9, 0.3), (0.9, 0.3), (1.0, 0.0)])
    for cube in shape.cubes:
        members = [("region", "string")] * 4 + [("small", "number"), ("word", "string"), ("flag", "boolean")]
        members += [(SIZE, "string"), ("id", "number")]
        members += [
            (each.name, "string") for each in shape.members[cube] if each.refers and each.of == "region"
        ]
        rules[cube] = _policy(chance, members, 0.2) if chance.random() < of_cubes else None

    for view in shape.views:
        shown = [
            (each.name, each.member.type)
            for each in shape.shown(view)
            if each.member.kind == "dimension" and each.member.name in {"region", "small", "flag"}
        ]
        texts = [each for each in shown if each[1] == "string"]
        rules[view] = _policy(chance, [*shown, *texts * 4], 0.1) if chance.random() < of_views else None

    return rules


def random_viewer(chance: random.Random) -> Viewer:
    """Mostly one who sees some rows; attributes may be missing, empty, lists or of a wrong type."""
    given = {
        "place": _value(chance, ("North", "North", "North", "South")),
        "other": _value(chance, _TEXTS),
        "most": _value(chance, (0, 1, 2, "3")),
        "flagged": _value(chance, (True, "false")),
    }
    return Viewer(
        "ana",
        is_internal=chance.random() < 0.15,
        groups=tuple(chance.sample(GROUPS, chance.choice([0, 1, 1, 2]))),
        attributes={name: value for name, value in given.items() if chance.random() < 0.9},
        security_context={"in": {"place": _value(chance, _TEXTS)}, "most": _value(chance, (0, 1, 2))},
    )


def _value(chance: random.Random, usual: Sequence[object]) -> object:
    if chance.random() < 0.05:
        return chance.choice(_ODD)

    if chance.random() < 0.25:
        return [chance.choice(usual) for _ in range(chance.randint(1, 3))]

    return chance.choice(usual)


def _policy(
    chance: random.Random, members: Sequence[tuple[str, str]], open_share: float
) -> tuple[AccessRule, ...]:
    rules = []
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        is_open = chance.random() < open_share
        filters = (
            () if is_open else tuple(_filter(chance, members) for _ in range(chance.choice([1, 1, 1, 2])))
        )
        rules.append(AccessRule(chance.choice([*GROUPS, *"*******"]), filters, is_open))

    return tuple(rules)


def _filter(
    chance: random.Random, members: Sequence[tuple[str, str]], depth: int = 0
) -> Mapping[str, object]:
    if chance.random() < 0.6:
        name, operator, values = chance.choice([USUAL[0], *USUAL])
        member = chance.choice([each for each, _ in members if each == name or each.endswith(f"_{name}")])
        return MappingProxyType({"member": member, "operator": operator, "values": values})

    if depth < 2 and chance.random() < 0.2:
        inner = tuple(_filter(chance, members, depth + 1) for _ in range(chance.randint(1, 3)))
        return MappingProxyType({chance.choice(["and", "or"]): inner})

    member, kind = chance.choice(members)
    operator = chance.choice(_OPERATORS[kind])
    values = tuple(
        chance.choice(_SOURCES[kind]) if chance.random() < 0.6 else chance.choice(_LITERALS[kind])
        for _ in range(chance.choice([1, 1, 2]))
    )
    values = () if operator in {"set", "notSet"} else values
    return MappingProxyType({"member": member, "operator": operator, "values": values})
