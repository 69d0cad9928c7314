"""A question cut into tokens: words, numbers, signs and quoted texts."""

import re
from dataclasses import dataclass

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.narrowing import carriers
from svcchat_magic.analyst.language.unit_signs import UNIT_SIGNS, unit_written
from svcchat_magic.analyst.language.words import singular
from svcchat_magic.analyst.language.written_forms import written_forms

_MONTHS = "|".join(calendar_words().months)
_TOKEN = re.compile(
    r"['’]\d{2}(?![\w'’])"  # '24
    r"|(?<!\w)['’][tT][iI][lL](?!\w)"  # until
    r'|"(?P<double>[^"]{1,200})"|“(?P<curly>[^”]{1,200})”|(?<!\w)\'(?P<single>[^\']{1,200})\'(?!\w)'
    r"|\d{4}-\d{2}-\d{2}"  # a day
    r"|\d{4}-\d{2}(?![\d-])"  # a month
    r"|\d{4}-?[wWqQhH]\d{1,2}(?!\w)"  # a week, a quarter
    r"|\d{1,2}\.\d{1,2}\.\d{2,4}(?!\d)"  # 3.6.2024
    r"|\d{1,2}:\d{2}(?!\d)"  # 14:30
    r"|[qhQH][1-4]/\d{2,4}(?!\d)"  # Q1/24
    r"|\d+(?:/\d+)+"  # 05/2023
    r"|\d+(?:,\d{3})+(?:\.\d+)?|\d+\.\d+"  # 1,000 and 2.5
    r"|<>|!=|<=|>=|[<>=≤≥]"
    r"|[mwqy]/[mwqy]\b"
    r"|(?<!\w)[wW]/(?:[oO](?!\w))?"  # with, without
    r"|(?<!\w)(?i:i\.\s?e\b|e\.\s?g\b|excl|incl|exclud|includ|approx)\."
    r"|\d+(?=(?i:k|m|mn|bn|b|million)\b(?!/))|\d+(?=km/h)"  # 85 of 85k
    rf"|{UNIT_SIGNS}"
    r"|(?<![^\W_])(?i:e[- ]?mail)s?(?![^\W_])"
    r"|(?<!\w)(?:[A-F]|AB|O)[+-](?=[\s,.;:?!)]|$)(?!\s[-+\d])"  # a blood group, a grade
    r"|[^\W_]+(?:['’][^\W_]+)?"
    r"|[%&#$€£?!,;:/×]"
    r"|(?<=\d)\+(?!\w)"  # 60+
    r"|(?<=\w )\*(?= \w)"  # units * price
    r"|\.(?=\s|$)"
    r"|(?<=\s)[-–](?=\s)|(?<=[\d])[-–](?=\s?\d)|[–]"  # a range; within a word it only parts it
    rf"|(?<=\w)-(?=(?i:{_MONTHS}|[qh][1-4])\b)"  # jan-mar
)
_FORMS = {"+": "plus", "US": "usa", "ids": "id", "IDs": "id", "Ids": "id"}  # in lower case US is a pronoun
_ACRONYMS = re.compile(r"([A-Z]{2,})s")  # MRIs are several of one MRI


@dataclass(frozen=True, slots=True)
class Token:
    """As it was typed, and the form that is compared: lower case, singular."""

    text: str
    form: str
    place: int  # of its first character
    is_quoted: bool = False
    before: str = ""  # what lies between the token before and this one: a space, a hyphen

    @property
    def is_mark(self) -> bool:
        """Whether this is punctuation, which says nothing by itself."""
        return not self.is_quoted and self.text in ",;:.?!-–"

    @property
    def is_name(self) -> bool:
        """Whether it is written as names are: with a capital."""
        return self.text[:1].isupper()


def tokens_of(text: str) -> tuple[Token, ...]:
    """The tokens of a text in order."""
    found: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(text):
        found += _tokens(match, text[end : match.start()])
        end = match.end()

    empty = carriers(["" if each.is_quoted else each.text.lower() for each in found])
    return tuple(each for at, each in enumerate(found) if at not in empty)


def _tokens(match: re.Match[str], before: str) -> tuple[Token, ...]:
    """One token, or the two that are written in one: `we've`."""
    parts = written_forms().parts(match.group())
    if not parts:
        return (_token(match, before),)

    (first, form), (rest, last) = parts
    place = match.start()
    return Token(first, form, place, before=before), Token(rest, last, place + len(first))


def _token(match: re.Match[str], before: str) -> Token:
    quoted = match["double"] or match["curly"] or match["single"]
    if quoted:
        form = " ".join(singular(each) for each in re.findall(r"\w+", quoted))
        return Token(quoted, form, match.start(), True, before)

    found = match.group()
    known = _FORMS.get(found) or written_forms().in_full(found) or unit_written(found)
    if acronym := _ACRONYMS.fullmatch(found):
        known = known or acronym[1].lower()

    return Token(found, known or singular(found), match.start(), before=before)
