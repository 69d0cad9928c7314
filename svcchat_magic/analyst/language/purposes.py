"""What somebody wants an answer for: `sales by weekday, I want to see if weekends are dead`."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token, tokens_of

_WANTING = (
    ("i", "want", "to"), ("i", "would", "like", "to"), ("i'd", "like", "to"), ("i", "need", "to"),
    ("we", "want", "to"), ("we", "need", "to"), ("we", "would", "like", "to"), ("we'd", "like", "to"),
    ("i'm", "trying", "to"), ("i", "am", "trying", "to"), ("we're", "trying", "to"), ("just", "to"),
    ("we", "are", "trying", "to"), ("in", "order", "to"), ("so", "as", "to"), ("to",), ("trying", "to"),
    ("i'm", "wondering"), ("i", "am", "wondering"), ("wondering",), ("i", "wonder"), ("curious",),
    ("i'm", "curious"), ("i", "am", "curious"), ("i'd", "love", "to"),
)  # fmt: skip
_FINDING = frozenset({"see", "check", "know", "understand", "find", "learn", "decide", "tell", "verify"})
_WHETHER = frozenset({"if", "whether"})
_REASONS = (
    ("because", "i", "need"), ("because", "i", "want"), ("because", "i", "have"), ("because", "i", "am"),
    ("because", "i'm"), ("because", "my", "boss"), ("because", "my", "manager"), ("because", "we", "want"),
    ("because", "we", "plan"), ("because", "we", "are", "thinking"), ("because", "we're", "thinking"),
    ("because", "we", "are", "planning"), ("because", "we're", "planning"),
    ("because", "we", "are", "considering"), ("because", "we're", "considering"), ("so", "i", "can"),
    ("so", "we", "can"), ("so", "that", "i", "can"), ("so", "that", "we", "can"), ("as", "i", "need"),
    ("we", "are", "thinking"), ("we're", "thinking"), ("i", "have", "to"), ("i", "need", "it"),
    ("i", "need", "this"), ("i", "need", "that"), ("need", "it", "for"), ("need", "this", "for"),
    ("it", "is", "for"), ("it's", "for"), ("this", "is", "for"),
)  # fmt: skip
_JOINTS = frozenset({"because", "so"})  # also without a mark before them
_LONGEST = 10  # words that such an opening may have
_LEAST_ASKED = 3  # words of a question, without which what follows is the question


def without_purpose(question: str) -> str:
    """The question up to where only what for, or why, is said."""
    tokens = tokens_of(question)
    asking = (at for at in range(len(tokens) - 1, -1, -1) if _asks(tokens[at]))
    for at in range(max(_LEAST_ASKED, next(asking, 0)), len(tokens)):
        is_mark = tokens[at].is_mark
        is_joint = tokens[at].text.lower() in _JOINTS
        if (is_mark or is_joint) and _is_purpose(tokens[at + is_mark :][:_LONGEST]):
            return question[: tokens[at].place].rstrip()

    return question


def _asks(token: Token) -> bool:
    """Whether a word asks, or bounds, something itself: a number may."""
    return token.text == "?" or any(map(str.isdigit, token.text))


def _is_purpose(behind: Sequence[Token]) -> bool:
    said = [each.text.lower().replace("\u2019", "'") for each in behind]
    if any(said[: len(each)] == [*each] for each in _REASONS):
        return True

    for opening in _WANTING:
        rest = said[len(opening) :]
        if said[: len(opening)] == [*opening] and not _WHETHER.isdisjoint(rest[:3]):
            at = next(place for place, each in enumerate(rest) if each in _WHETHER)
            return at == 0 or rest[0] in _FINDING

    return False
