"""Where each thing of a model was defined, and what was found to be wrong there."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from svcchat_magic.semantic.files.yaml_blocks import Block
from svcchat_magic.semantic.model.model import AccessRule

Name = tuple[str, ...]  # ("orders",), ("orders", "status") or ("orders", "join", "customers")
Found = Iterator[tuple[str, str]]  # (place, sentence)


@dataclass(slots=True)
class Places:
    """Where each thing was defined: file and line."""

    _named: dict[Name, str] = field(default_factory=dict)
    _rules: dict[int, str] = field(default_factory=dict)

    def note(self, name: Name, block: Block) -> None:
        """Remember a cube, view, member or join."""
        self._named.setdefault(name, block.place(".".join(part for part in name if part != "join")))

    def note_rule(self, rule: AccessRule, block: Block) -> None:
        """Remember a rule of an access policy."""
        self._rules[id(rule)] = block.place("access_policy")

    def of(self, *name: str) -> str:
        """The place of something named."""
        return self._named.get(name, ".".join(name))

    def of_rule(self, rule: AccessRule) -> str:
        """The place of a rule."""
        return self._rules.get(id(rule), "access_policy")
