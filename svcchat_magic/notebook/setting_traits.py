"""The settings as `%config AskMagics.x`: one trait for each, None for "not given here"."""

from dataclasses import fields
from typing import Any

from traitlets import Bool, Float, Int, TraitType, Unicode
from traitlets.config import Configurable

from svcchat_magic.settings import ApiKey, Settings, read_settings, setting_sources

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

    def described(self, settings: Settings) -> str:
        """The settings in force and where each comes from, one to a line; the key is not shown."""
        given = {name: "%config" for name in self.setting_names() if getattr(self, name) is not None}
        sources = setting_sources(given)
        shown = {each.name: _shown(getattr(settings, each.name), each.repr) for each in fields(Settings)}
        width, value_width = max(map(len, shown)), min(40, max(map(len, shown.values())))
        return "\n".join(
            f"{name:<{width}}  {value:<{value_width}}  {sources[name]}" for name, value in shown.items()
        )

    @classmethod
    def setting_names(cls) -> list[str]:
        """The names of the settings that `%config` may set."""
        return [each.name for each in fields(Settings) if each.name != "api_key"]


def _shown(value: Any, is_shown: bool) -> str:
    """A value as text; what may hold a password is only said to be there."""
    if value in ("", None):
        return "-"

    return str(value) if is_shown and value is not None and not isinstance(value, ApiKey) else "***"
