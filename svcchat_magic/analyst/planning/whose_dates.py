"""Of what the dates of a table are: of people, of those who serve, of deals; for what is dated by others."""

from svcchat_magic.analyst.language.keywords import keywords
from svcchat_magic.analyst.language.words import phrase_of
from svcchat_magic.analyst.linking.catalog import Catalog
from svcchat_magic.analyst.linking.people import is_person
from svcchat_magic.analyst.meaning.tree import ByEntity


def is_of_people(cube: str, catalog: Catalog) -> bool:
    """Whether rows are people."""
    return is_person(ByEntity(catalog.entities[cube]))


def is_of_staff(cube: str, catalog: Catalog) -> bool:
    """Whether they are those who serve: customers do not begin when their rep was hired."""
    return not keywords().staff.isdisjoint(phrase_of(catalog.entities[cube].noun)[-1:])


def is_dealt(cube: str, catalog: Catalog) -> bool:
    """Whether rows are orders, bookings or the like, by what they are called."""
    return not keywords().deals.isdisjoint(phrase_of(catalog.entities[cube].noun)[-1:])
