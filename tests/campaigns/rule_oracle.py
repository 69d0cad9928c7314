"""What access rules mean, row by row in plain Python: the second opinion of the campaign `row_rules`.

It reads the same written rules and shares no line with the package that turns them into SQL.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation

UNKNOWN = object()  # a value that may be any
NOT_THERE = object()  # the value of a member of a row that a join does not find: no rule holds for it
Policies = Mapping[str, Sequence[object] | None]  # by cube and by view; None has no policy

PATHS = {  # how each view reaches its cubes
    "from_customers": {
        "customers": ("customers",),
        "orders": ("customers", "orders"),
        "items": ("customers", "orders", "items"),
        "payments": ("customers", "orders", "payments"),
    },
    "from_orders": {
        "customers": ("orders", "customers"),
        "orders": ("orders",),
        "items": ("orders", "items"),
        "payments": ("orders", "payments"),
        "tagged": ("orders", "tagged"),
        "tags": ("orders", "tagged", "tags"),
    },
    "from_items": {
        "customers": ("items", "orders", "customers"),
        "orders": ("items", "orders"),
        "items": ("items",),
        "payments": ("items", "orders", "payments"),
        "tagged": ("items", "orders", "tagged"),
        "tags": ("items", "orders", "tagged", "tags"),
    },
    "from_tags": {
        "customers": ("tags", "tagged", "orders", "customers"),
        "orders": ("tags", "tagged", "orders"),
        "items": ("tags", "tagged", "orders", "items"),
        "payments": ("tags", "tagged", "orders", "payments"),
        "tagged": ("tags", "tagged"),
        "tags": ("tags",),
    },
}
ALSO_READS = {  # cubes that a measure reads beside its own; items_web_value reads the order of its item
    "customers_value_per_payment": ("items", "payments"),
    "orders_value_per_order": ("items",),
    "orders_paid": ("payments", "items"),
    "items_web_value": ("orders",),
    "items_kept": ("orders",),
    "tags_spread": ("orders",),
}


def is_refused(policies, viewer, asked):
    """Whether the query names what is closed to an external user: a cube or view that does not admit them."""
    if viewer.is_internal or not any(policies.values()):
        return False

    rules = policies[asked.view]
    if rules and not _has_theirs(rules, viewer):
        return True

    named = [*asked.keys, *asked.measures, *(dimension for dimension, _ in asked.filters)]
    cubes = {cube for name in named for cube in PATHS[asked.view][_cube(name)]}
    return any(not _has_theirs(policies[cube], viewer) if policies[cube] else not rules for cube in cubes)


def may_see(policies, viewer, asked, row):
    """Whether every rule that the query touches lets a joined row through."""
    if not any(policies.values()):
        return True

    rules = policies[asked.view]
    if rules and not _admits(rules, viewer, row, asked.view):
        return False

    for cube in touched(policies, viewer, asked):
        if policies[cube]:
            if row[cube] is None and is_limited(policies[cube], viewer):
                return False

            if not _admits(policies[cube], viewer, row, cube):
                return False
        elif not viewer.is_internal and not rules:
            return False

    return True


def touched(policies, viewer, asked):
    """The cubes whose rules count: those that the query reads, on its way too, or its view's rules do."""
    paths = PATHS[asked.view]
    names = [*asked.keys, *asked.measures, *(dimension for dimension, _ in asked.filters)]
    cubes = {asked.view.removeprefix("from_")}
    for name in names:
        for cube in (_cube(name), *ALSO_READS.get(name, ())):
            cubes.update(paths[cube])

    for name in members_read(policies[asked.view] or (), viewer):
        cubes.update(paths[_cube(name)])

    return cubes


def admits(rules, viewer, find):
    """Whether rules let a row through; `find` gives a member's value in it, and the member's type."""
    mine = [rule for rule in rules if _is_theirs(rule, viewer)]
    if not mine:
        return viewer.is_internal

    if _is_open(rules, viewer):
        return True

    return any(all(_holds(entry, viewer, find) for entry in rule.filters) for rule in mine)


def is_limited(rules, viewer):
    """Whether rules hide any row from a viewer; then a row must be there."""
    if not any(_is_theirs(rule, viewer) for rule in rules):
        return not viewer.is_internal

    return not _is_open(rules, viewer)


