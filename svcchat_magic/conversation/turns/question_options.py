"""How one question is asked, where that differs from the settings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from svcchat_magic.errors import RequestRefused


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOptions:
    """What `Conversation.ask` takes beside the question; None and empty are what the settings say.

    `new` starts a new chat, `timeout` replaces the setting total_seconds. `external_id` asks as that user,
    with `attributes` and `groups` for row-level security, `session` with further fields of sessionSettings
    in the wire's names (2.2). `branch`, `record`, `mode` and `load_rows` replace the settings of those
    names; `again` asks what is recorded anew. `earlier` are the questions before this one when it was first
    asked, for one that is asked again in its place (decisions/recordings). `explain` adds steps that name how
    the question is read.
    """

    new: bool = False
    timeout: float | None = None
    external_id: str | None = None
    attributes: Mapping[str, str] | None = None
    groups: Sequence[str] | None = None
    session: Mapping[str, Any] | None = None
    branch: str | None = None
    again: bool = False
    record: bool | None = None
    mode: str = ""
    earlier: Sequence[str] | None = None
    load_rows: int | None = None
    explain: bool = False

    def check(self) -> None:
        """Raise RequestRefused for a timeout or a number of rows that is none."""
        if self.timeout is not None and not self.timeout > 0:
            raise RequestRefused("The timeout must be a number of seconds above zero.")

        if self.load_rows is not None and self.load_rows < 0:
            raise RequestRefused("load_rows must be a number of rows, or 0 for none.")


AS_SET = QuestionOptions()
