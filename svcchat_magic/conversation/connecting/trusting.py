"""Trusting the addresses of a project's file: what `svcchat trust` and `%chat trust` say and do."""

from pathlib import Path
from typing import NamedTuple

from svcchat_magic.client.addresses import address_of
from svcchat_magic.errors import RequestRefused
from svcchat_magic.origins import is_http, origin_of
from svcchat_magic.project_file import PROJECT_FILE, project_table, shown_path
from svcchat_magic.settings import ADDRESSES, Settings
from svcchat_magic.trusted_origins import Trusted, TrustedOrigins


class NamedAddress(NamedTuple):
    """An address that a project's file names."""

    setting: str
    address: str
    trusted: Trusted  # what it takes for a key to go there


def trust_here(settings: Settings, folder: Path | None = None) -> str:
    """Trust the addresses in the file; returns the message about it.

    Raises RequestRefused where there is nothing to trust, SettingsError for an address that may not be
    used, and where the user's own folder cannot.
    """
    named = _named(folder or Path.cwd(), settings)
    if not named:
        raise RequestRefused(f"No {PROJECT_FILE} here names an address, so there is nothing to trust.")

    kept = TrustedOrigins()
    lines = [f"{PROJECT_FILE} in {shown_path(named[0].trusted.folder)} names:"]
    known = kept.all()
    for each in named:
        kept.add(each.trusted)
        mark = "trusted before" if each.trusted in known else "trusted now"
        lines.append(f"  {each.setting:<9}  {shown_path(each.address)}  ({mark})")

    origins = ", ".join(dict.fromkeys(each.trusted.origin for each in named))
    return "\n".join(
        [
            *lines,
            f"Your key may go to {origins} from this folder.",
            "If the host, port or scheme in the file changes, trust it again. To undo this, use --revoke.",
        ]
    )


def list_trusted() -> str:
    """Every folder with the origins that are trusted from it; raises SettingsError as above."""
    found = TrustedOrigins().all()
    if not found:
        return "No project's addresses are trusted."

    return "\n".join(f"{shown_path(each.folder)}  {each.origin}" for each in found)


def revoke_here(folder: Path | None = None) -> str:
    """Trust nothing of this folder, or of the nearest above it; its file may be gone by now.

    Raises SettingsError as above.
    """
    kept = TrustedOrigins()
    known = kept.all()
    here = (folder or Path.cwd()).resolve()
    for place in map(str, (here, *here.parents)):
        if revoked := [each for each in known if each.folder == place]:
            for each in revoked:
                kept.remove(each)

            origins = ", ".join(each.origin for each in revoked)
            return f"No longer trusted from {shown_path(place)}: {origins}"

    return "Nothing is trusted here."


def _named(folder: Path, settings: Settings) -> tuple[NamedAddress, ...]:
    """The addresses of the file, each of which could be used."""
    table = project_table(folder)
    given = {name: str(table.values[name]) for name in ADDRESSES if table.values.get(name)}
    for name, address in given.items():
        if name != "query_url" or is_http(address):
            address_of(name, Settings(allow_http=settings.allow_http).with_values(**{name: address}))

    return tuple(
        NamedAddress(name, address.strip(), Trusted(table.folder, origin_of(address)))
        for name, address in given.items()
    )
