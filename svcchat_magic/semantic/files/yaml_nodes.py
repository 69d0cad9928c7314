"""Nodes of YAML as the loader gives them: where they stand, their keys, their plain values."""

import io
import re
from functools import lru_cache

import yaml

_MERGE = "tag:yaml.org,2002:merge"  # of the key `<<`


def pairs_of(node: yaml.MappingNode) -> list[tuple[yaml.Node, yaml.Node]]:
    """Keys with values, those of mappings under `<<` included."""
    for key, _ in node.value:
        if key.tag == _MERGE:
            yaml.constructor.SafeConstructor().flatten_mapping(node)
            break

    pairs: list[tuple[yaml.Node, yaml.Node]] = node.value
    return pairs


class _NamedText(io.StringIO):
    """A text with a file's name, which the loader notes at every node."""

    name: str


def named_text(text: str, file: str) -> io.StringIO:
    """A text that the loader notes with a file's name at every node."""
    found = _NamedText(text)
    found.name = file
    return found


def place_of(node: yaml.Node, key: str) -> str:
    """File, line and key of a node."""
    return f"{node.start_mark.name}, line {node.start_mark.line + 1}" + (f", {key}" if key else "")


def joined_lists(base: yaml.Node, own: yaml.Node) -> yaml.Node:
    """The entries of two lists, less those of `base` that `own` defines anew."""
    if not isinstance(base, yaml.SequenceNode) or not isinstance(own, yaml.SequenceNode):
        return own if not is_null(own) else base

    anew = {name for item in own.value if (name := _name_of(item)) is not None}
    kept = [item for item in base.value if _name_of(item) not in anew]
    return yaml.SequenceNode(own.tag, [*kept, *own.value], own.start_mark, own.end_mark)


def _name_of(item: yaml.Node) -> str | None:
    pairs = item.value if isinstance(item, yaml.MappingNode) else ()
    return next((str(value.value) for key, value in pairs if key.value == "name"), None)


def plain_value(node: yaml.Node) -> object:
    """A node as plain Python data."""
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): plain_value(value) for key, value in node.value}

    if isinstance(node, yaml.SequenceNode):
        return tuple(plain_value(item) for item in node.value)

    return yaml.constructor.SafeConstructor().construct_object(node)  # safe: plain scalars only


def is_null(node: yaml.Node) -> bool:
    """Whether a node is null, or nothing at all."""
    return node.tag == "tag:yaml.org,2002:null"


@lru_cache(maxsize=1024)  # a few dozen keys make up every model
def snake_case(key: str) -> str:
    """A key in snake_case."""
    return re.sub(r"(?<=[a-z0-9])[A-Z]", lambda match: "_" + match.group().lower(), key)
