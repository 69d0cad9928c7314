"""Where a question says what it leaves out: `not counting drops`, `refunds left out`, `(voids out)`."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token

_EXCLUDING = frozenset({"NOT", "LEAVEOUT"})
_ARTICLES = frozenset({"the", "a", "an", "any", "all", "our", "of"})
_LONGEST = 3  # words of a turn that leaves something out
_OF_EVENTS = frozenset({"never", "longer"})  # they deny what happens, and leave nothing out


def excluded_nouns(tokens: Sequence[Token]) -> frozenset[int]:
    """The places of several things that a question leaves out, said by a noun alone."""
    return frozenset(
        at
        for at, each in enumerate(tokens)
        if is_plural(each) and (_is_left_out_before(tokens, at) or _is_left_out_behind(tokens, at))
    )


def ends_clause(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is the first of another clause: the end, a mark, what stands behind a bracket."""
    if at >= len(tokens):
        return True

    return tokens[at].is_mark or bool(tokens[at].before.strip())


def outs(tokens: Sequence[Token]) -> Iterator[int]:
    """The places of `out` where it ends a clause of its own: `(refunds out)`, and not what is sold out."""
    for at in range(1, len(tokens)):
        begins = at - 2 if tokens[at - 1].form == "one" else at - 1
        is_own = (begins >= 0 and ends_clause(tokens, begins)) or (begins > 0 and tokens[begins - 1].is_mark)
        if tokens[at].form == "out" and is_plural(tokens[at - 1]) and is_own and ends_clause(tokens, at + 1):
            yield at


def denies(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word only leaves something out: no number in `no repairs`, no count in `not counting`."""
    before = tokens[at - 1].form if at else ""
    is_counting = (before, tokens[at].text.lower()) == ("not", "counting")
    return is_counting or (tokens[at].form == "no" and at + 1 in excluded_nouns(tokens))


def is_plural(token: Token) -> bool:
    """Whether a word is typed as several of something."""
    return token.text.lower() != token.form and token.text.lower().endswith("s")


def _is_left_out_before(tokens: Sequence[Token], at: int) -> bool:
    while at > 0 and tokens[at - 1].form in _ARTICLES:
        at -= 1

    if at > 0 and tokens[at - 1].form in _OF_EVENTS:
        return False

    return _ends(tokens, at, _EXCLUDING)


def _is_left_out_behind(tokens: Sequence[Token], at: int) -> bool:
    behind = (tuple(each.form for each in tokens[at + 1 : stop]) for stop in range(at + 2, at + 2 + _LONGEST))
    said = any(category == "LEFTOUT" for each in behind for category, _ in keywords().meanings.get(each, ()))
    return said or at + 1 in outs(tokens)


def _ends(tokens: Sequence[Token], at: int, categories: frozenset[str]) -> bool:
    """Whether a turn of some category ends right before a token."""
    before = (tuple(each.form for each in tokens[start:at]) for start in range(max(at - _LONGEST, 0), at))
    return any(category in categories for each in before for category, _ in keywords().meanings.get(each, ()))
