"""Lets `asyncio.run` work inside a cell, on request, and only in kernels where it is safe."""

from importlib.metadata import PackageNotFoundError, version

from svcchat_magic.errors import SettingsError

# From this version on the kernel runs its cells in tasks of the loop that would be patched,
# and queued cells would silently be lost.
FIRST_BROKEN_KERNEL = 7


def allow_nested_loops() -> None:
    """Patch asyncio for this process, for good.

    Raises SettingsError, and changes nothing, in a kernel that would lose cells.
    """
    major = _kernel_version()
    if major >= FIRST_BROKEN_KERNEL:
        raise SettingsError(
            f"nested_loops would make queued cells vanish on ipykernel {major}; "
            "use await in the cell instead of asyncio.run."
        )

    import nest_asyncio

    nest_asyncio.apply()


def _kernel_version() -> int:
    """The major version of ipykernel; 0 if there is none."""
    try:
        return int(version("ipykernel").split(".")[0])
    except PackageNotFoundError:
        return 0
