"""`share of orders in each channel that were late`: what is told of the rows first, then each of what."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token

_SHARES = frozenset({"share", "percentage", "percent", "%", "proportion", "fraction", "pct"})
_IN = frozenset({"in", "at", "from", "for", "within", "on"})
_EACH = frozenset({"each", "every"})
_BEING = frozenset(
    {"is", "are", "was", "were", "has", "have", "had", "who", "that", "which", "never", "do", "does", "did"}
)
_OWNING = _BEING - {"that", "which", "who"}
_LONGEST = 3  # words of what is counted, and of the group


def with_each_behind(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The question with `in each channel` at its end, where a part of the rows is told behind it."""
    forms = [each.form for each in tokens]
    of = next((at for at in range(1, len(forms)) if forms[at] == "of" and forms[at - 1] in _SHARES), None)
    if of is None:
        return tuple(tokens)

    at = of + 1
    if at < len(forms) and forms[at] in _EACH:
        return _without_owner(tokens, at)

    start = next((each for each in range(at, len(forms) - 1) if _begins_each(forms, each)), None)
    if start is None or start == at or start - at > _LONGEST or not _BEING.isdisjoint(forms[at:start]):
        return tuple(tokens)

    stop = _being(forms, start + 2, _BEING)
    return _moved(tokens, start, stop) if stop else tuple(tokens)


def _begins_each(forms: Sequence[str], at: int) -> bool:
    return forms[at] in _IN and forms[at + 1] in _EACH


def _being(forms: Sequence[str], start: int, words: frozenset[str]) -> int | None:
    """Where the part begins, behind a group of a few words."""
    stop = next((at for at in range(start, len(forms)) if forms[at] in words), None)
    return stop if stop and 0 < stop - start <= _LONGEST and stop + 1 < len(forms) else None


def _without_owner(tokens: Sequence[Token], at: int) -> tuple[Token, ...]:
    """`of each channel's orders was refunded`: of orders, in each channel."""
    owned = range(at + 1, min(at + 1 + _LONGEST, len(tokens)))
    owner = next((one for one in owned if tokens[one].text.endswith(("'s", "’s", "s'", "s’"))), None)
    stop = owner and _being([each.form for each in tokens], owner + 1, _OWNING)
    if not owner or not stop:
        return tuple(tokens)

    of = tokens[at - 1]
    inside = Token("in", "in", of.place, before=" ")
    end = len(tokens) - tokens[-1].is_mark
    return (*tokens[:at], *tokens[owner + 1 : end], inside, *tokens[at : owner + 1], *tokens[end:])


def _moved(tokens: Sequence[Token], start: int, stop: int) -> tuple[Token, ...]:
    end = len(tokens) - tokens[-1].is_mark
    return (*tokens[:start], *tokens[stop:end], *tokens[start:stop], *tokens[end:])
