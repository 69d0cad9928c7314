"""`who reports to Nancy Edwards`: whose manager she is, and not she herself."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import plural
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.tree import Entity

_REPORTS = frozenset({"report", "reports", "reported", "reporting"})
_LED = frozenset({"managed", "supervised", "led", "headed"})
_ABOVE = ("manager", "supervisor", "superior", "lead", "leader", "head")
_PEOPLE = frozenset({"who", "people", "person", "staff"})
_WHO, _BEING = frozenset({"who", "that"}), frozenset({"is", "be", "are", "was", "were"})
_EACH = frozenset({"each", "every", "which", "the", "their", "a", "an"})


def with_managers(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words with `employees with manager` for `people report to`, where a model tells who is above."""
    role, own = next(((each, noun) for each in _ABOVE if (noun := _below(each, catalog))), ("", ""))
    found = list(tokens)
    for at in range(len(found) - 2, -1, -1) if role else ():
        if not _is_below(found, at):
            continue

        behind = next((each for each in found[at + 2 :] if not each.is_mark), None)
        if behind is None:
            return tuple(_whom(found, at, role))

        who = _subject(found, at, own, catalog)
        if who < 0:
            continue

        if behind.form not in _EACH and behind.form not in _ABOVE:
            found[at] = _said(found[at], "with")
            found[at + 1] = _said(found[at + 1], role)

        if found[who].form in _PEOPLE:
            nouns = [_said(found[who], own, plural(own))]
            is_asked = found[who].form == "who" and who == 0
            found[who : who + 1] = [_said(found[who], "which"), *nouns] if is_asked else nouns

    return tuple(found)


def _is_below(tokens: Sequence[Token], at: int) -> bool:
    """`reports to`, `managed by`."""
    word, behind = tokens[at].text.lower(), tokens[at + 1].form
    return (word in _REPORTS and behind == "to") or (word in _LED and behind == "by")


def _subject(tokens: list[Token], at: int, own: str, catalog: Catalog) -> int:
    """The place of those who are said to report; below 0 where others are, or nothing is."""
    who = at - 1
    while who > 0 and tokens[who].form in _WHO | _BEING and not _is_called(tokens[who], own, catalog):
        who -= 1

    if who >= 0 and (tokens[who].form in _PEOPLE or _is_called(tokens[who], own, catalog)):
        return who

    return at - 1 if at > 0 and tokens[at - 1].form == "who" else -1


def _whom(tokens: list[Token], at: int, role: str) -> list[Token]:
    """`who does Jane report to` as `who is the manager of Jane`."""
    if at < 3 or tokens[0].form not in ("who", "whom") or tokens[1].text.lower() not in ("do", "does", "did"):
        return tokens

    asked = [_said(tokens[1], each) for each in ("is", "the", role, "of")]
    return [tokens[0], *asked, *tokens[2:at], *tokens[at + 2 :]]


def _is_called(token: Token, noun: str, catalog: Catalog) -> bool:
    """Whether a word names those who have somebody above them."""
    known = catalog.phrases.get((token.form,), ())
    return any(isinstance(each.of, Entity) and each.of.noun == noun for each in known)


def _said(token: Token, form: str, text: str = "") -> Token:
    return replace(token, text=text or form, form=form, before=token.before or " ")


def _below(word: str, catalog: Catalog) -> str:
    """What those are called who have such a one above them, as a table tells: the employees of managers."""
    known = (each.of for each in catalog.phrases.get((word,), ()) if isinstance(each.of, Entity))
    nouns = (catalog.entities[each.cube].noun for each in known)
    return next((each.removeprefix(f"{word} ") for each in nouns if each.startswith(f"{word} ")), "")
