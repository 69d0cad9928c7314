"""`svcchat account key`: make, revoke and list the API keys of an account file."""

from datetime import UTC, datetime
from pathlib import Path

import click

from svcchat_magic.commands.command_line import FILE, CommandGroup

_account_file = click.option(
    "--account-file",
    type=FILE,
    default="account.toml",
    show_default=True,
    metavar="FILE",
    help="The account.",
)


@click.group("account", cls=CommandGroup)
def command() -> None:
    """Manage the API keys of an account."""


@command.group("key", cls=CommandGroup)
def key() -> None:
    """Make, revoke and list API keys.

    Their hashes are kept beside the account file. A running service sees every change.
    """


@key.command("new")
@click.option("--label", default="", metavar="TEXT", help="What the key is for.")
@_account_file
def new_key(label: str, account_file: Path) -> int:
    """Make a key and print it, this once.

    Only its hash is kept, so the key cannot be shown again.
    """
    from svcchat_magic.service.access.account_file import read_account
    from svcchat_magic.service.access.key_file import add_key, keys_beside

    read_account(account_file)  # refuses a broken account before a key is made for it
    _, made = add_key(keys_beside(account_file), label, _now())
    print(made.reveal())
    return 0


@key.command("revoke")
@click.argument("key_id", metavar="ID")
@_account_file
def revoke_key(key_id: str, account_file: Path) -> int:
    """Refuse a key from now on.

    ID is the key's id, as list shows it. Answers that are being streamed with the key end within a second.
    """
    from svcchat_magic.service.access.key_file import keys_of, revoke_key

    revoked = revoke_key(keys_of(account_file), key_id, _now())
    print(f"revoked {revoked.id} {revoked.label}".rstrip())
    return 0


@key.command("list")
@_account_file
def list_keys(account_file: Path) -> int:
    """Show the keys, without their secrets.

    Each line has the key's id, when it was made, whether it is revoked, and its label.
    """
    from svcchat_magic.service.access.key_file import keys_of, read_keys

    for each in read_keys(keys_of(account_file)):
        state = f"revoked {each.revoked}" if each.revoked else "active"
        print(f"{each.id}  {each.made}  {state}  {each.label}".rstrip())

    return 0


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
