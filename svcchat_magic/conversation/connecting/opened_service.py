"""The service that a conversation talks to: opened when first needed, and what it offers besides answers."""

import threading
from functools import partial
from typing import TYPE_CHECKING

from svcchat_magic.conversation.connecting.connection import ServiceConnection, connect
from svcchat_magic.conversation.connecting.event_loop import EventLoop
from svcchat_magic.conversation.connecting.given_data import GivenData
from svcchat_magic.conversation.connecting.request_building import model_request, session_for
from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.model_description import ModelDescription
from svcchat_magic.protocol.requests import SessionRequest
from svcchat_magic.setting_sources import read_settings
from svcchat_magic.settings import Settings

if TYPE_CHECKING:  # a replayed answer needs no network
    from svcchat_magic.client.chat_client import ChatClient


class OpenedService:
    """A service as the user of the settings; the embedded one is started by the first who needs it."""

    def __init__(self, settings: Settings | None, data: GivenData | None = None) -> None:
        self._given = read_settings() if settings is None else settings
        self._data = data  # asked in place of the service that the settings name
        self._lock = threading.Lock()
        self._loop = EventLoop()
        self._connection: ServiceConnection | None = None
        self._client: ChatClient | None = None
        self._follower: OpenedService | None = None

    @property
    def is_of_given_data(self) -> bool:
        """Whether it answers from data of the user's own, so that its chats end with it."""
        return self._data is not None

    def is_about(self, data: GivenData) -> bool:
        """Whether it answers from the same data, as it is now."""
        return self._data is not None and self._data.stamp == data.stamp

    def open(self) -> None:
        """Connect now instead of at the first question; raises what connecting raises."""
        self._reached()

    @property
    def notice(self) -> str:
        """A line about who answers, once that is known and not what the settings say."""
        return self._connection.notice if self._connection else ""

    @property
    def settings(self) -> Settings:
        """The settings in use; with the embedded service's addresses once it has started."""
        return self._connection.settings if self._connection else self._given

    @property
    def can_load_rows(self) -> bool:
        """Whether an address is known to load all rows from."""
        return bool(self.settings.query_url) and self.settings.mode != "replay"

    def model(self, *, branch: str | None = None) -> ModelDescription:
        """The tables and members that the user of the settings may query, on their branch or on this one.

        Raises SettingsError where no address for it is known, NotFound where the service has none,
        RequestRefused in mode replay.
        """
        if self.settings.mode == "replay":
            raise RequestRefused("The model cannot be read in mode replay; set the mode to auto or live.")

        with self._lock:
            client = self._opened()

        request = model_request(self._given, session_for(self._given), branch=branch)
        return self._loop.run(partial(client.describe_model, request))

    def embed_session(self) -> str:
        """A sessionId for this user and the agent of the chat address; it works once, for 5 minutes (4.3).

        Raises SettingsError without a base_url, RequestRefused in mode replay, and what the service refuses.
        """
        if self.settings.mode == "replay":
            raise RequestRefused(
                "The chat page cannot be opened in mode replay; set the mode to auto or live."
            )

        from svcchat_magic.client.addresses import agent_in  # a replayed answer needs no network

        self._reached()
        who = session_for(self._given)
        request = SessionRequest(external_id=who.external_id, internal_id=who.internal_id)
        request = request.for_agent(agent_in(self.settings.chat_url))
        return self._loop.run(partial(self._opened().generate_session, request))

    def is_followed_by(self, other: "OpenedService") -> None:
        """From now on, load the rows of these results through another one of the same service and key.

        They are still loaded as the user who asked.
        """
        self._follower = other

    def _loading(self) -> tuple[Settings, EventLoop]:
        """The settings of whoever loads rows, with the addresses, and the loop to do it in."""
        if self._follower is not None:
            return self._follower._loading()

        return self._reached(), self._loop

    def _reached(self) -> Settings:
        """The settings with the addresses of whoever answers, who is there after this."""
        with self._lock:
            if self.settings.mode != "replay":
                self._opened()

            return self.settings

    def _opened(self) -> "ChatClient":
        if self._connection is None:
            self._connection = connect(self._given, self._data)

        if self._client is None:
            from svcchat_magic.client.chat_client import ChatClient

            self._client = ChatClient(self._connection.settings)

        return self._client

    def _close_service(self) -> None:
        if self._client is not None:
            self._loop.run(self._client.close)
            self._client = None

        self._loop.close()
        if self._connection is not None:
            self._connection.close()
