"""Who may see what: tables that are hidden from a viewer, and row-level rules as conditions.

A viewer's attributes become constants of the condition, which are bound as parameters. An attribute that is
missing, empty or of the wrong type makes its rule match nothing.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import TypeVar

from svcchat_magic.semantic.model.join_graph import Path
from svcchat_magic.semantic.model.model import AccessRule, Cube, Model, View
from svcchat_magic.semantic.query.operations import ESCAPE, all_of, any_of, escaped_pattern
from svcchat_magic.semantic.query.query import Constant, Expression, Member, Operation, Scalar, Viewer

NOTHING = Constant(False)  # the condition that no row fulfils
OPERATORS: Mapping[str, tuple[str, ...]] = MappingProxyType({  # and the types of member each is for
    "equals": ("string", "number", "boolean"),
    "notEquals": ("string", "number", "boolean"),
    "contains": ("string",),
    "notContains": ("string",),
    "startsWith": ("string",),
    "notStartsWith": ("string",),
    "endsWith": ("string",),
    "notEndsWith": ("string",),
    "gt": ("number",),
    "gte": ("number",),
    "lt": ("number",),
    "lte": ("number",),
    "set": ("string", "number", "time", "boolean"),
    "notSet": ("string", "number", "time", "boolean"),
})  # fmt: skip

_TEMPLATE = re.compile(
    r"\{\s*(?P<source>userAttributes|user_attributes|securityContext|security_context)\.(?P<path>[\w.]+)\s*\}"
)
_COMPARISONS = MappingProxyType({"gt": ">", "gte": ">=", "lt": "<", "lte": "<="})
_PATTERNS = MappingProxyType({"contains": "%{}%", "startsWith": "{}%", "endsWith": "%{}"})
_OF_PATTERNS = frozenset({*_PATTERNS, "notContains", "notStartsWith", "notEndsWith"})

FindMember = Callable[[str], Member]
Table = TypeVar("Table", Cube, View)


def visible_model(model: Model, viewer: Viewer) -> Model:
    """The model without the names that this viewer is denied; internal users see all of it.

    Once any table has a policy, an external user sees a cube only where it, or the view it is reached
    through, has one, and no table or member that a policy denies them: one without a rule for their groups.
    """
    if viewer.is_internal or not has_policies(model):
        return model

    admitted = {name for name, cube in model.cubes.items() if _admits(cube, viewer)}
    open_in_views = {name for name, cube in model.cubes.items() if cube.access_policy is None} | admitted
    cubes = {name: _open_if(name in admitted, cube) for name, cube in model.cubes.items()}
    views = {
        name: _reaching(view, admitted if view.access_policy is None else open_in_views)
        for name, view in model.views.items()
        if view.access_policy is None or _admits(view, viewer)
    }
    return Model(
        MappingProxyType(cubes),
        MappingProxyType({name: view for name, view in views.items() if view.members}),
    )


def narrowed(model: Model, tables: Collection[str] | None) -> Model:
    """The model with only these views and cubes open to questions; None is all that are.

    The others stay in it, closed: joins and access rules still need them.
    """
    if tables is None:
        return model

    return Model(
        MappingProxyType({name: _open_if(name in tables, cube) for name, cube in model.cubes.items()}),
        MappingProxyType({name: _open_if(name in tables, view) for name, view in model.views.items()}),
    )


def row_rules(
    model: Model, viewer: Viewer, table: str, paths: Sequence[Path], declared: Collection[Path]
) -> tuple[Expression, ...]:
    """The conditions that every row must fulfil when a query of `table` joins the cubes at `paths`.

    A cube's rules bind wherever it is met. A view's rules bind to the members that it declares, and as well
    to each meeting of their cubes that the view does not declare (`declared` are those that it does).
    """
    rules: list[Expression] = []
    view = model.views.get(table)
    if view is not None and view.access_policy is not None:
        rules += _admission(view.access_policy, viewer, lambda name: view_member(model, view, name))
        for path in paths:
            if path not in declared and path[-1] in _ruled_cubes(view):
                rules += _admission(view.access_policy, viewer, _moved(model, view, path))

    denies_open_cubes = has_policies(model) and not viewer.is_internal and not rules_view(view)
    for path in paths:
        cube = model.cubes[path[-1]]
        if cube.access_policy is not None:
            rules += _admission(cube.access_policy, viewer, _finder(cube, path))
        elif denies_open_cubes:
            rules.append(NOTHING)

    return tuple(rules)


def has_policies(model: Model) -> bool:
    """Whether any table has an access policy."""
    policies = [cube.access_policy for cube in model.cubes.values()]
    policies += [view.access_policy for view in model.views.values()]
    return any(policy is not None for policy in policies)


def rules_view(view: View | None) -> bool:
    """Whether what is queried is a view with a policy of its own."""
    return view is not None and view.access_policy is not None


def cube_member(cube: Cube, path: Path, name: str) -> Member:
    """A member of the cube at a path. Raises KeyError when there is none of that name."""
    if name in cube.dimensions:
        return Member(path, name, "dimension", cube.dimensions[name].type)

    if name in cube.segments:
        return Member(path, name, "segment", "boolean")

    found = cube.measures[name].type
    return Member(path, name, "measure", found if found in {"string", "time", "boolean"} else "number")


def view_member(model: Model, view: View, name: str) -> Member:
    """What stands behind a view's member. Raises KeyError when there is none of that name."""
    member = view.members[name]
    return cube_member(model.cubes[member.path[-1]], member.path, member.member)


