"""`promoters (9-10)`: what everybody means by promoters, said once more; other numbers mean somebody else."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token

_GROUPS = {
    "promoter": frozenset({"9", "10"}),
    "passive": frozenset({"7", "8"}),
    "detractor": frozenset({"0", "6"}),
}
_ALL = frozenset(map(str, range(7)))
_SMALL = frozenset(
    (
        "a", "an", "the", "or", "and", "to", "-", "–", "of", "between", "from", "%", "percent", "percentage",
        "share", "point", "in", "minus", "less", "score", "rating", "answer", "i.e.", "ie", "who", "gave",
        "give", "rated", "out", "pct", "proportion", "net", "responses", "response", ",", ":", "?", ".", "+",
        "below", "lower", "higher", "above", "up", "as", "points", "nps", "proportion", "is", "are", "that",
    )
)  # fmt: skip
_LESS = frozenset({"minus", "less", "-", "–"})
_LEADING = frozenset({"i.e.", "ie", "meaning"})


def tells_score(tokens: Sequence[Token]) -> bool:
    """Whether words say no more than that promoters less detractors are told."""
    forms = [each.form for each in tokens]
    is_formula = {"promoter", "detractor"} <= set(forms) and not _LESS.isdisjoint(forms)
    return is_formula and _is_usual(forms, frozenset({"9", "10", *_ALL}))


def without_restated(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The words without what only says again who a promoter is, or how the score is computed."""
    found = list(tokens)
    for start, stop in reversed(_spans(tokens)):
        said, before = tokens[start:stop], {each.form for each in tokens[:start]}
        group = next((each for each in _GROUPS if each in before), "")
        numbers = {each.text for each in said if each.text.isdigit()}
        is_group = bool(group) and numbers and _is_group(group, [each.form for each in said], numbers)
        if is_group or tells_score(said):
            del found[start:stop]

    return tuple(found)


def _is_group(group: str, forms: Sequence[str], numbers: set[str]) -> bool:
    told = _ALL if group == "detractor" else _GROUPS[group]
    ends = _GROUPS[group] <= numbers or (group == "detractor" and numbers == {"6"})
    return ends and numbers <= told and _is_usual(forms, told)


def _is_usual(forms: Sequence[str], numbers: frozenset[str]) -> bool:
    return all(each in _SMALL or each in _GROUPS or each in numbers for each in forms)


def _spans(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """What stands in brackets, or behind `i.e.` up to the end."""
    found, at = [], 0
    while at < len(tokens):
        if at and "(" in tokens[at].before:
            stop = next((one for one in range(at + 1, len(tokens)) if ")" in tokens[one].before), len(tokens))
            found.append((at, stop))
            at = stop
        elif at and tokens[at].text.lower() in _LEADING:
            start = at - (tokens[at - 1].text == ",")
            return [*(each for each in found if each[1] <= start), (start, len(tokens))]
        else:
            at += 1

    return found
