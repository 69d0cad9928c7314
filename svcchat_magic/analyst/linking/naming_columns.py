"""Which columns name the rows that they are of."""

from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.semantic.inference.abbreviations import spelled_out
from svcchat_magic.semantic.inference.names import words_of

_OF_IDENTITY = frozenset(
    {"serial", "number", "no", "code", "plate", "sku", "ref", "reference", "barcode", "registration", "tag"}
)
_FIRST = (("first", "name"), ("given", "name"), ("firstname",), ("forename",))
_LAST = (("last", "name"), ("family", "name"), ("lastname",), ("surname",))
_FIRMS = frozenset({"company", "organisation", "organization", "business", "firm"})
_OF_FIRMS = frozenset(("customer", "client", "supplier", "vendor", "account", "partner", "tenant", "sponsor"))
_PREMISES = frozenset({"property", "house", "flat", "apartment", "building", "premise", "premises", "home"})
_OF_LOGINS = frozenset({"username", "login", "nickname", "screenname"})
_OF_NAMES = ("name", "title", "label")


def how_well_it_names(concept: Concept, noun: set[str]) -> int:
    """How well a dimension names its entity, the best is 1; 0 when it does not."""
    words = _words(concept)
    if words_of(concept.name)[-1:] in (("labels",), ("names",), ("titles",)):
        return 0  # several of them name nothing

    if words[-1:] and words[-1] in _OF_NAMES:
        is_own = set(words[:-1]) <= noun | {"full", "display"}
        return (1 if words[-1] == "name" else 2) if is_own else 3  # a title may be that of somebody's work

    if noun in (set(words), set(phrase_of(concept.title))):
        return 2

    if words[-1:] == ("address",) and noun & _PREMISES:
        return 5

    if words[-1:] == ("description",) and set(words[:-1]) == noun:
        return 5

    if len(words) == 1 and words[0] in _OF_LOGINS:
        return 4  # where people have no other name

    return 4 if words[-1:] and words[-1] in _FIRMS and noun & _OF_FIRMS else 0


def is_label(concept: Concept, noun: set[str]) -> bool:
    """Whether a column is called the name or title of its rows in so many words."""
    words = _words(concept)
    return len(words) > 1 and words[-1] in _OF_NAMES and set(words[:-1]) <= noun


def is_rest_of(concept: Concept, name: Concept) -> bool:
    """Whether a column has the last names of those whose first name another one has."""
    first, last = _words(name), _words(concept)
    begins = next((first[: -len(each)] for each in _FIRST if first[-len(each) :] == each), None)
    ends = next((last[: -len(each)] for each in _LAST if last[-len(each) :] == each), None)
    return begins is not None and begins == ends


def is_identity(concept: Concept) -> bool:
    """Whether a column holds what each of its rows is marked with: a serial, a plate."""
    words = _words(concept)
    return words != () and words[-1] in _OF_IDENTITY


def _words(concept: Concept) -> tuple[str, ...]:
    """The words of a column's name with what is written short in full: a `buyer_nm` is a buyer name."""
    return phrase_of(" ".join(spelled_out(words_of(concept.name))))
