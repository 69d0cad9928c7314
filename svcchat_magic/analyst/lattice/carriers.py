"""General nouns that only carry a verb: in their places `people`, `things` and `here` say nothing."""

from collections.abc import Iterator, Sequence

from svcchat_magic.analyst.language.date_events import states
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.linking.verbs import is_participle
from svcchat_magic.semantic.search.thesaurus import stems_of

_PLACES = frozenset({"on", "into", "within", "under", "outside", "between"})
_ARTICLES = frozenset({"the", "our", "my", "these", "those", "any", "some", "all"})
_BEFORE_SUBJECTS = frozenset(  # behind these a general noun is who does something
    (
        "do", "does", "did", "have", "has", "had", "can", "could", "would", "will", "are", "is", "were",
        "was", "that", "when", "where", "why", "how", "if", "because", "while", "what", "as", "hey", "hi",
        "hello", "us", "for", "to", "from", "with", "and", ",",
    )
)  # fmt: skip
_EVERYBODY = frozenset({"staff", "personnel", "workforce", "everyone", "everybody"})
_APART = frozenset({"single", "individual"})
_BEFORE_ATTRIBUTES = _ARTICLES | {"and", "or", ",", "of", "many", "for", "by", "per", "each", "in", "with"}
_BEFORE_VERBS = frozenset({"do", "does", "did", "not", "never", "to", "can", "could", "would", "will"})
_INDEFINITE = frozenset({"a", "an", "any", "another"})
_SUMS = frozenset({"total", "average", "mean", "median", "overall", "amount", "value", "sum"})
_BEFORE_GROUPS = frozenset({"by", "per", "each"})
NO_TEXTS = frozenset({"no", "any", "some", "at", "more", "fewer", "less", "only", "each", "every", "zero"})
_WHOEVER = frozenset({"anyone", "anybody", "someone", "somebody"})
_COUNTING = frozenset({"HOWMANY", "BY", "PER", "EACH", "SUPER", "LATEST", "NOT", "DISTINCT", "WHICH", "CMP"})


def carriers(tokens: Sequence[Token]) -> frozenset[int]:
    """The places of general nouns that only carry a verb: `do people complain`, `bought something`, `here`.

    Counted, grouped or ranked, they are what is asked for, and no carriers. Verbs that only place something
    carry as little: what falls on a Sunday does not fall.
    """
    general = keywords().general
    return frozenset(
        at
        for at, each in enumerate(tokens)
        if lies_on(tokens, at)
        or is_by_everybody(tokens, at - 1)
        or (each.form == "away" and at > 0 and stems_of(tokens[at - 1].text) == ("give",))
        or (
            (each.form in general or each.form in _APART)
            and not each.is_quoted
            and (at == 0 or not each.is_name)
            and _carries(tokens, at)
        )
    )


def lies_on(tokens: Sequence[Token], at: int) -> bool:
    """`admissions that fall on a Sunday`: where or when something is, and no decline."""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    return behind in _PLACES and stems_of(tokens[at].text) == ("fall",)


def is_by_everybody(tokens: Sequence[Token], at: int) -> bool:
    """`hours worked by staff`, where `by` stands: who did it, all of them, and no number for each."""
    behind = tokens[at + 1].form if 0 < at < len(tokens) - 1 else ""
    is_by = behind in _EVERYBODY and tokens[at].form == "by"
    return is_by and is_participle(tokens[at - 1].text.lower())


def attributes(tokens: Sequence[Token]) -> frozenset[int]:
    """The places of verbs that say which rows are meant: of `the answered offers` none may be passed over."""
    words = keywords()
    return frozenset(
        at
        for at, each in enumerate(tokens[:-1])
        if _is_state(tokens, at)
        or (
            each.form in words.light - words.function
            and is_participle(each.text.lower())
            and _says_which(tokens, at)
        )
    )


def _says_which(tokens: Sequence[Token], at: int) -> bool:
    """`the won deals`, `completed story points per sprint`, `total won amount`: rows or numbers behind it."""
    before, behind = tokens[at - 1].form if at else "", tokens[at + 1]
    if before in _SUMS or (before in _BEFORE_GROUPS and behind.form in _SUMS):
        return not behind.is_mark and behind.form not in keywords().function

    if at and before not in _BEFORE_ATTRIBUTES:
        return False

    is_compound = _is_noun(behind) and at + 2 < len(tokens) and _is_plural(tokens[at + 2])
    return _is_plural(behind) or is_compound or (before in _BEFORE_GROUPS and _is_noun(behind))


def _is_state(tokens: Sequence[Token], at: int) -> bool:
    """`open leads`: a state before those that are in it, which no verb of what they do is."""
    before = tokens[at - 1].form if at else ""
    return tokens[at].text.lower() in states() and _is_plural(tokens[at + 1]) and before not in _BEFORE_VERBS


def is_done(tokens: Sequence[Token], at: int) -> bool:
    """`who did not open a matter`: a verb before what it is done to, and no state of it."""
    before = tokens[at - 1].form if at else ""
    behind = tokens[at + 1].form if at + 1 < len(tokens) else ""
    return before in _BEFORE_VERBS and behind in _INDEFINITE


def _is_noun(token: Token) -> bool:
    return not token.is_mark and token.form not in keywords().function | keywords().all_words


def _is_plural(token: Token) -> bool:
    return token.text.lower() != token.form and token.text.lower().endswith("s")


def _carries(tokens: Sequence[Token], at: int) -> bool:
    if tokens[at].form in keywords().places:
        return True

    if tokens[at].form in _APART:  # the best single days are days
        return "GRAIN" in set(_said(tokens, at + 1, at + 2))

    before = at - 1
    while before >= 0 and tokens[before].form in _ARTICLES:
        before -= 1

    if before < 0:
        return _is_verb(tokens, at + 1)

    if tokens[at].form in _WHOEVER and tokens[before].form == "by":
        return is_participle(tokens[before - 1].text.lower())  # never ordered by anybody

    said = {category for size in (1, 2) for category in _said(tokens, before + 1 - size, before + 1)}
    if said & _COUNTING and tokens[before].form not in _BEFORE_SUBJECTS:
        return False

    if tokens[before].form in ("what", "which", "for", "to", "from", "with", "and", ","):
        return _is_verb(tokens, at + 1)  # `by what vehicle people brought`, but not `for people`

    return tokens[before].form in _BEFORE_SUBJECTS or _is_verb(tokens, before) or _is_verb(tokens, at + 1)


def _said(tokens: Sequence[Token], start: int, stop: int) -> Iterator[str]:
    if start >= 0:
        phrase = tuple(each.form for each in tokens[start:stop])
        yield from (category for category, _ in keywords().meanings.get(phrase, ()))


def _is_verb(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word is one that rows are said by, or has the form of what was done."""
    if not 0 <= at < len(tokens):
        return False

    words = keywords()
    return tokens[at].form in words.light - words.function or is_participle(tokens[at].text.lower())
