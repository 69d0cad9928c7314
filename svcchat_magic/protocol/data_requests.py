"""The request bodies for rows, charts and the model's description, with the contract's rules (4.1)."""

from msgspec import UNSET, UnsetType

from svcchat_magic.errors import RequestRefused
from svcchat_magic.protocol.requests import RequestBody, SessionSettings, chosen_branch

LEAST_WIDTH, MOST_WIDTH = 100, 1_600  # pixels of a page


class QueryRequest(RequestBody, frozen=True):
    """Body of the query API: the SQL of a result, to load all of its rows (4.1)."""

    query: str
    session_settings: SessionSettings | UnsetType = UNSET
    timezone: str | UnsetType = UNSET
    active_branch_name: str | UnsetType = UNSET
    is_default_branch: bool | UnsetType = UNSET

    def check(self) -> None:
        """Raise RequestRefused if the query is empty or the settings violate a rule of 2.2."""
        if not self.query.strip():
            raise RequestRefused("The query is empty.")

        if isinstance(self.session_settings, SessionSettings):
            self.session_settings.check()

    @property
    def branch(self) -> str | None:
        """The development branch to query, or None for the main one."""
        return chosen_branch(self.active_branch_name, self.is_default_branch)


class RowsRequest(RequestBody, frozen=True):
    """Body of a page's request for all rows of a result in one of its chats."""

    chat_id: str
    uuid: str  # of the result (2.6)

    def check(self) -> None:
        """Raise RequestRefused without a uuid; the service handles unknown ones."""
        if not self.uuid:
            raise RequestRefused("uuid is empty; give the uuid of a result.")


class ResultChartRequest(RowsRequest, frozen=True):
    """Body of a page's request for the chart of a result in one of its chats."""

    width: int  # pixels that the page has for it

    def check(self) -> None:
        """Raise RequestRefused without a uuid, or for a width out of range."""
        super().check()
        if not LEAST_WIDTH <= self.width <= MOST_WIDTH:
            raise RequestRefused(f"width must be from {LEAST_WIDTH} to {MOST_WIDTH:,} pixels.")


class MetaRequest(RequestBody, frozen=True):
    """Body of the model's description: whose model, and of which branch."""

    session_settings: SessionSettings | UnsetType = UNSET
    active_branch_name: str | UnsetType = UNSET
    is_default_branch: bool | UnsetType = UNSET

    def check(self) -> None:
        """Raise RequestRefused when the settings break a rule of 2.2."""
        if isinstance(self.session_settings, SessionSettings):
            self.session_settings.check()

    @property
    def branch(self) -> str | None:
        """The development branch that is described, or None for the main one."""
        return chosen_branch(self.active_branch_name, self.is_default_branch)
