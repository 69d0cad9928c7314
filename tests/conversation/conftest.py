from tests.faults.fixtures import origin, settings

__all__ = ["origin", "settings"]
