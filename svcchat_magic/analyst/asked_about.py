"""Whether a question is about the data themselves, and what of them it asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from tomllib import loads

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase, lexicon
from svcchat_magic.analyst.language.tokens import Token, tokens_of
from svcchat_magic.analyst.language.words import phrase_of, whole_number
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.titles import ENGLISH
from svcchat_magic.analyst.meaning.tree import Concept, Entity

PERIOD = "which period do the data cover"
_FEW = 10  # rows to look at
_FOREMOST = 4  # numbers of an overview
_ARTICLES = (("the",), ("a",), ("an",), ("our",))
_PARTS = ("whole", "data", "table", "column", "row", "dates", "extent", "describing", "asking")
_OF_DATA = frozenset({"data", "table", "column", "row"})
_COUNTING = ("how", "many")
_WHAT_IS = (("what", "is"), ("what", "was"), ("what", "are"))
_WHAT_DOES, _MEANING = ("what", "doe"), frozenset({"mean", "average", "stand"})  # a mean is an average too
_UNITS = frozenset({"day", "year", "time"})  # the last year is a period, and no end of the data
_AS = "as"  # a chart or a table that is wished for
_LAST = frozenset({"last", "latest", "newest"})
_SHOWING = frozenset({"show", "see", "display", "give", "print", "list", "look"})


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the data is asked for: `members`, `tables`, `columns` of a cube, a `column` of it by its name.

    `undated` is the period of data without dates; a `greeting` and `thanks` ask for nothing.

    `instead` is a question that asks for the same in words that are read as any other.
    """

    kind: str
    cube: str = ""
    name: str = ""
    instead: str = ""


def asked_about(question: str, catalog: Catalog, *, follows: bool) -> Asked | None:
    """What a question about the data asks for; None where it is any other question.

    Where it `follows` an answer, a table and its rows are those of the answer.
    """
    tokens = [each for each in tokens_of(question) if not each.is_mark]
    forms = tuple(each.form for each in tokens)
    if _asks_for_members(forms):
        return Asked("members")

    for kind in ("greeting", "thanks"):
        if any(forms == phrase for phrase in _words()[kind]):
            return Asked(kind)

    if (instead := _definition(tokens, catalog) or _overview(tokens, catalog)) is not None:
        return instead

    said = _said(forms, catalog)
    found = None if said is None or _AS in forms else _meant(forms, said, catalog)
    several = any(each.form != each.text.lower() for each in tokens if (each.form,) in _words()["table"])
    is_wish = said is not None and said.parts <= {"table", "asking"} and not (several or said.entity)
    is_of_answer = follows and not _SHOWING.isdisjoint(forms) and getattr(found, "kind", "") != "columns"
    return None if is_wish or is_of_answer else found  # show me a table, show me the data


def _overview(tokens: Sequence[Token], catalog: Catalog) -> Asked | None:
    """`overview of 2024`, `how did we do last month`: the first numbers of the model, of what is named."""
    forms = tuple(each.form for each in tokens)
    fillers = {word for phrase in _words()["overview_of"] for word in phrase}
    start = next((at for at, form in enumerate(forms) if form not in fillers), 0)
    asked = [each for at in {0, start} for each in _words()["overview"] if forms[at : at + len(each)] == each]
    longest = max(asked, key=len, default=())
    if not longest or longest in catalog.phrases:
        return None

    at = next(at for at in {0, start} if forms[at : at + len(longest)] == longest) + len(longest)
    while at < len(forms) and forms[at] in fillers:
        at += 1

    measures = _foremost(catalog)
    rest = " ".join(each.text for each in tokens[at:])
    if not measures or (not rest and any((each,) in _words()["data"] for each in forms)):
        return None

    return Asked("overview", instead=f"{' and '.join(measures)} {rest}".strip())


def _foremost(catalog: Catalog) -> list[str]:
    """The titles of the first numbers of the model's first table, one of them of rows."""
    first = next(catalog.model.tables(), None)
    if first is None:
        return []

    places = (place for each in catalog.concepts for place in each.places)  # what this user may see
    told = [each for each in places if each.kind == "measure" and each.table == first.name]
    sums = [each for each in told if each.agg_type in ("sum", "number", "avg")]
    counts = [each for each in told if each.agg_type in ("count", "count_distinct")]
    chosen = [*sums[:1], *counts[:1], *sums[1:_FOREMOST], *counts[1:]][:_FOREMOST]
    return [ENGLISH.lower(each.title) for each in chosen]


