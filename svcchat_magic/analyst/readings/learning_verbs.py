"""The plain verbs that a model has for `turned down` and `run out`: its data are asked for their states."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from svcchat_magic.analyst.analyst import Tools
from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.particle_verbs import ALWAYS, ParticleVerb, particle_verbs_in
from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.named_cubes import named_cubes
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.date_names import date_names_of
from svcchat_magic.analyst.linking.flags import flags_of
from svcchat_magic.analyst.linking.values import member_of
from svcchat_magic.analyst.meaning.tree import Concept
from svcchat_magic.errors import EngineError, QueryRefused
from svcchat_magic.semantic.inference.names import words_of
from svcchat_magic.semantic.search.thesaurus import stems_of
from svcchat_magic.semantic.search.value_lists import ValueSearch

_MARKED = frozenset({"marked", "flagged", "tagged", "labelled", "labeled", "classed", "listed"})
_ASKING = frozenset({"did", "do", "does"})
_FARTHEST = 4  # words from who did something to what was done
_MOST_COLUMNS = 30  # of one search
_JOINTS = " -_"
Verb = tuple[str, str]
Known = Mapping[str, frozenset[str]]  # tables by the values that they have


@dataclass(frozen=True, slots=True)
class LearningVerbs:
    """Asks the data which of several verbs its states are called by."""

    tools: Tools
    catalog: Catalog

    async def in_plain_words(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """The words with the one plain verb that the model has for each verb with a particle.

        Where it has none, or several, both words become one that nothing knows: `sold out` is not `sold`.
        """
        tokens = self._with_flags(tuple(self._unmarked(tokens)))
        found = [each for each in particle_verbs_in(tokens) if not self._is_own(tokens, each)]
        if not found:
            return tokens

        known = await self._values(tokens, found)
        said = {each.at: self._said(tokens, each, known) for each in found}
        behind = {at + 1 for at, each in said.items() if each is not None}
        return tuple(said.get(at) or each for at, each in enumerate(tokens) if at not in behind)

    def _unmarked(self, tokens: Sequence[Token]) -> Iterator[Token]:
        """`tracks marked as explicit` are explicit, where that is a flag of theirs."""
        stop = 0
        for at, token in enumerate(tokens):
            if token.text.lower() in _MARKED:
                end = at + 1 + ([each.form for each in tokens[at + 1 : at + 2]] == ["as"])
                named = self.catalog.phrases.get(tuple(each.form for each in tokens[end : end + 1]), ())
                stop = end if any(getattr(each.of, "type", "") == "boolean" for each in named) else stop

            if at >= stop:
                yield token

    def _with_flags(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """`how many deals did each rep win`: those that are won, where the model has a flag of that."""
        named = named_cubes(tuple(each.form for each in tokens), self.catalog)
        found = list(tokens)
        for at, token in enumerate(tokens):
            asked = any(each.form in _ASKING for each in tokens[max(at - _FARTHEST, 0) : at])
            if asked and token.form in keywords().light and token.text.lower() == token.form:
                flags = list(flags_of(stems_of(token.form), self.catalog))
                own = [each for each in flags if each.cube in named] or flags
                past = words_of(own[0].name)[-1] if len(own) == 1 else token.text
                found[at] = token if past == token.text else replace(token, text=past, form=past)

        return tuple(found)

    def _is_own(self, tokens: Sequence[Token], verb: ParticleVerb) -> bool:
        """Whether the model calls something so, or the grammar has a meaning for it."""
        first, last = tokens[verb.at : verb.at + 2]
        pair = first.form, last.form
        dates = date_names_of(self.catalog).named((*stems_of(first.text), *stems_of(last.text)))
        return bool(dates) or pair in keywords().meanings or self._is_named(tokens, verb.at)

    def _is_named(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether the two words are a name of the model, or a part of one: `parcels given out`."""
        forms, longest = tuple(each.form for each in tokens), self.catalog.longest
        return any(
            forms[start:stop] in self.catalog.phrases
            for start in range(max(at + 2 - longest, 0), at + 1)
            for stop in range(at + 2, min(start + longest, len(forms)) + 1)
        )

    def _said(self, tokens: Sequence[Token], verb: ParticleVerb, known: Known) -> Token | None:
        """The word that stands for both; None where they are a value themselves."""
        first, last = tokens[verb.at : verb.at + 2]
        if _texts(first, last) & known.keys():
            return None

        named = named_cubes(tuple(each.form for each in tokens), self.catalog)
        plain, always = (
            [each for each in verb.plain if (each in ALWAYS) == is_any] for is_any in (False, True)
        )
        meant = {each: self._cubes(each, known) for each in plain}
        near = [each for each in plain if meant[each] & named] or [each for each in plain if meant[each]]
        states = [
            each for each in near if known.get(each[1], frozenset()) & (meant[each] & named or meant[each])
        ]
        dated = date_names_of(self.catalog).meant((*stems_of(first.text), *stems_of(last.text)))
        if dated and not states:
            return None  # run out, where that is the day until which something is valid

        found = (states if len(near) > 1 else near) or always  # what is completed has a date of that as well
        if len(found) != 1:
            both = f"{first.text} {last.text}"
            return replace(first, text=both, form=both.lower())

        is_value = bool(states) and _tells_growth(found[0])
        is_done = verb.is_past or any(each.form in _ASKING for each in tokens[: verb.at])
        word = found[0][is_done or is_value]  # `what did we turn away` is what was rejected
        return replace(first, text=word, form=word, is_quoted=is_value)

    def _cubes(self, verb: Verb, known: Known) -> frozenset[str]:
        """The tables in which a plain verb is the word for something: a state, a date, a flag."""
        names = date_names_of(self.catalog)
        times = names.named(stems_of(verb[0]))
        flags = (each.of for each in self.catalog.phrases.get((verb[1],), ()) if isinstance(each.of, Concept))
        told = (each for each in flags if each.type == "boolean" or each.kind == "segment")
        return frozenset(each.cube for each in (*times, *told)) | known.get(verb[1], frozenset())

    async def _values(self, tokens: Sequence[Token], verbs: Sequence[ParticleVerb]) -> Known:
        """The tables that have what was said, or a plain verb for it, among their values."""
        columns = [each for each in self.catalog.concepts if _is_text(each)][:_MOST_COLUMNS]
        texts = {past for each in verbs for _, past in each.plain}
        texts |= {text for each in verbs for text in _texts(*tokens[each.at : each.at + 2])}
        members = tuple(member_of(each, self.catalog) for each in columns)
        try:
            rows = await self.tools.find_values(ValueSearch(members, tuple(sorted(texts)), ()))
        except (QueryRefused, EngineError):
            return {}  # then only dates and flags are called so

        found: dict[str, frozenset[str]] = {}
        for row in rows:
            text = row.value.strip().lower()
            found[text] = found.get(text, frozenset()) | {columns[row.place].cube}

        return found


def _is_text(of: Concept) -> bool:
    return of.kind == "dimension" and of.type == "string" and not of.primary_key


def _texts(first: Token, last: Token) -> frozenset[str]:
    """Both words as the data may join them."""
    return frozenset(f"{first.text}{sign}{last.text}".lower() for sign in _JOINTS)


def _tells_growth(verb: Verb) -> bool:
    """Whether a state has a word that grows or falls elsewhere: `declined`. Then it is taken as it stands."""
    meanings = (each for word in verb for each in keywords().meanings.get((word,), ()))
    return any(category == "GROWTH" for category, _ in meanings)