def members_read(rules, viewer):
    """The members that rules read for a viewer; those of one who sees every row read none."""
    if _is_open(rules, viewer):
        return []

    return [
        name
        for rule in rules
        if _is_theirs(rule, viewer)
        for entry in rule.filters
        for name in _members(entry, viewer)
    ]


def _admits(rules, viewer, row, table):
    def find(name):
        cube, member = name.split("_") if table.startswith("from_") else (table, name)
        value = NOT_THERE if row[cube] is None else row[cube][member]
        return value, "number" if member == "id" else "string"

    return admits(rules, viewer, find)


def _is_theirs(rule, viewer):
    return rule.group == "*" or rule.group in viewer.groups


def _has_theirs(rules, viewer):
    return any(_is_theirs(rule, viewer) for rule in rules)


def _is_open(rules, viewer):
    return any(rule.allow_all for rule in rules if _is_theirs(rule, viewer))


def _members(entry, viewer):
    """The members that a rule reads; one whose values this user lacks reads nothing."""
    inner = entry.get("and") or entry.get("or")
    if inner:
        return [name for part in inner for name in _members(part, viewer)]

    name, operator = entry["member"], entry["operator"]
    wanted = _wanted(entry["values"], viewer, _type_of(name))
    is_open = operator in {"set", "notSet"} or (wanted and not ("" in wanted and operator in _OF_PARTS))
    return [name] if is_open else []


def _holds(entry, viewer, find):
    if "and" in entry:
        return all(_holds(part, viewer, find) for part in entry["and"])

    if "or" in entry:
        return any(_holds(part, viewer, find) for part in entry["or"])

    value, kind = find(entry["member"])
    operator = entry["operator"]
    wanted = _wanted(entry["values"], viewer, kind)
    if operator not in {"set", "notSet"} and (wanted is None or ("" in wanted and operator in _OF_PARTS)):
        return False  # the empty text is part of every text: it says nothing about whose rows these are

    if value in (UNKNOWN, NOT_THERE):
        return value is UNKNOWN

    if operator == "set":
        return value is not None

    return value is None if operator == "notSet" else _fulfils(operator, value, wanted)


def _fulfils(operator, value, wanted):
    if operator in {"gt", "gte", "lt", "lte"}:
        return value is not None and all(_COMPARED[operator](value, each) for each in wanted)

    if operator in _OF_PARTS:
        kind = operator.removeprefix("not")
        matched = value is not None and any(
            _MATCHED[kind[0].lower() + kind[1:]](value.lower(), each.lower()) for each in wanted
        )
        return not matched if operator.startswith("not") else matched

    return (value not in wanted) if operator == "notEquals" else (value is not None and value in wanted)


_OF_PARTS = {"contains", "startsWith", "endsWith", "notContains", "notStartsWith", "notEndsWith"}
_COMPARED = {
    "gt": lambda value, each: value > each,
    "gte": lambda value, each: value >= each,
    "lt": lambda value, each: value < each,
    "lte": lambda value, each: value <= each,
}
_MATCHED = {
    "contains": lambda value, each: each in value,
    "startsWith": lambda value, each: value.startswith(each),
    "endsWith": lambda value, each: value.endswith(each),
}


def _wanted(written, viewer, kind):
    """The values of a rule for this user; None when there is none, or one that fits no such member."""
    found = []
    for part in written:
        place = re.fullmatch(r"\{ ?(\w+)\.([\w.]+) ?\}", part) if isinstance(part, str) else None
        if place is None:
            found.append(part)
            continue

        value = viewer.attributes if place[1].startswith("user") else viewer.security_context
        for key in place[2].split("."):
            value = value.get(key) if isinstance(value, dict) else None

        found += value if isinstance(value, list) else [value]

    read = [_FITTED[kind](each) for each in found]
    return None if not read or None in read else read


def _number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None

    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None

    return number if number.is_finite() and abs(number) < 10**19 else None  # larger than any column holds


def _type_of(name):
    """The type of a rule's member by its name, in whichever model it stands."""
    last = name.rpartition("_")[2]
    return {"id": "number", "small": "number", "flag": "boolean"}.get(last, "string")


_FITTED = {
    "number": _number,
    "string": lambda value: value if isinstance(value, str) else None,
    "boolean": lambda value: (
        value if isinstance(value, bool) else {"true": True, "false": False}.get(str(value).lower())
    ),
}


def _cube(name):
    return name.partition("_")[0]
