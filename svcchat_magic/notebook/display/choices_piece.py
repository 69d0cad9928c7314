"""What to ask instead of a question that was not answered: a numbered list of complete questions."""

from collections.abc import Sequence

from svcchat_magic.conversation.answers.answer import Answer
from svcchat_magic.notebook.display.answer_pieces import EDGE, MONO, MUTED, SMALL
from svcchat_magic.notebook.display.answer_words import asks_only, suggestions_in
from svcchat_magic.notebook.display.live_piece import Bundle
from svcchat_magic.notebook.display.safe_text import BETWEEN_WORDS, escaped
from svcchat_magic.protocol.messages import Choice
from svcchat_magic.protocol.visible_text import visible

IN_A_CELL = (
    "Replace the question of this cell with one of these. A number in the next cell works too, but not when "
    "the notebook runs again."
)
NEXT_TO_BUTTONS = "Ask one of these:"
_LIST = f"{MONO};{SMALL};line-height:1.7;margin:0 0 6px {EDGE};padding:0;background:none;{BETWEEN_WORDS}"


def choices_bundle(choices: Sequence[Choice], lead: str) -> Bundle:
    """A numbered list under a line that says what to do with it."""
    lines = "\n".join(f"{at}. {_html(each)}" for at, each in enumerate(choices, start=1))
    html = (
        f'<div style="{MUTED};{SMALL};padding:0 0 0 {EDGE}">{escaped(lead)}</div>'
        f'<pre style="{_LIST}">{lines}</pre>'
    )
    return {"text/html": html, "text/plain": choices_text(choices, lead)}


def choices_text(choices: Sequence[Choice], lead: str) -> str:
    """The same as plain text."""
    listed = (f"  {at}. {_text(each)}" for at, each in enumerate(choices, start=1))
    return "\n".join((lead, *listed))


def offers_of(answer: Answer) -> tuple[Choice, ...]:
    """What a panel offers to ask next: the choices, or else the suggestions."""
    offered = tuple(
        Choice(visible(each.label), each.question) for each in answer.choices if asks_only(each.question)
    )
    return offered or tuple(Choice(each, each) for each in suggestions_in(answer.text))


def _html(choice: Choice) -> str:
    """The question, which one click selects where the page allows it, and its label."""
    if not asks_only(choice.question):
        return escaped(choice.label)

    question = f'<span style="user-select:all">{escaped(choice.question)}</span>'
    label = f'  <span style="{MUTED}">{escaped(choice.label)}</span>' if _has_label(choice) else ""
    return question + label


def _text(choice: Choice) -> str:
    if not asks_only(choice.question):
        return visible(choice.label)

    label = f"  ({visible(choice.label)})" if _has_label(choice) else ""
    return visible(choice.question) + label


def _has_label(choice: Choice) -> bool:
    return choice.label != choice.question
