"""What access depends on, as a key: what is computed for one viewer serves all who see the same."""

from collections.abc import Hashable, Mapping
from decimal import Decimal

from svcchat_magic.semantic.query.query import Viewer


def rights_of(viewer: Viewer) -> Hashable:
    """The key of a viewer, equal for viewers who see the same; None where it cannot be one."""
    try:
        return (
            viewer.is_internal,
            viewer.groups,
            _frozen(viewer.attributes),
            _frozen(viewer.security_context),
        )
    except TypeError:
        return None


def _frozen(value: object) -> Hashable:
    """A value as a key, in which 1, 1.0 and TRUE are three; raises TypeError for what is no plain value."""
    if isinstance(value, Mapping):
        return ("mapping", tuple((_frozen(key), _frozen(value[key])) for key in value))

    if isinstance(value, (list, tuple)):
        return ("list", tuple(map(_frozen, value)))

    if value is None or isinstance(value, (str, bool, int, float, Decimal)):
        return (type(value), value)

    raise TypeError(f"a {type(value).__name__} is no key")
