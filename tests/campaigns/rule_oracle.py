"""What access rules mean, row by row in plain Python: the second opinion of the campaign `row_rules`.

It reads the same written rules and shares no line with the package that turns them into SQL.
"""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation

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
    },
    "from_items": {
        "customers": ("items", "orders", "customers"),
        "orders": ("items", "orders"),
        "items": ("items",),
        "payments": ("items", "orders", "payments"),
    },
}
ALSO_READS = {  # cubes that a measure reads beside its own; items_web_value reads the order of its item
    "orders_value_per_order": ("items",),
    "orders_paid": ("payments", "items"),
    "items_web_value": ("orders",),
}


def is_refused(policies, viewer, asked):
    """Whether the query names a member that is closed to an external user: a cube that has no rules."""
    if viewer.is_internal or not any(policies.values()) or policies[asked.view]:
        return False

    named = [*asked.keys, *asked.measures, *(dimension for dimension, _ in asked.filters)]
    return any(not policies[cube] for name in named for cube in PATHS[asked.view][_cube(name)])


def may_see(policies, viewer, asked, row):
    """Whether every rule that the query touches lets a joined row through."""
    if not any(policies.values()):
        return True

    rules = policies[asked.view]
    if rules and not _admits(rules, viewer, row, asked.view):
        return False

    again = {**row, "orders": row["orders"] if row["items"] else None}
    rows = [(cube, row) for cube in touched(policies, viewer, asked)]
    rows += [("orders", again)] if "items_web_value" in asked.measures else []
    for cube, joined_row in rows:
        if policies[cube]:
            if not _admits(policies[cube], viewer, joined_row, cube):
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

    for rule in policies[asked.view] or ():
        if not _is_open(policies[asked.view], viewer) and _is_theirs(rule, viewer):
            for entry in rule.filters:
                for name in _members(entry, viewer):
                    cubes.update(paths[_cube(name)])

    return cubes


def _admits(rules, viewer, row, table):
    mine = [rule for rule in rules if _is_theirs(rule, viewer)]
    if not mine:
        return viewer.is_internal

    if _is_open(rules, viewer):
        return True

    return any(all(_holds(entry, viewer, row, table) for entry in rule.filters) for rule in mine)


def _is_theirs(rule, viewer):
    return rule.group == "*" or rule.group in viewer.groups


def _is_open(rules, viewer):
    return any(rule.allow_all for rule in rules if _is_theirs(rule, viewer))


def _members(entry, viewer):
    """The members that a rule reads; one whose values this user lacks reads nothing."""
    inner = entry.get("and") or entry.get("or")
    if inner:
        return [name for part in inner for name in _members(part, viewer)]

    name, operator = entry["member"], entry["operator"]
    wanted = _wanted(entry["values"], viewer, is_number=name.endswith("id"))
    is_open = operator in {"set", "notSet"} or (wanted and not ("" in wanted and operator in _OF_PARTS))
    return [name] if is_open else []


def _holds(entry, viewer, row, table):
    if "and" in entry:
        return all(_holds(part, viewer, row, table) for part in entry["and"])

    if "or" in entry:
        return any(_holds(part, viewer, row, table) for part in entry["or"])

    cube, name = entry["member"].split("_") if table.startswith("from_") else (table, entry["member"])
    value = None if row[cube] is None else row[cube][name]
    operator = entry["operator"]
    if operator == "set":
        return value is not None

    if operator == "notSet":
        return value is None

    wanted = _wanted(entry["values"], viewer, is_number=name == "id")
    if wanted is None:
        return False

    return _fulfils(operator, value, wanted)


def _fulfils(operator, value, wanted):
    if operator in {"gt", "gte", "lt", "lte"}:
        return value is not None and all(_COMPARED[operator](value, each) for each in wanted)

    if operator in _OF_PARTS:
        if "" in wanted:  # part of every text: says nothing about whose rows these are
            return False

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


def _wanted(written, viewer, *, is_number):
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

    read = [_number(each) if is_number else each if isinstance(each, str) else None for each in found]
    return None if not read or None in read else read


def _number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None

    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None

    return number if number.is_finite() and abs(number) < 10**19 else None  # larger than any column holds


def _cube(name):
    return name.partition("_")[0]
