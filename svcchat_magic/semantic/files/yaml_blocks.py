"""YAML read with line numbers: every key is asked for by name, and a key nobody asked for is a problem."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from svcchat_magic.semantic.files.yaml_nodes import (
    is_null,
    joined_lists,
    named_text,
    pairs_of,
    place_of,
    plain_value,
    snake_case,
)

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster, where it was built
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,62}\Z")


@dataclass(slots=True)
class Problems:
    """The problems found so far, over all files, what has no effect, and what cannot be asked for."""

    sentences: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def add(self, place: str, sentence: str) -> None:
        """Note one problem; `place` is file, line and key."""
        self.sentences.append(f"{place}: {sentence}")

    def leave_out(self, place: str, sentence: str) -> None:
        """Note what is wrong with something that the rest of the model loads without."""
        self.left_out.append(f"{place}: {sentence}")


class Block:
    """A mapping of a model file.

    Keys are read as snake_case whichever way they are written. `done()` reports keys that were not asked for.
    """

    def __init__(self, node: yaml.MappingNode, problems: Problems) -> None:
        self.problems = problems
        self._node = node
        self._values: dict[str, yaml.Node] = {}
        self._read: set[str] = set()
        for key, value in pairs_of(node):
            name = snake_case(str(key.value))
            if name in self._values:
                self._add(key, name, "is given twice")

            self._values[name] = value

    def __contains__(self, key: str) -> bool:
        self._read.add(key)
        return key in self._values

    def place(self, key: str = "") -> str:
        """File, line and key, for a sentence about this block or one value of it."""
        return place_of(self._values.get(key, self._node), key)

    @property
    def keys(self) -> frozenset[str]:
        """The keys there are."""
        return frozenset(self._values)

    @property
    def known_keys(self) -> frozenset[str]:
        """The keys that were asked for so far."""
        return frozenset(self._read)

    def over(self, base: "Block", by_name: frozenset[str]) -> "Block":
        """The mapping laid over another.

        Its keys win. Of the lists under the keys `by_name`, the entries of `base` stay whose name it has not.
        """
        found = Block(self._node, self.problems)
        found._values = base._values | self._values
        for key in by_name & base._values.keys() & self._values.keys():
            found._values[key] = joined_lists(base._values[key], self._values[key])

        return found

    def without(self, *keys: str) -> "Block":
        """The same mapping less some keys."""
        found = Block(self._node, self.problems)
        found._values = {key: value for key, value in self._values.items() if key not in keys}
        return found

    def problem(self, key: str, sentence: str) -> None:
        """Note a problem with one key."""
        self.problems.add(self.place(key), sentence)

    def text(self, key: str, default: str = "") -> str:
        """A string; numbers and flags are kept as they are written."""
        node = self._take(key)
        if node is None or is_null(node):
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
                yield Block(item, self.problems)
            else:
                self._add(item, key, "must be a list of mappings")

    def block(self, key: str) -> "Block | None":
        """One mapping."""
        node = self._take(key)
        if isinstance(node, yaml.MappingNode):
            return Block(node, self.problems)

        if node is not None:
            self._add(node, key, "must be a mapping")

        return None

    def text_or_block(self, key: str) -> "str | Block":
        """A text, or a mapping that says more than one text can; "" when the key is missing."""
        node = self._values.get(key)
        if isinstance(node, yaml.MappingNode):
            self._read.add(key)
            return Block(node, self.problems)

        return self.text(key)

    def texts_or_blocks(self, key: str) -> Iterator["str | Block"]:
        """The entries of a list that may hold both; a single text counts as a list of one."""
        node = self._values.get(key)
        if isinstance(node, yaml.ScalarNode) and not is_null(node):
            yield self.text(key)
            return

        for item in self._items(key):
            if isinstance(item, yaml.MappingNode):
                yield Block(item, self.problems)
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
        return None if node is None else plain_value(node)

    def plain_values(self) -> dict[str, object]:
        """Every key with its value as plain Python data."""
        return {key: self.plain(key) for key in self._values}

    def ignore(self, *keys: str) -> None:
        """Accept keys whose meaning has no place here: they change neither rows nor names."""
        self._read.update(keys)

    def note(self, key: str, sentence: str) -> None:
        """Accept a key that has no effect here, and say so once."""
        if self._take(key) is not None:
            self.problems.notices.append(f"{self.place(key)}: {sentence}")

    def refuse(self, key: str, sentence: str) -> None:
        """Note a problem if the key is there: it is known and not supported."""
        if self._take(key) is not None:
            self.problem(key, sentence)

    def done(self) -> None:
        """Report every key that was not asked for."""
        for key in self._values:
            if key not in self._read:
                self.problem(key, f"{key!r} is not a known key here")

    def _take(self, key: str) -> yaml.Node | None:
        self._read.add(key)
        return self._values.get(key)

    def _items(self, key: str) -> list[yaml.Node]:
        node = self._take(key)
        if node is None or is_null(node):
            return []

        if not isinstance(node, yaml.SequenceNode):
            self._add(node, key, "must be a list")
            return []

        return list(node.value)

    def _add(self, node: yaml.Node, key: str, sentence: str) -> None:
        self.problems.add(place_of(node, key), sentence)


def read_block(text: str, file: str, problems: Problems) -> Block | None:
    """The mapping a model file holds, or `None` when it is empty or no YAML mapping."""
    try:
        node = yaml.compose(named_text(text, file), Loader=_LOADER)
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
        problems.add(place_of(node, ""), "must be a mapping with cubes or views")
        return None

    return Block(node, problems)
