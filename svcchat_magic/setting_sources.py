"""Where the settings come from: arguments, `%config`, the environment and the project's file."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from svcchat_magic.errors import SettingsError
from svcchat_magic.project_file import PROJECT_FILE, TABLE, project_table
from svcchat_magic.setting_checks import read_text
from svcchat_magic.settings import (
    ARGUMENT,
    CONFIG,
    ENVIRONMENT,
    SECRETS,
    Settings,
    SettingSource,
    setting_fields,
)

_OF_SERVICE = ("api_key", "token")  # one credential of the service in two forms


def read_settings(
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    *,
    config: Mapping[str, Any] | None = None,
    **given: Any,
) -> Settings:
    """Settings by precedence: given here, `%config`, environment, `[tool.svcchat_magic]`, default.

    `folder` is where pyproject.toml is looked for, up to the root of its repository; the current folder when
    left out. Raises SettingsError for an unknown name or a value that cannot be used.
    """
    file = project_table(folder or Path.cwd())
    in_environment = dict(_from_environment(os.environ if environment is None else environment))
    layers = (
        (SettingSource(PROJECT_FILE, file.folder), file.values),
        (SettingSource(ENVIRONMENT), in_environment),
        (SettingSource(CONFIG), config or {}),
        (SettingSource(ARGUMENT), given),
    )
    values, sources = _merged(layers)
    try:
        settings = Settings().with_values(**values)
    except SettingsError as refusal:
        name = _first_refused(values)
        source = sources.get(name, SettingSource(ARGUMENT)).name
        if source in (ARGUMENT, CONFIG):
            raise

        place = _variable(name) if source == ENVIRONMENT else f"[tool.{TABLE}] in {PROJECT_FILE}"
        raise SettingsError(f"{refusal} It is set in {place}.") from refusal

    return replace(settings, came_from=tuple(sources.items()))


def _merged(
    layers: Iterable[tuple[SettingSource, Mapping[str, Any]]],
) -> tuple[dict[str, Any], dict[str, SettingSource]]:
    """The values of all layers and their sources; a later layer goes before the ones above it.

    Key and token count as one: a layer that sets either of them discards both of all earlier layers.
    """
    values: dict[str, Any] = {}
    sources: dict[str, SettingSource] = {}
    for source, layer in layers:
        if layer.keys() & set(_OF_SERVICE):
            for name in _OF_SERVICE:
                values.pop(name, None)
                sources.pop(name, None)

        values |= layer
        sources |= dict.fromkeys(layer, source)

    return values, sources


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for each in setting_fields():
        text = environment.get(each.metadata["variable"], "")
        if text.strip():
            try:
                value = _value(each.name, each.default, text.strip())
            except SettingsError as refusal:
                raise type(refusal)(f"{refusal} It is set in {_variable(each.name)}.") from refusal

            yield each.name, value


def _variable(name: str) -> str:
    variables = {each.name: each.metadata["variable"] for each in setting_fields()}
    return f"{variables[name]} in the environment"


def _first_refused(values: Mapping[str, Any]) -> str:
    """The name of the first value that cannot be used, or that is no setting's."""
    for name, value in values.items():
        try:
            Settings().with_values(**{name: value})
        except SettingsError:
            return name

    return ""


def _value(name: str, default: Any, text: str) -> Any:
    return SECRETS[name](text) if name in SECRETS else read_text(name, text, default)
