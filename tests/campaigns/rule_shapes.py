"""Random small models: cubes joined in chains, stars and diamonds, views over them, and their YAML.

The shapes are kept beside the YAML, so that an oracle reads no line of what the package makes of it.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import yaml

from svcchat_magic.semantic.model.model import AccessRule

NAMES = ("shops", "orders", "items", "refunds", "people")
COLUMNS: Mapping[str, str] = {
    "id": "INTEGER",
    "region": "VARCHAR",
    "word": "VARCHAR",
    "code": "VARCHAR",
    "big": "BIGINT",
    "small": "INTEGER",
    "amount": "DOUBLE",
    "price": "DECIMAL(18, 2)",
    "made": "TIMESTAMP",
    "flag": "BOOLEAN",
}
TYPES = {
    **dict.fromkeys(("id", "big", "small", "amount", "price"), "number"),
    **dict.fromkeys(("region", "word", "code"), "string"),
    "made": "time",
    "flag": "boolean",
}
SCALED = "scaled"  # {CUBE}.big * 1000000: the model's own arithmetic
DECODED = "decoded"  # CAST({CUBE}.code AS BIGINT)
SIZE = "size"  # a case dimension

Path = tuple[str, ...]


@dataclass(frozen=True)
class Link:
    """A join as one cube declares it: its own column equals the target's."""

    source: str
    target: str
    kind: str
    own: str
    other: str

    @property
    def finds_one(self) -> bool:
        return self.kind != "one_to_many"


@dataclass(frozen=True)
class Member:
    """A member of a cube. `of` is the column, or the cube that a reference reads the region of."""

    name: str
    kind: str  # dimension, measure or segment
    type: str
    of: str = ""
    refers: str = ""  # another cube that it reads


@dataclass(frozen=True)
class Shown:
    """A member under the name that a table gives it."""

    name: str
    path: Path
    member: Member


@dataclass(frozen=True)
class Shape:
    """Cubes, their joins and members, and the views: each view's members by name."""

    cubes: tuple[str, ...]
    links: Mapping[tuple[str, str], Link]
    members: Mapping[str, tuple[Member, ...]]
    views: Mapping[str, tuple[tuple[Path, str], ...]]  # each path with its prefix
    is_tree: bool

    def shown(self, table: str) -> tuple[Shown, ...]:
        if table in self.members:
            return tuple(Shown(member.name, (table,), member) for member in self.members[table])

        return tuple(
            Shown(f"{prefix}_{member.name}", path, member)
            for path, prefix in self.views[table]
            for member in self.members[path[-1]]
        )

    def root(self, table: str) -> str:
        return table if table in self.members else self.views[table][0][0][0]

    def columns(self, cube: str) -> dict[str, str]:
        """The columns of the cube's table; keys of other cubes come last."""
        keys = {link.own for link in self.links.values() if link.source == cube}
        keys |= {link.other for link in self.links.values() if link.target == cube}
        return {**COLUMNS, **dict.fromkeys(sorted(keys - {"id"}), "INTEGER")}

    def reached(self, start: str, *, one: bool = False) -> list[str]:
        """The cubes that declared joins lead to."""
        found, waiting = [start], [start]
        while waiting:
            cube = waiting.pop()
            for link in self.links.values():
                if link.source == cube and link.target not in found and (link.finds_one or not one):
                    found.append(link.target)
                    waiting.append(link.target)

        return found[1:]


def random_shape(chance: random.Random) -> Shape:
    cubes = tuple(chance.sample(NAMES, chance.choice([2, 3, 3, 4, 4, 5])))
    pairs = [(chance.choice(cubes[:at]), cube) for at, cube in enumerate(cubes) if at]
    is_tree = True
    if len(cubes) > 2 and chance.random() < 0.25:
        apart = [(a, b) for a in cubes for b in cubes if a < b and not {(a, b), (b, a)} & set(pairs)]
        pairs += [chance.choice(apart)] if apart else []
        is_tree = not apart

    links: dict[tuple[str, str], Link] = {}
    for left, right in pairs:
        source, target = chance.sample((left, right), 2)
        links |= _declared(chance, source, target)

    bare = Shape(cubes, links, {}, {}, is_tree)
    members = {cube: tuple(_members(chance, bare, cube)) for cube in cubes}
    shape = Shape(cubes, links, members, {}, is_tree)
    return Shape(cubes, links, members, _views(chance, shape), is_tree)


def as_yaml(shape: Shape, policies: Mapping[str, Sequence[AccessRule] | None]) -> str:
    """The model file, with the access rules of each table."""
    cubes = [_cube(shape, cube, policies.get(cube)) for cube in shape.cubes]
    views = [_view(shape, view, policies.get(view)) for view in shape.views]
    return yaml.safe_dump({"cubes": cubes, "views": views}, sort_keys=False, allow_unicode=True)


