"""The settings as `%config AskMagics.x`: one trait for each, None for "not given here"."""

from dataclasses import fields
from typing import Any

from traitlets import Bool, Float, Int, TraitType, Unicode
from traitlets.config import Configurable

from svcchat_magic.settings import Settings, read_settings

_TRAITS: dict[type, type[TraitType[Any, Any]]] = {str: Unicode, float: Float, int: Int, bool: Bool}


def _trait(default: Any, meaning: str, variable: str) -> TraitType[Any, Any]:
    kind = _TRAITS[type(default)]
    help_text = f"{meaning} Also the environment variable {variable}. Default: {default!r}."
    return kind(None, allow_none=True, help=help_text).tag(config=True)


class SettingTraits(Configurable):
    """Every setting but the key, which must never be saved with a notebook's cells."""

    locals().update(
        {
            each.name: _trait(each.default, each.metadata["meaning"], each.metadata["variable"])
            for each in fields(Settings)
            if each.name != "api_key"
        }
    )

    def settings(self, **options: Any) -> Settings:
        """The settings by precedence: options, then `%config`, then environment, file and default."""
        given = {name: value for name in self.setting_names() if (value := getattr(self, name)) is not None}
        return read_settings(**{**given, **options})

    @classmethod
    def setting_names(cls) -> list[str]:
        """The names of the settings that `%config` may set."""
        return [each.name for each in fields(Settings) if each.name != "api_key"]
