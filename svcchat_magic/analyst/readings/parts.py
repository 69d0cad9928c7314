"""Several questions in one text: cut where a sentence ends or a new question begins."""

import re

from svcchat_magic.analyst.language.calendar_words import calendar_words
from svcchat_magic.analyst.language.doings import told_by_first
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import lexicon
from svcchat_magic.analyst.language.lives import told_as_turnover
from svcchat_magic.analyst.language.promoters import tells_score
from svcchat_magic.analyst.language.tokens import tokens_of

_NO_END = "".join(rf"(?<!\b{each}\.)" for each in ("Dr", "Mr", "Mrs", "Ms", "Prof", "St", "vs", "[A-Z]"))
_SENTENCE = re.compile(rf"(?<=[?;])\s+|(?<=[.!]){_NO_END}\s+(?=[A-Z])|;\s*|,?\s+(?:i\.e\.|that is,)\s+")
_ASKING = frozenset({"how", "what", "which", "who", "when", "where", "by", "per", "show", "list"})
_SUMS = frozenset({"total", "sum", "worth", "much"})
_ASKING_FOR_SUMS = frozenset(
    {
        "what",
        "the",
        "is",
        "are",
        "it",
        "they",
        "these",
        "those",
        "in",
        "overall",
        "and",
        "altogether",
        "all",
        "how",
        "was",
        "were",
        "their",
        "its",
        "amount",
        "value",
        "combined",
        "of",
        "them",
    }
)
_COMING_TO = ({"come", "to"}, {"add", "up"}, {"amount", "to"}, {"came", "to"})
_WHAT_COMES = _ASKING_FOR_SUMS | {"do", "did", "does", "come", "came", "add", "up", "to", "total", "amount"}
AS_AMOUNT = "how much is that in total"
_PIECES = frozenset({"piece", "unit", "copy"})
_BOTH = frozenset({"both", "two"})
_SHOWING = frozenset(
    (
        "show", "give", "tell", "list", "me", "us", "the", "please", "of", "them", "want", "need", "i",
        "count", "number", "figure", "value", "total",
    )
)  # fmt: skip
_SPANS = frozenset(
    {
        "last",
        "this",
        "year",
        "quarter",
        "month",
        "week",
        "to",
        "q1",
        "q2",
        "q3",
        "q4",
        "the",
        "first",
        "second",
        "half",
    }
)
_FEW, _MORE = 6, 10  # words of an afterthought; of one that begins with `only`
_OFTEN = r"(?:often|frequently|many\s+times)(?:\s+(?:each|every|it|they)(?:\s+one)?)?"
_HOW = rf"how(?!\s+{_OFTEN}\W*$)"  # how often is said of what is ranked
_WHEN = r"when(?!\W*$|\s+(?:it|that|this)\s+(?:was|happened|occurred)\b)"  # the day of what is asked before
_ASKS = re.compile(
    rf",?\s+and\s+(?=(?:which|what|who|{_HOW}|{_WHEN}|where|show|list|give)\b)"
    r"|,\s+(?=(?:top|bottom|worst|best)\s+\d)(?!(?:top|bottom)\s+\d+\W*$)",
    re.IGNORECASE,
)


def parts_of(question: str) -> tuple[str, ...]:
    """The parts of a question in order, at least one."""
    sentences = _with_afterthoughts([each.strip() for each in _SENTENCE.split(question)])
    parts = [part.strip(" ,") for sentence in sentences for part in _ASKS.split(sentence)]
    parts = parts[:1] + [_as_amount(each) for each in parts[1:]]
    spoken = [each for each in parts if any(map(str.isalnum, each)) and not _is_greeting(each)]
    if len(spoken) > 1 and _asks_for_both(spoken[-1]):
        spoken.pop()

    return tuple(spoken) or (question,)


def _as_amount(part: str) -> str:
    """`... how many and what total?`: what those rows come to."""
    forms = {each.form for each in tokens_of(part) if not each.is_mark}
    asks = not forms.isdisjoint(_SUMS) and forms <= _SUMS | _ASKING_FOR_SUMS
    asks |= forms <= _WHAT_COMES and any(each <= forms for each in _COMING_TO)
    return AS_AMOUNT if asks else part


def _asks_for_both(part: str) -> bool:
    """`show me both counts`: what is compared is shown anyway."""
    forms = {each.form for each in tokens_of(part) if not each.is_mark}
    return not forms.isdisjoint(_BOTH) and forms <= _BOTH | _SHOWING


def _with_afterthoughts(sentences: list[str]) -> list[str]:
    """The sentences; `(cancelled ones too)` is said of the one before it."""
    found = sentences[:1]
    for each in sentences[1:]:
        joint = _joint_of_afterthought(each) if found[-1] else None
        if joint is not None:
            found[-1] = f"{found[-1].rstrip('?;.! ')}{joint}{each}"
        else:
            found.append(each)

    return found


def _joint_of_afterthought(sentence: str) -> str | None:
    """What stands before a few words that only say what is left out or not, or in which unit a time is told.

    None for a sentence of its own.
    """
    forms = tuple(each.form for each in tokens_of(sentence) if not each.is_mark and each.form != "please")
    if tells_score(tokens_of(sentence)):
        return " i.e. "

    if (told := told_as_turnover(tokens_of(sentence))) and told[0] == 0:
        return ", "

    if (told := told_by_first(tokens_of(sentence))) and told[0] == 0:
        return ", "

    if _says(forms, "INUNIT"):
        return " "

    most = _MORE if forms[:1] == ("only",) else _FEW
    if len(forms) > most or not _ASKING.isdisjoint(forms):
        return None

    if _is_of_period(forms):
        return " for "

    says_in = any(_says(forms[-size:], "LEFTIN") for size in (1, 2, 3) if len(forms) > size)
    if says_in or forms[:1] == ("including",) or forms[-2:] == ("or", "not"):
        return " "

    leaves_out = any(_says(forms[:size], "NOT", "LEAVEOUT") for size in (1, 2, 3) if len(forms) > size)
    leaves_out |= any(_says(forms[-size:], "LEFTOUT") for size in (1, 2, 3) if len(forms) > size)
    is_only = len(forms) > 1 and "only" in (forms[0], forms[-1])
    is_only |= forms[-2:-1] == ("in",) and forms[-1] in _PIECES
    is_order = forms[-1:] == ("first",) and _says(forms[-2:-1], "SUPER")  # biggest first
    return ", " if leaves_out or is_only or is_order else None


def _is_of_period(forms: tuple[str, ...]) -> bool:
    """`orders of 2024`: of which period the rows are."""
    words = calendar_words()
    units = {*words.months, *_SPANS}
    is_said = len(forms) > 2 and forms[1] in ("of", "in", "from", "since")
    return is_said and all(each[0].isdigit() or each in units for each in forms[2:])


def _says(forms: tuple[str, ...], *categories: str) -> bool:
    """Whether words are a turn of the grammar."""
    return any(category in categories for category, _ in keywords().meanings.get(forms, ()))


def _is_greeting(part: str) -> bool:
    """Whether a part says nothing: `hello`, `thanks`."""
    words = re.findall(r"\w+", part.lower())
    return (
        len(words) <= 3
        and all(word in lexicon().fillers for word in words)
        and len(words) > 0
        and not any(map(str.isdigit, words))
    )