def template_source(text: str) -> re.Match[str] | None:
    """The match of a value such as `{ userAttributes.country }`."""
    return _TEMPLATE.fullmatch(text.strip())


def fitting(value: object, kind: str) -> Scalar:
    """A value as the type of the member it is compared with; `None` when it does not fit."""
    if kind == "boolean":
        return value if isinstance(value, bool) else {"true": True, "false": False}.get(str(value).lower())

    if kind == "number":
        return _number(value)

    return value if isinstance(value, str) and _is_text(value) else None


def _open_if(is_named: bool, table: Table) -> Table:
    return table if is_named else replace(table, public=False)


def _admits(table: Table, viewer: Viewer) -> bool:
    """Whether a table's policy has a rule for one of an external user's groups."""
    return any(rule.group == "*" or rule.group in viewer.groups for rule in table.access_policy or ())


def _reaching(view: View, cubes: set[str]) -> View:
    """The view with the members whose whole path is over these cubes."""
    kept = {name: member for name, member in view.members.items() if cubes.issuperset(member.path)}
    return replace(view, members=MappingProxyType(kept))


def _admission(policy: Sequence[AccessRule], viewer: Viewer, find: FindMember) -> tuple[Expression, ...]:
    """No condition for someone who sees every row; else that at least one rule of their groups holds."""
    rules = [rule for rule in policy if rule.group == "*" or rule.group in viewer.groups]
    if not rules:
        return () if viewer.is_internal else (NOTHING,)

    if any(rule.allow_all for rule in rules):
        return ()

    return (any_of(tuple(_all_filters(rule.filters, viewer, find) for rule in rules)),)


def _all_filters(filters: Sequence[object], viewer: Viewer, find: FindMember) -> Expression:
    return all_of(tuple(_filter(entry, viewer, find) for entry in filters if isinstance(entry, Mapping)))


def _filter(entry: Mapping[str, object], viewer: Viewer, find: FindMember) -> Expression:
    for key, connect in (("and", all_of), ("or", any_of)):
        inner = entry.get(key)
        if isinstance(inner, tuple):
            return connect(tuple(_filter(part, viewer, find) for part in inner))

    member = find(str(entry["member"]).rpartition(".")[2])
    operator = str(entry["operator"])
    if operator in {"set", "notSet"}:
        is_null = Operation("is_null", (member,))
        return is_null if operator == "notSet" else Operation("not", (is_null,))

    values = _values(entry["values"], viewer, member.type)
    if values is None or ("" in values and operator in _OF_PATTERNS):
        return NOTHING  # the empty text is part of every other: it tells nobody's rows from anybody's

    return _condition(member, operator, values)


def _condition(member: Member, operator: str, values: tuple[Scalar, ...]) -> Expression:
    """`not...` holds for rows without a value too, as people expect of "not X"."""
    if operator in _COMPARISONS:
        return all_of(tuple(Operation(_COMPARISONS[operator], (member, Constant(value))) for value in values))

    if operator.startswith("not"):
        positive = operator[3].lower() + operator[4:]
        is_null = Operation("is_null", (member,))
        return Operation("or", (is_null, Operation("not", (_condition(member, positive, values),))))

    if operator == "equals":
        return Operation("in", (member, *map(Constant, values)))

    patterns = (_PATTERNS[operator].format(escaped_pattern(str(value))) for value in values)
    return any_of(
        tuple(Operation("ilike", (member, Constant(found), Constant(ESCAPE))) for found in patterns)
    )


def _values(written: object, viewer: Viewer, kind: str) -> tuple[Scalar, ...] | None:
    """The rule's values for this viewer; `None` when there is none or one of them does not fit."""
    found = [
        value for part in (written if isinstance(written, tuple) else ()) for value in _given(part, viewer)
    ]
    fitted = tuple(fitting(value, kind) for value in found)
    return None if not fitted or None in fitted else fitted


def _given(part: object, viewer: Viewer) -> Sequence[object]:
    match = template_source(part) if isinstance(part, str) else None
    if match is None:
        return (part,)

    source: object = viewer.attributes if match["source"].startswith("user") else viewer.security_context
    for key in match["path"].split("."):
        source = source.get(key) if isinstance(source, Mapping) else None

    return tuple(source) if isinstance(source, (list, tuple)) else (source,)


def _number(value: object) -> int | Decimal | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)) or len(str(value)) > 40:
        return None

    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None

    if not number.is_finite() or abs(number.adjusted()) > 18:
        return None

    return int(number) if number == number.to_integral_value() else number


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:  # a lone surrogate is no text that a database holds
        return False

    return True


def _ruled_cubes(view: View) -> frozenset[str]:
    """The cubes whose members a view's rules read."""
    names = (name for rule in view.access_policy or () for entry in rule.filters for name in _named(entry))
    return frozenset(view.members[name.rpartition(".")[2]].path[-1] for name in names)


def _named(entry: object) -> Iterator[str]:
    if not isinstance(entry, Mapping):
        return

    for key in ("and", "or"):
        for part in entry.get(key) or ():
            yield from _named(part)

    if "member" in entry:
        yield str(entry["member"])


def _moved(model: Model, view: View, path: Path) -> FindMember:
    """The view's members, with those of one cube read at another meeting of it."""

    def find(name: str) -> Member:
        member = view_member(model, view, name)
        return replace(member, path=path) if member.path[-1] == path[-1] else member

    return find


def _finder(cube: Cube, path: Path) -> FindMember:
    return lambda name: cube_member(cube, path, name)
