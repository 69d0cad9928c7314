"""Writes an inferred model into a folder, and again later: what was edited there stays as it is.

A file that nobody edited is written anew. Into an edited one only what the data has gained is added, at the
end of its list; what was removed by hand stays removed, for a note beside the files says what was written.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import yaml

from svcchat_magic.errors import ModelError
from svcchat_magic.semantic.inference.model_draft import ModelDraft
from svcchat_magic.semantic.inference.model_text import member_lines, model_texts

NOTE = ".inferred.json"
_LISTS = ("joins", "dimensions", "measures")

Members = Mapping[str, Mapping[str, Sequence[str]]]  # the lines of each member, by list and name


class Change(StrEnum):
    """What became of a file."""

    WRITTEN = "written"
    UNCHANGED = "unchanged"
    EXTENDED = "extended"
    KEPT = "kept as you edited it"
    LEFT_OUT = "not written again, as you removed it"


@dataclass(frozen=True, slots=True)
class FileChange:
    """One file of the folder after the model was written."""

    name: str
    change: Change
    added: tuple[str, ...] = ()  # members


def write_model(draft: ModelDraft, folder: Path) -> tuple[FileChange, ...]:
    """Write the draft's files, keeping edits; raises ModelError where an edited file cannot be read."""
    folder.mkdir(parents=True, exist_ok=True)
    note = _read_note(folder / NOTE)
    texts = model_texts(draft)
    members = {f"{cube.table_name}.yml": member_lines(cube) for cube in draft.cubes}
    changes = tuple(
        _write_file(folder / name, text, members[name], note.get(name)) for name, text in texts.items()
    )
    written = {
        name: {
            "digest": _digest(text),
            "members": {kind: sorted(names) for kind, names in members[name].items()},
        }
        for name, text in texts.items()
    }
    (folder / NOTE).write_text(json.dumps({**note, **written}, indent=1), encoding="utf-8")
    return changes


def _write_file(file: Path, text: str, members: Members, before: Mapping[str, Any] | None) -> FileChange:
    if not file.exists():
        if before is not None:
            return FileChange(file.name, Change.LEFT_OUT)

        file.write_text(text, encoding="utf-8")
        return FileChange(file.name, Change.WRITTEN)

    now = file.read_text(encoding="utf-8")
    if now == text:
        return FileChange(file.name, Change.UNCHANGED)

    if before is not None and before["digest"] == _digest(now):
        file.write_text(text, encoding="utf-8")
        return FileChange(file.name, Change.WRITTEN)

    known = before["members"] if before is not None else {}
    extended, added = _extended(now, file.name, members, known)
    if added:
        file.write_text(extended, encoding="utf-8")

    return FileChange(file.name, Change.EXTENDED if added else Change.KEPT, added)


def _extended(
    text: str, name: str, members: Members, known: Mapping[str, Sequence[str]]
) -> tuple[str, tuple[str, ...]]:
    """The text with the members that neither it nor what was written before has; and their names."""
    try:
        cube = _first_cube(yaml.compose(text, Loader=yaml.SafeLoader))
    except yaml.YAMLError as error:
        raise ModelError([f"{name}: is not readable as YAML; mend it and run this again"]) from error

    lines, added = text.splitlines(), []
    present = {each for kind in _LISTS for each in _names_in(cube.get(kind))}
    places = []
    for kind in _LISTS:
        new = [
            each for each in members.get(kind, {}) if each not in present and each not in known.get(kind, ())
        ]
        if new and (at := _end_of(cube.get(kind))):
            places.append((at, [line for each in new for line in ("", *members[kind][each])]))
            added += new

    for at, more in sorted(places, reverse=True):
        lines[at:at] = more

    return "\n".join(lines) + "\n", tuple(added)


def _first_cube(node: yaml.Node | None) -> dict[str, yaml.Node]:
    """The values of the file's first cube by key; nothing when it has none."""
    cubes = _values(node).get("cubes")
    items = cubes.value if isinstance(cubes, yaml.SequenceNode) else []
    return _values(items[0]) if items else {}


def _values(node: yaml.Node | None) -> dict[str, yaml.Node]:
    return {key.value: value for key, value in node.value} if isinstance(node, yaml.MappingNode) else {}


def _names_in(node: yaml.Node | None) -> Iterator[str]:
    for item in node.value if isinstance(node, yaml.SequenceNode) else ():
        name = _values(item).get("name")
        if isinstance(name, yaml.ScalarNode):
            yield str(name.value)


def _end_of(node: yaml.Node | None) -> int:
    """The line after a list's last value; 0 for no list. A collection's own mark lies after empty lines."""
    if isinstance(node, yaml.ScalarNode):
        return int(node.end_mark.line) + 1

    if isinstance(node, yaml.CollectionNode) and node.value:
        if node.flow_style:
            return int(node.end_mark.line) + 1

        last = node.value[-1]
        return _end_of(last[1] if isinstance(last, tuple) else last)

    return 0


def _read_note(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # none was written, or it is no note of ours: every file counts as edited
        return {}

    return found if isinstance(found, dict) else {}


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
