"""`how many passengers` of a table called df: rows that nobody named may be called anything."""

from collections.abc import Sequence
from dataclasses import replace

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.analyst.readings.read import Read
from svcchat_magic.semantic.inference.column_words import words_that_are

_ROWS, _COUNT = "rows", "count"
_PEOPLE = frozenset({"people", "person"})
_OF_NUMBERS = frozenset(  # what numbers have, and rows only by a rule that nobody has told
    (
        "outlier", "anomaly", "quartile", "quantile", "percentile", "decile", "quintile", "trend", "pattern",
        "insight", "statistic", "stat", "correlation", "average", "median", "duplicate", "peak", "extreme",
        "deviation", "summary", "forecast", "prediction", "spike", "cluster", "segment", "driver", "reason",
    )
)  # fmt: skip
_OF_SOME = frozenset(  # what only some of the rows are, or are about
    (
        "boy", "boys", "girl", "girls", "man", "men", "woman", "women", "bug", "crash", "error", "failure",
        "fault", "mistake", "problem", "leaver", "joiner",
    )
)  # fmt: skip
_SPENT, _COUNTING = frozenset({"expense", "expenditure"}), frozenset({"many", "number", "count"})
_TOLD_APART = frozenset({"different", "distinct", "unique"})
_RANKED = frozenset({"top", "best", "worst", "bottom"})


def rows_meant(tokens: Sequence[Token], read: Read, catalog: Catalog) -> tuple[tuple[str, str], ...]:
    """`how many passengers` of a table called df: nobody said what its rows are, so this does.

    So does `how many wines` of wine reviews alone, where no column tells what a wine is.
    """
    cubes = [each for each in catalog.model.cubes.values() if not each.sql]  # but for things read from it
    is_nameless = len(cubes) == 1 and cubes[0].meta.get("rows") == "nameless"
    about = phrase_of(catalog.entities[cubes[0].name].noun)[:-1] if len(cubes) == 1 else ()
    nouns = {
        each.text
        for at, each in enumerate(tokens)
        if each.text in read.unknown
        and (not _is_in_a_name(each, catalog) if is_nameless else each.form in about)
        and _is_plural_noun(each)
        and not (_is_a_word_of_names(each, catalog) or _is_of_numbers(tokens, at, catalog))
        and not (_is_of_some(tokens, at) or _is_told_apart(tokens, at) or _is_ranked_alone(tokens, at))
    }
    meant = _COUNT if is_nameless and cubes[0].meta.get("counted") else _ROWS
    return ((nouns.pop(), meant),) if len(nouns) == 1 else ()


def _is_of_some(tokens: Sequence[Token], at: int) -> bool:
    """Whether rows are no such things merely because they are rows: errors of a log, expenses of a bank.

    `How many payments` are rows, and `payments by month` are what they came to.
    """
    forms = {tokens[at].form, tokens[at].form.removesuffix("s")}
    is_counted = not _COUNTING.isdisjoint(each.form for each in tokens[max(at - 2, 0) : at])
    is_money = not forms.isdisjoint(words_that_are("money") | _SPENT)
    return not forms.isdisjoint(_OF_SOME) or (is_money and not is_counted)


def _is_told_apart(tokens: Sequence[Token], at: int) -> bool:
    """`unique visitors`: those are told apart by something, and each row is another one."""
    return at > 0 and tokens[at - 1].form in _TOLD_APART


def _is_ranked_alone(tokens: Sequence[Token], at: int) -> bool:
    """`top 5 pages`, by nothing that is named: what they are the top of is not known either."""
    before = {each.form for each in tokens[max(at - 2, 0) : at]}
    return not _RANKED.isdisjoint(before) and "by" not in {each.form for each in tokens[at:]}


def _is_of_numbers(tokens: Sequence[Token], at: int, catalog: Catalog) -> bool:
    """Whether a noun is something about numbers, `quartiles of sales`, or ends a name: order lines."""
    if tokens[at].form in _OF_NUMBERS:
        return True

    before = tokens[at - 1] if at else None
    behind = [each.form for each in tokens[at + 1 : at + 3]]
    is_of = len(behind) == 2 and behind[0] in ("of", "in") and _is_number(behind[1], catalog)
    return is_of or (before is not None and before.before != "" and _is_entity(before, catalog))


def _is_number(form: str, catalog: Catalog) -> bool:
    named = (each.of for each in catalog.phrases.get((form,), ()))
    return any(isinstance(each, Concept) and each.type == "number" for each in named)


def _is_entity(token: Token, catalog: Catalog) -> bool:
    """Whether something of which there are several different ones in these rows is called so."""
    named = (each.of for each in catalog.phrases.get((token.form,), ()))
    return any(isinstance(each, Concept) and each.agg_type == "count_distinct" for each in named)


def _is_in_a_name(noun: Token, catalog: Catalog) -> bool:
    """Whether a column is called so in part, as in `nbaffairs`: then these are no rows."""
    return any(noun.form in each.name.lower() for each in catalog.concepts)


def _is_a_word_of_names(noun: Token, catalog: Catalog) -> bool:
    """Whether the name of a column has that word: a road number tells of roads, a winery of no wines."""
    return any(noun.form in phrase_of(each.name.replace("_", " ")) for each in catalog.concepts)


def with_rows(
    tokens: Sequence[Token], repairs: Sequence[tuple[str, str]], catalog: Catalog
) -> tuple[Token, ...]:
    """The words with the noun that the only table lends its rows; an average is that of what they count."""
    found: list[Token] = []
    for token in tokens:
        if not {(token.text, _ROWS), (token.text, _COUNT)} & set(repairs):
            found.append(token)
        elif (token.text, _COUNT) in repairs and (stop := _behind_aggregate(found)) is not None:
            found[stop:] = (replace(token, form=each) for each in _counted_in(catalog))
        else:
            found.append(_as_rows(token, catalog))

    return tuple(found)


def _behind_aggregate(before: Sequence[Token]) -> int | None:
    """Where the words `number of` begin behind the average or the highest one, or where the noun stands."""
    forms = [each.form for each in before]
    stop = len(forms) - 2 if forms[-2:] in (["number", "of"], ["count", "of"]) else len(forms)
    said = keywords().meanings.get(tuple(forms[stop - 1 : stop]), ()) if stop else ()
    return stop if any(category == "AGG" and meaning != "sum" for category, meaning in said) else None


def _counted_in(catalog: Catalog) -> Phrase:
    """The words of the column that says how many each row of the only table stands for."""
    (cube,) = (each for each in catalog.model.cubes.values() if not each.sql)
    title = cube.measures[str(cube.meta["counted"])].title
    return tuple(each for each in phrase_of(title) if each != "total")


def _as_rows(token: Token, catalog: Catalog) -> Token:
    (entity,) = (each for each in catalog.entities.values() if not catalog.model.cubes[each.cube].sql)
    noun = entity.noun.split()[-1]
    named = catalog.phrases.get((noun,), ())
    if noun == "row" and any(isinstance(each.of, Entity) for each in named):
        return replace(token, form=noun)

    is_column = any(isinstance(each.of, Concept) and each.weight >= OWN for each in named)
    is_other = noun in keywords().all_words or is_column  # a bike share is no share, nor people incomes
    return replace(token, form="record" if is_other else noun)


def _is_plural_noun(token: Token) -> bool:
    is_plural = (
        token.text.lower() != token.form and token.text.lower().endswith("s")
    ) or token.form in _PEOPLE
    return is_plural and token.form.isalpha() and not token.is_name and not token.is_quoted