def _declared(chance: random.Random, source: str, target: str) -> dict[tuple[str, str], Link]:
    """One relation, declared from one side or from both."""
    if chance.random() < 0.15:
        kinds, own, other = ("one_to_one", "one_to_one"), "id", "id"
    else:
        kinds, own, other = ("many_to_one", "one_to_many"), f"{target}_id", "id"

    there = Link(source, target, kinds[0], own, other)
    back = Link(target, source, kinds[1], other, own)
    chosen = chance.choice([*[(there, back)] * 6, (there,), (back,)])
    return {(link.source, link.target): link for link in chosen}


def _members(chance: random.Random, shape: Shape, cube: str) -> Iterator[Member]:
    for column in COLUMNS:
        yield Member(column, "dimension", TYPES[column], of=column)

    for key in shape.columns(cube):
        if key not in COLUMNS:  # of rows in another table, of which some are hidden and some are not there
            yield Member(key, "dimension", "number", of=key)

    yield Member(SIZE, "dimension", "string", of=SIZE)
    if chance.random() < 0.4:
        yield Member(SCALED, "dimension", "number", of=SCALED)

    if chance.random() < 0.3:
        yield Member(DECODED, "dimension", "number", of=DECODED)

    for measure in _MEASURES:
        yield Member(measure, "measure", "number", of=measure)

    for measure in IN_STAGES:
        yield Member(measure, "measure", "number", of=measure)

    for other in shape.reached(cube, one=True)[:2]:
        yield Member(f"{other}_region", "dimension", "string", of="region", refers=other)
        yield Member(f"north_of_{other}", "measure", "number", of="far", refers=other)

    for other in shape.reached(cube):
        yield Member(f"per_{other}", "measure", "number", of="across", refers=other)
        yield Member(f"all_of_{other}", "measure", "number", of="elsewhere", refers=other)
        for kind in OF_OTHERS_IN_STAGES:
            yield Member(f"{kind}_of_{other}", "measure", "number", of=kind, refers=other)

    yield Member("northern", "segment", "boolean", of="northern")
    yield Member("doubled", "segment", "boolean", of="doubled")


def _views(chance: random.Random, shape: Shape) -> dict[str, tuple[tuple[Path, str], ...]]:
    views = {}
    for number in range(chance.choice([1, 2, 2, 3])):
        root = chance.choice(shape.cubes)
        paths = [path for path in _walks(shape, (root,)) if len(path) > 1]
        others = chance.sample(paths, chance.randint(min(1, len(paths)), min(4, len(paths))))
        entries: list[tuple[Path, str]] = [((root,), root)]
        for path in others:
            twice = any(prefix == path[-1] for _, prefix in entries)
            entries.append((path, f"{path[-1]}{len(entries)}" if twice else path[-1]))

        views[f"view{number}"] = tuple(entries)

    return views


def _walks(shape: Shape, path: Path) -> Iterator[Path]:
    yield path
    for link in shape.links.values():
        if link.source == path[-1] and link.target not in path:
            yield from _walks(shape, (*path, link.target))


_MEASURES: Mapping[str, Mapping[str, object]] = {
    "count": {"type": "count"},
    "total": {"type": "sum", "sql": "{CUBE}.big"},
    "turnover": {"type": "sum", "sql": "{CUBE}.amount"},
    "mean": {"type": "avg", "sql": "{CUBE}.amount"},
    "least": {"type": "min", "sql": "{CUBE}.small"},
    "most": {"type": "max", "sql": "{CUBE}.price"},
    "words": {"type": "count_distinct", "sql": "{CUBE}.word"},
    "some_words": {"type": "count_distinct_approx", "sql": "{CUBE}.word"},
    "product": {"type": "sum", "sql": "{CUBE}.big * {CUBE}.small"},
    "north": {"type": "sum", "sql": "{CUBE}.amount", "filters": [{"sql": "{CUBE}.region = 'North'"}]},
    "risky": {"type": "sum", "sql": "{CUBE}.small", "filters": [{"sql": "{CUBE}.big * 3 > 5"}]},
    "mean_of_rows": {"type": "number", "sql": "SUM({CUBE}.amount) / NULLIF(COUNT(*), 0)"},
    "ratio": {"type": "number", "sql": "{turnover} / NULLIF({count}, 0)"},
}
_ALL_BEFORE = {"trailing": "unbounded"}
_MONTH_BEFORE = [{"interval": "1 month", "type": "prior"}]
IN_STAGES: Mapping[str, Mapping[str, object]] = {  # over other times or groups than the query's
    "running": {"type": "sum", "sql": "{CUBE}.amount", "rolling_window": _ALL_BEFORE},
    "lately": {"type": "max", "sql": "{CUBE}.small", "rolling_window": {"trailing": "45 day"}},
    "to_date": {"type": "count", "rolling_window": {"type": "to_date", "granularity": "year"}},
    "risky_lately": {"type": "sum", "sql": "{CUBE}.big * 3", "rolling_window": {"trailing": "3 month"}},
    "before": {"type": "number", "sql": "{total}", "multi_stage": True, "time_shift": _MONTH_BEFORE},
    "whole": {"type": "sum", "sql": "{turnover}", "multi_stage": True, "group_by": []},
    "of_region": {"type": "sum", "sql": "{total}", "multi_stage": True, "group_by": ["region"]},
    "best_word": {"type": "max", "sql": "{turnover}", "multi_stage": True, "add_group_by": ["word"]},
    "place": {
        "type": "rank",
        "multi_stage": True,
        "group_by": [],
        "order_by": [{"sql": "{total}", "dir": "desc"}],
    },
}
OF_OTHERS_IN_STAGES: Mapping[str, Mapping[str, object]] = {
    "runs": {"type": "number", "sql": "{other.running}"},
    "share": {"type": "sum", "sql": "{other.turnover}", "multi_stage": True, "group_by": []},
    "moved": {"type": "number", "sql": "{other.count}", "multi_stage": True, "time_shift": _MONTH_BEFORE},
}
_DIMENSIONS: Mapping[str, Mapping[str, object]] = {
    SCALED: {"sql": "{CUBE}.big * 1000000"},
    DECODED: {"sql": "CAST({CUBE}.code AS BIGINT)"},
    SIZE: {"case": {"when": [{"sql": "{CUBE}.small > 1", "label": "large"}], "else": {"label": "tiny"}}},
}
_SEGMENTS = {"northern": "{CUBE}.region = 'North'", "doubled": "{CUBE}.big * 2 > 3"}


