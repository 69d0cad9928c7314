"""The words of a question with what people call otherwise said plainly: by the model's own amounts."""

from collections.abc import Sequence

from svcchat_magic.analyst.language.tokens import Token
from svcchat_magic.analyst.lattice.living import without_stores
from svcchat_magic.analyst.lattice.losses import with_losses, with_signs
from svcchat_magic.analyst.linking.catalog import Catalog


def said_plainly(tokens: Sequence[Token], catalog: Catalog) -> tuple[Token, ...]:
    """The words as the lattice can find them."""
    return with_signs(with_losses(without_stores(tokens, catalog), catalog), catalog)
