"""Every setting as one frozen value: what it means, and which values it may have."""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields, replace
from datetime import date
from typing import Any, NamedTuple

from svcchat_magic.credentials import ApiKey as ApiKey  # read from here by all who need it
from svcchat_magic.credentials import Credential, ModelKey, UserToken
from svcchat_magic.errors import SettingsError
from svcchat_magic.setting_checks import (
    check_choice,
    check_header,
    check_kind,
    check_row_limit,
    read_date,
)

ADDRESSES = ("chat_url", "base_url", "query_url")  # what a key or a token may be sent to
SECRETS: Mapping[str, type[Credential]] = {"api_key": ApiKey, "token": UserToken, "llm_api_key": ModelKey}
AUTO = "auto"
ARGUMENT, CONFIG, ENVIRONMENT, DEFAULT = "argument", "%config", "environment", "default"


class SettingSource(NamedTuple):
    """Where a value comes from: `folder` is that of the file, and empty for what is no file's."""

    name: str
    folder: str = ""


def _setting(
    default: Any,
    variable: str,
    meaning: str,
    choices: tuple[str, ...] = (),
    *,
    is_shown: bool = True,
    may_be_number: bool = False,
) -> Any:
    return field(
        default=default,
        repr=is_shown,
        metadata={
            "variable": variable,
            "meaning": meaning,
            "choices": choices,
            "may_be_number": may_be_number,
        },
    )