def _definition(tokens: Sequence[Token], catalog: Catalog) -> Asked | None:
    """`definition of the refund rate`, `what does status mean`, `explain` of nothing but a number."""
    forms = tuple(each.form for each in tokens)
    asked = max((each for each in _words()["defining"] if forms[: len(each)] == each), key=len, default=())
    is_meant = forms[:2] == _WHAT_DOES and forms[-1] in _MEANING
    at = len(asked) if asked else 2 * is_meant
    at += forms[at : at + 1] in _ARTICLES
    name = forms[at : len(forms) - is_meant]
    named = [each for each in catalog.phrases.get(name, ()) if isinstance(each.of, Concept)]
    of = max(named, key=lambda each: each.weight).of if named and (asked or is_meant) else None
    if not isinstance(of, Concept) or (is_meant and of.kind == "measure"):
        return None

    if of.kind == "measure":
        return Asked("definition", instead=f"what does {' '.join(each.text for each in tokens[at:])} mean")

    return Asked("column", of.cube, name=of.name)


def _asks_for_members(forms: Phrase) -> bool:
    asked = [phrase for phrase in lexicon().about_model if forms[: len(phrase)] == phrase]
    fillers = lexicon().fillers | keywords().function
    return any(fillers.issuperset(forms[len(phrase) :]) for phrase in asked)


@dataclass(frozen=True, slots=True)
class _Said:
    parts: frozenset[str]  # of what kinds the words are
    entity: Entity | None
    number: int


def _said(forms: Phrase, catalog: Catalog) -> _Said | None:
    """What each word of the question is; None where one of them is something else."""
    parts: set[str] = set()
    entities: list[Entity] = []
    number, at = 0, 0
    while at < len(forms):
        size, part, entity = _at(forms[at:], catalog)
        if not size:
            found = whole_number(forms[at])
            if found is None and forms[at] not in keywords().function | lexicon().fillers:
                return None

            number, size = found or number, 1

        parts |= {part} if part else set()
        entities += [entity] if entity else []
        at += size

    is_dated = "whole" in parts or ({"dates", "extent"} <= parts and not _UNITS.intersection(forms))
    is_dated &= forms[:2] in _WHAT_IS or {"whole", "extent"} <= parts
    is_named = len(set(entities)) == 1
    if len(set(entities)) > 1 or not (parts & _OF_DATA or is_dated or (is_named and "describing" in parts)):
        return None

    return _Said(frozenset(parts), entities[0] if entities else None, number)


def _at(forms: Phrase, catalog: Catalog) -> tuple[int, str, Entity | None]:
    """How many words stand together at the beginning, of what kind they are, or which rows they name."""
    for size in range(min(len(forms), max(catalog.longest, 3)), 0, -1):
        phrase = forms[:size]
        named = [each.of for each in catalog.phrases.get(phrase, ()) if each.weight >= OWN]
        rows = [each for each in named if isinstance(each, Entity)]
        if rows:
            return size, "", rows[0]

        if not named and (part := next((each for each in _PARTS if phrase in _words()[each]), "")):
            return size, part, None

    return 0, "", None


def _meant(forms: Phrase, said: _Said, catalog: Catalog) -> Asked | None:
    entities = tuple(catalog.entities.values())
    one = said.entity or (entities[0] if len(entities) == 1 else None)
    counts = any(forms[at : at + 2] == _COUNTING for at in range(len(forms)))
    parts = said.parts
    if "row" in parts:
        is_last = not _LAST.isdisjoint(forms)
        return (
            None if said.entity or counts else _some_rows(one, said.number, "the last" if is_last else "show")
        )

    if said.number:
        return None

    if "column" in parts or (said.entity and parts & {"table", "describing"}):
        return Asked("columns", one.cube) if one else Asked("tables")

    if said.entity:
        return None

    if parts & {"extent", "whole"}:
        is_dated = any(each.type == "time" for each in catalog.concepts)
        return Asked("period", instead=PERIOD) if is_dated else Asked("undated")

    if "dates" in parts:
        return None

    shows = not _SHOWING.isdisjoint(forms) and "describing" not in parts
    return _some_rows(one, _FEW) if shows and one else Asked("tables")


def _some_rows(of: Entity | None, number: int, which: str = "show") -> Asked:
    """The few rows of the one table; of many tables none is meant."""
    return Asked("rows", instead=f"{which} {number or _FEW} rows of {of.noun}") if of else Asked("tables")


@cache
def _words() -> dict[str, frozenset[Phrase]]:
    text = files("svcchat_magic.analyst.language").joinpath("about.toml").read_text("utf-8")
    return {part: frozenset(map(phrase_of, each)) for part, each in loads(text)["words"].items()}
