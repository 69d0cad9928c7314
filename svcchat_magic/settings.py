"""Every setting as one frozen value: what it means, and where it may come from."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from svcchat_magic.errors import KeyUnusable, SettingsError

_MAY_BE_ZERO = frozenset({"retries", "max_retry_after_seconds"})
_HOLDS_PASSWORD = re.compile(r"[^/]*//[^/]*:[^/]*@|.*[?&](?:ssl)?password=", re.IGNORECASE)
_SENDABLE_KEY = re.compile(r"[\x21-\x7e]{8,512}", re.ASCII)


class ApiKey:
    """An API key that does not show itself: not in repr, str, vars, pickles or tracebacks' locals.

    Raises KeyUnusable, which names the length only, for what cannot be sent in a header.
    """

    __slots__ = ("_reveal",)

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise KeyUnusable("The API key must be text.")

        key = text.strip().removeprefix("Api-Key ").strip()
        if not _SENDABLE_KEY.fullmatch(key):
            raise KeyUnusable(
                f"The API key ({len(key)} characters) cannot be used: "
                "a key has 8 to 512 visible ASCII characters."
            )

        self._reveal: Callable[[], str] = lambda: key

    def reveal(self) -> str:
        """The key itself, for the Authorization header alone."""
        return self._reveal()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ApiKey):
            return NotImplemented

        import hmac  # brings OpenSSL, for which %load_ext has no time

        return hmac.compare_digest(self.reveal(), other.reveal())

    def __hash__(self) -> int:
        return hash(self.reveal())

    def __repr__(self) -> str:
        return "ApiKey(***)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("An API key cannot be pickled or copied.")


def _setting(
    default: Any, variable: str, meaning: str, choices: tuple[str, ...] = (), *, is_shown: bool = True
) -> Any:
    return field(
        default=default,
        repr=is_shown,
        metadata={"variable": variable, "meaning": meaning, "choices": choices},
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """Which service, agent and user; how long to wait. Without `chat_url` the embedded service answers.

    Raises SettingsError for a value that cannot be used.
    """

    chat_url: str = _setting(
        "", "SVCCHAT_CHAT_URL", "Address of the agent's chat endpoint; empty starts the embedded service."
    )
    base_url: str = _setting("", "SVCCHAT_BASE_URL", "Address of the account host, for embed sessions.")
    query_url: str = _setting(  # a database's address may hold a password
        "", "SVCCHAT_QUERY_URL", "Address of the query API that loads all rows.", is_shown=False
    )
    api_key: ApiKey | None = _setting(
        None, "SVCCHAT_API_KEY", "API key of the account; from Python or the environment only."
    )
    external_id: str = _setting(
        "notebook", "SVCCHAT_EXTERNAL_ID", "External user to ask as; lower case, no spaces."
    )
    internal_id: str = _setting("", "SVCCHAT_INTERNAL_ID", "E-mail of an internal user to ask as, instead.")
    branch: str = _setting("", "SVCCHAT_BRANCH", "Development branch of the model to query.")
    branch_is_default: bool = _setting(
        False, "SVCCHAT_BRANCH_IS_DEFAULT", "The branch that is named, else main, is the main one."
    )
    now: str = _setting(
        "", "SVCCHAT_NOW", "Date (YYYY-MM-DD) that the embedded service reads relative time against."
    )
    mode: str = _setting(
        "live",
        "SVCCHAT_MODE",
        "`live` asks; `auto` replays what is recorded and records the rest; `replay` opens no connection.",
        ("live", "auto", "replay"),
    )
    recordings: str = _setting(
        "svcchat-recordings",
        "SVCCHAT_RECORDINGS",
        "Folder of the recordings, looked up from the current folder.",
    )
    record: bool = _setting(False, "SVCCHAT_RECORD", "Record whole answers in mode `live` too.")
    replay_pace: str = _setting(
        "at once",
        "SVCCHAT_REPLAY_PACE",
        "How fast a recording is given: `at once` or at its `original` pace.",
        ("at once", "original"),
    )
    allow_http: bool = _setting(
        False, "SVCCHAT_ALLOW_HTTP", "Allow http:// to a host that is not this machine."
    )
    connect_seconds: float = _setting(
        5.0, "SVCCHAT_CONNECT_SECONDS", "Longest wait for a connection, in seconds."
    )
    first_byte_seconds: float = _setting(
        60.0, "SVCCHAT_FIRST_BYTE_SECONDS", "Longest wait for the first byte of an answer, in seconds."
    )
    idle_seconds: float = _setting(
        60.0, "SVCCHAT_IDLE_SECONDS", "Longest silence within an answer, in seconds."
    )
    total_seconds: float = _setting(
        600.0, "SVCCHAT_TOTAL_SECONDS", "Longest time for a whole answer, in seconds."
    )
    abort_seconds: float = _setting(
        1.0, "SVCCHAT_ABORT_SECONDS", "Longest wait for the service to take a request to stop, in seconds."
    )
    retries: int = _setting(
        2, "SVCCHAT_RETRIES", "How often a request that the service did not take up is sent again."
    )
    max_retry_after_seconds: float = _setting(
        60.0,
        "SVCCHAT_MAX_RETRY_AFTER_SECONDS",
        "Longest pause before that, whatever the service asks for, in seconds.",
    )
    reattach: str = _setting(
        "auto",
        "SVCCHAT_REATTACH",
        "After a lost connection, take up the running answer again: `on`, `off`, "
        "or `auto` for the embedded service only.",
        ("auto", "on", "off"),
    )
    max_stream_bytes: int = _setting(
        64_000_000, "SVCCHAT_MAX_STREAM_BYTES", "Largest answer accepted, in bytes."
    )
    max_line_bytes: int = _setting(
        8_000_000, "SVCCHAT_MAX_LINE_BYTES", "Longest line of an answer accepted, in bytes."
    )
    max_rows_bytes: int = _setting(
        1_000_000_000, "SVCCHAT_MAX_ROWS_BYTES", "Most bytes accepted when all rows of a result are loaded."
    )
    max_messages: int = _setting(200_000, "SVCCHAT_MAX_MESSAGES", "Most messages accepted in one answer.")

    def __post_init__(self) -> None:
        if self.api_key is not None and not isinstance(self.api_key, ApiKey):
            object.__setattr__(self, "api_key", ApiKey(self.api_key))

        if isinstance(self.now, date):  # so TOML reads a date without quotes
            object.__setattr__(self, "now", self.now.isoformat())

        for each in fields(self):
            if each.name != "api_key":
                _check(each.name, getattr(self, each.name), each.default)

            _check_choice(each.name, getattr(self, each.name), each.metadata["choices"])

        if self.now:
            _read_date(self.now)

        if not self.recordings.strip() or "\0" in self.recordings:
            raise SettingsError("The setting recordings must name a folder.")

    @property
    def today(self) -> date | None:
        """`now` as a date, or None for the service's own clock."""
        return _read_date(self.now) if self.now else None

    def with_values(self, **values: Any) -> "Settings":
        """These settings with some replaced; raises SettingsError for a name that is none."""
        known = {each.name for each in fields(self)}
        for name in values:
            if name not in known:
                raise SettingsError(f"There is no setting {name!r}; there are {', '.join(sorted(known))}.")

        return replace(self, **values)


