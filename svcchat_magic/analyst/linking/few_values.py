"""Numbers of so few values that they tell groups apart, as far as the data were asked."""

from collections.abc import MutableMapping

from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.meaning.concepts import Concept


def few_values(catalog: Catalog) -> MutableMapping[Concept, bool]:
    """By column that is added up whether it has few values, all of them whole numbers."""
    return catalog.model.derived.get("few values", dict[Concept, bool])