@dataclass(frozen=True, slots=True, repr=False, eq=False)  # written and compiled at each start: 43 fields
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
    token: UserToken | None = _setting(
        None, "SVCCHAT_TOKEN", "A user's own token, in place of the key; from Python or the environment only."
    )
    token_header: str = _setting(
        "Authorization",
        "SVCCHAT_TOKEN_HEADER",
        "Header for the token: `Authorization` takes it as `Bearer`, any other as it is.",
    )
    external_id: str = _setting(
        "notebook", "SVCCHAT_EXTERNAL_ID", "External user to ask as; lower case, no spaces."
    )
    internal_id: str = _setting("", "SVCCHAT_INTERNAL_ID", "E-mail of an internal user to ask as, instead.")
    branch: str = _setting("", "SVCCHAT_BRANCH", "Development branch of the model to query.")
    branch_is_default: bool = _setting(
        False,
        "SVCCHAT_BRANCH_IS_DEFAULT",
        "Treat the named branch as the main branch; without a name, `main`.",
    )
    now: str = _setting("", "SVCCHAT_NOW", "Date (YYYY-MM-DD) to use as today in the embedded service.")
    mode: str = _setting(
        "live",
        "SVCCHAT_MODE",
        "`live` asks; `auto` replays what is recorded and records the rest; `replay` opens no connection.",
        ("live", "auto", "replay"),
    )
    recordings: str = _setting(
        "svcchat-recordings",
        "SVCCHAT_RECORDINGS",
        "Folder of the recordings, relative to the current folder.",
    )
    record: bool = _setting(False, "SVCCHAT_RECORD", "Record complete answers in mode `live` too.")
    replay_pace: str = _setting(
        "at once",
        "SVCCHAT_REPLAY_PACE",
        "How fast a recording is replayed: `at once` or at its `original` pace.",
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
        1.0, "SVCCHAT_ABORT_SECONDS", "Longest wait for the service to confirm a stop request, in seconds."
    )
    retries: int = _setting(
        2, "SVCCHAT_RETRIES", "How often to retry a request that the service did not start."
    )
    max_retry_after_seconds: float = _setting(
        60.0,
        "SVCCHAT_MAX_RETRY_AFTER_SECONDS",
        "Longest pause before a retry, even if the service asks for more, in seconds.",
    )
    reattach: str = _setting(
        "auto",
        "SVCCHAT_REATTACH",
        "After a lost connection, reconnect to the running answer: `on`, `off`, "
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
    load_rows: str = _setting(
        AUTO,
        "SVCCHAT_LOAD_ROWS",
        "How many rows of a result to load before it is shown, if the service sent only the first: a number, "
        "or `auto` for 5,000 from the embedded service and none from a remote one.",
        may_be_number=True,
    )
    data_seconds: float = _setting(
        120.0,
        "SVCCHAT_DATA_SECONDS",
        "Longest work of the database for one query over your own data, in seconds.",
    )
    data_memory_bytes: int = _setting(
        1_000_000_000, "SVCCHAT_DATA_MEMORY_BYTES", "Most memory of the embedded database, in bytes."
    )
    data_spill_bytes: int = _setting(
        20_000_000_000,
        "SVCCHAT_DATA_SPILL_BYTES",
        "Most space for rows that do not fit into that memory, in a temporary folder, in bytes.",
    )
    llm_url: str = _setting(
        "",
        "SVCCHAT_LLM_URL",
        "Address of a language model for the embedded service, as its provider documents it.",
    )
    llm_model: str = _setting("", "SVCCHAT_LLM_MODEL", "Name of that language model.")
    llm_api_key: ModelKey | None = _setting(
        None, "SVCCHAT_LLM_API_KEY", "Its provider's key; from Python or the environment only."
    )
    llm_kind: str = _setting(
        AUTO,
        "SVCCHAT_LLM_KIND",
        "What its address speaks: `openai` or `anthropic`; `auto` guesses from the address.",
        (AUTO, "openai", "anthropic"),
    )
    llm_key_header: str = _setting(
        "", "SVCCHAT_LLM_KEY_HEADER", "Header for that key, where the provider wants another than usual."
    )
    llm_rows: int = _setting(
        50, "SVCCHAT_LLM_ROWS", "Most rows of a result that the language model is shown; 0 shows it none."
    )
    llm_own_data: bool = _setting(
        False,
        "SVCCHAT_LLM_OWN_DATA",
        "Let a language model that is not on this machine see rows of data given with `use`.",
    )
    analyst: str = _setting(
        AUTO,
        "SVCCHAT_ANALYST",
        "Who answers in the embedded service: `offline`, `model`, or `both`, where the model gets what the "
        "built-in analyst does not understand; `auto` is `both` with a language model and `offline` without.",
        (AUTO, "offline", "model", "both"),
    )
    max_messages: int = _setting(200_000, "SVCCHAT_MAX_MESSAGES", "Most messages accepted in one answer.")
    came_from: tuple[tuple[str, SettingSource], ...] = field(
        default=(), repr=False
    )  # what is not given in Python

    def __post_init__(self) -> None:
        for name, kind in SECRETS.items():
            given = getattr(self, name)
            if given is not None and not isinstance(given, kind):
                object.__setattr__(self, name, kind(given))

        if isinstance(self.now, date):  # so TOML reads a date without quotes
            object.__setattr__(self, "now", self.now.isoformat())

        if isinstance(self.load_rows, int) and not isinstance(self.load_rows, bool):
            object.__setattr__(self, "load_rows", str(self.load_rows))

        for each in setting_fields():
            if each.name not in SECRETS:
                check_kind(each.name, getattr(self, each.name), each.default)

            check_choice(each.name, getattr(self, each.name), each.metadata["choices"])

        if self.now:
            read_date(self.now)

        check_header(self.token_header)
        if self.llm_key_header:
            check_header(self.llm_key_header, "llm_key_header")

        if self.load_rows != AUTO:
            check_row_limit("load_rows", self.load_rows)

        if not self.recordings.strip() or "\0" in self.recordings:
            raise SettingsError("The setting recordings must name a folder.")

    def __repr__(self) -> str:
        shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
        return f"Settings({', '.join(shown)})"

    def __eq__(self, other: object) -> bool:
        return _values(self) == _values(other) if isinstance(other, Settings) else NotImplemented

    def __hash__(self) -> int:
        return hash(_values(self))

    @property
    def today(self) -> date | None:
        """`now` as a date, or None for the service's own clock."""
        return read_date(self.now) if self.now else None

    @property
    def rows_to_load(self) -> int:
        """`load_rows` as a number; `auto` is 0 here, because the connection replaces it where it is not."""
        return 0 if self.load_rows == AUTO else int(self.load_rows)

    @property
    def credential(self) -> ApiKey | UserToken | None:
        """The one that is sent: a token goes before a key."""
        return self.token or self.api_key

    @property
    def user_token(self) -> UserToken | None:
        """The token, if it identifies the user; the embedded service ignores tokens."""
        return self.token if self.chat_url else None

    @property
    def is_by_token(self) -> bool:
        """Whether a user's token is sent, and no key."""
        return self.user_token is not None

    def source(self, name: str) -> SettingSource:
        """Where the value of this setting comes from."""
        defaults = {each.name: each.default for each in setting_fields()}
        given = SettingSource(DEFAULT if getattr(self, name) == defaults[name] else ARGUMENT)
        return dict(self.came_from).get(name, given)

    def with_values(self, **values: Any) -> "Settings":
        """These settings with some replaced; raises SettingsError for an unknown name."""
        known = {each.name for each in setting_fields()}
        for name in values:
            if name not in known:
                raise SettingsError(f"There is no setting {name!r}; choose from {', '.join(sorted(known))}.")

        kept = tuple(pair for pair in self.came_from if pair[0] not in values)
        return replace(self, **values, came_from=kept)


def _values(settings: Settings) -> tuple[Any, ...]:
    return tuple(getattr(settings, each.name) for each in fields(settings))


def setting_fields() -> tuple[Field[Any], ...]:
    """The settings, each with its default; `metadata` has its variable, its meaning and its choices."""
    return tuple(each for each in fields(Settings) if each.metadata)
