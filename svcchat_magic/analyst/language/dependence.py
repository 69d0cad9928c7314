"""`how does the rate vary with the age`: what a number depends on, said in a clause, is a group."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.tokens import Token

_BEGINS = frozenset({"do", "does", "did", "is", "are", "has", "have"})
_VARYING = frozenset({"vary", "varies", "varied", "varying", "differ", "differed", "fluctuate"})
_CHANGING = frozenset(
    {"change", "changed", "shift", "rise", "fall", "increase", "decrease", "grow", "improve"}
)
_DEPENDING = frozenset({"depend", "depended", "hinge"})
_RELATED = frozenset({"relate", "related", "linked", "connected", "tied"})
_AFFECTED = frozenset({"affected", "influenced", "driven", "determined"})
_WITH, _ON, _TO = frozenset({"with"}), frozenset({"on", "upon"}), frozenset({"to", "with"})
_OVER = frozenset({"over", "through", "throughout", "during", "across", "within"})
_PARTS = {"day": ("hour", "of", "the", "day"), "week": ("weekday",)}
_JOINTS = (  # the verbs with what has to stand behind them
    (_VARYING, frozenset({"with", "by", "across", "between", "among"})),
    (_CHANGING, _WITH),
    (_DEPENDING, _ON),
    (_RELATED, _TO),
    (_AFFECTED, frozenset({"by"})),
)
_ENDS = frozenset({"?", ".", ",", "in", "for", "at", "on"})
_LAST = (("to", "the", "next"), ("to", "another"), ("to", "other"), ("to", "the", "other"))


def with_dependence(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`how does the rate by the age` for `how does the rate vary with the age`, as a breakdown is said."""
    asks = _asks(tokens)
    for at in range(asks + 2, len(tokens) - 1) if asks is not None else ():
        if any(tokens[at].form in verbs and tokens[at + 1].form in joints for verbs, joints in _JOINTS):
            return (*tokens[:at], _word(tokens[at], "by"), *_named(tokens[at + 2 :]))

        if tokens[at].form in _VARYING and tokens[at + 1].form == "from":
            found = tuple(_from_one_to_another(tokens, at))
            if found:
                return found

        if tokens[at].form in _VARYING | _CHANGING and tokens[at + 1].form in _OVER:
            behind = at + 2 + (tokens[at + 2 : at + 3] != () and tokens[at + 2].form == "the")
            part = _PARTS.get(tokens[behind].form) if behind < len(tokens) else None
            if part and all(each.form in _ENDS for each in tokens[behind + 1 : behind + 2]):
                words = [_word(tokens[at], each) for each in ("by", *part)]
                return (*tokens[:at], *words, *tokens[behind + 1 :])

    return tuple(tokens)


def _asks(tokens: Sequence[Token]) -> int | None:
    """Where it is asked how, or whether, something is so: of what is related to billing nobody asks it."""
    low = [each.text.lower() for each in tokens]
    for at, word in enumerate(low[:-1]):
        if word == "whether" or (word == "how" and low[at + 1] in _BEGINS):
            return at

    begins = bool(low) and low[0] in _BEGINS and low[1:2] != ["there"]
    return 0 if begins else None


def _from_one_to_another(tokens: Sequence[Token], at: int) -> Iterator[Token]:
    """`differ from one branch to the next`."""
    forms = tuple(each.form for each in tokens)
    for stop in range(at + 3, len(tokens)) if forms[at + 2 : at + 3] == ("one",) else ():
        for last in _LAST:
            if forms[stop : stop + len(last)] == last:
                yield from (*tokens[:at], _word(tokens[at], "by"), *tokens[at + 3 : stop])
                yield from tokens[stop + len(last) :]
                return


def _named(behind: Sequence[Token]) -> Sequence[Token]:
    """`with different levels`: of what is different, each one."""
    return behind[1:] if behind and behind[0].form in ("different", "various") else behind


def _word(at: Token, form: str) -> Token:
    return replace(at, text=form, form=form)
