"""What could be wrong, checked one by one: versions, address, key, recordings."""

import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from svcchat_magic.conversation.connecting.event_loop import EventLoop
from svcchat_magic.conversation.connecting.who_asks import credential_text
from svcchat_magic.conversation.conversation import Conversation
from svcchat_magic.conversation.recordings.recording_location import recording_location
from svcchat_magic.errors import NotFound, SettingsError, SvcchatError
from svcchat_magic.origins import origin_of
from svcchat_magic.settings import ADDRESSES, Settings
from svcchat_magic.trusted_origins import is_trusted, trust_text

NEEDED = ("ipython", "ipywidgets", "httpx", "pandas", "altair", "duckdb", "msgspec")
OPTIONAL = {
    "pyarrow": "[arrow], for all rows ten times faster",
    "sqlalchemy": "[sql], for all rows from a database and state in PostgreSQL",
    "vl-convert-python": "[png], for charts as pictures",
    "keyring": "[keyring], to keep the API key on this machine",
}
if TYPE_CHECKING:
    from svcchat_magic.analyst.language_model.endpoint import LanguageModel

_NO_SUCH_CHAT = "00000000-0000-0000-0000-000000000000"


@dataclass(frozen=True, slots=True)
class Check:
    """One finding: `is_fine` is None for what is only said."""

    name: str
    is_fine: bool | None
    text: str

    def __str__(self) -> str:
        mark = {True: "✓", False: "✗", None: "·"}[self.is_fine]
        return f"{mark} {self.name:<11} {self.text}"


def checks(settings: Settings) -> Iterator[Check]:
    """Every check that needs no notebook; the key is never shown."""
    yield Check(
        "package", True, f"svcchat-magic {_version('svcchat-magic')}, Python {sys.version.split()[0]}"
    )
    yield _needed_packages()
    yield from _optional_packages()
    yield from _addresses(settings)
    yield _key(settings)
    yield _recordings(settings)
    yield from _language_model(settings)
    yield _service(settings)


def _needed_packages() -> Check:
    missing = [name for name in NEEDED if not _version(name)]
    if missing:
        return Check("packages", False, f"missing: {', '.join(missing)}; reinstall svcchat-magic")

    return Check("packages", True, ", ".join(f"{name} {_version(name)}" for name in NEEDED))


def _optional_packages() -> Iterator[Check]:
    for name, purpose in OPTIONAL.items():
        found = _version(name)
        yield Check("optional", None, f"{name} {found}" if found else f"no {name}: {purpose}")


def _addresses(settings: Settings) -> Iterator[Check]:
    """Where each address comes from, and whether a key may go there; a password in one is not shown."""
    for name in ADDRESSES:
        if getattr(settings, name):
            try:
                text = f"{name} {origin_of(getattr(settings, name))}: {trust_text(settings, name)}"
                is_fine = is_trusted(settings, name)
            except SettingsError as error:
                text, is_fine = f"{name}: {error}", False

            yield Check("address", is_fine, text)


def _key(settings: Settings) -> Check:
    told = credential_text(settings)
    if told == "none":
        return Check("key", False, "none; set SVCCHAT_API_KEY in the environment, or use %chat key")

    return Check("key", True, told)


def _recordings(settings: Settings) -> Check:
    try:
        folder = recording_location(settings)
    except SettingsError as error:
        return Check("recordings", False, str(error))

    found = len(list(folder.glob("*.ndjson"))) if folder.is_dir() else 0
    return Check("recordings", None, f"mode {settings.mode}; {found:,} in {settings.recordings}")


def _language_model(settings: Settings) -> Iterator[Check]:
    """Ask the model one small question; nothing is said where none is set."""
    if not (settings.llm_url or settings.llm_model):
        return

    from svcchat_magic.analyst.language_model.endpoint import language_model
    from svcchat_magic.analyst.language_model.failures import ModelFailed

    try:
        model = language_model(settings)
        if model is not None:
            yield Check("model", True, probed(model))
    except (SettingsError, ModelFailed) as error:
        yield Check("model", False, str(error))


def probed(model: "LanguageModel") -> str:
    """What a model can do, found by one small question; raises ModelFailed."""
    from svcchat_magic.analyst.language_model.probe import probe

    with closing(EventLoop()) as loop:
        found = loop.run(lambda: probe(model))

    tools = "calls tools" if found.calls_tools else "did not call the tool"
    way = "streams" if found.streams else "does not stream"
    counts = "counts" if found.counts_tokens else "does not count"
    name = f"{model.name} on {model.provider}"
    return f"{name} {way}, {tools} and {counts} tokens; {found.seconds:.1f} s to the first token"


def _service(settings: Settings) -> Check:
    """Request the state of a chat that does not exist: a 404 means that address and key are right."""
    if settings.mode == "replay":
        return Check("service", None, "not checked: mode replay opens no connection")

    name = urlsplit(settings.chat_url).hostname or "the embedded service"
    try:
        with Conversation(settings) as conversation:
            conversation.read(_NO_SUCH_CHAT)

    except NotFound:
        return Check("service", True, f"{name} answers and accepts the key")
    except SvcchatError as error:
        return Check("service", False, str(error))

    return Check("service", True, f"{name} answers")


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""
