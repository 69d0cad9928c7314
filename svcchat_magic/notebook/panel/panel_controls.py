"""The widgets of a panel: the chat's turns, the question box, and the list of chats."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ipywidgets import HTML, Button, Dropdown, HBox, IntText, Layout, Text, ToggleButton, VBox, jsdlink

from svcchat_magic.notebook.panel.panel_places import OutputPlace, close_all
from svcchat_magic.protocol.messages import Choice

# Fixed text. While the panel is shown, the same turns below it are hidden;
# without it (no kernel, an export), they are shown instead. Notebook 7 puts long outputs into a
# box of 24 lines, too small for a chat.
STYLE = """<style>
.jp-OutputArea-child:has(.svcchat-panel) ~ .jp-OutputArea-child { display: none; }
.jp-CodeCell.jp-mod-outputsScrolled:has(.svcchat-panel) .jp-Cell-outputArea {
  max-height: none; resize: none; }
.jp-CodeCell.jp-mod-outputsScrolled:has(.svcchat-panel) .jp-Cell-outputArea::after { display: none; }
.svcchat-panel { max-width: 860px; padding: 2px; overflow: visible; }
.svcchat-panel .jp-OutputArea-prompt { display: none; }
.svcchat-panel .jp-OutputArea-output { padding: 0; overflow-x: auto; }
.svcchat-panel .widget-output { margin: 0; }
.svcchat-panel .vega-embed { max-width: 100%; }
.svcchat-panel .vega-embed :is(canvas, svg.marks) { max-width: 100%; height: auto !important; }
.svcchat-panel .svcchat-turn { border-top: 1px solid rgba(128, 128, 128, .22);
  margin: 4px 0 0 -6px; padding: 4px 0 6px; }
.svcchat-panel :is(input, select) { font-family: var(--jp-ui-font-family); }
.svcchat-panel .jupyter-widget-tab { margin: 0; }
.svcchat-panel .jupyter-widget-tab > .lm-TabBar { border: 0; min-height: 0; margin-left: 7px; }
.svcchat-panel .jupyter-widget-tab > .lm-TabBar .lm-TabBar-tab {
  flex: 0 0 auto; min-width: 0; min-height: 0; margin: 0 16px 0 0; padding: 0 1px; border: 0;
  background: none; border-bottom: 2px solid transparent; color: var(--jp-ui-font-color1);
  font-family: var(--jp-ui-font-family); font-size: 12px; line-height: 22px; opacity: .7; transform: none; }
