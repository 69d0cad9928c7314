"""YAML read with line numbers: every key is asked for by name, and a key nobody asked for is a problem."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,62}\Z")


@dataclass(slots=True)
class Problems:
    """The problems found so far, over all files."""

    sentences: list[str] = field(default_factory=list)

    def add(self, place: str, sentence: str) -> None:
        """Note one problem; `place` is file, line and key."""
        self.sentences.append(f"{place}: {sentence}")


class Block:
    """A mapping of a model file.

    Keys are read as snake_case whichever way they are written. `done()` reports keys that were not asked for.
    """

    def __init__(self, node: yaml.MappingNode, file: str, problems: Problems) -> None:
        self.file = file
        self.problems = problems
        self._node = node
        self._values: dict[str, yaml.Node] = {}
        self._read: set[str] = set()
        for key, value in node.value:
            name = _snake_case(str(key.value))
            if name in self._values:
                self._add(key, name, "is given twice")

            self._values[name] = value

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def place(self, key: str = "") -> str:
        """File, line and key, for a sentence about this block or one value of it."""
        node = self._values.get(key, self._node)
        return _place(self.file, node, key)

    def problem(self, key: str, sentence: str) -> None:
        """Note a problem with one key."""
        self.problems.add(self.place(key), sentence)

    def text(self, key: str, default: str = "") -> str:
        """A string; numbers and flags are kept as they are written."""
        node = self._take(key)
        if node is None or _is_null(node):
            return default

        if not isinstance(node, yaml.ScalarNode):
            self._add(node, key, "must be a text")
            return default

        return str(node.value).strip()

    def name(self, key: str = "name") -> str:
        """A required name: letters, digits and underscores."""
        found = self.text(key)
        if not _NAME.match(found):
            self.problem(key, "must be a name of letters, digits and underscores")

        return found

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        """A required text that must be one of a few."""
        found = self.text(key)
        if found not in allowed:
            self.problem(key, f"must be one of {', '.join(allowed)}")
            return allowed[0]

        return found

    def flag(self, key: str, *, default: bool) -> bool:
        """A boolean."""
        node = self._take(key)
        if node is None:
            return default

        if node.tag != "tag:yaml.org,2002:bool":
            self._add(node, key, "must be true or false")
            return default

        return str(node.value).lower() in {"true", "yes", "on"}

    def blocks(self, key: str) -> Iterator["Block"]:
        """The mappings of a list."""
        for item in self._items(key):
            if isinstance(item, yaml.MappingNode):
                yield Block(item, self.file, self.problems)
            else:
                self._add(item, key, "must be a list of mappings")

    def block(self, key: str) -> "Block | None":
        """One mapping."""
        node = self._take(key)
        if isinstance(node, yaml.MappingNode):
            return Block(node, self.file, self.problems)

        if node is not None:
            self._add(node, key, "must be a mapping")

        return None

    def texts_or_blocks(self, key: str) -> Iterator["str | Block"]:
        """The entries of a list that may hold both; a single text counts as a list of one."""
        node = self._values.get(key)
        if isinstance(node, yaml.ScalarNode):
            yield self.text(key)
            return

        for item in self._items(key):
            if isinstance(item, yaml.MappingNode):
                yield Block(item, self.file, self.problems)
            elif isinstance(item, yaml.ScalarNode):
                yield str(item.value)
            else:
                self._add(item, key, "must be a list of texts or mappings")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, or one text."""
        found = []
        for item in self.texts_or_blocks(key):
            if isinstance(item, Block):
                self.problem(key, "must be a list of texts")
            else:
                found.append(item)

        return tuple(found)

    def plain(self, key: str) -> object:
        """Any value as plain Python data, `None` when the key is missing."""
        node = self._take(key)
        return None if node is None else _plain(node)

    def ignore(self, *keys: str) -> None:
        """Accept keys that say nothing to this reader."""
        self._read.update(keys)

    def refuse(self, key: str, sentence: str) -> None:
        """Note a problem if the key is there: it is known and not supported."""
        if self._take(key) is not None:
            self.problem(key, sentence)

    def done(self) -> None:
        """Report every key that was not asked for."""
        for key in self._values.keys() - self._read:
            self.problem(key, f"{key!r} is not a known key here")

    def _take(self, key: str) -> yaml.Node | None:
        self._read.add(key)
        return self._values.get(key)

    def _items(self, key: str) -> list[yaml.Node]:
        node = self._take(key)
        if node is None or _is_null(node):
            return []

        if not isinstance(node, yaml.SequenceNode):
            self._add(node, key, "must be a list")
            return []

        return list(node.value)

    def _add(self, node: yaml.Node, key: str, sentence: str) -> None:
        self.problems.add(_place(self.file, node, key), sentence)


def read_block(text: str, file: str, problems: Problems) -> Block | None:
    """The mapping a model file holds, or `None` when it is empty or no YAML mapping."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}" if mark is not None else ""
        problems.add(
            f"{file}{line}",
            f"is not readable as YAML ({getattr(error, 'problem', None) or 'nested too deep'})",
        )
        return None

    if node is None:
        return None

    if not isinstance(node, yaml.MappingNode):
        problems.add(_place(file, node, ""), "must be a mapping with cubes or views")
        return None

    return Block(node, file, problems)


def _place(file: str, node: yaml.Node, key: str) -> str:
    return f"{file}, line {node.start_mark.line + 1}" + (f", {key}" if key else "")


def _plain(node: yaml.Node) -> object:
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): _plain(value) for key, value in node.value}

    if isinstance(node, yaml.SequenceNode):
        return tuple(_plain(item) for item in node.value)

    # Safe: the loader below builds plain scalars only.
    return yaml.SafeLoader("").construct_object(node)


def _is_null(node: yaml.Node) -> bool:
    return node.tag == "tag:yaml.org,2002:null"


def _snake_case(key: str) -> str:
    return re.sub(r"(?<=[a-z0-9])[A-Z]", lambda match: "_" + match.group().lower(), key)
