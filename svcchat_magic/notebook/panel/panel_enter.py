"""Enter in the panel's question box."""

from collections.abc import Callable
from threading import Lock
from typing import Any

from svcchat_magic.notebook.panel.panel_controls import PanelControls


class EnterKey:
    """Asks the question in the box once Enter was pressed and its whole text is here.

    Text changed since then follows right after Enter, before the page's reply.
    """

    def __init__(self, controls: PanelControls, ask: Callable[[str], None]) -> None:
        self._controls = controls
        self._ask = ask
        self._is_pressed = False
        self._lock = Lock()

    def watch(self) -> None:
        """Ask on Enter from now on."""
        self._controls.question.on_msg(self._on_message)
        self._controls.question.observe(self._text_has_come, "value")
        self._controls.page.on_reply(self._submit)

    def _on_message(self, _: Any, content: Any, __: Any) -> None:
        if content.get("event") == "submit":
            self._is_pressed = True
            self._controls.page.ask()

    def _text_has_come(self, _: Any) -> None:
        if self._is_pressed:
            self._submit()

    def _submit(self) -> None:
        with self._lock:
            wanted, self._is_pressed = self._is_pressed, False

        if wanted:
            self._ask(self._controls.question.value)
