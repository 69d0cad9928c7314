"""Rows of a shape joined in plain Python, which of them a viewer may see, and what queries of them give."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from svcchat_magic.semantic.query.query import Viewer
from tests.campaigns.rule_oracle import NOT_THERE, UNKNOWN, admits, is_limited, members_read
from tests.campaigns.rule_shapes import SIZE, Link, Member, Path, Shape, Shown
from tests.campaigns.rule_users import Rules

Row = dict[str, object]
Data = Mapping[str, Sequence[Row]]
Joined = Mapping[Path, Row | None]


@dataclass(frozen=True)
class Sight:
    """What one viewer may see of a shape, by the rules as they are written."""

    shape: Shape
    rules: Rules
    viewer: Viewer

    def has_rules(self) -> bool:
        return any(policy is not None for policy in self.rules.values())

    def hides(self, cube: str, row: Row) -> bool:
        """Whether the cube's own rules keep the row out, whatever it is joined to."""
        policy = self.rules[cube]
        if policy is None:
            return False

        def find(name: str) -> tuple[object, str]:
            member = self._member(cube, name)
            return UNKNOWN if member.refers else own_value(row, member), member.type

        return not admits(policy, self.viewer, find)

    def touched(self, table: str, paths: Iterable[Path]) -> set[Path]:
        """These paths, and those that rules read on top of them; of a shape that is a tree."""
        found = {path[:length] for path in paths for length in range(1, len(path) + 1)}
        found.add((self.shape.root(table),))
        found |= {at[:length] for at in self._of_view(table) for length in range(1, len(at) + 1)}
        waiting = list(found)
        while waiting:
            path = waiting.pop()
            for name in members_read(self.rules[path[-1]] or (), self.viewer):
                member = self._member(path[-1], name)
                target = resolved(self.shape, path, member.refers) if member.refers else path
                new = {target[:length] for length in range(1, len(target) + 1)} - found
                found |= new
                waiting += new

        return found

    def admits(self, table: str, row: Joined) -> bool:
        """Whether every rule lets a joined row through."""
        if not self.has_rules():
            return True

        of_view = self.rules.get(table) if table in self.shape.views else None
        if of_view is not None and not self._view_admits(table, of_view, row):
            return False

        return all(self._cube_admits(path, row, is_open=of_view is not None) for path in row)

    def _cube_admits(self, path: Path, row: Joined, *, is_open: bool) -> bool:
        policy = self.rules[path[-1]]
        if policy is None:
            return self.viewer.is_internal or is_open

        def find(name: str) -> tuple[object, str]:
            member = self._member(path[-1], name)
            target = resolved(self.shape, path, member.refers) if member.refers else path
            return (self._compared(row, path, member) if target in row else UNKNOWN), member.type

        if row[path] is None and len(path) > 1 and is_limited(policy, self.viewer):
            return False

        return admits(policy, self.viewer, find)

    def _view_admits(self, table: str, policy: Sequence[object], row: Joined) -> bool:
        named = {each.name: each for each in self.shape.shown(table)}

        def find(name: str) -> tuple[object, str]:
            shown = named[name]
            known = shown.path in row
            return (self._compared(row, shown.path, shown.member) if known else UNKNOWN), shown.member.type

        return admits(policy, self.viewer, find)

    def _compared(self, row: Joined, path: Path, member: Member) -> object:
        """What a rule compares."""
        read = {path, resolved(self.shape, path, member.refers) if member.refers else path}
        return NOT_THERE if None in map(row.get, read) else value_of(self.shape, row, path, member)

    def _of_view(self, table: str) -> set[Path]:
        policy = self.rules.get(table) if table in self.shape.views else None
        named = {each.name: each.path for each in self.shape.shown(table)}
        return {named[name] for name in members_read(policy or (), self.viewer)}

    def _member(self, cube: str, name: str) -> Member:
        return next(member for member in self.shape.members[cube] if member.name == name)


_NOTHING: Row = defaultdict(lambda: None)