def read_settings(
    environment: Mapping[str, str] | None = None, folder: Path | None = None, **given: Any
) -> Settings:
    """Settings by precedence: given here, then environment, then `[tool.svcchat_magic]`, then default.

    `folder` is where the search for pyproject.toml starts, upwards; the current folder when left out.
    Raises SettingsError for an unknown name or a value that cannot be used.
    """
    in_file = _from_file(folder or Path.cwd())
    in_environment = dict(_from_environment(os.environ if environment is None else environment))
    values = in_file | in_environment | given
    try:
        return Settings().with_values(**values)
    except SettingsError as refusal:
        refused = _first_refused(values)
        if refused in given:
            raise

        place = _variable(refused) if refused in in_environment else "[tool.svcchat_magic] in pyproject.toml"
        raise SettingsError(f"{refusal} It comes from {place}.") from refusal


def setting_sources(
    given: Mapping[str, str], environment: Mapping[str, str] | None = None, folder: Path | None = None
) -> dict[str, str]:
    """Where each setting's value comes from, in words; `given` names the source of what goes before all."""
    sources = {each.name: "default" for each in fields(Settings)}
    sources |= dict.fromkeys(_from_file(folder or Path.cwd()), "pyproject.toml")
    set_names = (name for name, _ in _from_environment(os.environ if environment is None else environment))
    sources |= dict.fromkeys(set_names, "environment")
    return sources | dict(given)


