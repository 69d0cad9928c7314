"""Tab completion on the lines of `%%ask` and `%chat`, and of `{{name}}` in the question."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from IPython.core.completer import CompletionContext, SimpleCompletion, SimpleMatcherResult, context_matcher

Matcher = Callable[[CompletionContext], SimpleMatcherResult]

# Patterns that `%load_ext` need not compile: `re` keeps what it has compiled.
_ASK_LINE = r"(?s)\s*(?:[^\W\d]\w*\s*=\s*)?%{1,2}ask\s(?P<typed>.*)"
_CHAT_LINE = r"\s*%chat\s+(?:(?P<command>\S+)\s+(?P<between>(?:\S+\s+)*))?(?P<fragment>\S*)"
_PLACE = r"\{\{\s*(\w*)$"
_CAPTURE = r"\s*[^\W\d]\w*\s*<<"
_FRAGMENT = r"[^\s=]*$"
_OPTION = r"--\w+"


def completions(namespace: Mapping[str, Any], chats: Callable[[], Iterable[str]]) -> Matcher:
    """The completion matcher of a shell; `chats` returns the names for `--chat` and `%chat resume`."""

    @context_matcher(identifier="svcchat_magic.ask")
    def match(context: CompletionContext) -> SimpleMatcherResult:
        fragment, words = _candidates(context, namespace, chats)
        found = [SimpleCompletion(word, type="magic") for word in words if word.startswith(fragment)]
        return {"completions": found, "matched_fragment": fragment, "suppress": bool(found)}

    return match  # type: ignore[no-any-return]  # the decorator is not typed


def _candidates(
    context: CompletionContext, namespace: Mapping[str, Any], chats: Callable[[], Iterable[str]]
) -> tuple[str, Iterable[str]]:
    """The word being typed, and the words that can complete it."""
    before = context.text_until_cursor
    asked = re.fullmatch(_ASK_LINE, before)
    if asked is None and not context.full_text.lstrip().startswith("%%ask"):
        chat = re.fullmatch(_CHAT_LINE, before)
        return (chat["fragment"], _chat_words(chat, chats)) if chat else ("", ())

    if place := re.search(_PLACE, before):
        return place[1], _variables(namespace)

    if asked is None:
        return "", ()

    fragment = re.search(_FRAGMENT, asked["typed"])
    typed = fragment[0] if fragment else ""
    return typed, _option_words(asked["typed"][: len(asked["typed"]) - len(typed)], namespace, chats)


def _chat_words(line: re.Match[str], chats: Callable[[], Iterable[str]]) -> Iterable[str]:
    """The commands of `%chat`, or the arguments of the typed one: chats, or its options."""
    from svcchat_magic.notebook.magics.chat_commands import COMMANDS  # too slow to import for %load_ext

    if not line["command"]:
        return [*(each.name for each in COMMANDS if each.name), "--help"]

    argument = next((each.argument for each in COMMANDS if each.name == line["command"]), "")
    if "ID_OR_NAME" in argument:
        return () if line["between"] else chats()

    # Where a file is possible, too, complete only what begins like an option.
    return re.findall(_OPTION, argument) if line["fragment"] or argument.startswith("[--") else ()


def _option_words(
    before: str, namespace: Mapping[str, Any], chats: Callable[[], Iterable[str]]
) -> Iterable[str]:
    """The flags, or the values of the flag before; none after the question begins."""
    from svcchat_magic.notebook.questions.ask_options import OPTIONS, PIECES  # too slow for %load_ext

    flags = {flag: option for option in OPTIONS for flag in option.flags}
    flag = ""
    for word in re.sub(_CAPTURE, "", before).replace("=", " ").split():
        if flag:
            flag = ""
        elif word not in flags:
            return ()
        else:
            flag = word if flags[word].value else ""

    if not flag:
        return [option.flags[-1] for option in OPTIONS]

    values: dict[str, Callable[[], Iterable[str]]] = {
        "--out": lambda: _variables(namespace),
        "--show": lambda: PIECES,
        "--chat": chats,
    }
    return values.get(flags[flag].flags[-1], tuple)()


def _variables(namespace: Mapping[str, Any]) -> list[str]:
    names = tuple(namespace)  # other threads may bind some meanwhile
    return sorted(name for name in names if not name.startswith("_"))
