"""Ask a conversational analytics service from a notebook; every result is a DataFrame and a chart."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.errors import SvcchatError
    from svcchat_magic.notebook.magics.extension import panel, use
    from svcchat_magic.setting_sources import read_settings
    from svcchat_magic.settings import Settings

__all__ = ["Answer", "Conversation", "Settings", "SvcchatError", "panel", "read_settings", "use"]

_HOMES = {
    "Answer": "svcchat_magic.conversation.answers.answer",
    "Conversation": "svcchat_magic.conversation.conversation",
    "Settings": "svcchat_magic.settings",
    "SvcchatError": "svcchat_magic.errors",
    "panel": "svcchat_magic.notebook.magics.extension",
    "read_settings": "svcchat_magic.setting_sources",
    "use": "svcchat_magic.notebook.magics.extension",
}


def __getattr__(name: str) -> Any:
    """The public names, imported when first used."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


def load_ipython_extension(shell: Any) -> None:
    """Called by %load_ext."""
    from svcchat_magic.notebook.magics.extension import load_ipython_extension as load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """Called by %unload_ext."""
    from svcchat_magic.notebook.magics.extension import unload_ipython_extension as unload

    unload(shell)
