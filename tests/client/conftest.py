from tests.client.databases import database
from tests.faults.fixtures import origin, settings

__all__ = ["database", "origin", "settings"]
