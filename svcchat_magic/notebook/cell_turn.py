"""One question from a cell: asked, painted while it runs, its results bound to variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from svcchat_magic.errors import StreamStopped, SvcchatError
from svcchat_magic.frames.result_frames import result_frame
from svcchat_magic.notebook.answer_view import AnswerView
from svcchat_magic.notebook.row_progress import RowProgress

if TYPE_CHECKING:
    from svcchat_magic.conversation.answer import Answer
    from svcchat_magic.conversation.conversation import Conversation
    from svcchat_magic.conversation.row_loading import Progress, RowLoading
    from svcchat_magic.conversation.turn import Turn
    from svcchat_magic.frames.loaded_frames import Load
    from svcchat_magic.notebook.ask_options import AskOptions
    from svcchat_magic.notebook.kernel_chat import KernelChat
    from svcchat_magic.protocol.loaded_rows import LoadedRows
    from svcchat_magic.protocol.results import SqlResult
    from svcchat_magic.settings import Settings

Bind = Callable[["SqlResult"], tuple[str, tuple[str, ...]]]


def answer_in_cell(kernel_chat: KernelChat, settings: Settings, options: AskOptions, *, live: bool) -> Answer:
    """Ask and paint; the answer is returned whatever its status.

    Raises SvcchatError when nothing of an answer came. An interrupt stops the turn on the
    service too and keeps what came.
    """
    conversation = kernel_chat.conversation(settings)
    if options.chat:
        conversation.resume(options.chat)

    view = AnswerView(
        _binder(kernel_chat, options, conversation, live=live),
        live=live,
        can_load=lambda: conversation.can_load_rows,
    )
    turn = _followed(conversation, options, view)
    answer = _finished(turn, view)
    kernel_chat.keep(answer)
    return answer


def _followed(conversation: Conversation, options: AskOptions, view: AnswerView) -> Turn:
    """Ask, and paint until the turn is done or interrupted."""
    turn = None
    try:
        turn = _started(conversation, options, view)
        view.follow(turn)
    except KeyboardInterrupt:
        conversation.stop()  # and not turn.stop(): the interrupt may have come before there was a turn
        if turn is None:
            view.withdraw()
            raise StreamStopped("Stopped before the question was on its way.") from None

    return turn


def _started(conversation: Conversation, options: AskOptions, view: AnswerView) -> Turn:
    """Ask; a first question on the embedded service waits until that is up, and says so."""
    known = conversation.notice
    if not conversation.settings.chat_url and conversation.settings.mode != "replay":
        view.notice("Starting the embedded service …", last=False)

    try:
        return conversation.start(options.question, new=options.new, timeout=options.timeout)
    finally:
        view.notice("" if conversation.notice == known else conversation.notice)


def _finished(turn: Turn, view: AnswerView) -> Answer:
    try:
        answer = turn.finish()
    except SvcchatError:
        view.withdraw()
        raise

    view.finish(answer.transcript, answer.seconds)
    return answer


def _binder(kernel_chat: KernelChat, options: AskOptions, conversation: Conversation, *, live: bool) -> Bind:
    """A function that gives each result its frame and its variable the moment it arrives."""
    names = kernel_chat.names_for(options)

    def bind(result: SqlResult) -> tuple[str, tuple[str, ...]]:
        load = _loader(conversation.row_loading, result, live=live)
        frame = result_frame(result, chat_id=kernel_chat.chat_id or "", load=load)
        kernel_chat.namespace["_df"] = frame
        return names.bind(result.title, frame)

    return bind


def _loader(loading: RowLoading, result: SqlResult, *, live: bool) -> Load:
    """What loads all rows of the result, and counts them in the cell that asks for it."""

    def load(progress: Progress | None = None) -> LoadedRows:
        if progress is not None or not live:
            return loading(result, progress)

        shown = RowProgress()
        loaded = loading(result, shown.tell)
        shown.finish(loaded.count, loaded.total_rows)
        return loaded

    return load
