"""The panel's model browser: members of the data model by their words, put into the question by a click."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ipywidgets import Box, Button, Layout, Text

from svcchat_magic.errors import SvcchatError
from svcchat_magic.notebook import answer_pieces as pieces
from svcchat_magic.notebook.panel_controls import PanelControls
from svcchat_magic.notebook.panel_places import OutputPlace
from svcchat_magic.protocol.results import MetaResult
from svcchat_magic.protocol.visible_text import visible

if TYPE_CHECKING:
    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.protocol.model_description import ModelDescription

_MOST_SHOWN = 16
_CHARACTERS = 60
_NO_DESCRIPTION = "This service describes no model; what its searches have found so far is listed."


class Member(NamedTuple):
    """A member of the data model: what is put into a question, where it stands, and what it means."""

    title: str
    table: str
    about: str
    words: str  # lower case; what a search looks into


class ModelBrowser:
    """Searches the members that the user may see, on the branch that the panel names."""

    def __init__(self, controls: PanelControls, conversation: Callable[[], Conversation]) -> None:
        self._controls = controls
        self._conversation = conversation
        self._search = Text(
            description="Search",
            placeholder="revenue, country, month …",
            style={"description_width": "initial"},
            layout=Layout(width="320px", max_width="98%"),
        )
        self._buttons = tuple(map(self._button, range(_MOST_SHOWN)))
        self._fitting: tuple[Member, ...] = ()
        self._found = Box(
            self._buttons, layout=Layout(flex_flow="row wrap", grid_gap="2px 4px", margin="4px 0 0")
        )
        self._note = Box()
        self._seen: dict[str, Member] = {}  # by name, from the searches of answers
        self._members: tuple[Member, ...] = ()
        controls.browser.children = (self._search, self._found, self._note)
        controls.browse.observe(self._open, "value")
        controls.branch.observe(self._branch_changes, "value")
        self._search.observe(lambda _: self._show(), "value")

    def learn(self, answer: Answer) -> None:
        """Remember what the model searches of an answer found."""
        for step in answer.transcript.tools:
            if isinstance(step.outcome, MetaResult):
                self._seen |= {name: _seen_member(name) for name in step.outcome.members}

    def _open(self, change: Any) -> None:
        self._controls.browser.layout.display = "" if change["new"] else "none"
        if change["new"]:
            self._load()
            self._search.focus()

    def _branch_changes(self, _: Any) -> None:
        if self._controls.browse.value:
            self._load()

    def _load(self) -> None:
        branch = self._controls.branch.value.strip()
        self._note.children = ()
        try:
            self._members = tuple(_members(self._conversation().model(branch=branch or None)))
        except SvcchatError as error:
            self._members = tuple(self._seen.values())
            said = _NO_DESCRIPTION if self._seen else str(error)
            OutputPlace(self._note).display(pieces.notice_bundle(said), raw=True)

        self._show()

    def _show(self) -> None:
        """List the members that hold every word of the search; those that have them in their title first."""
        words = self._search.value.lower().split()
        fitting = [each for each in self._members if all(word in each.words for word in words)]
        fitting.sort(key=lambda each: not all(word in each.title.lower() for word in words))
        self._fitting = tuple(fitting[:_MOST_SHOWN])
        for number, button in enumerate(self._buttons):
            if number >= len(self._fitting):
                button.layout.display = "none"
                button.description = ""
                continue

            member = self._fitting[number]
            with button.hold_sync():
                button.description = f"{member.title} · {member.table}"
                button.tooltip = member.about

            button.layout.display = ""

    def _button(self, number: int) -> Button:
        """The same few buttons are used for every search: new ones would be slow to come."""
        button = Button(layout=Layout(width="auto", display="none"))
        button.add_class("svcchat-chip")
        button.add_class("svcchat-member")
        button.on_click(lambda _: self._insert(number))
        return button

    def _insert(self, number: int) -> None:
        if number >= len(self._fitting):
            return

        member = self._fitting[number]
        box = self._controls.question
        box.value = f"{box.value.rstrip()} {member.title.lower()} ".lstrip()
        box.focus()


def _members(model: ModelDescription) -> Iterator[Member]:
    for table in model.cubes:
        for each in table.members:
            words: Sequence[str] = (each.name, each.title, table.title, each.description, *each.synonyms)
            yield Member(
                _short(each.title or each.name),
                _short(table.title or table.name),
                _short(each.description or each.name, 300),
                " ".join(words).lower(),
            )


def _seen_member(name: str) -> Member:
    table, _, member = name.rpartition(".")
    return Member(_short(member.replace("_", " ")), _short(table), _short(name), name.lower())


def _short(text: str, characters: int = _CHARACTERS) -> str:
    return visible(" ".join(text.split()), characters)
