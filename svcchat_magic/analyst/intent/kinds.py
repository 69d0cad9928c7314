"""Readings of questions in which values stand as nouns: `which vets had most visits`."""

from collections.abc import Callable

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.value_nouns import as_kinds, kinds_in, put_as_nouns, with_value_moved
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.values import Values
from svcchat_magic.analyst.readings.read import Read

Tokens = tuple[Token, ...]


def read_with_kinds(
    read: Callable[[Tokens, Values], Read], tokens: Tokens, values: Values, catalog: Catalog
) -> Read:
    """The reading with values as nouns; mere categories are such where nothing else can be read."""
    is_both = any(each.form == "both" for each in tokens)  # a repair and a repaint are said of other rows
    kinds = () if is_both else kinds_in(tokens, values, catalog)
    if not all(each.is_sure for each in kinds) and (plain := read(tokens, values)).is_sure:
        return plain

    known = as_kinds(tokens, kinds, values)
    found = (read(each, known) for each in (put_as_nouns(tokens, kinds) if kinds else ()))
    if (meant := next((each for each in found if each.is_sure), None)) is not None:
        return meant

    plain, moved = read(tokens, values), with_value_moved(tokens, values, catalog)
    apart = read(moved, values) if moved and not plain.is_sure else plain
    return apart if apart.is_sure else plain
