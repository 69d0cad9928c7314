"""Show the turns of the kernel's chat again, as displays that remain when the kernel has ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from svcchat_magic.notebook.chats.kept_answers import result_key
from svcchat_magic.notebook.display import answer_pieces as pieces
from svcchat_magic.notebook.display.answer_view import PIECES_OF_THE_PAST, AnswerView, ViewOptions, named
from svcchat_magic.notebook.display.cell_display import show_bundle

if TYPE_CHECKING:
    from svcchat_magic.conversation.answers.answer import Answer
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.notebook.chats.kept_answers import KeptAnswers
    from svcchat_magic.notebook.chats.kernel_state import KernelState
    from svcchat_magic.notebook.display.chart_pieces import Pictures
    from svcchat_magic.settings import Settings

Turn = tuple["Answer", tuple[str, ...]]


def show_chat(kernel: KernelState, settings: Settings) -> None:
    """Display all turns, as `%chat panel` does in a headless run."""
    conversation = kernel.chats.conversation(settings)
    turns = turns_of(conversation, kernel.answers.kept)
    told = "The chat so far" if turns else "Nothing has been asked yet"
    show_bundle(pieces.notice_bundle(f"{told}. To open the panel, run this cell yourself."))
    for answer, names in turns:
        show_turn(answer, names, PIECES_OF_THE_PAST, kernel.answers.pictures)


def turns_of(conversation: Conversation, kept: KeptAnswers) -> tuple[Turn, ...]:
    """Every turn with the variables of its results, from this kernel or else from the service.

    A result without a known variable is named by its title.
    """
    if conversation.chat_id is None:
        return ()

    if conversation.is_known_whole and kept.is_whole:
        return tuple((each.answer, each.names) for each in kept if not each.is_beside)

    return served_turns(conversation, kept)


def served_turns(conversation: Conversation, kept: KeptAnswers) -> tuple[Turn, ...]:
    """Every turn as the service stores it, with the variables known here; raises what reading raises."""
    known = kept.variables()
    return tuple(
        (answer, tuple(known.get(result_key(result), result.title) for result in answer.results))
        for answer in conversation.history()
    )


def show_turn(answer: Answer, names: Sequence[str], show: frozenset[str], pictures: Pictures | None) -> None:
    """Display a question, the chosen pieces of its answer, and its charts with their pictures."""
    show_bundle(pieces.heading_bundle(answer.question))
    view = AnswerView(named(names), ViewOptions(live=True, show=show, pictures=pictures))
    view.finish(answer)
    view.add_last_pictures(answer)