def _cube(shape: Shape, cube: str, policy: Sequence[AccessRule] | None) -> dict[str, object]:
    members = shape.members[cube]
    written = {
        "name": cube,
        "sql_table": cube,
        "joins": [_join(link) for link in shape.links.values() if link.source == cube],
        "dimensions": [_dimension(each) for each in members if each.kind == "dimension"],
        "measures": [_measure(each) for each in members if each.kind == "measure"],
        "segments": [
            {"name": each.name, "sql": _SEGMENTS[each.name]} for each in members if each.kind == "segment"
        ],
    }
    return written | ({} if policy is None else {"access_policy": _policy(policy)})


def _join(link: Link) -> dict[str, object]:
    return {
        "name": link.target,
        "relationship": link.kind,
        "sql": f"{{CUBE}}.{link.own} = {{{link.target}}}.{link.other}",
    }


def _dimension(member: Member) -> dict[str, object]:
    plain = {"sql": f"{{{member.refers}.region}}" if member.refers else f"{{CUBE}}.{member.of}"}
    key = {"primary_key": True} if member.name == "id" else {}
    return {"name": member.name, "type": member.type, **_DIMENSIONS.get(member.name, plain), **key}


def _measure(member: Member) -> dict[str, object]:
    if member.of == "far":
        filters = [{"sql": f"{{{member.refers}.region}} = 'North'"}]
        return {"name": member.name, "type": "sum", "sql": "{CUBE}.amount", "filters": filters}

    if member.of == "elsewhere":  # of another cube's measures alone
        sql = f"{{{member.refers}.turnover}} / NULLIF({{{member.refers}.count}}, 0)"
        return {"name": member.name, "type": "number", "sql": sql}

    if member.of == "across":
        sql = f"{{{member.refers}.turnover}} / NULLIF({{count}}, 0)"
        return {"name": member.name, "type": "number", "sql": sql}

    if member.of in OF_OTHERS_IN_STAGES:
        known = OF_OTHERS_IN_STAGES[member.of]
        return {"name": member.name, **known, "sql": str(known["sql"]).replace("other.", f"{member.refers}.")}

    return {"name": member.name, **(_MEASURES | IN_STAGES)[member.name]}


def _view(shape: Shape, view: str, policy: Sequence[AccessRule] | None) -> dict[str, object]:
    cubes = [
        {"join_path": ".".join(path), "prefix": True, "includes": "*"}
        | ({} if prefix == path[-1] else {"alias": prefix})
        for path, prefix in shape.views[view]
    ]
    return {"name": view, "cubes": cubes} | ({} if policy is None else {"access_policy": _policy(policy)})


def _policy(rules: Sequence[AccessRule]) -> list[dict[str, object]]:
    return [
        {
            "group": rule.group,
            "row_level": {"allow_all": True}
            if rule.allow_all
            else {"filters": [_plain(e) for e in rule.filters]},
        }
        for rule in rules
    ]


def _plain(entry: Mapping[str, object]) -> dict[str, object]:
    """A filter as YAML holds it."""
    for key in ("and", "or"):
        if key in entry:
            return {key: [_plain(part) for part in entry[key]]}

    values = {"values": list(entry["values"])} if entry["values"] else {}
    return {"member": entry["member"], "operator": entry["operator"], **values}
