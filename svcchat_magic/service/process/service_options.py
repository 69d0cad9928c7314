"""What a service is started with: what it serves, and where it listens."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from svcchat_magic.analyst.language_model.endpoint import LanguageModel, Mode, language_model
from svcchat_magic.credentials import ModelKey
from svcchat_magic.errors import SettingsError
from svcchat_magic.semantic.engines.limits import EngineLimits
from svcchat_magic.settings import AUTO, Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceOptions:
    """What a service serves and where it keeps its state; the same for every worker.

    Without `model` and `data` it serves the built-in demo; with data alone, a model inferred from them.
    """

    model: Path | None = None  # folder of model files
    data: object | None = None  # what semantic/engines/data_source.py reads: a path, a frame, or several
    # The user's own tables beside a model, by name. Those that its cubes read are its data; the others are
    # joined to it, open to everyone who may ask.
    joined: Mapping[str, object] = field(default_factory=dict)
    account_file: Path | None = None
    account: str | None = None  # renames the account
    agent: str | None = None  # renames the account's first agent and serves no other
    state: Path | str | None = None  # None: a file in the user's data folder; IN_MEMORY: memory only
    today: date | None = None  # None: the account's date, or the real one
    data_limits: EngineLimits = EngineLimits()
    language_model: LanguageModel | None = None  # None: the built-in analyst answers alone
    analyst: Mode = "both"  # who answers where there is a language model


def data_limits(settings: Settings) -> EngineLimits:
    """What the settings let the engine take."""
    return EngineLimits(settings.data_seconds, settings.data_memory_bytes, settings.data_spill_bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenAddress:
    """Where a service listens, and for which Host names."""

    host: str = "127.0.0.1"
    port: int = 0  # 0 takes a free one
    listener: socket.socket | None = None  # an open socket to use instead, which several processes may share
    # Answer requests for any Host name. Only where no browser runs on this machine, as on a hub: otherwise
    # a page of another site could point its own name at the loopback address.
    any_host: bool = False


def with_analyst(options: ServiceOptions, settings: Settings) -> ServiceOptions:
    """The options with the language model that the settings name, and who answers.

    Rows of data that the user brought leave this machine only with the setting `llm_own_data`. Raises
    SettingsError for a model that cannot be used, or `analyst = "model"` without one.
    """
    model = language_model(settings)
    if model is None:
        if settings.analyst in ("model", "both"):
            raise SettingsError(
                f"The setting analyst is {settings.analyst!r}, but no language model is set: "
                "set SVCCHAT_LLM_URL and SVCCHAT_LLM_MODEL."
            )

        return options

    is_own = options.data is not None and options.model is None
    if is_own and model.is_elsewhere and not settings.llm_own_data:
        model = replace(model, most_rows=0)

    mode: Mode = "both" if settings.analyst == AUTO else settings.analyst  # type: ignore[assignment]
    return replace(options, language_model=model, analyst=mode)


def without_model_key(options: ServiceOptions) -> tuple[ServiceOptions, str]:
    """Options that can be given to another process, and the key that they had, as a key cannot be pickled."""
    model = options.language_model
    if model is None or model.key is None:
        return options, ""

    return replace(options, language_model=replace(model, key=None)), model.key.reveal()


def with_model_key(options: ServiceOptions, key: str) -> ServiceOptions:
    """The options with the key again."""
    if options.language_model is None or not key:
        return options

    return replace(options, language_model=replace(options.language_model, key=ModelKey(key)))
