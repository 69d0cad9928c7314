"""Words that say something of rows by what stands before them: on hold, on order, with how much."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.leftovers.cover import Cover
from svcchat_magic.analyst.leftovers.misread import MISREAD

_BESIDE = frozenset({"with", "including", "showing", "plus"})
_OF_EACH = frozenset({"GROUPS", "RANKED", "ASKED", "SUCH", "BOUND", "EACHOF", "GRAIN"})
_COUNTED, _AND = frozenset({"number", "count"}), frozenset({"and", "&"})
_STATE = frozenset({"on", "under", "off"})


def in_a_state(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`invoices on hold`: behind such a word no verb stands, but what the rows are kept by."""
    for at in cover.light:
        if at and tokens[at - 1].form in _STATE and not tokens[at].text.lower().endswith("ing"):
            yield f"{tokens[at - 1].text} {tokens[at].text}"


def told_of_all(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`projects over 10,000, with how much they raised`: of each of them, and no one number of all."""
    if any(each.category in _OF_EACH for each in cover.items):
        return

    known = [each for each in cover.items if each.category == "SHOWN" or each.category == "TOLDCOUNT"]
    shown = {at for each in known for at in range(each.start, each.stop)}
    forms = [each.form for each in tokens]
    for at in range(len(forms) - 2):
        is_asked = forms[at] in _BESIDE and forms[at + 1] == "how" and forms[at + 2] in ("much", "many")
        if is_asked and at + 1 not in shown:
            yield tokens[at + 1].text


def number_passed(cover: Cover, tokens: Sequence[Token]) -> Iterator[str]:
    """`the number and the value of invoices`: both are asked for."""
    taken = {at for item in cover.items for at in range(item.start, item.stop)}
    for at, token in enumerate(tokens[:-1]):
        if token.form in _COUNTED and tokens[at + 1].form in _AND and at not in taken:
            yield token.text


PASSED = (in_a_state, told_of_all, number_passed, *MISREAD)
