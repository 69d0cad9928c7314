"""Which language model answers: its address, name and key, and what one turn may spend on it."""

from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from svcchat_magic.client.addresses import Address, checked_address
from svcchat_magic.credentials import ModelKey
from svcchat_magic.errors import SettingsError
from svcchat_magic.settings import AUTO, Settings

Kind = Literal["openai", "anthropic"]
Mode = Literal["offline", "model", "both"]
_KIND_OF_HOST = "anthropic"  # part of the host name of the one provider of that shape


@dataclass(frozen=True, slots=True)
class Budget:
    """What one question may take; a turn that reaches a limit ends with what it has."""

    steps: int = 8  # requests to the model
    repairs: int = 3  # tool calls that were refused
    tokens: int = 60_000  # read and written, as the provider counts them
    seconds: float = 300.0
    written_tokens: int = 2_000  # in one step
    tokens_a_day: int = 2_000_000  # of one user


@dataclass(frozen=True, slots=True)
class LanguageModel:
    """A language model behind one address.

    `address` is the base as the provider documents it, such as `http://127.0.0.1:11434/v1`. Raises
    SettingsError, through `language_model`, for one that may not be used.
    """

    address: Address
    name: str
    kind: Kind
    key: ModelKey | None = None
    key_header: str = ""  # in place of the kind's own
    most_rows: int = 50  # of a result that the model is shown; 0 shows it none
    budget: Budget = field(default_factory=Budget)

    @property
    def is_elsewhere(self) -> bool:
        """Whether rows that it is shown leave this machine."""
        return not self.address.is_loopback

    @property
    def provider(self) -> str:
        """The host that rows are sent to, as a user is told."""
        return "this machine" if self.address.is_loopback else self.address.host


def language_model(settings: Settings) -> LanguageModel | None:
    """The model that the settings name, or None without one; raises SettingsError for half of one."""
    if not settings.llm_url and not settings.llm_model:
        return None

    for name, given in (("llm_url", settings.llm_url), ("llm_model", settings.llm_model)):
        if not given.strip():
            variable = name.upper()
            raise SettingsError(f"A language model needs its address and its name: set SVCCHAT_{variable}.")

    address = checked_address("language model's address", settings.llm_url, allow_http=settings.allow_http)
    return LanguageModel(
        address,
        settings.llm_model.strip(),
        kind_of(settings.llm_kind, settings.llm_url),
        settings.llm_api_key,
        settings.llm_key_header,
        settings.llm_rows,
    )


def kind_of(given: str, url: str) -> Kind:
    """The shape to speak: the one given, else guessed from the address."""
    if given != AUTO:
        return "anthropic" if given == "anthropic" else "openai"

    return "anthropic" if _KIND_OF_HOST in (urlsplit(url).hostname or "") else "openai"