.svcchat-panel .jupyter-widget-tab > .lm-TabBar .lm-TabBar-tab.lm-mod-current {
  border-color: #5b6ee1; opacity: 1; }
.svcchat-panel .jupyter-widget-tab > .lm-TabBar .lm-TabBar-tab::before { display: none; }
.svcchat-panel .jupyter-widget-tab > .widget-tab-contents {
  border: 0; background: none; padding: 6px 0 0; }
.svcchat-panel .jupyter-widget-tab .lm-TabBar-tab.lm-mod-current { background: none !important; }
.svcchat-panel .svcchat-ask { padding-top: 8px; }
.svcchat-panel .svcchat-ask input { font-size: 14px; height: 34px; }
.svcchat-panel .svcchat-ask button { height: 34px; padding: 0 16px; }
.svcchat-panel .svcchat-chip { border-radius: 14px; padding: 0 12px; background: rgba(128, 128, 128, .13); }
.svcchat-panel :is(button, .lm-TabBar-tab):focus-visible { outline: 2px solid #5b6ee1; }
</style>"""

_WRAPPED = {"flex_flow": "row wrap", "align_items": "center", "grid_gap": "2px 4px"}
_WRAP = Layout(**_WRAPPED)
_GROW = "1 1 220px"
_SHORT = {"description_width": "initial"}
NEW_CHAT = ""
MAIN = "main"


class PanelControls:
    """The widgets alone; the panel decides what happens when one is used."""

    def __init__(self) -> None:
        self.chats = Dropdown(
            description="Chat", style=_SHORT, layout=Layout(flex=_GROW, width="auto", max_width="380px")
        )
        self.new = _button("New chat", "Start a new chat with the next question")
        self.branch = Dropdown(
            description="Branch",
            tooltip="Development branch of the data model",
            options=[(MAIN, "")],
            style=_SHORT,
            layout=Layout(flex="0 1 190px", width="auto", min_width="120px"),
        )
        self.browse = ToggleButton(
            description="Data model",
            tooltip="Search the data model and add members to the question",
            layout=Layout(width="auto"),
        )
        self.browser = VBox(layout=Layout(display="none", margin="4px 0"))
        self.turns = VBox(layout=Layout(order="-3"))
        self.suggestions = HBox(layout=Layout(order="-2", **_WRAPPED))
        self.notice = VBox(layout=Layout(order="-1"))
        self.question = Text(
            description="Question",
            placeholder="Ask about your data, then press Enter",
            continuous_update=False,  # text is sent by Enter and on leaving the box, not by each key
            style=_SHORT,
            layout=Layout(flex="1 1 260px", width="auto"),
        )
        self.send = _button("Send", "Ask this question", button_style="primary")
        self.stop = _button("Stop", "Stop the answer and keep partial results", disabled=True)
        self.page = PageReply()
        self.root = VBox(self._rows())
        self.root.add_class("svcchat-panel")

    def say(self, bundle: dict[str, Any] | None) -> None:
        """Show one line of text above the question box, or none."""
        self.notice.children = ()
        if bundle:
            OutputPlace(self.notice).display(bundle, raw=True)

    @property
    def _is_busy(self) -> bool:
        return not self.stop.disabled

    def set_busy(self, busy: bool) -> None:
        """Enable Stop while an answer is running, and Send otherwise."""
        self.stop.disabled = not busy
        for widget in (self.send, self.new, self.chats, *self.suggestions.children):
            widget.disabled = busy

    def suggest(self, offers: Sequence[Choice], ask: Callable[[str], None]) -> None:
        """Show questions to ask next as buttons, disabled while an answer is running."""
        chips = []
        for label, question in ((offer.label, offer.question) for offer in offers):
            chip = _button(label, "Ask this" if label == question else question, disabled=self._is_busy)
            chip.add_class("svcchat-chip")
            chip.add_class("svcchat-suggestion")
            chip.on_click(lambda _, question=question: ask(question))
            chips.append(chip)

        for old in self.suggestions.children:
            old.close()

        self.suggestions.children = tuple(chips)

    def offer_branches(self, configured: str, others: Iterable[str]) -> None:
        """Offer a choice of branches: the configured one first, then main, then the others by name."""
        first = configured or MAIN
        names = sorted({*others} - {first, MAIN})
        names = [MAIN, *names] if configured and configured != MAIN else names
        options = ((first, ""), *((name, name) for name in names))
        if options != tuple(self.branch.options):
            chosen = self.branch.value
            self.branch.options = options
            self.branch.value = chosen if chosen in names else ""

    def close(self) -> None:
        """Free every widget in the kernel."""
        self.page.close()
        close_all(self.root)

    def _rows(self) -> list[Any]:
        """The rows in Tab order; the chat so far is shown above the question."""
        ask = HBox([self.question, self.send, self.stop], layout=_WRAP)
        ask.add_class("svcchat-ask")
        more = HBox([self.chats, self.new, self.browse, self.branch], layout=_WRAP)
        return [HTML(STYLE), ask, self.suggestions, self.notice, self.turns, more, self.browser]


class PageReply:
    """Asks the page for a reply, which comes after everything that it sent before it got the question.

    The page links one number to another: the kernel changes the first, and the page sends back the second.
    """

    def __init__(self) -> None:
        self._question, self._reply = IntText(), IntText()
        self._link = jsdlink((self._question, "value"), (self._reply, "value"))
        answer_at_once(self._reply)

    def on_reply(self, then: Callable[[], None]) -> None:
        """Call `then` after each reply."""
        self._reply.observe(lambda _: then(), "value")

    def ask(self) -> None:
        """Ask the page; returns at once."""
        self._question.value += 1

    def close(self) -> None:
        """Free the widgets in the kernel."""
        for widget in (self._link, self._question, self._reply):
            widget.close()


def _button(words: str, tooltip: str, **more: Any) -> Button:
    return Button(description=words, tooltip=tooltip, layout=Layout(width="auto"), **more)


def answer_at_once(widget: Any) -> None:
    """Handle messages for a widget also while a cell runs.

    ipykernel 7.4 routes them to the cell that last changed the widget, often the running one, and handles
    them only when it ends. In other versions this changes nothing.
    """
    comm = getattr(widget, "comm", None)
    if comm is not None:
        comm._reply_subshell_for = lambda _, default: default

    for child in getattr(widget, "children", ()):
        answer_at_once(child)
