"""The numbers of a text: `1,234.5`, `1.2M`, `€ 3 million`, `14.2 %`, `-3`, `three dozen`, `a third of`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from svcchat_magic.analyst.sentences.number_words import word_figures
from svcchat_magic.analyst.sentences.spoken_figure import Nearness, SpokenFigure
from svcchat_magic.analyst.sentences.spoken_signs import spoken_signs

_SCALES = {
    "k": 3, "thousand": 3, "m": 6, "mn": 6, "mio": 6, "million": 6, "millionen": 6,
    "b": 9, "bn": 9, "billion": 9, "mrd": 9, "milliarden": 9, "trillion": 12,
}  # fmt: skip
_POINTS = {  # of the words that are of one language
    **dict.fromkeys(("thousand", "million", "billion", "trillion"), "."),
    **dict.fromkeys(("mio", "mrd", "millionen", "milliarden"), ","),
}
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<sign>[-−+](?!\s)|(?:(?<=[(:,;=])|(?<=[(:,;=]\s))[-−+]\s)?(?:[$€£]\s?)?"
    r"(?P<digits>\d{1,3}(?:[,.'’ \u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)"
    r"(?:\s?(?P<scale>thousand|millionen|million|milliarden|billion|trillion|mio|mrd|mn|bn|[kmb])\b)?"
    r"(?:\s?(?P<points>percentage points?\b|points?\b|pp\b|prozentpunkte?\b)"
    r"|\s?(?P<percent>%|percent\b|per cent\b|prozent\b))?"
    r"(?:[x×]\b)?(?!\w)",
    re.IGNORECASE,
)
_NEAR_WORDS: tuple[tuple[Nearness, str], ...] = (
    ("about", "about|around|roughly|approximately|approx\\.?|circa|ca\\.?|some|close to|etwa|rund|ungefähr"),
    (
        "over",
        "passed|exceeds?|exceeded|topped|surpass(?:es)?|surpassed|crossed|in excess of|upwards of|"
        "a good|longer than|larger than|bigger than|"
        "more than|over|above|at least|exceeding|greater than|higher than|mehr als|über|mindestens",
    ),
    (
        "under",
        "less than|fewer than|shorter than|smaller than|"
        "under|below|at most|short of|shy of|nearly|almost|just under|lower than|no more than"
        "|weniger als|unter|höchstens|fast|knapp",
    ),
)
_NEARNESS = [
    (name, re.compile(rf"\b(?:{words})\s+(?:an?\s+|the\s+)?[$€£]?$", re.IGNORECASE))
    for name, words in _NEAR_WORDS
]
_INCLUSIVE = re.compile(
    r"\b(?:at least|at most|no more than|no less than|mindestens|höchstens)\s+[$€£]?$", re.IGNORECASE
)
_EXACTLY = re.compile(r"\b(?:exactly|precisely|genau|exakt)\s+[$€£]?$", re.IGNORECASE)
_ASIDE = re.compile(r"\(\s*[$€£]?$")
_LEVEL = re.compile(
    r"\b(?:to|at|below|above|under|over|past|beyond|reach(?:es|ed|ing)?|hit|hits|hitting|auf|bei|unter|über)"
    r"\s+(?:(?:about|around|roughly|nearly|almost|only|as (?:high|low) as|just(?: over| under)?)\s+)?"
    r"[$€£]?$",
    re.IGNORECASE,
)
_IN_MANY = re.compile(
    r"(?<![\d.,])1 in \d{1,3}\b(?![.,%]?\d|\s*%|\s+(?:minute|hour|day|week|month|quarter|year)s?\b)",
    re.IGNORECASE,
)
_OUT_OF = re.compile(r"\d+ (?:in|out of) (?:every )?\d+", re.IGNORECASE)
_RANGE = re.compile(r"\s*(?:to|–|-|bis)\s*[$€£]?", re.IGNORECASE)
_AT = re.compile(
    r"(?<!\bby )\b(?:about|around|roughly|approximately|some|at|of|with|rund|etwa|ungefähr)\s+[$€£]?$",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+(?:and|und)\s+[$€£]?", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|zwischen)\s+(?:(?:about|around|roughly)\s+)?[$€£]?$", re.IGNORECASE)
_FROM = re.compile(r"\b(?:from|von)\s+[$€£]?$", re.IGNORECASE)
# The dates between are blanked: `from 100 from _ to _ to 120`.
_TO = re.compile(
    r"\s+(?:(?:in|for|für) [^,.;()\d]{1,30}\s|(?:from|von)\s+(?:(?:to|bis)\s+)?)?(?:to|auf)\s+[$€£]?$",
    re.IGNORECASE,
)


def spoken_figures(text: str) -> tuple[SpokenFigure, ...]:
    """The numbers of a text in their order, each with what the words before it make of it."""
    said = list(word_figures(text))
    shares = [each for each in said if _IN_MANY.match(text, each.start) or _is_rough_share(each, text)]
    digits = [_figure(match) for match in _NUMBER.finditer(text)]
    digits = [each for each in digits if not any(_meets(each, other) for other in shares)]
    signs = list(spoken_signs(text))
    words = [each for each in said if not any(_meets(each, other) for other in (*digits, *signs))]
    figures = sorted([*digits, *words], key=lambda each: each.start)
    return tuple(sorted([*_ranged([*_in_place(figures, text)], text), *signs], key=lambda each: each.start))


def _is_rough_share(figure: SpokenFigure, text: str) -> bool:
    """`roughly 9 out of 10 orders`, in digits: a share, and no count."""
    is_share = _OUT_OF.fullmatch(text[figure.start : figure.end]) is not None
    return is_share and any(pattern.search(text[: figure.start]) for _, pattern in _NEARNESS)


def _ranged(figures: list[SpokenFigure], text: str) -> list[SpokenFigure]:
    """`around 12 to 13 percent`, `between 12 and 13 %`: two figures of one unit and one nearness."""
    found = figures[:1]
    for each in figures[1:]:
        last = found[-1]
        joint = text[last.end : each.start]
        before = text[: last.start]
        is_between = _AND.fullmatch(joint) is not None and _BETWEEN.search(before) is not None
        is_range = _RANGE.fullmatch(joint) is not None and _AT.search(before) is not None
        is_of_one = each.is_percent or not last.is_percent
        if not (is_between or is_range) or not is_of_one or last.is_times or last.is_end:
            found.append(each)
            continue

        near = last.nearness or each.nearness
        found[-1] = replace(last, is_percent=each.is_percent, is_points=each.is_points)
        found.append(replace(each, nearness=near))
        found[-2:] = [replace(one, is_range=is_range, is_between=is_between) for one in found[-2:]]

    return found


def _meets(one: SpokenFigure, other: SpokenFigure) -> bool:
    return one.start < other.end and other.start < one.end


def _in_place(figures: list[SpokenFigure], text: str) -> Iterator[SpokenFigure]:
    end_of = 0  # of the figure behind `from`
    for each in figures:
        before = text[: each.start]
        starts = _FROM.search(before)
        ends = end_of and _TO.fullmatch(text[end_of : each.start])
        near: Nearness = next((name for name, pattern in _NEARNESS if pattern.search(before)), "")
        yield replace(
            each.exactly() if _EXACTLY.search(before) else each,
            nearness=near,
            is_inclusive=_INCLUSIVE.search(before) is not None,
            is_level=_LEVEL.search(before) is not None,
            is_aside=_ASIDE.search(before) is not None,
            is_end=bool(ends) or (starts is not None and _goes_on(figures, each, text)),
        )
        end_of = each.end if starts else 0


def _goes_on(figures: list[SpokenFigure], one: SpokenFigure, text: str) -> bool:
    """Whether `from 100` is followed by `to 120`."""
    after = next((each for each in figures if each.start > one.start), None)
    return after is not None and _TO.fullmatch(text[one.end : after.start]) is not None


def _figure(match: re.Match[str]) -> SpokenFigure:
    scale = (match["scale"] or "").lower()
    power = Decimal(10) ** _SCALES.get(scale, 0)
    sizes = tuple(
        (Decimal(digits) * power, Decimal(10) ** -len(digits.partition(".")[2]) / 2 * power)
        for digits in dict.fromkeys(_readings(match["digits"], _POINTS.get(scale, "")))
    )
    sign = match["sign"]
    return SpokenFigure(
        match.start(),
        match.end(),
        sizes,
        bool(match["percent"] or match["points"]),
        0 if not sign else -1 if sign[0] in "-−" else 1,
        is_points=bool(match["points"]),
    )


def _readings(digits: str, point: str) -> list[str]:
    """The digits with a point for decimals, once where that is clear and twice where it is not.

    `point` is the mark of decimals in the language of the word behind them: `2,054 million` are thousands.
    """
    plain = re.sub(r"['’ \u00a0\u202f]", "", digits)
    marks = re.findall(r"[.,]", plain)
    if not marks:
        return [plain]

    last = marks[-1]
    other = "." if last == "," else ","
    decimal = plain.replace(other, "").replace(last, ".") if marks.count(last) == 1 else ""
    grouped = plain.replace(",", "").replace(".", "")
    decimals = plain.rpartition(last)[2]
    may_group = len(decimals) == 3 and (other not in marks)
    if may_group and point:
        return [decimal] if last == point and decimal else [grouped]

    if may_group and not decimals.strip("0"):
        return [grouped]  # `9,000` is no nine

    return [*([grouped] if may_group else []), *([decimal] if decimal else [])] or [grouped]
