"""The settings as `%config AskMagics.x`: one trait for each, None for "not given here"."""

from dataclasses import Field
from typing import Any

from traitlets import Bool, Float, Int, TraitError, TraitType, Unicode, Union, validate
from traitlets.config import Config, Configurable

from svcchat_magic.errors import SvcchatError
from svcchat_magic.setting_sources import read_settings
from svcchat_magic.settings import ADDRESSES, SECRETS, Settings, setting_fields

_TRAITS: dict[type, type[TraitType[Any, Any]]] = {str: Unicode, float: Float, int: Int, bool: Bool}
_NAMES = tuple(each.name for each in setting_fields() if each.name not in SECRETS)


def _trait(setting: Field[Any]) -> TraitType[Any, Any]:
    kind, about = _TRAITS[type(setting.default)], setting.metadata
    variable = f"Also the environment variable {about['variable']}."
    help_text = f"{about['meaning']} {variable} Default: {setting.default!r}."
    options: dict[str, Any] = {"allow_none": True, "help": help_text}
    if about["may_be_number"]:
        return Union([Int(), kind()], default_value=None, **options).tag(config=True)

    return kind(None, **options).tag(config=True)


class SettingTraits(Configurable):
    """Every setting except the key, which must never be saved in a notebook."""

    locals().update({each.name: _trait(each) for each in setting_fields() if each.name in _NAMES})

    def update_config(self, config: Config) -> None:
        """Apply `%config`; raises TraitError, which it shows, for an unknown setting."""
        known = self.trait_names(config=True)
        for name in config.get(type(self).__name__, ()):
            if name not in known:
                raise TraitError(_unknown(name, known))

        super().update_config(config)

    def settings(self, **options: Any) -> Settings:
        """The settings by precedence: options, then `%config`, then environment, file and default."""
        given = {name: value for name in self.setting_names() if (value := getattr(self, name)) is not None}
        return read_settings(config=given, **options)

    def described(self, settings: Settings) -> str:
        """The settings in force and where each comes from, one to a line; the key is not shown."""
        shown = {each.name: _shown(getattr(settings, each.name), each) for each in setting_fields()}
        width, value_width = max(map(len, shown)), min(40, max(map(len, shown.values())))
        return "\n".join(
            f"{name:<{width}}  {value:<{value_width}}  {_source(name, settings)}"
            for name, value in shown.items()
        )

    @classmethod
    def setting_names(cls) -> list[str]:
        """The names of the settings that `%config` may set."""
        return list(_NAMES)

    @validate(*_NAMES)
    def _refuse_unusable(self, proposal: Any) -> Any:
        """Refuse a value that the next question could not use; raising keeps the old one."""
        name, value = proposal["trait"].name, proposal["value"]
        if value is not None:
            try:
                _check(name, Settings(**{name: value}))
            except SvcchatError as refusal:
                raise TraitError(str(refusal)) from refusal

        return value


def _check(name: str, settings: Settings) -> None:
    """Raise what asking with this setting would; plain http is checked when a question is asked."""
    if name in ("external_id", "internal_id"):
        from svcchat_magic.conversation.connecting.request_building import (
            session_for,  # too slow to import for %load_ext
        )

        session_for(settings)

    addresses = {"chat_url": "chat_address", "base_url": "session_address", "query_url": "query_address"}
    value = str(getattr(settings, name)).strip()
    if name in addresses and value and (name != "query_url" or value.lower().startswith("http")):
        from svcchat_magic.client import addresses as read

        getattr(read, addresses[name])(settings.with_values(allow_http=True))


def _unknown(name: str, known: list[str]) -> str:
    from svcchat_magic.conversation.close_words import close_word

    if name == "api_key":
        return "The key cannot be set here; run %chat key."

    if name == "token":
        return "The token cannot be set here; set SVCCHAT_TOKEN in the environment."

    meant = close_word(name, known)
    said = f"did you mean AskMagics.{meant}?" if meant else "%config AskMagics lists them."
    return f"There is no setting {name[:40]!r}; {said}"


def _shown(value: Any, setting: Field[Any]) -> str:
    """A value as text; of one that may contain a password only that it is set."""
    if value in ("", None):
        return "-"

    return str(value) if setting.repr and setting.name not in SECRETS else "***"


def _source(name: str, settings: Settings) -> str:
    """Where a value comes from; for a file's address its folder, and whether a key may be sent there."""
    source = settings.source(name)
    if name not in ADDRESSES or not source.folder or not getattr(settings, name):
        return source.name

    from svcchat_magic.trusted_origins import trust_text

    return trust_text(settings, name)
