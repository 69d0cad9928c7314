"""What each command of `%chat` does."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from svcchat_magic.errors import RequestRefused, SvcchatError
from svcchat_magic.notebook.chats.kernel_state import KernelState
from svcchat_magic.notebook.display.cell_display import say, show_bundle, terminal_width
from svcchat_magic.protocol.terminal_text import shown_in_terminal

if TYPE_CHECKING:
    from svcchat_magic.conversation.connecting.given_data import GivenData
    from svcchat_magic.settings import Settings

_MOST_LISTED = 30


class ChatCommandContext(NamedTuple):
    """What a command works with."""

    kernel: KernelState
    settings: Settings
    described: Callable[[], str]  # the current settings, one per line
    resume_suspended: Callable[[], object]  # and draw the rest of the suspended answer
    open_panel: Callable[[], None]
    draw_pictures: Callable[[], None]  # with the charts from now on, if they are switched on


def show_standing(context: ChatCommandContext, _: str) -> None:
    """Show the service, the user and the chat."""
    from svcchat_magic.conversation.connecting.who_asks import (
        analyst_text,
        credential_text,
        usage_text,
        user_text,
    )

    settings, newest = context.settings, context.kernel.answers.newest
    service = settings.chat_url or "the embedded service on this machine"
    if context.kernel.chats.own_data is not None:
        service = "your own data, on this machine"

    chat = context.kernel.chats.chat_id_with(settings) or "none yet; the next question starts one"
    user, credential = user_text(settings), credential_text(settings)  # never the key
    answers, used = analyst_text(settings), usage_text(newest.usage if newest else None)
    say(f"service  {service}\nanswers  {answers}\nuser     {user}\nsent     {credential}\nchat     {chat}")
    if used:
        say(f"newest   answered {used}")


def use_sources(context: ChatCommandContext, words: str) -> None:
    """Ask about data from now on, or go back to the service."""
    from svcchat_magic.notebook.questions.named_data import given_data

    is_back = words == "--remote"
    use_data(
        context.kernel,
        context.settings,
        None if is_back else given_data(words, context.kernel.shell.namespace),
    )
    if is_back:
        show_standing(context, "")


def use_data(kernel: KernelState, settings: Settings, data: GivenData | None) -> None:
    """Ask about this data from now on and print the inferred model; None returns to the service."""
    opened = kernel.chats.use(data, settings)
    kernel.watchers.chat_changes()
    if data is not None:
        aside = "The service in your settings is not used. To go back to it, run %chat use --remote."
        say("\n".join((opened.notice, aside) if settings.chat_url else (opened.notice,)))


def start_anew(context: ChatCommandContext, _: str) -> None:
    """Let the next question start a new chat."""
    context.kernel.forget()
    show_standing(context, "")


def list_chats(context: ChatCommandContext, _: str) -> None:
    """Print the chats that were opened on this machine, newest first."""
    from svcchat_magic.notebook.magics.chat_table import chat_table

    chats = context.kernel.chats.index(context.settings).chats()
    if not chats:
        say("There are no chats with this service on this machine yet. Ask a question.")
        return

    listed = chats[:_MOST_LISTED]
    print(chat_table(listed, context.kernel.chats.chat_id, datetime.now(UTC), terminal_width()))
    if len(chats) > _MOST_LISTED:
        say(f"and {len(chats) - _MOST_LISTED:,} older ones")


def rename_chat(context: ChatCommandContext, name: str) -> None:
    """Give the chat a name."""
    chat_id = _chat_here(context)
    say(f"Renamed this chat to {context.kernel.chats.index(context.settings).rename(chat_id, name)}.")


def resume_chat(context: ChatCommandContext, text: str) -> None:
    """Continue a chat and show its turns; without a name, continue a suspended answer."""
    if not text:
        context.resume_suspended()
        return

    conversation = context.kernel.chats.conversation(context.settings)
    before = conversation.position
    index = context.kernel.chats.index(context.settings)
    chat_id = index.chat_id(text)
    conversation.resume(chat_id)
    try:
        show_history(context, "")
    except SvcchatError:
        conversation.go_back(before)
        raise

    context.kernel.watchers.chat_changes()
    say(f"Resumed {index.name(chat_id)}.")


def show_history(context: ChatCommandContext, _: str) -> None:
    """Show the turns of the chat."""
    from svcchat_magic.notebook.chats.chat_turns import served_turns, turns_of
    from svcchat_magic.notebook.display.answer_pieces import heading_bundle
    from svcchat_magic.notebook.display.answer_view import show_past_answer

    _chat_here(context)
    conversation, kept = context.kernel.chats.conversation(context.settings), context.kernel.answers.kept
    turns = turns_of if context.settings.mode == "replay" else served_turns  # no chat is read in mode replay
    past = turns(conversation, kept)
    context.draw_pictures()
    for answer, names in past:
        show_bundle(heading_bundle(answer.question))
        show_past_answer(answer, names, context.kernel.answers.pictures)


def open_panel(context: ChatCommandContext, _: str) -> None:
    """Open a panel."""
    context.open_panel()


def stop_answer(context: ChatCommandContext, _: str) -> None:
    """Stop the running answer, if there is one."""
    if not context.kernel.chats.stop():
        say("No answer is running.")


def show_model(context: ChatCommandContext, words: str) -> None:
    """Show the tables, or the members that match the words."""
    from svcchat_magic.notebook.chats.model_browser import model_bundle

    show_bundle(model_bundle(context.kernel, context.settings, words))


def grade_questions(context: ChatCommandContext, file: str) -> None:
    """Print how many questions of a file are answered right."""
    from svcchat_magic.evaluation.asking import Asked, grade
    from svcchat_magic.evaluation.question_file import read_question_file
    from svcchat_magic.evaluation.report import report

    data = context.kernel.chats.own_data
    about = Asked() if data is None else Asked(**data.served)  # type: ignore[arg-type] # a service's options
    graded = grade(read_question_file(Path(file)), about, context.settings)
    print(shown_in_terminal(report(graded, terminal_width())))


def export_to_file(context: ChatCommandContext, argument: str) -> None:
    """Export the chat."""
    from svcchat_magic.notebook.export.export import export_chat

    say(export_chat(context.kernel, context.settings, argument))


def link_to_page(context: ChatCommandContext, _: str) -> None:
    """Show a link to the chat page."""
    from svcchat_magic.conversation.connecting.hub import page_address
    from svcchat_magic.notebook.display.answer_pieces import link_bundle

    conversation = context.kernel.chats.conversation(context.settings)
    session = conversation.embed_session()
    address, needed = page_address(conversation.settings.base_url, f"embed/chat?sessionId={session}")
    note = "works once, within 5 minutes; your site's server creates one for each visitor"
    show_bundle(link_bundle("Open the chat page", address, needed or note))


def examine(context: ChatCommandContext, _: str) -> None:
    """Print what is right and what is wrong here."""
    from svcchat_magic.notebook.magics.kernel_doctor import examined

    say(examined(context.kernel.shell.ipython, context.settings))


def print_settings(context: ChatCommandContext, _: str) -> None:
    """Print the settings."""
    print(shown_in_terminal(context.described()))


def ask_or_forget_key(context: ChatCommandContext, argument: str) -> None:
    """Ask for the API key, and store or forget it."""
    from svcchat_magic.notebook.chats.client_key import ask_for_key, forget_stored_key

    if argument not in ("", "--store", "--forget"):  # perhaps the key itself, so it is not repeated
        raise RequestRefused("%chat key takes --store or --forget, and never the key itself.")

    chats, settings = context.kernel.chats, context.settings
    if argument == "--forget":
        say(forget_stored_key(chats, settings))
    else:
        say(ask_for_key(chats, settings, store=argument == "--store"))


def trust_addresses(context: ChatCommandContext, argument: str) -> None:
    """Trust the project's addresses, list the trusted ones, or trust them no more."""
    from svcchat_magic.conversation.connecting.trusting import list_trusted, revoke_here, trust_here

    if argument not in ("", "--list", "--revoke"):
        raise RequestRefused("%chat trust takes --list or --revoke, and nothing else.")

    if argument == "--list":
        say(list_trusted())
    else:
        say(revoke_here() if argument == "--revoke" else trust_here(context.settings))


def _chat_here(context: ChatCommandContext) -> str:
    chat_id = context.kernel.chats.conversation(context.settings).chat_id
    if chat_id is None:
        raise RequestRefused("There is no chat yet; ask a question, or %chat resume one of %chat list.")

    return chat_id
