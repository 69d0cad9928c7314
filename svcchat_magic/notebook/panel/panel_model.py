"""The panel's model browser: search members of the data model, and click to add one to the question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from ipywidgets import Box, Button, Layout, Text

from svcchat_magic.errors import SvcchatError
from svcchat_magic.notebook.chats.model_found import FoundMember, KnownModel, known_model, members_found
from svcchat_magic.notebook.display import answer_pieces as pieces
from svcchat_magic.notebook.panel.panel_controls import PanelControls
from svcchat_magic.notebook.panel.panel_places import OutputPlace
from svcchat_magic.protocol.visible_text import visible

if TYPE_CHECKING:
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.notebook.chats.kept_answers import KeptAnswer

_MOST_SHOWN = 16
_CHARACTERS = 60
_MOST_ABOUT = 300


class ModelBrowser:
    """Searches the members that the user may see, on the chosen branch.

    If the service does not describe the model, the searches in the answers of `kept` are used.
    """

    def __init__(
        self,
        controls: PanelControls,
        conversation: Callable[[], Conversation],
        kept: Callable[[], Iterable[KeptAnswer]],
        suggest: Callable[[Sequence[str]], None],
    ) -> None:
        self._controls = controls
        self._conversation = conversation
        self._kept = kept
        self._suggest = suggest
        self._search = Text(
            description="Search",
            placeholder="revenue, country, month …",
            style={"description_width": "initial"},
            layout=Layout(width="320px", max_width="98%"),
        )
        self._buttons = tuple(map(self._button, range(_MOST_SHOWN)))
        self._fitting: tuple[FoundMember, ...] = ()
        self._found = Box(
            self._buttons, layout=Layout(flex_flow="row wrap", grid_gap="2px 4px", margin="4px 0 0")
        )
        self._note = Box()
        self._known = KnownModel(())
        controls.browser.children = (self._search, self._found, self._note)
        controls.browse.observe(self._open, "value")
        controls.branch.observe(self._branch_changes, "value")
        self._search.observe(lambda _: self._show(), "value")

    def offer_branches(self, conversation: Conversation) -> None:
        """Offer the branches that the service names, or this kernel has asked on, and first questions."""
        found = {each.persona.branch for each in self._kept()} - {""}
        with suppress(SvcchatError):  # other services may not describe a model
            model = conversation.model()
            found |= {*model.branches}
            self._suggest(model.questions)

        self._controls.offer_branches(conversation.settings.branch, found)

    def _open(self, change: Any) -> None:
        self._controls.browser.layout.display = "" if change["new"] else "none"
        if change["new"]:
            self._search.focus()  # text typed while the model loads is searched afterwards
            self._load()

    def _branch_changes(self, _: Any) -> None:
        if self._controls.browse.value:
            self._load()

    def _load(self) -> None:
        branch = self._controls.branch.value
        self._note.children = ()
        try:
            describe = partial(self._conversation().model, branch=branch or None)
            self._known = known_model(describe, self._kept())
            said = self._known.note
        except SvcchatError as error:  # a button's callback has no caller that could show it
            self._known = KnownModel(())
            said = str(error)

        if said:
            OutputPlace(self._note).display(pieces.notice_bundle(said), raw=True)

        self._show()

    def _show(self) -> None:
        """List the first members that match every word of the search."""
        self._fitting = members_found(self._known.tables, self._search.value)[:_MOST_SHOWN]
        for number, button in enumerate(self._buttons):
            if number >= len(self._fitting):
                button.layout.display = "none"
                button.description = ""
                continue

            table, member, elsewhere = self._fitting[number]
            also = f" (in {self._fitting[number].tables})" if elsewhere else ""
            with button.hold_sync():
                button.description = f"{_title(self._fitting[number])} · {_short(table.title or table.name)}"
                button.tooltip = _short((member.description or member.name) + also, _MOST_ABOUT)

            button.layout.display = ""

    def _button(self, number: int) -> Button:
        """The button at this position, reused by every search: new widgets are slow to appear."""
        button = Button(layout=Layout(width="auto", display="none"))
        button.add_class("svcchat-chip")
        button.add_class("svcchat-member")
        button.on_click(lambda _: self._insert(number))
        return button

    def _insert(self, number: int) -> None:
        if number >= len(self._fitting):
            return

        box = self._controls.question
        box.value = f"{box.value.rstrip()} {_title(self._fitting[number]).lower()} ".lstrip()
        box.focus()


def _title(found: FoundMember) -> str:
    return _short(found.member.title or found.member.name)


def _short(text: str, characters: int = _CHARACTERS) -> str:
    return visible(" ".join(text.split()), characters)