def _from_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    for each in fields(Settings):
        text = environment.get(each.metadata["variable"], "")
        if text.strip():
            try:
                value = _read(each.name, each.default, text.strip())
            except SettingsError as refusal:
                raise type(refusal)(f"{refusal} It comes from {_variable(each.name)}.") from refusal

            yield each.name, value


def _variable(name: str) -> str:
    variables = {each.name: each.metadata["variable"] for each in fields(Settings)}
    return f"{variables[name]} in the environment"


def _first_refused(values: Mapping[str, Any]) -> str:
    """The name of the first value that cannot be used, or that is no setting's."""
    for name, value in values.items():
        try:
            Settings().with_values(**{name: value})
        except SettingsError:
            return name

    return ""


def _from_file(folder: Path) -> dict[str, Any]:
    for place in (folder, *folder.parents):
        file = place / "pyproject.toml"
        if file.is_file():
            return _from_table(file)

    return {}


def _from_table(file: Path) -> dict[str, Any]:
    import tomllib  # %load_ext imports this module, and has a few milliseconds only

    try:
        tool = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {})
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as cause:
        raise SettingsError(f"{file.name} cannot be read: {cause}") from cause

    table = tool.get("svcchat_magic", {}) if isinstance(tool, dict) else None
    if not isinstance(table, dict):
        raise SettingsError(f"{file.name} must hold a table [tool.svcchat_magic].")

    if "api_key" in table:
        raise SettingsError(f"{file.name} holds an API key; keep it in the environment instead.")

    if _HOLDS_PASSWORD.match(str(table.get("query_url", ""))):
        raise SettingsError(f"{file.name} holds a password in query_url; keep it in the environment instead.")

    return dict(table)


def _read(name: str, default: Any, text: str) -> Any:
    if name == "api_key":
        return ApiKey(text)

    if isinstance(default, bool):
        return _read_switch(name, text)

    try:
        return type(default)(text)
    except ValueError as cause:
        raise SettingsError(f"The setting {name} must be a number.") from cause


def _read_switch(name: str, text: str) -> bool:
    if text.lower() in {"1", "true", "yes", "on"}:
        return True

    if text.lower() in {"0", "false", "no", "off"}:
        return False

    raise SettingsError(f"The setting {name} must be true or false.")


def _check(name: str, value: Any, default: Any) -> None:
    """Raise SettingsError when a value is not of its default's kind; limits and waits are above zero."""
    if isinstance(default, float | int) and not isinstance(default, bool):
        wanted = float | int if isinstance(default, float) else int
        is_number = isinstance(value, wanted) and not isinstance(value, bool)
        if not is_number or not (value > 0 or (value == 0 and name in _MAY_BE_ZERO)):
            least = "of zero or more" if name in _MAY_BE_ZERO else "above zero"
            raise SettingsError(f"The setting {name} must be a number {least}.")

        return

    if not isinstance(value, type(default)):
        kind = "true or false" if isinstance(default, bool) else "text"
        raise SettingsError(f"The setting {name} must be {kind}.")


def _check_choice(name: str, value: Any, choices: tuple[str, ...]) -> None:
    if choices and value not in choices:
        raise SettingsError(f"The setting {name} must be one of: {', '.join(choices)}.")


def _read_date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as cause:
        raise SettingsError(f"The setting now must be a date such as 2025-01-10, not {text!r}.") from cause
