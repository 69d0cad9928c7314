"""Who answers: the service that the settings name, or the embedded one, started here and stopped here."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from svcchat_magic.conversation.connecting.hub import is_on_hub
from svcchat_magic.conversation.connecting.stored_key import stored_key
from svcchat_magic.errors import SettingsError
from svcchat_magic.settings import AUTO, Settings
from svcchat_magic.trusted_origins import check_trust

if TYPE_CHECKING:
    from datetime import date

    from svcchat_magic.conversation.connecting.given_data import GivenData
    from svcchat_magic.service.process.server import RunningService
    from svcchat_magic.service.process.service_options import ServiceOptions


ROWS_OF_EMBEDDED = "5000"  # as many as a chart draws; a second run there costs nothing but time
_OF_A_QUESTION = (
    "httpcore",  # which httpx imports when it first sends
    "svcchat_magic.client.chat_client",
    "svcchat_magic.conversation.chat_index",
    "svcchat_magic.conversation.conversation",
)
_OWN_DATA = "Using your data on this machine, with this inferred model:"


class ServiceConnection:
    """A service to talk to. `settings` have its addresses and key; `notice` is a line for the user."""

    def __init__(self, settings: Settings, service: RunningService | None = None, notice: str = "") -> None:
        self.settings = settings
        self.notice = notice
        self._service = service

    def close(self) -> None:
        """Stop the embedded service; a remote one is left alone."""
        if self._service is not None:
            self._service.stop()


def connect(settings: Settings, data: GivenData | None = None) -> ServiceConnection:
    """The connection for these settings; for `data`, or without a chat address, the embedded service starts.

    Raises SettingsError when a remote service is named without a key or a token, or by a file alone, and
    EngineError for data that cannot be used.
    """
    if settings.chat_url and data is None:
        check_trust(settings, "chat_url")
        return ServiceConnection(settings if settings.credential else _with_stored_key(settings))

    from svcchat_magic.service.process.service_options import ServiceOptions, data_limits, with_analyst

    limits = data_limits(settings)
    options = ServiceOptions(today=settings.today, data_limits=limits)
    if data is not None:
        from svcchat_magic.service.state.state_file import IN_MEMORY

        if settings.mode != "live" or settings.record:
            data.note_content()

        # Chats hold rows of the data: they are kept on no disk.
        options = replace(options, **data.served, state=IN_MEMORY)  # type: ignore[arg-type]

    return serve(settings, with_analyst(options, settings), data)


def import_early(settings: Settings) -> None:
    """Prepare what a question of these settings needs; nothing of the user's is opened or started."""
    for module in _OF_A_QUESTION:
        import_module(module)

    if not settings.chat_url and settings.mode != "replay":
        from svcchat_magic.service.process.service_options import data_limits
        from svcchat_magic.service.process.warm_up import warm_up

        warm_up(data_limits(settings))


def serve(settings: Settings, options: ServiceOptions, data: GivenData | None = None) -> ServiceConnection:
    """Start the embedded service, which answers from `data` or the demo's, and connect to it.

    Raises what `start_service` raises.
    """
    from svcchat_magic.service.process.server import start_service
    from svcchat_magic.service.process.service_options import ListenAddress

    service = start_service(options, address=ListenAddress(any_host=is_on_hub()))
    found = settings.with_values(
        chat_url=service.chat_url,
        base_url=service.base_url,
        query_url=service.query_url or "",
        api_key=service.api_key,
        token=None,
        branch_is_default=settings.branch_is_default or not settings.branch,  # its main one is called main
        reattach="on" if settings.reattach == AUTO else settings.reattach,
        load_rows=ROWS_OF_EMBEDDED if settings.load_rows == AUTO else settings.load_rows,
    )
    return ServiceConnection(found, service, _notice(service, data))


def _with_stored_key(settings: Settings) -> Settings:
    key = stored_key(settings)
    if key is None:
        raise SettingsError(
            "A chat address is set, but no API key. Set SVCCHAT_API_KEY in the environment, or run %chat key."
        )

    return settings.with_values(api_key=key)


def _notice(service: RunningService, data: GivenData | None) -> str:
    if data is not None and not data.is_demo:
        who = _OWN_DATA if data.model is None else f"Using the model in {data.model} on this machine."
        return "\n".join((who, *service.understood))

    today = f' ("today" is {_day_text(service.today)})' if service.today else ""
    said = f"Using the built-in demo shop{today}."
    return "\n".join((f"{said} {service.notice}".strip(), *service.understood))


def _day_text(day: date) -> str:
    return f"{day.day} {day:%b %Y}"