def resolved(shape: Shape, path: Path, target: str) -> Path:
    """Where a member at a path finds another cube: on the path's own way, or further on; of a tree."""
    for length in range(len(path), 0, -1):
        waiting = [path[:length]]
        while waiting:
            way = waiting.pop(0)
            if way[-1] == target:
                return way

            waiting += [
                (*way, other)
                for source, other in shape.links
                if source == way[-1] and other not in {*way, *path}
            ]

    raise LookupError(f"no way from {path} to {target}")


def own_value(row: Row | None, member: Member) -> object:
    """A dimension of the row's own columns."""
    if member.of == SIZE:
        small = None if row is None else row["small"]
        return "large" if isinstance(small, int) and small > 1 else "tiny"

    return None if row is None else row[member.of]


def value_of(shape: Shape, row: Joined, path: Path, member: Member) -> object:
    """A dimension of a joined row."""
    if not member.refers:
        return own_value(row[path], member)

    found = row[resolved(shape, path, member.refers)]
    return None if found is None else found["region"]


def joined_rows(shape: Shape, data: Data, paths: Iterable[Path]) -> list[dict[Path, Row | None]]:
    """Every combination of rows that LEFT JOINs along these paths make; the shortest is the root's."""
    root, *others = sorted(paths, key=lambda path: (len(path), path))
    rows: list[dict[Path, Row | None]] = [{root: row} for row in data[root[0]]]
    for path in others:
        link = shape.links[path[-2], path[-1]]
        rows = list(chain.from_iterable(_extended(row, path, link, data) for row in rows))

    return rows


def _extended(
    row: dict[Path, Row | None], path: Path, link: Link, data: Data
) -> list[dict[Path, Row | None]]:
    parent = row[path[:-1]]
    wanted = None if parent is None else parent[link.own]
    found = [each for each in data[path[-1]] if wanted is not None and each[link.other] == wanted]
    return [{**row, path: each} for each in found or [None]]


def measured(shape: Shape, shown: Shown, rows: Sequence[Joined]) -> object:
    """A measure over a group of joined rows: each row of its cube once."""
    mine = _once(shown.path, rows)
    member = shown.member
    if member.of == "far":
        target = resolved(shape, shown.path, member.refers)
        return _sum(
            "amount",
            _once(shown.path, [row for row in rows if (row[target] or _NOTHING)["region"] == "North"]),
        )

    if member.of in {"runs", "share"}:
        return _sum("amount", _once(resolved(shape, shown.path, member.refers), rows))

    if member.of in {"across", "elsewhere"}:
        others = _once(resolved(shape, shown.path, member.refers), rows)
        return _ratio(_sum("amount", others), len(mine if member.of == "across" else others))

    return {
        "count": lambda: len(mine),
        "total": lambda: _sum("big", mine),
        "turnover": lambda: _sum("amount", mine),
        "mean": lambda: _ratio(_sum("amount", mine), len(_known("amount", mine))),
        "least": lambda: min(_known("small", mine), default=None),
        "most": lambda: max(_known("price", mine), default=None),
        "words": lambda: len(set(_known("word", mine))),
        "north": lambda: _sum("amount", [row for row in mine if row["region"] == "North"]),
        "mean_of_rows": lambda: _ratio(_sum("amount", mine), len(mine)),
        "ratio": lambda: _ratio(_sum("amount", mine), len(mine)),
        "running": lambda: _sum("amount", mine),  # over all of the time where there are no periods
        "whole": lambda: _sum("amount", mine),
    }[member.of]()


COUNTED = (
    "count", "total", "turnover", "mean", "least", "most", "words", "north", "mean_of_rows", "ratio", "far",
    "across", "elsewhere", "running", "runs", "whole", "share",
)  # fmt: skip
OF_ALL_GROUPS = frozenset({"whole", "share"})


def _once(path: Path, rows: Iterable[Joined]) -> list[Row]:
    return list({row[path]["id"]: row[path] for row in rows if row[path] is not None}.values())


def _known(column: str, rows: Iterable[Row]) -> list[object]:
    return [row[column] for row in rows if row[column] is not None]


def _sum(column: str, rows: Iterable[Row]) -> object:
    known = _known(column, rows)
    return sum(known) if known else None


def _ratio(value: object, divisor: int) -> object:
    return None if value is None or not divisor else value / divisor
