"""`free courses`, `with free delivery`: a price of nothing, where the data have rows with one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.lexicon import Phrase
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.member_names import OWN
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.meaning.tree import Concept, Entity
from svcchat_magic.analyst.planning.sources import Sources
from svcchat_magic.errors import EngineError, QueryRefused

_FREE = (
    ("free", "of", "charge"), ("for", "free"), ("at", "no", "charge"), ("at", "no", "cost"), ("free",),
    ("complimentary",), ("gratis",),
)  # fmt: skip
_PRICES = frozenset({"price", "fee", "fare", "charge", "tuition", "admission"})
_USUAL = frozenset(  # of prices: which of several they are, and not what for
    (
        "list", "unit", "base", "basic", "full", "regular", "standard", "normal", "sale", "selling", "retail",
        "entry", "entrance", "admission", "ticket", "usd", "eur", "gbp", "chf", "dollar", "euro", "pound",
        "in", "of", "per", "the", "paid", "current",
    )
)  # fmt: skip
_LONGEST = 3  # words of a noun


@dataclass(frozen=True, slots=True)
class LearningFree:
    """Asks the data whether a price can be nothing: a free room, where all have one, is not let."""

    tools: Tools
    sources: Sources

    async def with_free(self, tokens: Sequence[Token], known: Values) -> Values:
        """The values with the one price that is nothing, unless the data have a value of that name."""
        found = dict(known)
        for at in range(len(tokens)):
            said = next((each for each in _FREE if _forms(tokens, at, len(each)) == each), None)
            if said is None or said in known or said in self.sources.catalog.phrases:
                continue

            phrase, of = self._price(tokens, at, said)
            if of is not None and await self._may_be_nothing(of):
                found[phrase] = ((of, Decimal(0)),)

        return found

    def _price(self, tokens: Sequence[Token], at: int, said: Phrase) -> tuple[Phrase, Concept | None]:
        """What is free by which price: the delivery of `free delivery`, else the rows that are named."""
        catalog, stop = self.sources.catalog, at + len(said)
        cubes = set(_rows(tokens, stop, catalog)) or set(_rows_before(tokens, at, catalog))
        part = tokens[stop].form if stop < len(tokens) else ""
        parts = list(_prices(catalog, part)) if part and not set(_rows(tokens, stop, catalog)) else []
        if len(parts) == 1:
            return (*said, part), parts[0]

        is_last = stop >= len(tokens) or tokens[stop].is_mark or tokens[stop].form in keywords().function
        own = [each for each in _prices(catalog, "") if each.cube in cubes]
        is_said_of = bool(set(_rows(tokens, stop, catalog))) or is_last
        return said, own[0] if len(own) == 1 and len(cubes) == 1 and is_said_of else None

    async def _may_be_nothing(self, of: Concept) -> bool:
        source = self.sources.best(of.cube, [of])
        if source is None:
            return False

        ref = source.ref(of)
        try:
            rows = (await self.tools.run_sql(f"SELECT MIN({ref}), MAX({ref}) FROM {source.text}")).rows
        except (QueryRefused, EngineError):  # then it stays unknown what is free
            return False

        low, high = rows[0] if rows else (None, None)
        return low == 0 and high not in (None, 0)


def _prices(catalog: Catalog, part: str) -> Iterator[Concept]:
    """The columns of a price: of a part such as delivery, or of the whole row."""
    for each in catalog.concepts:
        words = {*phrase_of(each.title), *phrase_of(each.name.replace("_", " "))}
        others = words - _PRICES - _USUAL - set(phrase_of(catalog.entities[each.cube].noun))
        is_price = each.kind == "dimension" and each.type == "number" and bool(words & _PRICES)
        if is_price and others == ({part} if part else set()):
            yield each


def _rows(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[str]:
    """The tables whose rows the words from a place on name."""
    for size in range(1, _LONGEST + 1):
        named = catalog.phrases.get(_forms(tokens, at, size), ()) if at >= 0 else ()
        yield from (each.of.cube for each in named if isinstance(each.of, Entity) and each.weight >= OWN)


def _rows_before(tokens: Sequence[Token], at: int, catalog: Catalog) -> Iterator[str]:
    """Those of the noun that is named last before a place."""
    found = (set(_rows(tokens, start, catalog)) for start in range(at - 1, -1, -1))
    yield from next(filter(None, found), ())


def _forms(tokens: Sequence[Token], at: int, size: int) -> Phrase:
    return tuple(each.form for each in tokens[at : at + size])
