"""A tree with some of its parts changed, wherever they stand."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from svcchat_magic.analyst.meaning.tree import Concept, Entity

Part = TypeVar("Part")


def with_changed(value: Part, kinds: tuple[type, ...], change: Callable[[Any], Any]) -> Part:
    """The value with every part of these kinds changed, the innermost first; members have no parts."""
    changed: Any = value
    if isinstance(value, tuple):
        changed = tuple(with_changed(each, kinds, change) for each in value)
    elif is_dataclass(value) and not isinstance(value, type | Concept | Entity):
        parts = {each.name: with_changed(getattr(value, each.name), kinds, change) for each in fields(value)}
        changed = replace(value, **parts)

    return change(changed) if isinstance(changed, kinds) else changed  # type: ignore[no-any-return]
