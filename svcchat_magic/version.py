"""Which version of this package runs."""

from functools import cache


@cache
def package_version() -> str:
    """The installed version."""
    from importlib import metadata  # takes longer to load than most of what asks for it

    try:
        return metadata.version("svcchat-magic")
    except metadata.PackageNotFoundError:
        return "not installed"
